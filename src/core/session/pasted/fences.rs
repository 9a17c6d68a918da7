//! Fenced code. What stands in a fence may hold fences too: one with a language opens another, and where bare ones are
//! many, nobody can tell which of them is whose, so all between the first and the last of them is pasted.

pub(super) fn without(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let fences: Vec<usize> = (0..lines.len()).filter(|at| fence(lines[*at]).is_some()).collect();
    let [first, .., last] = fences[..] else {
        // One that is never closed takes the rest along.
        let end = fences.first().copied().unwrap_or(lines.len());
        return lines[..end].join("\n");
    };
    if are_pairs(&lines, &fences) {
        return outside(&lines);
    }
    let rest = if fences.len().is_multiple_of(2) { &lines[last + 1..] } else { &[] };
    [&lines[..first], rest].concat().join("\n")
}

/// The mark of a fence, and whether it names a language.
fn fence(line: &str) -> Option<bool> {
    let line = line.trim_start().trim_start_matches("> ");
    let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark))?;
    let name = line.trim_start_matches(&mark[..1]).trim();
    // "```code``` in a line" is a span.
    (!name.contains('`')).then_some(!name.is_empty())
}

/// Every second fence closes, and only it is bare; or there are two.
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
