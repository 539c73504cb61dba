#!/bin/sh
# Installs a version of the shop and starts it; rolls back when it does not start (docs/deployment.md). As root:
# update.sh VERSION (a tag, a branch of origin or a commit). Exit status 0: it runs. 1: the old version runs. 2: neither
# runs.
set -eu

[ $# -eq 1 ] || { echo "Usage: $0 VERSION (a tag, a branch or a commit)" >&2; exit 1; }
base=${BASE:-/opt/campus-style}
state=${STATE:-/var/lib/campus-style}
patience=${PATIENCE:-180} # seconds for migrations and the start
user=campus-style
unit=campus-style
set -a
# shellcheck source=scripts/deploy/shop.env
. "${SETTINGS:-/etc/campus-style/shop.env}"
set +a
stamp=$(date -u +%Y%m%dT%H%M%SZ)
file=$state/before-update/$stamp.tar.gz

say() { echo "$(date -u +%T) $*"; }
as_user() { runuser -u "$user" -- env HOME="$base" "$@"; }
# A task of package.json in a release: task FOLDER NAME [FILE]
task() { (cd "$1" && shift && as_user node scripts/run.mjs "$@"); }
point() { ln -sfn "$1" "$base/current"; }

# Starts the unit; fails when it exited twice or is not ready within $patience.
start() {
  systemctl start "$unit"
  end=$(($(date +%s) + patience))
  while [ "$(date +%s)" -lt "$end" ]; do
    curl -fsS -o /dev/null "http://127.0.0.1:$PORT/ready" 2>/dev/null && return 0
    [ "$(systemctl show -P NRestarts "$unit")" -lt 2 ] || break
    sleep 1
  done
  systemctl stop "$unit"
  return 1
}

# When the old version does not start, the new version's migrations were applied to the data: restore the backup from
# before.
restore() {
  if [ -n "${DATABASE_URL:-}${STORAGE_BUCKET_URL:-}" ]; then
    say "The shop is stopped. $old needs its database and bucket of before: restore $file into empty ones." >&2
    exit 2
  fi
  say "The data were migrated. Restoring $file; what was there stays in $DATA_DIR.$stamp"
  mv "$DATA_DIR" "$DATA_DIR.$stamp"
  task "$old" restore "$file" resume || {
    say "Restoring failed: the shop is stopped, and its data lie in $DATA_DIR.$stamp" >&2
    exit 2
  }
  [ ! -d "$DATA_DIR.$stamp/backups" ] || mv "$DATA_DIR.$stamp/backups" "$DATA_DIR/backups"
}

say "Fetching $1"
as_user git -C "$base/repository" fetch --quiet --tags --prune origin
commit=$(as_user git -C "$base/repository" rev-parse --quiet --verify "origin/$1^{commit}" ||
  as_user git -C "$base/repository" rev-parse --verify "$1^{commit}")
new=$base/releases/$commit
old=$(readlink -f "$base/current" || true)
[ "$new" != "$old" ] || { say "$commit runs already"; exit 0; }
[ -d "$new" ] || as_user git -C "$base/repository" worktree add --quiet --detach "$new" "$commit"
say "Installing and building it beside the running shop"
task "$new" build

if [ ! -d "$old" ]; then
  point "$new"
  start || { say "It did not start: journalctl -u $unit" >&2; exit 2; }
  say "$commit runs"
  exit 0
fi

say "Stopping the shop, writing $file"
systemctl stop "$unit"
if ! task "$old" backup "$file"; then
  start || { say "No backup, and it does not start again: journalctl -u $unit" >&2; exit 2; }
  say "No backup, no update: the shop runs as before" >&2
  exit 1
fi
point "$new"
if start; then
  say "$commit runs. The way back: $0 $(basename "$old")"
  find "$state/before-update" -name '*.tar.gz' -mtime +14 -delete
  for release in "$base"/releases/*; do
    [ "$release" = "$new" ] || [ "$release" = "$old" ] ||
      as_user git -C "$base/repository" worktree remove --force "$release"
  done
  exit 0
fi

say "$commit did not start (journalctl -u $unit). Going back to $(basename "$old")" >&2
point "$old"
start || { restore && start; } || { say "The old version does not start either" >&2; exit 2; }
say "The shop runs as before" >&2
exit 1
