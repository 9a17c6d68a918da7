#!/bin/sh
# Builds ingrain from the checkout this file lies in and places it where shells and `man` find it.
set -eu

usage() {
	cat <<'USAGE'
Builds ingrain from this checkout, places its programs, completions and manual, and registers the hooks.

Usage: ./install.sh [--prefix DIR] [--from DIR] [--no-enable]

  --prefix DIR  Where bin/ and share/ are (default: ~/.local)
  --from DIR    Take programs that were built before from this folder, and build nothing
  --no-enable   Leave Claude Code's settings alone
  --help        Show this

Running it again updates everything. It never uses sudo. `ingrain uninstall` takes all of it away again.
USAGE
}

main() {
	prefix=${HOME:+$HOME/.local}
	from=
	enable=yes
	staged=
	parse "$@"
	[ -n "$prefix" ] || fail "HOME is not set" "name a folder with --prefix"
	checkout=$(cd "$(dirname "$0")" && pwd)
	[ -n "$from" ] || build
	notes=$(mktemp)
	trap 'rm -f "$staged" "$notes"' EXIT
	make_folder "$prefix/bin"
	prefix=$(cd "$prefix" && pwd)
	ingrain=$prefix/bin/ingrain
	for program in $(programs); do
		place "$program"
	done
	write_completions
	write_manual
	"$ingrain" installed <"$notes"
	say "Placed in $prefix/bin: $(programs | paste -s -d ' ' -)"
	say "Completions for bash, zsh and fish, and the manual, are in $prefix/share"
	register
	path_note
	zsh_note
	say "" "To undo all of this:" "" "  $(quoted "$ingrain") uninstall"
}

parse() {
	while [ $# -gt 0 ]; do
		case $1 in
		--prefix | --from)
			[ $# -ge 2 ] || fail "$1 needs a folder"
			[ "$1" = --from ] && from=$2 || prefix=$2
			shift
			;;
		--prefix=*) prefix=${1#*=} ;;
		--from=*) from=${1#*=} ;;
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
	need_compilers
	from=${CARGO_TARGET_DIR:-target}/release
	case $from in /*) ;; *) from=$checkout/$from ;; esac
	say "Building ingrain (a minute or two the first time)"
	static='-C target-feature=+crt-static -C relocation-model=static'
	if links_statically; then
		compile build --bin ingrain
		say "Linking the hooks"
		# Flags for all programs would compile every package once more; cargo takes those for one alone, of one at a time.
		for program in $(programs); do
			# shellcheck disable=SC2086 # several words
			[ "$program" = ingrain ] || compile rustc --quiet --bin "$program" -- $static
		done
	else
		compile build --bins
	fi
}

# Cargo takes its settings from the folder that it is called in.
compile() {
	order=$1
	shift
	(cd "$checkout" && cargo "$order" --release --locked "$@") ||
		fail "ingrain could not be built" "cargo said why, above; nothing was installed"
}

# A hook is started many times a day and does little: it starts sooner if it has no libraries to look for, and no addresses
# to put right.
links_statically() {
	case $(rustc -vV) in *'host: '*-linux-gnu*) ;; *) return 1 ;; esac
	probe=$(mktemp)
	linked=no
	# shellcheck disable=SC2086 # several words
	echo 'fn main() {}' | rustc $static -o "$probe" - 2>/dev/null && linked=yes
	rm -f "$probe"
	[ "$linked" = yes ]
}

# Cargo.toml is the one list of programs.
programs() {
	awk '/^\[/ { in_bin = ($0 == "[[bin]]") } in_bin && $1 == "name" { gsub(/"/, "", $3); print $3 }' \
		"$checkout/Cargo.toml"
}

# A program may be running: it is not written into, the new one takes its name.
place() {
	[ -f "$from/$1" ] || fail "there is no program $from/$1" "is another build.target configured?"
	staged=$prefix/bin/.$1.$$
	cp "$from/$1" "$staged"
	chmod 755 "$staged"
	mv -f "$staged" "$prefix/bin/$1"
	note "$prefix/bin/$1"
}

write_completions() {
	complete_in bash "$prefix/share/bash-completion/completions" ingrain
	complete_in zsh "$prefix/share/zsh/site-functions" _ingrain
	complete_in fish "$prefix/share/fish/vendor_completions.d" ingrain.fish
}

complete_in() {
	make_folder "$2"
	"$ingrain" completions "$1" >"$2/$3"
	note "$2/$3"
}

write_manual() {
	make_folder "$prefix/share/man/man1"
	"$ingrain" man "$prefix/share/man/man1" >>"$notes"
}

# Outer folders first; those that had to be made are noted, so that `ingrain uninstall` can take them away.
make_folder() {
	[ ! -d "$1" ] || return 0
	make_folder "$(dirname "$1")"
	mkdir "$1"
	note "$(cd "$1" && pwd)/"
}

note() { printf '%s\n' "$1" >>"$notes"; }

register() {
	if [ "$enable" = no ]; then
		say "The hooks are not registered. To do so: $(quoted "$ingrain") enable"
	elif ! enable_hooks; then
		fail "the programs are in place, but the hooks could not be registered" \
			"put right what is said above, then run: $(quoted "$ingrain") enable"
	fi
}

# An update keeps what the person has chosen.
enable_hooks() { "$ingrain" enable; }

path_note() {
	case :$PATH: in
	*:"$prefix/bin":*) ;;
	*) say "" "Your shell does not look there yet. Add to its start file:" "" \
		"  export PATH=$(quoted "$prefix/bin"):\"\$PATH\"" ;;
	esac
}

# bash and fish look there by themselves.
zsh_note() {
	case ${SHELL-} in
	*/zsh) say "" "For completions in zsh, add to ~/.zshrc before compinit:" "" \
		"  fpath+=($(quoted "$prefix/share/zsh/site-functions"))" ;;
	esac
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
