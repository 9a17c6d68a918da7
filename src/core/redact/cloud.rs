//! Keys of clouds and of hosting, storage and monitoring services.

use super::detector::{Detector, Judge, context, token, unsure};

pub(super) static CLOUD: &[Detector] = &[
    token("aws-access-key-id", "AKIA{u16} ASIA{u16} ABIA{u16} ACCA{u16} A3T{u17}"),
    token("aws-bedrock-key", "ABSK{b60+} bedrock-api-key-{b20+}"),
    context(
        "aws-signature",
        Judge::Place,
        &["signature="],
        "(?i)signature=([0-9a-f]{64})",
        "X-Amz-Signature=«{h64}»",
    ),
    token("google-api-key", "AIza{w35}"),
    token("google-oauth-token", "ya29.{w20+}"),
    token("google-client-secret", "GOCSPX-{w20+}"),
    token("google-refresh-token", "1//0{w40+}"),
    token("azure-client-secret", "{x3}{d1}Q~{x31-34}"),
    token("azure-devops-token", "{a76}AZDO{a4}"),
    token("digitalocean-token", "dop_v1_{H64} doo_v1_{H64} dor_v1_{H64}"),
    token("heroku-api-key", "HRKU-{w30+}"),
    token("cloudflare-origin-key", "v1.0-{H24}-{H100+}"),
    token("alibaba-access-key-id", "LTAI{a12-24}"),
    token("tencent-secret-id", "AKID{a32}"),
    token("yandex-key", "AQVN{w35+} t1.{w8+}.{w80+} t1.{w8+}=.{w80+} t1.{w8+}==.{w80+}"),
    unsure("yandex-access-key", "YC{w38}"),
    token("scaleway-access-key", "SCW{u17}"),
    token("fly-token", "fo1_{w40+} fm2_{b40+} fm1r_{b40+} fm1a_{b40+}"),
    token("supabase-token", "sbp_{H40} sb_secret_{w20+}"),
    token("vercel-blob-token", "vercel_blob_rw_{w30+}"),
    token("netlify-token", "nfp_{a36+} nfc_{a36+}"),
    unsure("render-api-key", "rnd_{a28+}"),
    token("planetscale-token", "pscale_tkn_{x30+} pscale_pw_{x30+} pscale_oauth_{x30+}"),
    token("databricks-token", "dapi{H32}-{d1} dapi{H32} dose{H32}"),
    token(
        "doppler-token",
        "dp.st.{x40+} dp.pt.{a40+} dp.ct.{x40+} dp.sa.{x40+} dp.scim.{x40+} dp.audit.{x40+}",
    ),
    token("vault-token", "hvs.{w24+} hvb.{w24+} hvr.{w24+}"),
    unsure("vault-old-token", "s.{a24}"),
    token("terraform-token", "{a14}.atlasv1.{x60+}"),
    token("pulumi-token", "pul-{H40}"),
    token("dynatrace-token", "dt0c01.{a24}.{a64} dt0s01.{a24}.{a64} dt0s16.{a24}.{a64}"),
    token("grafana-token", "glsa_{a32}_{H8} glc_{b32+} eyJrIjoi{a70+}"),
    token("new-relic-key", "NRAK-{a27} NRII-{w32} NRJS-{H19}"),
    token(
        "sentry-token",
        "sntryu_{H64} sntrys_eyJ{b30+}_{b40+} sntrys_eyJ{b30+}=_{b40+} sntrys_eyJ{b30+}==_{b40+}",
    ),
    token("prefect-key", "pnu_{a36} pnb_{a36}"),
    token("onepassword-token", "ops_eyJ{x60+}"),
    token("onepassword-key", "A3-{u6}-{u11}-{u5}-{u5}-{u5} A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}"),
    token("kubernetes-bootstrap-secret", "K10{H64}::server:{a16+} K10{H64}::node:{a16+}"),
    token("openshift-token", "sha256~{w43}"),
    token("clickhouse-key", "4b1d{a38}"),
    token("octopus-key", "API-{u26}"),
    token("scalingo-token", "tk-us-{w48}"),
    token("infracost-key", "ico-{a32}"),
    token("defined-networking-key", "dnkey-{x60+}"),
    token("harness-key", "pat.{w22}.{a24}.{a20} sat.{w22}.{a24}.{a20}"),
    token(
        "launchdarkly-key",
        "sdk-{H8}-{H4}-4{H3}-{H4}-{H12} mob-{H8}-{H4}-4{H3}-{H4}-{H12} api-{H8}-{H4}-4{H3}-{H4}-{H12}",
    ),
    token("settlemint-token", "sm_aat_{a16} sm_pat_{a16} sm_sat_{a16}"),
    token(
        "authress-key",
        "sc_{l5-30}.{l4-6}.acc_{w10-32}.{x30+} sc_{l5-30}.{l4-6}.acc-{w10-32}.{x30+} ext_{l5-30}.{l4-6}.acc_{w10-32}.{x30+} \
         ext_{l5-30}.{l4-6}.acc-{w10-32}.{x30+} scauth_{l5-30}.{l4-6}.acc_{w10-32}.{x30+} \
         scauth_{l5-30}.{l4-6}.acc-{w10-32}.{x30+} authress_{l5-30}.{l4-6}.acc_{w10-32}.{x30+} \
         authress_{l5-30}.{l4-6}.acc-{w10-32}.{x30+}",
    ),
];
