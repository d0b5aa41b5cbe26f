#!/bin/sh
# Rescore an archive of submissions and compare the new reports with the stored ones, byte for byte.
#
#   rescore.sh [ARCHIVE]
#
# ARCHIVE (default: the one beside this script) holds a folder for each submission:
#   cmd      the command line, run in a copy of in/
#   in/      key, submission, configuration
#   stdout   what the scorer printed then
#   exit     the exit status that it ended with, if that was not 0
#   out/     the report files that it wrote then, if any
#
# Prints a line for each submission, and of one that differs what the scorer complained of; exit status 1 if a report or
# an exit status differs or a folder is no submission, 2 if there is nothing to rescore.

set -u
here=$(cd "$(dirname "$0")" && pwd)
archive=$(cd "${1:-$here/archive}" && pwd) || exit 2
PATH=$here/../bin:$here/../.venv/bin:$PATH
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
scored=no
differing=0

for submission in "$archive"/*/; do
    if [ ! -f "$submission/cmd" ]; then
        echo "rescore.sh: $submission holds no file cmd; name an archive of submissions" >&2
        differing=1
        continue
    fi
    scored=yes
    name=$(basename "$submission")
    rm -rf "$work/run" && cp -R "$submission/in" "$work/run"
    if [ -d "$submission/out" ]; then
        (cd "$submission/out" && find . -type f) >"$work/reports"
    else
        : >"$work/reports"
    fi
    while IFS= read -r report; do # an old report shall not be taken for a new one
        [ ! -f "$work/run/$report" ] || : >"$work/run/$report"
    done <"$work/reports"

    (cd "$work/run" && sh "$submission/cmd") >"$work/stdout" 2>"$work/stderr" </dev/null
    status=$?
    wanted=0
    [ ! -f "$submission/exit" ] || wanted=$(cat "$submission/exit")

    verdict=identical
    if [ "$status" != "$wanted" ]; then
        echo "exit status $status, then $wanted" >>"$work/stderr"
        verdict=DIFFERENT
    fi
    cmp "$submission/stdout" "$work/stdout" || verdict=DIFFERENT
    while IFS= read -r report; do
        cmp "$submission/out/$report" "$work/run/$report" || verdict=DIFFERENT
    done <"$work/reports"
    if [ $verdict = DIFFERENT ]; then
        differing=1
        cat "$work/stderr" >&2
    fi
    printf '%-24s %s\n' "$name" $verdict
done
[ $scored = yes ] || exit 2
exit $differing
