//! The step on screen: candidates, comparison, search.

mod aside;
pub mod candidate;
pub mod candidate_row;
pub mod candidates;
pub mod compare;
pub mod in_words;
pub mod nudge;
pub mod rest_row;
pub mod sentence;
pub mod step_on_screen;
pub mod token_search;
pub mod uncertainty;
