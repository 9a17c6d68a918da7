#!/bin/sh
# Builds ingrain from the checkout this file lies in and places its programs where the shell finds them.
set -eu

usage() {
	cat <<'USAGE'
Builds ingrain from this checkout, places its programs and registers the hooks.

Usage: ./install.sh [--bin-dir DIR] [--no-enable]

  --bin-dir DIR  Where the programs go (default: ~/.local/bin)
  --no-enable    Place the programs only, and leave Claude Code's settings alone
  --help         Show this

Running it again updates the programs. It never uses sudo.
USAGE
}

main() {
	bin_dir=${HOME:+$HOME/.local/bin}
	enable=yes
	staged=
	parse "$@"
	[ -n "$bin_dir" ] || fail "HOME is not set" "name a folder with --bin-dir"
	checkout=$(cd "$(dirname "$0")" && pwd)
	target=${CARGO_TARGET_DIR:-$checkout/target}
	need_compilers
	build
	mkdir -p "$bin_dir"
	bin_dir=$(cd "$bin_dir" && pwd)
	trap 'rm -f "$staged"' EXIT
	for program in $(programs); do
		place "$program"
	done
	say "Placed in $bin_dir: $(programs | paste -s -d ' ' -)"
	register
	path_note
	say "" "To undo all of this:" "" "  $(undo_command)"
}

parse() {
	while [ $# -gt 0 ]; do
		case $1 in
		--bin-dir)
			[ $# -ge 2 ] || fail "--bin-dir needs a folder"
			bin_dir=$2
			shift
			;;
		--bin-dir=*) bin_dir=${1#*=} ;;
		--no-enable) enable=no ;;
		--help | -h)
			usage
			exit 0
			;;
		*) fail "there is no option $1" "./install.sh --help shows what there is" ;;
		esac
		shift
	done
}

need_compilers() {
	command -v cargo >/dev/null 2>&1 ||
		fail "cargo is missing, and ingrain is built from source" \
			"install Rust (rustup), open a new shell and run this again"
	command -v "${CC:-cc}" >/dev/null 2>&1 ||
		fail "a C compiler is missing, and the database that ingrain brings along is written in C" \
			"install gcc or clang, then run this again"
}

build() {
	say "Building ingrain (a few minutes the first time)"
	cargo build --release --locked --manifest-path "$checkout/Cargo.toml" --target-dir "$target" ||
		fail "ingrain could not be built" "cargo said why, above; nothing was installed"
}

# Cargo.toml is the one list of programs.
programs() {
	awk '/^\[/ { in_bin = ($0 == "[[bin]]") } in_bin && $1 == "name" { gsub(/"/, "", $3); print $3 }' \
		"$checkout/Cargo.toml"
}

# A program may be running: it is not written into, the new one takes its name.
place() {
	[ -f "$target/release/$1" ] || fail "cargo built no $target/release/$1" "is another build.target configured?"
	staged=$bin_dir/.$1.$$
	cp "$target/release/$1" "$staged"
	chmod 755 "$staged"
	mv -f "$staged" "$bin_dir/$1"
}

register() {
	if [ "$enable" = no ]; then
		say "The hooks are not registered. To do so: $(quoted "$bin_dir/ingrain") enable"
	elif ! enable_hooks; then
		fail "the programs are in place, but the hooks could not be registered" \
			"put right what is said above, then run: $(quoted "$bin_dir/ingrain") enable"
	fi
}

# An update keeps what the person has chosen.
enable_hooks() {
	case $("$bin_dir/ingrain" status --json 2>/dev/null) in
	*'"gates": true'*) "$bin_dir/ingrain" enable --gates ;;
	*) "$bin_dir/ingrain" enable ;;
	esac
}

path_note() {
	case :$PATH: in
	*:"$bin_dir":*) ;;
	*) say "" "Your shell does not look there yet. Add to its start file:" "" \
		"  export PATH=$(quoted "$bin_dir"):\"\$PATH\"" ;;
	esac
}

undo_command() {
	[ "$enable" = no ] || printf '%s disable && ' "$(quoted "$bin_dir/ingrain")"
	printf 'rm'
	for program in $(programs); do
		printf ' %s' "$(quoted "$bin_dir/$program")"
	done
}

# As a word that can be pasted into a shell.
quoted() {
	case $1 in
	*[!A-Za-z0-9_./-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
	*) printf '%s' "$1" ;;
	esac
}

say() { printf '%s\n' "$@"; }

fail() {
	printf 'error: %s\n' "$1" >&2
	[ $# -lt 2 ] || printf '\nhint: %s\n' "$2" >&2
	exit 1
}

main "$@"
