# The image of all processes of the site; compose.yaml says which runs what.
FROM python:3.13-slim

# pg_dump for backups, as new as the server: Debian's own may be older.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-common ca-certificates \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
    && apt-get install -y --no-install-recommends postgresql-client-18 && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 whot
WORKDIR /srv/whot
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
# Files named by their content; the variables are only there so that the settings can be read.
RUN PRODUCTION=1 SECRET_KEY=unused ALLOWED_HOSTS=unused DATABASE_URL=postgresql://unused/unused \
    REDIS_URL=redis://unused EMAIL_URL=dummymail:// STATIC_ROOT=/srv/static python manage.py collectstatic --no-input
RUN python -m compileall -q .
USER whot
ENV PRODUCTION=1 STATIC_ROOT=/srv/static PYTHONUNBUFFERED=1
EXPOSE 8000
CMD ["python", "-m", "whot_site.web", "--host", "0.0.0.0", "--port", "8000"]
