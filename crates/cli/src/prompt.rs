//! What a text begins with, as the command reads it.

use logitscope_model::{ModelError, Session};
use logitscope_words::notice;

/// Starts a new text, and says which characters of it the model does not read.
pub fn begin(session: &mut Session, text: &str) -> Result<(), ModelError> {
    say_left_out(&session.set_prompt(text)?);
    Ok(())
}

/// Says which characters the model does not read, if there are any.
pub fn say_left_out(characters: &[char]) {
    if let Some(words) = notice::left_out(characters, &logitscope_words::english()) {
        eprintln!("note: {words}");
    }
}
