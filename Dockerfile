# The bot as an image, with what PostgreSQL and the figures need. How to run it: docs/hosting.md.
# One stage: every package comes as a wheel, so that nothing to build with is left behind.
FROM python:3.11.14-slim-bookworm@sha256:65a93d69fa75478d554f4ad27c85c1e69fa184956261b4301ebaf6dbb0a3543d

WORKDIR /app
COPY requirements.txt requirements-extras.txt ./
RUN pip install --no-cache-dir --root-user-action=ignore --only-binary=:all: --require-hashes \
        -r requirements.txt -r requirements-extras.txt
COPY LICENSE ./
COPY bot bot
COPY cogs cogs
# Nothing is written below /app later, also no bytecode.
RUN python -m compileall -q bot cogs && install -d -o 10001 -g 10001 -m 700 /data

USER 10001:10001
VOLUME /data
ENV DATABASE_URL=sqlite:////data/cats.db METRICS_PORT=9000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['METRICS_PORT'] + '/live', timeout=8)"]
CMD ["python", "-m", "bot"]
