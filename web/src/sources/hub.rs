//! The way to the models that the browser keeps, and to the hub that they come from, in a worker of its own. A page has one: where the browser keeps no
//! files, what came is in its memory.

use std::rc::Rc;

use logitscope_protocol::{
    Answer, Asked, Download, EngineError, Found, HubTask, ModelSource, Repository, Stored, Task,
};

use super::OnProgress;
use super::engine::EngineClient;

/// The way to the hub and to what is kept of it.
pub struct HubClient {
    client: EngineClient,
}

impl Default for HubClient {
    fn default() -> Self {
        HubClient {
            client: EngineClient::hub(),
        }
    }
}

impl HubClient {
    async fn ask(&self, task: HubTask, on_progress: OnProgress) -> Result<Answer, EngineError> {
        self.client.send(Task::Hub(task), on_progress).await
    }

    /// What is kept. Nobody outside the browser is asked.
    pub async fn stored(&self) -> Result<Stored, EngineError> {
        stored(self.ask(HubTask::Stored, Rc::new(|_| {})).await?)
    }

    /// What the hub has of a model; nothing of it is kept.
    pub async fn look(
        &self,
        download: Download,
        on_progress: OnProgress,
    ) -> Result<Found, EngineError> {
        match self.ask(HubTask::Look(download), on_progress).await? {
            Answer::Found(found) => {
                serde_json::from_str(&found).map_err(|_| EngineError::WrongAnswer(Asked::Load))
            }
            _ => Err(EngineError::WrongAnswer(Asked::Load)),
        }
    }

    /// Brings what is missing of a model, and says what is kept of it then.
    pub async fn download(
        &self,
        download: Download,
        on_progress: OnProgress,
    ) -> Result<Stored, EngineError> {
        stored(self.ask(HubTask::Download(download), on_progress).await?)
    }

    /// The files of a model that is kept whole.
    pub async fn open(&self, repository: Repository) -> Result<ModelSource, EngineError> {
        let task = HubTask::Open(repository);
        match self.ask(task, Rc::new(|_| {})).await? {
            Answer::Files(source) => Ok(source),
            _ => Err(EngineError::WrongAnswer(Asked::Load)),
        }
    }

    /// Takes away what is kept of a model.
    pub async fn delete(&self, repository: Repository) -> Result<(), EngineError> {
        let task = HubTask::Delete(repository);
        self.ask(task, Rc::new(|_| {})).await.map(|_| ())
    }

    /// Gives up what is asked of the hub or brought from it. What came of a model stays.
    pub async fn stop(&self) -> Result<(), EngineError> {
        let task = HubTask::Stop;
        self.ask(task, Rc::new(|_| {})).await.map(|_| ())
    }
}

fn stored(answer: Answer) -> Result<Stored, EngineError> {
    match answer {
        Answer::Stored(stored) => Ok(stored),
        _ => Err(EngineError::WrongAnswer(Asked::Load)),
    }
}
