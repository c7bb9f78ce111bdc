#!/usr/bin/env bash
# Runs the tests in lanes: SQLite always; PostgreSQL + Redis and Chromium where they are found.
# Says at the end which lanes ran, which did not and why. TEST_LANES=all makes a missing lane a failure.
#
# PostgreSQL: TEST_DATABASE_URL, else postgres://postgres@127.0.0.1:5432/postgres if it answers.
# Redis: TEST_REDIS_URL, else redis://127.0.0.1:6379/15 if it answers. Chromium: CHROMIUM, else what is on the PATH.
set -euo pipefail
cd "$(dirname "$0")/.."

py=.venv/bin/python
wanted=${TEST_LANES:-found}
jobs=${TEST_JOBS:-auto}
ran=() missing=() failed=()

lane() { # name, then pytest's arguments
    local name=$1 status=0 began=$SECONDS
    shift
    echo
    echo "=== $name ==="
    "$py" -m pytest -q "$@" || status=$?
    if [ "$status" -eq 0 ]; then ran+=("$name: passed, $((SECONDS - began)) s")
    elif [ "$status" -eq 5 ]; then failed+=("$name: no test was found")
    else failed+=("$name: failed")
    fi
}

answers() { # kind, URL
    "$py" - "$1" "$2" <<'PYTHON'
import sys

kind, url = sys.argv[1:]
if kind == "postgres":
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        sys.exit(str(error).strip().splitlines()[0])
else:
    import redis

    try:
        redis.Redis.from_url(url, socket_connect_timeout=3).ping()
    except redis.RedisError as error:
        sys.exit(str(error))
PYTHON
}

database=${TEST_DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres}
redis=${TEST_REDIS_URL:-redis://127.0.0.1:6379/15}
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}

lane "SQLite" -n "$jobs" --dist loadgroup -m "not browser and not redis and not postgres" "$@"

if why=$(answers postgres "$database" 2>&1) && why=$(answers redis "$redis" 2>&1); then
    # What knows no database (the rules, the log, the project's shape) has been run already.
    pure=(brute cases golden perft properties architecture)
    DATABASE_URL=$database REDIS_URL=$redis \
        lane "PostgreSQL + Redis" -n "$jobs" --dist loadgroup -m "not browser" \
        "${pure[@]/#/--ignore=tests/}" "$@"
else
    missing+=("PostgreSQL + Redis: $why")
fi

if [ -n "$chromium" ]; then
    CHROMIUM=$chromium lane "Chromium" -m browser "$@"
else
    missing+=("Chromium: not found on the PATH, and CHROMIUM does not name it")
fi

echo
echo "=== Lanes ==="
for line in "${ran[@]}"; do echo "ran      $line"; done
for line in "${missing[@]}"; do echo "did not  $line"; done
for line in "${failed[@]}"; do echo "FAILED   $line"; done
[ "${#failed[@]}" -eq 0 ]
if [ "$wanted" = all ] && [ "${#missing[@]}" -gt 0 ]; then
    echo "All lanes were asked for (TEST_LANES=all)."
    exit 1
fi
