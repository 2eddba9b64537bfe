//! Any token of the vocabulary, found by its text or its id.

use leptos::prelude::*;
use logitscope_core::sorted;
use logitscope_core::{TokenId, Vocab};

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::components::kit::token_text::TokenText;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::components::text::watch::Watch;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// The table, whose scores are called so.
const fn columns(score: Word) -> [Heading<Word>; 8] {
    [
        Heading::Text(Catalogue::col_token),
        Heading::Number(Catalogue::col_id),
        Heading::Number(Catalogue::col_rank),
        Heading::Number(score),
        Heading::Number(Catalogue::col_surprisal),
        Heading::Number(Catalogue::col_model),
        Heading::Number(Catalogue::col_sampler),
        Heading::Buttons(Catalogue::col_actions),
    ]
}

const HERE: &[Heading<Word>] = &columns(Catalogue::col_logit);
const ELSEWHERE: &[Heading<Word>] = &columns(Catalogue::server_log_prob);

/// The most tokens that are listed.
const MOST: usize = 20;

/// What a search found: the first [`MOST`] tokens, and how many there are.
#[derive(Debug, Clone, PartialEq, Default)]
struct Found {
    tokens: Vec<TokenId>,
    all: usize,
}

/// The tokens that match `query`: the id, then texts that are it, begin with it, hold it, each by rising id. A space in front of a
/// token's text need not be typed; spaces and line breaks may be typed as the page shows them.
fn find(vocab: &Vocab, query: &str) -> Found {
    let query = query
        .replace('␣', " ")
        .replace("\\n", "\n")
        .replace('↵', "\n");
    let query = query.as_str();
    if query.is_empty() {
        return Found::default();
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
    sorted::sort(&mut found);
    Found {
        all: found.len(),
        tokens: found.into_iter().take(MOST).map(|(_, id)| id).collect(),
    }
}

/// A search box over the whole vocabulary; each token that it finds with its place in both distributions.
#[component]
pub fn TokenSearch(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
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
        app.locked(Control::Force)
            || shown.with(|s| s.as_ref().is_none_or(|s| s.follows == Follows::Written))
    };
    let rows = move || {
        let shown = shown.get()?;
        let sampling = &shown.view.sampling;
        let row = |token: TokenId| {
            let distribution = &sampling.distribution;
            let place = distribution.place_of(token)?;
            let place = format::known(place.map(|rank| rank as f64 + 1.0), |x| {
                format::count(x as u64)
            });
            let rank = distribution.rank(token);
            let logit = rank.map_or_else(
                || "?".into(),
                |rank| format::logit(distribution.logit(rank)),
            );
            let bits = format::known(distribution.surprisal_of(token)?, format::bits);
            let before = format::known(distribution.prob_of(token)?, format::percent_exact);
            let after = match rank {
                Some(rank) if sampling.processed.place(rank).is_some() => {
                    format::known(sampling.processed.prob(rank), format::percent_exact)
                }
                None if sampling.processed.others().is_some() => "?".into(),
                _ => say().candidate_cut().to_string(),
            };
            let banned = move || app.is_banned(token);
            let watched = move || app.watched.with(|w| w.contains(&token));
            Some(view! {
                <tr>
                    <td class="text"><span class="tok"><TokenText bytes=shown.vocab.bytes(token).to_vec() /></span></td>
                    <td>{token}</td>
                    <td>{place}</td>
                    <td>{logit}</td>
                    <td>{bits}</td>
                    <td>{before}</td>
                    <td>{after}</td>
                    <td class="buttons">
                        <button class="button small" disabled=closed on:click=move |_| take(token)>{say().token_use().to_string()}</button>
                        <button class="button small" disabled=move || app.chain_locked() on:click=move |_| app.ban(token, !banned())>
                            {move || if banned() { say().token_allow().to_string() } else { say().token_ban().to_string() }}
                        </button>
                        <button class="button small" on:click=move |_| app.watch(token, !watched())>
                            {move || if watched() { say().token_unwatch().to_string() } else { say().token_watch().to_string() }}
                        </button>
                    </td>
                </tr>
            })
        };
        Some(
            found
                .get()
                .tokens
                .into_iter()
                .filter_map(row)
                .collect_view(),
        )
    };
    let nothing = move || !query.with(String::is_empty) && found.with(|f| f.all == 0);
    let more = move || {
        let all = found.with(|f| f.all);
        (all > MOST).then(|| say().found_first(MOST as u64, all as u64).to_string())
    };
    view! {
        <div class="token-search">
            <label>
                {say().find_a_token().to_string()} " "
                <input type="search" data-testid="token-search" placeholder=say().find_hint().to_string() prop:value=move || query.get()
                    on:input:target=move |ev| query.set(ev.target().value()) />
            </label>
            <Show when=nothing><p class="caption">{say().found_nothing().to_string()}</p></Show>
            <Show when=move || found.with(|f| f.all > 0)>
                {move || {
                    let columns = if app.runs_elsewhere() { ELSEWHERE } else { HERE };
                    view! { <Table label=say().found_table().to_string() testid="tokens-found" columns>{rows}</Table> }
                }}
                <p class="caption" data-testid="tokens-more">{more}</p>
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
        let vocab = [&b"a"[..], b" the", b"the", b"then", b"other", b"2", b"\n"];
        let vocab = Vocab::new(vocab, None);
        let found = |query: &str| find(&vocab, query).tokens;
        assert_eq!(found("the"), [1, 2, 3, 4]);
        assert_eq!(found("2"), [2, 5]);
        assert_eq!((found(" the"), found("␣the")), (vec![1], vec![1]));
        assert_eq!((found("\\n"), found("↵")), (vec![6], vec![6]));
        assert!(found("").is_empty() && found("zz").is_empty());
    }

    #[test]
    fn the_first_ones_are_listed_and_all_are_counted() {
        let vocab = Vocab::new((0..30).map(|i| format!("a{i}")), None);
        let found = find(&vocab, "a");
        assert_eq!((found.tokens.len(), found.all), (MOST, 30));
    }
}
