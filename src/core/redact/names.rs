//! Names that announce a secret; the values assigned to them are judged by `assigned`.

use super::detector::{Announces, Detector, How, Judge, context};

const fn name(
    name: &'static str,
    announces: Announces,
    words: &'static str,
    sample: &'static str,
) -> Detector {
    Detector { name, how: How::Name { words, announces }, sample }
}

use Announces::{Chosen, Credential, Password, Perhaps, Service};

/// More specific words come earlier, because the first match names the mask.
pub(super) static NAMES: &[Detector] = &[
    name("password", Password, "password passwd passcode", "DB_PASSWORD=«{a24}»"),
    name("short-password", Password, "_pass dbpass userpass rootpass", "SMTP_PASS: \"«{a24}»\""),
    name("pw", Chosen, "pw pwd", "pw: «{a24}»"),
    name("pass", Chosen, "pass", "smtp:\n  pass: «{a24}»"),
    name("passphrase", Password, "passphrase pass_phrase mnemonic", "--passphrase «{a24}»"),
    name(
        "client-secret",
        Password,
        "client_secret consumer_secret app_secret",
        "client_secret=«{a32}»&grant_type=client_credentials",
    ),
    name(
        "signing-secret",
        Password,
        "signing_secret webhook_secret jwt_secret session_secret cookie_secret",
        "JWT_SECRET='«{a32}»'",
    ),
    name("access-token", Credential, "access_token auth_token", "{\"access_token\": \"«{a32}»\"}"),
    name("refresh-token", Credential, "refresh_token", "refresh_token=«{a32}»"),
    name("token", Credential, "token jwt", "--token «{a32}»"),
    name("api-key", Credential, "api_key api_secret", "x-api-key: «{a32}»"),
    name(
        "access-key",
        Credential,
        "access_key account_key service_key storage_key deploy_key auth_key",
        "ACCESS_KEY=«{a32}»",
    ),
    name("private-key-value", Credential, "private_key secret_key", "privateKey: '«{h64}»'"),
    name("secret", Credential, "secret", "secret: «{a32}»"),
    name(
        "encryption-key",
        Credential,
        "encryption_key signing_key master_key license_key",
        "ENCRYPTION_KEY=«{b43}=»",
    ),
    name("credential", Credential, "credential cred", "credentials = \"«{a32}»\""),
    // These words alone do not identify a secret.
    name("key", Perhaps, "key auth", "DATADOG_KEY=«{a32}»"),
    name(
        "service-credential",
        Service,
        "adafruit adobe airtable algolia alibaba asana atlassian confluence jira beamer bitbucket bittrex meraki cloudflare \
         codecov cohere coinbase confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub \
         flickr freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory bintray xray kraken kucoin \
         launchdarkly linear linkedin linked_in linked-in lob looker mailchimp mailgun mapbox mattermost messagebird message_bird message-bird \
         netlify newrelic new_relic new-relic nytimes newyorktimes okta plaid privateai private_ai private-ai rapidapi sendbird sentry snyk sonar \
         sourcegraph squarespace sumo telegr travis twitch twitter yandex zendesk contribsys",
        "datadog: «{a40}»",
    ),
    // In a sentence, `pwd` is far more often a command.
    Detector {
        name: "told-password",
        how: How::Said { keys: false },
        sample: "the root password for the db should be «{a24}»",
    },
    Detector {
        name: "told-key", how: How::Said { keys: true }, sample: "la clave del servidor es «{a24}»"
    },
    // Words that far more often mean something else.
    context(
        "told-credential",
        Judge::Unmistakable,
        &[
            "user ",
            "username ",
            "credentials",
            "zugangsdaten",
            "log in",
            "login as ",
            "login with ",
            "sign in",
            "dich mit ",
            "dich als ",
            "ssh ",
            "sudo ",
        ],
        concat!(
            r"(?i)(?:user(?:name)?\s[\w.@-]+,?\s(?:(?:and|with|und|mit)\s)?pass(?:word)?\s|",
            r"(?:credentials|zugangsdaten)(?:\s(?:are|sind))?:?\s[\w.@-]+(?:\s?[/:]\s?|\s(?:and|und)\s)|",
            r"(?:(?:log|sign) ?in(?:to)?(?:\s[^\s,.]+){0,4}?\s(?:with|as|using)|dich\s(?:mit|als))\s[\w.@-]+",
            r"(?:\s?[/:]\s?|\s(?:and|with|using|und|mit)\s)|",
            r"(?:ssh|sudo)\s[^\n|;]{1,80}?\s(?:and|then|und)\s(?:type|enter|tippe|gib)\s(?:in\s)?)",
            r#"["'`]?([^\s"'`,;]{8,})"#,
        ),
        "user app and pass «{a24}»",
    ),
];
