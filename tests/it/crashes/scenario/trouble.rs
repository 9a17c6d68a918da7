//! Steps that cost money, and steps in which something else loses data.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{FileExt, PermissionsExt};

use super::Script;
use crate::learning::lesson;
use crate::model::good_answer;
use crate::world::{World, write};

/// Where a copy of the database waits for its turn.
const KEPT: &str = "kept";
const COPY: [&str; 2] = ["learning.backup.db", "learning.backup.at"];

impl Script {
    /// One session is learned from by a model, which costs something.
    pub fn model(&mut self) {
        self.at("2026-03-21T09:00:00Z");
        self.world("a client is installed", |world| {
            let claude = world.home.join(".local/bin/claude");
            let help = "--print --safe-mode --json-schema --max-budget-usd --tools";
            let script = format!(
                "#!/bin/sh\ncase \"$*\" in *--help*) echo '{help}'; exit 0;; esac\necho asked >> \"$HOME/asked\"\n\
                 cat > /dev/null\n{}\n",
                good_answer()
            );
            write(&claude, &script);
            fs::set_permissions(claude, Permissions::from_mode(0o755)).unwrap();
        });
        self.command("enable --extractor claude");
        self.command("configure --set batch_size=1");
        self.session("model-0", |_| lesson("model-0", "2026-03-21", 0), "2026-03-21T10:10:00Z");
    }

    /// The database is damaged while its copy is a session behind, and then it is gone.
    pub fn rot(&mut self) {
        self.world("the copy stays behind", |world| {
            for name in COPY {
                write(&world.home.join(KEPT).join(name), "");
                fs::copy(world.state().join(name), world.home.join(KEPT).join(name)).unwrap();
            }
        });
        self.session("rot-0", |_| lesson("rot-0", "2026-03-23", 1), "2026-03-23T10:10:00Z");
        self.world("the disk rots", |world| {
            give_back_copy(world);
            let db = File::options().write(true).open(world.state().join("learning.db")).unwrap();
            db.write_all_at(&[0; 4096], 0).unwrap();
        });
        self.worker();
        self.at("2026-03-24T10:10:00Z");
        self.world("the database is gone", |world| {
            give_back_copy(world);
            fs::remove_file(world.state().join("learning.db")).unwrap();
        });
        self.worker();
    }
}

fn give_back_copy(world: &World) {
    for name in COPY {
        fs::copy(world.home.join(KEPT).join(name), world.state().join(name)).unwrap();
    }
}
