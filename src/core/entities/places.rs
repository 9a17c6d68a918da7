//! Paths as they are shown to others: relative to the project's root, or to the reader's home
//! folder. The location and names of a person's projects are private, and of no use elsewhere.

use super::commands;
use crate::core::model::Details;

#[derive(Clone, Debug, Default)]
pub struct Places {
    pub root: String,
    pub home: String,
}

impl Places {
    pub fn told(&self, text: &str) -> String {
        // The project is usually somewhere in the home folder.
        let text = replaced(text, &self.root, (".", ""));
        replaced(&text, &self.home, ("~", "~/"))
    }

    pub fn told_details(&self, details: Details) -> Details {
        let told = |text: &String| self.told(text);
        let all = |steps: &[String]| steps.iter().map(told).collect();
        match &details {
            Details::Workflow { steps } => Details::Workflow { steps: all(steps) },
            Details::Procedural { situation, steps, rationale } => Details::Procedural {
                situation: told(situation),
                steps: all(steps),
                rationale: told(rationale),
            },
            Details::Decision { context, decision, rationale } => Details::Decision {
                context: told(context),
                decision: told(decision),
                rationale: told(rationale),
            },
            Details::Pitfall { area, issue, impact, resolution } => Details::Pitfall {
                area: told(area),
                issue: told(issue),
                impact: told(impact),
                resolution: told(resolution),
            },
        }
    }
}

/// `folder` itself becomes `itself`, and before its children it becomes `before`.
fn replaced(text: &str, folder: &str, (itself, before): (&str, &str)) -> String {
    // Every path begins with `/`.
    if folder.len() < 2 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(folder) {
        let (ahead, after) = (&rest[..at], &rest[at + folder.len()..]);
        out.push_str(ahead);
        let child = after.strip_prefix('/').filter(|child| child.starts_with(|c| is_of_name(c) || c == '.'));
        rest = match child {
            _ if goes_on_before(&out) || !ends_before(after, &out) => {
                out.push_str(folder);
                after
            }
            Some(child) => {
                // A shell does not look for a bare name in the current folder, and it may be an
                // option.
                let is_bare = before.is_empty() && (child.starts_with('-') || opens_command(&out));
                out.push_str(if is_bare { "./" } else { before });
                child
            }
            None => {
                out.push_str(itself);
                // Two dots would be another folder.
                out.push_str(if itself == "." && after.starts_with('.') { "/" } else { "" });
                after
            }
        };
    }
    out + rest
}

/// Whether the match is the end of a longer path, or a path on another machine.
fn goes_on_before(ahead: &str) -> bool {
    let word = ahead.rsplit(char::is_whitespace).next().unwrap_or_default();
    let host = word.strip_suffix(':').filter(|host| !host.contains(['/', '=']));
    // In a sentence, `error:` introduces what follows and is not the name of a machine.
    let is_code = ahead.matches('`').count() % 2 == 1;
    let is_machine =
        |host: &str| is_code || host.contains(|c: char| matches!(c, '@' | '.') || c.is_numeric());
    ahead.ends_with(|c| is_of_name(c) || matches!(c, '/' | '.' | ')' | '}'))
        || host.is_some_and(|host| host.ends_with(is_of_name) && is_machine(host))
}

/// Whether the path certainly ends here: `acme.git`, `acme~` and `acme?` are files other than
/// `acme`.
fn ends_before(after: &str, ahead: &str) -> bool {
    let is_quoted = ahead.ends_with(['"', '\'']);
    let sentence = after.trim_start_matches(['.', '!', '…']);
    match sentence.chars().next() {
        None => true,
        Some(c) if c.is_whitespace() => !is_quoted,
        Some(c) if sentence.len() < after.len() => is_closing(c),
        Some('/') => !after[1..].starts_with('/'),
        Some(c) => is_closing(c) || matches!(c, ',' | ';' | ':' | '|' | '&' | '<' | '，' | '、' | '。'),
    }
}

fn is_closing(c: char) -> bool {
    matches!(c, '`' | '"' | '\'' | '”' | '“' | '’' | '»' | '«' | ')' | ']' | '}' | '>')
}

/// Whether a shell would take what follows for a program.
fn opens_command(ahead: &str) -> bool {
    let mut spans = ahead.split('`');
    let last = spans.next_back().unwrap_or_default();
    let is_code = spans.count() % 2 == 1;
    let before = last.split_whitespace().next_back();
    let is_ordered = before.is_none_or(|word| word.eq_ignore_ascii_case("run"));
    if is_code { commands::calls_next(last) } else { is_ordered }
}

/// Whether the character can be part of a name.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '@' | '+' | '*' | '$' | '~' | '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_the_project_or_from_home() {
        let places = Places { root: "/home/maria/work/acme".into(), home: "/home/maria".into() };
        for (text, expected) in [
            ("`kubectl apply -f /home/maria/work/acme/deploy.yaml`", "`kubectl apply -f deploy.yaml`"),
            ("see /home/maria/notes.md.", "see ~/notes.md."),
            ("read error:/home/maria/work/acme/src/a.rs first", "read error:src/a.rs first"),
            ("copy it to me@web:/home/maria/work/acme/a", "copy it to me@web:/home/maria/work/acme/a"),
            ("cd /home/maria/work/acme && make", "cd . && make"),
            ("cd /home/maria/work/acme/, then make", "cd ./, then make"),
            ("cd /home/maria.", "cd ~."),
            ("in /home/maria/work/acme-web/src", "in ~/work/acme-web/src"),
            ("in /home/mariana/src", "in /home/mariana/src"),
            ("in /mnt/home/maria/src", "in /mnt/home/maria/src"),
            ("--file=/home/maria/a", "--file=~/a"),
            ("edit /home/maria/work/acme/.env", "edit .env"),
            ("`rm -rf /home/maria/work/acme.bak/dist`", "`rm -rf ~/work/acme.bak/dist`"),
            ("`rm -rf /home/maria/work/acme.old`", "`rm -rf ~/work/acme.old`"),
            ("clone /home/maria/work/acme.git.", "clone ~/work/acme.git."),
            ("serve /home/maria/work/acme.example.com/", "serve ~/work/acme.example.com/"),
            ("`rm /home/maria/work/acme~`", "`rm ~/work/acme~`"),
            ("`rm -rf /home/maria/work/acme%20old`", "`rm -rf ~/work/acme%20old`"),
            ("`rm -rf /home/maria/work/acme?`", "`rm -rf ~/work/acme?`"),
            ("`cp -r /home/maria/work/acme{,.bak}`", "`cp -r ~/work/acme{,.bak}`"),
            ("`rm -rf \"/home/maria/work/acme old\"`", "`rm -rf \"~/work/acme old\"`"),
            ("`ls \"/home/maria/work/acme\"`", "`ls \".\"`"),
            ("it is in /home/maria/work/acme. Look there", "it is in ./. Look there"),
            ("(it is in /home/maria/work/acme.)", "(it is in ./.)"),
            ("`docker run -v /home/maria/work/acme:/app x`", "`docker run -v .:/app x`"),
            (
                "`rsync --delete out web:/home/maria/work/acme`",
                "`rsync --delete out web:/home/maria/work/acme`",
            ),
            ("`PATH=/opt/bin:/home/maria/bin make`", "`PATH=/opt/bin:~/bin make`"),
            ("`rm /home/maria/work/acme/-x`", "`rm ./-x`"),
            ("`cat ./home/maria/x`", "`cat ./home/maria/x`"),
            ("`/home/maria/work/acme/check.sh --fast`", "`./check.sh --fast`"),
            ("/home/maria/work/acme/check.sh --fast", "./check.sh --fast"),
            ("Run /home/maria/work/acme/check.sh first", "Run ./check.sh first"),
            ("`make && sudo /home/maria/work/acme/check.sh`", "`make && sudo ./check.sh`"),
            ("`A=1 /home/maria/work/acme/check.sh`", "`A=1 ./check.sh`"),
            ("`make`, then `/home/maria/work/acme/check.sh`", "`make`, then `./check.sh`"),
            ("`make` in /home/maria/work/acme/web", "`make` in web"),
            ("`bash /home/maria/work/acme/check.sh`", "`bash ./check.sh`"),
            ("`cat /home/maria/work/acme/check.sh`", "`cat check.sh`"),
            ("`/home/maria/bin/check.sh`", "`~/bin/check.sh`"),
            ("", ""),
        ] {
            assert_eq!(places.told(text), expected, "{text}");
        }
        assert_eq!(Places { root: "/".into(), home: String::new() }.told("/etc/x"), "/etc/x");
    }
}
