"""The site's settings as tests see them: the same module, told by the environment that this is no
real site.
"""

import os
import tempfile

os.environ.setdefault("KIFU_COMPILED", "0")  # `KIFU_COMPILED=1 pytest …` tests the compiled rules
os.environ.setdefault("SECRET_KEY", "for-tests-only-" + "x" * 40)
os.environ.setdefault("HTTPS", "false")
os.environ.setdefault("LOG_FORMAT", "json")
os.environ.setdefault("LOG_LEVEL", "WARNING")  # not a line for each request
os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="kifu-tests-"))
os.environ.setdefault("CELERY_BROKER_URL", os.environ.get("REDIS_URL", "memory://"))

from goryo_site.settings import *  # noqa: F403
from goryo_site.settings import DATA_DIR, DATABASES, DEBUG, REST_FRAMEWORK, STORAGES

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
for _scope in ("uploads", "pictures", "films", "belief", "writes", "new", "offers", "cites"):
    REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][_scope] = None
QUOTA_KEY_BYTES = QUOTA_KEY_GAMES = QUOTA_ADDRESS_BYTES = QUOTA_ADDRESS_GAMES = 0
CPU_SHARE = SLICE_MS = 0.0
UPLOAD_INLINE_SECONDS, UPLOAD_CHECK_SECONDS = 30.0, 5.0  # on a busy machine too
DUMP_DAYS = 0
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as on a real site: SQLite in memory locks whole tables between threads.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
assert not DEBUG
