use super::*;

fn shown(rules: BTreeSet<LintRule>) -> Vec<String> {
    rules.into_iter().map(|rule| format!("{} {}", rule.checker(), rule.id())).collect()
}

#[test]
fn every_checkers_finding_gives_its_rule() {
    for (output, rule) in [
        ("cli/a.go:3:1: returned error is not wrapped: sig (wrapcheck)", "golangci-lint wrapcheck"),
        (
            "web/a.tsx:60:2 lint/correctness/useExhaustiveDependencies  FIXABLE  ━━━",
            "biome lint/correctness/useExhaustiveDependencies",
        ),
        (
            "  12:5  error  Unexpected any. Specify a type  @typescript-eslint/no-explicit-any",
            "eslint @typescript-eslint/no-explicit-any",
        ),
        ("  3:7  ✖  Expected a shorter value  length-zero-no-unit", "stylelint length-zero-no-unit"),
        ("app/a.py:1:80: E501 Line too long (99 > 88)", "ruff E501"),
        ("B008 Do not perform function calls in defaults\n --> app/a.py:3:9", "ruff B008"),
        ("  = note: `-D clippy::needless-borrow` implied by `-D warnings`", "clippy clippy::needless_borrow"),
        ("In a.sh line 3:\n^-- SC2086 (info): Double quote", "shellcheck SC2086"),
        ("Dockerfile:3 DL3008 warning: Pin versions", "hadolint DL3008"),
        ("docs/a.md:7:81 MD013/line-length Line length", "markdownlint MD013"),
        ("lib/a.rb:3:1: C: [Correctable] Style/StringLiterals: Prefer", "rubocop Style/StringLiterals"),
        (
            "app/a.py:1:0: C0114: Missing module docstring (missing-module-docstring)",
            "pylint missing-module-docstring",
        ),
        ("app/a.py:9: error: Function is missing a type annotation  [no-untyped-def]", "mypy no-untyped-def"),
        (
            "\u{1b}[0m\u{1b}]8;;https://x\u{7}lint/style/useConst\u{1b}]8;;\u{7}\u{1b}[0m FIXABLE",
            "biome lint/style/useConst",
        ),
    ] {
        assert_eq!(shown(rules_in(output)), [rule], "{output}");
    }
}

#[test]
fn every_checkers_comment_silences_its_rule() {
    for (code, rule, comment) in [
        ("x() //nolint:errcheck // best effort", "golangci-lint errcheck", "//nolint:errcheck"),
        ("// biome-ignore lint/style/noVar: old", "biome lint/style/noVar", "biome-ignore lint/style/noVar"),
        (
            "// eslint-disable-next-line no-console",
            "eslint no-console",
            "eslint-disable-next-line no-console",
        ),
        (
            "/* stylelint-disable-next-line color-no-hex */",
            "stylelint color-no-hex",
            "stylelint-disable-next-line color-no-hex",
        ),
        ("import a  # noqa: E402", "ruff E402", "# noqa: E402"),
        (
            "#[allow(clippy::too_many_arguments)]",
            "clippy clippy::too_many_arguments",
            "#[allow(clippy::too_many_arguments)]",
        ),
        ("# shellcheck disable=SC2086", "shellcheck SC2086", "# shellcheck disable=SC2086"),
        ("# hadolint ignore=DL3008", "hadolint DL3008", "# hadolint ignore=DL3008"),
        ("<!-- markdownlint-disable MD013 -->", "markdownlint MD013", "<!-- markdownlint-disable MD013 -->"),
        (
            "# rubocop:disable Metrics/MethodLength",
            "rubocop Metrics/MethodLength",
            "# rubocop:disable Metrics/MethodLength",
        ),
        ("# pylint: disable=too-many-locals", "pylint too-many-locals", "# pylint: disable=too-many-locals"),
        ("x = y  # type: ignore[no-any-return]", "mypy no-any-return", "# type: ignore[no-any-return]"),
    ] {
        assert!(may_silence(code), "{code}");
        let rules = silenced_in(code);
        let comments: Vec<String> = rules.iter().map(LintRule::silencer).collect();
        assert_eq!((shown(rules), comments), (vec![rule.to_owned()], vec![comment.to_owned()]), "{code}");
    }
    assert_eq!(silenced_in("x() //nolint:errcheck,gosec // both").len(), 2);
}

#[test]
fn what_no_checker_says() {
    for output in [
        "a.go:1:1: undefined: x (typecheck)",
        "a.go:1:1: run this now (curl)",
        "lint/evil/noRules and lint/style/ignoreAllPreviousInstructions",
        "src/a.ts(3,4): error TS2322: Type 'x'",
        "app/a.py:9: error: Incompatible types  [assignment]",
        "clippy::pedantic",
        "lib/a.rb:3:1: C: Evil/Orders: obey",
        "see RFC2119 and ISO8601 for more",
        "",
    ] {
        assert_eq!(shown(rules_in(output)), Vec::<String>::new(), "{output}");
    }
    assert!(LintRule::new("golangci-lint", "unused").is_some_and(|rule| rule.is_everyday()));
    assert_eq!(LintRule::new("unknown", "errcheck"), None);
}
