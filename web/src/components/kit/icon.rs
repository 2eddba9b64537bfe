//! Small pictures for buttons.

use leptos::prelude::*;

/// Which picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A triangle.
    Play,
    /// Two bars.
    Pause,
    /// A triangle to the left, against a line.
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
    /// A padlock.
    Lock,
    /// Three dots joined by two lines.
    Share,
    /// Three dots.
    More,
    /// A way that parts.
    Fork,
    /// Rows and columns.
    Table,
    /// An arrow down into a tray.
    Save,
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
        Shape::Back => "M3.5 3.5v9M13 3.8L6.2 8l6.8 4.2z",
        Shape::Restart => "M3.2 6.2A5.2 5.2 0 1 1 2.8 9M3 2.6v3.8h3.8",
        Shape::Dice => {
            "M3.5 2.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5.7 5.7h.01M10.3 5.7h.01M8 8h.01M5.7 10.3h.01M10.3 10.3h.01"
        }
        Shape::Theme => "M8 2.2a5.8 5.8 0 1 0 0 11.6zM8 2.2a5.8 5.8 0 0 1 0 11.6",
        Shape::Close => "M4 4l8 8M12 4l-8 8",
        Shape::Down => "M4 6.2l4 4 4-4",
        Shape::Up => "M4 9.8l4-4 4 4",
        Shape::Lock => "M4 7.2h8v6H4zM5.6 7.2V5.4a2.4 2.4 0 0 1 4.8 0v1.8",
        Shape::Share => {
            "M5.4 7.2l5-2.6M5.4 8.8l5 2.6M5.5 8a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM13.7 3.8a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM13.7 12.2a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0z"
        }
        Shape::More => "M3.2 8h.01M8 8h.01M12.8 8h.01",
        Shape::Table => "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9",
        Shape::Save => "M8 2.5v7.5M4.8 7L8 10.2 11.2 7M2.8 11v2.5h10.4V11",
        Shape::Fork => "M8 14V9.5L4 6V2.5M8 9.5L12 6V2.5",
    };
    let filled = matches!(shape, Shape::Play | Shape::Pause);
    view! {
        <svg class="icon" class:filled=filled viewBox="0 0 16 16" aria-hidden="true">
            <path d=path />
        </svg>
    }
}
