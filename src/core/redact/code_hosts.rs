//! Tokens of code hosts, package registries and build services.

use super::detector::{Detector, token, unsure};

pub(super) static CODE_HOSTS: &[Detector] = &[
    token("github-pat", "ghp_{a30+}"),
    token("github-fine-grained-pat", "github_pat_{w30+}"),
    token("github-oauth-token", "gho_{a30+}"),
    token("github-app-token", "ghs_{a30+} ghu_{a30+}"),
    token("github-refresh-token", "ghr_{a30+}"),
    token("gitlab-pat", "glpat-{w20+}.{l9} glpat-{w20+}"),
    token(
        "gitlab-token",
        "gldt-{w20+} glptt-{w20+} glrt-{w20+}.{l9} glrt-{w20+} glcbt-{w20+} glft-{w20+} glsoat-{w20+} glimt-{w20+} \
         glagent-{w20+} glffct-{w20+} gloas-{w20+} GR1348941{w20+}",
    ),
    token("gitlab-session", "_gitlab_session={l32}"),
    token("bitbucket-app-password", "ATBB{a28+}"),
    token("atlassian-token", "ATATT3{x60+} ATCTT3{x60+}"),
    token("npm-token", "npm_{a36+}"),
    token("pypi-token", "pypi-AgE{w50+}"),
    token("rubygems-key", "rubygems_{H48}"),
    unsure("crates-io-token", "cio{a32}"),
    token("nuget-key", "oy2{l43}"),
    token("docker-token", "dckr_pat_{w24+} dckr_oat_{w24+}"),
    token("artifactory-key", "AKCp{a50+} cmVmd{a50+}"),
    token("clojars-token", "CLOJARS_{a60}"),
    token("buildkite-token", "bkua_{a40+} bkaj_{a40+}"),
    token("circleci-token", "CCIPAT_{a20+}_{H40} CCIPRJ_{a20+}_{H40}"),
    token("sonar-token", "squ_{x40} sqa_{x40} sqp_{x40}"),
    token("sourcegraph-token", "sgp_{a5-16}_{H40} sgp_{H40}"),
    token("figma-token", "figd_{w36+} figu_{w36+} figo_{w36+}"),
    token("postman-key", "PMAK-{H24}-{H34}"),
];
