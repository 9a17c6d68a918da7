//! Revocations in people's own words.

use std::collections::BTreeSet;

use super::super::{How, revocations, revoked};
use crate::core::learn::extract;

fn found_in(text: &str) -> Vec<String> {
    revocations(&extract::DialogMessage { id: "s1.u1".into(), text: text.into() })
}

#[test]
fn what_is_left_is_named() {
    for (text, things) in [
        ("We don't use `pnpm` any more.", "pnpm"),
        ("btw we don't use pnpm anymore, we use bun now", "pnpm"),
        ("We no longer use redis for the cache, because it kept falling over.", "redis"),
        ("we stopped using `tox` last month", "tox"),
        ("We switched from pnpm to bun.", "pnpm"),
        ("We've replaced `redis` with `sqlite`", "redis"),
        ("stop using bun", "bun"),
        ("It was too slow, we don't use redis any more", "redis"),
        ("`tox` is gone from this repo", "tox"),
        ("We migrated from eslint to biome for the admin app", "eslint"),
        ("Don't use `yarn` any more", "yarn"),
        ("we don't use npm, pnpm or yarn any more", "npm"),
    ] {
        let found = found_in(text);
        let found = found.first().and_then(|sentence| revoked(sentence));
        let named = found.as_ref().map(|found| found.things.iter().map(String::as_str).collect());
        assert_eq!(named, Some(vec![things]), "{text}");
        assert_eq!(found.unwrap().how, How::Left, "{text}");
    }
}

#[test]
fn rules_are_taken_back_by_name_or_number() {
    for (text, things, anchors) in [
        ("Forget the `pnpm` rule.", vec!["pnpm"], vec![]),
        ("Forget what I said about redis.", vec!["redis"], vec![]),
        ("forget the redis rule", vec!["redis"], vec![]),
        ("forget the redis thing, we go with sqlite now because it is one file", vec!["redis"], vec![]),
        ("The rule about `src/generated` no longer applies", vec!["src/generated"], vec![]),
        ("please ignore ADR-003", vec![], vec!["ADR-003"]),
        ("adr-003 is outdated", vec![], vec!["ADR-003"]),
    ] {
        let found = found_in(text).first().and_then(|sentence| revoked(sentence));
        let found = found.unwrap_or_else(|| panic!("{text}"));
        let anchors: BTreeSet<String> = anchors.into_iter().map(str::to_owned).collect();
        let named: Vec<&str> =
            found.things.iter().map(String::as_str).filter(|thing| !thing.starts_with("adr-")).collect();
        assert_eq!((named, found.anchors, found.how), (things, anchors, How::Rule), "{text}");
    }
}

#[test]
fn what_is_used_again_is_named() {
    for text in [
        "we switched back to pnpm because the cache broke",
        "we're back on `pnpm`",
        "Forget bun, we are back to pnpm.",
        "back to pnpm please, bun is out",
        "ok, let's go back to pnpm",
    ] {
        let found = found_in(text).first().and_then(|sentence| revoked(sentence));
        let found = found.unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found.things.contains("pnpm"), found.how), (true, How::Returned), "{text}");
    }
}

#[test]
fn other_words_give_nothing_up() {
    for text in [
        "Don't we use `pnpm` any more?",
        "Do we still use `pnpm`?",
        "If we don't use `pnpm` any more, remove the lock file",
        "Bob says we don't use `pnpm` any more",
        "we don't use `pnpm` on this branch",
        "We don't use `pnpm` for now",
        "maybe we don't use `pnpm` any more",
        "I don't see the error in `src/app.ts` any more",
        "`pnpm install` doesn't work any more",
        "drop the `users` table",
        "forget about `src/app.ts`, the tests are next",
        "Ignore `src/app.ts`",
        "the `pnpm` lock file is outdated",
        "Don't use `pnpm`",
        "Switch from pnpm to bun",
        "back to src/app.ts please",
        "back to the tests",
        "back to pnpm install errors",
        "we switched to `develop`",
        "did we switch to bun?",
        "He wrote: \"we don't use `pnpm` any more\"",
        "We don't use it any more",
        "forget it, try `bun`",
        "forget the `eslint` thing, fix the test first",
    ] {
        assert_eq!(found_in(text), Vec::<String>::new(), "{text}");
    }
}
