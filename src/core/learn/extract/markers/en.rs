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
    we: Phrases::new("we, we're, we've, we'd, our"),
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
    ),
    orders: Phrases::new(""),
    then: Phrases::new(
        "and then, then, after that, afterwards, after which, next, finally, followed by, \
         once that's done, once done, when that's done, when done, ->, →, lastly, at the end",
    ),
    and: Phrases::new("and, and also, &, plus"),
    first: Phrases::new("first, firstly, first of all, to start, start by"),
    list_names: Phrases::new("steps, todo, todos, to do, tasks, plan, changes, fixes, notes"),
    sequences: Phrases::new(
        "steps, in this order, in order, do this, do the following, do it like this, like this, as follows, procedure, checklist",
    ),
    goal: Phrases::new("to, in order to, for"),
    when: Phrases::new(
        "when, whenever, every time, each time, any time, before, after, if, once, for every, for each, \
         as soon as",
    ),
    when_after: Phrases::new(""),
    always: Phrases::new(
        "we use, we always, we never, we don't use, we do not use, this project uses, this repo uses, \
         always, never, don't ever, do not ever, every time, each time, whenever, any time, from now on, as a rule, \
         in the future, going forward",
    ),
    must: Phrases::new(
        "need to, needs to, have to, has to, make sure, must, remember to, be sure to, in general, \
         by default, in this repo, in this project, in this codebase, should",
    ),
    without: Phrases::new("without"),
    without_after: Phrases::new(""),
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
        "actually use, actually let's use, actually we use, actually prefer, why are you, why are we not, why aren't you, why aren't we, why did you, why didn't you, \
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
        "on the feature branch, in the feature branch, on my branch, in my branch, on that branch, in that branch, on his branch, on her branch, for now, for the moment, this time, just this once, temporarily, right now, in this branch, on \
         this branch, in this pr, for this pr, this pr, this ticket, this commit, this one, today, \
         tomorrow, in this case, for this task, for this session, in this session, quick test, as a test, \
         next up, that we just, you just, again now, this week, next week, this morning, this afternoon, \
         this evening, tonight, at the moment, my laptop, my machine, on battery, while i, in a minute, \
         before lunch, for the demo, as planned, this sprint, this month, this quarter",
    ),
    now: Phrases::new("currently, yet"),
    passing: Phrases::new(
        "later, on monday, on tuesday, on wednesday, on thursday, on friday, might, possibly, eventually, \
         try, see if, see whether, go on, continue, carry on, already running, it is running, \
         it's running, still running, already open, already started, already up",
    ),
    states: Phrases::new(
        "working on it, working on that, editing it, i'm on it, is down, are down, is offline, currently broken, currently down, currently failing, currently unavailable, broken right now",
    ),
    limits: Phrases::new(
        "said no one ever, said nobody ever, said no one, said nobody, only for this, just for this, only for now, just for now, only this once, just this once, only \
         here, for the time being, switch back, switch it back, switch them back, change it back, change \
         back, put it back, revert it later, revert this later, undo it later, kidding, joking, jk, until \
         monday, until tomorrow, until then, as an experiment, just to see, just an idea, thinking out \
         loud, for this branch, only on this branch, only in this, no idea really, no idea though, no idea \
         tbh, not sure though, not sure really, haven't decided, not decided yet, not decided",
    ),
    not_limits: Phrases::new(
        "kidding about, joking about, not kidding, not joking, never switch back, don't switch back, \
         do not switch back",
    ),
    here: Phrases::new("in this, in these, for this, for these, on this, on these, inside this, within this"),
    lasting: Phrases::new(
        "repo, repository, monorepo, project, projects, codebase, team, company, organisation, \
         organization, org, app, application, product, package, crate, library, service, workspace, module, \
         framework, stack, platform, environment, setup, system, language, domain, database, schema, api, \
         website, site, way, order, reason, reasons, kind, kinds, type, types, sort, style, format, manner, \
         sense, regard, respect, purpose, machine class, situation, situations, case, cases",
    ),
    stalls: Phrases::new("hangs, hang, is hanging, is stuck, is broken, are broken, is dead, is acting up"),
    until: Phrases::new("until, till, unless and until"),
    days: Phrases::new(
        "monday, tuesday, wednesday, thursday, friday, saturday, sunday, tomorrow, tonight, noon, next, \
         january, february, march, april, may, june, july, august, september, october, november, december, \
         the weekend, the end of",
    ),
    checks: Phrases::new(
        "pass, passes, passed, passing, green, succeeds, succeeded, clean, approved, confirmed, reviewed, \
         i confirm, i approve, i say so, tests, ci",
    ),
    past: Phrases::new(
        "we used, i used, they used, always used, never used, have used, had used, back then, in the old, \
         at my last, at my old, at my previous, in my last, in my old, in my previous, in our last, \
         in our old, in our previous, in another project, in the other project, at another company, \
         previously, formerly, years ago, last year, in the past, had we, used to be, used to have, \
         used to use, used to run, in the other repo, in the other team, in another repo, \
         in another codebase, in other projects, in other repos, in his project, in his repo, \
         in their project, in their repo, in their codebase",
    ),
    reported: Phrases::new(
        "said, says, saying, told me, told us, tells me, tells us, thinks, claims, claimed, suggests, \
         suggested, recommends, recommended, argues, insists, i read, i heard, heard that, people say, \
         they say, someone, somebody, the article, blog post, on hn, on hacker news, on reddit, \
         on twitter, stack overflow, stackoverflow, chatgpt, copilot, apparently, supposedly, allegedly, \
         wrote, writes",
    ),
    according: Phrases::new("according to"),
    sources: Phrases::new(
        "readme, docs, documentation, changelog, contributing guide, style guide, guide, makefile, linter, \
         compiler, formatter, type checker, pipeline, ci, build, output, log, error, error message",
    ),
    not_reported: Phrases::new(
        "i said, as said, we said, i already said, i just said, i have said, when someone, if someone, \
         before someone, when somebody, if somebody, before somebody, it writes, that writes, \
         which writes, writes to, writes into",
    ),
    handed: Phrases::new(
        "got this, got these, got the following, get this, received this, received these, received the \
         following, left this, left these, left the following, left me this, sent this, sent me this, sent \
         us this, sent these, sent me these, posted this, posted these, found this, forwarded this, \
         forwarded me this, copied this, copied from, pasted from, these comments, these review comments, \
         commented on, left a review, left a comment on, left comments on, flagged this, flagged these",
    ),
    texts: Phrases::new(
        "mail, email, e-mail, letter, feedback, comment, comments, remarks, review, review comment, review comments, pr \
         comment, pr comments, spec, specification, article, blog post, slack message, chat \
         message, message from, prompt, system prompt, role prompt, transcript, newsletter, user story, \
         design doc, rfc, slack thread, chat thread, slack, discord, requirements, description, pr description, ticket text, issue text, \
         mail text, email text",
    ),
    findings: Phrases::new(
        "issue, ticket, bug report, bug, task, error, errors, error message, stack trace, traceback, log, \
         logs, output, warning, warnings, failure, failures, i get, i see, report",
    ),
    points: Phrases::new(
        "this, these, the following, following, below is, below are, here's, here is, here are, here's the, here is \
         the, here are the, here's a, here is a, here's an, here is an, here's my, here is my, here's our, \
         here is our",
    ),
    below: Phrases::new("below, underneath"),
    utters: Phrases::new("answered, replied, commented, responded, remarked, left a comment, left comments"),
    sent_by: Phrases::new("from, by"),
    presents: Phrases::new("here's, here is, here are, this is, below is, attached is"),
    works_on: Phrases::new(
        "fix, draft, reply to, respond to, answer, answer to, implement, look at, have a look at, take a \
         look at, look into, review, translate, summarise, summarize, explain, rewrite, proofread, address, \
         port, read, check out, analyse, analyze, triage, investigate, handle",
    ),
    casts: Phrases::new(
        "you are a, you are an, you're a, you're an, act as a, act as an, your role is, imagine you are a, \
         imagine you are an",
    ),
    roles: Phrases::new(
        "engineer, developer, reviewer, assistant, agent, subagent, expert, architect, programmer, tester, \
         analyst, specialist, writer, maintainer, consultant, auditor, researcher",
    ),
    tentative: Phrases::new(
        "maybe, perhaps, what if, i don't think, i do not think, not sure, unsure, i'm open, i am open, \
         could try, let's try, lets try, let's see, curious, or something, hypothetically, imagine, \
         suppose, in theory, would be nice, would be cool, i wish, thinking about, thinking of, \
         considering, one day, someday, at some point, wonder whether, decide whether, discuss whether",
    ),
    aside: Phrases::new(
        "we run into, i run into, don't worry, do not worry, never mind, nevermind, no worries, no problem, don't bother, \
         do not bother, i meant, i mean, i want to see, i'd like to see, i want to look, i want to check, \
         i want to know, i need to see, i need to check, should not see, shouldn't see, should see, \
         should now, wrong key, lol, haha, /s, we always get, we always see, i always get, i always see, \
         always get, always crashes, always fails, i hate, i'm not saying, pretend",
    ),
    agrees: Phrases::new(
        "you're right, you are right, you were right, my bad, my mistake, i was wrong, good point, \
         fair enough, scratch that, i take it back, i take that back",
    ),
    errands: Phrases::new(
        "add, answer, ask, change, check, commit, compare, create, delete, describe, document, draft, \
         explain, find, fix, generate, list, look, make a, open, print, proofread, push, put this, \
         put that, read, remind, remove, rename, restart, revert, review, rewrite, say, show, summarise, \
         summarize, tell, test, translate, update, write",
    ),
    others: Phrases::new(
        "they, he, she, the user, the users, users, a user, our users, customers, the customer, the app, \
         the client, the client wants, contributors, people, everybody else, my boss, my colleague, \
         the button, the page, as a user, as an admin, as an administrator, as a customer, as a visitor, \
         as a guest",
    ),
    that: Phrases::new("that"),
    labels: Phrases::new(
        "note, rule, important, reminder, correction, decision, fyi, please, general rule, new rule, \
         house rule, rules, conventions, guidelines, convention, tip, hint, ps, p.s, remember, in general, as a rule, by default",
    ),
    scopes: Phrases::new(
        "repo, repository, monorepo, project, codebase, frontend, backend, api, cli, tests, test, unit tests, \
         integration tests, api tests, e2e tests, public api, e2e, \
         docs, ci, comments in code, code comments, migrations, database, db, styles, types, imports, naming, formatting, linting, \
         dependencies, packages, package manager, commits, commit messages, branches, prs, pull requests, \
         releases, release, deploys, deployment, builds, build, scripts, tooling",
    ),
    topics: Phrases::new("re:, regarding, concerning, as for, about"),
    but: Phrases::new("but, however, although, though, except"),
    sets_aside: Phrases::new(
        "forget what i said about, forget what i told you about, ignore what i said about, forget about",
    ),
    leaves: Phrases::new(
        "we no longer use, we're no longer using, we are no longer using, we no longer run, we no longer need, we no \
         longer rely on, we don't use, we do not use, we're not using, we are not using, we stopped using, we've stopped \
         using, we have stopped using, we quit using, we got rid of, we've gotten rid of, we've got rid of, we have got \
         rid of, we dropped, we've dropped, we have dropped, we ditched, we've ditched, we abandoned, we've abandoned, we \
         moved away from, we've moved away from, we have moved away from, we moved off, we've moved off, we moved off of, \
         we migrated away from, we've migrated away from, we migrated off, we've migrated off, we switched from, we've \
         switched from, we have switched from, we switched away from, we've switched away from, we migrated from, we've \
         migrated from, we have migrated from, we moved from, we've moved from, we have moved from, we replaced, we've \
         replaced, we have replaced, stop using, we removed, we've removed, we have removed, we uninstalled, we've uninstalled",
    ),
    uses: Phrases::new(
        "don't use, do not use, never use, stop using, we won't use, we will not use, we don't run, we don't need, no \
         need to use",
    ),
    any_more: Phrases::new("any more, anymore, any longer"),
    finished: Phrases::new(
        "perfect, great, awesome, excellent, nice, looks good, lgtm, well done, is done, \
         it's done, is finished, it's finished, is complete, works now, good as it is, fine as it is",
    ),
    is_left: Phrases::new(
        "is no longer used, isn't used any more, isn't used anymore, is not used any more, is not used anymore, is gone from this repo, is gone from the repo, is gone from this project, is gone from the project, has been retired, is retired",
    ),
    returns: Phrases::new(
        "we switched back to, we've switched back to, we have switched back to, we're back on, we are back on, we're back to, we are back to, we went back to, we've gone back to, we moved back to, we've moved back to, we returned to, we reverted to",
    ),
    arrives: Phrases::new(
        "we switched to, we've switched to, we have switched to, we moved to, we've moved to, we have moved to, we migrated to, we've migrated to, we have migrated to, we changed to, we've changed to, we now use, we're now using, we are now using",
    ),
    left_for: Phrases::new("to, with, by, for good and, in favor of, in favour of"),
    drops: Phrases::new(
        "forget, forget about, drop, scrap, scratch, ignore, disregard, cancel, retire, get rid of, throw out",
    ),
    lapses: Phrases::new(
        "no longer applies, no longer apply, no longer holds, no longer valid, no longer true, doesn't apply any more, \
         doesn't apply anymore, does not apply any more, doesn't hold any more, doesn't hold anymore, isn't valid any \
         more, isn't valid anymore, is obsolete, is outdated, is out of date, is void",
    ),
    rules: Phrases::new(
        "rule, rules, decision, decisions, convention, conventions, guideline, policy, habit",
    ),
    fillers: Phrases::new(
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
    ),
    chooses: Phrases::new(
        "don't touch, do not touch, don't edit, do not edit, don't modify, do not modify, use, go with, stick with, stick to, stay with, choose, pick, prefer, switch to, move to, adopt, we \
         use, we'll use, keep, leave, go for, stay on, stay at, favor, favour, migrate to, change to, \
         standardise on, standardize on, settle on, default to, pin, key on, rely on, base it on, store, \
         target, support, require, avoid, never, always, don't use, do not use, don't add, do not add, stop \
         using, no longer use, not use, not to use, switch from, switch, replace, go back to, move back to",
    ),
    habits: Phrases::new(
        "we no longer, we don't use, no longer use, we use, we'll use, we are using, we're using, we keep, \
         we store, we stick with, we stick to, we stay with, we stay on, we go with, we're going with, \
         we are going with, we'll go with, we decided on, we decided to, i decided on, i decided to, \
         we've decided, we have decided, i've decided, we chose, we choose, i chose, we picked, i picked, \
         we went with, i went with, we standardise on, we standardize on, we prefer, i prefer, i'd prefer, \
         we never, we always, we don't, we do not, we avoid, we agreed, we have agreed, we've agreed",
    ),
    places: Phrases::new(
        "go under, goes under, go in, goes in, go into, goes into, belongs in, belong in, belongs into, \
         lives in, live in, must live in, stays in, stay in",
    ),
    leads: Phrases::new(
        "in this, in our, in here, in tests, in ci, in the, for, here, on, with, as, at, when, whenever, \
         before, after, from now on, everywhere",
    ),
    sets: Phrases::new(
        "set, must be, has to be, have to be, should be, needs to be, need to be, must not be, \
         should not be",
    ),
    choose: "Use {}",
    closers: Phrases::new(
        "please, thanks, thank you, when you're done, when you are done, when done, once you're done, \
         as well, too, ok, okay, right, though",
    ),
    refuse: "Don't use {}",
    retracts: Phrases::new(
        "wait no, no wait, wait actually, hmm no, hm no, on second thought, on second thoughts, \
         scratch that, strike that",
    ),
    begins_anew: Phrases::new(
        "actually, forget that, forget it, forget what i said, or rather, sorry no, no sorry",
    ),
    excepts: Phrases::new(
        "except, unless, other than, with the exception of, the only exception, but not in, but not for, \
         but in, but for, but only",
    ),
};
