#!/usr/bin/env bash
# The off-site copy of a backup: `manage.py backup --keep 7 --then scripts/copy-elsewhere.sh`.
#
# Packs the folder of the backup into one file and stores it in BACKUP_TARGET: a folder (of another disk or a mounted
# share), or `user@host:folder` by ssh. With BACKUP_RECIPIENT the file is encrypted for this key of gpg: a backup
# contains e-mail addresses and the key of the site. A failure stops `--keep`, so no older backup is deleted.
set -euo pipefail

backup=${1:?the folder of a backup}
target=${BACKUP_TARGET:?a folder, or user@host:folder}
name=$(basename "$backup").tar.gz

pack() { tar --create --gzip --directory "$(dirname "$backup")" "$(basename "$backup")"; }
if [ -n "${BACKUP_RECIPIENT:-}" ]; then
    name=$name.gpg
    seal() { gpg --batch --yes --encrypt --recipient "$BACKUP_RECIPIENT"; }
else
    seal() { cat; }
fi

# The file gets its name when it is complete: a copy that was interrupted is never taken for a backup.
case $target in
*:*)
    folder=${target#*:}
    pack | seal | ssh -o BatchMode=yes "${target%%:*}" \
        "umask 077 && cat > $(printf %q "$folder/$name.partial") && mv $(printf %q "$folder/$name.partial") $(printf %q "$folder/$name")"
    ;;
*)
    umask 077
    pack | seal >"$target/$name.partial"
    mv "$target/$name.partial" "$target/$name"
    ;;
esac
