//! Where the time of a step goes: the dispatches by the adapter's clock, and the bandwidth that was reached.

use leptos::prelude::*;
use logitscope_core::inspection::DispatchTime;

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::decode_time::Measured;
use crate::state::App;

const COLUMNS: &[Heading] = &[
    Heading::Text("Layer"),
    Heading::Text("Kernel"),
    Heading::Number("Time"),
    Heading::Number("Weights read"),
    Heading::Number("GB/s"),
];

/// What comes before the first layer.
const BEFORE: &str = "embedding";

/// What a kernel is for: its place among the colours of the picture.
fn kind(kernel: &str) -> (usize, &'static str) {
    let is = |word: &str| kernel.starts_with(word);
    match kernel {
        _ if is("unembed") => (0, "unembedding"),
        _ if is("linear") || is("product") => (1, "MLP and projections"),
        _ if is("qkv") => (2, "queries, keys, values"),
        _ if is("attn") || is("softmax") => (3, "attention"),
        _ => (4, "norms and the rest"),
    }
}

/// The name of a layer, or of what comes before and after them.
fn place(layer: Option<u32>) -> String {
    layer.map_or("outside".into(), |layer| format!("L{layer}"))
}

/// The dispatches of each layer, in order; those outside come first and last.
fn groups(all: &[DispatchTime]) -> Vec<(String, Vec<DispatchTime>)> {
    let mut groups: Vec<(String, Vec<DispatchTime>)> = Vec::new();
    for one in all {
        let begun = groups.iter().any(|(name, _)| name != BEFORE);
        let name = match one.layer {
            None if begun => "output".to_owned(),
            None => BEFORE.to_owned(),
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

/// What the bandwidth was measured with, what to call that, and why a step may reach more.
fn compared_with(on_cpu: bool) -> [&'static str; 3] {
    match on_cpu {
        true => [
            "A large product here, weights read",
            "that product",
            "A step may reach more than 100 % of a large product: weights that lie in the processor’s cache are read faster.",
        ],
        false => [
            "A copy here, read and written together",
            "the copy",
            "A step may reach more than 100 % of a copy: it writes next to nothing, and weights that lie in a cache are read faster.",
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
        let [measured, of, _] = compared_with(on_cpu());
        let reached = gbps(speed.weight_bytes, us).map_or("–".into(), |reached| {
            let percent = 100.0 * reached / speed.bandwidth_gbps.max(1e-9);
            format!("{reached:.1} GB/s ({percent:.0} % of {of})")
        });
        let mut facts = vec![
            (
                "Length of the text when it was measured",
                format::counted(n as u64, "token", "tokens"),
            ),
            (
                "One token, with its logits back",
                format::millis(speed.forward_ms),
            ),
            ("Weights that it reads", format::bytes(speed.weight_bytes)),
            ("Logits that come back", format::bytes(speed.readback_bytes)),
            (measured, format!("{:.1} GB/s", speed.bandwidth_gbps)),
            ("Weights that the step read", reached),
        ];
        if timed {
            let n = speed.timeline.dispatches.len();
            facts.insert(
                1,
                (
                    "GPU time of its dispatches together",
                    format::millis(gpu_us / 1e3),
                ),
            );
            facts.insert(2, ("Dispatches", n.to_string()));
        }
        if let Some((ms, rows)) = meters.first_token {
            let prefill = format::counted(u64::from(rows), "token", "tokens");
            let words = format!("{}, a prefill of {prefill}", format::millis(ms));
            facts.push(("Time to first token", words));
        }
        if let Some(rate) = meters.tokens_per_second {
            facts.push(("While it played", format!("{rate:.1} tokens a second")));
        }
        let line = |(name, value): (&'static str, String)| {
            view! { <div><dt>{name}</dt><dd><strong>{value}</strong></dd></div> }
        };
        Some(facts.into_iter().map(line).collect_view())
    };
    let timeline = move || {
        let measured = found.get()?;
        let speed = &measured.cost;
        let all = &speed.timeline.dispatches;
        if all.is_empty() {
            let why = "Times of single dispatches need WebGPU on an adapter whose clock can be read (timestamp queries): the CPU has none.";
            return Some(view! { <p class="muted">{why}</p> }.into_any());
        }
        let groups = groups(all);
        let most = groups
            .iter()
            .map(|(_, own)| total_us(own))
            .fold(f64::MIN_POSITIVE, f64::max);
        let bar = |one: &DispatchTime| {
            let wide = format!("{:.4}", one.us / most);
            let words = format!("{}: {:.1} µs", one.kernel, one.us);
            view! { <span class=format!("time-part kind-{}", kind(&one.kernel).0) style=("--w", wide) title=words data-testid="dispatch"></span> }
        };
        let row = |(name, own): &(String, Vec<DispatchTime>)| {
            view! {
                <li><span class="time-name mono">{name.clone()}</span><span class="time-bar">{own.iter().map(bar).collect_view()}</span><span class="num">{format!("{:.0} µs", total_us(own))}</span></li>
            }
        };
        let rows = groups.iter().map(row).collect_view();
        let coarse = (speed.timeline.repeats > 1).then(|| {
            format!("The adapter’s clock is coarse here, or the dispatches take long: each was repeated {} times and the time divided.", speed.timeline.repeats)
        });
        Some(view! { <ol class="timeline" data-testid="timeline">{rows}</ol><p class="caption">{coarse}</p> }.into_any())
    };
    let key = move || {
        let timed = found.with(|f| {
            f.as_ref()
                .is_some_and(|m| !m.cost.timeline.dispatches.is_empty())
        });
        let mut kinds: Vec<(usize, &'static str)> = ["unembed", "linear", "qkv", "attn", "norm"]
            .iter()
            .map(|k| kind(k))
            .collect();
        kinds.sort_unstable();
        let one = |(at, name): (usize, &'static str)| {
            view! { <span class="time-key"><span class=format!("time-swatch kind-{at}")></span>{name}</span> }
        };
        timed.then(|| view! { <p class="caption">{kinds.into_iter().map(one).collect_view()}</p> })
    };
    let table = Signal::derive(move || {
        let row = |one: &DispatchTime| {
            vec![
                place(one.layer),
                one.kernel.clone(),
                format!("{:.1} µs", one.us),
                format::bytes(one.weight_bytes),
                gbps(one.weight_bytes, one.us).map_or("–".into(), |x| format!("{x:.1}")),
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
        <p class="caption">
            "Decoding reads every weight once for each token: for a large model the memory’s bandwidth is the limit, not the arithmetic; for a small one it is what each dispatch costs by itself. Measured on this machine."
        </p>
        <Show when=move || found.with(Option::is_some) fallback=|| view! { <p class="muted waiting">"Being measured …"</p> }>
            <dl class="facts speed-facts" data-testid="speed-facts">{facts}</dl>
            <p class="caption" data-testid="speed-compared">{move || compared_with(on_cpu())[2]}</p>
            <button class="button small" data-testid="measure-again" on:click=move |_| app.measure_speed()>"Measure again"</button>
            <h3>"Where the GPU’s time goes"</h3>
            {key}
            {timeline}
        </Show>
        <TableTwin caption="The dispatches of one token" testid="table-twin-dispatches" columns=COLUMNS rows=table />
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
