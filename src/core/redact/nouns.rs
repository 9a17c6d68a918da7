//! What passwords are called, in every language, once. `nouns!(literals plain foreign "more")` is a list of them,
//! `nouns!(either plain foreign "more")` the same as a part of a pattern.
//!
//! Literals are looked for in any case of ASCII alone: what begins with other letters, or has them, is there in each.

macro_rules! nouns {
    (@ $as:ident [$($noun:literal)*]) => { $as!($($noun)*) };
    (@ $as:ident [$($noun:literal)*] plain $($more:tt)*) => {
        nouns!(@ $as [$($noun)* "password" "passwd" "passcode"] $($more)*)
    };
    (@ $as:ident [$($noun:literal)*] phrase $($more:tt)*) => {
        nouns!(@ $as [$($noun)* "passphrase" "pass phrase"] $($more)*)
    };
    (@ $as:ident [$($noun:literal)*] foreign $($more:tt)*) => {
        nouns!(@ $as [$($noun)*
            "passwort" "kennwort" "contraseña" "contraseÑa" "contrasena" "senha" "mot de passe" "wachtwoord"
            "парол" "Парол" "ПАРОЛ" "密码" "密碼" "パスワード" "비밀번호"
        ] $($more)*)
    };
    (@ $as:ident [$($noun:literal)*] $one:literal $($more:tt)*) => { nouns!(@ $as [$($noun)* $one] $($more)*) };
    ($as:ident $($sorts:tt)+) => { nouns!(@ $as [] $($sorts)+) };
}

macro_rules! literals {
    ($($noun:literal)+) => { &[$($noun),+] };
}

macro_rules! either {
    ($first:literal $($noun:literal)*) => { concat!("(?:", $first, $("|", $noun,)* ")") };
}

pub(super) use {either, literals, nouns};
