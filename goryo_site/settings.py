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
from goryo_site.runtime.databases import databases
from goryo_site.runtime.files import file_storages
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
    "moderation.apps.AuditedAdminConfig",  # Django's admin with an audit log
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "corsheaders",
    "replays",
    "analytics",
    "rooms",
    "accounts",  # its templates come before those of allauth
    "moderation",
    "goryo_site",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "oauth2_provider",
]
MIDDLEWARE = [
    "goryo_site.http.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "goryo_site.http.middleware.RateLimits",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "goryo_site.http.middleware.PermissionsPolicy",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "goryo_site.http.middleware.AddressLanguage",
    "goryo_site.http.middleware.PrivateGames",
    "goryo_site.http.middleware.MovedGames",
    "goryo_site.http.middleware.ControlCharacters",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "goryo_site.http.blocks.Blocks",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "goryo_site.http.storage_quota.StorageQuota",
    "goryo_site.http.cpu_budget.CpuBudget",  # the last one: it measures views
]
ROOT_URLCONF = "goryo_site.urls"
ADMIN_PATH = env.str("ADMIN_PATH", default="admin/").strip("/") + "/"
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
    {  # for parts of pages with thousands of values (docs/dependencies.md)
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "replays" / "templates"],  # for the symbols they include
        "APP_DIRS": True,
        "OPTIONS": {"environment": "goryo_site.http.jinja.create_environment"},
    },
]

# Database. SQLite serves one machine.
DATABASES = databases(
    env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'db.sqlite3'}"),
    env.str("DATABASE_REPLICA_URL", default=""),  # for the sums of statistics only
)
DATABASE_ROUTERS: list[str] = []
if "replica" in DATABASES:
    DATABASE_ROUTERS = ["goryo_site.runtime.replica.ReplicaRouter"]
    MIDDLEWARE.append("goryo_site.http.replica.Replica")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Several web processes need `dbcache://site_cache` (docs/settings.md).
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
PYODIDE_DIR = Path(env.str("PYODIDE_DIR", default=str(BASE_DIR / "var/pyodide")))  # docs/adr/0029
# Served under their own names: `favicon.ico` is static/site/mark.svg at 16, 32 and 48 pixels.
WHITENOISE_ROOT = BASE_DIR / "goryo_site" / "root"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "goryo_site.http.static_files.StaticFiles"
    },
    **file_storages(env.str("FILES_URL", default="")),
}

# Texts of the people who run the site: an address, or a Markdown file (docs/settings.md).
TERMS = env.str("TERMS", default="").strip()
CONTACT = env.str("CONTACT", default="").strip()

# Limits of one request. A form is slightly larger than the upload in it.
UPLOAD_MAX_BYTES = env.int("UPLOAD_MAX_BYTES", default=16 * MIB)
BODY_MAX_BYTES = UPLOAD_MAX_BYTES + MIB  # what is received; views answer with their own errors
UPLOAD_MAX_FILES = env.int("UPLOAD_MAX_FILES", default=50)
UPLOAD_INLINE_BYTES = env.int("UPLOAD_INLINE_BYTES", default=256 * 1024)
UPLOAD_LEASE_SECONDS = env.float("UPLOAD_LEASE_SECONDS", default=60.0)
UPLOAD_INLINE_SECONDS = 0.4  # replays/access/limits.py describes these
UPLOAD_CHECK_BYTES = MIB
UPLOAD_BATCH_GAMES = UPLOAD_CHECK_GAMES = 100
UPLOAD_BATCH_SECONDS = 2.0
UPLOAD_TURN_SECONDS, UPLOAD_CHECK_SECONDS = 5.0, 0.2
UPLOAD_REQUEUE_SECONDS = 60.0
UPLOAD_ATTEMPTS = 5
# More owner keys of a request: dotted paths of functions (replays/access/viewer.py).
VIEWER_KEYS = ["accounts.keys.claimed_keys"]
# Refuse writes of blocked clients: dotted paths of functions (replays/access/guards.py).
WRITE_GUARDS = ["moderation.access.check_block"]
# How statistics count uploads without a choice: the dotted path of a function, or empty.
STATISTICS_DEFAULT = "accounts.keys.default_statistics"
# Evidence for claims of names, and the accounts that hold them: dotted paths of functions
# (replays/reads/evidence.py, replays/reads/names.py).
NAME_EVIDENCE = ["replays.reads.evidence.uploads", "moderation.reads.claims.account_uploads"]
# Files in the export of an account that other apps add: name: (function of owner keys, meaning)
EXPORT_PARTS = {
    "tables.json": (
        "rooms.reads.export.tables_of",
        "your open tables with the moves that their recorder may see",
    ),
}
NAME_HOLDERS = "moderation.reads.claims.holder_of"
DELETED_DAYS = env.float("DELETED_DAYS", default=7.0)  # then a deleted game is removed
REFUSED_HOURS = env.float("REFUSED_HOURS", default=1.0)  # then a refused file is removed
# What a key and a client address may upload on a day (replays/access/quotas.py); 0: no limit.
QUOTA_KEY_BYTES = env.int("QUOTA_KEY_BYTES", default=256 * MIB)
QUOTA_KEY_GAMES = env.int("QUOTA_KEY_GAMES", default=20_000)
QUOTA_ADDRESS_BYTES = env.int("QUOTA_ADDRESS_BYTES", default=1024 * MIB)
QUOTA_ADDRESS_GAMES = env.int("QUOTA_ADDRESS_GAMES", default=100_000)
# The web server (goryo_site/runtime/front.py, connections.py; docs/settings.md).
WEB_THREADS = env.int("WEB_THREADS", default=8)
WEB_HEADER_SECONDS = env.float("WEB_HEADER_SECONDS", default=10.0)
WEB_BODY_SECONDS = env.float("WEB_BODY_SECONDS", default=300.0)
WEB_BODY_RATE = env.float("WEB_BODY_RATE", default=1024.0)
WEB_WRITE_SECONDS = env.float("WEB_WRITE_SECONDS", default=60.0)
WEB_CONNECTIONS = env.int("WEB_CONNECTIONS", default=2000)
WEB_BUFFER_BYTES = env.int("WEB_BUFFER_BYTES", default=512 * MIB)
# Processor time that a client may use in a minute, in percent of one core; 0: no limit.
CPU_SHARE = env.float("CPU_SHARE", default=25.0)
SLICE_MS = 300.0  # processor time after which a request that adds up many games ends
# Rooms, in which games are recorded: open ones of a key, new ones of an address on a day, and after
# how many days without use one is deleted.
ROOMS_PER_OWNER = env.int("ROOMS_PER_OWNER", default=20)
ROOMS_PER_ADDRESS = env.int("ROOMS_PER_ADDRESS", default=100)
ROOM_DAYS = env.float("ROOM_DAYS", default=30.0)
EDIT_MAX_BYTES = 32 * 1024  # JSON bodies of changes to variations and notes
# An animated clip: its steps and size, and the seconds that a piece of it waits for others.
CLIP_MAX_STEPS = 60
CLIP_MAX_BYTES = 8 * MIB
CLIP_WAIT_SECONDS = 2.0
DATA_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_MAX_BYTES + 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = UPLOAD_MAX_FILES
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * MIB  # larger files go to a temporary file

# Security. Django's defaults for the other headers and cookies are strict; tests check them.
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 3600) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "goryo_site.http.errors.csrf_failure"
NUM_PROXIES = env.int("NUM_PROXIES", default=0)
# All clients of a proxy have its address.
WEB_CLIENT_CONNECTIONS = env.int("WEB_CLIENT_CONNECTIONS", default=0 if NUM_PROXIES else 200)
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

# Accounts (accounts/adapter.py): a code by e-mail or a passkey, no passwords. Staff sign in to the
# admin with a password, as Django does it.
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL, LOGIN_REDIRECT_URL = "account_login", "account"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_SIGNUP_ENABLED = env.bool("SIGN_UP", default=True)
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {  # stricter than allauth: codes can't fill a mailbox
    "request_login_code": "20/m/ip,3/m/key,15/h/key",
    "confirm_email": "1/10s/key,15/h/key",
    "signup": "20/m/ip,60/h/ip",
    "export": env.str("EXPORT_RATE", default="6/h/user") or None,
}
ACCOUNT_REAUTHENTICATION_METHODS = ["code", "mfa"]
ACCOUNT_REAUTHENTICATION_TIMEOUT = 3600
MFA_ADAPTER = "accounts.adapter.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # passkeys are no second factor here
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # http://localhost
# Programs of others (accounts/web/oauth.py): OAuth 2 with PKCE, as RFC 9700 recommends.
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER: dict[str, object] = {
    "SCOPES_BACKEND_CLASS": "accounts.oauth_scopes.Scopes",
    "PKCE_REQUIRED": True,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 3600,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "ALLOWED_SCHEMES": ["http", "https"],
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none"],
}
for _gate in (
    *("IMPLICIT_GRANT", "PASSWORD_GRANT", "PKCE_METHOD", "PKCE_REQUIRED", "REFRESH_TOKEN"),
    *("ACCESS_TOKEN_TRANSPORT", "AUTHZ_RESPONSE_ISS", "TOKEN_STORAGE", "REDIRECT_URI_MATCHING"),
):
    OAUTH2_PROVIDER[f"COMPLIANT_BCP_RFC9700_{_gate}"] = True
# `http` is allowed for programs on the user's own machine only (accounts/services/programs.py).
SILENCED_SYSTEM_CHECKS = ["oauth2_provider.W008", "security.W021"]  # HSTS preload is a choice
# Other sites to sign in with: {"github": {"client_id": "…", "secret": "…"}} (docs/settings.md).
SIGN_IN_PROVIDERS = env.json("SIGN_IN_PROVIDERS", default={})
if SIGN_IN_PROVIDERS:
    INSTALLED_APPS += ["allauth.socialaccount"]
    INSTALLED_APPS += [f"allauth.socialaccount.providers.{name}" for name in SIGN_IN_PROVIDERS]
SOCIALACCOUNT_PROVIDERS = {name: {"APPS": [app]} for name, app in SIGN_IN_PROVIDERS.items()}
SOCIALACCOUNT_ADAPTER = "accounts.providers.ProviderAdapter"
SOCIALACCOUNT_LOGIN_ON_GET = True  # by link: our content policy refuses forms that lead elsewhere
# Written to standard output by default; a public site sets smtp://user:password@host:587.
vars().update(env.email("EMAIL_URL", default="consolemail://"))
# The address of the site in e-mails that no request causes.
SITE_URL = env.str("SITE_URL", default="") or (
    f"{'https' if HTTPS else 'http'}://{''.join(ALLOWED_HOSTS[:1]).strip('.*') or 'localhost'}"
)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("EMAIL_FROM", default="Kifu House <noreply@localhost>")

# API: every view denies access unless it allows it explicitly.
# Scripts of any page may use the API and open data. Browsers send no cookies with such requests.
CORS_URLS_REGEX = r"^/(api/|data/|.*\.json$)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_HEADERS = [
    *("accept", "authorization", "content-type", "if-none-match"),
    *("idempotency-key", "last-event-id", "owner-key", "room-key", "x-edit-key"),
]
CORS_EXPOSE_HEADERS = [
    *("ETag", "Location", "Retry-After", "X-Request-ID"),
    *("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"),
]
REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.rest.authentication.TokenAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {  # by scope, see replays/access/throttles.py; empty: no limit
        "admin": env.str("ADMIN_RATE", default="10/min") or None,
        "admin_name": env.str("ADMIN_NAME_RATE", default="30/hour") or None,
        "belief": env.str("BELIEF_RATE", default="60/min") or None,
        "cites": env.str("CITE_RATE", default="20/hour") or None,
        "checks": env.str("CHECK_RATE", default="300/min") or None,
        "films": env.str("FILM_RATE", default="12/min") or None,
        "joins": env.str("JOIN_RATE", default="20/min") or None,
        "lists": env.str("LIST_RATE", default="240/min") or None,
        "new": env.str("NEW_RATE", default="200/day") or None,
        "offers": env.str("OFFER_RATE", default="240/min") or None,
        "pictures": env.str("PICTURE_RATE", default="120/min") or None,
        "reports": env.str("REPORT_RATE", default="10/hour") or None,
        "rooms": env.str("ROOM_RATE", default="600/min") or None,
        "searches": env.str("SEARCH_RATE", default="240/min") or None,
        "streams": env.str("STREAM_RATE", default="60/min") or None,
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
# Where changes wake the event streams of all processes (replays/streams); else they only query.
STREAMS_URL = CELERY_BROKER_URL.replace("redis+socket:", "unix:", 1)
if not STREAMS_URL.startswith(("redis:", "rediss:", "unix:")):
    STREAMS_URL = ""
STREAMS_MAX = env.int("STREAMS_MAX", default=500)
STREAMS_PER_CLIENT = env.int("STREAMS_PER_CLIENT", default=20)
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
        ("analytics.tasks.store_set_sums", 600.0),  # does nothing once all are stored
        ("analytics.tasks.fit_sets", 60.0),  # does nothing if none is requested
        ("analytics.tasks.make_baseline", 60.0),  # does nothing once all are stored
        ("replays.tasks.reverify", 600.0),  # does nothing once this code has replayed all games
        ("replays.tasks.sweep_made", 3600.0),
        ("accounts.tasks.sweep", 3600.0),
        ("accounts.tasks.send_digests", 3600.0),
        ("rooms.tasks.sweep_rooms", 3600.0),
        ("rooms.tasks.sweep_house", SWEEP_SECONDS),
        ("accounts.tasks.send_webhooks", SWEEP_SECONDS),
        ("analytics.tasks.dump", 3600.0),
        ("replays.tasks.publish_due", SWEEP_SECONDS),
        ("replays.tasks.remove_deleted", 3600.0),
        ("replays.tasks.drop_refused", 600.0),
    )
}
# Below the seconds that a stopping site waits for its worker, which then loses no slice.
BASELINE_SLICE_SECONDS = env.float("BASELINE_SLICE_SECONDS", default=10.0)
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(DATA_DIR / "backups")))
DUMPS_DIR = Path(env.str("DUMPS_DIR", default=str(DATA_DIR / "dumps")))
UPLOADER_CAP = env.float("UPLOADER_CAP", default=env.float("SENDER_CAP", default=0.25))
DUMP_DAYS = env.float("DUMP_DAYS", default=7.0)
DUMP_KEEP = env.int("DUMP_KEEP", default=8)
WEBHOOK_DAYS = env.float("WEBHOOK_DAYS", default=30.0)  # then events and their log are deleted
# For development: receivers on this machine, and without TLS.
WEBHOOK_LOOPBACK = WEBHOOK_HTTP = DEBUG
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
BEAT_STALE_SECONDS = env.float("BEAT_STALE_SECONDS", default=60.0 + SWEEP_SECONDS)

LOGGING_CONFIG = "goryo_site.runtime.logging.configure"
LOG_FORMAT = env.str("LOG_FORMAT", default="text" if DEBUG or IS_EMBEDDED else "json")
LOGGING = logging_config(form=LOG_FORMAT, level=env.str("LOG_LEVEL", default="INFO"))
