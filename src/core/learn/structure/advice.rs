//! Advice for checkers' rules, after their documentation: how to write code that they accept. A
//! rule without advice is not shown, because its complaint alone does not help. Checkers that
//! bundle many rules under one id are not listed.

use crate::core::entities::checkers::LintRule;

#[rustfmt::skip]
const ADVICE: [(&str, &str); 50] = [
    ("bodyclose", "Close the body of every response"),
    ("containedctx", "Pass a context as a parameter, not in a struct"),
    ("contextcheck", "Pass on the context that the function was given"),
    ("cyclop", "Split functions with many branches"),
    ("depguard", "Import only the packages that the project allows"),
    ("dupl", "Share the code that two functions repeat"),
    ("err113", "Wrap a sentinel error, do not make one on the spot"),
    ("errcheck", "Handle every returned error"),
    ("errorlint", "Compare errors by what they wrap, and wrap them with the verb for it"),
    ("exhaustive", "Name every case of an enumeration in its switch"),
    ("exhaustruct", "Set every field of a struct literal"),
    ("forbidigo", "Use the function of the project in place of the forbidden one"),
    ("forcetypeassert", "Check the second result of a type assertion"),
    ("funlen", "Split long functions"),
    ("gochecknoglobals", "Keep state out of global variables"),
    ("gocognit", "Split functions that are hard to follow"),
    ("goconst", "Make a repeated string a constant"),
    ("gocyclo", "Split functions with many branches"),
    ("goerr113", "Wrap a sentinel error, do not make one on the spot"),
    ("intrange", "Range over an integer in loops that count"),
    ("ireturn", "Return concrete types, not interfaces"),
    ("lll", "Keep lines within the configured length"),
    ("maintidx", "Split functions that are long and branch much"),
    ("mnd", "Give numbers a name"),
    ("nestif", "Return early, do not nest conditions"),
    ("nilerr", "Return the error that was found, not nil"),
    ("nilnil", "Return a value or an error, not nil for both"),
    ("noctx", "Give requests and commands a context"),
    ("nolintlint", "Give every nolint its linter and a reason"),
    ("paralleltest", "Let every test and subtest run in parallel"),
    ("perfsprint", "Do not format what only has to be converted"),
    ("prealloc", "Allocate slices with the length that they will have"),
    ("thelper", "Mark test helpers as helpers in their first line"),
    ("tparallel", "Let every test and subtest run in parallel"),
    ("unparam", "Drop parameters and results that never vary"),
    ("usetesting", "Use the folder, environment and context that the test provides"),
    ("wrapcheck", "Wrap errors from other packages before returning them"),
    ("lint/a11y/useButtonType", "Give every button a type"),
    ("lint/correctness/useExhaustiveDependencies", "List everything that a hook uses in its dependencies"),
    ("react-hooks/exhaustive-deps", "List everything that a hook uses in its dependencies"),
    ("lint/suspicious/noArrayIndexKey", "Key list items by something other than their index"),
    ("lint/suspicious/noExplicitAny", "Give values a type, not any"),
    ("@typescript-eslint/no-explicit-any", "Give values a type, not any"),
    ("@typescript-eslint/no-floating-promises", "Await or handle every promise"),
    ("lint/style/noNonNullAssertion", "Check for null, do not assert that there is none"),
    ("BLE001", "Catch named exceptions, not all of them"),
    ("clippy::unwrap_used", "Handle errors, do not unwrap"),
    ("clippy::too_many_arguments", "Group parameters in a struct"),
    ("no-untyped-def", "Annotate the parameters and results of every function"),
    ("no-any-return", "Return a value of the declared type, not any"),
];

pub(super) fn advice(rule: &LintRule) -> Option<&'static str> {
    ADVICE.iter().find(|(id, _)| *id == rule.id()).map(|(_, advice)| *advice)
}
