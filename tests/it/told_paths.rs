//! Rendered files can be committed: they hold no secrets and no personal folders.

use crate::session::Session;
use crate::world::World;

fn deploy(world: &mut World, day: &str, order: &str) {
    let session = Session::new(&format!("deploy-{day}"), &format!("{day}T10:00:00Z"))
        .user("Please look at the spacing of the rows in the table of orders, and tell me how far they are from each other in the list of customers and in the list of products.")
        .assistant("The rows have 4 px.")
        .user(order)
        .assistant("Done.");
    world.play(&session);
}

#[test]
fn a_persons_folders_are_not_written_down() {
    let mut world = World::new();
    let (root, home) = (world.project.display().to_string(), world.home.display().to_string());
    let order = format!(
        "Deploy: run `kubectl config use-context prod`, then `kubectl apply -f {root}/deploy.yaml`, then \
         `kubectl apply -f {home}/own.yaml`."
    );
    deploy(&mut world, "2026-03-02", &order);
    deploy(&mut world, "2026-03-06", &order);
    let list = world.list();
    let text = world.read(list[0]["artifact"].as_str().unwrap());
    assert!(text.contains("`kubectl apply -f deploy.yaml`"), "{text}");
    assert!(text.contains("`kubectl apply -f ~/own.yaml`") && !text.contains(&home), "{text}");
}

#[test]
fn what_held_a_secret_is_not_learned() {
    let mut world = World::new();
    let order = "Deploy: run `kubectl config use-context prod --token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123456`, \
                 then `kubectl apply -f deploy.yaml`, then push.";
    deploy(&mut world, "2026-03-02", order);
    deploy(&mut world, "2026-03-06", order);
    assert!(world.list().is_empty(), "{:#?}", world.list());
}
