//! From one picture to the next: each part of it moves in its own time.

use std::collections::HashMap;

use super::mark::{Key, Mark, Part, Scene, Shape};

/// What leads from one picture to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// A token was appended: everything moves, in the order in which it was computed.
    Step,
    /// The dice were rolled again: they alone move.
    Roll,
}

/// How long a step takes to be shown, in milliseconds.
const STEP_MS: f64 = 900.0;
/// How long a roll takes.
const ROLL_MS: f64 = 180.0;

/// As many tokens a second are followed from station to station; up to as many the dice move, and nothing else.
const FOLLOWED: f64 = 4.0;
const EASED: f64 = 12.0;

impl Motion {
    /// What moves while the text runs at `speed` tokens a second (0 is as fast as it can; `None`: it rests), and how many times as fast as by
    /// itself, so that it ends before the next token; `None` where nothing does.
    pub fn while_playing(self, speed: Option<f64>) -> Option<(Self, f64)> {
        match speed {
            None => Some((self, 1.0)),
            Some(speed) if speed <= 0.0 || speed > EASED => None,
            Some(speed) if speed > FOLLOWED => Some((Motion::Roll, 1.0)),
            Some(speed) => Some((self, (speed * self.length() / 1000.0).max(1.0))),
        }
    }

    /// How long it takes, in milliseconds.
    pub fn length(self) -> f64 {
        match self {
            Motion::Step => STEP_MS,
            Motion::Roll => ROLL_MS,
        }
    }

    /// When a part moves: from, to, in milliseconds; `n_layers` of them come one after another.
    fn time(self, part: Part, n_layers: u32) -> (f64, f64) {
        match self {
            Motion::Step => time(part, n_layers),
            Motion::Roll if matches!(part, Part::Dice | Part::Round) => (0.0, ROLL_MS),
            // Before it began.
            Motion::Roll => (-2.0, -1.0),
        }
    }
}

/// When a part moves in a step.
fn time(part: Part, n_layers: u32) -> (f64, f64) {
    match part {
        Part::Rows => (0.0, 240.0),
        Part::Layer(layer) => {
            let pace = (360.0 - 120.0) / f64::from(n_layers.max(1));
            let from = 200.0 + pace * f64::from(layer);
            (from, from + 120.0)
        }
        Part::Scores => (520.0, 760.0),
        Part::Sampler => (560.0, 760.0),
        Part::Dice => (720.0, STEP_MS),
        Part::Round => (0.0, 200.0),
    }
}

/// `cubic-bezier(.2, 0, 0, 1)`, nearly: fast at first, then slow.
fn ease(t: f64) -> f64 {
    let rest = 1.0 - t;
    1.0 - rest * rest * rest
}

/// The picture after `ms` milliseconds of `motion`, on its way from `old` to `new`.
pub fn between(motion: Motion, old: &Scene, new: &Scene, ms: f64, n_layers: u32) -> Scene {
    let before: HashMap<Key, &Mark> = old.marks.iter().map(|m| (m.key, m)).collect();
    let one = |mark: &Mark| {
        let (from, to) = motion.time(mark.part, n_layers);
        let t = ease(((ms - from) / (to - from)).clamp(0.0, 1.0));
        if t >= 1.0 {
            return Some(mark.clone());
        }
        match before.get(&mark.key) {
            Some(old) => Some(moved(old, mark, t)),
            // What is new fades in.
            None if t <= 0.0 => None,
            None => Some(mark.clone().faint(mark.alpha * t)),
        }
    };
    let mut marks: Vec<Mark> = Vec::with_capacity(new.marks.len());
    marks.extend(new.marks.iter().filter_map(one));
    Scene { marks }
}

/// A mark on its way: its words and colours are the new ones at once.
fn moved(old: &Mark, new: &Mark, t: f64) -> Mark {
    let lerp = |a: f64, b: f64| a + (b - a) * t;
    let shape = match (&old.shape, &new.shape) {
        (Shape::Rect(a), Shape::Rect(b)) => Shape::Rect(std::array::from_fn(|i| lerp(a[i], b[i]))),
        (Shape::Dot(a), Shape::Dot(b)) => Shape::Dot(std::array::from_fn(|i| lerp(a[i], b[i]))),
        (Shape::Path(one, a), Shape::Path(other, b)) if one == other => {
            let point = |(a, b): (&[f64; 2], &[f64; 2])| [lerp(a[0], b[0]), lerp(a[1], b[1])];
            Shape::Path(other.clone(), a.iter().zip(b).map(point).collect())
        }
        (Shape::Stripes(a, ..), Shape::Stripes(b, cells, alpha, upright)) => {
            let area = std::array::from_fn(|i| lerp(a[i], b[i]));
            Shape::Stripes(area, cells.clone(), *alpha, *upright)
        }
        (Shape::Words { at: a, .. }, Shape::Words { at: b, .. }) => {
            let mut shape = new.shape.clone();
            if let Shape::Words { at, .. } = &mut shape {
                *at = [lerp(a[0], b[0]), lerp(a[1], b[1])];
            }
            shape
        }
        _ => new.shape.clone(),
    };
    let newer = if t <= 0.0 { old } else { new };
    Mark {
        shape,
        alpha: lerp(old.alpha, new.alpha),
        ..newer.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::picture::{Fill, Ink};

    fn dot(of: u32, x: f64) -> Mark {
        let shape = Shape::Dot([x, 0.0, 4.0]);
        Mark::new(Part::Scores, ("dot", of, 0), shape, Fill::Flat(Ink::Text))
    }

    #[test]
    fn while_playing_a_step_ends_before_the_next_one() {
        let of = |speed| Motion::Step.while_playing(speed);
        assert_eq!(of(None), Some((Motion::Step, 1.0)));
        assert_eq!(of(Some(1.0)), Some((Motion::Step, 1.0)));
        let (_, pace) = of(Some(4.0)).expect("it is followed");
        assert!(Motion::Step.length() / pace <= 250.0, "{pace}");
        assert_eq!(of(Some(8.0)), Some((Motion::Roll, 1.0)));
        assert_eq!((of(Some(30.0)), of(Some(0.0))), (None, None));
    }

    #[test]
    fn known_marks_slide_and_new_ones_fade_in() {
        let old = Scene {
            marks: vec![dot(1, 0.0), dot(2, 50.0)],
        };
        let new = Scene {
            marks: vec![dot(1, 100.0), dot(3, 70.0)],
        };
        let early = between(Motion::Step, &old, &new, 500.0, 6);
        assert_eq!(early.marks, [dot(1, 0.0)]);
        let half = between(Motion::Step, &old, &new, 640.0, 6);
        let Shape::Dot([x, ..]) = half.marks[0].shape else {
            panic!("a dot stays a dot")
        };
        assert!(x > 50.0 && x < 100.0, "{x}");
        assert!(half.marks[1].alpha > 0.0 && half.marks[1].alpha < 1.0);
        assert_eq!(between(Motion::Step, &old, &new, STEP_MS, 6), new);
    }

    #[test]
    fn a_roll_moves_nothing_but_the_dice() {
        let pin = |x| Mark {
            part: Part::Dice,
            ..dot(2, x)
        };
        let old = Scene {
            marks: vec![dot(1, 0.0), pin(0.0)],
        };
        let new = Scene {
            marks: vec![dot(1, 100.0), pin(100.0)],
        };
        let half = between(Motion::Roll, &old, &new, ROLL_MS / 2.0, 6);
        assert_eq!(half.marks[0], dot(1, 100.0));
        assert_ne!(half.marks[1], pin(100.0));
        assert_eq!(between(Motion::Roll, &old, &new, ROLL_MS, 6), new);
    }
}
