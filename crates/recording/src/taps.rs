//! The intermediates of tokens, in 16 bits where they fit.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bytemuck::cast_slice;
use half::f16;
use logitscope_protocol::{TapArray, floats};

use crate::texts::TextId;

/// A text in a lane.
pub(crate) type Place = (u32, TextId);

/// One intermediate of one token.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tap {
    /// Its name's place in [`Taps::names`].
    pub name: u32,
    /// Its layer.
    pub layer: Option<u32>,
    /// Its shape.
    pub shape: Vec<u32>,
    /// Where its values begin, in [`Taps::half`] or in [`Taps::full`].
    pub start: u32,
    /// Whether they do not fit in 16 bits.
    pub full: bool,
}

/// All of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Taps {
    /// The names that occur, e.g. `pattern`.
    pub names: Vec<String>,
    /// The intermediates of each token.
    pub all: HashMap<Place, Vec<Tap>>,
    /// Values that are kept in 16 bits.
    pub half: Vec<f16>,
    /// Values that are not.
    pub full: Vec<f32>,
    /// Where values with this hash begin: what one block puts out is what the next one takes in.
    seen: HashMap<u64, u32>,
}

impl Taps {
    /// Takes one in.
    pub(crate) fn put(&mut self, place: Place, tap: &TapArray) {
        let name = self.name(&tap.name);
        let own = |other: &&Tap| (other.name, other.layer) == (name, tap.layer);
        if self
            .all
            .get(&place)
            .is_some_and(|all| all.iter().any(|t| own(&t)))
        {
            return;
        }
        let values = floats(&tap.bytes);
        let halves: Vec<f16> = values.iter().map(|x| f16::from_f32(*x)).collect();
        let fits = values
            .iter()
            .zip(&halves)
            .all(|(x, half)| x.is_finite() == half.is_finite());
        let start = match fits {
            true => self.half_start(&halves),
            false => {
                self.full.extend(&values);
                self.full.len() - values.len()
            }
        };
        let tap = Tap {
            name,
            layer: tap.layer,
            shape: tap.shape.clone(),
            start: start as u32,
            full: !fits,
        };
        self.all.entry(place).or_default().push(tap);
    }

    /// Where these values lie; they are added where they are new.
    fn half_start(&mut self, values: &[f16]) -> usize {
        let mut hasher = DefaultHasher::new();
        cast_slice::<f16, u16>(values).hash(&mut hasher);
        let hash = hasher.finish();
        if let Some(&start) = self.seen.get(&hash)
            && self.half.get(start as usize..start as usize + values.len()) == Some(values)
        {
            return start as usize;
        }
        let start = self.half.len();
        self.half.extend(values);
        self.seen.insert(hash, start as u32);
        start
    }

    fn name(&mut self, name: &str) -> u32 {
        let known = self.names.iter().position(|own| own == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }) as u32
    }

    /// What `tap`, an intermediate at this position of a text, is in an answer; `None` if its values are not there.
    pub(crate) fn array(&self, tap: &Tap, position: u32) -> Option<TapArray> {
        let start = tap.start as usize;
        let len = size(&tap.shape)?;
        let end = start.checked_add(len)?;
        let values: Vec<f32> = match tap.full {
            true => self.full.get(start..end)?.to_vec(),
            false => self
                .half
                .get(start..end)?
                .iter()
                .map(|x| x.to_f32())
                .collect(),
        };
        Some(TapArray {
            name: self.names.get(tap.name as usize)?.clone(),
            layer: tap.layer,
            position,
            shape: tap.shape.clone(),
            bytes: cast_slice(&values).to_vec(),
        })
    }

    /// The intermediates of one token that were asked for, `[]` meaning every layer; `None` if one of them is not known.
    pub(crate) fn find(
        &self,
        (place, position): (Place, u32),
        names: &[String],
        layers: &[u32],
        n_layers: u32,
    ) -> Option<Vec<TapArray>> {
        let own = self.all.get(&place)?;
        let every: Vec<u32> = (0..n_layers).collect();
        let layers = if layers.is_empty() { &every } else { layers };
        let mut found = Vec::new();
        for name in names {
            let id = self.names.iter().position(|own| own == name)? as u32;
            let at = |layer| own.iter().find(|tap| tap.name == id && tap.layer == layer);
            // Either one for the whole model, or one a layer.
            match at(None) {
                Some(tap) => found.push(self.array(tap, position)?),
                None => {
                    for layer in layers {
                        found.push(self.array(at(Some(*layer))?, position)?);
                    }
                }
            }
        }
        Some(found)
    }
}

/// How many values a shape holds; `None` if nobody could hold them.
pub(crate) fn size(shape: &[u32]) -> Option<usize> {
    let times = |all: usize, one: &u32| all.checked_mul(*one as usize);
    shape.iter().try_fold(1, times)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tap(name: &str, layer: Option<u32>, values: &[f32]) -> TapArray {
        TapArray {
            name: name.into(),
            layer,
            position: 1,
            shape: vec![values.len() as u32],
            bytes: cast_slice(values).to_vec(),
        }
    }

    #[test]
    fn what_is_the_same_lies_there_once_and_what_does_not_fit_is_kept_whole() {
        let mut taps = Taps::default();
        taps.put((0, 1), &tap("out", Some(0), &[1.0, 0.5]));
        taps.put((0, 1), &tap("in", Some(1), &[1.0, 0.5]));
        taps.put((0, 1), &tap("in", Some(0), &[70_000.0, 0.1]));
        taps.put((0, 1), &tap("in", Some(0), &[9.0, 9.0]));
        assert_eq!((taps.half.len(), taps.full.len()), (2, 2));
        let find = |names: &[&str], layers: &[u32]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            let found = taps.find(((0, 1), 1), &names, layers, 2)?;
            Some(
                found
                    .iter()
                    .map(|tap| (tap.layer, floats(&tap.bytes)))
                    .collect::<Vec<_>>(),
            )
        };
        let both = [(Some(0), vec![70_000.0, 0.1]), (Some(1), vec![1.0, 0.5])];
        assert_eq!(find(&["in"], &[]), Some(both.to_vec()));
        assert_eq!(find(&["out"], &[0]), Some(vec![(Some(0), vec![1.0, 0.5])]));
        assert_eq!(find(&["out"], &[]), None, "layer 1 is not known");
        assert_eq!(find(&["z"], &[0]), None);
    }
}
