//! Any token of the vocabulary, found by its text or its id.

use leptos::prelude::*;
use logitscope_core::{TokenId, Vocab};

use super::format;
use super::shown::{Follows, Shown};
use super::table::{Column, Table};
use super::token_text::TokenText;
use super::watch::Watch;
use crate::state::App;

const COLUMNS: &[Column] = &[
    Column::Text("Token"),
    Column::Number("Id"),
    Column::Number("Rank"),
    Column::Number("Logit"),
    Column::Number("Surprisal"),
    Column::Number("Model"),
    Column::Number("Sampler"),
    Column::Buttons("Actions"),
];

/// The most tokens that are listed.
const MOST: usize = 20;

/// The tokens that match `query`: the id, then texts that are it, begin with it, hold it, each by rising id. A space in front of a
/// token's text need not be typed.
fn find(vocab: &Vocab, query: &str) -> Vec<TokenId> {
    if query.is_empty() {
        return Vec::new();
    }
    let own = |id: TokenId| query.parse() == Ok(id);
    let mut found: Vec<(u8, TokenId)> = (0..vocab.len() as TokenId)
        .filter_map(|id| {
            let text = String::from_utf8_lossy(vocab.bytes(id));
            let bare = text.strip_prefix(' ').unwrap_or(&text);
            let place = match () {
                () if own(id) => 0,
                () if text == query || bare == query => 1,
                () if text.starts_with(query) || bare.starts_with(query) => 2,
                () if text.contains(query) => 3,
                () => return None,
            };
            Some((place, id))
        })
        .collect();
    found.sort_unstable();
    found.truncate(MOST);
    found.into_iter().map(|(_, id)| id).collect()
}

/// A search box over the whole vocabulary; each token that it finds with its place in both distributions.
#[component]
pub fn TokenSearch(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let query = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        let query = query.get();
        app.vocab
            .with(|v| v.as_ref().map(|v| find(v, &query)).unwrap_or_default())
    });
    let take = move |token: TokenId| {
        shown.with_untracked(|s| match s {
            Some(s) if s.follows == Follows::Pending => app.force(token),
            Some(s) if s.follows != Follows::Written => app.branch_at(s.view.context, token),
            _ => {}
        });
    };
    let closed = move || {
        app.locked("force")
            || shown.with(|s| s.as_ref().is_none_or(|s| s.follows == Follows::Written))
    };
    let rows = move || {
        let shown = shown.get()?;
        let outlook = &shown.view.outlook;
        let row = |token: TokenId| {
            let rank = outlook.ranked.rank(token)?;
            let after = match outlook.sampled.place(rank) {
                Some(_) => format::percent(outlook.sampled.prob(rank)),
                None => "cut".to_owned(),
            };
            let banned = move || app.is_banned(token);
            let watched = move || app.watched.with(|w| w.contains(&token));
            Some(view! {
                <tr>
                    <td class="text"><span class="tok"><TokenText bytes=shown.vocab.bytes(token).to_vec() /></span></td>
                    <td>{token}</td>
                    <td>{format::count(rank as u64 + 1)}</td>
                    <td>{format::logit(outlook.ranked.logit(rank))}</td>
                    <td>{format::bits(outlook.ranked.surprisal_bits(rank))}</td>
                    <td>{format::percent(outlook.ranked.prob(rank))}</td>
                    <td>{after}</td>
                    <td class="buttons">
                        <button class="button small" disabled=closed on:click=move |_| take(token)>"Use"</button>
                        <button class="button small" disabled=move || app.chain_locked() on:click=move |_| app.ban(token, !banned())>
                            {move || if banned() { "Allow" } else { "Ban" }}
                        </button>
                        <button class="button small" on:click=move |_| app.watch(token, !watched())>
                            {move || if watched() { "Unwatch" } else { "Watch" }}
                        </button>
                    </td>
                </tr>
            })
        };
        Some(found.get().into_iter().filter_map(row).collect_view())
    };
    let nothing = move || !query.with(String::is_empty) && found.with(Vec::is_empty);
    view! {
        <div class="token-search">
            <label>
                "Find any token: "
                <input type="search" data-testid="token-search" placeholder="text or id" prop:value=move || query.get()
                    on:input:target=move |ev| query.set(ev.target().value()) />
            </label>
            <Show when=nothing><p class="caption">"No token of the vocabulary holds this text."</p></Show>
            <Show when=move || found.with(|f| !f.is_empty())>
                <Table label="Tokens found" testid="tokens-found" columns=COLUMNS>{rows}</Table>
            </Show>
            <Watch />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_by_id_text_and_part_of_it() {
        let vocab = Vocab::new([&b"a"[..], b" the", b"the", b"then", b"other", b"2"], None);
        assert_eq!(find(&vocab, "the"), [1, 2, 3, 4]);
        assert_eq!(find(&vocab, "2"), [2, 5]);
        assert_eq!(find(&vocab, " the"), [1]);
        assert!(find(&vocab, "").is_empty() && find(&vocab, "zz").is_empty());
    }
}
