//! From scores to probabilities, and what a temperature makes of them.

use leptos::prelude::*;
use logitscope_core::chain::{Chain, ChainContext, Sampler};
use logitscope_core::sorted;
use logitscope_core::{CoreError, Distribution, Known, Processed};

use super::act::{GoThere, Place};
use crate::choices::{Control, Station};
use crate::components::glossary::explained::Explained;
use crate::components::kit::format;
use crate::components::kit::score::score_name;
use crate::components::kit::table::{Columns, Heading, Table, body};
use crate::state::{App, History, StepView};
use crate::words::say;

/// Temperatures that are worth a try: the favourite nearly always, and hardly more than the others.
const TRIED: [f64; 2] = [0.2, 1.5];

/// The ranks of two tokens that are followed: the favourite, and the one that the step chooses; the second, if they are the same.
fn followed(step: &StepView) -> [usize; 2] {
    let chosen = step.next.unwrap_or(step.sampling.choice.token);
    let rank = step.sampling.distribution.rank(chosen).unwrap_or(0);
    let last = step.sampling.distribution.len().saturating_sub(1);
    [0, rank.max(1).min(last)]
}

/// A score on its way to a probability: score, gap, e^gap, share.
fn worked(distribution: &Distribution, rank: usize) -> [String; 4] {
    [
        format::logit(distribution.logit(rank)),
        format::logit(distribution.gap(rank) as f32),
        format::decimals(distribution.exp_gap(rank), 3),
        format::percent(distribution.prob(rank)),
    ]
}

/// What is a logit, and how does it become a probability?
#[component]
pub fn FromScores(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let table = move || {
        let step = app.step.get()?;
        let distribution = &step.sampling.distribution;
        let total = format::decimals(distribution.exp_total(), 3);
        let columns: Columns = vec![
            Heading::Text(say().col_token().to_string()),
            Heading::Number(score_name(app, say().flow_score()).to_string()),
            Heading::Number(say().flow_gap().to_string()),
            Heading::Number(say().flow_exp().to_string()),
            Heading::Number(say().flow_divided(total.clone()).to_string()),
        ]
        .into();
        let row = |rank: usize| {
            let name = format::word(&app.token_bytes(distribution.token(rank)));
            [name]
                .into_iter()
                .chain(worked(distribution, rank))
                .collect()
        };
        let cells = body(&columns, followed(&step).map(row).to_vec());
        let sum = say().answer_logit_sum(total, distribution.d_vocab() as u64);
        Some(view! {
            <Table label=say().table_scores().to_string() testid="worked-scores" whole=true columns>{cells}</Table>
            <p class="caption">{sum.to_string()}</p>
        })
    };
    view! {
        <div class="answer" data-testid="answer-logit">
            <p><Explained text=say().answer_logit().to_string() /></p>
            {table}
            <GoThere menu place=Place::Station(Station::Softmax) words=say().answer_show() />
        </div>
    }
}

/// The probability of the token of `rank` if nothing but a temperature acted.
fn prob_at(distribution: &Distribution, rank: usize, t: f64) -> Result<Known<f64>, CoreError> {
    let chain = Chain::new([Sampler::Temperature { t }])?;
    Ok(Processed::new(distribution, &chain, &ChainContext::default())?.prob(rank))
}

/// What does temperature do?
#[component]
pub fn Temperature(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    // A chain without one is one of temperature 1.
    let now = Memo::new(move |_| {
        let own = app.settings.with(|s| s.chain.value("temperature", "t"));
        own.unwrap_or(1.0)
    });
    let table = move || {
        let step = app.step.get()?;
        let distribution = &step.sampling.distribution;
        let ranks = followed(&step);
        let name = |rank: usize| {
            let name = format::word(&app.token_bytes(distribution.token(rank)));
            Heading::Number(name)
        };
        let columns: Columns = [Heading::Text(say().stage_temperature().to_string())]
            .into_iter()
            .chain(ranks.map(name))
            .collect::<Vec<_>>()
            .into();
        let now = now.get();
        let mut all = vec![TRIED[0], 1.0, TRIED[1]];
        if !all.contains(&now) {
            all.push(now);
        }
        sorted::sort_by(&mut all, f64::total_cmp);
        let row = |t: f64| {
            let shares = ranks.map(|rank| {
                // Out of range is none of these, and that of now is in range.
                let share = prob_at(distribution, rank, t);
                share.map_or_else(
                    |_| "–".to_owned(),
                    |share| format::known(share, format::percent),
                )
            });
            let t = match t == now {
                true => say().answer_temperature_now(format::setting(t)).to_string(),
                false => format::setting(t),
            };
            [t].into_iter().chain(shares).collect()
        };
        let cells = body(&columns, all.into_iter().map(row).collect());
        Some(view! {
            <Table label=say().answer_temperature_table().to_string() testid="worked-temperature" whole=true columns>{cells}</Table>
        })
    };
    let locked = move || app.locked(Control::Temperature) || app.chain_locked();
    let set = move |t: f64| {
        let words = say().answer_temperature_try(format::setting(t)).to_string();
        let press = move |_| app.rebuild_chain(|chain| chain.set(Sampler::Temperature { t }));
        view! {
            <button class="button small" data-testid="try-temperature" data-t=format::setting(t)
                aria-pressed=move || (now.get() == t).to_string() disabled=locked on:click=press>{words}</button>
        }
    };
    view! {
        <div class="answer" data-testid="answer-temperature">
            <p><Explained text=say().answer_temperature().to_string() /></p>
            {table}
            <p class="caption">{say().answer_temperature_alone().to_string()}</p>
            <p class="chips">
                {TRIED.map(set)}
                <button class="button small" data-testid="untry-temperature"
                    disabled=move || app.settings_locked() || !app.history.with(History::can_go_back)
                    on:click=move |_| app.undo_settings()>{say().sampler_undo().to_string()}</button>
                <GoThere menu place=Place::Station(Station::Sampler) words=say().answer_sampler() />
            </p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribution() -> Distribution {
        Distribution::new(&[1.0, 3.0, 2.0]).expect("finite")
    }

    #[test]
    fn a_score_is_worked_out_as_the_softmax_has_it() {
        let found = worked(&distribution(), 1).map(|x| x.replace('\u{202f}', " "));
        // e^-1 = 0.368; the sum is 1 + e^-1 + e^-2 = 1.503.
        assert_eq!(found, ["2.00", "−1.00", "0.368", "24.5 %"]);
        assert_eq!(worked(&distribution(), 0)[1..3], ["0.00", "1.000"]);
    }

    #[test]
    fn a_temperature_divides_the_scores() {
        let share = |rank, t| prob_at(&distribution(), rank, t).expect("in range");
        let shares = |t: f64| [0, 1, 2].map(|rank| share(rank, t).middle());
        let by_hand = |t: f64| {
            let exps = [3.0, 2.0, 1.0].map(|z: f64| (z / t).exp());
            exps.map(|e| e / exps.iter().sum::<f64>())
        };
        for t in [0.2, 1.0, 1.5] {
            for (found, want) in shares(t).into_iter().zip(by_hand(t)) {
                assert!((found - want).abs() < 1e-9, "{t}: {found} {want}");
            }
        }
        assert_eq!(shares(0.0), [1.0, 0.0, 0.0]);
    }
}
