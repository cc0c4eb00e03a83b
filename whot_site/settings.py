"""All settings, in one file, read from the environment (README.md lists the variables).

With an empty environment this is the embedded site: SQLite, one process, nothing to install. Each of
DATABASE_URL, REDIS_URL and CELERY_BROKER_URL moves one part to a real server; PRODUCTION demands them all.
"""

from datetime import timedelta
from pathlib import Path

import environ

from .environment import kept_secret, refuse_unsafe_production

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data")))
REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default=REDIS_URL)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])

if PRODUCTION:
    refuse_unsafe_production(
        {
            "SECRET_KEY": env.str("SECRET_KEY", default=""),
            "ALLOWED_HOSTS": ALLOWED_HOSTS,
            "DATABASE_URL": env.str("DATABASE_URL", default=""),
            "REDIS_URL": REDIS_URL,
        }
    )
else:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# --- What the site is made of ---------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "whot_site",
    "accounts",
    "games",
]

MIDDLEWARE = [
    # These three come first: their headers are on every answer, the refusals and files of the others included.
    "whot_site.middleware.SecurityHeadersMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "whot_site.urls"
ASGI_APPLICATION = "whot_site.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static"],
        },
    }
]

# --- Database -------------------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    # A transaction takes the write lock when it begins, and waits for it: none is lost to "database is locked".
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # NORMAL may lose the last commits at a power failure, never at a crash; FULL keeps those too, more slowly.
    "init_command": (
        f"PRAGMA journal_mode=WAL; PRAGMA synchronous={env.str('SQLITE_SYNCHRONOUS', default='NORMAL')};"
        " PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"
    ),
}
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'whot.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"].setdefault("OPTIONS", {}).update(SQLITE_OPTIONS)
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    # Under ASGI a connection belongs to a thread that does not live long: a pool is what keeps them.
    DATABASES["default"]["OPTIONS"].setdefault("pool", {"min_size": 1, "max_size": 8, "timeout": 5})

# --- Pushes and tasks -----------------------------------------------------------------------------------

if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "whot"},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "whot_site.layer.LoopSafeInMemoryChannelLayer"}}

CELERY_TASK_ALWAYS_EAGER = not CELERY_BROKER_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A task that a killed worker held comes back after this many seconds; no task is sent with a longer delay.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 90, "unacked_restore_interval": 5}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# Intervals only: the sweeper thread of the embedded site runs the same table.
CELERY_BEAT_SCHEDULE = {
    "clear expired sessions": {
        "task": "accounts.tasks.clear_expired_sessions",
        "schedule": timedelta(hours=6),
    },
}

# --- Languages and time ---------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ms", "Bahasa Melayu")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files ---------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=str(DATA_DIR / "static")) if PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "static"]
# The embedded site serves static/ as it lies; production serves what `collectstatic` named by content.
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# --- Security -------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # a load balancer asks without TLS
SECURE_HSTS_SECONDS = 2 * 365 * 24 * 3600 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
# W005 and W021 ask for the same on every subdomain: only the owner of the domain can know that.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if env.bool("BEHIND_TLS_PROXY", default=False):
    # Only for a proxy that always sets this header itself: else anybody could claim to have come by TLS.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

COOKIE_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}session"
SESSION_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_HTTPONLY = True  # htmx takes the token from the page
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "whot_site.views.csrf_failure"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
LANGUAGE_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# --- Log: to the standard error, one line a fact --------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        # Django's own handlers print only under DEBUG or send mail: let its records reach the root.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
