//! Why this token: the candidates of a step with what their scores are made of.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::guided::{Candidate, GuidedStep, Rule, Terms};

use super::Shown;
use crate::components::kit::format;
use crate::state::App;
use crate::words::{Message, say};

/// The most candidates on screen.
const MOST: usize = 10;

/// A share of the widest bar.
fn share(x: f64, widest: f64) -> String {
    format!(
        "{:.2}%",
        (100.0 * x / widest.max(f64::MIN_POSITIVE)).clamp(0.0, 100.0)
    )
}

/// What the two numbers of a score are called: the model's own, the other one, and the score.
fn columns(rule: &Rule, layer: Option<u32>) -> [Message; 3] {
    let say = say();
    match rule {
        Rule::ContrastiveSearch { .. } => [
            say.guide_col_p(),
            say.guide_col_similar(),
            say.guide_col_score(),
        ],
        Rule::ContrastiveDecoding { .. } => [
            say.guide_col_model(),
            say.guide_col_small(),
            say.guide_col_score(),
        ],
        Rule::Guidance { .. } => [
            say.guide_col_model(),
            say.guide_col_against(),
            say.guide_col_score(),
        ],
        Rule::Dola { .. } => [
            say.guide_col_last(),
            say.guide_col_early(u64::from(layer.unwrap_or_default())),
            say.guide_col_score(),
        ],
    }
}

/// The formula of a candidate with its numbers.
fn formula(rule: &Rule, candidate: &Candidate) -> String {
    let (own, other) = candidate.terms.pair();
    let score = candidate.score.map_or("−∞".to_owned(), format::signed);
    let two = |x: f64| format::decimals(x, 2).replace('-', "−");
    let less = |x: f64| match x < 0.0 {
        true => format!("+ {}", two(-x)),
        false => format!("− {}", two(x)),
    };
    match rule {
        Rule::ContrastiveSearch { alpha, .. } => format!(
            "{} × {} − {alpha} × {} = {score}",
            two(1.0 - alpha),
            two(own),
            two(other)
        ),
        Rule::Guidance { scale, .. } => format!(
            "{} + {scale} × ({} {}) = {score}",
            two(other),
            two(own),
            less(other)
        ),
        _ => format!("{} {} = {score}", two(own), less(other)),
    }
}

/// The step on screen.
#[component]
pub fn Step(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    move || {
        let shown = shown.get()?;
        let step = shown.steps.last()?.clone();
        Some(picture(app, &shown.rule, &step))
    }
}

fn picture(app: App, rule: &Rule, step: &GuidedStep) -> impl IntoView + use<> {
    let word = |token: TokenId| format::token(&untrack(|| app.token_bytes(token)));
    let chosen = step.candidate(step.token).copied();
    let formula = chosen
        .map(|candidate| formula(rule, &candidate))
        .unwrap_or_default();
    let sentence = match (step.token == step.plain, step.draw.is_some()) {
        (_, true) => say().guide_drew(word(step.token), word(step.plain), formula),
        (true, _) => say().guide_same(word(step.token), formula),
        (false, _) => say().guide_other(word(step.token), word(step.plain), formula),
    };
    let is_search = matches!(rule, Rule::ContrastiveSearch { .. });
    // Log-probabilities as probabilities: what a bar can show.
    let pair = |candidate: &Candidate| {
        let (own, other) = candidate.terms.pair();
        match is_search {
            true => (own, other.max(0.0)),
            false => (own.exp(), other.exp()),
        }
    };
    let kept = step.candidates.iter().enumerate();
    let kept = kept.filter(|(at, c)| *at < MOST || c.token == step.token || c.token == step.plain);
    let kept: Vec<Candidate> = kept.map(|(_, candidate)| *candidate).collect();
    let widest = kept.iter().map(pair).fold((0.0_f64, 0.0_f64), |most, one| {
        (most.0.max(one.0), most.1.max(one.1))
    });
    let widest = match is_search {
        true => (widest.0, 1.0),
        false => (widest.0.max(widest.1), widest.0.max(widest.1)),
    };
    let nearest = |candidate: &Candidate| match candidate.terms {
        Terms::Search { nearest, .. } => {
            Some(say().guide_nearest(u64::from(nearest) + 1).to_string())
        }
        _ => None,
    };
    let row = |candidate: &Candidate| {
        let (own, other) = pair(candidate);
        let (taken, plain) = (candidate.token == step.token, candidate.token == step.plain);
        let score = candidate
            .score
            .map_or(say().guide_out().to_string(), format::signed);
        let number = |x: f64| match is_search {
            true => format::decimals(x, 2),
            false => format::percent(x),
        };
        view! {
            <tr class:taken=taken class:drawn=taken && step.draw.is_some()>
                <th scope="row">{word(candidate.token)}{plain.then(|| view! { <small>{say().guide_alone_takes().to_string()}</small> })}</th>
                <td><span class="lane-share guide-own" aria-hidden="true"><i style=("--w", share(own, widest.0))></i></span><span class="num">{format::percent(own)}</span></td>
                <td title=nearest(candidate)><span class="lane-share guide-other" aria-hidden="true"><i style=("--w", share(other, widest.1))></i></span><span class="num">{number(other)}</span></td>
                <td class="num score">{score}</td>
            </tr>
        }
    };
    let [own, other, score] = columns(rule, step.layer);
    let plausible = step
        .plausible
        .map(|n| say().guide_plausible(u64::from(n)).to_string());
    let layers = (!step.distances.is_empty()).then(|| layers(step));
    view! {
        <section class="guide-step" data-testid="guide-step">
            <p class="round-sentence" data-testid="guide-sentence">{sentence.to_string()}</p>
            {layers}
            <table class="guide-table" data-testid="guide-table">
                <thead><tr>
                    <th scope="col" class="text">{say().col_token().to_string()}</th>
                    <th scope="col">{own.to_string()}</th>
                    <th scope="col">{other.to_string()}</th>
                    <th scope="col">{score.to_string()}</th>
                </tr></thead>
                <tbody>{kept.iter().map(row).collect_view()}</tbody>
            </table>
            {plausible.map(|words| view! { <p class="caption">{words}</p> })}
        </section>
    }
}

/// How far each earlier layer is from the last one; the farthest is taken.
fn layers(step: &GuidedStep) -> impl IntoView + use<> {
    let one = |distance: &logitscope_core::guided::Distance| {
        let taken = step.layer == Some(distance.layer);
        let label = say().guide_layer(u64::from(distance.layer), format::bits(distance.jsd_bits));
        view! {
            <li class:taken=taken><span>{label.to_string()}</span><span class="lane-share guide-other" aria-hidden="true"><i style=("--w", share(distance.jsd_bits, 1.0))></i></span></li>
        }
    };
    view! {
        <div class="guide-layers" data-testid="guide-layers">
            <p class="caption">{say().guide_layers().to_string()}</p>
            <ul>{step.distances.iter().map(one).collect_view()}</ul>
        </div>
    }
}
