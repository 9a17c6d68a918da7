//! Files of ours that git removes are restored where git does not track them, and their removal rejects
//! nothing.

use super::{DECISIONS, PITFALLS, PLANTED, learned, on_a_branch, planted, session, status, talk, told_in};
use crate::session::Session;
use crate::sharing::{git, try_git};
use crate::world::{World, write};

/// The branch tracks the file that `main` ignores: git overwrites it, and removes it on the way back.
#[test]
fn a_branch_takes_no_knowledge_away() {
    for (is_seen_there, hours) in [(true, 13), (false, 13), (true, 1), (false, 1)] {
        let Some(mut world) = learned() else { return };
        let own = "\n## PF-050: Ada's own, zebra\n\n- **Status**: Active\n";
        let edited =
            world.read(PITFALLS).replace("- **Status**: Active", "- **Status**: Active\n- **Note**: ask Ada");
        world.write(PITFALLS, &format!("{edited}{own}"));
        assert!(!told_in(&mut world, "2026-03-12", "Ada's own").is_empty());
        let (before, statuses) = (world.read(PITFALLS), statuses(&world));
        assert!(before.contains("ask Ada") && before.contains("PF-050"));
        on_a_branch(&world, "evil", PITFALLS, "# nothing\n");
        git(&world, "checkout -q evil");
        assert_eq!(world.read(PITFALLS), "# nothing\n");
        if is_seen_there {
            session(&mut world, "there", "2026-03-13", |_| {}, talk);
            assert_eq!(world.read(PITFALLS), "# nothing\n", "nothing is written where git tracks the path");
            session(&mut world, "there-later", "2026-03-15", |_| {}, talk);
            assert_eq!(world.read(PITFALLS), "# nothing\n");
        }
        git(&world, "checkout -q main");
        assert!(!world.exists(PITFALLS));
        for (n, at) in [(0, 0), (1, hours), (2, 40)] {
            world.set_now(&format!("2026-03-{}T{:02}:00:00Z", 17 + at / 24, at % 24));
            world.start(&format!("back-{n}"), "startup");
            world.settle();
            let id = format!("back-{n}");
            write(
                &world.transcript(&id),
                &talk(Session::new(&id, "2026-03-17T00:00:00Z")).jsonl(&world.project),
            );
            world.end(&id);
        }
        assert_eq!(world.read(PITFALLS), before, "seen there: {is_seen_there}, {hours} h");
        assert_eq!(statuses, self::statuses(&world));
        let notes = status(&world)["notes"].to_string();
        assert!(notes.contains(PITFALLS) && notes.contains("git"), "{notes}");
        assert!(!told_in(&mut world, "2026-03-21", "Ada's own").is_empty());
        // It is the person's no that still counts.
        std::fs::remove_file(world.project.join(PITFALLS)).unwrap();
        for day in ["2026-03-22", "2026-03-24"] {
            session(&mut world, &format!("no-{day}"), day, |_| {}, talk);
        }
        assert!(
            self::statuses(&world).contains(&"deprecated".to_owned()),
            "what people delete stays deleted"
        );
    }
}

fn statuses(world: &World) -> Vec<String> {
    world.list().iter().map(|row| row["status"].as_str().unwrap().to_owned()).collect()
}

/// Deleted by the person, on a day with a change of branch: what they delete stays deleted.
#[test]
fn a_command_that_vanished_with_a_change_of_branch_is_asked_about() {
    let Some(mut world) = learned() else { return };
    let list = world.list();
    let command = list.iter().find(|row| row["type"] == "workflow").unwrap()["artifact"].as_str().unwrap();
    git(&world, "checkout -q -b topic");
    world.write("README", "more\n");
    git(&world, "commit -qam more");
    std::fs::remove_file(world.project.join(command)).unwrap();
    git(&world, "checkout -q main");
    for day in ["2026-03-12", "2026-03-14", "2026-03-16"] {
        session(&mut world, &format!("s-{day}"), day, |_| {}, talk);
    }
    assert!(!world.exists(command) && !statuses(&world).contains(&"deprecated".to_owned()));
    let review = world.run(&["review", "--json"]).ok().json();
    assert!(review.to_string().contains("mass_deletion"), "{review:#}");
}

/// Entries that a branch brings under a number of ours do not make git's file ours either.
#[test]
fn nothing_new_is_written_into_a_file_that_git_took() {
    let Some(mut world) = learned() else { return };
    on_a_branch(&world, "evil", DECISIONS, &planted("ADR-001", ""));
    git(&world, "checkout -q evil");
    session(&mut world, "there", "2026-03-12", |_| {}, talk);
    let teach = |session: Session| {
        session
            .user("Please look at the page with the orders first, its rows are too close to each other.")
            .assistant("Done. How is it rolled out, with helm or with kubectl?")
            .user("Use `kubectl` for the rollout, because helm hides too much of what happens there.")
            .assistant("Good.")
    };
    session(&mut world, "teach-1", "2026-03-13", |_| {}, teach);
    session(&mut world, "teach-2", "2026-03-15", |_| {}, teach);
    world.run(&["learn", "--now"]).ok();
    assert_eq!(world.read(DECISIONS), planted("ADR-001", ""));
    assert!(try_git(&world, "checkout -q main").status.success());
    session(&mut world, "home", "2026-03-17", |_| {}, talk);
    let text = world.read(DECISIONS);
    let list = world.run(&["list"]).ok().stdout;
    assert!(text.contains("sqlite") && text.contains("kubectl") && !text.contains(PLANTED), "{text}{list}");
}
