//! Keys of the services that run models.

use super::detector::{Detector, token, unsure};

pub(super) static MODELS: &[Detector] = &[
    token("anthropic-key", "sk-ant-{w20+}"),
    token("openrouter-key", "sk-or-v1-{H32+} sk-or-{H32+}"),
    token("openai-key", "sk-proj-{w20+} sk-svcacct-{w20+} sk-admin-{w20+} sk-None-{w20+}"),
    unsure("sk-key", "sk-{a20+} sk-{l2-12}-{a20+}"),
    token("groq-key", "gsk_{a40+}"),
    token("huggingface-token", "hf_{a30+} api_org_{a30+}"),
    token("replicate-token", "r8_{a37+}"),
    token("perplexity-key", "pplx-{a40+}"),
    token("xai-key", "xai-{a60+}"),
    token("together-key", "tgp_v1_{w40+}"),
    unsure("fireworks-key", "fw_{a24}"),
    token("langsmith-key", "lsv2_pt_{H32}_{H10} lsv2_sk_{H32}_{H10}"),
    token("pinecone-key", "pcsk_{w40+}"),
    token("elevenlabs-key", "sk_{H48}"),
    token("tavily-key", "tvly-{a28+} tvly-dev-{a28+} tvly-prod-{a28+}"),
    token("cerebras-key", "csk-{l40+}"),
    token("nvidia-key", "nvapi-{w50+}"),
    token("firecrawl-key", "fc-{H32}"),
    token("e2b-key", "e2b_{H40}"),
    unsure("voyage-key", "pa-{w43}"),
    token("cursor-key", "key_{H64} crsr_{H64}"),
];
