//! A token for the eye.

use leptos::prelude::*;

use crate::components::kit::format::{self, Piece};
use crate::words::say;

/// The bytes of a token, with marks for what cannot be seen: `␣`, `↵`, and `⟨E6⟩` for a byte that
/// is no whole character.
#[component]
pub fn TokenText(
    /// The token's bytes.
    bytes: Vec<u8>,
    /// Leaves spaces as they are: for running text.
    #[prop(optional)]
    running: bool,
) -> impl IntoView {
    if bytes.is_empty() {
        return view! { <span class="mark">{say().no_text_token().to_string()}</span> }.into_any();
    }
    format::pieces(&bytes)
        .into_iter()
        .map(|piece| match piece {
            Piece::Space if running => " ".into_any(),
            Piece::Space => view! { <span class="mark space">"␣"</span> }.into_any(),
            Piece::Newline => view! { <span class="mark">"↵"</span> }.into_any(),
            Piece::Code(code) => {
                view! { <span class="mark">{format!("⟨{code}⟩")}</span> }.into_any()
            }
            Piece::Text(text) => text.into_any(),
        })
        .collect_view()
        .into_any()
}
