//! Rival tools, of which a project uses only one, so that choosing one rejects the others.
//! Databases and servers coexist, and so do a linter and a formatter.

const FAMILIES: [&[&str]; 6] = [
    &["npm", "pnpm", "yarn", "bun"],
    &["pip", "poetry", "uv", "conda", "pipenv"],
    &["jest", "vitest", "mocha"],
    &["docker", "podman"],
    &["mypy", "pyright"],
    &["webpack", "vite", "parcel"],
];

/// `npm ci` is a rival of `bun`.
pub(crate) fn are_rivals(key: &str, other: &str) -> bool {
    let [key, other] = [key, other].map(|key| key.split(' ').next().unwrap_or(key));
    key != other && FAMILIES.iter().any(|family| family.contains(&key) && family.contains(&other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_of_one_kind_are_rivals() {
        for (key, other, expected) in [
            ("npm ci", "bun", true),
            ("pnpm", "npm", true),
            ("bun", "bun", false),
            ("bun test", "bun", false),
            ("sqlite", "postgresql", false),
            ("pip", "npm", false),
            ("make", "just", false),
        ] {
            assert_eq!(are_rivals(key, other), expected, "{key} {other}");
        }
    }
}
