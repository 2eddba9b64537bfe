//! `logitscope price`: what it costs to keep weights in fewer bits, token by token of a text.

use std::path::PathBuf;

use logitscope_core::price::{Price, TokenPrice};
use logitscope_core::strategy::{Ask, Role};
use logitscope_core::{Precision, excerpt};
use logitscope_model::Session;
use serde::Serialize;

use crate::model::{ModelArgs, precision_parser};
use crate::{CliError, print, prompt, record};

/// Positions that are compared at once.
const AT_ONCE: usize = 8;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// The text on which both are compared
    #[arg(long, value_name = "TEXT")]
    text: String,
    /// How the model that counts as exact keeps its weights
    #[arg(long, default_value = Precision::F16.name(), value_parser = precision_parser())]
    against: Precision,
    /// Where to write the price of every token (JSON)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is written.
#[derive(Serialize)]
struct Record {
    format: &'static str,
    exact: Kept,
    smaller: Kept,
    text: Vec<Token>,
    price: Option<Price>,
}

/// A model, as it is kept.
#[derive(Serialize)]
struct Kept {
    precision: &'static str,
    weight_bytes: u64,
}

#[derive(Serialize)]
struct Token {
    piece: String,
    #[serde(flatten)]
    price: TokenPrice,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    if args.model.precision() == args.against {
        return Err(CliError::SamePrecision(args.against.name()));
    }
    let mut exact = args.model.kept_as(args.against).open().await?;
    prompt::begin(&mut exact, &args.text)?;
    let mut smaller = args.model.open().await?;
    let tokens = record::tokens_of(&exact);
    let mut text = Vec::new();
    for first in (0..tokens.len()).step_by(AT_ONCE) {
        let ask = Ask::Along {
            of: Role::Model,
            tokens: tokens[..tokens.len().min(first + AT_ONCE)].to_vec(),
            from: first,
        };
        let (own, _) = exact.lanes_mut().plain()?.answer(&ask).await?;
        let (other, _) = smaller.lanes_mut().plain()?.answer(&ask).await?;
        for ((own, other), token) in own.iter().zip(&other).zip(&tokens[first..]) {
            // Logits that are not numbers are an error of the forward pass.
            let Some(price) = TokenPrice::of(own, other) else {
                continue;
            };
            let piece = exact.run().vocab().show(*token);
            print::line(&format!(
                "{:12.6}  {:16}  {}",
                price.kl_bits,
                excerpt(&piece),
                tops(&exact, &price)
            ))?;
            text.push(Token { piece, price });
        }
    }
    let prices: Vec<TokenPrice> = text.iter().map(|token| token.price).collect();
    let record = Record {
        format: "logitscope-price-1",
        exact: kept(&mut exact, args.against),
        smaller: kept(&mut smaller, args.model.precision()),
        text,
        price: Price::of(&prices),
    };
    if let Some(price) = &record.price {
        print::line(&summary(&record, price))?;
    }
    record::write(args.out.as_deref(), &record)
}

fn kept(session: &mut Session, precision: Precision) -> Kept {
    Kept {
        precision: precision.name(),
        weight_bytes: session.lanes_mut().weight_bytes(),
    }
}

/// The most probable token of each, where they differ.
fn tops(session: &Session, price: &TokenPrice) -> String {
    if price.agrees() {
        return String::new();
    }
    let [exact, smaller] = price.top.map(|token| session.run().vocab().show(token));
    let [p, q] = price.top_prob.map(|p| 100.0 * p);
    format!("{exact} {p:.1} %, here {smaller} {q:.1} %")
}

fn summary(record: &Record, price: &Price) -> String {
    let Price {
        tokens,
        mean_kl_bits,
        same_top,
        ..
    } = price;
    let (exact, smaller) = (&record.exact, &record.smaller);
    format!(
        "{} against {}: {mean_kl_bits:.6} bits a token, the same most probable token after {same_top} of {tokens} ({:.1} %), {:.1} of {:.1} MB",
        smaller.precision,
        exact.precision,
        100.0 * *same_top as f64 / *tokens as f64,
        smaller.weight_bytes as f64 / 1e6,
        exact.weight_bytes as f64 / 1e6,
    )
}
