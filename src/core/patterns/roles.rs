//! Roles of agents: those that look for faults, those that check them, and the limits and penalties
//! of each.

use super::pattern::MAIN_ROLE;
use crate::core::config::{Inject, Roles};
use crate::core::text::{head, one_line, safe_name};

const LONGEST: usize = 80;

/// The role of an agent type, in any spelling of a transcript, a hook, a person or a setting.
pub fn role_of(agent_type: &str) -> String {
    head(&one_line(agent_type), LONGEST).to_lowercase()
}

/// The role as a program that cannot look for secrets may write it down: made of plain words, or
/// hashed.
pub fn noted_role(role: &str) -> String {
    let is_plain = role.split([':', ' ', '/', '.']).all(|part| safe_name(part) == part);
    if is_plain { role.to_owned() } else { safe_name(role) }
}

/// The name without the plugin, as in `plugin:judge`. What is configured for `judge` applies to it,
/// too.
fn own_name(role: &str) -> &str {
    role.rsplit_once(':').map_or(role, |(_, own)| if own.is_empty() { role } else { own })
}

/// The plugin that a role belongs to, with the colon.
fn plugin(role: &str) -> &str {
    &role[..role.len() - own_name(role).len()]
}

pub fn names(list: &[String], role: &str) -> bool {
    list.iter().map(|named| role_of(named)).any(|named| named == role || named == own_name(role))
}

pub fn is_adversarial(role: &str, roles: &Roles) -> bool {
    names(&roles.adversarial, role)
}

/// The token budget of a role.
pub fn budget(role: &str, roles: &Roles, inject: &Inject) -> u32 {
    if is_adversarial(role, roles) { inject.adversarial_tokens } else { inject.role_tokens }
}

/// The names of a role: the full one, and without the plugin if it has one.
pub fn known_as(role: &str) -> impl Iterator<Item = &str> {
    [role, own_name(role)].into_iter().take(if plugin(role).is_empty() { 1 } else { 2 })
}

/// Whether both are one role, once by its own name and once as a plugin has it. Two plugins' roles of the same name
/// are two.
pub fn is_same(one: &str, other: &str) -> bool {
    let is_short = plugin(one).is_empty() || plugin(other).is_empty();
    one == other || (is_short && own_name(one) == own_name(other))
}

/// The place of an author's patterns in what a role is shown: its own, those of the same role elsewhere, then those
/// of its lenders. `None` if it is not shown them.
pub fn turn(role: &str, author: &str, lenders: &[String]) -> Option<usize> {
    match author {
        _ if author == role => Some(0),
        _ if is_same(role, author) => Some(1),
        _ => lenders.iter().position(|lender| lender == author).map(|at| at + 2),
    }
}

/// The roles whose patterns it may borrow: its name without the plugin, its validator, then the
/// session itself.
pub fn lenders(role: &str, roles: &Roles) -> Vec<String> {
    let validator = validator_of(role, roles);
    let named_short = validator.as_ref().filter(|named| plugin(named).is_empty());
    let kin = named_short.map(|named| format!("{}{named}", plugin(role)));
    let known = known_as(role).map(str::to_owned).chain(kin).chain(validator);
    let mut lenders: Vec<String> = Vec::new();
    for lender in known.chain([MAIN_ROLE.to_owned()]) {
        if lender != role && !lenders.contains(&lender) {
            lenders.push(lender);
        }
    }
    lenders
}

/// The configured validator, first by the full name and then by the name without the plugin.
fn validator_of(role: &str, roles: &Roles) -> Option<String> {
    let of = |name: &str| roles.validators.iter().find(|(checked, _)| role_of(checked) == name);
    known_as(role).find_map(of).map(|(_, validator)| role_of(validator))
}

fn is_checked(role: &str, roles: &Roles) -> bool {
    validator_of(role, roles).is_some()
}

/// Whether this role checks that one's findings. Agents of two plugins do only if they are
/// configured by their full names.
pub fn checks(validator: &str, role: &str, roles: &Roles) -> bool {
    let belong = is_kin(validator, role) || plugin(validator).is_empty() || plugin(role).is_empty();
    validator_of(role, roles)
        .is_some_and(|named| named == validator || (named == own_name(validator) && belong))
}

/// The main agent may judge all roles that look for faults, unless it is configured as a validator.
pub fn may_judge(validator: &str, role: &str, roles: &Roles) -> bool {
    let checks_some = || roles.validators.values().any(|named| role_of(named) == validator);
    if validator == MAIN_ROLE && !checks_some() {
        return is_adversarial(role, roles) || is_checked(role, roles);
    }
    checks(validator, role, roles)
}

/// Whether both are of the same plugin, or both of none.
pub fn is_kin(one: &str, other: &str) -> bool {
    plugin(one) == plugin(other)
}

/// The roles of the author's own plugin that it checks.
pub fn checked_kin<'a>(author: &'a str, roles: &'a Roles) -> impl Iterator<Item = String> + 'a {
    let kin = roles.validators.keys().map(|checked| format!("{}{}", plugin(author), role_of(checked)));
    kin.filter(|role| checks(author, role, roles))
}

/// The penalty for a rejected finding of this role.
pub fn penalty(role: &str, roles: &Roles) -> f64 {
    if names(&roles.heavy, role) { 1.5 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_as_configured() {
        let (roles, inject) = (Roles::default(), Inject::default());
        for (role, tokens, lenders_of, costs) in [
            ("auditor", 800, &["curator", "main"][..], 1.0),
            ("sentinel", 800, &["lens", "main"], 1.5),
            ("inspector", 500, &["main"], 1.5),
            ("explore", 500, &["main"], 1.0),
            ("main", 500, &[], 1.0),
            ("x:judge", 800, &["judge", "x:inspector", "inspector", "main"], 1.0),
            ("x:y:sentinel", 800, &["sentinel", "x:y:lens", "lens", "main"], 1.5),
            ("x:explore", 500, &["explore", "main"], 1.0),
            ("x:main", 500, &["main"], 1.0),
            ("judge:x", 500, &["x", "main"], 1.0),
            ("judge:", 500, &["main"], 1.0),
            ("prejudge", 500, &["main"], 1.0),
        ] {
            assert_eq!(budget(role, &roles, &inject), tokens, "{role}");
            assert_eq!(lenders(role, &roles), lenders_of, "{role}");
            assert_eq!(penalty(role, &roles), costs, "{role}");
        }
    }

    #[test]
    fn a_plugins_role_is_the_same_in_both_directions() {
        for (one, other, expected) in [
            ("judge", "judge", true),
            ("x:judge", "judge", true),
            ("x:judge", "x:judge", true),
            ("x:judge", "y:judge", false),
            ("x:judge", "inspector", false),
            ("x:", "x", false),
        ] {
            assert_eq!(is_same(one, other), expected, "{one} {other}");
            assert_eq!(is_same(other, one), expected, "{other} {one}");
        }
        let lenders = lenders("judge", &Roles::default());
        let turns = ["judge", "x:judge", "inspector", "main", "lens"].map(|a| turn("judge", a, &lenders));
        assert_eq!(turns, [Some(0), Some(1), Some(2), Some(3), None]);
    }

    #[test]
    fn a_role_is_one_short_line_however_it_is_spelled() {
        assert_eq!(role_of("Judge\n=== x"), "judge === x");
        assert_eq!(role_of(&"x".repeat(200)).len(), 80);
        let roles = Roles {
            adversarial: vec![" Judge".to_owned()],
            heavy: vec!["JUDGE".to_owned()],
            validators: [("Judge".to_owned(), "Court ".to_owned())].into(),
        };
        let inject = Inject::default();
        assert_eq!(budget("judge", &roles, &inject), inject.adversarial_tokens);
        assert_eq!(lenders("judge", &roles), ["court", "main"]);
        assert_eq!(penalty("judge", &roles), 1.5);
    }

    #[test]
    fn who_checks_whom() {
        let mut roles = Roles::default();
        roles.validators.insert("b:sentinel".to_owned(), "a:lens".to_owned());
        assert_eq!(lenders("b:sentinel", &roles), ["sentinel", "a:lens", "main"]);
        for (validator, role, expected) in [
            ("lens", "sentinel", true),
            ("lens", "judge", false),
            ("plug:lens", "plug:sentinel", true),
            ("plug:lens", "sentinel", true),
            ("lens", "plug:sentinel", true),
            ("plug:lens", "plug:judge", false),
            ("plug:lens", "other:sentinel", false),
            ("a:lens", "b:sentinel", true),
            ("lens", "b:sentinel", false),
            ("sentinel", "lens", false),
        ] {
            assert_eq!(checks(validator, role, &roles), expected, "{validator} {role}");
        }
    }

    #[test]
    fn the_main_agent_judges_all_who_look_for_faults_unless_it_is_ones_validator() {
        let mut roles = Roles { adversarial: vec!["judge".to_owned()], ..Roles::default() };
        let judges =
            |roles: &Roles| ["judge", "sentinel", "writer"].map(|role| may_judge(MAIN_ROLE, role, roles));
        assert_eq!(judges(&roles), [true, true, false]);
        assert!(may_judge("lens", "sentinel", &roles) && !may_judge("lens", "judge", &roles));
        roles.validators.insert("writer".to_owned(), MAIN_ROLE.to_owned());
        assert_eq!(judges(&roles), [false, false, true]);
    }

    #[test]
    fn a_full_name_goes_before_the_own_one() {
        let pairs = [("judge", "court"), ("x:judge", "jury")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let roles =
            Roles { adversarial: vec!["x:judge".to_owned()], validators: pairs.into(), ..Roles::default() };
        assert_eq!(lenders("x:judge", &roles), ["judge", "x:jury", "jury", "main"]);
        assert_eq!(lenders("y:judge", &roles), ["judge", "y:court", "court", "main"]);
        let adversarial = ["x:judge", "y:judge", "judge"].map(|role| is_adversarial(role, &roles));
        assert_eq!(adversarial, [true, false, false]);
        assert_eq!(checked_kin("x:jury", &roles).collect::<Vec<_>>(), ["x:judge"]);
        assert_eq!(checked_kin("x:court", &roles).collect::<Vec<_>>(), Vec::<String>::new());
    }

    #[test]
    fn a_plugins_validator_checks_its_own() {
        let roles = Roles::default();
        let checked = |author: &str| checked_kin(author, &roles).collect::<Vec<_>>();
        assert_eq!(checked("plug:lens"), ["plug:sentinel"]);
        assert_eq!(checked("lens"), ["sentinel"]);
        assert_eq!(checked("plug:judge"), Vec::<String>::new());
    }
}
