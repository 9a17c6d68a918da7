//! Who looks for faults, who checks them, and what that means for what each is told.

use super::config::{Inject, Roles};
use super::pattern::MAIN_ROLE;
use super::text::{head, one_line};

const LONGEST: usize = 80;

/// The type of an agent as a role, however a transcript, a hook, a person or a setting spells it.
pub fn role_of(agent_type: &str) -> String {
    head(&one_line(agent_type), LONGEST).to_lowercase()
}

pub fn names(list: &[String], role: &str) -> bool {
    list.iter().any(|named| role_of(named) == role)
}

pub fn is_adversarial(role: &str, roles: &Roles) -> bool {
    names(&roles.adversarial, role)
}

/// Tokens that a role may be told.
pub fn budget(role: &str, roles: &Roles, inject: &Inject) -> u32 {
    if is_adversarial(role, roles) { inject.adversarial_tokens } else { inject.role_tokens }
}

/// Whose patterns a role may borrow: those of who checks it, then those of the session itself.
pub fn lenders(role: &str, roles: &Roles) -> Vec<String> {
    let validator = roles.validators.iter().find(|(checked, _)| role_of(checked) == role);
    let lenders =
        validator.map(|(_, validator)| role_of(validator)).into_iter().chain([MAIN_ROLE.to_owned()]);
    lenders.filter(|lender| lender != role).collect()
}

/// What a rejected finding of this role costs.
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
        ] {
            assert_eq!(budget(role, &roles, &inject), tokens, "{role}");
            assert_eq!(lenders(role, &roles), lenders_of, "{role}");
            assert_eq!(penalty(role, &roles), costs, "{role}");
        }
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
}
