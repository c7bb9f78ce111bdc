#!/usr/bin/env bash
# Makes .venv if need be and installs one pinned file into it. Uses uv where it is found, else pip. Both refuse a
# download whose hash is not in the file.
set -euo pipefail

requirements=$1

newest_python() {
    local name
    for name in python3.13 python3.12 python3.11 python3 python; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "Python 3.11 or newer is needed, and none of python3.13, python3.12, python3.11, python3 is one." >&2
    return 1
}

if [ ! -x .venv/bin/python ]; then
    python=$(newest_python)
    echo "Making .venv with $("$python" --version) ..."
    if ! "$python" -m venv .venv; then
        rm -rf .venv
        echo "On Debian and Ubuntu the module venv is in a separate package: apt install python3-venv" >&2
        exit 1
    fi
fi

echo "Installing $requirements ..."
if command -v uv >/dev/null; then
    VIRTUAL_ENV=$PWD/.venv uv pip install --quiet --require-hashes --requirement "$requirements"
else
    .venv/bin/python -m pip install --disable-pip-version-check --quiet --require-hashes \
        --requirement "$requirements"
fi
