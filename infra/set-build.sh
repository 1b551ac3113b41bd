#!/bin/sh
# Writes BURROW_TAG=<release>-<date>-<commit>, the image tag of this checkout, into .env. Run it after
# each `git pull`, before `docker compose build`.
#   sh infra/set-build.sh            into .env
#   sh infra/set-build.sh --print    to the terminal only
set -eu
cd "$(dirname "$0")/.."

release=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)

# Date and commit; '-changed' when files differ from it. Only a repository whose top is this folder counts.
by_commit() {
  [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ] || return 1
  build=$(TZ=UTC0 git log -1 --abbrev=7 --date=format-local:%Y%m%d --format=%cd-%h 2>/dev/null) || return 1
  [ -z "$(git status --porcelain -- apps packages migrations infra package.json pnpm-lock.yaml)" ] || build=$build-changed
}

# Without git: the day, and a checksum of what is built.
by_content() {
  sum=$(find apps packages migrations infra package.json pnpm-lock.yaml \
    \( -name node_modules -o -name dist \) -prune -o -type f -print 2>/dev/null |
    LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-8)
  build=$(date -u +%Y%m%d)-src$sum
}

by_commit || by_content
tag=$release-$build

if [ "${1:-}" = --print ]; then
  echo "$tag"
  exit 0
fi
if [ ! -e .env ]; then
  echo "There is no .env yet. Run 'sh infra/make-env.sh' first." >&2
  exit 1
fi
umask 077
next=$(mktemp .env.XXXXXX)
trap 'rm -f "$next"' EXIT
if grep -q '^BURROW_TAG=' .env; then
  sed "s|^BURROW_TAG=.*|BURROW_TAG=$tag|" .env > "$next"
else
  # The last line may lack a newline.
  cp .env "$next"
  printf '\nBURROW_TAG=%s\n' "$tag" >> "$next"
fi
# Overwrite the file, which keeps its owner.
cat "$next" > .env
echo "BURROW_TAG=$tag"
