//! What a cell that is a product adds up: the bias, and each value that comes in times its weight.

use leptos::html::Canvas;
use leptos::prelude::*;
use logitscope_core::sorted;

use crate::components::kit::canvas::{self, Colours};
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::inspect::vectors::{self, Product, Vectors};
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// How many terms are listed.
const LISTED: usize = 8;
/// The most cells of the column side by side.
const MOST_COLUMNS: usize = 128;

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_from),
    Heading::Number(Catalogue::col_value),
    Heading::Number(Catalogue::col_weight),
    Heading::Number(Catalogue::col_product),
];

/// What a cell adds up.
#[derive(Debug, Clone, PartialEq)]
struct Sum {
    /// The cell's place.
    at: usize,
    /// The cell's value.
    value: f32,
    bias: f32,
    /// What comes in, and its weights.
    input: Vec<f32>,
    weights: Vec<f32>,
}

impl Sum {
    fn term(&self, i: usize) -> f64 {
        f64::from(self.input[i]) * f64::from(self.weights[i])
    }

    /// All terms together.
    fn total(&self) -> f64 {
        (0..self.input.len()).map(|i| self.term(i)).sum()
    }

    /// The places of the largest terms, by magnitude.
    fn largest(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.input.len()).collect();
        sorted::sort_by(&mut places, |a, b| {
            self.term(*b).abs().total_cmp(&self.term(*a).abs())
        });
        places.truncate(LISTED);
        places
    }
}

/// The terms of the cell that was pressed, if it is one of this intermediate.
#[component]
pub fn Terms(
    /// The intermediate's name.
    name: String,
    /// What it is a product of.
    product: Product,
    /// The colours of its values.
    colours: Memo<Colours>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let name = StoredValue::new(name);
    let chosen = Memo::new(move |_| {
        app.inside.cell.with(|cell| {
            let cell = cell.as_ref()?;
            name.with_value(|name| (cell.name == *name).then_some(cell.at))
        })
    });
    let sum = Memo::new(move |_| {
        let at = chosen.get()?;
        let layer = app.inside.layer.get();
        let column = app.kept::<vectors::Column>(&(layer, product.matrix, at as u32))?;
        let vectors = app.of_step::<Vectors>(|node| (node, layer))?;
        let input = &vectors.get(product.input)?.values;
        let value = name.with_value(|name| vectors.get(name)?.values.get(at).copied())?;
        (input.len() == column.weights.len()).then(|| Sum {
            at,
            value,
            bias: column.bias,
            input: input.clone(),
            weights: column.weights.clone(),
        })
    });
    let words = move || {
        let sum = sum.get()?;
        let words = say().terms_words(
            name.get_value(),
            sum.at.to_string(),
            format::value(sum.value),
            format::value(sum.bias),
            format::value(sum.total() as f32),
            sum.input.len().to_string(),
            product.input,
            sum.at.to_string(),
            product.symbol,
        );
        Some(words.to_string())
    };
    let rows = move || {
        let sum = sum.get()?;
        let row = |i: usize| {
            view! {
                <tr>
                    <td class="text mono">{format!("{}[{i}]", product.input)}</td>
                    <td>{format::value(sum.input[i])}</td>
                    <td>{format::value(sum.weights[i])}</td>
                    <td>{format::value(sum.term(i) as f32)}</td>
                </tr>
            }
        };
        let largest = sum.largest();
        let others = sum.total() - largest.iter().map(|i| sum.term(*i)).sum::<f64>();
        let n = sum.input.len() - largest.len();
        let rest = (n > 0).then(|| {
            view! {
                <tr>
                    <td class="text">{say().terms_others(n.to_string()).to_string()}</td>
                    <td></td>
                    <td></td>
                    <td>{format::value(others as f32)}</td>
                </tr>
            }
        });
        Some(view! { {largest.into_iter().map(row).collect_view()} {rest} })
    };
    view! {
        <Show when=move || chosen.get().is_some()>
            <div class="terms" data-testid="terms">
                <Show when=move || sum.with(Option::is_some) fallback=|| view! { <p class="muted waiting">{say().terms_reading().to_string()}</p> }>
                    <p data-testid="terms-words">{words}</p>
                    <Weights sum colours symbol=product.symbol />
                    <Table label=say().terms_table().to_string() testid="terms-table" columns=COLUMNS>{rows}</Table>
                </Show>
                <button class="mini-text" data-testid="terms-close" on:click=move |_| app.show_terms(None)>{say().terms_close().to_string()}</button>
            </div>
        </Show>
    }
}

/// The column of weights as cells, in the order of what comes in.
#[component]
fn Weights(sum: Memo<Option<Sum>>, colours: Memo<Colours>, symbol: &'static str) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let width = |n: usize| n.clamp(1, MOST_COLUMNS);
    Effect::new(move |_| {
        canvas.track();
        let colours = colours.get();
        sum.with(|sum| {
            let Some(sum) = sum else { return };
            let n = sum.weights.len();
            let most = sum.weights.iter().fold(0.0f32, |most, w| most.max(w.abs()));
            canvas::paint(canvas, width(n), n.div_ceil(width(n)), |x, y| {
                colours.cell(sum.weights.get(y * width(n) + x).copied(), most)
            });
        });
    });
    let label = move || {
        sum.with(|sum| {
            let sum = sum.as_ref()?;
            let least = sum.weights.iter().copied().fold(f32::INFINITY, f32::min);
            let most = sum
                .weights
                .iter()
                .copied()
                .fold(f32::NEG_INFINITY, f32::max);
            let (at, n) = (sum.at.to_string(), sum.weights.len().to_string());
            let (least, most) = (format::value(least), format::value(most));
            Some(say().terms_column(at, symbol, n, least, most).to_string())
        })
    };
    view! {
        <figure class="column">
            <figcaption class="muted">{label}</figcaption>
            <canvas node_ref=canvas class="vector-cells" role="img" aria-label=label></canvas>
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_terms_come_first_and_all_add_up() {
        let sum = Sum {
            at: 0,
            value: 0.0,
            bias: 0.0,
            input: (0..20).map(|i| i as f32).collect(),
            weights: (0..20)
                .map(|i| if i % 2 == 0 { -1.0 } else { 0.5 })
                .collect(),
        };
        assert_eq!(sum.largest(), [18, 16, 14, 12, 10, 19, 17, 8]);
        assert_eq!(sum.total(), -90.0 + 50.0);
    }
}
