//! The prediction game: bet on each token of a text before it is shown, and be rated like the model.

use leptos::prelude::*;
use logitscope_core::bet::{Bet, Rated, Score};

use super::guess::meant;
use super::tour;
use crate::browser;
use crate::choices::GameChoices;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::state::{App, Entry};
use crate::words::say;

/// The field that takes the bet.
const FIELD: &str = "game-guess";
/// How sure a bet is at first, in percent.
const FIRST_CONFIDENCE: u32 = 50;

/// A game over the text on screen.
#[component]
pub fn Game(
    /// Which tokens are guessed.
    game: GameChoices,
) -> impl IntoView {
    let app = expect_context::<App>();
    let rounds = RwSignal::new(Vec::<Rated>::new());
    // Whether the last bet is on screen with what came.
    let shows = RwSignal::new(false);
    // The text of the first bet.
    let of_text = StoredValue::new(None::<String>);
    app.mask_text(true);
    on_cleanup(move || {
        app.mask_text(false);
        app.veiled.set(false);
        app.select(None);
    });
    let entries = Memo::new(move |_| app.transcript.get());
    let to = move || game.to.min(entries.with(Vec::len) as u32);
    let at = move || game.from + rounds.with(Vec::len) as u32 - u32::from(shows.get());
    let done = move || at() >= to();
    let other_text = move || {
        let played = rounds.with(|all| !all.is_empty());
        let other =
            |ran: &String| of_text.with_value(|own| own.as_ref().is_some_and(|own| own != ran));
        played && app.ran.with(other)
    };
    Effect::new(move |_| {
        app.veiled.set(!shows.get() && !done());
        app.mask_text(!done());
    });
    // What the step on screen is taken from: the token before the one that is guessed.
    let entry = move |place: u32| entries.with(|all| all.get(place as usize).cloned());
    Effect::new(move |_| {
        if !done() {
            app.select(entry(at()).and_then(|entry| entry.context));
        }
    });
    let before = move || {
        let text = entries.with(|all| {
            all.iter()
                .take(at() as usize)
                .map(|e| e.token)
                .collect::<Vec<_>>()
        });
        app.vocab
            .with(|vocab| vocab.as_ref().map(|vocab| vocab.text(&text)))
    };
    let next = move || {
        shows.set(false);
        browser::focus_soon(FIELD.into());
    };
    let taken = Callback::new(move |rated: Rated| {
        if rounds.with_untracked(Vec::is_empty) {
            of_text.set_value(Some(app.ran.get_untracked()));
        }
        rounds.update(|all| all.push(rated));
        shows.set(true);
        browser::focus_soon("game-next".into());
    });
    let score = move || rounds.with(|all| Score::of(all));
    let again = move |_| {
        rounds.set(Vec::new());
        shows.set(false);
    };
    view! {
        <div class="lesson-top">
            <h2 class="lesson-title" id="game-title">{say().game_title().to_string()}</h2>
            <span class="caption num" data-testid="game-round">
                {move || say().game_round(u64::from((at() + 1).min(to()) - game.from.min(to())), u64::from(to().saturating_sub(game.from))).to_string()}
            </span>
            <span class="lesson-ways">
                <button class="button small plain" data-testid="game-leave" aria-label=say().game_leave().to_string() title=say().game_leave().to_string()
                    on:click=move |_| {
                        app.game.set(None);
                        tour::to_menu();
                    }>
                    <Icon shape=Shape::Close />
                </button>
            </span>
        </div>
        <Show when=other_text>
            <p role="status" data-testid="game-other">{say().game_other_text().to_string()}</p>
        </Show>
        <p class="game-text" data-testid="game-text" dir="ltr" lang="en">{before} <Show when=move || !done()><span class="game-gap">"?"</span></Show></p>
        <Show when=move || !shows.get() && !done()>
            <Betting entry=Signal::derive(move || entry(at())) taken />
        </Show>
        <Show when=move || shows.get()>
            <Came rated=Signal::derive(move || rounds.with(|all| all.last().copied())) />
            <p><button class="button small primary" id="game-next" data-testid="game-next" on:click=move |_| next()>{say().game_next().to_string()}</button></p>
        </Show>
        <Total score=Signal::derive(score) done=Signal::derive(move || done() && !shows.get()) />
        <Show when=move || done() && !shows.get()>
            <p><button class="button small" data-testid="game-again" on:click=again>{say().game_again().to_string()}</button></p>
        </Show>
    }
}

/// The bet: a token, and how sure.
#[component]
fn Betting(
    /// The token that comes.
    entry: Signal<Option<Entry>>,
    /// Called with the bet and what came.
    taken: Callback<Rated>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let typed = RwSignal::new(String::new());
    let confidence = RwSignal::new(FIRST_CONFIDENCE);
    let said = RwSignal::new(None::<String>);
    // Until the model has read so far there is nothing to be held against.
    let ready = move || entry.with(|e| e.as_ref().is_some_and(|e| e.surprisal_bits.is_some()));
    let bet = move |ev: leptos::ev::SubmitEvent| {
        ev.prevent_default();
        let vocab = app.vocab.get_untracked();
        let (Some(vocab), Some(entry)) = (vocab, entry.get_untracked()) else {
            return;
        };
        let Some(model_bits) = entry.surprisal_bits else {
            return;
        };
        let tokens = meant(&vocab, &typed.get_untracked());
        // With and without a space both count.
        let hit = tokens.iter().find(|token| **token == entry.token);
        let Some(token) = hit.or(tokens.first()).copied() else {
            return said.set(Some(say().lessons_no_guess().to_string()));
        };
        let bet = Bet {
            token,
            confidence: f64::from(confidence.get_untracked()) / 100.0,
        };
        taken.run(Rated {
            bet,
            actual: entry.token,
            own_bits: bet.surprisal_bits(entry.token, vocab.len()),
            model_bits,
            chance_bits: logitscope_core::bet::chance_bits(vocab.len()),
        });
    };
    view! {
        <p class="caption" data-testid="game-rule">{say().game_rule().to_string()}</p>
        <form class="lesson-number" on:submit=bet>
            <label class="game-sure">
                {say().lessons_your_guess().to_string()}
                <input type="text" id=FIELD class="lesson-guess" autocomplete="off" autocapitalize="off" spellcheck="false" data-testid="game-guess"
                    prop:value=typed on:input:target=move |ev| typed.set(ev.target().value()) />
            </label>
            <label class="game-sure">
                {say().game_sure().to_string()}
                <input type="range" min="1" max="99" data-testid="game-sure" prop:value=move || confidence.get().to_string()
                    on:input:target=move |ev| confidence.set(ev.target().value().parse().unwrap_or(FIRST_CONFIDENCE)) />
                <span class="num">{move || format::percent_whole(f64::from(confidence.get()) / 100.0)}</span>
            </label>
            <button class="button small primary" data-testid="game-bet" disabled=move || !ready()>{say().game_bet().to_string()}</button>
            <span role="status" data-testid="game-said">{said}</span>
        </form>
    }
}

/// What came, and what it cost.
#[component]
fn Came(
    /// The last bet.
    rated: Signal<Option<Rated>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let says = move || {
        let rated = rated.get()?;
        let word = |token| {
            app.vocab.with(|v| {
                v.as_ref()
                    .map(|v| format::quoted(format::word(v.bytes(token))))
            })
        };
        let (own, came) = (word(rated.bet.token)?, word(rated.actual)?);
        let hit = rated.bet.token == rated.actual;
        let title = match hit {
            true => say().game_hit(came),
            false => say().game_missed(came, own),
        };
        let costs = say().game_costs(
            format::bits(rated.own_bits),
            format::bits(rated.model_bits),
            format::bits(rated.chance_bits),
        );
        Some(
            view! { <p role="status" data-testid="game-came"><b>{title.to_string()}</b> " " {costs.to_string()}</p> },
        )
    };
    view! { {says} }
}

/// The bits of all bets as bars: yours, the model's, chance.
#[component]
fn Total(
    /// So far.
    score: Signal<Score>,
    /// Whether the game is over.
    done: Signal<bool>,
) -> impl IntoView {
    let row = move |name: String, class: &'static str, of: fn(&Score) -> f64| {
        let bits = move || score.with(of);
        let width = move || {
            score.with(|s| {
                std::format!(
                    "{:.1}%",
                    100.0 * of(s) / s.chance_bits.max(s.own_bits).max(f64::MIN_POSITIVE)
                )
            })
        };
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td class="num" data-testid=std::format!("game-{class}")>{move || format::bits(bits())}</td>
                <td class="game-bar"><i class=class style=("width", width)></i></td>
            </tr>
        }
    };
    view! {
        <Show when=move || score.with(|s| s.bets > 0)>
            <p class="caption" data-testid="game-total">
                {move || score.with(|s| say().game_hits(s.hits as u64, s.bets as u64)).to_string()} " "
                {move || match done.get() {
                    true => say().game_over().to_string(),
                    false => say().game_less_is_better().to_string(),
                }}
            </p>
            <table class="game-score">
                <tbody>
                    {row(say().game_you().to_string(), "you", |s| s.own_bits)}
                    {row(say().game_model().to_string(), "model", |s| s.model_bits)}
                    {row(say().game_chance().to_string(), "chance", |s| s.chance_bits)}
                </tbody>
            </table>
        </Show>
    }
}

/// How a game begins: with what the model writes, or with the text that is there.
#[component]
pub fn Begin(
    /// Whether the menu is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let begin = move |from: usize, to: usize| {
        open.set(false);
        app.lesson.set(None);
        app.game.set(GameChoices::new(from as u32, to as u32));
    };
    let length = move || app.transcript.with(Vec::len);
    let written = move |_| {
        let from = app.read(|run| run.prompt_len()).unwrap_or_default();
        let there = length();
        let rounds = ROUNDS.saturating_sub(there.saturating_sub(from));
        if rounds > 0 {
            app.write_ahead(rounds as u32);
        }
        begin(from, from + ROUNDS);
    };
    let text = move |_| {
        // Something must be known of it.
        let from = (length() / 3).max(1);
        begin(from, length());
    };
    view! {
        <div class="lesson-game">
            <b>{say().game_title().to_string()}</b>
            <span class="lesson-about">{say().game_about().to_string()}</span>
            <span class="lesson-answers">
                <button class="button small" data-testid="game-written" on:click=written disabled=move || !app.can_step()>{say().game_written(ROUNDS as u64).to_string()}</button>
                <button class="button small" data-testid="game-pasted" on:click=text disabled=move || length() < SHORTEST>{say().game_pasted().to_string()}</button>
            </span>
        </div>
    }
}

/// How many tokens the model writes for a game.
const ROUNDS: usize = 10;
/// The shortest text to be guessed, in tokens.
const SHORTEST: usize = 6;
