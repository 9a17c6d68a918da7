//! Paths as they can be told to others: from the project's root, or from whoever reads it the home folder. Where a
//! person keeps their projects, and what they are called, is nobody's business and of no use elsewhere.

use super::model::Details;

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

/// `folder` itself becomes the first, and what stands before its children the second.
fn replaced(text: &str, folder: &str, (itself, before): (&str, &str)) -> String {
    // Everything begins with `/`.
    if folder.len() < 2 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(folder) {
        let (ahead, after) = (&rest[..at], &rest[at + folder.len()..]);
        let starts = !ahead.ends_with(|c| goes_on(c) || c == '/');
        let child = after.strip_prefix('/').filter(|child| child.starts_with(|c| goes_on(c) || c == '.'));
        let is_whole = child.is_some() || !after.trim_start_matches('/').starts_with(goes_on);
        out.push_str(ahead);
        rest = match child {
            _ if !starts || !is_whole => {
                out.push_str(folder);
                after
            }
            Some(child) => {
                out.push_str(before);
                child
            }
            None => {
                out.push_str(itself);
                after
            }
        };
    }
    out + rest
}

/// Is it part of a name?
fn goes_on(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '@' | '+' | '*' | '$')
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
            ("cd /home/maria/work/acme && make", "cd . && make"),
            ("cd /home/maria/work/acme/, then make", "cd ./, then make"),
            ("cd /home/maria.", "cd ~."),
            ("in /home/maria/work/acme-web/src", "in ~/work/acme-web/src"),
            ("in /home/mariana/src", "in /home/mariana/src"),
            ("in /mnt/home/maria/src", "in /mnt/home/maria/src"),
            ("--file=/home/maria/a", "--file=~/a"),
            ("edit /home/maria/work/acme/.env", "edit .env"),
            ("", ""),
        ] {
            assert_eq!(places.told(text), expected, "{text}");
        }
        assert_eq!(Places { root: "/".into(), home: String::new() }.told("/etc/x"), "/etc/x");
    }
}
