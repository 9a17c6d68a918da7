//! Keys of the services that run models.

use super::detector::{Detector, Judge, token};

pub(super) static MODELS: &[Detector] = &[
    token("anthropic-key", &["sk-ant-"], "sk-ant-[A-Za-z0-9_-]{20,}", "sk-ant-api03-{a93}AA"),
    token("openrouter-key", &["sk-or-"], "sk-or-(?:v1-)?[a-f0-9]{32,}", "sk-or-v1-{h64}"),
    token(
        "openai-key",
        &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
        "sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}",
        "sk-proj-{a74}T3BlbkFJ{a74}",
    ),
    token("sk-key", &["sk-"], "sk-(?:[a-z]{2,12}-)?[A-Za-z0-9]{20,}", "sk-{a48}").judged(Judge::Random),
    token("groq-key", &["gsk_"], "gsk_[A-Za-z0-9]{40,}", "gsk_{a52}"),
    token("huggingface-token", &["hf_", "api_org_"], "(?:hf|api_org)_[A-Za-z0-9]{30,}", "hf_{a34}"),
    token("replicate-token", &["r8_"], "r8_[A-Za-z0-9]{37,}", "r8_{a37}"),
    token("perplexity-key", &["pplx-"], "pplx-[A-Za-z0-9]{40,}", "pplx-{a48}"),
    token("xai-key", &["xai-"], "xai-[A-Za-z0-9]{60,}", "xai-{a80}"),
    token("together-key", &["tgp_v1_"], "tgp_v1_[A-Za-z0-9_-]{40,}", "tgp_v1_{a43}"),
    token("fireworks-key", &["fw_"], "fw_[A-Za-z0-9]{24}", "fw_{a24}").judged(Judge::Random),
    token("langsmith-key", &["lsv2_"], "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}", "lsv2_pt_{h32}_{h10}"),
    token("pinecone-key", &["pcsk_"], "pcsk_[A-Za-z0-9_]{40,}", "pcsk_{a6}_{a60}"),
    token("elevenlabs-key", &["sk_"], "sk_[a-f0-9]{48}", "sk_{h48}"),
    token("tavily-key", &["tvly-"], "tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,}", "tvly-dev-{a32}"),
    token("cerebras-key", &["csk-"], "csk-[a-z0-9]{40,}", "csk-{l48}"),
    token("nvidia-key", &["nvapi-"], "nvapi-[A-Za-z0-9_-]{50,}", "nvapi-{a64}"),
    token("firecrawl-key", &["fc-"], "fc-[a-f0-9]{32}", "fc-{h32}"),
    token("e2b-key", &["e2b_"], "e2b_[a-f0-9]{40}", "e2b_{h40}"),
    token("voyage-key", &["pa-"], "pa-[A-Za-z0-9_-]{43}", "pa-{a43}").judged(Judge::Random),
    token("cursor-key", &["crsr_", "key_"], "(?:crsr|key)_[a-f0-9]{64}", "key_{h64}"),
];
