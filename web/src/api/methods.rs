//! The methods of the API and the names of their arguments.

/// The methods, with the names of their arguments in order. `load`'s one argument may itself be an
/// object; the two of [`BY_NAME`] take a single object with these names.
pub(super) const METHODS: &[(&str, &[&str])] = &[
    ("load", &["model"]),
    ("setPrompt", &["text"]),
    (
        "setSettings",
        &[
            "chain",
            "temperature",
            "top_k",
            "topK",
            "top_p",
            "topP",
            "seed",
            "max_tokens",
            "maxTokens",
            "stop",
            "speed",
        ],
    ),
    ("step", &[]),
    ("run", &["maxTokens", "speed"]),
    ("pause", &[]),
    ("rewind", &["n"]),
    ("force", &["tokenId"]),
    ("branch", &["nodeId", "tokenId"]),
    ("goTo", &["nodeId"]),
    ("rollAgain", &[]),
    ("select", &["nodeId"]),
    ("logits", &["nodeId"]),
    ("trace", &[]),
    ("importTrace", &["trace"]),
    ("record", &[]),
    ("openRecording", &["recording"]),
    ("open", &["station", "step"]),
    (
        "setStrategies",
        &[
            "beams",
            "speculate",
            "explore",
            "guide",
            "against",
            "compare",
            "lanes",
            "context",
            "cost",
        ],
    ),
    ("strategy", &[]),
    ("state", &[]),
];

/// The methods that are called with an object instead of arguments in order.
pub(super) const BY_NAME: &[&str] = &["setSettings", "setStrategies", "run"];
