//! Tokens of code hosts, package registries and build services.

use super::detector::{Detector, Judge, context, token};

pub(super) static CODE_HOSTS: &[Detector] = &[
    token("github-pat", &["ghp_"], "ghp_[A-Za-z0-9]{30,}", "ghp_{a36}"),
    token(
        "github-fine-grained-pat",
        &["github_pat_"],
        "github_pat_[A-Za-z0-9_]{30,}",
        "github_pat_{a22}_{a59}",
    ),
    token("github-oauth-token", &["gho_"], "gho_[A-Za-z0-9]{30,}", "gho_{a36}"),
    token("github-app-token", &["ghu_", "ghs_"], "gh[us]_[A-Za-z0-9]{30,}", "ghs_{a36}"),
    token("github-refresh-token", &["ghr_"], "ghr_[A-Za-z0-9]{30,}", "ghr_{a76}"),
    token("gitlab-pat", &["glpat-"], "glpat-[A-Za-z0-9_-]{20,}", "glpat-{a20}"),
    token(
        "gitlab-token",
        &[
            "glptt-", "gldt-", "glrt-", "glcbt-", "glft-", "glsoat-", "glimt-", "glagent-", "glffct-",
            "gloas-",
        ],
        "gl(?:ptt|dt|rt|cbt|ft|soat|imt|agent|ffct|oas)-[A-Za-z0-9_-]{20,}",
        "gldt-{a24}",
    ),
    token("bitbucket-app-password", &["ATBB"], "ATBB[A-Za-z0-9]{28,}", "ATBB{a32}"),
    token("atlassian-token", &["ATATT3", "ATCTT3"], "AT[AC]TT3[A-Za-z0-9_=-]{60,}", "ATATT3{a180}"),
    token("npm-token", &["npm_"], "npm_[A-Za-z0-9]{36,}", "npm_{a36}"),
    context(
        "npmrc-auth",
        Judge::Place,
        &[":_authtoken=", ":_auth=", ":_password="],
        r#"(?i):_(?:authtoken|auth|password)=["']?([^\s"']{8,})"#,
        "//registry.example/:_authToken=«{a40}»",
    ),
    token("pypi-token", &["pypi-AgE"], "pypi-AgE[A-Za-z0-9_-]{50,}", "pypi-AgEIcHlwaS5vcmc{a100}"),
    token("rubygems-key", &["rubygems_"], "rubygems_[a-f0-9]{48}", "rubygems_{h48}"),
    token("crates-io-token", &["cio"], "cio[A-Za-z0-9]{32}", "cio{a32}").judged(Judge::Random),
    token("nuget-key", &["oy2"], "oy2[a-z0-9]{43}", "oy2{l43}"),
    token("docker-token", &["dckr_pat_", "dckr_oat_"], "dckr_[po]at_[A-Za-z0-9_-]{24,}", "dckr_pat_{a27}"),
    context(
        "docker-config-auth",
        Judge::Random,
        &["\"auth\""],
        r#""auth"\s*:\s*"([A-Za-z0-9+/]{12,}={0,2})""#,
        "{\"auths\": {\"registry.example\": {\"auth\": \"«{b40}»\"}}}",
    ),
    token("artifactory-key", &["AKCp", "cmVmdGtu"], "(?:AKCp|cmVmdGtu)[A-Za-z0-9]{50,}", "AKCp{a69}"),
    token("clojars-token", &["CLOJARS_"], "CLOJARS_[a-z0-9]{60}", "CLOJARS_{l60}"),
    token("buildkite-token", &["bkua_", "bkaj_"], "bk(?:ua|aj)_[A-Za-z0-9]{40,}", "bkua_{h40}"),
    token(
        "circleci-token",
        &["CCIPAT_", "CCIPRJ_"],
        "CCIP(?:AT|RJ)_[A-Za-z0-9]{20,}_[a-f0-9]{40}",
        "CCIPAT_{a22}_{h40}",
    ),
    token("sonar-token", &["sqa_", "sqp_", "squ_"], "sq[apu]_[a-f0-9]{40}", "squ_{h40}"),
    token("sourcegraph-token", &["sgp_"], "sgp_(?:[A-Za-z0-9]+_)?[a-fA-F0-9]{40,}", "sgp_{h16}_{h40}"),
    token("figma-token", &["figd_", "figu_", "figo_"], "fig[duo]_[A-Za-z0-9_-]{36,}", "figd_{a40}"),
    token("postman-key", &["PMAK-"], "PMAK-[a-f0-9]{24}-[a-f0-9]{34}", "PMAK-{h24}-{h34}"),
];
