#!/bin/sh
# Used by infra/Dockerfile. Refuses a tag of another commit than that of the file HEAD in this folder.
#   sh check-build.sh 1.0.1-20261122-abc1234
# A tag without a commit, and files that are not from git, cannot be compared and are accepted.
set -eu
cd "$(dirname "$0")"

tag=$1
case "$tag" in
  *-src*) exit 0 ;;
  *-*-*) named=${tag%-changed} named=${named##*-} ;;
  *) exit 0 ;;
esac
[ -f HEAD ] || exit 0
commit=$(cat HEAD)
case "$commit" in
  'ref: '*)
    ref=${commit#ref: }
    if [ -f "$ref" ]; then
      commit=$(cat "$ref")
    elif [ -f packed-refs ]; then
      commit=$(sed -n "s| $ref\$||p" packed-refs)
    else
      exit 0
    fi
    ;;
esac
case "$commit" in
  "$named"*) exit 0 ;;
  *[!0-9a-f]* | '') exit 0 ;;
esac
echo "BURROW_TAG is $tag, but commit $(echo "$commit" | cut -c1-7) is being built." >&2
echo "Run 'sh infra/set-build.sh', then build again." >&2
exit 1
