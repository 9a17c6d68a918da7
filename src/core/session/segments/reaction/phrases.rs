//! Phrases of praise and complaint. The list is short on purpose: a phrase is here only if it
//! hardly means anything else at the beginning of a prompt.

use std::sync::OnceLock;

use crate::core::text::normalise;

/// Phrases as one comma-separated text, because that is easiest to read and edit.
pub(super) struct Phrases {
    list: &'static str,
    normal: OnceLock<Vec<String>>,
}

impl Phrases {
    const fn new(list: &'static str) -> Phrases {
        Phrases { list, normal: OnceLock::new() }
    }

    /// Whether the normalised text, with a space at both ends, begins with one of them.
    pub(super) fn begin(&self, words: &str) -> bool {
        self.normal().iter().any(|phrase| words.starts_with(phrase.as_str()))
    }

    /// The text without its leading phrases.
    pub(super) fn cut<'a>(&self, mut words: &'a str) -> &'a str {
        let begun = |words: &str| {
            self.normal().iter().find(|phrase| words.starts_with(phrase.as_str())).map(String::len)
        };
        // The space after a phrase is the one before the next word.
        while let Some(length) = begun(words) {
            words = &words[length - 1..];
        }
        words
    }

    pub(super) fn are(&self, words: &str) -> bool {
        self.normal().iter().any(|phrase| words.trim() == phrase.trim())
    }

    pub(super) fn found_in(&self, words: &str) -> bool {
        self.normal().iter().any(|phrase| words.contains(phrase.as_str()))
    }

    /// Whole words.
    fn normal(&self) -> &[String] {
        self.normal
            .get_or_init(|| self.list.split(',').map(|phrase| format!(" {} ", normalise(phrase))).collect())
    }
}

pub(super) static ACCEPTS: Phrases = Phrases::new(
    "thanks, thank you, thx, great, perfect, awesome, excellent, nice, lovely, lgtm, looks good, \
     looks great, that works, it works, its perfect, it's perfect, that's perfect, that's great, \
     it's great, it looks good, works, this works, cool, good job, well done, amazing, fantastic, \
     beautiful, brilliant, good, very good, ok thanks, ok great, ok good, ok perfect, ok nice, \
     yes perfect, yes great, all good, commit, please commit, lets commit, let's commit, ok commit, \
     now commit, ok now commit, git commit, commit this, you can commit, can you commit, push, \
     please push, let's push, ok push, push it, ship it, merge it, create a pr, open a pr, make a pr, \
     create the pr, create a pull request, let's create a pr, comit, commi, and push, yes commit, \
     yes push, now it works, it seems to work, seems to work, that is working, that's working, \
     it's working, its working, that did it, that was it, yes that was it, that's correct, \
     thats correct, yes exactly, exactly",
);

/// Must be the whole prompt.
pub(super) static RESUMES: Phrases = Phrases::new(
    "continue, sorry continue, ok continue, yes continue, go on, proceed, keep going, resume, \
     please continue, go ahead, try again, retry, carry on",
);

/// Words that qualify praise before them.
pub(super) static HEDGES: Phrases =
    Phrases::new("but, however, except, though, although, not yet, yet, still, unfortunately, hold on, wait");

pub(super) static CORRECTS: Phrases = Phrases::new(
    "doesn't work, does not work, doesnt work, not working, isn't working, didn't work, did not work, \
     still doesn't, still does not, still get, still getting, still got, that's wrong, that is wrong, this is wrong, \
     it's wrong, is not correct, isn't correct, is not right, isn't right, not what i, \
     that's not what, you forgot, you missed, you broke, you didn't, you did not, why did you, \
     why didn't you, why are you, i didn't ask, i did not ask, i said, i told you, it broke, \
     is broken, it fails, this fails, fails with, failed with, i get this error, \
     i'm getting this error, i got this error, getting an error, i get an error, there is an error, \
     there's an error, shouldn't have, should not have, \
     no longer works, is failing, are failing, getting failures, failing in ci, fails in ci, \
     fails on ci, ci fails, throws an error, throwing an error, throwing the following error, \
     throwing this error, it still, it's still, its still, it is still, this is still, still not, \
     still shows, still displays, i meant, i was talking about, \
     i'm talking about, im talking about, something broke, but it's not, but it is not, \
     but it doesn't, but it does not, ends up not, it shouldn't be, it should not be, \
     this is not correct, that is not correct, is now broken, are now broken, not rendered correctly, \
     not displayed correctly, does not seem to, doesn't seem to, do not seem to, don't seem to, \
     seems to not, seem to not, seems to be gone, is gone now, pipeline fails, pipeline failed, \
     run failed, build failed, build fails, tests fail, tests failed",
);

/// Doubt about a change; after an answer they are only questions.
pub(super) static DOUBTS: Phrases = Phrases::new(
    "i don't see, i dont see, i can't see, still see, still seeing, looks strange, a bit strange, looks weird, looks odd, looks off, looks wrong, somehow always, \
     not showing, now shows no, isn't showing, isn't shown, is not shown, doesn't show, does not show, \
     should show, should appear, not updated, not really, not so useful, are just testing, i don't like, \
     i dont like, is yuck, too strong, too large, too hard, too harsh, \
     too verbose, quite verbose, still too, still feel, still seems, still there, is missing, \
     are missing, also missing, shouldn't it, shouldn't this, shouldn't that, shouldn't we, \
     in theory there should, i would have expected, i'd have expected, i expected, i'd prefer, \
     i would prefer, i'd rather, i would call, are the commits necessary, unnecessary, i don't want, i dont want, there is a bug, there's a bug, \
     seems to be an issue, did you run, did you test, did you check, can't we, cant we, could it be that, \
     not correctly, isn't correctly, aren't correctly, might be duplicated, might be wrong",
);

pub(super) static DOUBTS_AT_START: Phrases = Phrases::new(
    "hmm, but, yeah but, yes but, ok but, hm but, why is it, why does it, why doesn't, why doesnt, \
     why isn't, why aren't, why arent, why can't, why cant, why don't we, why couldn't, why are we, \
     why are the, why is this, can't the, cant the, can't this, can't it, are you sure, the issue is, the problem is, i'm questioning, i'm confused",
);

pub(super) static CORRECTS_AT_START: Phrases = Phrases::new(
    "no, nope, wrong, stop, incorrect, not quite, please don't, don't, wait did, wait why, wait i, \
     wait that, wait what, wait you",
);

/// Leading words without meaning.
pub(super) static FILLERS: Phrases =
    Phrases::new("ok, okay, uh, um, hm, hmm, well, so, oh, ah, yeah, and, but, actually, sorry");

/// Phrases that begin the next task rather than say how the last one should be.
pub(super) static ERRANDS: Phrases = Phrases::new(
    "run, rerun, please run, now run, then run, can you run, execute, check, start, restart, \
     build, rebuild, commit, push, deploy, show, tell, test",
);

/// What the person did themself says nothing of the work.
pub(super) static OWN_SLIPS: Phrases = Phrases::new(
    "i messed up, i screwed up, i made a mistake, my mistake, my fault, my bad, i accidentally, by accident",
);

/// Phrases that begin with "no" but do not object.
pub(super) static NO_OBJECTION: Phrases = Phrases::new(
    "no problem, no worries, no need, no thanks, no that's fine, no it's fine, no that's good, \
     no changes, don't worry",
);

/// What an agent says of its own work.
pub(super) static FAILING: Phrases = Phrases::new(
    "failing tests, failing test, tests fail, test failures, tests are failing, still failing, still fail, \
     still fails, still red, still broken",
);
