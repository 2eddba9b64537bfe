//! Has servers write answers by themselves, in a worker of its own: giving up ends it, and with it the connection.

use std::rc::Rc;

use logitscope_protocol::{
    Answer, Asked, Crash, Doing, Endpoint, EngineError, Prepared, Prompt, Task, Write,
};

use super::Source;
use super::engine::EngineClient;

/// The way to servers that write.
pub struct Writer {
    client: EngineClient,
}

impl Default for Writer {
    fn default() -> Self {
        Writer {
            client: EngineClient::elsewhere(),
        }
    }
}

impl Writer {
    /// What can be known before anything is written: who answers, and what the prompt becomes there.
    pub async fn prepare(
        &self,
        endpoint: Endpoint,
        prompt: Prompt,
    ) -> Result<Prepared, EngineError> {
        let task = Task::Prepare { endpoint, prompt };
        match self.client.send(task, Rc::new(|_| {})).await? {
            Answer::Prepared(prepared) => Ok(prepared),
            _ => Err(EngineError::WrongAnswer(Asked::Load)),
        }
    }

    /// Has it write; `on_events` gets the data of the events as they come.
    pub async fn write(
        &self,
        write: Write,
        on_events: Rc<dyn Fn(Vec<String>)>,
    ) -> Result<(), EngineError> {
        let on_progress = Rc::new(move |progress: logitscope_protocol::Progress| {
            if let Doing::Writing { events } = progress.doing {
                on_events(events);
            }
        });
        let answer = self.client.send(Task::Write(Box::new(write)), on_progress);
        answer.await.map(|_| ())
    }

    /// Gives up what is being written.
    pub fn stop(&self) {
        self.client.stop(Crash::Stopped);
    }
}
