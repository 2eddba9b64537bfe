//! What the colours of the text mean.

use leptos::prelude::*;

use super::format;

/// The scale of surprisal in bits, and the marks of tokens that the sampler did not choose.
#[component]
pub fn Legend() -> impl IntoView {
    let step = |bits: u8| {
        let label = if bits == 10 {
            "10+".to_owned()
        } else {
            bits.to_string()
        };
        let shade = format::surprisal_shade(f64::from(bits));
        view! { <span style=("--s", shade.to_string())>{label}</span> }
    };
    view! {
        <div class="legend">
            <span class="legend-item">
                "surprisal in bits"
                <span class="legend-scale">{[0, 2, 4, 6, 8, 10].map(step).into_iter().collect_view()}</span>
            </span>
            <span class="legend-item"><span class="token prompt unscored sample">"prompt"</span></span>
            <span class="legend-item"><span class="token forced sample">"forced"</span></span>
        </div>
    }
}
