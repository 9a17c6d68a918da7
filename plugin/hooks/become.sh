# shellcheck shell=sh
# Sourced by the launchers. A plugin cannot ship a program for every machine, so each launcher finds the installed
# one and becomes it: no process of its own, nothing else on the way.

# A hook never fails a session, not even when the program found is for another machine: there the shell would end
# with an error, and bash would do so without its trap.
trap 'exit 0' EXIT
# shellcheck disable=SC3044
command -v shopt >/dev/null 2>&1 && shopt -s execfail

# Editors started from a desktop often have a short PATH, so the usual install folders are looked at as well.
become() {
	for folder in "${INGRAIN_BIN_DIR:-}" "" "${HOME:-}/.local/bin" "${CARGO_HOME:-${HOME:-}/.cargo}/bin"; do
		if [ -n "$folder" ]; then
			[ -x "$folder/$1" ] && exec "$folder/$1" 2>/dev/null
		elif command -v "$1" >/dev/null 2>&1; then
			exec "$1" 2>/dev/null
		fi
	done
}
