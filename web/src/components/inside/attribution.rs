//! Direct logit attribution: what each part of the model adds to a token's logit.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::attribution::{Attribution, Source};
use logitscope_core::{Part, TokenId};

use super::parts::{PartsHead, layers};
use crate::browser;
use crate::choices::Control;
use crate::choices::InsideView;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::attribution::Shares;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// What scrolls sideways.
const SCROLLED: &str = "shares-scroll";

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_part),
    Heading::Number(Catalogue::col_adds),
];

/// What a part is called.
fn name(source: Source) -> String {
    match source {
        Source::Embed => say().share_embed().to_string(),
        Source::Position => say().share_position().to_string(),
        Source::Head { layer, head } => say()
            .share_head(layer.to_string(), head.to_string())
            .to_string(),
        Source::AttentionBias { layer } => {
            say().share_attention_bias(layer.to_string()).to_string()
        }
        Source::Mlp { layer } => say().share_mlp(layer.to_string()).to_string(),
        Source::FinalBias => say().share_final_bias().to_string(),
        Source::UnembedBias => say().share_unembed_bias().to_string(),
        Source::Cap => say().share_bound().to_string(),
    }
}

/// The sums of kinds of parts: embeddings, heads, MLPs, biases. A bound of the logits is none of them.
fn sums(one: &Attribution) -> [f64; 4] {
    let of = |is: fn(&Source) -> bool| {
        let own = one.parts.iter().filter(|(source, _)| is(source));
        own.map(|(_, share)| share).sum()
    };
    [
        of(|s| matches!(s, Source::Embed | Source::Position)),
        of(|s| matches!(s, Source::Head { .. })),
        of(|s| matches!(s, Source::Mlp { .. })),
        of(|s| {
            matches!(
                s,
                Source::AttentionBias { .. } | Source::FinalBias | Source::UnembedBias
            )
        }),
    ]
}

/// The part that can be switched off of what adds to a logit.
fn part_of(source: Source) -> Option<Part> {
    match source {
        Source::Head { layer, head } => Some(Part::Head { layer, head }),
        Source::Mlp { layer } => Some(Part::Mlp { layer }),
        _ => None,
    }
}

/// What a part adds.
fn share_of(one: &Attribution, source: Source) -> Option<f64> {
    let own = one.parts.iter().find(|(other, _)| *other == source);
    own.map(|(_, share)| *share)
}

/// What a share is among all of them, by size: 0 is the largest.
fn rank_of(one: &Attribution, share: f64) -> usize {
    let larger = one
        .parts
        .iter()
        .filter(|(_, other)| other.abs() > share.abs());
    larger.count()
}

/// The view.
#[component]
pub fn SharesView() -> impl IntoView {
    let app = expect_context::<App>();
    let chosen = RwSignal::new(None::<TokenId>);
    let found = Memo::new(move |_| app.of_step::<Shares>(|node| node));
    // The chosen token, or the first one, as long as it is among those that are followed.
    let one = Memo::new(move |_| {
        let found: Arc<Shares> = found.get()?;
        let chosen = chosen.get();
        let own = found.all.iter().find(|one| Some(one.token) == chosen);
        own.or(found.all.first()).cloned()
    });
    let chips = move || {
        let watch = found.with(|f| f.as_ref().map(|f| f.watch.clone()));
        let chip = move |token: TokenId| {
            let on = move || one.with(|one| one.as_ref().is_some_and(|one| one.token == token));
            view! {
                <button class="button small mono" data-testid="share-token" aria-pressed=move || on().to_string() on:click=move |_| chosen.set(Some(token))>
                    {format::token(&app.token_bytes(token))}
                </button>
            }
        };
        watch
            .unwrap_or_default()
            .into_iter()
            .map(chip)
            .collect_view()
    };
    // The step's own logits are the whole model's.
    let logit = move || {
        if app.looks_under() {
            return None;
        }
        let token = one.with(|one| one.as_ref().map(|one| one.token))?;
        app.step
            .with(|step| step.as_ref()?.logits.get(token as usize).copied())
    };
    let sentence = move || {
        let one = one.get()?;
        let [embeddings, heads, mlps, biases] = sums(&one).map(format::signed);
        let total = one.total() as f32;
        let bound = share_of(&one, Source::Cap);
        let before = total - bound.unwrap_or_default() as f32;
        let sums = say().share_sums(embeddings, heads, mlps, biases, format::logit(before));
        let sums = match bound {
            Some(_) => say()
                .share_sums_bounded(sums.to_string(), format::logit(total))
                .to_string(),
            None => sums.to_string(),
        };
        Some(match logit() {
            Some(z) => say().share_sums_of(sums, format::logit(z)).to_string(),
            None => sums,
        })
    };
    let most = Memo::new(move |_| {
        one.with(|one| {
            let shares = one.iter().flat_map(|one| &one.parts);
            shares.fold(0.0f64, |most, (_, share)| most.max(share.abs()))
        })
    });
    let share = move |source: Source| one.with(|one| share_of(one.as_ref()?, source));
    let has = move |source: Source| share(source).is_some();
    let scale = move || match has(Source::Cap) {
        true => say().share_scale_bounded().to_string(),
        false => say().share_scale().to_string(),
    };
    let picked = RwSignal::new(None::<Part>);
    // The MLPs mostly add the most: where not all columns fit, theirs is in sight.
    let there = Memo::new(move |_| one.with(Option::is_some));
    Effect::new(move |_| {
        if there.get() {
            browser::scroll_sideways_soon(SCROLLED, f64::from(u16::MAX));
        }
    });
    let cell = move |source: Source| {
        let strong = move || {
            let part = share(source).unwrap_or(0.0).abs() / most.get().max(f64::MIN_POSITIVE);
            format!("{:.3}", part.sqrt())
        };
        let text = move || share(source).map(format::signed);
        let negative = move || share(source).is_some_and(|s| s < 0.0);
        match part_of(source) {
            None => view! { <td><span class="share" class:negative=negative style=("--w", strong) title=name(source)>{text}</span></td> }.into_any(),
            Some(part) => {
                let on = move || picked.get() == Some(part);
                view! {
                    <td><button class="share" class:negative=negative class:on=on style=("--w", strong) title=name(source) aria-pressed=move || on().to_string() data-testid="share" on:click=move |_| picked.set(Some(part))>{text}</button></td>
                }
                .into_any()
            }
        }
    };
    let rows = move || {
        let (n_layers, n_heads) = layers(app);
        let row = move |layer: u32| {
            let heads = (0..n_heads).map(|head| cell(Source::Head { layer, head }));
            view! {
                <tr>
                    <th scope="row">{format!("L{layer}")}</th>
                    <td></td>
                    {heads.collect_view()}
                    {cell(Source::AttentionBias { layer })}
                    {cell(Source::Mlp { layer })}
                </tr>
            }
        };
        (0..n_layers).map(row).collect_view()
    };
    let outer = move |source: Source, label: Word| {
        view! { <tr><th scope="row">{label(&say()).to_string()}</th>{cell(source)}</tr> }
    };
    let table = Signal::derive(move || {
        one.with(|one| {
            let parts = one.iter().flat_map(|one| &one.parts);
            let row = |(source, share): &(Source, f64)| vec![name(*source), format::signed(*share)];
            let total = one
                .iter()
                .map(|one| vec![say().share_sum().to_string(), format::signed(one.total())]);
            parts.map(row).chain(total).collect()
        })
    });
    view! {
        <div class="attention-choice" role="group" aria-label=say().share_whose().to_string()>{chips}</div>
        <Show when=move || one.with(Option::is_some) fallback=|| view! { <p class="muted waiting">{say().being_computed().to_string()}</p> }>
            <p class="heat-words" data-testid="share-sum">{sentence}</p>
            <div class="lens-scroll" id=SCROLLED tabindex="0" role="region" aria-label=say().share_table().to_string()>
                <table class="lens parts" data-testid="shares">
                    <PartsHead attention=Catalogue::grid_bias outside=Catalogue::grid_outside />
                    <tbody>
                        {outer(Source::Embed, Catalogue::row_token)}
                        {outer(Source::Position, Catalogue::row_position)}
                        {rows}
                        {outer(Source::FinalBias, Catalogue::row_final_bias)}
                        {move || has(Source::UnembedBias).then(|| outer(Source::UnembedBias, Catalogue::row_unembed_bias))}
                        {move || has(Source::Cap).then(|| outer(Source::Cap, Catalogue::row_bound))}
                    </tbody>
                </table>
            </div>
            <Picked one picked />
            <p class="caption">{scale}</p>
        </Show>
        <TableTwin caption=say().share_table().to_string() testid="table-twin-shares" columns=COLUMNS rows=table />
    }
}

/// The part that was pressed, and what can be done with it.
#[component]
fn Picked(
    /// What adds to the logit on screen.
    one: Memo<Option<Attribution>>,
    /// The part.
    picked: RwSignal<Option<Part>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let words = move || {
        let part = picked.get()?;
        one.with(|one| {
            let one = one.as_ref()?;
            let (source, share) = *one.parts.iter().find(|(s, _)| part_of(*s) == Some(part))?;
            let rank = (rank_of(one, share) + 1).to_string();
            let (adds, all) = (format::signed(share), one.parts.len().to_string());
            Some(
                say()
                    .share_picked(name(source), adds, rank, all)
                    .to_string(),
            )
        })
    };
    let switch_off = move |_| {
        if let Some(part) = picked.get_untracked() {
            app.intervene(part, 0.0);
            app.look_inside(Some(InsideView::Ablation));
            // The button goes with this view: the focus goes to the one that was opened.
            browser::focus_soon("inside-knock-out".to_owned());
        }
    };
    view! {
        <Show when=move || picked.get().is_some()>
            <p class="attention-choice">
                <span data-testid="share-picked">{words}</span>
                <button class="button small" data-testid="share-off" disabled=move || app.locked(Control::Parts) on:click=switch_off>{say().share_off().to_string()}</button>
            </p>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_parts_hold_every_part_once() {
        let parts = vec![
            (Source::Embed, 1.0),
            (Source::Position, 2.0),
            (Source::Head { layer: 0, head: 1 }, 4.0),
            (Source::AttentionBias { layer: 0 }, 8.0),
            (Source::Mlp { layer: 0 }, 16.0),
            (Source::FinalBias, 32.0),
            (Source::UnembedBias, 64.0),
            (Source::Cap, -128.0),
        ];
        let one = Attribution { token: 0, parts };
        assert_eq!(sums(&one), [3.0, 4.0, 16.0, 104.0]);
        assert_eq!(share_of(&one, Source::Mlp { layer: 0 }), Some(16.0));
        assert_eq!((rank_of(&one, 64.0), rank_of(&one, -16.0)), (1, 3));
    }
}
