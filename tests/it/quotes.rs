//! Every quote leads to the session in which it was said, also where repeated words count once.

use crate::session::Session;
use crate::world::World;

#[test]
fn the_same_words_on_following_mornings_stay_where_they_were_said() {
    let mut world = World::new();
    for (n, at) in
        ["2026-03-02T17:00:00Z", "2026-03-03T10:00:00Z", "2026-03-04T09:30:00Z", "2026-03-05T09:00:00Z"]
            .iter()
            .enumerate()
    {
        let session = Session::new(&format!("morning-{n}"), at)
            .user("Please look at the spacing of the rows in the table of orders, and tell me how far they are from each other in the list of customers and in the list of products.")
            .assistant("I edited src/generated/api.ts.")
            .user("No, don't edit src/generated, change schema.graphql instead.")
            .assistant("Done.");
        world.play(&session);
    }
    let list = world.list();
    assert_eq!((list.len(), &list[0]["count"]), (1, &2.into()), "a day and a half apart: {list:#?}");
    let shown = world.run(&["show", list[0]["id"].as_str().unwrap(), "--json"]).ok().json();
    let evidence = shown["evidence"].as_array().unwrap();
    assert_eq!(evidence.len(), 8, "{shown:#}");
    for quote in evidence {
        let (turn, session) = (quote["turn"].as_str().unwrap(), quote["session"].as_str().unwrap());
        assert!(turn.starts_with(session), "{quote:#}");
    }
}
