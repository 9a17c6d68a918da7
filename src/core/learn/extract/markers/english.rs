//! The words that people use in English to order, to give reasons and to refuse.

use super::phrases::Phrases;

/// Small words that tell this language from its neighbours.
pub(super) static COMMON: Phrases = Phrases::new(
    "the, a, an, is, are, to, of, and, in, it, that, we, you, i, for, on, with, this, not, be, have, \
         do, our, your, should, can, don't, let's, before, after, when, then, always, never, because, \
         instead, please, but, from, at, there, what, why, how, just, also, only, must, was, were, if, so, \
         all, by, as, or, use, run, no",
);
/// Words for "I" and "we": text without them was probably not written by the person who sent it.
pub(super) static FIRST_PERSON: Phrases =
    Phrases::new("i, i'm, i'd, i've, i'll, we, we're, we've, we'd, me, my, our, us, let's, mine");
/// Of them the words for "we".
pub(super) static WE: Phrases = Phrases::new("we, we're, we've, we'd, our");
/// Gives a reason; the reason follows and is complete without the marker (because).
pub(super) static BECAUSE: Phrases = Phrases::new(
    "because, 'cause, cuz, bc, b/c, since, given that, the reason is, the reason being, \
         the reason for that is, reason is, reason:, the point is, due to, as it is, as we, as they",
);
/// Gives a reason; the marker belongs to it (so that, to avoid).
pub(super) static SO_THAT: Phrases = Phrases::new(
    "so that, so we, so it, so they, so you, so users, so people, so the, to avoid, in order to, \
         to prevent, to make sure, to keep, otherwise, or else, that way, this way, which would, \
         which means, that means",
);
/// Looks like a reason and is something else (since yesterday).
pub(super) static NOT_BECAUSE: Phrases = Phrases::new(
    "since yesterday, since last, since then, since when, ever since, since monday, since today, \
         since the last, since the release, since version, since v1, since v2, since we started, \
         since i last, since this morning, because of that commit, so it seems, so it looks, so we have, \
         so we had, so we are, so we're, so we now",
);
/// Someone wants it so (let's, we should).
pub(super) static INTENT: Phrases = Phrases::new(
    "let's, lets, we should, we shouldn't, we want, we need, we must, we always, we never, we use, \
         we don't, we do not, i want, i'd like, i'd rather, i would like, i prefer, i'd prefer, \
         you should, should be, should not, shouldn't, must, must not, don't, do not, never, always, \
         instead of, rather than, stick with, stick to, go with, prefer, better to, has to be, have to be, \
         needs to be, need to, please, make sure",
);
/// Verbs that open an order.
pub(super) static IMPERATIVES: Phrases = Phrases::new(
    "apply, back up, backup, bootstrap, clone, compile, connect, cordon, cut, decrypt, download, drain, dump, encrypt, flush, initialise, \
         initialize, load, migrate, monitor, notify, pause, prepare, promote, provision, prune, purge, rebuild, redeploy, refresh, \
         reindex, reinstall, reload, rerun, re-run, resolve, restore, resume, roll back, roll out, rotate, scale, seed, ship, shut \
         down, spin up, spin down, stash, tear down, train, trigger, turn off, turn on, unpause, upload, wipe, not to, register, link, mention, configure, enable, disable, wire, expose, archive, attach, cache, \
         inline, bundle, sort, ignore, assume, quote, add, always, annotate, ask, avoid, bring, build, \
         bump, call, change, check, clean, close, commit, copy, create, declare, define, delete, deploy, \
         do, document, don't, do not, drop, edit, ensure, export, extend, fetch, fix, follow, format, \
         generate, go, go with, import, include, install, keep, leave, lint, log, make, merge, mock, move, \
         name, never, open, pass, pin, prefer, print, publish, pull, push, put, read, rebase, refactor, \
         regenerate, release, remove, rename, replace, reset, restart, return, revert, review, rewrite, \
         run, send, set, show, skip, split, squash, stage, start, stick, stick with, stop, store, switch, \
         sync, tag, test, track, try, update, upgrade, use, validate, verify, wait, wrap, write",
);
/// Between two steps.
pub(super) static THEN: Phrases = Phrases::new(
    "and then, then, after that, afterwards, after which, next, finally, followed by, \
         once that's done, once done, when that's done, when done, ->, →, lastly, at the end",
);
pub(super) static AND: Phrases = Phrases::new("and, and also, &, plus");
/// Before the first step.
pub(super) static FIRST: Phrases = Phrases::new("first, firstly, first of all, to start, start by");
/// Names a list without saying what it is for (steps, todo).
pub(super) static LIST_NAMES: Phrases =
    Phrases::new("steps, todo, todos, to do, tasks, plan, changes, fixes, notes");
/// Says that what follows is done in its order (steps, do this).
pub(super) static SEQUENCES: Phrases = Phrases::new(
    "steps, in this order, in order, do this, do the following, do it like this, like this, as follows, procedure, checklist",
);
/// Opens a goal at the start of a sentence (to).
pub(super) static GOAL: Phrases = Phrases::new("to, in order to, for");
/// Opens a situation (when, before).
pub(super) static WHEN: Phrases = Phrases::new(
    "when, whenever, every time, each time, any time, before, after, if, once, for every, for each, \
         as soon as",
);
/// Makes a rule of it (always, every time).
pub(super) static ALWAYS: Phrases = Phrases::new(
    "we use, we always, we never, we don't use, we do not use, this project uses, this repo uses, \
         always, never, don't ever, do not ever, every time, each time, whenever, any time, from now on, as a rule, \
         in the future, going forward",
);
/// Insists, though perhaps only this once (must, make sure).
pub(super) static MUST: Phrases = Phrases::new(
    "need to, needs to, have to, has to, make sure, must, remember to, be sure to, in general, \
         by default, in this repo, in this project, in this codebase, should",
);
/// Names what must not be missing; the act stands before it (without).
pub(super) static WITHOUT: Phrases = Phrases::new("without");
/// Opens a refusal as an answer (no, stop, wait).
pub(super) static REFUSAL_START: Phrases = Phrases::new(
    "no, nope, nah, stop, wait, wrong, don't, do not, never, not, please don't, please do not, \
         please stop, that's wrong, that's not, that is not, that is wrong, this is wrong, this is not, \
         again, hold on, undo, revert, you shouldn't, you should not",
);
/// Refuses anywhere in a sentence (don't, instead of, is wrong).
pub(super) static REFUSAL: Phrases = Phrases::new(
    "instead, don't, do not, never, stop, shouldn't, should not, must not, mustn't, can't use, \
         cannot use, instead of, rather than, not supposed to, we don't, we do not, not",
);
/// Looks like a refusal and only tells something (I don't know, why not).
pub(super) static NOT_REFUSAL: Phrases = Phrases::new(
    "i don't, i do not, i didn't, i did not, i'm not, i am not, i can't, it doesn't, it does not, \
         it's not, is not, isn't, are not, aren't, does not, did not, don't we, don't you, why don't, \
         if we don't, if you don't, so we don't, don't know, not sure, not yet, why not, not only, \
         whether or not, or not, not working, not work, can not, could not, would not, has not, have not, \
         was not, not see, not found, if not",
);
/// Says that something went wrong, not what to do (that is not correct, I told you).
pub(super) static OBJECTION: Phrases = Phrases::new(
    "not correct, isn't correct, is wrong, are wrong, isn't right, not right, i said, i told you, \
         i did not ask, i didn't ask, you forgot, not what i, not how",
);
/// How an assistant opens a sentence on what it does or did (I'll, let me).
pub(super) static ACTS: Phrases = Phrases::new(
    "committed, pushed, added, updated, created, installed, removed, fixed, ran, edited, changed, \
         switched, moved, renamed, implemented, i'll, i've, i'm, i will, i have, i am, let me, now i, \
         now let me, i ran, i used, i added, i created, i updated, i changed, i removed, i installed, \
         running, adding, updating, creating, installing, switching, using, done, shall i, should i, \
         want me to, would you like me to, next",
);
/// Questions that are corrections (why are you, why don't we).
pub(super) static REDIRECT: Phrases = Phrases::new(
    "actually use, actually let's use, actually we use, actually prefer, why are you, why are we not, why aren't you, why aren't we, why did you, why didn't you, \
         why would you, why not, why do you, why don't you, why don't we, why is this not, shouldn't you, \
         shouldn't we, shouldn't this, didn't i",
);
/// Questions that are not always closed by a question mark.
pub(super) static QUESTION: Phrases = Phrases::new(
    "can you, can we, could you, could we, would you, would it, would we, should we, should i, do you, \
         do we, does, did, is it, is there, is this, is that, are there, are we, are you, what, what's, \
         why, how, how's, when is, when does, where, which, who, any idea, wondering, i wonder, \
         i'm wondering, have you, have we, will it, will this, can it, can i, may i, am i, isn't, aren't, \
         doesn't, don't we, do i, is",
);
/// Holds for this task or this moment only (for now, in this branch, is down).
pub(super) static ONCE: Phrases = Phrases::new(
    "on the feature branch, in the feature branch, on my branch, in my branch, on that branch, in that branch, on his branch, on her branch, for now, for the moment, this time, just this once, temporarily, right now, in this branch, on \
         this branch, in this pr, for this pr, this pr, this ticket, this commit, this one, today, \
         tomorrow, in this case, for this task, for this session, in this session, quick test, as a test, \
         next up, that we just, you just, again now, this week, next week, this morning, this afternoon, \
         this evening, tonight, at the moment, my laptop, my machine, on battery, while i, in a minute, \
         before lunch, for the demo, as planned, this sprint, this month, this quarter",
);
/// Holds at present: what is wanted so may soon be otherwise, but a reason may say it (currently, yet).
pub(super) static NOW: Phrases = Phrases::new("currently, yet");
/// Mostly said of the moment; with "always" it belongs to a rule (on Friday, try, already running).
pub(super) static PASSING: Phrases = Phrases::new(
    "later, on monday, on tuesday, on wednesday, on thursday, on friday, might, possibly, eventually, \
         try, see if, see whether, go on, continue, carry on, already running, it is running, \
         it's running, still running, already open, already started, already up",
);
/// The same, also in a reason; and it may say when a rule applies (is down).
pub(super) static STATES: Phrases = Phrases::new(
    "working on it, working on that, editing it, i'm on it, is down, are down, is offline, currently broken, currently down, currently failing, currently unavailable, broken right now",
);
/// The same, also for what was said a sentence before (we'll switch back, just kidding).
pub(super) static LIMITS: Phrases = Phrases::new(
    "said no one ever, said nobody ever, said no one, said nobody, only for this, just for this, only for now, just for now, only this once, just this once, only \
         here, for the time being, switch back, switch it back, switch them back, change it back, change \
         back, put it back, revert it later, revert this later, undo it later, kidding, joking, jk, until \
         monday, until tomorrow, until then, as an experiment, just to see, just an idea, thinking out \
         loud, for this branch, only on this branch, only in this, no idea really, no idea though, no idea \
         tbh, not sure though, not sure really, haven't decided, not decided yet, not decided",
);
/// Looks like that, and takes nothing back (joking about lunch).
pub(super) static NOT_LIMITS: Phrases = Phrases::new(
    "kidding about, joking about, not kidding, not joking, never switch back, don't switch back, \
         do not switch back",
);
/// Holds only where the person is at work (in this, on this), unless something lasting follows.
pub(super) static HERE: Phrases =
    Phrases::new("in this, in these, for this, for these, on this, on these, inside this, within this");
/// What stays, or is no place at all (repo, team; order, way).
pub(super) static LASTING: Phrases = Phrases::new(
    "repo, repository, monorepo, project, projects, codebase, team, company, organisation, \
         organization, org, app, application, product, package, crate, library, service, workspace, module, \
         framework, stack, platform, environment, setup, system, language, domain, database, schema, api, \
         website, site, way, order, reason, reasons, kind, kinds, type, types, sort, style, format, manner, \
         sense, regard, respect, purpose, machine class, situation, situations, case, cases",
);
/// Stands still right now; as a reason it is soon over (hangs).
pub(super) static STALLS: Phrases =
    Phrases::new("hangs, hang, is hanging, is stuck, is broken, are broken, is dead, is acting up");
/// Until something happens (until).
pub(super) static UNTIL: Phrases = Phrases::new("until, till, unless and until");
/// Days and dates.
pub(super) static DAYS: Phrases = Phrases::new(
    "monday, tuesday, wednesday, thursday, friday, saturday, sunday, tomorrow, tonight, noon, next, \
         january, february, march, april, may, june, july, august, september, october, november, december, \
         the weekend, the end of",
);
/// What work may always wait for (passes, is green).
pub(super) static CHECKS: Phrases = Phrases::new(
    "pass, passes, passed, passing, green, succeeds, succeeded, clean, approved, confirmed, reviewed, \
         i confirm, i approve, i say so, tests, ci",
);
/// How it was once, or elsewhere (we used to, at my last job).
pub(super) static PAST: Phrases = Phrases::new(
    "we used, i used, they used, always used, never used, have used, had used, back then, in the old, \
         at my last, at my old, at my previous, in my last, in my old, in my previous, in our last, \
         in our old, in our previous, in another project, in the other project, at another company, \
         previously, formerly, years ago, last year, in the past, had we, used to be, used to have, \
         used to use, used to run, in the other repo, in the other team, in another repo, \
         in another codebase, in other projects, in other repos, in his project, in his repo, \
         in their project, in their repo, in their codebase",
);
/// What somebody else says (according to, someone said).
pub(super) static REPORTED: Phrases = Phrases::new(
    "said, says, saying, told me, told us, tells me, tells us, thinks, claims, claimed, suggests, \
         suggested, recommends, recommended, argues, insists, i read, i heard, heard that, people say, \
         they say, someone, somebody, the article, blog post, on hn, on hacker news, on reddit, \
         on twitter, stack overflow, stackoverflow, chatgpt, copilot, apparently, supposedly, allegedly, \
         wrote, writes",
);
/// The same; whose word it is stands behind it (according to).
pub(super) static ACCORDING: Phrases = Phrases::new("according to");
/// What "says" something and is nobody else: texts and tools of the project (the readme, the linter).
pub(super) static SOURCES: Phrases = Phrases::new(
    "readme, docs, documentation, changelog, contributing guide, style guide, guide, makefile, linter, \
         compiler, formatter, type checker, pipeline, ci, build, output, log, error, error message",
);
/// Looks like that, and is the person's own word (I said).
pub(super) static NOT_REPORTED: Phrases = Phrases::new(
    "i said, as said, we said, i already said, i just said, i have said, when someone, if someone, \
         before someone, when somebody, if somebody, before somebody, it writes, that writes, \
         which writes, writes to, writes into",
);
/// Says that a text came from somebody (got this, left this).
pub(super) static HANDED: Phrases = Phrases::new(
    "got this, got these, got the following, get this, received this, received these, received the \
         following, left this, left these, left the following, left me this, sent this, sent me this, sent \
         us this, sent these, sent me these, posted this, posted these, found this, forwarded this, \
         forwarded me this, copied this, copied from, pasted from, these comments, these review comments, \
         commented on, left a review, left a comment on, left comments on, flagged this, flagged these",
);
/// What people write and others pass on: pointed at, it follows (mail, feedback, spec).
pub(super) static TEXTS: Phrases = Phrases::new(
    "mail, email, e-mail, letter, feedback, comment, comments, remarks, review, review comment, review comments, pr \
         comment, pr comments, spec, specification, article, blog post, slack message, chat \
         message, message from, prompt, system prompt, role prompt, transcript, newsletter, user story, \
         design doc, rfc, slack thread, chat thread, slack, discord, requirements, description, pr description, ticket text, issue text, \
         mail text, email text",
);
/// What may as well be pointed at without being pasted (issue, error, log).
pub(super) static FINDINGS: Phrases = Phrases::new(
    "issue, ticket, bug report, bug, task, error, errors, error message, stack trace, traceback, log, \
         logs, output, warning, warnings, failure, failures, i get, i see, report",
);
/// Points at what follows (this, the following, here's).
pub(super) static POINTS: Phrases = Phrases::new(
    "this, these, the following, following, below is, below are, here's, here is, here are, here's the, here is \
         the, here are the, here's a, here is a, here's an, here is an, here's my, here is my, here's our, \
         here is our",
);
/// The same, behind what it points at (below).
pub(super) static BELOW: Phrases = Phrases::new("below, underneath");
/// Closes a lead to somebody's words (answered).
pub(super) static UTTERS: Phrases =
    Phrases::new("answered, replied, commented, responded, remarked, left a comment, left comments");
/// Between a text and who wrote it (from).
pub(super) static SENT_BY: Phrases = Phrases::new("from, by");
/// Opens a lead that shows something (here is).
pub(super) static PRESENTS: Phrases =
    Phrases::new("here's, here is, here are, this is, below is, attached is");
/// Verbs for work on a given text (fix, reply to).
pub(super) static WORKS_ON: Phrases = Phrases::new(
    "fix, draft, reply to, respond to, answer, answer to, implement, look at, have a look at, take a \
         look at, look into, review, translate, summarise, summarize, explain, rewrite, proofread, address, \
         port, read, check out, analyse, analyze, triage, investigate, handle",
);
/// Opens a prompt that gives a model a role (you are a).
pub(super) static CASTS: Phrases = Phrases::new(
    "you are a, you are an, you're a, you're an, act as a, act as an, your role is, imagine you are a, \
         imagine you are an",
);
/// Such roles (engineer).
pub(super) static ROLES: Phrases = Phrases::new(
    "engineer, developer, reviewer, assistant, agent, subagent, expert, architect, programmer, tester, \
         analyst, specialist, writer, maintainer, consultant, auditor, researcher",
);
/// Not decided yet (maybe, let's try).
pub(super) static TENTATIVE: Phrases = Phrases::new(
    "maybe, perhaps, what if, i don't think, i do not think, not sure, unsure, i'm open, i am open, \
         could try, let's try, lets try, let's see, curious, or something, hypothetically, imagine, \
         suppose, in theory, would be nice, would be cool, i wish, thinking about, thinking of, \
         considering, one day, someday, at some point, wonder whether, decide whether, discuss whether",
);
/// Looks like an order and asks for nothing (don't worry, I meant, you should see).
pub(super) static ASIDE: Phrases = Phrases::new(
    "we run into, i run into, don't worry, do not worry, never mind, nevermind, no worries, no problem, don't bother, \
         do not bother, i meant, i mean, i want to see, i'd like to see, i want to look, i want to check, \
         i want to know, i need to see, i need to check, should not see, shouldn't see, should see, \
         should now, wrong key, lol, haha, /s, we always get, we always see, i always get, i always see, \
         always get, always crashes, always fails, i hate, i'm not saying, pretend",
);
/// The other one was right.
pub(super) static AGREES: Phrases = Phrases::new(
    "you're right, you are right, you were right, my bad, my mistake, i was wrong, good point, \
         fair enough, scratch that, i take it back, i take that back",
);
/// Asks for one piece of work, often about somebody's words (write, add, summarise).
pub(super) static ERRANDS: Phrases = Phrases::new(
    "add, answer, ask, change, check, commit, compare, create, delete, describe, document, draft, \
         explain, find, fix, generate, list, look, make a, open, print, proofread, push, put this, \
         put that, read, remind, remove, rename, restart, revert, review, rewrite, say, show, summarise, \
         summarize, tell, test, translate, update, write",
);
/// Whose doings are not the agent's (they, the users).
pub(super) static OTHERS: Phrases = Phrases::new(
    "they, he, she, the user, the users, users, a user, our users, customers, the customer, the app, \
         the client, the client wants, contributors, people, everybody else, my boss, my colleague, \
         the button, the page, as a user, as an admin, as an administrator, as a customer, as a visitor, \
         as a guest",
);
/// Turns what follows an errand into its content (write that).
pub(super) static THAT: Phrases = Phrases::new("that");
/// Says what kind of thing follows, and it is the person's own (note, rule).
pub(super) static LABELS: Phrases = Phrases::new(
    "note, rule, important, reminder, correction, decision, fyi, please, general rule, new rule, \
         house rule, rules, conventions, guidelines, convention, tip, hint, ps, p.s, remember, in general, as a rule, by default",
);
/// Parts of a project or of the work on it: before a colon they say where something holds.
pub(super) static SCOPES: Phrases = Phrases::new(
    "repo, repository, monorepo, project, codebase, frontend, backend, api, cli, tests, test, unit tests, \
         integration tests, api tests, e2e tests, public api, e2e, \
         docs, ci, comments in code, code comments, migrations, database, db, styles, types, imports, naming, formatting, linting, \
         dependencies, packages, package manager, commits, commit messages, branches, prs, pull requests, \
         releases, release, deploys, deployment, builds, build, scripts, tooling",
);
/// Opens what a sentence is about; a comma closes it (as for).
pub(super) static TOPICS: Phrases = Phrases::new("re:, regarding, concerning, as for, about");
/// Takes back part of what was said (but).
pub(super) static BUT: Phrases = Phrases::new("but, however, although, though, except");
/// Takes back what was said of something; a comma closes it (forget what I said about).
pub(super) static SETS_ASIDE: Phrases = Phrases::new(
    "forget what i said about, forget what i told you about, ignore what i said about, forget about",
);
/// Says that what follows is not used any more (we no longer use).
pub(super) static LEAVES: Phrases = Phrases::new(
    "we no longer use, we're no longer using, we are no longer using, we no longer run, we no longer need, we no \
         longer rely on, we don't use, we do not use, we're not using, we are not using, we stopped using, we've stopped \
         using, we have stopped using, we quit using, we got rid of, we've gotten rid of, we've got rid of, we have got \
         rid of, we dropped, we've dropped, we have dropped, we ditched, we've ditched, we abandoned, we've abandoned, we \
         moved away from, we've moved away from, we have moved away from, we moved off, we've moved off, we moved off of, \
         we migrated away from, we've migrated away from, we migrated off, we've migrated off, we switched from, we've \
         switched from, we have switched from, we switched away from, we've switched away from, we migrated from, we've \
         migrated from, we have migrated from, we moved from, we've moved from, we have moved from, we replaced, we've \
         replaced, we have replaced, stop using, we removed, we've removed, we have removed, we uninstalled, we've uninstalled",
);
/// The same, where `ANY_MORE` stands behind it (don't use).
pub(super) static USES: Phrases = Phrases::new(
    "don't use, do not use, never use, stop using, we won't use, we will not use, we don't run, we don't need, no \
         need to use",
);
pub(super) static ANY_MORE: Phrases = Phrases::new("any more, anymore, any longer");
/// Says that a piece of work is done, and well: what is not to be changed any more then is just that (perfect, is done).
pub(super) static FINISHED: Phrases = Phrases::new(
    "perfect, great, awesome, excellent, nice, looks good, lgtm, well done, is done, \
         it's done, is finished, it's finished, is complete, works now, good as it is, fine as it is",
);
/// The same, behind what is not used any more (はもう使っていません).
pub(super) static IS_LEFT: Phrases = Phrases::new(
    "is no longer used, isn't used any more, isn't used anymore, is not used any more, is not used anymore, is gone from this repo, is gone from the repo, is gone from this project, is gone from the project, has been retired, is retired",
);
/// Says that what follows is used again (we're back on).
pub(super) static RETURNS: Phrases = Phrases::new(
    "we switched back to, we've switched back to, we have switched back to, we're back on, we are back on, we're back to, we are back to, we went back to, we've gone back to, we moved back to, we've moved back to, we returned to, we reverted to",
);
/// Says that what follows is used from now on (we switched to).
pub(super) static ARRIVES: Phrases = Phrases::new(
    "we switched to, we've switched to, we have switched to, we moved to, we've moved to, we have moved to, we migrated to, we've migrated to, we have migrated to, we changed to, we've changed to, we now use, we're now using, we are now using",
);
/// What something is left for stands behind it (switched from one *to* the other).
pub(super) static LEFT_FOR: Phrases = Phrases::new("to, with, by, for good and, in favor of, in favour of");
/// Orders that end a rule (forget, scrap).
pub(super) static DROPS: Phrases = Phrases::new(
    "forget, forget about, drop, scrap, scratch, ignore, disregard, cancel, retire, get rid of, throw out",
);
/// Says of a rule that it holds no more (no longer applies).
pub(super) static LAPSES: Phrases = Phrases::new(
    "no longer applies, no longer apply, no longer holds, no longer valid, no longer true, doesn't apply any more, \
         doesn't apply anymore, does not apply any more, doesn't hold any more, doesn't hold anymore, isn't valid any \
         more, isn't valid anymore, is obsolete, is outdated, is out of date, is void",
);
/// What people call a rule.
pub(super) static RULES: Phrases =
    Phrases::new("rule, rules, decision, decisions, convention, conventions, guideline, policy, habit");
/// Said before the point (ok, I think, please); cut from titles.
pub(super) static FILLERS: Phrases = Phrases::new(
    "as i said before, like i said before, as i said earlier, as i already said, as i told you, i said before, i already said, \
         i already told you, i already told you to, i've told you, i've told you to, i've already told you, i've already told \
         you to, i told you before, i told you before to, i'd, i'd rather, i would, i'll, ok, okay, yes, yeah, yep, yup, no, nope, so, well, also, and, but, \
         please, hmm, hm, uh, ah, oh, hey, sorry, thanks, great, cool, nice, perfect, sure, right, \
         actually, basically, i think, i guess, i believe, i feel, then, now, just, let's, lets, we should, \
         we need to, we want to, we have to, you should, you need to, you have to, you must, we must, i \
         want you to, i want to, i'd like to, i would like to, i'd like us to, i'd like you to, make sure \
         to, make sure you, make sure that you, make sure we, be sure to, remember to, again, wait, can \
         you, could you, would you, fyi, note that, note, as i said, like i said, i said, i told you, i \
         told you to, stop, btw, by the way, in general, from now on, going forward, in the future, one \
         more thing, one last thing, first, i changed my mind, i've changed my mind, i have changed my \
         mind, we changed our minds, we changed our mind, changed my mind, change of plan, change of plans, \
         on second thought, on second thoughts, on reflection",
);
/// Verbs that choose what follows (use, go with); where verbs come last, whatever tells a choice.
pub(super) static CHOOSES: Phrases = Phrases::new(
    "don't touch, do not touch, don't edit, do not edit, don't modify, do not modify, use, go with, stick with, stick to, stay with, choose, pick, prefer, switch to, move to, adopt, we \
         use, we'll use, keep, leave, go for, stay on, stay at, favor, favour, migrate to, change to, \
         standardise on, standardize on, settle on, default to, pin, key on, rely on, base it on, store, \
         target, support, require, avoid, never, always, don't use, do not use, don't add, do not add, stop \
         using, no longer use, not use, not to use, switch from, switch, replace, go back to, move back to",
);
/// How things are done (we use).
pub(super) static HABITS: Phrases = Phrases::new(
    "we no longer, we don't use, no longer use, we use, we'll use, we are using, we're using, we keep, \
         we store, we stick with, we stick to, we stay with, we stay on, we go with, we're going with, \
         we are going with, we'll go with, we decided on, we decided to, i decided on, i decided to, \
         we've decided, we have decided, i've decided, we chose, we choose, i chose, we picked, i picked, \
         we went with, i went with, we standardise on, we standardize on, we prefer, i prefer, i'd prefer, \
         we never, we always, we don't, we do not, we avoid, we agreed, we have agreed, we've agreed",
);
/// Where things go (belongs in); whatever goes there stands before it.
pub(super) static PLACES: Phrases = Phrases::new(
    "go under, goes under, go in, goes in, go into, goes into, belongs in, belong in, belongs into, \
         lives in, live in, must live in, stays in, stay in",
);
/// Says where something holds, before what holds there (in this repo, for tests).
pub(super) static LEADS: Phrases = Phrases::new(
    "in this, in our, in here, in tests, in ci, in the, for, here, on, with, as, at, when, whenever, \
         before, after, from now on, everywhere",
);
/// Gives something a value (set, must be): a choice for a setting, an errand for a file.
pub(super) static SETS: Phrases = Phrases::new(
    "set, must be, has to be, have to be, should be, needs to be, need to be, must not be, \
         should not be",
);
/// Makes a choice of a name.
pub(super) const CHOOSE: &str = "Use {}";
/// Said after the point (please, when you're done).
pub(super) static CLOSERS: Phrases = Phrases::new(
    "please, thanks, thank you, when you're done, when you are done, when done, once you're done, \
         as well, too, ok, okay, right, though",
);
/// Makes a prohibition of a name.
pub(super) const REFUSE: &str = "Don't use {}";
/// Takes back what was said before it, also within a sentence; without its commas (wait no).
pub(super) static RETRACTS: Phrases = Phrases::new(
    "wait no, no wait, wait actually, hmm no, hm no, on second thought, on second thoughts, \
         scratch that, strike that",
);
/// The same, where a later sentence begins with it (actually).
pub(super) static BEGINS_ANEW: Phrases =
    Phrases::new("actually, forget that, forget it, forget what i said, or rather, sorry no, no sorry");
/// Opens an exception from the sentence before (except).
pub(super) static EXCEPTS: Phrases = Phrases::new(
    "except, unless, other than, with the exception of, the only exception, but not in, but not for, \
         but in, but for, but only",
);
