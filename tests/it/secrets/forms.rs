//! Forms in which people paste a secret.

use super::chance::Chance;
use super::rules::Sample;

/// `{i}` is what it is for, `{s}` the secret.
pub(super) const SYNTAXES: &[&str] = &[
    "{I}_TOKEN={s}",
    "export {I}_API_KEY=\"{s}\"",
    "{I}_SECRET = '{s}'",
    "{\"{i}_token\": \"{s}\"}",
    "{\\n  \\\"{i}_key\\\": \\\"{s}\\\"\\n}",
    "{i}:\n  secret: {s}\n  region: eu",
    "{i}_token: |\n  {s}\nnext: 1",
    "{i}_token: >-\n  {s}\n",
    "<{i}Token>{s}</{i}Token>",
    "<{i}Token>\n    {s}\n</{i}Token>",
    "<entry key=\"{i}Token\" value=\"{s}\" />",
    "<key>{i}Token</key>\n<string>{s}</string>",
    "string {i}Token = \"{s}\";",
    "var {i}Token string = \"{s}\"",
    "{i}Token := `{s}`",
    "const {i}Token: string = '{s}';",
    "${i}Token .= \"{s}\"",
    "${i}Token ??= '{s}';",
    "{I}_TOKEN ?= \"{s}\"",
    "{I}_TOKEN :::= \"{s}\"",
    "\"{i}_token\" => \"{s}\",",
    "tool --{i}-token \"{s}\" --verbose",
    "tool --{i}-key={s} run",
    "curl -H 'X-{I}-Key: {s}' https://api.example",
    "https://api.example/v1?{i}_token={s}&page=2",
    "define('{I}_SECRET', '{s}');",
    "set({i}_token, \"{s}\")",
    "| {i} token | {s} |",
    "| name | value |\n|---|---|\n| {I}_TOKEN | `{s}` |",
    "- name: {I}_TOKEN\n  value: \"{s}\"",
    "- name: {I}_SECRET\n  value: {s}\n- name: PORT\n  value: 80",
    "{\"name\": \"{I}_TOKEN\", \"value\": \"{s}\"}",
    "name,token\n{i},{s}\n",
    "os.environ[\"{I}_TOKEN\"] = \"{s}\"",
    "{i}.token={s}",
    "set {I}_TOKEN \"{s}\"",
    "$env:{I}_TOKEN = \"{s}\"",
    "ENV {I}_TOKEN {s}",
];

/// What the lines of a file or of a quotation begin with.
pub(super) const PREFIXES: &[&str] =
    &["     1→", "> ", "# ", " * ", "+", "-", "// ", "    ", "| ", ">> ", "  12\t", "-- ", "; ", "12: "];

pub(super) fn filled(form: &str, service: &str, secret: &str) -> String {
    let loud = service.to_uppercase().replace('-', "_");
    form.replace("{i}", &service.replace('-', "_")).replace("{I}", &loud).replace("{s}", secret)
}

/// Half of it in the next line, and words behind it.
pub(super) fn wrapped(sample: &Sample) -> Vec<String> {
    let middle = floor(&sample.secret, sample.secret.len() / 2);
    let third = floor(&sample.secret, sample.secret.len() / 3);
    let with = |secret: String| sample.text.replacen(&sample.secret, &secret, 1);
    let (front, back) = sample.secret.split_at(middle);
    let (one, rest) = sample.secret.split_at(third);
    let (two, three) = rest.split_at(floor(rest, rest.len() / 2));
    vec![
        format!("{}\nand then", with(format!("{front}\n{back}"))),
        format!("it is {}\n\nand then", with(format!("{front}\n    {back}"))),
        with(format!("{front}\r\n{back}")),
        with(format!("{one}\n{two}\n{three}")) + "\nand that is all",
        with(format!("{front}\\\n{back}")),
    ]
}

/// Broken over lines that all begin alike.
pub(super) fn prefixed(sample: &Sample, prefix: &str) -> String {
    let (front, back) = sample.secret.split_at(floor(&sample.secret, sample.secret.len() / 2));
    let text = sample.text.replacen(&sample.secret, &format!("{front}\n{back}"), 1);
    let text = format!("the value is here\n{text}\nand so on");
    text.lines().map(|line| format!("{prefix}{line}\n")).collect()
}

pub(super) fn escaped(sample: &Sample, chance: &mut Chance) -> Vec<String> {
    let json = serde_json::to_string(&format!("first\n{}\nlast", sample.text)).unwrap();
    let twice = serde_json::to_string(&json).unwrap();
    let at = 1 + chance.below(sample.secret.len() - 2);
    let code = sample.secret.as_bytes()[at];
    let with = |piece: &str| {
        let secret = format!("{}{piece}{}", &sample.secret[..at], &sample.secret[at + 1..]);
        sample.text.replacen(&sample.secret, &secret, 1)
    };
    let url = percent(&sample.text);
    vec![
        format!("{{\"text\":{json}}}"),
        format!("{{\"text\":{twice}}}"),
        with(&format!("\\u{code:04x}")),
        with(&format!("%{code:02X}")),
        format!("https://x.example/?state={url}&n=1"),
    ]
}

/// A string of two pieces. What stands in quotes already is taken apart there.
pub(super) fn concatenated(service: &str, secret: &str) -> Vec<String> {
    let (front, back) = secret.split_at(floor(secret, secret.len() / 2));
    let form = |joint: &str| filled("{i}_token = \"{s}\"", service, &format!("{front}{joint}{back}"));
    vec![form("\" + \""), form("\" .\n   \""), form("\" \\\n   \""), form("\"\n   + \""), form("\" \"")]
}

fn percent(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let write = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(write).collect()
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
