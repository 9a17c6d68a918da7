//! Private keys and signed tokens, known by their format.

use super::detector::{Detector, Judge, context, token};

pub(super) static KEYS: &[Detector] = &[
    context(
        "private-key",
        Judge::Shape,
        &["-----BEGIN"],
        concat!(
            r"-----BEGIN[ +](?:[A-Z0-9]+[ +]){0,3}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----",
            r"(?:[A-Za-z0-9+/=_:,.()\s-]*?-----END[A-Z0-9 +]{0,40}-----|\s*[A-Za-z0-9+/]{20,}={0,2}(?:\s+[A-Za-z0-9+/]{20,}={0,2})*)",
        ),
        "-----BEGIN RSA PRIVATE KEY-----\n{b64}\n{b64}\n{b32}==\n-----END RSA PRIVATE KEY-----",
    ),
    context(
        "encoded-private-key",
        Judge::Shape,
        &["LS0tLS1CRUdJTi"],
        concat!(
            "LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURS|BQUklWQVRFI|BFQyBQUklWQVRFI|BPUEVOU1NI|BFTkNSWVBURUQg|BEU0EgUFJJVkFURS)",
            "[A-Za-z0-9+/]{20,}={0,2}",
        ),
        "client-key-data: «LS0tLS1CRUdJTiBQUklWQVRFI{a120}»",
    ),
    context(
        "putty-private-key",
        Judge::Shape,
        &["Private-Lines:"],
        r"Private-Lines:\s*[0-9]+\s+([A-Za-z0-9+/]{20,}={0,2}(?:\s+[A-Za-z0-9+/]{20,}={0,2})*)",
        "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n«{b64}\n{b43}=»\n",
    ),
    context(
        "wireguard-key",
        Judge::Place,
        &["PrivateKey", "PresharedKey"],
        r"(?i)(?:private|preshared)key\s*=\s*([A-Za-z0-9+/]{43}=)",
        "[Interface]\nPrivateKey = «{b42}8=»",
    ),
    context(
        "jwk-private",
        Judge::Random,
        &["\"d\""],
        r#""d"\s*:\s*"([A-Za-z0-9_-]{40,})""#,
        "{\"kty\": \"EC\", \"crv\": \"P-256\", \"d\": \"«{a43}»\"}",
    ),
    token("age-secret-key", &["AGE-SECRET-KEY-1"], "AGE-SECRET-KEY-1[A-Z0-9]{50,}", "AGE-SECRET-KEY-1{u58}"),
    token("extended-private-key", &["xprv", "zprv", "yprv"], "[xyz]prv[A-Za-z0-9]{100,}", "xprv{a107}"),
    token(
        "jwt",
        &["eyJ"],
        r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+)?",
        "eyJ{a33}.eyJ{a70}.{a43}",
    ),
    token(
        "jwe",
        &["eyJ"],
        r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
        "eyJ{a40}.{a60}.{a16}.{a80}.{a22}",
    ),
    token("fernet-token", &["gAAAAA"], "gAAAAA[A-Za-z0-9_-]{80,}={0,2}", "gAAAAABl{a100}"),
];
