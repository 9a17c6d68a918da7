//! Who looks for faults, who checks them, and what that means for what each is told.

use super::config::{Inject, Roles};
use super::pattern::MAIN_ROLE;

pub fn is_adversarial(role: &str, roles: &Roles) -> bool {
    roles.adversarial.iter().any(|known| known == role)
}

/// Tokens that a role may be told.
pub fn budget(role: &str, roles: &Roles, inject: &Inject) -> u32 {
    if is_adversarial(role, roles) { inject.adversarial_tokens } else { inject.role_tokens }
}

/// Whose patterns a role may borrow: those of who checks it, then those of the session itself.
pub fn lenders<'a>(role: &str, roles: &'a Roles) -> Vec<&'a str> {
    let validator = roles.validators.get(role).map(String::as_str);
    validator.into_iter().chain([MAIN_ROLE]).filter(|lender| *lender != role).collect()
}

/// What a rejected finding of this role costs.
pub fn penalty(role: &str, roles: &Roles) -> f64 {
    if roles.heavy.iter().any(|heavy| heavy == role) { 1.5 } else { 1.0 }
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
}
