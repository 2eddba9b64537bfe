//! The head on screen: what the pictures of attention share.

use leptos::prelude::*;
use logitscope_core::heads;

use crate::choices::Drawn;
use crate::components::kit::canvas::Colours;
use crate::inspect::attention::LayerRows;
use crate::state::App;

/// What the parts of the attention view share.
#[derive(Clone, Copy)]
pub struct HeadView {
    /// The layer on screen.
    pub layer: Memo<LayerRows>,
    /// The head on screen.
    pub head: Memo<u32>,
    /// What is drawn.
    pub drawn: RwSignal<Drawn>,
    /// It, a row a query.
    pub rows: Memo<Vec<Vec<f32>>>,
    /// Its largest magnitude.
    pub most: Memo<f32>,
    /// The query of the step on screen.
    pub step: Memo<Option<usize>>,
    /// The query under the pointer.
    pub pointed: RwSignal<Option<usize>>,
    /// The key under the pointer.
    pub key: RwSignal<Option<usize>>,
    /// The query that is shown: the one under the pointer, else that of the step on screen.
    pub query: Memo<Option<usize>>,
    /// The colours of values.
    pub colours: Memo<Colours>,
}

impl HeadView {
    pub fn new(app: App) -> Self {
        let layer = layer_rows(app, move || app.inside.layer.get());
        let head = Memo::new(move |_| app.inside.head.get());
        let drawn = app.inside.drawn;
        let scaling = Memo::new(move |_| {
            let layer = app.inside.layer.get();
            app.model.with(|loaded| {
                let model = &loaded.as_ref()?.model;
                let scores = model.blocks.scores;
                Some((scores.divisor(model.d_head, layer), scores.cap))
            })
        });
        let rows = Memo::new(move |_| {
            let (drawn, head) = (drawn.get(), head.get());
            layer.with(|layer| {
                let row = |query: usize| row(drawn, layer, head, query, scaling.get());
                (0..layer.rows.len()).map(row).collect::<Vec<_>>()
            })
        });
        let most = Memo::new(move |_| rows.with(|rows| most(rows)));
        let (pointed, key) = (RwSignal::new(None), RwSignal::new(None));
        let step = Memo::new(move |_| {
            app.step
                .with(|s| s.as_ref().map(|s| s.position as usize - 1))
        });
        let query = Memo::new(move |_| {
            let last = layer.with(|l| l.rows.len().checked_sub(1))?;
            Some(pointed.get().or(step.get()).unwrap_or(last).min(last))
        });
        // What a finger pointed at stays until another step is on screen.
        Effect::new(move |_| {
            step.track();
            pointed.set(None);
            key.set(None);
        });
        HeadView {
            layer,
            head,
            drawn,
            rows,
            most,
            step,
            pointed,
            key,
            query,
            colours: super::colours(app),
        }
    }

    /// The row of the query that is shown.
    pub fn shown_row(self) -> Vec<f32> {
        let query = self.query.get();
        self.rows.with(|rows| {
            query
                .and_then(|at| rows.get(at).cloned())
                .unwrap_or_default()
        })
    }
}

/// The values of a query's row, as they are drawn.
fn row(
    drawn: Drawn,
    layer: &LayerRows,
    head: u32,
    query: usize,
    scaling: Option<(f32, Option<f32>)>,
) -> Vec<f32> {
    let Some(row) = layer.rows.get(query) else {
        return Vec::new();
    };
    match drawn {
        Drawn::Scores => {
            let mut all = row.scores(head).to_vec();
            let masked =
                scaling.map(|(divisor, cap)| layer.masked_scores(head, query, divisor, cap));
            all.extend(masked.into_iter().flatten());
            all
        }
        Drawn::Masked => row.scores(head).to_vec(),
        Drawn::Pattern => row.pattern(head).to_vec(),
        Drawn::WithoutFirst => heads::without_first(row.pattern(head)),
    }
}

/// The largest magnitude of what is finite.
fn most(rows: &[Vec<f32>]) -> f32 {
    let finite = rows.iter().flatten().filter(|x| x.is_finite());
    finite.fold(0.0, |most, x| most.max(x.abs()))
}

/// Attention of a layer over the text on screen, as far as it has arrived.
pub fn layer_rows(app: App, layer: impl Fn() -> u32 + Send + Sync + 'static) -> Memo<LayerRows> {
    Memo::new(move |_| {
        let unmasked = app.inside.drawn.get() == Drawn::Scores;
        let layer = layer();
        app.read_inside(|text, store| LayerRows::read(text, layer, unmasked, store))
    })
}
