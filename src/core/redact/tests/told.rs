//! Passwords that a person states in words, and words about passwords that state none.

use super::redact;

#[test]
fn passwords_told_in_words_are_masked() {
    for marked in [
        "use password «Winter2032xyz» with kubectl because psql is missing",
        "log in with password «hunter2»",
        "password «hunter2zebra» for the admin user, use docker",
        "the root password should be «Winter2030xyz», use kubectl",
        "the password must be «Winter2030xyz» from now on",
        "the password will be «Winter2030xyz».",
        "the new password has been set to «Winter2030xyz»",
        "set the password to «hunter2» please",
        "the password to the db is «hunter2»",
        "the password to use is «hunter2!»",
        "the root password for the db is «hunter2» today",
        "the password for the staging db of the shop is '«hunter2»'",
        "the password you need is «48213377»",
        "the password is now: «Winter2030xyz»",
        "password for root «Winter2030xyz», then go on",
        "the db pw is «hunter2x» and the pw «Winter2030xyz» is the other",
        "use «Winter2032xyz» as the root password, because psql is missing",
        "«Winter2032xyz» is the password",
        "nimm '«hunter2»' als Passwort",
        "passphrase for the key \"«correct horse battery staple»\"",
        "das Passwort lautet «Winter2029xyz», nimm kubectl weil psql fehlt",
        "das Datenbankpasswort heißt «Winter2029xyz»",
        "das Passwort für die Datenbank ist «Winter2029xyz»",
        "das Root-Passwort vom Server ist «Zebrakite77», nimm ssh",
        "das Passwort am Testserver lautet «Zebrakite77»",
        "das Passwort fürs Staging ist «Zebrakite77»",
        "le mot de passe au serveur est «Zebrakite77», utilise psql",
        "la contraseña al servidor es «Zebrakite77», usa psql",
        "use psql with password: \"«blue horse 77 zebra»\", because peer auth is off",
        "the password's «Zebrakite77», because peer auth is off",
        "the password’s «Zebrakite77», because peer auth is off",
        "the secret is «Zebrakite77», because peer auth is off",
        "use psql with user app and pass «Zebrakite77», because peer auth is off",
        "use psql with the credentials app/«Zebrakite77», because peer auth is off",
        "the credentials are app and «Zebrakite77», because peer auth is off",
        "log in with admin / «Sommer2026x», then go on",
        "log in as admin with «Sommer2026x»",
        "sign into the vpn as bob using «Sommer2026x»",
        "melde dich mit admin / «Sommer2026x» an",
        "ssh root@srv and type «Sommer2026x» there",
        "the pass phrase is «Sommer2026x»",
        "die Zugangsdaten sind admin und «Zebrakite77», nimm ssh",
        "das Kennwort wurde auf «Winter2029xyz» geändert",
        "le mot de passe de la base est «ZebraChat44»",
        "la contraseña del servidor es «ZebraGato55» usa docker",
        "A senha do banco é «Winter2028xyz», usa kubectl porque o psql falta",
        "la password del server è «Winter2028xyz»",
        "het wachtwoord voor de database is «Winter2028xyz»",
        "пароль от базы «Winter2031xyz», use kubectl",
        "пароль от базы это «Winter2031xyz»",
        "Пароль «Winter2031xyz»",
        "зайди с паролем «Winter2031xyz»",
        "数据库密码是 «Winter2026xyz»，用 kubectl 因为 psql 不可用",
        "数据库密码是«Winter2026xyz»，用 kubectl",
        "密码改成«Winter2026xyz»了",
        "本番のパスワードは «Winter2027xyz» です。kubectlを使ってください",
        "パスワードは«Winter2027xyz»です",
        "비밀번호는 «Winter2027xyz» 입니다",
        "use `make seed`, because my password («Walrus9Tusk») doesn't work there",
        "load wants the passphrase («correct horse battery staple»).",
        "load needs 2fa code 493021 and pass «Walrus11Tusk»",
        "load asks for a password and '«Walrus13Tusk»' is what you type there.",
        "it asks for a password, type «Walrus34Tusk», then tag it",
        "load needs wifi, ssid Office, key «Walrus10Tusk».",
        "The credentials for the sandbox are:\nuser: bob\n«Walrus29Tusk»\n\nUse `make seed`",
        "login failed for token «Walrus21Tusk»: exit 1",
        "The login with «Walrus21Tusk» failed.",
        "don't use foo, use `bar «Walrus26Tusk»` instead, that's the password",
        "bob:«Walrus30Tusk»\n\nUse `make seed`",
        "Which password should the dev database use? → «Walrus23Tusk»",
    ] {
        let (before, rest) = marked.split_once('«').unwrap();
        let (secret, after) = rest.split_once('»').unwrap();
        let out = redact(&marked.replace(['«', '»'], ""));
        assert!(!out.contains(secret) && out.starts_with(&format!("{before}[redacted:")), "{out}");
        assert!(out.ends_with(after) || marked.matches('«').count() > 1, "{out}");
        assert_eq!(redact(&out), out);
    }
}

/// Every noun for a password, in every shape of sentence.
#[test]
fn every_noun_is_known_in_every_shape() {
    for noun in [
        "password",
        "passwords",
        "passwd",
        "passcode",
        "passphrase",
        "pass phrase",
        "Passwort",
        "Kennwort",
        "contraseña",
        "CONTRASEÑA",
        "contrasena",
        "senha",
        "mot de passe",
        "wachtwoord",
        "пароль",
        "Пароля",
        "ПАРОЛЬ",
        "密码",
        "密碼",
        "パスワード",
        "비밀번호",
    ] {
        for text in [
            format!("{noun}: Walrus23Tusk"),
            format!("{noun} = \"Walrus23Tusk\""),
            format!("the {noun} for the db is Walrus23Tusk, use psql"),
            format!("Which {noun} should the db use? → Walrus23Tusk"),
            format!("{noun}? → Walrus23Tusk"),
        ] {
            assert!(!redact(&text).contains("Walrus23Tusk"), "{text}");
        }
    }
    for text in [
        "pwd=Walrus23Tusk",
        "pw: Walrus23Tusk",
        "the pw is Walrus23Tusk",
        "Which pw? → Walrus23Tusk",
        "密码是什么？ → Walrus23Tusk",
        "パスワードは何ですか？ → letmein",
    ] {
        assert!(redact(text).contains("[redacted:"), "{text}");
    }
}

#[test]
fn words_about_passwords_stay() {
    for text in [
        "the password manager, a password field, one password reset2fa-flow and password123.ts",
        "token count 200000, the password hashing uses argon2id and password policy v2beta",
        "the password is required! the password is empty! is the password wrong?",
        "the password should be at least 12 characters, the password must be 12-character or 12chars",
        "the password should be stored in vault2secrets, the password will be sha256-hashed",
        "the password is utf8encoded, change password to passwordHash2, the password's hash2 column",
        "pass Option2 to the builder, the user model and pass Option2 along, the secret is to keep it small",
        "the secret is base64url, the secret is rotated, credentials are read from config/settings.json",
        "the credentials in src/auth2024.rs, credentials: app/settings_2024, user token2 and pass rate95",
        "password: \"needs 12 symbols minimum\", password: \"expires after 90 days unless renewed\"",
        "reset the password token, the password hash is stored with argon2id, das Passwort am Anfang prüfen",
        "passwordless login2024x, password_hash Winter2032xyz, passwords.2024.bak",
        "reset the password. Winter2032xyz is the name of the branch",
        "the password for ada@example.org is in the vault, password for user1234 too",
        "the password column users.password_v2 is varchar(255), password TEXT NOT NULL",
        "password OAuth2PasswordBearer, password base64url, with password sha256sum",
        "the password for the form comes from useAuthForm2 and goes to $PASSWORD1",
        "пароль от базы лежит в vault, 密码是必填项, パスワードは必須です",
        "treat Winter2032 as a word, then ask for the password; branch fix2024a is about the password",
        "kpw 12345678x, hpw Winter2032xyz",
        "the password (optional), the password (at least 12 characters), the password (see Auth2 docs)",
        "**Password Reset** (\"seemed complete but had gaps\"), a password and 'remember me' on the form",
        "enter the password and press enter, it asks for a password, then type exit. Winter2032xyz is a branch",
        "use `git switch fix2024a`, that's the branch; that's the password field",
        "the token Option2 and the secret Name of it, log in with GitHub, the wifi key is missing",
        "the token Int32Array, the secret Http2Stream, log in with Http2Client and the login Uint8Array",
        "Credentials are stored in:\n- settings.json\n- env2024.toml\n",
        "the password to rotate is the one in 1password/items/db-2024",
        "see the password docs at https://x.example/p4ssw0rd, in docs/password2/README.md",
    ] {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn a_bare_bot_token_is_masked() {
    let token =
        format!("MTIzNDU2Nzg5MDEyMzQ1Njc4.Gh1jKl.{}", "aB3dE5fG7hJ9kL2mN4pQ6rS8tU0".to_owned() + "vWxYz1");
    assert_eq!(
        redact(&format!("start it with {token} please")),
        "start it with [redacted:discord-bot-token] please"
    );
    let module = "NDArray.concat.along_the_first_axis_of_both is a name";
    assert_eq!(redact(module), module);
}
