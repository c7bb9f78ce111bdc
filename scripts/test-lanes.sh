#!/usr/bin/env bash
# Runs the whole suite once, in lanes, and prints each lane's seconds.
#
# With PostgreSQL and Redis: everything on them, then on SQLite what differs there (marker `sqlite`).
# Without them: everything that needs neither on SQLite. Meanwhile, on SQLite: browser tests if Chromium is found, and the
# demo. These run in the background, so that no core waits for the last test, the disk or a page of another lane.
# The last lines list the lanes that ran, those that did not, and why. TEST_LANES=all makes a missing lane a failure.
#
# PostgreSQL: TEST_DATABASE_URL, else postgres://postgres@127.0.0.1:5432/postgres if it answers.
# Redis: TEST_REDIS_URL, else redis://127.0.0.1:6379/15 if it answers. Chromium: CHROMIUM, else what is on the PATH.
# TEST_JOBS: processes a lane (default: one per core).
set -euo pipefail
cd "$(dirname "$0")/.."

py=.venv/bin/python
required=${TEST_LANES:-found}
jobs=${TEST_JOBS:-auto}
ran=() missing=() failed=()
declare -A pids=()
work=$(mktemp -d)
trap stop EXIT
# Processes with SQLite share a migrated database (tests/support/migrated.py).
export TEST_MIGRATED=$work
# Each lane sets what it uses.
unset DATABASE_URL REDIS_URL

arguments() { # marker expression, the files that hold such tests, then more of pytest's arguments: sets `args`
    local markers=$1 files=$2
    shift 2
    args=(-q --durations=20 --durations-min=2 -m "$markers")
    # Arguments may name other files, so the lane's files are only a default.
    if [ "$#" -eq 0 ]; then read -ra args_files <<<"$files"; else args_files=("$@"); fi
    args+=("${args_files[@]}")
}

lane() { # name, then as for `arguments`
    local name=$1 status=0 start=$SECONDS
    shift
    arguments "$@"
    echo
    echo "=== $name ==="
    "$py" -m pytest -n "$jobs" "${args[@]}" || status=$?
    note "$name" "$status" "$((SECONDS - start))"
}

begin() { # name, processes, then as for `arguments`: starts a lane in the background
    local name=$1 processes=$2
    shift 2
    arguments "$@"
    "$py" -m pytest -n "$processes" "${args[@]}" >"$work/$name" 2>&1 &
    pids[$name]=$!
}

finish() { # name: waits for a lane in the background, and prints what it printed
    local name=$1 status=0
    echo
    echo "=== $name (in the background) ==="
    wait "${pids[$name]}" || status=$?
    unset "pids[$name]"
    cat "$work/$name"
    note "$name, in the background" "$status" "$(grep -oE 'in [0-9]+' "$work/$name" | tail -n 1 | tr -dc 0-9)"
}

stop() { # ends what still runs
    if [ "${#pids[@]}" -gt 0 ]; then kill "${pids[@]}" 2>/dev/null || true; fi
    rm -rf "$work"
}

note() { # name, pytest's exit status, seconds
    local name=$1 status=$2 seconds=$3
    case $status in
        0) ran+=("$name: passed, $seconds s") ;;
        5) missing+=("$name: no test was found") ;;
        *) failed+=("$name: failed, $seconds s") ;;
    esac
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
# The shell without windows opens pages in half the processor time.
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || command -v google-chrome || true)}

# Else each process would compile the site and rewrite all tests by itself.
if ! compgen -G "tests/__pycache__/conftest.*-pytest-*.pyc" >/dev/null; then
    "$py" -m pytest -q --collect-only tests >/dev/null || true
fi

# The demo mostly waits for its one worker.
begin Demo 0 embedded "$(grep -rl --include='test_*.py' 'mark\.embedded' tests | tr '\n' ' ')" "$@"
if [ -n "$chromium" ]; then
    CHROMIUM=$chromium begin Chromium "$jobs" browser tests/e2e "$@"
else
    missing+=("Chromium: not found on the PATH, and CHROMIUM is not set")
fi

if reason=$(answers postgres "$database" 2>&1) && reason=$(answers redis "$redis" 2>&1); then
    # A test database need not survive a power cut, so commits do not wait for the disk.
    PGOPTIONS="-c synchronous_commit=off" DATABASE_URL=$database REDIS_URL=$redis lane "PostgreSQL + Redis" "not browser and not embedded" tests "$@"
    marked=$(grep -rl --include='test_*.py' 'mark\.sqlite' tests | tr '\n' ' ')
    TEST_SQLITE_IN_TURN=1 lane "SQLite, where it differs" "sqlite and not embedded and not redis and not postgres" "$marked" "$@"
else
    lane "SQLite, the whole suite" "not browser and not embedded and not redis and not postgres" tests "$@"
    missing+=("PostgreSQL + Redis: $reason. The whole suite ran on SQLite instead.")
fi

if [ -n "$chromium" ]; then finish Chromium; fi
finish Demo

echo
echo "=== Lanes ==="
for line in "${ran[@]}"; do echo "ran      $line"; done
for line in "${missing[@]}"; do echo "did not  $line"; done
for line in "${failed[@]}"; do echo "FAILED   $line"; done
[ "${#failed[@]}" -eq 0 ]
if [ "$required" = all ] && [ "${#missing[@]}" -gt 0 ]; then
    echo "TEST_LANES=all requires every lane."
    exit 1
fi
