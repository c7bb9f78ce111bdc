# One image for web server, worker and beat; docker-compose.yml says which is which.
FROM python:3.12 AS build
WORKDIR /build
COPY requirements.txt requirements-dev.txt ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements.txt
# The rules, compiled (docs/adr/0008): the same source, about twice as fast.
RUN awk '/^[a-z]/ {is_tool = /^(ast-serialize|librt|mypy|mypy-extensions|pathspec|setuptools|typing-extensions)==/} is_tool' \
        requirements-dev.txt > tools.txt \
    && python -m venv /tools && /tools/bin/pip install --no-cache-dir --no-deps --require-hashes --requirement tools.txt
COPY games games
COPY scripts/compile_games.py scripts/
RUN /tools/bin/python scripts/compile_games.py --in-place

# The Python interpreter for browsers, with which phones record games without a connection (docs/adr/0029).
FROM node:22-slim AS pyodide
COPY scripts/pyodide.sh /scripts/
RUN PYODIDE_DIR=/pyodide bash /scripts/pyodide.sh

FROM python:3.12-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data PYODIDE_DIR=/pyodide BIND=0.0.0.0:8000
RUN useradd --system --uid 10001 --home-dir /data --create-home kifu
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py ./
COPY --from=build /build/games games
COPY --from=build /build/*__mypyc*.so ./
COPY replays replays
COPY analytics analytics
COPY accounts accounts
COPY moderation moderation
COPY rooms rooms
COPY goryo_site goryo_site
COPY samples samples
COPY --from=pyodide /pyodide /pyodide
COPY docs/log-format*.md docs/api.md docs/
# The collected files are part of the image; the key is for this one command and stays nowhere.
RUN DATA_DIR=/app/var SECRET_KEY=only-to-collect-static-files python manage.py collectstatic --no-input --verbosity 0 \
    && mv /app/var/static /app/static && rm -rf /app/var
ENV STATIC_DIR=/app/static
USER kifu
VOLUME /data /dumps
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz/web', timeout=4)"]
CMD ["gunicorn", "--config", "python:goryo_site.runtime.gunicorn", "goryo_site.asgi"]
