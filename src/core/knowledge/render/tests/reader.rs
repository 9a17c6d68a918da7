//! A strict reader of rendered files: the client's way to find the frontmatter, YAML's way to read
//! a quoted value, and CommonMark's way to see blocks.

type Fields = Vec<(String, String)>;

/// The fields, in order and unparsed, and the body.
pub(super) fn frontmatter(text: &str) -> Result<(Fields, &str), String> {
    let rest = text.strip_prefix("---\n").ok_or("does not begin with frontmatter")?;
    // The client ends it at the first three hyphens, even within a line.
    let end = rest.find("---").ok_or("frontmatter does not end")?;
    let body = rest[end..].strip_prefix("---\n\n").ok_or("frontmatter ends within a line")?;
    let lines = rest[..end].lines().filter(|line| !line.starts_with("# "));
    let fields = lines.map(|line| {
        let (name, value) = line.split_once(": ").ok_or_else(|| format!("no field: {line}"))?;
        Ok((name.to_owned(), value.to_owned()))
    });
    Ok((fields.collect::<Result<_, String>>()?, body))
}

/// A double-quoted YAML scalar.
pub(super) fn unquoted(value: &str) -> Result<String, String> {
    let inner = value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).ok_or("not quoted")?;
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return Err("quote within".to_owned()),
            '\\' => out.push(escaped(&mut chars)?),
            '\u{20}'..='\u{7E}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'.. => {
                out.push(c)
            }
            c => return Err(format!("not printable: {c:?}")),
        }
    }
    Ok(out)
}

fn escaped(chars: &mut std::str::Chars<'_>) -> Result<char, String> {
    match chars.next() {
        Some('\\') => Ok('\\'),
        Some('"') => Ok('"'),
        Some('x') => take_hex(chars, 2),
        Some('u') => take_hex(chars, 4),
        other => Err(format!("unknown escape {other:?}")),
    }
}

fn take_hex(chars: &mut std::str::Chars<'_>, digits: usize) -> Result<char, String> {
    let code: String = chars.by_ref().take(digits).collect();
    u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).ok_or(format!("bad code {code}"))
}

/// The block that each non-empty line opens: `#`, `>`, `1.`, or `p` for a paragraph. List items
/// must open nothing further.
pub(super) fn blocks(body: &str) -> String {
    body.lines().filter(|line| !line.is_empty()).map(block).collect::<Vec<_>>().join(" ")
}

fn block(line: &str) -> String {
    let first = line.split(' ').next().unwrap_or_default();
    let number =
        first.strip_suffix(['.', ')']).filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if number.is_some() && line.len() > first.len() {
        let item = block(&line[first.len() + 1..]);
        return if item == "p" { first.to_owned() } else { format!("{first}{item}") };
    }
    let is_rule = |c: char| line.starts_with(c) && line.chars().all(|d| d == c || d == ' ');
    match first {
        _ if is_rule('-') || is_rule('*') || is_rule('_') => "rule".to_owned(),
        "#" | "##" | "###" | "####" | "#####" | "######" | ">" | "-" | "*" | "+" => first.to_owned(),
        _ if line.starts_with("```") || line.starts_with("~~~") => "fence".to_owned(),
        _ if line.starts_with('<') && opens_markup(line) => "html".to_owned(),
        _ if line.starts_with('[') && line.contains("]:") => "definition".to_owned(),
        _ => "p".to_owned(),
    }
}

/// Whether a line opens a tag, a comment or an image outside code.
pub(super) fn opens_markup(line: &str) -> bool {
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let is_markup = |next: char| next.is_ascii_alphabetic() || "/!?".contains(next);
        let skipped = match c {
            '\\' if rest[1..].starts_with(|next: char| next.is_ascii_punctuation()) => 2,
            '`' => closing(rest, ticks).unwrap_or(ticks),
            '<' if rest[1..].starts_with(is_markup) => return true,
            '!' if rest[1..].starts_with('[') => return true,
            c => c.len_utf8(),
        };
        rest = &rest[skipped..];
    }
    false
}

fn closing(text: &str, ticks: usize) -> Option<usize> {
    let fence = "`".repeat(ticks);
    text[ticks..]
        .match_indices(&fence)
        .map(|(at, _)| at + ticks)
        .find(|at| !text[..*at].ends_with('`') && !text[at + ticks..].starts_with('`'))
        .map(|at| at + ticks)
}
