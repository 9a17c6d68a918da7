use super::language::Language;
use super::phrases::Phrases;

pub(super) static ENGLISH: Language = Language {
    common: Phrases::new(
        "the, a, an, is, are, to, of, and, in, it, that, we, you, i, for, on, with, this, not, be, have, \
         do, our, your, should, can, don't, let's, before, after, when, then, always, never, because, \
         instead, please, but, from, at, there, what, why, how, just, also, only, must, was, were, if, so, \
         all, by, as, or, use, run, no",
    ),
    first_person: Phrases::new(
        "i, i'm, i'd, i've, i'll, we, we're, we've, we'd, me, my, our, us, let's, mine",
    ),
    because: Phrases::new(
        "because, 'cause, cuz, bc, b/c, since, given that, the reason is, the reason being, \
         the reason for that is, reason is, reason:, the point is, due to, as it is, as we, as they",
    ),
    so_that: Phrases::new(
        "so that, so we, so it, so they, so you, so users, so people, so the, to avoid, in order to, \
         to prevent, to make sure, to keep, otherwise, or else, that way, this way, which would, \
         which means, that means",
    ),
    because_after: Phrases::new(""),
    not_because: Phrases::new(
        "since yesterday, since last, since then, since when, ever since, since monday, since today, \
         since the last, since the release, since version, since v1, since v2, since we started, \
         since i last, since this morning, because of that commit, so it seems, so it looks, so we have, \
         so we had, so we are, so we're, so we now",
    ),
    intent: Phrases::new(
        "let's, lets, we should, we shouldn't, we want, we need, we must, we always, we never, we use, \
         we don't, we do not, i want, i'd like, i'd rather, i would like, i prefer, i'd prefer, \
         you should, should be, should not, shouldn't, must, must not, don't, do not, never, always, \
         instead of, rather than, stick with, stick to, go with, prefer, better to, has to be, have to be, \
         needs to be, need to, please, make sure",
    ),
    imperatives: Phrases::new(
        "register, link, mention, configure, enable, disable, wire, expose, archive, attach, cache, \
         inline, bundle, sort, ignore, assume, quote, add, always, annotate, ask, avoid, bring, build, \
         bump, call, change, check, clean, close, commit, copy, create, declare, define, delete, deploy, \
         do, document, don't, do not, drop, edit, ensure, export, extend, fetch, fix, follow, format, \
         generate, go, go with, import, include, install, keep, leave, lint, log, make, merge, mock, move, \
         name, never, open, pass, pin, prefer, print, publish, pull, push, put, read, rebase, refactor, \
         regenerate, release, remove, rename, replace, reset, restart, return, revert, review, rewrite, \
         run, send, set, show, skip, split, squash, stage, start, stick, stick with, stop, store, switch, \
         sync, tag, test, track, try, update, upgrade, use, validate, verify, wait, wrap, write",
    ),
    orders: Phrases::new(""),
    then: Phrases::new(
        "and then, then, after that, afterwards, after which, next, finally, followed by, \
         once that's done, once done, when that's done, when done, ->, →, lastly, at the end",
    ),
    and: Phrases::new("and, and also, &, plus"),
    first: Phrases::new("first, firstly, first of all, to start, start by"),
    goal: Phrases::new("to, in order to, for"),
    when: Phrases::new(
        "when, whenever, every time, each time, any time, before, after, if, once, for every, for each, \
         as soon as",
    ),
    when_after: Phrases::new(""),
    always: Phrases::new(
        "we use, we always, we never, we don't use, we do not use, this project uses, this repo uses, \
         always, never, every time, each time, whenever, any time, from now on, as a rule, in the future, \
         going forward",
    ),
    must: Phrases::new(
        "need to, needs to, have to, has to, make sure, must, remember to, be sure to, in general, \
         by default, in this repo, in this project, in this codebase, should",
    ),
    refusal_start: Phrases::new(
        "no, nope, nah, stop, wait, wrong, don't, do not, never, not, please don't, please do not, \
         please stop, that's wrong, that's not, that is not, that is wrong, this is wrong, this is not, \
         again, hold on, undo, revert, you shouldn't, you should not",
    ),
    refusal: Phrases::new(
        "instead, don't, do not, never, stop, shouldn't, should not, must not, mustn't, can't use, \
         cannot use, instead of, rather than, not supposed to, we don't, we do not, not",
    ),
    not_refusal: Phrases::new(
        "i don't, i do not, i didn't, i did not, i'm not, i am not, i can't, it doesn't, it does not, \
         it's not, is not, isn't, are not, aren't, does not, did not, don't we, don't you, why don't, \
         if we don't, if you don't, so we don't, don't know, not sure, not yet, why not, not only, \
         whether or not, or not, not working, not work, can not, could not, would not, has not, have not, \
         was not, not see, not found, if not",
    ),
    acts: Phrases::new(
        "committed, pushed, added, updated, created, installed, removed, fixed, ran, edited, changed, \
         switched, moved, renamed, implemented, i'll, i've, i'm, i will, i have, i am, let me, now i, \
         now let me, i ran, i used, i added, i created, i updated, i changed, i removed, i installed, \
         running, adding, updating, creating, installing, switching, using, done, shall i, should i, \
         want me to, would you like me to, next",
    ),
    objection: Phrases::new(
        "not correct, isn't correct, is wrong, are wrong, isn't right, not right, i said, i told you, \
         i did not ask, i didn't ask, you forgot, not what i, not how",
    ),
    redirect: Phrases::new(
        "why are you, why are we not, why aren't you, why aren't we, why did you, why didn't you, \
         why would you, why not, why do you, why don't you, why don't we, why is this not, shouldn't you, \
         shouldn't we, shouldn't this, didn't i",
    ),
    question: Phrases::new(
        "can you, can we, could you, could we, would you, would it, would we, should we, should i, do you, \
         do we, does, did, is it, is there, is this, is that, are there, are we, are you, what, what's, \
         why, how, how's, when is, when does, where, which, who, any idea, wondering, i wonder, \
         i'm wondering, have you, have we, will it, will this, can it, can i, may i, am i, isn't, aren't, \
         doesn't, don't we, do i, is",
    ),
    once: Phrases::new(
        "for now, for the moment, this time, just this once, temporarily, right now, yet, in this branch, \
         on this branch, in this pr, for this pr, this pr, this ticket, this commit, this one, today, \
         tomorrow, later, in this case, for this task, for this session, in this session, quick test, \
         as a test, next up, that we just, you just, again now",
    ),
    fillers: Phrases::new(
        "i'd, i'd rather, i would, i'll, ok, okay, yes, yeah, yep, yup, no, nope, so, well, also, and, \
         but, please, hmm, hm, uh, ah, oh, hey, sorry, thanks, great, cool, nice, perfect, sure, right, \
         actually, basically, i think, i guess, i believe, i feel, maybe, then, now, just, let's, lets, \
         we should, we need to, we want to, we have to, you should, you need to, you have to, you must, \
         we must, i want you to, i want to, i'd like to, i would like to, i'd like us to, i'd like you to, \
         make sure to, make sure you, make sure that you, make sure we, be sure to, remember to, again, \
         wait, can you, could you, would you, fyi, note that, note, as i said, like i said, i said, \
         i told you, i told you to, stop, btw, by the way, in general, from now on, going forward, \
         in the future, one more thing, one last thing, first",
    ),
    chooses: Phrases::new(
        "use, go with, stick with, stick to, stay with, choose, pick, prefer, switch to, move to, adopt, \
         we use, we'll use",
    ),
    choose: "Use {}",
    closers: Phrases::new(
        "please, thanks, thank you, when you're done, when you are done, when done, once you're done, \
         as well, too, ok, okay, right, though",
    ),
};
