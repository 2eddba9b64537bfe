//! The messages as functions. A macro writes them.
#![allow(
    missing_docs,
    clippy::too_many_arguments,
    reason = "a message has as many values as it has"
)]

use fluent_static::message_bundle;

use crate::number::format;

/// The messages in one language; the default is English.
#[message_bundle(
    resources = [
        ("locales/en/run.ftl", "en"),
        ("locales/en/trace.ftl", "en"),
        ("locales/en/model.ftl", "en"),
        ("locales/en/engine.ftl", "en"),
        ("locales/en/notices.ftl", "en"),
        ("locales/en/frame.ftl", "en"),
        ("locales/en/embed.ftl", "en"),
        ("locales/en/flow.ftl", "en"),
        ("locales/en/text.ftl", "en"),
        ("locales/en/answers.ftl", "en"),
        ("locales/en/step.ftl", "en"),
        ("locales/en/kit.ftl", "en"),
        ("locales/en/inside.ftl", "en"),
        ("locales/en/glossary.ftl", "en"),
        ("locales/en/sampler.ftl", "en"),
        ("locales/en/dice.ftl", "en"),
        ("locales/en/strategies.ftl", "en"),
        ("locales/en/speculative.ftl", "en"),
        ("locales/en/tree.ftl", "en"),
        ("locales/en/beams.ftl", "en"),
        ("locales/en/lanes.ftl", "en"),
        ("locales/en/context.ftl", "en"),
        ("locales/en/guided.ftl", "en"),
        ("locales/en/lessons.ftl", "en"),
    ],
    default_language = "en",
    formatter = "format"
)]
#[derive(Debug, Clone)]
pub struct Catalogue;
