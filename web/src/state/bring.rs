//! How a model comes from the hub: looked at, planned, downloaded. Loaded later, with the dialog that begins it.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::Precision;
use logitscope_protocol::{Crash, Download, EngineError, Found, Plan, PlanFor, Repository, Sizes};

use super::{App, Done, Job, Question};
use crate::later::bundled;
use crate::sources::LocalFuture;
use crate::{browser, remembered};

/// Brings a model; see `App::bring`.
pub(super) type Bring = fn(
    App,
    Download,
    Precision,
    u32,
) -> LocalFuture<'static, Result<Option<Repository>, EngineError>>;

bundled!(answer, pub(super) bringer, bring: Bring = |app, download, precision, turn| Box::pin(app.bring(download, precision, turn)));

impl App {
    /// Asks what the hub has and what that will take here, and brings it if it fits. `None` if the visitor has to say something first.
    async fn bring(
        self,
        download: Download,
        precision: Precision,
        turn: u32,
    ) -> Result<Option<Repository>, EngineError> {
        let own = self.downloads;
        let client = own.client.get_value();
        let heard = Rc::new(move |progress| own.hear(progress));
        let Download { repository, .. } = download.clone();
        let found = match client.look(download.clone(), heard.clone()).await? {
            Found::Choice(files) => {
                own.question
                    .set(Some(Question::WhichFile { repository, files }));
                return Ok(None);
            }
            Found::Model(found) => found,
        };
        let plan = match found.sizes {
            Sizes::Unknown => None,
            sizes => match self.plan(sizes, precision).await {
                Ok(plan) => Some(plan),
                Err(error @ EngineError::Model(_)) => return Err(error),
                // Without an engine that answers nobody can tell.
                Err(_) => None,
            },
        };
        if own.turn.get_value() != turn {
            return Err(EngineError::Crashed(Crash::GivenUp));
        }
        let repository = found.repository;
        if let Some(plan) = plan.filter(|plan| plan.misfit.is_some()) {
            own.question
                .set(Some(Question::TooLarge { repository, plan }));
            return Ok(None);
        }
        own.coming.update(|coming| {
            if let Some(coming) = coming {
                coming.repository = repository.clone();
                coming.plan = plan;
            }
        });
        // Some browsers ask the visitor; the download does not wait for that.
        spawn_local(async move {
            own.persists.set(browser::keep_storage().await);
        });
        let download = Download {
            repository,
            ..download
        };
        let now = client.download(download, heard).await?;
        Ok(now.models.into_iter().next().map(|model| model.repository))
    }

    /// What a model of these sizes would take here, its weights kept as `precision`.
    pub async fn plan(self, sizes: Sizes, precision: Precision) -> Result<Plan, EngineError> {
        let asked = PlanFor {
            sizes,
            backend: self.backend.get_untracked(),
            precision,
            measured: remembered::measured(),
        };
        let unfit = |error: serde_json::Error| EngineError::NotSent {
            why: error.to_string(),
        };
        let asked = serde_json::to_string(&asked).map_err(unfit)?;
        match self.session().queue.submit(Job::Plan(asked)).await {
            Ok(Ok(Done::Planned(plan))) => serde_json::from_str(&(*plan)?).map_err(unfit),
            _ => Err(EngineError::NothingLoaded),
        }
    }
}
