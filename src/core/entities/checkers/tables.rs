//! One row per checker: the format of its findings, the ids it knows, and the comment that silences
//! it.

pub(super) struct Checker {
    pub(super) name: &'static str,
    /// A line of its output. The first group that matches is the id.
    pub(super) finding: &'static str,
    pub(super) is_id: fn(&str) -> bool,
    /// A comment that silences rules. The first group is the list of ids.
    pub(super) silenced: &'static str,
    /// The same comment with one id in place of `{}`.
    pub(super) silencer: &'static str,
}

pub(super) const CLIPPY: &str = "clippy";
pub(super) const LONGEST_ID: usize = 60;

/// Every silencing comment contains one of these.
pub(super) const MARKS: [&str; 7] = ["nolint", "-ignore", "disable", "noqa", "[allow(", "ignore[", "ignore="];

#[rustfmt::skip]
pub(super) const CHECKERS: [Checker; 12] = [
    Checker {
        name: "golangci-lint", finding: r"(?m)^\S+\.go:\d+(?::\d+)?: .*\(([a-z0-9]+)\)\s*$", is_id: is_go_linter,
        silenced: r"//\s?nolint:([a-z0-9,]+)", silencer: "//nolint:{}",
    },
    Checker {
        name: "biome", finding: r"\b(lint/[a-z0-9]+/[A-Za-z0-9]+)\b", is_id: is_biome,
        silenced: r"biome-ignore (lint/[a-z0-9]+/[A-Za-z0-9]+)", silencer: "biome-ignore {}",
    },
    Checker {
        name: "eslint", finding: r"(?m)^\s+\d+:\d+\s+(?:error|warning)\s+.+?\s{2,}([@a-z][a-z0-9@/-]*)\s*$", is_id: is_eslint,
        silenced: r"eslint-disable(?:-next-line|-line)?[ \t]+([@a-z][a-z0-9@/, -]*[a-z])", silencer: "eslint-disable-next-line {}",
    },
    Checker {
        name: "stylelint", finding: r"(?m)^\s+\d+:\d+\s+✖\s+.+?\s{2,}([a-z][a-z0-9/-]*)\s*$", is_id: is_stylelint,
        silenced: r"stylelint-disable(?:-next-line|-line)?[ \t]+([a-z][a-z0-9/, -]*[a-z])", silencer: "stylelint-disable-next-line {}",
    },
    Checker {
        name: "ruff", finding: r"(?m)^\S+\.pyi?:\d+:\d+: ([A-Z]{1,4}\d{3,4}) |^([A-Z]{1,4}\d{3,4}) .*\n\s*-->", is_id: is_coded,
        silenced: r"#\s*noqa:\s*([A-Z][A-Z0-9, ]+)", silencer: "# noqa: {}",
    },
    Checker {
        name: CLIPPY, finding: r"\b(clippy::[a-z][a-z_-]+)", is_id: is_clippy,
        silenced: r"#!?\[(?:allow|expect)\((clippy::[a-z][a-z_]+)", silencer: "#[allow({})]",
    },
    Checker {
        name: "shellcheck", finding: r"\b(SC\d{4})\b", is_id: is_coded,
        silenced: r"shellcheck disable=(SC[SC0-9,]+)", silencer: "# shellcheck disable={}",
    },
    Checker {
        name: "hadolint", finding: r"\b(DL\d{4})\b", is_id: is_coded,
        silenced: r"hadolint ignore=(DL[DL0-9,]+)", silencer: "# hadolint ignore={}",
    },
    Checker {
        name: "markdownlint", finding: r"(?m)^\S+\.md:\d+(?::\d+)? (?:error )?(MD\d{3})\b", is_id: is_coded,
        silenced: r"markdownlint-disable(?:-next-line|-line)? (MD[MD0-9 ]+)", silencer: "<!-- markdownlint-disable {} -->",
    },
    Checker {
        name: "rubocop", finding: r"(?m)^\S+\.rb:\d+:\d+: [CWEF]: (?:\[\w+\] )?([A-Z][A-Za-z]+/[A-Z][A-Za-z]+):", is_id: is_cop,
        silenced: r"rubocop:disable ([A-Z][A-Za-z/, ]+)", silencer: "# rubocop:disable {}",
    },
    Checker {
        name: "pylint", finding: r"(?m)^\S+\.py:\d+:\d+: [CRWEF]\d{4}: .*\(([a-z][a-z-]+)\)\s*$", is_id: is_pylint,
        silenced: r"pylint:\s*disable=([a-z][a-z,-]+)", silencer: "# pylint: disable={}",
    },
    Checker {
        name: "mypy", finding: r"(?m)^\S+\.pyi?:\d+(?::\d+)?: error: .*\[([a-z][a-z-]+)\]\s*$", is_id: is_mypy,
        silenced: r"type:\s*ignore\[([a-z][a-z, -]+)\]", silencer: "# type: ignore[{}]",
    },
];

fn is_go_linter(id: &str) -> bool {
    GO_LINTERS.split(' ').any(|linter| linter == id)
}

/// Rules that the checkers document, and those of widely used plugins. Ids are printed by a
/// repository's own tools, so an unlisted id is ignored.
const BIOME: &str = include_str!("ids/biome.txt");
const CLIPPY_LINTS: &str = include_str!("ids/clippy.txt");
const ESLINT: &str = include_str!("ids/eslint.txt");
const PYLINT: &str = include_str!("ids/pylint.txt");
const RUBOCOP: &str = include_str!("ids/rubocop.txt");
const STYLELINT: &str = include_str!("ids/stylelint.txt");

fn is_listed(list: &str, id: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == id)
}

fn is_biome(id: &str) -> bool {
    let groups =
        ["a11y", "complexity", "correctness", "nursery", "performance", "security", "style", "suspicious"];
    let named = id.strip_prefix("lint/").and_then(|rest| rest.split_once('/'));
    named.is_some_and(|(group, rule)| groups.contains(&group) && is_listed(BIOME, rule))
}

fn is_eslint(id: &str) -> bool {
    is_listed(ESLINT, id)
}

fn is_stylelint(id: &str) -> bool {
    is_listed(STYLELINT, id)
}

/// `E501`, `SC2086`, `MD013`.
fn is_coded(id: &str) -> bool {
    let digits = id.trim_start_matches(|c: char| c.is_ascii_uppercase());
    (1..=4).contains(&(id.len() - digits.len()))
        && (3..=4).contains(&digits.len())
        && digits.chars().all(|c| c.is_ascii_digit())
}

fn is_clippy(id: &str) -> bool {
    id.strip_prefix("clippy::").is_some_and(|name| is_listed(CLIPPY_LINTS, name))
}

fn is_cop(id: &str) -> bool {
    is_listed(RUBOCOP, id)
}

fn is_pylint(id: &str) -> bool {
    is_listed(PYLINT, id)
}

/// Only codes that a project chooses to be strict about; the others are plain type errors of work
/// in progress.
fn is_mypy(id: &str) -> bool {
    ["no-untyped-def", "no-untyped-call", "type-arg", "no-any-return", "import-untyped", "explicit-override"]
        .contains(&id)
}

pub(super) const EVERYDAY: &[&str] = &[
    "unused",
    "ineffassign",
    "gofmt",
    "gofumpt",
    "goimports",
    "gci",
    "whitespace",
    "lint/correctness/noUnusedVariables",
    "lint/correctness/noUnusedImports",
    "lint/correctness/noUndeclaredVariables",
    "lint/correctness/noUnusedFunctionParameters",
    "no-unused-vars",
    "no-undef",
    "prettier/prettier",
    "no-extra-semi",
    "@typescript-eslint/no-unused-vars",
    "unused-imports/no-unused-imports",
    "F401",
    "F811",
    "F821",
    "F841",
    "E999",
    "W291",
    "W293",
    "W391",
    "I001",
    "Lint/UselessAssignment",
    "unused-import",
    "unused-variable",
    "undefined-variable",
];

const GO_LINTERS: &str = "asasalint asciicheck bidichk bodyclose canonicalheader containedctx contextcheck copyloopvar cyclop \
    decorder depguard dogsled dupl dupword durationcheck err113 errcheck errchkjson errname errorlint exhaustive exhaustruct \
    exptostd fatcontext forbidigo forcetypeassert funlen gci ginkgolinter gochecknoglobals gochecknoinits gochecksumtype \
    gocognit goconst gocritic gocyclo godot godox goerr113 gofmt gofumpt goheader goimports gomnd gomoddirectives gomodguard \
    goprintffuncname gosec gosimple gosmopolitan govet grouper iface importas inamedparam ineffassign interfacebloat intrange \
    ireturn lll loggercheck maintidx makezero mirror misspell mnd musttag nakedret nestif nilerr nilnesserr nilnil nlreturn \
    noctx nolintlint nonamedreturns nosprintfhostport paralleltest perfsprint prealloc predeclared promlinter protogetter \
    reassign recvcheck revive rowserrcheck sloglint spancheck sqlclosecheck staticcheck stylecheck tagalign tagliatelle \
    testableexamples testifylint testpackage thelper tparallel unconvert unparam unused usestdlibvars usetesting varnamelen \
    wastedassign whitespace wrapcheck wsl zerologlint";
