//! Pasted code in fences. A fence may contain others: one with a language opens another, and among
//! many bare ones the pairs cannot be told, so everything between the first and the last of them
//! counts as pasted.

pub(super) fn without(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let fences: Vec<usize> = (0..lines.len()).filter(|at| fence(lines[*at]).is_some()).collect();
    let [first, .., last] = fences[..] else {
        // An unclosed fence includes the rest.
        let end = fences.first().copied().unwrap_or(lines.len());
        return lines[..end].join("\n");
    };
    if are_pairs(&lines, &fences) {
        return outside(&lines);
    }
    let rest = if fences.len().is_multiple_of(2) { &lines[last + 1..] } else { &[] };
    [&lines[..first], rest].concat().join("\n")
}

/// Whether the line is a fence, and whether it names a language.
fn fence(line: &str) -> Option<bool> {
    let line = line.trim_start().trim_start_matches("> ");
    let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark))?;
    let name = line.trim_start_matches(&mark[..1]).trim();
    // "```code``` in a line" is a span.
    (!name.contains('`')).then_some(!name.is_empty())
}

/// Every second fence closes, and only those are bare; or there are just two.
fn are_pairs(lines: &[&str], fences: &[usize]) -> bool {
    let named = |at: &usize| fence(lines[*at]) == Some(true);
    let is_pair = |pair: &[usize]| named(&pair[0]) && pair.get(1).is_some_and(|at| !named(at));
    fences.len() == 2 || fences.chunks(2).all(is_pair)
}

fn outside(lines: &[&str]) -> String {
    let mut inside = false;
    let mut kept = vec![];
    for line in lines {
        match fence(line) {
            Some(_) => inside = !inside,
            None if !inside => kept.push(*line),
            None => {}
        }
    }
    kept.join("\n")
}
