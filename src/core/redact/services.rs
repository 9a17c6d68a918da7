//! Tokens of chat, mail, office and commerce services, and of those that move money.

use super::detector::{Detector, Judge, context, token};

/// How the number of a bot begins in base64: every token of one does.
static DISCORD_IDS: &[&str] = &[
    "MDA", "MDE", "MDI", "MDM", "MDQ", "MDU", "MDY", "MDc", "MDg", "MDk", "MTA", "MTE", "MTI", "MTM", "MTQ",
    "MTU", "MTY", "MTc", "MTg", "MTk", "MjA", "MjE", "MjI", "MjM", "MjQ", "MjU", "MjY", "Mjc", "Mjg", "Mjk",
    "MzA", "MzE", "MzI", "MzM", "MzQ", "MzU", "MzY", "Mzc", "Mzg", "Mzk", "NDA", "NDE", "NDI", "NDM", "NDQ",
    "NDU", "NDY", "NDc", "NDg", "NDk", "NTA", "NTE", "NTI", "NTM", "NTQ", "NTU", "NTY", "NTc", "NTg", "NTk",
    "NjA", "NjE", "NjI", "NjM", "NjQ", "NjU", "NjY", "Njc", "Njg", "Njk", "NzA", "NzE", "NzI", "NzM", "NzQ",
    "NzU", "NzY", "Nzc", "Nzg", "Nzk", "ODA", "ODE", "ODI", "ODM", "ODQ", "ODU", "ODY", "ODc", "ODg", "ODk",
    "OTA", "OTE", "OTI", "OTM", "OTQ", "OTU", "OTY", "OTc", "OTg", "OTk",
];

pub(super) static SERVICES: &[Detector] = &[
    token(
        "slack-token",
        &["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
        r"xox[a-eoprs][.-][A-Za-z0-9%.-]{10,}",
        "xoxb-{d12}-{d12}-{a24}",
    ),
    token("slack-app-token", &["xapp-"], "xapp-[0-9]-[A-Za-z0-9-]{20,}", "xapp-1-A{u10}-{d12}-{h64}"),
    context(
        "slack-webhook",
        Judge::Place,
        &["hooks.slack.com/"],
        concat!(
            "hooks.slack.com/(?:services/T[A-Z0-9]+/B[A-Z0-9]+/([A-Za-z0-9]{8,})",
            "|(?:services|workflows|triggers)/(?:[A-Z0-9]+/)*([A-Za-z0-9]{16,}(?:/[A-Za-z0-9]+)*))",
        ),
        "https://hooks.slack.com/services/T{u8}/B{u8}/«{a24}»",
    ),
    token(
        "discord-bot-token",
        DISCORD_IDS,
        r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}",
        "MTI{a21}.{a6}.{a38}",
    ),
    context(
        "discord-webhook",
        Judge::Place,
        &["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
        r"discord(?:app)?\.com/api/webhooks/[0-9]+/([A-Za-z0-9_-]{30,})",
        "https://discord.com/api/webhooks/{d18}/«{a68}»",
    ),
    context("telegram-bot-token", Judge::Shape, &[":AA"], ":(AA[A-Za-z0-9_-]{31,})", "{d10}:«AA{a33}»")
        .after_digit(),
    context(
        "teams-webhook",
        Judge::Place,
        &["webhook.office.com/webhookb2/"],
        "webhook.office.com/webhookb2/([A-Za-z0-9@/-]{60,})",
        "https://acme.webhook.office.com/webhookb2/«{h8}-{h4}@{h8}/IncomingWebhook/{h32}/{h12}»",
    ),
    token("twilio-key", SK_HEX, "SK[0-9a-f]{32}", "SK{h32}"),
    token("sendgrid-key", &["SG."], r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}", "SG.{a22}.{a43}"),
    token("mailgun-key", &["key-"], "key-[0-9a-f]{32}", "key-{h32}"),
    token("mailchimp-key", &["-us"], "[0-9a-f]{32}-us[0-9]{1,2}", "{h32}-us12").lead(32),
    token(
        "brevo-key",
        &["xkeysib-", "xsmtpsib-"],
        "x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
        "xkeysib-{h64}-{a16}",
    ),
    token("resend-key", &["re_"], "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}", "re_{a8}_{a24}")
        .judged(Judge::Random),
    token("mailersend-key", &["mlsn."], r"mlsn\.[a-f0-9]{64}", "mlsn.{h64}"),
    token(
        "shopify-token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
        "shpat_{h32}",
    ),
    token(
        "notion-token",
        &["secret_", "ntn_"],
        "(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,})",
        "ntn_{a46}",
    ),
    token("linear-key", &["lin_api_", "lin_oauth_"], "lin_(?:api|oauth)_[A-Za-z0-9]{32,}", "lin_api_{a40}"),
    token("airtable-token", &["pat"], r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}", "pat{a14}.{h64}"),
    token(
        "hubspot-token",
        &["pat-na", "pat-eu"],
        "pat-(?:na|eu)[0-9]-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}",
        "pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}",
    ),
    token("intercom-token", &["dG9rO"], "dG9rO[A-Za-z0-9+/]{40,}={0,2}", "dG9rO{a55}="),
    token("typeform-token", &["tfp_"], "tfp_[A-Za-z0-9_.=-]{40,}", "tfp_{a59}"),
    token("contentful-token", &["CFPAT-"], "CFPAT-[A-Za-z0-9_-]{43}", "CFPAT-{a43}"),
    token(
        "mapbox-secret",
        &["sk.eyJ"],
        r"sk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{16,}",
        "sk.eyJ{a60}.{a22}",
    ),
    token("posthog-key", &["phx_"], "phx_[A-Za-z0-9]{40,}", "phx_{a43}"),
    token("dropbox-token", &["sl."], r"sl\.(?:u\.)?[A-Za-z0-9_-]{100,}", "sl.{a130}"),
    token("facebook-token", &["EAA"], "EAA[A-Za-z0-9]{80,}", "EAA{a120}").judged(Judge::Random),
    token("readme-key", &["rdme_"], "rdme_[a-z0-9]{70}", "rdme_{l70}"),
    token("stripe-key", &["sk_live_", "sk_test_"], "sk_(?:live|test)_[A-Za-z0-9]{16,}", "sk_live_{a32}"),
    token(
        "stripe-restricted-key",
        &["rk_live_", "rk_test_"],
        "rk_(?:live|test)_[A-Za-z0-9]{16,}",
        "rk_live_{a32}",
    ),
    token("webhook-signing-secret", &["whsec_"], "whsec_[A-Za-z0-9+/]{24,}={0,2}", "whsec_{a32}"),
    token("square-token", &["sq0atp-", "sq0csp-"], "sq0(?:atp|csp)-[A-Za-z0-9_-]{22,}", "sq0csp-{a43}"),
    token(
        "braintree-token",
        &["access_token$"],
        r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}",
        "access_token$production${l16}${h32}",
    ),
    token(
        "razorpay-key",
        &["rzp_live_", "rzp_test_"],
        "rzp_(?:live|test)_[A-Za-z0-9]{14,}",
        "rzp_live_{a24}",
    ),
    token("flutterwave-key", &["FLWSECK"], "FLWSECK(?:_TEST)?-[a-zA-Z0-9]{32}-X", "FLWSECK_TEST-{h32}-X"),
    token("mollie-key", &["live_", "test_"], "(?:live|test)_[A-Za-z0-9]{30}", "live_{a30}")
        .judged(Judge::Random),
    token(
        "plaid-token",
        &["access-sandbox-", "access-production-", "access-development-"],
        "access-(?:sandbox|production|development)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}",
        "access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12}",
    ),
    token("duffel-token", &["duffel_"], "duffel_(?:test|live)_[A-Za-z0-9_-]{40,}", "duffel_live_{a43}"),
    token("easypost-key", &["EZAK", "EZTK"], "EZ[AT]K[A-Za-z0-9]{54}", "EZAK{a54}"),
];

const SK_HEX: &[&str] = &[
    "SK0", "SK1", "SK2", "SK3", "SK4", "SK5", "SK6", "SK7", "SK8", "SK9", "SKa", "SKb", "SKc", "SKd", "SKe",
    "SKf",
];
