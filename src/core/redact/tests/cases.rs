//! Texts with secrets that must be masked, and texts that must stay.

use super::super::Redactor;
use super::{redact, redactor};

/// The secret is between «»; everything else must stay.
#[test]
fn what_surrounds_a_secret_stays_readable() {
    for (name, marked) in [
        ("url-password", "postgres://app:«Xk29fmQa»@db:5432/shop"),
        ("url-password", "redis://:«p4ss-w0rd»@cache:6379/0"),
        ("url-password", "https://ci:«p%40ssw0rd»@git.example/a.git"),
        ("password", "export DB_PASSWORD=«hunter2» && npm start"),
        ("password", "MYSQL_ROOT_PASSWORD: «rootpass»"),
        ("password", r#"{"user":"ada","password":"«letmein»"}"#),
        ("password", r#"{\"user\":\"ada\",\"password\":\"«letmein»\"}"#),
        ("password", "password: «hunter2»\nport: 80"),
        ("password", "the password is «hunter2»."),
        ("password", "the admin password is \"«correct horse battery staple»\""),
        ("password", "login --password «hunter2» --user x"),
        ("password", "login(user, password='«s3cret!»')"),
        ("password", "jdbc:mysql://db/shop?user=root&password=«hunter2»"),
        ("told-password", "Passwort: «Sommer2024!»"),
        ("told-password", "пароль: «qwerty123»"),
        ("short-password", "ansible_ssh_pass=«hunter2»"),
        ("pass", "user: ada pass: «hunter2»"),
        ("pass", "db:\n  pass: «hunter2»"),
        ("told-password", "the password for staging is «hunter2»."),
        ("ini-credentials", "Server=x;Uid=sa;Pwd=«blue»;"),
        ("sql-password", "ALTER USER app WITH PASSWORD '«blue»';"),
        ("mysql-password", "mysql -u root -p«hunter2» shop"),
        ("mysql-password", "use `mysql -u root -p«Hunter2secret»` for the deploy"),
        ("http-auth", "`http --auth bob:«Hunter2secret» https://x.example`"),
        ("http-auth", "http -a bob:«Hunter2secret» :8080/x"),
        ("htpasswd", "`htpasswd -b .htpasswd bob «Hunter2secret»`, because"),
        ("htpasswd", "htpasswd -nbB bob «Hunter2secret» > file"),
        ("smb-password", "smbclient -U bob%«Hunter2secret» //srv/share"),
        ("lftp-password", "lftp -e 'ls; bye' -u bob,«Hunter2secret» ftp.example"),
        ("net-use-password", r"net use Z: \\srv\share «Hunter2secret» /user:bob"),
        ("net-use-password", r"net use \\srv\share «Hunter2secret»"),
        ("net-use-password", r"net use \\srv\share /user:CORP\bob «Sommer2026x» /persistent:yes"),
        ("net-use-password", r"net use \\srv\share /user:CORP\nick «Sommer2026x»"),
        ("net-use-password", r"net use \\srv\share /user:CORP\ada «Sommer2026x»"),
        ("net-use-password", r"net use Z: \\srv\share /user:bob «Sommer2026x»"),
        ("net-use-password", r"net.exe use Z: \\srv\share /user:bob «Sommer2026x»"),
        ("pin", "pin code «4839» for the door"),
        ("pin", "the PIN «4839» opens it"),
        ("pin", "die PIN «4839»."),
        ("pin", "código pin «4839»"),
        ("pin", "pincode «4839»"),
        ("rabbitmq-password", "rabbitmqctl add_user bob «Sommer2026x»"),
        ("rabbitmq-password", "rabbitmqctl -n rabbit@a change_password bob '«Sommer2026x»'"),
        ("freerdp-password", "xfreerdp /u:bob /p:«Sommer2026x» /v:srv"),
        ("client-password", "cypher-shell -u neo4j -p «Sommer2026x»"),
        ("client-password", "`smbmap -u bob -p «Sommer2026x»` first"),
        ("minio-secret", "mc alias set s3 https://s3.example bob «Sommer2026x»"),
        ("oracle-password", "impdp scott/«Sommer2026x»"),
        ("oracle-password", "impdp scott/«tigerlily» directory=dumps"),
        ("ldap-password", "dsconf -D cn=admin -w «Sommer2026x» ldap://srv backend list"),
        ("openssl-key", "`openssl enc -k «Hunter2secret»` for the backups"),
        ("openssl-key", "openssl enc -d -pass pass:«Hunter2secret» -in a"),
        ("password-command", "restic --password-command 'echo «Hunter2secret»' backup"),
        ("piped-password", "echo '«Hunter2secret»' | sudo -S apt update"),
        ("pin", "use pin «483920» with `vpnctl`"),
        ("pin", "The PIN is «4839»."),
        ("ldap-password", "ldapsearch -w «Hunter2secret» -D cn=admin"),
        ("archive-password", "`7z a -p«Hunter2secret» x.7z`"),
        ("zip-password", "unzip -P «Hunter2secret» x.zip"),
        ("zip-password", "zip -r b.zip git -P «Hunter2secret»"),
        ("archive-password", "7z a b.7z docker -p«Hunter2secret»"),
        ("archive-password", "rar a a.rar ssh -hp«Hunter2secret»"),
        ("mysql-password", "mysqldump shop git -p«Hunter2secret»"),
        ("mysql-password", "mysql -u root -p«-Hunter2secret» shop"),
        ("pin", "unlock it with pin: «483920», please"),
        ("pin", "pin=«483920»"),
        ("sqlcmd-password", "sqlcmd -U sa -P «Hunter2secret»"),
        ("mongo-password", "mongosh -u root -p «Hunter2secret»"),
        ("mongo-password", "mongosh -u root -p '«S3cr et»' admin"),
        ("mongo-password", "mongosh \"mongodb://db/shop?ssl=true&w=1\" -u root -p «Hunter2secret»"),
        ("mongo-password", "mongosh -u root shop -p «Hunter2secret»"),
        ("mysql-password", "mysql -u root -p'«correct horse 7»' shop"),
        ("mysql-password", "use `mysql` with -p«Hunter2secret» because"),
        ("curl-user", "curl 'https://x.example/?a=1&b=2' -u me:«open-sesame-1»"),
        ("curl-user", "curl -u me:\"«open sesame 1»\" https://x.example"),
        ("curl-user", "curl -u 'me:«open sesame 1»' https://x.example"),
        ("curl-user", "curl -u \"me:«open-sesame-1»\" https://x.example"),
        ("http-auth", "http --auth 'me:«open sesame 1»' x.example/v1"),
        ("smb-password", "smbclient -U 'ada%«open sesame 1»' //srv/share"),
        ("ssh-key-passphrase", "ssh-keygen -t ed25519 -N \"«correct horse 7»\" -f k"),
        ("redis-cli-password", "run redis-cli with -a «Hunter2secret» first"),
        ("redis-cli-password", "redis-cli -h cache -a«Hunter2secret» ping && ls -a src"),
        ("sshpass", "sshpass -P 'assword: ' -p «Hunter2secret» ssh -p 2222 root@host"),
        ("sshpass", "sshpass -p '«S3cr et»' ssh root@host"),
        ("sshpass", "sshpass -p «2222» ssh root@host"),
        ("zip-password", "zip -P«hunter2secret» a.zip b"),
        ("zip-password", "unzip -P«hunter2secret» a.zip"),
        ("zip-password", "zip -r a.zip . -P «1234»"),
        ("keytool-password", "keytool -genkey -alias a -storepass «Hunter2secret» -dname cn=a"),
        ("keytool-password", "jarsigner -keystore k.jks -keypass '«S3cr et»' a.jar"),
        ("mqtt-password", "mosquitto_sub -h broker -p 1883 -P «Hunter2secret» -t x"),
        ("oracle-password", "sqlplus scott/«Hunter2secret»@db"),
        ("oracle-password", "sqlplus -L sys/«Hunter2secret» as sysdba"),
        ("piped-password", "printf «Hunter2secret» | sudo -S apt update"),
        ("piped-password", "printf '%s\\n' '«S3cr et»' | sudo -kS apt update"),
        ("piped-password", "echo «Hunter2secret» | sudo --stdin apt update"),
        ("piped-password", "echo «Hunter2secret»|sudo -u root -S apt update"),
        ("here-password", "sudo -S apt update <<< «Hunter2secret»"),
        ("here-password", "sudo --stdin -k <<<'«S3cr et»' apt update"),
        ("pin", "my card pin: «4839», keep it"),
        ("curl-user", "curl -u me:«open-sesame-1» https://x.example"),
        ("api-key", "?api_key=«a8s7d6f5g4»&page=2"),
        ("api-key", "const apiKey: string = \"«a8s7d6f5g4h3»\";"),
        ("api-key", "HEROKU_API_KEY=«01234567-89ab-cdef-0123-456789abcdef»"),
        ("signing-secret", "JWT_SECRET=«supersecretvalue»"),
        ("signing-secret", "cookie_secret: \"«keyboardcat»\""),
        ("token", "use this token: «9f86d081884c7d659a2feaa0c55ad015»"),
        ("token", "-H \"PRIVATE-TOKEN: «abcdef1234567890»\""),
        ("authorization-header", "Authorization: token «9f86d081884c7d659a2feaa0c55ad015»"),
        ("cookie", "Cookie: sessionid=«abcdef0123456789; csrftoken=abcdefghijklmnop»"),
        ("token", "vercel --token «Zebu94HornKx» --prod"),
        ("access-token", "sentry-cli --auth-token «Zebu94HornKx» releases list"),
        ("token", "curl --header 'X-Vault-Token: «Zebu94HornKx»' https://x.example"),
        ("api-key", "curl -H 'X-Api-Key: «otterpond48abc»' https://x.example"),
        ("api-key", "curl -H 'apikey: «Zebu62HornKx»' https://x.example"),
        ("basic-auth", "curl -H 'Authorization: Basic «Zebu60HornKx»' https://x.example"),
        ("slack-webhook", "curl https://hooks.slack.com/services/T000/B000/«Zebu71HornKx»"),
        ("url-key", "curl 'https://x.example/api?key=«otterpond49abc»&page=2'"),
        ("oracle-url-password", "jdbc:oracle:thin:scott/«tiger»@db"),
        ("password-command", "rsync --password-file=<(echo «Zebu94HornKx») a b"),
        ("sqlcmd-password", "isql -U sa -P «Zebu94HornKx»"),
        ("pass", "deployctl --user bob --pass «Walrus20Tusk» prod"),
        ("key", "netlify deploy --auth «Zebu94HornKx»"),
        ("user-and-password", "psql -U app -W «hunter2zebra»"),
        ("user-and-password", "twine upload -u __token__ -p «Zebu94HornKx» dist/*"),
        ("secrets-set", "fly secrets set DB_URL=«zebra»"),
        ("secret-set", "dotnet user-secrets set Db:Pass «Zebu94HornKx»"),
        ("secret-set", "gh secret set X -b «Zebu94HornKx»"),
        ("config-set", "poetry config pypi-token.pypi «Zebu94HornKx»"),
        ("config-set", "npm config set //registry.npmjs.org/:_authToken «Zebu94HornKx»"),
        ("from-literal", "kubectl create secret generic s --from-literal=key=«Zebu94HornKx»"),
        ("curl-cookie", "curl -b 'sid=«Zebu94HornKx»' https://x.example"),
        ("command-secret", "cargo login «vE7kQ2mX9pLw4TzR8sNb1Yc60»"),
        ("command-secret", "doctl auth init -t «vE7kQ2mX9pLw4TzR8sNb1Yc60»"),
        ("command-secret", "bw unlock «Zebu94HornKx»"),
        ("command-secret", "wpa_passphrase Home «Zebu94HornKx»"),
        ("command-secret", "ansible-vault encrypt_string «Zebu94HornKx» --name x"),
        ("command-secret", "foo login «Walrus21Tusk»"),
        ("piped-secret", "printf '%s' «Zebu94HornKx» | vault kv put s/x v=-"),
        ("here-secret", "cryptsetup luksOpen /dev/sda x <<< «Zebu94HornKx»"),
        ("here-secret", "chpasswd <<< 'root:«otterPond53»'"),
        ("piped-secret", "echo root:«otterPond53» | chpasswd"),
        ("here-secret", "pass insert x <<< '«Zebu94HornKx»'"),
        ("typed-for", "sops --set '[\"pw\"] \"«Zebu94HornKx»\"' f"),
        ("private-key", "«-----BEGIN EC PRIVATE KEY-----\\nMHcCAQEEIA\\n-----END EC PRIVATE KEY-----»"),
    ] {
        let (before, rest) = marked.split_once('«').unwrap();
        let (secret, after) = rest.split_once('»').unwrap();
        let masked = format!("{before}[redacted:{name}]{after}");
        assert_eq!(redact(&format!("{before}{secret}{after}")), masked);
    }
}

#[test]
fn what_a_call_gives_away_is_masked_in_its_output() {
    let echo = |call: &str| redactor().without_echo(call, "Access denied for hunter2secret (ada)");
    let masked = "Access denied for [redacted:mysql-password] (ada)";
    assert_eq!(echo("mysql -u ada -phunter2secret").as_deref(), Some(masked));
    assert_eq!(echo("mysql -u ada shop"), None);
}

#[test]
fn every_mention_of_a_secret_is_masked() {
    for (text, expected) in [
        (
            "connect with password Walrus24Tusk\n- use `sqlx` with Walrus24Tusk in src/db.rs, not xWalrus24Tusk",
            "connect with password [redacted:told-password]\n- use `sqlx` with [redacted:told-password] in src/db.rs, not xWalrus24Tusk",
        ),
        (
            "Walrus24Tusk? the password is Walrus24Tusk",
            "[redacted:password]? the password is [redacted:password]",
        ),
        ("DB_PASSWORD=postgres psql postgres", "DB_PASSWORD=[redacted:password] psql postgres"),
    ] {
        assert_eq!(redact(text), expected);
    }
}

/// Whatever follows it.
#[test]
fn a_token_in_two_lines_is_masked_to_its_end() {
    for name in ["shopify-token", "aws-access-key-id", "google-api-key", "github-pat"] {
        let detector = super::super::detectors().find(|detector| detector.name == name).unwrap();
        let token = detector.sample().secret;
        let (front, back) = token.split_at(token.len() / 2);
        for rest in ["\nand then", "\n\nand then", " and then", ""] {
            for lead in ["", "    ", "> ", "# "] {
                let text = format!("{lead}{front}\n{lead}{back}{rest}");
                assert_eq!(redact(&text), format!("{lead}[redacted:{name}]{rest}"));
            }
        }
    }
}

#[test]
fn secrets_on_lines_of_a_list_are_all_masked() {
    let samples: Vec<_> = super::super::detectors().map(|detector| detector.sample()).collect();
    for pair in samples.windows(2) {
        for glue in ["\n", "\n and\n", "\n- ", ", "] {
            let out = redact(&format!("{}{glue}{}", pair[0].text(), pair[1].text()));
            for secret in [&pair[0].secret, &pair[1].secret] {
                let tail = &secret[secret.len().saturating_sub(10)..];
                assert!(!out.contains(tail), "{glue:?} {tail}: {out}");
            }
        }
    }
}

#[test]
fn what_is_no_secret_stays() {
    for text in [
        // The option belongs to another program, sentences away from the one that would take a
        // secret.
        "After login the user lands on the dashboard. The dashboard reads three tables and shows the newest rows first, \
         which is slow on big accounts, so we cache the rows for a minute and never longer. When you change it always \
         call cargo test -p dashboard because the rest of the workspace takes ten minutes.",
        "We link openssl statically because the base image has none, and the build of it takes several minutes on the \
         small runners, so the result is cached between the jobs of one day and thrown away at night. Always call \
         pytest -k handshake because the other tests need a network.",
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
        "token: ${{ secrets.GITHUB_TOKEN }}, password = var.db_password",
        "password: Optional[str] = None, password: str = Field(..., min_length=8)",
        "Password: os.Getenv(\"DB_PASSWORD\"), token := r.Header.Get(\"X-Token\")",
        "pub const INET6_TOKEN: _bindgen_ty_5 = _bindgen_ty_5::INET6_TOKEN;",
        "pub pw_passwd: *const c_char, user_pass = '%s:%s' % (user, name)",
        "credentials: 'include', auth: { strategy: 'jwt2' }, secret: my-k8s-secret-v2",
        "GOOGLE_APPLICATION_CREDENTIALS=./creds/service-account2.json, pwd: C:\\Users\\ada\\proj1",
        "the token is base64url-encoded, the password is argon2id-hashed, password: v1.2.3",
        "design token: color.primary.500, { token: 'keyword3' }, set token to next_token2",
        "session_id: toolu_01LrVzZCWcA7J66syeBpm44a, CLAUDE_SESSION_ID=8a718ed2-2856-435b-bd9a-63c5b8291b42",
        "pygments/token.py,sha256=vA2yNHGJBHfq4jNQSah7C9DmIOp34MmYHPA8P-cYAHI,6184",
        "The machine learning login flow password reset, columns identified by \"colUsed\"",
        "ssh-keygen -t ed25519 -N '' -f my-New-key, curl --url=https://a.example:8080/x, x login --port 3000",
        "pin 2024 and pin: 17, pin 2024.1.0, pin nightly-2024, spin 123456, pin 20240101, endpoint: 8080",
        "mongosh -u root -p --host db, docker run --name mongosh -p 27017:27017, sqlcmd -S db -P $PASS",
        "htpasswd -c .htpasswd bob, openssl x509 -in a.pem, ldapsearch -W -D cn=admin, 7z x a.7z -o/tmp",
        "http -a to see all, --auth=basic, --auth user:pass, echo hello | grep x, zip -r a.zip src -x tests",
        "http://[::1]:3000/@fs/x and cargo dev new_lint --pass=late",
        "zip -r build.zip dist && scp -P 2222 build.zip host:",
        "gzip -k d.sql && cp -P d.sql.gz backups/daily",
        "openssl x509 -in a.pem -noout && curl -k localhost:8443/health",
        "sshpass -e ssh -p 2222 root@host",
        "lftp -u bob ftp.example",
        r"net use Z: \\srv\share /user:bob *",
        r"net use Z: \\srv\share * /user:bob",
        r"net use Z: \\srv\share /user:bob /persistent:yes",
        r"net use Z: \\srv\share /user:bob and then open it",
        "rabbitmqctl add_user bob then set_permissions, rabbitmqctl add_user bob $PASS",
        "cypher-shell -u neo4j with the -p flag, xfreerdp /u:bob /p: asks, smbmap -u bob -p $PASS",
        "mc alias set s3 https://s3.example, mc alias set s3 URL bob and go on",
        "impdp and expdp import/export data, sqlplus scripts/load1.sql",
        "use pin 4839 here, the pin 2024, the led pin 1234",
        "log in as admin with the new account, log in with admin / root, sign in with GitHub and go on",
        "ssh into it and type exit, sudo make install and enter the folder build2024",
        "sshpass -f pw.txt rsync -e 'ssh -p 2222' a root@host:",
        "mongodump --db shop --out x && mkdir -p backups/daily",
        "for mongosh tests do mkdir -p data/db first",
        "mysqldump shop > a.sql && tar -pczvf a.tgz a.sql",
        "curl -s localhost:80 && docker run -u 1000:1000 image",
        "redis-cli flushall && ls -a src",
        "ldapsearch -x && grep -w admins f",
        "sqlcmd -S db -i a.sql && scp -P 2222 a.sql host:",
        "7z x a.7z && tar -pxzf b",
        "keytool needs the -storepass option, unzip the -P flag",
        "sqlplus / as sysdba, sqlplus @scripts/load.sql, sqlplus client/server setups",
        "echo hello world | sudo tee /etc/motd, printf x | sudo -u root cat, sudo -S apt update",
        "pin: 8080, GPIO pin: 1234, nightly pin is 20240101",
        "the login page, npm login --registry https://r.example, gh auth status, cargo login from stdin",
        "git config user.name Ada2024, npm config set registry https://r.example/npm2024",
        "git config credential.helper store, aws configure set region eu-west-1, npm config set //r/:_authToken $TOKEN",
        "docker run -u 1000 -p 8080:80 image, ssh -l ada -p 2222 host, psql -U app -p 5432",
        "kubectl create configmap c --from-literal=env=production, gh secret set TOKEN --repo ada/tool2024",
        "gh secret set TOKEN < token.txt, fly secrets list, fly secrets set DB_URL=$DB_URL",
        "echo Walrus30Tusk | grep token, grep token <<< Walrus30Tusk, echo done2024x | tee auth.log",
        "cat <<< Walrus30Tusk, make build <<< Walrus30Tusk",
        "https://x.example/?key=value, ?key=PROJ-1234, &sig=none, token toolu_01LrVzZCWcA7J66syeBpm44a",
        "sha256:E3b0c44298fc1c149afbf4c8996fb92427ae41e4\nname:Walrus30Tusk\nsrc/main.rs:Walrus30Tusk, mcp:Http2Server",
        "the call to token sqlite3Fts5UnicodeCategory(code) tells it",
        "--auth-type oauth2, --pass-through, --credentials-file creds2024.json, --auth=basic",
        "Which database should we use? → Postgres16x\nWhich password hashing? → bcrypt",
    ] {
        assert_eq!(redact(text), text);
        assert!(!redactor().has_secret(text));
    }
}

#[test]
fn the_persons_own_patterns_mask_too() {
    let redactor = Redactor::new(&["ACME-[0-9]+".into(), "(?i)project zeus".into()]).unwrap();
    assert_eq!(redactor.redact("ACME-77 is Project Zeus"), "[redacted:extra] is [redacted:extra]");
    assert_eq!(redactor.redact(r"\nACME-7\n \u0041CME-8"), r"\n[redacted:extra]\n [redacted:extra]");
    let greedy = Redactor::new(&["r.+d".into()]).unwrap();
    let once = greedy.redact("a red word and password=hunter2").into_owned();
    assert_eq!(greedy.redact(&once), once);
}

#[test]
fn a_bad_pattern_is_refused_with_its_place() {
    for (pattern, message) in [
        ("a(b", "redact.extra[1] `a(b` is not a valid pattern: unclosed group"),
        ("x*", "redact.extra[1] `x*` matches empty text"),
    ] {
        let error = Redactor::new(&["fine".into(), pattern.into()]).err().unwrap();
        assert_eq!(error.to_string(), message);
    }
}
