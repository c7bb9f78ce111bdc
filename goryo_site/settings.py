"""Settings, all from the environment. Without any variable this is the *embedded* site: SQLite,
secret key and broker in `var/`.

`DATABASE_URL` configures a public site: it also needs `SECRET_KEY` and is served by HTTPS unless
`HTTPS=false`. docs/settings.md lists every variable.
"""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from kombu import Queue

from goryo_site.runtime.broker import embedded_url, transport_options
from goryo_site.runtime.keys import secret_key
from goryo_site.runtime.logging import logging_config
from goryo_site.runtime.queues import ROUTES, SLOW, WORKERS
from goryo_site.runtime.release import code_digest

BASE_DIR = Path(__file__).resolve().parent.parent
MIB = 1024 * 1024
env = environ.Env()

# Folder of the site's files: database, secret key, logs, collected static files.
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

# Part of every ETag, so that cached responses expire when the code changes.
RELEASE = env.str("RELEASE", default="") or code_digest(BASE_DIR)
DEBUG = env.bool("DEBUG", default=False)
IS_EMBEDDED = not env.str("DATABASE_URL", default="")
HTTPS = env.bool("HTTPS", default=not (DEBUG or IS_EMBEDDED))
SECRET_KEY = secret_key(
    env.str("SECRET_KEY", default=""), DATA_DIR / "secret_key", may_generate=DEBUG or IS_EMBEDDED
)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# Applications
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "replays",
    "analytics",
    "goryo_site",
]
MIDDLEWARE = [
    "goryo_site.http.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "goryo_site.http.middleware.PermissionsPolicy",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "goryo_site.http.middleware.AddressLanguage",
    "goryo_site.http.middleware.MovedGames",
    "goryo_site.http.middleware.ControlCharacters",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "goryo_site.urls"
WSGI_APPLICATION = "goryo_site.wsgi.application"
ASGI_APPLICATION = "goryo_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "goryo_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "goryo_site.http.navigation.navigation",
            ]
        },
    },
    {
        # for the parts of the replay page with thousands of values (docs/dependencies.md)
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "replays" / "templates"],  # for the symbols they include
        "APP_DIRS": True,
        "OPTIONS": {"environment": "goryo_site.http.jinja.create_environment"},
    },
]

# Database. SQLite serves one machine. WAL allows reading during a write. IMMEDIATE takes the write
# lock at the start of a transaction, so that a second writer waits instead of failing.
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds to wait for another writer
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# In process memory by default; several web processes need `dbcache://site_cache`
# (docs/settings.md).
CACHES = {"default": env.cache("CACHE_URL", default="locmemcache://")}

# Language and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("it", "Italiano")]
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]  # not an app; Django finds those of the apps
TIME_ZONE = "UTC"

# Static files: collected and served by WhiteNoise with digests in their names; with DEBUG directly
# from the sources.
STATIC_URL = "/static/"
PRIORS_DIR = DATA_DIR / "priors"
STATIC_ROOT = Path(env.str("STATIC_DIR", default=str(DATA_DIR / "static")))
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_USE_FINDERS = DEBUG
# Served under their own names: `favicon.ico` is static/site/mark.svg at 16, 32 and 48 pixels.
WHITENOISE_ROOT = BASE_DIR / "goryo_site" / "root"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "goryo_site.http.static_files.StaticFiles"
    },
}

# Limits of one request. A form is slightly larger than the upload in it.
UPLOAD_MAX_BYTES = env.int("UPLOAD_MAX_BYTES", default=16 * MIB)
UPLOAD_MAX_FILES = env.int("UPLOAD_MAX_FILES", default=50)
UPLOAD_INLINE_BYTES = env.int("UPLOAD_INLINE_BYTES", default=256 * 1024)
UPLOAD_LEASE_SECONDS = env.float("UPLOAD_LEASE_SECONDS", default=60.0)
UPLOAD_INLINE_SECONDS = 2.0  # replays/access/limits.py describes these
UPLOAD_BATCH_GAMES = UPLOAD_CHECK_GAMES = 100
UPLOAD_BATCH_SECONDS = 2.0
UPLOAD_TURN_SECONDS = UPLOAD_CHECK_SECONDS = 5.0
UPLOAD_REQUEUE_SECONDS = 60.0
UPLOAD_ATTEMPTS = 5
EDIT_MAX_BYTES = 32 * 1024  # JSON bodies of changes to variations and notes
# An animated clip: its steps and size, the time to create it and to wait for others.
CLIP_MAX_STEPS = 60
CLIP_MAX_BYTES = 8 * MIB
CLIP_MAX_SECONDS, CLIP_WAIT_SECONDS = 25.0, 2.0
DATA_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_MAX_BYTES + 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = UPLOAD_MAX_FILES
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * MIB  # larger files go to a temporary file

# Security. Django's defaults for the other headers and cookies are strict; tests check them.
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 3600) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "goryo_site.http.errors.csrf_failure"
NUM_PROXIES = env.int("NUM_PROXIES", default=0)
if NUM_PROXIES:  # only trust our own proxies to report HTTPS
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "img-src": [SELF, "data:"],
    }
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

# API: every view denies access unless it allows it explicitly.
REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {  # by scope, see replays/access/throttles.py; empty: no limit
        "belief": env.str("BELIEF_RATE", default="60/min") or None,
        "checks": env.str("CHECK_RATE", default="300/min") or None,
        "films": env.str("FILM_RATE", default="12/min") or None,
        "lists": env.str("LIST_RATE", default="240/min") or None,
        "new": env.str("NEW_RATE", default="200/day") or None,
        "offers": env.str("OFFER_RATE", default="240/min") or None,
        "pictures": env.str("PICTURE_RATE", default="120/min") or None,
        "searches": env.str("SEARCH_RATE", default="240/min") or None,
        "thumbnails": env.str("THUMBNAIL_RATE", default="600/min") or None,
        "uploads": env.str("UPLOAD_RATE", default="240/min") or None,
        "writes": env.str("WRITE_RATE", default="240/min") or None,
    },
    "EXCEPTION_HANDLER": "replays.rest.errors.exception_handler",
    "NUM_PROXIES": NUM_PROXIES,
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,  # "format" is an unknown parameter like any other
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kifu House",
    "DESCRIPTION": "Recorded play of board games: upload logs, get replays and statistics.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": [],  # enums stay where they are
    "SERVE_INCLUDE_SCHEMA": False,
}

# Celery. The database is the source of truth and the broker only notifies (docs/adr/0003): no
# results, and messages contain only ids, as JSON.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="") or env.str(
    "REDIS_URL", default=embedded_url(DATA_DIR)
)
TASK_SECONDS = 600  # a task that runs longer is killed
CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(
    CELERY_BROKER_URL, DATA_DIR, visibility_seconds=6 * TASK_SECONDS
)
TASK_APP = "goryo_site.runtime.celery.app"  # imported when the first task is sent
CELERY_BROKER_CONNECTION_TIMEOUT = 2.0
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = TASK_SECONDS
CELERY_TASK_SOFT_TIME_LIMIT = TASK_SECONDS - 60
CELERY_TASK_DEFAULT_QUEUE = SLOW
CELERY_TASK_QUEUES = [Queue(name) for queues in WORKERS.values() for name in queues]
CELERY_TASK_ROUTES = ROUTES
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=15.0)
CELERY_BEAT_SCHEDULE = {
    task.rpartition(".")[2]: {"task": task, "schedule": seconds, "options": {"expires": seconds}}
    for task, seconds in (
        ("goryo_site.tasks.heartbeat", SWEEP_SECONDS),
        ("replays.tasks.sweep_uploads", SWEEP_SECONDS),
        ("analytics.tasks.sweep_games", SWEEP_SECONDS),
        ("analytics.tasks.fit_results", 2 * SWEEP_SECONDS),
        ("analytics.tasks.fit_results_fully", 24 * 3600.0),
        ("analytics.tasks.make_baseline", 60.0),  # does nothing once all are stored
        ("replays.tasks.reverify", 600.0),  # does nothing once this code has replayed all games
        ("replays.tasks.sweep_made", 3600.0),
        ("analytics.tasks.dump", 3600.0),
    )
}
# Below the seconds that a stopping site waits for its worker, which then loses no slice.
BASELINE_SLICE_SECONDS = env.float("BASELINE_SLICE_SECONDS", default=10.0)
DUMPS_DIR = Path(env.str("DUMPS_DIR", default=str(DATA_DIR / "dumps")))
UPLOADER_CAP = env.float("UPLOADER_CAP", default=env.float("SENDER_CAP", default=0.25))
DUMP_DAYS = env.float("DUMP_DAYS", default=7.0)
DUMP_KEEP = env.int("DUMP_KEEP", default=8)
BEAT_STALE_SECONDS = env.float("BEAT_STALE_SECONDS", default=60.0 + SWEEP_SECONDS)

LOGGING_CONFIG = "goryo_site.runtime.logging.configure"
LOGGING = logging_config(
    form=env.str("LOG_FORMAT", default="text" if DEBUG or IS_EMBEDDED else "json"),
    level=env.str("LOG_LEVEL", default="INFO"),
)
