#!/usr/bin/env bash
# Installs the Python interpreter for browsers (Pyodide, docs/adr/0029) into var/pyodide: the site serves it to phones that
# record games without a connection. The package is pinned, and refused if its digest is another one. Needs npm; without
# it the site works, and does not offer to record without a connection.
set -euo pipefail

VERSION=0.29.3
INTEGRITY=sha512-22UBuhOJawj7vKUnS7/F3xK+515LJdjiMAHoCfuS6/PbHiOrSQVnYwDe+2sbVwiOZ3sMMexdXICew6NqOMQGgA==
FILES="pyodide.mjs pyodide.asm.js pyodide.asm.wasm python_stdlib.zip pyodide-lock.json"

folder=${PYODIDE_DIR:-var/pyodide}
target=$folder/$VERSION
if [ -e "$target/pyodide-lock.json" ]; then
    exit 0
fi
if ! command -v npm >/dev/null; then
    echo "npm was not found, so games can't be recorded without a connection. Install npm, then run: make pyodide" >&2
    exit "${PYODIDE_MISSING:-0}"
fi

echo "Installing Pyodide $VERSION ..."
mkdir -p "$folder"
draft=$(mktemp -d "$folder/.draft.XXXXXX")
trap 'rm -rf "$draft"' EXIT
npm pack "pyodide@$VERSION" --silent --pack-destination "$draft" >/dev/null
archive=$draft/pyodide-$VERSION.tgz
found=$(node -e 'const data = require("fs").readFileSync(process.argv[1]);
  console.log("sha512-" + require("crypto").createHash("sha512").update(data).digest("base64"));' "$archive")
if [ "$found" != "$INTEGRITY" ]; then
    echo "The package pyodide $VERSION has the digest $found instead of $INTEGRITY. Nothing was installed." >&2
    exit 1
fi
mkdir "$draft/files"
for name in $FILES; do
    tar -xzf "$archive" -C "$draft/files" --strip-components=1 --no-same-owner "package/$name"
    chmod 644 "$draft/files/$name"
    gzip -9 --keep "$draft/files/$name"
done
# Another process may have done the same: then its folder stays.
mv -T "$draft/files" "$target" 2>/dev/null || [ -e "$target/pyodide-lock.json" ]
