//! The step on screen, as the questions of a lesson see it.

use leptos::prelude::*;
use logitscope_core::lens::LensCell;
use logitscope_core::{NodeId, TokenId};
use logitscope_lesson::{Around, Condition, Quantity, Seen, Unknown, Value};

use super::tried;
use crate::choices::InsideView;
use crate::components::kit::format;
use crate::inspect::attention::HeadRows;
use crate::inspect::flow::Words;
use crate::inspect::lens::LensColumn;
use crate::state::{App, Since};
use crate::words::say;

/// Calls `judge` with the step on screen; `None` while it is not that of the text and the settings.
pub fn judged<T>(app: App, judge: impl FnOnce(Seen<'_>) -> T) -> Option<T> {
    let begins = app.lesson_begins.get()
        || app.draft.get()
        || app.recorded.get()
        // What is on screen is left for the state of the step.
        || app.begins_anew();
    let (step, vocab) = (app.step.get(), app.vocab.get());
    let (step, vocab) = (step.filter(|_| !begins)?, vocab?);
    let (beside, tried) = (Beside::of(app, step.context), tried::Beside::of(app));
    app.settings.with(|settings| {
        app.read_works(|begun| {
            Some(judge(Seen {
                sampling: &step.sampling,
                settings,
                vocab: &vocab,
                length: step.position as usize,
                computed: step.timings.rows as usize,
                around: Around {
                    tried: tried.tried(begun),
                    ..beside.around()
                },
            }))
        })
    })
}

/// What is on screen beside the step.
struct Beside {
    text: Vec<TokenId>,
    prompt: usize,
    branches: usize,
    layer: Option<u32>,
    head: Option<u32>,
    attention: Vec<f32>,
    depths: Vec<LensCell>,
    watch: Vec<TokenId>,
}

impl Beside {
    /// What is beside the step behind `node`.
    fn of(app: App, node: NodeId) -> Self {
        let (text, prompt) = app
            .read(|run| {
                let path = run.tree().path(node);
                (run.tree().tokens(&path), run.prompt_len())
            })
            .unwrap_or_default();
        let view = app.inside.view.get();
        let (layer, head) = (app.inside.layer.get(), app.inside.head.get());
        let shows_head = view == Some(InsideView::Attention);
        let rows = shows_head
            .then(|| app.kept::<HeadRows>(&(node, layer)))
            .flatten();
        let column = app.kept::<LensColumn>(&node);
        let words = app.kept::<Words>(&node);
        let (depths, watch) = match (&column, &words) {
            (Some(own), _) => (own.cells.clone(), own.watch.clone()),
            (None, Some(own)) => (own.cells.clone(), own.watch.clone()),
            (None, None) => Default::default(),
        };
        Beside {
            text,
            prompt,
            branches: app.texts_since.with(Since::count),
            layer: view.map(|_| layer),
            head: shows_head.then_some(head),
            attention: rows.map_or_else(Vec::new, |rows| rows.pattern(head).to_vec()),
            depths,
            watch,
        }
    }

    fn around(&self) -> Around<'_> {
        Around {
            text: &self.text,
            prompt: self.prompt,
            branches: self.branches,
            layer: self.layer,
            head: self.head,
            attention: &self.attention,
            depths: &self.depths,
            watch: &self.watch,
            ..Around::default()
        }
    }
}

/// Whether `condition` holds now.
pub fn holds(app: App, condition: &Condition) -> Option<Result<bool, Unknown>> {
    judged(app, |seen| seen.holds(condition))
}

/// How large `quantity` is now.
pub fn number(app: App, quantity: &Quantity) -> Option<Result<f64, Unknown>> {
    let value = judged(app, |seen| seen.value(quantity))?;
    Some(value.map(|value| match value {
        Value::Number(x) => x,
        // A quantity that is asked for as a number is none.
        Value::Token(_) => f64::NAN,
    }))
}

/// What `quantity` is now, for the eye.
pub fn now(app: App, quantity: &Quantity) -> Option<Result<String, Unknown>> {
    judged(app, |seen| {
        Ok(match seen.value(quantity)? {
            Value::Number(x) => shown(quantity, x),
            Value::Token(token) => format::quoted(format::word(seen.vocab.bytes(token))),
        })
    })
}

/// `x`, which `quantity` is, for the eye.
pub fn shown(quantity: &Quantity, x: f64) -> String {
    match quantity {
        _ if in_percent(quantity) => format::percent(x),
        Quantity::Entropy | Quantity::EntropyAfter => format::bits(x),
        Quantity::Draw => format::draw(x, 3),
        Quantity::Logit(_) => format::logit(x as f32),
        Quantity::Rank(_)
        | Quantity::AlteredRank(_)
        | Quantity::Lens(_)
        | Quantity::Left
        | Quantity::Length
        | Quantity::Tokens => format::count(x as u64),
        Quantity::BestBeam | Quantity::Greedy => format::signed(x),
        Quantity::TokensAPass => format::decimals(x, 2),
        Quantity::FirstLead(_) | Quantity::Layer => format!("L{x}"),
        _ => format::setting(x),
    }
}

/// Whether it is shown, and typed, in percent.
pub fn in_percent(quantity: &Quantity) -> bool {
    use Quantity::{Alpha, Altered, Attends, Beta, Fit, FitDraft, Lane, Model, Prob, Ratio};
    matches!(
        quantity,
        Prob(_)
            | Model(_)
            | Attends(_)
            | Altered(_)
            | Lane(..)
            | Ratio
            | Alpha
            | Beta
            | Fit
            | FitDraft
    )
}

/// Why something has no value now.
pub fn why(unknown: &Unknown) -> String {
    match unknown {
        Unknown::NotAToken(text) => say().lessons_no_token(format::quoted(text.clone())),
        Unknown::Off(stage) => say().lessons_stage_off(stage.clone()),
        Unknown::NotSeen => say().lessons_not_seen(),
        Unknown::NotInText(text) => say().lessons_not_in_text(format::quoted(text.clone())),
        Unknown::NothingOff => say().lessons_nothing_off(),
        Unknown::NotInTable(text) => say().lessons_not_in_table(format::quoted(text.clone())),
        Unknown::NotPlayed => say().lessons_not_played(),
        Unknown::NotDrawn => say().lessons_not_drawn(),
        Unknown::NeverLeads(text) => say().lessons_never_leads(format::quoted(text.clone())),
    }
    .to_string()
}
