//! References to files in observations, used to notice when the files are gone.
//!
//! A wrong flag costs more than a missed one: people stop reading flags. So a word is a reference
//! only if it looks like a path of this project, and prose like `Next.js`, `and/or` or `v1.2.3`
//! does not.

use std::collections::BTreeSet;

/// Extensions that make a bare name a file. After a `/` any extension will do.
#[rustfmt::skip]
const EXTENSIONS: &[&str] = &[
    "bash", "bat", "c", "cc", "cfg", "cjs", "conf", "cpp", "cs", "css", "csv", "cts", "dart", "env", "ex", "exs", "go",
    "gradle", "graphql", "h", "hpp", "hs", "html", "ini", "ipynb", "java", "js", "json", "jsonc", "jsonl", "jsx", "kt",
    "kts", "less", "lock", "lua", "m", "md", "mdx", "mjs", "mk", "ml", "mod", "mts", "nix", "php", "pl", "prisma",
    "proto", "ps1", "py", "pyi", "r", "rb", "rs", "rst", "scala", "scss", "sh", "snap", "sql", "sum", "svelte", "svg",
    "swift", "tf", "tfvars", "toml", "ts", "tsx", "txt", "vue", "xml", "yaml", "yml", "zig", "zsh",
];

/// Products whose names look like files.
#[rustfmt::skip]
const PRODUCTS: &[&str] = &[
    "alpine", "angular", "backbone", "chart", "d3", "discord", "ember", "express", "gatsby", "hono", "knockout", "matter",
    "moment", "nest", "next", "node", "nuxt", "p5", "passport", "phaser", "react", "socket", "solid", "three", "vue",
];

/// Folders that tools create and remove.
const GENERATED: &[&str] = &[
    ".git",
    ".next",
    ".venv",
    "__pycache__",
    "build",
    "coverage",
    "dist",
    "node_modules",
    "out",
    "target",
    "tmp",
];

/// Endings of hosts in addresses without `https://`.
const DOMAINS: &[&str] =
    &["ai", "app", "cloud", "co", "com", "dev", "edu", "gov", "io", "net", "org", "sh", "uk"];

/// The project files that a text names, without duplicates, in order.
pub fn references(text: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let words =
        text.split(|c: char| c.is_whitespace() || "\"'`,;|“”‘’«»".contains(c)).flat_map(|w| w.split("]("));
    words.filter_map(reference).filter(|path| seen.insert(path.clone())).collect()
}

/// The missing ones. A name without a folder may be anywhere in the project, so `exists` should
/// search for it.
pub fn missing(references: &[String], exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    references.iter().filter(|path| !exists(path)).cloned().collect()
}

fn reference(word: &str) -> Option<String> {
    let word = word.trim_matches(|c: char| "()[]{}<>*_!?…".contains(c) || c == '@');
    if word.contains("://") || word.contains(|c: char| "*?<>{}$%=&\\~…".contains(c)) {
        return None;
    }
    // Removes `:12`, `::test` and `#L3`, and the full stop of a sentence.
    let path = word.split([':', '#']).next()?.trim_end_matches(['.', ')', ']', '!', '?', '_']);
    let path = path.strip_prefix("./").unwrap_or(path);
    let is_reference = if path.contains('/') { is_path(path) } else { is_file_name(path) };
    is_reference.then(|| path.to_owned())
}

fn is_file_name(name: &str) -> bool {
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let is_product = extension == "js" && PRODUCTS.contains(&stem.to_lowercase().as_str());
    EXTENSIONS.contains(&extension) && is_segment(name) && has_letter(stem) && !is_product
}

fn is_path(path: &str) -> bool {
    let segments: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let (first, last) = (segments[0], segments[segments.len() - 1]);
    let is_project = segments.iter().all(|s| is_segment(s)) && !is_host(first) && !GENERATED.contains(&first);
    let is_placeholder = path.starts_with("path/to/");
    let looks_like_file = has_extension(last) && segments.len() > 1;
    let looks_like_folder = path.ends_with('/') || (first.starts_with('.') && segments.len() > 1);
    is_project && !is_placeholder && (looks_like_file || looks_like_folder) && has_letter(path)
}

/// One part of a path in characters that are used in prose. Absolute paths and `..` have other
/// parts.
fn is_segment(segment: &str) -> bool {
    let is_usual = |c: char| c.is_alphanumeric() || "._-+@[]()".contains(c);
    !segment.is_empty() && !segment.contains("..") && segment != "." && segment.chars().all(is_usual)
}

fn has_extension(name: &str) -> bool {
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let is_one_case = !extension.contains(char::is_uppercase) || !extension.contains(char::is_lowercase);
    let is_short =
        (1..=10).contains(&extension.len()) && extension.chars().all(|c| c.is_ascii_alphanumeric());
    !stem.is_empty() && is_short && is_one_case && has_letter(extension)
}

fn has_letter(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

fn is_host(segment: &str) -> bool {
    let is_domain = |(host, top): (&str, &str)| !host.is_empty() && DOMAINS.contains(&top);
    segment.contains('@') || segment.rsplit_once('.').is_some_and(is_domain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn finds_what_looks_like_a_project_file() {
        for (text, expected) in [
            ("edit src/core/merge.rs first", "src/core/merge.rs"),
            ("see `package.json`.", "package.json"),
            ("(src/foo.tsx)", "src/foo.tsx"),
            ("src/foo.rs:12:3 fails", "src/foo.rs"),
            ("tests/test_x.py::test_y", "tests/test_x.py"),
            ("docs/a.md#L3", "docs/a.md"),
            ("[the page](docs/a.md)", "docs/a.md"),
            ("@src/app/[id]/page.tsx", "src/app/[id]/page.tsx"),
            ("./scripts/deploy.sh", "scripts/deploy.sh"),
            ("everything in scripts/hooks/", "scripts/hooks/"),
            ("the workflow .github/workflows", ".github/workflows"),
            ("src/schema.zz9", "src/schema.zz9"),
            ("Größe/übung.txt!", "Größe/übung.txt"),
            ("**Cargo.toml**", "Cargo.toml"),
            ("src/index.d.ts", "src/index.d.ts"),
            ("Is it in SKILL.md?", "SKILL.md"),
        ] {
            assert_eq!(references(text), [expected], "{text}");
        }
    }

    #[test]
    fn finds_nothing_in_prose() {
        for text in [
            "Next.js, node.js and D3.js",
            "e.g. this, i.e. that, etc.",
            "v1.2.3 and 1.2.3 and 10.0/2.5",
            "https://example.org/a/b.html and http://localhost:80/x.js",
            "github.com/user/repo/file.go and www.example.com/a.html",
            "~/.claude/CLAUDE.md and /etc/hosts.conf and ../other/file.rs",
            "git@github.com:user/repo.git",
            "and/or, I/O, TCP/IP, client/server, 24/7, n/a",
            "origin/main, feature/new-login, release/1.2",
            "application/json, image/svg+xml",
            "@scope/pkg and user/repo",
            "src/*.rs, src/{a,b}.ts, src/<name>.rs, $HOME/x.sh, %APPDATA%/x.txt",
            "node_modules/x/index.js and target/debug/foo.d",
            "path/to/file.ts",
            "C:\\dir\\file.txt",
            "obj.method and foo.bar.baz",
            "end of a sentence.Then another/part.Then",
            ".js .md",
            "...",
            "",
        ] {
            assert_eq!(references(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn each_reference_is_found_once() {
        assert_eq!(references("a/b.rs c.toml a/b.rs"), ["a/b.rs", "c.toml"]);
    }

    #[test]
    fn only_what_is_gone_is_missing() {
        let refs = references("package.json src/foo.tsx src/old.rs");
        let there = ["package.json", "src/foo.tsx"];
        assert_eq!(missing(&refs, &|path| there.contains(&path)), ["src/old.rs"]);
        assert!(missing(&refs, &|_| true).is_empty(), "back again, flagged no more");
    }

    proptest! {
        #[test]
        fn references_stay_in_the_project(text in "([a-z./~@:#()\\[\\] -]|\\PC){0,60}") {
            for path in references(&text) {
                prop_assert!(!path.starts_with('/') && !path.starts_with('~'));
                prop_assert!(path.split('/').all(|part| part != ".." && part != "."));
                prop_assert!(text.contains(&path));
            }
        }
    }
}
