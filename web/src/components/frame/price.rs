//! What fewer bits cost, token by token of the visitor's own text.

use leptos::prelude::*;
use logitscope_core::price::TokenPrice;
use logitscope_core::{Precision, TokenId};

use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::modal::{Modal, ModalHandle};
use crate::components::kit::show::Show;
use crate::components::kit::token_text::TokenText;
use crate::state::{App, MOST_PRICED, Measured};
use crate::words::say;

/// How many of the tokens that are furthest apart are told.
const TOLD: usize = 5;

/// The dialog; what it holds is loaded later. Closing it ends what it measures.
#[component]
pub fn PriceDialog(
    /// Whoever opens it has it, too.
    handle: ModalHandle,
) -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::new(app, fetch_inside);
    Effect::new(move |_| match handle.open.get() {
        true => inside.want(),
        false => app.price.set(None),
    });
    view! {
        <Modal handle name="price" title=say().price_title() close=say().server_close()>
            {inside.view_at_rest(|inside| inside())}
        </Modal>
    }
}

bundled!(answer, fetch_inside, inside: fn() -> AnyView = || view! { <Inside /> }.into_any());

#[component]
fn Inside() -> impl IntoView {
    let app = expect_context::<App>();
    // Against what the model that runs is compared: f16, or fewer bits if that is what runs.
    let chosen = RwSignal::new(None::<Precision>);
    let offered = move || {
        let own = app.precision.get();
        Precision::ALL
            .into_iter()
            .filter(move |other| *other != own)
    };
    let usual = move || match app.precision.get() {
        Precision::F16 | Precision::F32 => Precision::Q4,
        Precision::Q8 | Precision::Q4 => Precision::F16,
    };
    let other = move || {
        let own = app.precision.get();
        chosen
            .get()
            .filter(|other| *other != own)
            .unwrap_or_else(usual)
    };
    let both = move || {
        let own = app.precision.get();
        let other = other();
        if other.bits() > own.bits() {
            [other, own]
        } else {
            [own, other]
        }
    };
    let about = move || {
        let [exact, smaller] = both().map(Precision::name);
        say().price_about(exact, smaller).to_string()
    };
    let busy = move || {
        app.price
            .with(|price| price.as_ref().is_some_and(|price| !price.ended))
    };
    let no_text = move || app.shown_text().is_empty();
    let option = move |precision: Precision| {
        let is = move || other() == precision;
        view! { <option value=precision.name() prop:selected=is>{precision.name()}</option> }
    };
    let fault = move || app.price.with(|price| price.as_ref()?.fault.clone());
    let loading = move || {
        app.price.with(|price| {
            let price = price
                .as_ref()
                .filter(|price| !price.ended && price.bytes[1] == 0)?;
            Some(say().price_loading(price.kept[1].name()).to_string())
        })
    };
    let long = move || {
        let long = app.price.with(|price| {
            price
                .as_ref()
                .is_some_and(|price| price.tokens == MOST_PRICED)
        });
        long.then(|| say().price_first(MOST_PRICED as u64).to_string())
    };
    view! {
        <p class="caption">{about}</p>
        <div class="price-actions">
            <label>
                {say().price_against().to_string()}
                <select data-testid="price-against" disabled=busy on:change:target=move |ev| chosen.set(Precision::named(&ev.target().value()))>
                    {move || offered().map(option).collect_view()}
                </select>
            </label>
            <button class="button primary" data-testid="price-measure" disabled=move || busy() || no_text() on:click=move |_| app.measure_price(other())>
                {say().price_measure().to_string()}
            </button>
            <Show when=busy>
                <button class="button" data-testid="price-stop" on:click=move |_| app.price.set(None)>
                    {say().price_stop().to_string()}
                </button>
            </Show>
        </div>
        <Show when=no_text>
            <p class="caption">{say().price_no_text().to_string()}</p>
        </Show>
        <p class="server-fault" role="alert" data-testid="price-fault" hidden=move || fault().is_none()>{fault}</p>
        <p class="caption" role="status" hidden=move || loading().is_none()>{loading}</p>
        {move || app.price.with(|price| price.as_ref().and_then(|price| found(app, price)))}
        <p class="caption">{long}</p>
    }
}

/// What is known by now.
fn found(app: App, measured: &Measured) -> Option<AnyView> {
    let price = measured.price()?;
    let [exact, smaller] = measured.exact_first(measured.bytes);
    let sum = say().price_sum(
        bits(price.mean_kl_bits),
        format::count(price.same_top as u64),
        format::count(price.tokens as u64),
        format::bytes(smaller),
        format::bytes(exact),
    );
    let names = measured.exact_first(measured.kept).map(Precision::name);
    let told = furthest(&measured.text)
        .into_iter()
        .map(|(token, price)| {
            let line = tell(app, names, *token, price);
            view! { <li>{line}</li> }
        })
        .collect_view();
    let tokens = measured
        .text
        .iter()
        .map(|(token, price)| {
            let shade = format!("{:.3}", price.kl_bits.min(1.0).sqrt());
            let bytes = bytes_of(app, *token);
            let title = tell(app, names, *token, price);
            view! {
                <span class="price-token" class:parted=!price.agrees() style=("--price", shade) title=title>
                    <TokenText bytes running=true />
                </span>
            }
        })
        .collect_view();
    Some(
        view! {
            <p class="price-sum" data-testid="price-sum">{sum.to_string()}</p>
            <p class="price-text" data-testid="price-text">{tokens}</p>
            <p class="caption">{say().price_legend().to_string()}</p>
            <h3>{say().price_furthest().to_string()}</h3>
            <ol class="price-told" data-testid="price-told">{told}</ol>
        }
        .into_any(),
    )
}

/// The tokens after which the two are furthest apart, the furthest first.
fn furthest(text: &[(TokenId, TokenPrice)]) -> Vec<&(TokenId, TokenPrice)> {
    let mut all: Vec<_> = text.iter().collect();
    all.sort_by(|(_, a), (_, b)| b.kl_bits.total_cmp(&a.kl_bits));
    all.truncate(TOLD);
    all
}

/// What both say after a token.
fn tell(app: App, [exact, smaller]: [&str; 2], token: TokenId, price: &TokenPrice) -> String {
    let name = |token| format::in_quotes(format::token(&bytes_of(app, token)));
    let [top, other] = price.top.map(name);
    let [p, q] = price.top_prob.map(format::percent);
    let words = say().price_token(
        name(token),
        bits(price.kl_bits),
        exact,
        top,
        p,
        smaller,
        other,
        q,
    );
    words.to_string()
}

fn bytes_of(app: App, token: TokenId) -> Vec<u8> {
    app.vocab
        .with(|vocab| {
            let vocab = vocab.as_ref()?;
            Some(vocab.bytes(token).to_vec())
        })
        .unwrap_or_default()
}

/// Bits that may be few.
fn bits(bits: f64) -> String {
    let decimals = if bits < 0.0995 { 4 } else { 2 };
    say().in_bits(format::decimals(bits, decimals)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_furthest_come_first_and_few() {
        let price = |kl_bits| TokenPrice {
            kl_bits,
            top: [0, 0],
            top_prob: [0.5, 0.5],
        };
        let text: Vec<(TokenId, TokenPrice)> = [0.1, 3.0, 0.0, 2.0, 0.2, 0.3, 0.4]
            .into_iter()
            .zip(0..)
            .map(|(kl, token)| (token, price(kl)))
            .collect();
        let order: Vec<TokenId> = furthest(&text).iter().map(|(token, _)| *token).collect();
        assert_eq!(order, [1, 3, 6, 5, 4]);
    }
}
