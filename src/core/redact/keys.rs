//! Private keys and signed tokens, recognised by their format.

use super::detector::{Detector, How, Judge, context, token};
use super::{entropy, pem, phrase};

pub(super) static KEYS: &[Detector] = &[
    Detector {
        name: "private-key",
        how: How::At { literals: &["PRIVATE KEY", "PRIVATE+KEY"], find: pem::block },
        sample: "-----BEGIN RSA PRIVATE KEY-----\n{b64}\n{b64}\n{b32}==\n-----END RSA PRIVATE KEY-----",
    },
    Detector {
        name: "encoded-private-key",
        how: How::At { literals: &["LS0tLS1CRUdJTi"], find: pem::encoded },
        sample: "client-key-data: «LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1J{a120}»",
    },
    context(
        "putty-private-key",
        Judge::Place,
        &["Private-Lines:"],
        r"Private-Lines:\s*[0-9]+\s+([A-Za-z0-9+/]{20,}={0,2}(?:\s+[A-Za-z0-9+/]{20,}={0,2})*)",
        "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n«{b64}\n{b43}=»\n",
    ),
    context(
        "jwk-private",
        Judge::Random,
        &["\"d\""],
        r#""d"\s*:\s*"([A-Za-z0-9_-]{40,})""#,
        "{\"kty\": \"EC\", \"crv\": \"P-256\", \"d\": \"«{a43}»\"}",
    ),
    token("age-secret-key", "AGE-SECRET-KEY-1{u50+}"),
    token("extended-private-key", "xprv{a100+} zprv{a100+} yprv{a100+}"),
    token("jwt", "eyJ{w8+}.eyJ{x8+} ey{w17+}.ey{x17+} ZXlK{b60+}"),
    token("jwe", "eyJ{w8+}.{w8+}.{w8+}.{w8+}.{w8+} eyJ{w8+}..{w8+}.{w8+}.{w8+}"),
    token("fernet-token", "gAAAAA{w80+}"),
    Detector { name: "seed-phrase", how: How::Everywhere(phrase::phrases), sample: phrase::SAMPLE },
];

/// Tried last: what looks random and has no other name.
pub(super) static RANDOM: &[Detector] = &[Detector {
    name: "random-word",
    how: How::Everywhere(entropy::words),
    sample: "take `«{a48}»` for it",
}];
