//! Small pictures for buttons.

use leptos::prelude::*;

/// Which picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A triangle.
    Play,
    /// Two bars.
    Pause,
    /// An arrow to the left.
    Back,
    /// A circular arrow.
    Restart,
    /// A die.
    Dice,
    /// A half-filled disc.
    Theme,
    /// A cross.
    Close,
    /// A chevron pointing down.
    Down,
    /// A chevron pointing up.
    Up,
}

/// A picture that says nothing a label does not say: hidden from screen readers.
#[component]
pub fn Icon(
    /// Which.
    shape: Shape,
) -> impl IntoView {
    let path = match shape {
        Shape::Play => "M4.5 2.8v10.4L13 8z",
        Shape::Pause => "M4 3h3v10H4zM9 3h3v10H9z",
        Shape::Back => "M7 3.5L2.5 8 7 12.5M3 8h10.5",
        Shape::Restart => "M3.2 6.2A5.2 5.2 0 1 1 2.8 9M3 2.6v3.8h3.8",
        Shape::Dice => {
            "M3.5 2.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5.7 5.7h.01M10.3 5.7h.01M8 8h.01M5.7 10.3h.01M10.3 10.3h.01"
        }
        Shape::Theme => "M8 2.2a5.8 5.8 0 1 0 0 11.6zM8 2.2a5.8 5.8 0 0 1 0 11.6",
        Shape::Close => "M4 4l8 8M12 4l-8 8",
        Shape::Down => "M4 6.2l4 4 4-4",
        Shape::Up => "M4 9.8l4-4 4 4",
    };
    let filled = matches!(shape, Shape::Play | Shape::Pause);
    view! {
        <svg class="icon" class:filled=filled viewBox="0 0 16 16" aria-hidden="true">
            <path d=path />
        </svg>
    }
}
