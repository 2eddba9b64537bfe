//! Where the time of a step goes: the dispatches by the adapter's clock, and the bandwidth that was reached.

use leptos::prelude::*;
use logitscope_core::inspection::DispatchTime;
use logitscope_core::sorted;

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::decode_time::Measured;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_layer),
    Heading::Text(Catalogue::col_kernel),
    Heading::Number(Catalogue::col_time),
    Heading::Number(Catalogue::col_weights_read),
    Heading::Number(Catalogue::col_bandwidth),
];

/// What a kernel is for: its place among the colours of the picture.
fn kind(kernel: &str) -> (usize, Word) {
    let is = |word: &str| kernel.starts_with(word);
    match kernel {
        _ if is("unembed") => (0, Catalogue::kernel_unembed),
        _ if is("linear") || is("product") => (1, Catalogue::kernel_mlp),
        _ if is("qkv") => (2, Catalogue::kernel_qkv),
        _ if is("attn") || is("softmax") => (3, Catalogue::kernel_attention),
        _ => (4, Catalogue::kernel_rest),
    }
}

/// The name of a layer, or of what comes before and after them.
fn place(layer: Option<u32>) -> String {
    layer.map_or_else(
        || say().speed_outside().to_string(),
        |layer| format!("L{layer}"),
    )
}

/// The dispatches of each layer, in order; those outside come first and last.
fn groups(all: &[DispatchTime]) -> Vec<(String, Vec<DispatchTime>)> {
    let mut groups: Vec<(String, Vec<DispatchTime>)> = Vec::new();
    let before = say().lens_embedding().to_string();
    for one in all {
        let begun = groups.iter().any(|(name, _)| *name != before);
        let name = match one.layer {
            None if begun => say().lens_output().to_string(),
            None => before.clone(),
            layer => place(layer),
        };
        match groups.last_mut().filter(|(last, _)| *last == name) {
            Some((_, own)) => own.push(one.clone()),
            None => groups.push((name, vec![one.clone()])),
        }
    }
    groups
}

fn total_us(all: &[DispatchTime]) -> f64 {
    all.iter().map(|one| one.us).sum()
}

fn gbps(bytes: u64, us: f64) -> Option<f64> {
    (us > 0.0 && bytes > 0).then(|| bytes as f64 / us / 1e3)
}

/// What the bandwidth was measured with, and why a step may reach more.
fn compared_with(on_cpu: bool) -> [String; 2] {
    match on_cpu {
        true => [
            say().speed_cpu().to_string(),
            say().speed_cpu_why().to_string(),
        ],
        false => [
            say().speed_gpu().to_string(),
            say().speed_gpu_why().to_string(),
        ],
    }
}

/// The view.
#[component]
pub fn DecodeTime() -> impl IntoView {
    let app = expect_context::<App>();
    let found = Memo::new(move |_| app.kept::<Measured>(&()));
    let on_cpu = move || {
        app.model
            .with(|m| m.as_ref().is_some_and(|m| m.backend.kind == "cpu"))
    };
    let facts = move || {
        let measured = found.get()?;
        let (n, speed) = (measured.n_tokens, &measured.cost);
        let meters = app.meters.get();
        let timed = !speed.timeline.dispatches.is_empty();
        let gpu_us = total_us(&speed.timeline.dispatches);
        let us = if timed {
            gpu_us
        } else {
            1e3 * speed.forward_ms
        };
        let [measured, _] = compared_with(on_cpu());
        let reached = gbps(speed.weight_bytes, us).map_or("–".into(), |reached| {
            let percent = 100.0 * reached / speed.bandwidth_gbps.max(1e-9);
            let (speed, percent) = (format::gbps(reached), format!("{percent:.0}"));
            match on_cpu() {
                true => say().speed_reached_cpu(speed, percent).to_string(),
                false => say().speed_reached_gpu(speed, percent).to_string(),
            }
        });
        let mut facts = vec![
            (say().speed_length().to_string(), format::tokens(n as u64)),
            (
                say().speed_one_token().to_string(),
                format::millis(speed.forward_ms),
            ),
            (
                say().speed_reads().to_string(),
                format::bytes(speed.weight_bytes),
            ),
            (
                say().speed_logits().to_string(),
                format::bytes(speed.readback_bytes),
            ),
            (measured, format::gbps(speed.bandwidth_gbps)),
            (say().speed_read().to_string(), reached),
        ];
        if timed {
            let n = speed.timeline.dispatches.len();
            facts.insert(
                1,
                (
                    say().speed_gpu_time().to_string(),
                    format::millis(gpu_us / 1e3),
                ),
            );
            facts.insert(2, (say().speed_dispatches().to_string(), n.to_string()));
        }
        if let Some((ms, rows)) = meters.first_token {
            let words = say()
                .speed_prefill(format::millis(ms), u64::from(rows))
                .to_string();
            facts.push((say().speed_first_token().to_string(), words));
        }
        if let Some(rate) = meters.tokens_per_second {
            let rate = say()
                .speed_tokens_a_second(format::decimals(rate, 1))
                .to_string();
            facts.push((say().speed_played().to_string(), rate));
        }
        let line = |(name, value): (String, String)| {
            view! { <div><dt>{name}</dt><dd><strong>{value}</strong></dd></div> }
        };
        Some(facts.into_iter().map(line).collect_view())
    };
    let timeline = move || {
        let measured = found.get()?;
        let speed = &measured.cost;
        let all = &speed.timeline.dispatches;
        if all.is_empty() {
            let why = say().speed_no_clock().to_string();
            return Some(view! { <p class="muted">{why}</p> }.into_any());
        }
        let groups = groups(all);
        let most = groups
            .iter()
            .map(|(_, own)| total_us(own))
            .fold(f64::MIN_POSITIVE, f64::max);
        let bar = |one: &DispatchTime| {
            let wide = format!("{:.4}", one.us / most);
            let words = format!("{}: {}", one.kernel, format::micros(one.us, 1));
            view! { <span class=format!("time-part kind-{}", kind(&one.kernel).0) style=("--w", wide) title=words data-testid="dispatch"></span> }
        };
        let row = |(name, own): &(String, Vec<DispatchTime>)| {
            view! {
                <li><span class="time-name mono">{name.clone()}</span><span class="time-bar">{own.iter().map(bar).collect_view()}</span><span class="num">{format::micros(total_us(own), 0)}</span></li>
            }
        };
        let rows = groups.iter().map(row).collect_view();
        let coarse = (speed.timeline.repeats > 1).then(|| {
            say()
                .speed_coarse(speed.timeline.repeats.to_string())
                .to_string()
        });
        Some(view! { <ol class="timeline" data-testid="timeline">{rows}</ol><p class="caption">{coarse}</p> }.into_any())
    };
    let key = move || {
        let timed = found.with(|f| {
            f.as_ref()
                .is_some_and(|m| !m.cost.timeline.dispatches.is_empty())
        });
        let mut kinds: Vec<(usize, Word)> = ["unembed", "linear", "qkv", "attn", "norm"]
            .iter()
            .map(|k| kind(k))
            .collect();
        sorted::sort_by_key(&mut kinds, |(at, _)| *at);
        let one = |(at, name): (usize, Word)| {
            view! { <span class="time-key"><span class=format!("time-swatch kind-{at}")></span>{name(&say()).to_string()}</span> }
        };
        timed.then(|| view! { <p class="caption">{kinds.into_iter().map(one).collect_view()}</p> })
    };
    let table = Signal::derive(move || {
        let row = |one: &DispatchTime| {
            vec![
                place(one.layer),
                one.kernel.clone(),
                format::micros(one.us, 1),
                format::bytes(one.weight_bytes),
                gbps(one.weight_bytes, one.us).map_or("–".into(), |x| format::decimals(x, 1)),
            ]
        };
        found.with(|f| {
            f.iter()
                .flat_map(|m| &m.cost.timeline.dispatches)
                .map(row)
                .collect()
        })
    });
    view! {
        <Show when=move || found.with(Option::is_some) fallback=|| view! { <p class="muted waiting">{say().speed_measuring().to_string()}</p> }>
            <dl class="facts speed-facts" data-testid="speed-facts">{facts}</dl>
            <p class="caption" data-testid="speed-compared">{move || compared_with(on_cpu())[1].clone()}</p>
            <button class="button small" data-testid="measure-again" on:click=move |_| app.measure_speed()>{say().speed_again().to_string()}</button>
            <h3>{say().speed_where().to_string()}</h3>
            {key}
            {timeline}
        </Show>
        <TableTwin caption=say().speed_table().to_string() testid="table-twin-dispatches" columns=COLUMNS rows=table />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dispatches_are_grouped_by_layer_and_those_outside_come_first_and_last() {
        let one = |layer: Option<u32>, us: f64| DispatchTime {
            kernel: "norm".into(),
            layer,
            us,
            weight_bytes: 0,
        };
        let all = [
            one(None, 1.0),
            one(None, 1.0),
            one(Some(0), 2.0),
            one(Some(0), 3.0),
            one(Some(1), 4.0),
            one(None, 5.0),
        ];
        let found: Vec<(String, f64)> = groups(&all)
            .iter()
            .map(|(n, own)| (n.clone(), total_us(own)))
            .collect();
        let expected = [
            ("embedding", 2.0),
            ("L0", 5.0),
            ("L1", 4.0),
            ("output", 5.0),
        ];
        assert_eq!(found, expected.map(|(n, us)| (n.to_owned(), us)));
    }
}
