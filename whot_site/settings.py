"""All settings, in one file, read from the environment (README.md lists the variables).

With an empty environment this is the embedded site: SQLite, one process, nothing to install. Each of
DATABASE_URL, REDIS_URL and CELERY_BROKER_URL moves one part to a real server; PRODUCTION demands them all.
"""

from datetime import timedelta
from pathlib import Path

import django
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
            "EMAIL_URL": env.str("EMAIL_URL", default=""),
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
    "games.coins",
    "games.road",
    "games.ratings",
    "games.leagues",
]

MIDDLEWARE = [
    # These three come first: their headers are on every answer, the refusals and files of the others included.
    "whot_site.middleware.SecurityHeadersMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whot_site.middleware.CompressionMiddleware",  # before WhiteNoise: its files too
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "whot_site.middleware.ReadableMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.coins.services.origins.OriginMiddleware",
]

ROOT_URLCONF = "whot_site.urls"
ASGI_APPLICATION = "whot_site.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Ours and the admin's, and no other app's: a page of allauth without a template of ours is an error.
        "DIRS": [BASE_DIR / "templates", Path(django.__file__).parent / "contrib" / "admin" / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.waiting.waiting",
                "accounts.views.asked.asked",
                "accounts.views.look.look",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static"],
        },
    }
]

# Requests that one process answers at the same time; each may hold a connection to the database.
WEB_THREADS = env.int("WEB_THREADS", default=4)

# --- Database -------------------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    # A transaction takes the write lock when it begins, and waits for it: none is lost to "database is locked".
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # NORMAL may lose the last commits at a power failure, never at a crash; FULL keeps those too, more slowly.
    "init_command": (
        f"PRAGMA journal_mode=WAL; PRAGMA synchronous={env.str('SQLITE_SYNCHRONOUS', default='NORMAL')};"
        " PRAGMA temp_store=MEMORY;"
    ),
}
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'whot.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"].setdefault("OPTIONS", {}).update(SQLITE_OPTIONS)
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    # A connection that a restarted database has forgotten is found out before it is used: one short question each time.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Statements are planned once a connection: that is an eighth of a move's time (benchmarks/move.py). A pooler that
    # gives each transaction another connection can't be put between; the site has a pool of its own.
    DATABASES["default"]["OPTIONS"] |= {"server_side_binding": True, "prepare_threshold": 2}
    # Threads share their connections, and a few more are for sockets.
    DATABASES["default"]["OPTIONS"].setdefault("pool", {"min_size": 1, "max_size": WEB_THREADS + 4, "timeout": 5})

# Bytes of the longest body that is read at all; most forms are held to DATA_UPLOAD_MAX_MEMORY_SIZE.
MOST_BODY = 8 * 1024 * 1024

# --- Pushes and tasks -----------------------------------------------------------------------------------

# What all our names in Redis begin with: several sites may share one.
KEY_PREFIX = env.str("KEY_PREFIX", default="whot")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "whot_site.layer.PublishingChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": KEY_PREFIX},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "whot_site.memory_layer.LoopSafeInMemoryChannelLayer"}}

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
    "forget freed names": {"task": "accounts.tasks.forget_freed_names", "schedule": timedelta(hours=24)},
}

# --- Games ----------------------------------------------------------------------------------------------

# Keys that seal the server seeds of games, the first for sealing, all for opening. Any texts; best kept apart from
# SECRET_KEY, from which they are taken when none is given.
SEED_KEYS = env.list("SEED_KEYS", default=[]) or [SECRET_KEY, *SECRET_KEY_FALLBACKS]
# Whether one person may sit at one table only, wherever it is.
GAMES_ONE_AT_A_TIME = env.bool("GAMES_ONE_AT_A_TIME", default=False)
# Moves that one person may try in a minute.
GAMES_MOVES_A_MINUTE = env.int("GAMES_MOVES_A_MINUTE", default=30)
# Seconds a computer player waits before it moves, drawn between these; and the row of slots in which it moves when it
# was not ready in time.
GAMES_BOT_PAUSE = (env.float("GAMES_BOT_PAUSE_LEAST", default=0.6), env.float("GAMES_BOT_PAUSE_MOST", default=1.6))
GAMES_BOT_SLOT = 0.3
# Seconds between two games of a match at fast tables, for a look at the result; at slow ones the next is dealt at once.
GAMES_MATCH_PAUSE = env.float("GAMES_MATCH_PAUSE", default=12)
# Lets the sweep end games however many end at once; see `manage.py sweep --dry-run` first, and take it away after.
SWEEP_OVERRIDE = env.bool("SWEEP_OVERRIDE", default=False)
CELERY_BEAT_SCHEDULE |= {
    # A sweep that waited longer than its interval is not worth running: the next one finds the same rows.
    "end turns and games whose time is over": {
        "task": "games.tasks.end_overdue",
        "schedule": timedelta(seconds=2),
        "options": {"expires": 10},
    },
    "deal the next games of matches": {
        "task": "games.tasks.deal_next_games",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 10},
    },
    "move for computer players": {
        "task": "games.tasks.move_bots",
        "schedule": timedelta(seconds=0.5),
        "options": {"expires": 10},
    },
    "remind of turns in slow games": {
        "task": "games.tasks.remind",
        "schedule": timedelta(seconds=15),
        "options": {"expires": 15},
    },
    "close tables that nobody started": {
        "task": "games.tasks.close_expired_tables",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "watch over the deals": {
        "task": "games.tasks.watch_deals",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    "run leagues": {
        "task": "games.leagues.tasks.run_leagues",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 10},
    },
    "check the results of leagues": {"task": "games.leagues.tasks.check_results", "schedule": timedelta(hours=24)},
    "check the ledger of coins": {"task": "games.coins.tasks.check_ledger", "schedule": timedelta(hours=1)},
    "check the Whot Road": {"task": "games.road.tasks.check", "schedule": timedelta(hours=24)},
    "forget old notices": {"task": "games.tasks.forget_old_notices", "schedule": timedelta(hours=24)},
    "work out ratings that are late": {
        "task": "games.ratings.tasks.settle",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 10},
    },
    "check all ratings": {"task": "games.ratings.tasks.check", "schedule": timedelta(hours=24)},
}

# --- Languages and time ---------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ms", "Bahasa Melayu")]
# The second: what Django and allauth say, in words of ours. As an app's, it would come behind those of Django's apps.
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "accounts" / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "whot_site.formats"
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
SECURE_REDIRECT_EXEMPT = [r"^healthz(/serving)?$"]  # a load balancer asks without TLS
SECURE_HSTS_SECONDS = 2 * 365 * 24 * 3600 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
# W005 and W021 ask for the same on every subdomain: only the owner of the domain can know that.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if env.bool("BEHIND_TLS_PROXY", default=False):
    # Only for a proxy that always sets this header itself: else anybody could claim to have come by TLS.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

COOKIE_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_ENGINE = "accounts.session_store"
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
# Where a file may come with the form: bytes of the longest body, by the path. The page itself says what is too long.
LONG_BODIES = {"/imported/": 2 * 1024 * 1024}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# --- People: sign-up, sign-in, names, mail (accounts/) ----------------------------------------------------

INSTALLED_APPS += [
    "accounts.control_config.ControlConfig",  # django.contrib.admin, with our own site
    "allauth",
    "allauth.account",
    "allauth.mfa",
]
MIDDLEWARE += ["allauth.account.middleware.AccountMiddleware", "accounts.middleware.PeopleMiddleware"]
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ADMIN_PATH = env.str("ADMIN_PATH", default="control/").strip("/") + "/"

# The counts of the rate limits: shared by all processes in production.
if REDIS_URL:
    from redis.backoff import NoBackoff  # 6 MB that the embedded site has no use for
    from redis.retry import Retry

    CACHES = {
        "default": {
            "BACKEND": "accounts.counting_cache.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": KEY_PREFIX,
            # Somebody waits for an answer while it does not.
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 1)},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# Guests that may come from one address in an hour; a school or a club behind one address needs more.
GUESTS_AN_HOUR = env.int("GUESTS_AN_HOUR", default=30)
# Sockets that people who are not signed in may have open from one address; who is signed in has six.
SOCKETS_AN_ADDRESS = env.int("SOCKETS_AN_ADDRESS", default=60)
# How many proxies of our own stand before the site: only then is X-Forwarded-For believed, and only that deep.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

# The embedded site prints its mail; production sends it: EMAIL_URL=smtp+tls://user:password@host:587
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10
# Who is told when a game had to be stopped: addresses, with commas between them.
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]
# Where the links in mails lead that no request asked for. `manage.py play` puts where it listens in place of LOCAL_URL.
LOCAL_URL = "http://localhost:8000"
SITE_URL = env.str("SITE_URL", default="") or (f"https://{ALLOWED_HOSTS[0]}" if PRODUCTION else LOCAL_URL)
SITE_URL_GIVEN = PRODUCTION or bool(env.str("SITE_URL", default=""))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Whot <no-reply@localhost>")

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm", "login": "accounts.forms.LoginForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
# Who has not confirmed the address may play, but not stake. `strict`: signing up with an address that has an
# account answers as any other sign-up does; its owner is told by mail.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
# Links in mails work for an hour.
PASSWORD_RESET_TIMEOUT = 3600
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1 / 24
# The 6th wrong password for one account within 5 minutes waits, and the 11th from one address within a minute.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/300s/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/180s/key",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Whot"
MFA_FORMS = {"activate_totp": "accounts.forms.ActivateTOTPForm"}
MFA_RECOVERY_CODE_COUNT = 10

KNOWN_DEVICE_COOKIE_NAME = f"{COOKIE_PREFIX}device"
# Written by a script of ours, so not HttpOnly; holds the name of a time zone and nothing else.
TIME_ZONE_COOKIE_NAME = "time_zone"

# --- Log: to the standard error, one line a fact --------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"class": "whot_site.logs.Line", "format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "filters": {"one_line": {"()": "whot_site.logs.OneLine"}, "malformed": {"()": "whot_site.logs.Malformed"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        # Django's own handlers print only under DEBUG or send mail: let its records reach the root. Its chatter below
        # a warning writes out whole pages' contents and rows, hands among them, and stays off whatever LOG_LEVEL is.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A stranger's malformed request is answered 400 and is worth a line, not a traceback.
        "django.request": {"filters": ["malformed"]},
        "django.security.SuspiciousOperation": {"filters": ["one_line"]},
        "django.security.TooManyFieldsSent": {"filters": ["one_line"]},
        "django.security.RequestDataTooBig": {"filters": ["one_line"]},
        "django.security.DisallowedHost": {"filters": ["one_line"]},
    },
}
