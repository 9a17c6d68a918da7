//! What a person wants masked, and what must stay.

use super::super::Redactor;
use super::{redact, redactor};

#[test]
fn what_surrounds_a_secret_stays_readable() {
    for (text, expected) in [
        (
            "postgres://app:Xk29fmQa@db:5432/shop",
            "postgres://app:[redacted:url-password]@db:5432/shop",
        ),
        (
            "redis://:p4ss-w0rd@cache:6379/0",
            "redis://:[redacted:url-password]@cache:6379/0",
        ),
        (
            "export DB_PASSWORD=hunter2 && npm start",
            "export DB_PASSWORD=[redacted:password] && npm start",
        ),
        (
            r#"{"user":"ada","password":"letmein"}"#,
            r#"{"user":"ada","password":"[redacted:password]"}"#,
        ),
        (
            "password: hunter2\nport: 80",
            "password: [redacted:password]\nport: 80",
        ),
        ("the password is hunter2.", "the password is [redacted:password]."),
        (
            "login --password hunter2 --user x",
            "login --password [redacted:password] --user x",
        ),
        (
            "login(user, password='s3cret!')",
            "login(user, password='[redacted:password]')",
        ),
        ("?api_key=a8s7d6f5g4&page=2", "?api_key=[redacted:api-key]&page=2"),
        (
            "const apiKey: string = \"a8s7d6f5g4h3\";",
            "const apiKey: string = \"[redacted:api-key]\";",
        ),
        (
            "Server=x;Uid=sa;Pwd=blue;",
            "Server=x;Uid=sa;Pwd=[redacted:ini-credentials];",
        ),
        (
            "JWT_SECRET=supersecretvalue",
            "JWT_SECRET=[redacted:signing-secret]",
        ),
        (
            "curl -u me:open-sesame-1 https://x.example",
            "curl -u me:[redacted:curl-user] https://x.example",
        ),
    ] {
        assert_eq!(redact(text), expected);
    }
}

#[test]
fn what_is_no_secret_stays() {
    for text in [
        "fixed in da39a3ee5e6b4b0d3255bfef95601890afd80709 (token parser)",
        "session 123e4567-e89b-12d3-a456-426614174000 used 1,200 tokens",
        "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHx",
        "token_count=5, max_tokens: 4096, tokens = 128000, MAX_TOKENS=200000",
        "interface Login { password: string; token?: string | null }",
        "fn login(password: &str, secret: SecretString, api_key: Option<String>)",
        "const key = process.env.API_KEY; secret = os.environ['SECRET']",
        "curl -H \"Authorization: Bearer $TOKEN\" -H 'x-api-key: ${API_KEY}'",
        "API_KEY=xxx TOKEN=<token> SECRET=your-secret-here PASSWORD=changeme password: example",
        "GITHUB_TOKEN=$(gh auth token) AUTH_TOKEN={{ vault.token }}",
        "token=token, password=password, secret=self.secret, api_key=config.api_key",
        "const token = await getToken(user); password = getpass.getpass()",
        "the token is expired, the password is required, the secret was rotated",
        "secrets:\n  database_url: postgres\ntoken:\n  type: bearer",
        "password_hash, secretName: db-credentials, tokenizer = bert-base-uncased2",
        "see ~/.ssh/id_ed25519, key path /etc/ssl/private/server.key, host 192.168.1.20",
        "http://localhost:3000/@vite/client and https://user@host.example/x",
        "postgres://user:password@localhost/db and postgres://$USER:$PASS@host/db",
        "git commit --author 'Ada <ada@example.org>'; mail bob@example.org",
        "tests pass: 42, task-list, disk-usage, re_export, sk-learn, key-value, pa-rt",
        "npm_config_registry, hf_hub_download, ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, sk-ant-...",
        "basic authentication, bearer authentication and the authorization middleware",
        "<input type=\"password\" name=\"password\" autocomplete=\"current-password\">",
        "labels: { password: 'Password', token: 'Token' }",
        "PWD=/home/ada/project OLDPWD=/tmp",
        "cookie: the session cookie is set by the server",
        "docker run -u 1000:1000 image; mysql -u root -p shop",
    ] {
        assert_eq!(redact(text), text);
        assert!(!redactor().has_secret(text));
    }
}

#[test]
fn the_persons_own_patterns_mask_too() {
    let redactor = Redactor::new(&["ACME-[0-9]+".into(), "(?i)project zeus".into()]).unwrap();
    assert_eq!(
        redactor.redact("ACME-77 is Project Zeus"),
        "[redacted:extra] is [redacted:extra]"
    );
    let greedy = Redactor::new(&["r.+d".into()]).unwrap();
    let once = greedy.redact("a red word and password=hunter2").into_owned();
    assert_eq!(greedy.redact(&once), once);
}

#[test]
fn a_bad_pattern_is_refused_with_its_place() {
    for (pattern, message) in [
        (
            "a(b",
            "redact.extra[1] `a(b` is not a valid pattern: unclosed group",
        ),
        ("x*", "redact.extra[1] `x*` matches empty text"),
    ] {
        let error = Redactor::new(&["fine".into(), pattern.into()]).err().unwrap();
        assert_eq!(error.to_string(), message);
    }
}
