//! What the colours of the text mean.

use leptos::prelude::*;

use crate::state::{App, Metric};

/// The scale of surprisal in bits, and the marks of tokens that the sampler did not choose.
#[component]
pub fn Legend() -> impl IntoView {
    let app = expect_context::<App>();
    let in_bits = move || matches!(app.metric.get(), Metric::Surprisal | Metric::Entropy);
    let step = move |bits: u8| {
        let label = if bits == 10 {
            "10+".to_owned()
        } else {
            bits.to_string()
        };
        let shade = Metric::Surprisal.shade(f64::from(bits));
        view! { <span style=("--s", shade.to_string())>{move || if in_bits() { label.clone() } else { "\u{a0}".to_owned() }}</span> }
    };
    view! {
        <div class="legend">
            <span class="legend-item">
                {move || if in_bits() { "bits" } else { "usual to unusual" }}
                <span class="legend-scale">{[0, 2, 4, 6, 8, 10].map(step).into_iter().collect_view()}</span>
            </span>
            <span class="legend-item"><span class="token prompt unscored sample">"prompt"</span></span>
            <span class="legend-item"><span class="token forced sample">"forced"</span></span>
        </div>
    }
}
