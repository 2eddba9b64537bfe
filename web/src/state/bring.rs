//! How a model comes from the hub: looked at, planned, downloaded. All but its beginning is loaded later, with the dialog.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_protocol::{
    Crash, Doing, Download, EngineError, Found, Plan, PlanFor, Repository, Secret, Sizes,
};

use super::downloads::{Coming, Question, Way, hub_address};
use super::{App, Done, Job, Level};
use crate::later::{Lost, bundled};
use crate::sources::LocalFuture;
use crate::words::say;
use crate::{browser, remembered};

/// Brings a model; see `App::bring`.
type Bring =
    fn(App, Download, Way, u32) -> LocalFuture<'static, Result<Option<Repository>, EngineError>>;

bundled!(answer, bringer, bring: Bring = |app, download, way, turn| Box::pin(app.bring(download, way, turn)));

impl App {
    /// Asks the hub for a model, keeps it, and opens it. What was begun before goes on where it ended. Does nothing while another one comes.
    pub fn download(self, repository: Repository, token: Option<Secret>) {
        self.download_as(repository, token, None);
    }

    /// The same, computed in this `way` from then on, if one is given.
    pub fn download_as(self, repository: Repository, token: Option<Secret>, way: Option<Way>) {
        let own = self.downloads;
        if own.coming.with_untracked(Option::is_some) {
            return;
        }
        own.fault.set(None);
        own.stopped.set(None);
        own.question.set(None);
        self.forget_failures();
        own.coming.set(Some(Coming {
            repository: repository.clone(),
            progress: Doing::Listing.begun(),
            since: None,
            plan: None,
        }));
        let download = Download {
            hub: hub_address(),
            repository,
            token,
        };
        let turn = own.begin_turn();
        spawn_local(async move {
            let planned = way.unwrap_or_else(|| self.way());
            let ended = match bringer().here().await {
                Ok(bring) => bring(self, download, planned, turn).await,
                Err(Lost) => Err(EngineError::NotSent {
                    why: say().part_lost().to_string(),
                }),
            };
            if own.turn.get_value() != turn {
                return;
            }
            own.coming.set(None);
            match ended {
                Ok(None) | Err(EngineError::Crashed(Crash::GivenUp)) => {}
                Ok(Some(repository)) => {
                    if let Some(Way { backend, precision }) = way {
                        self.backend.set(backend);
                        self.precision.set(precision);
                        self.remember();
                    }
                    self.open_stored(repository);
                }
                Err(error) => self.say_fault(error.words(&say())),
            }
            self.look_at_store();
        });
    }

    /// Asks what the hub has and what that will take here, and brings it if it fits. `None` if the visitor has to say something first.
    async fn bring(
        self,
        download: Download,
        way: Way,
        turn: u32,
    ) -> Result<Option<Repository>, EngineError> {
        let own = self.downloads;
        let client = own.client();
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
            sizes => match self.plan(sizes, way).await {
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
                // What came before, for the header, and the planning say nothing of the connection.
                coming.since = None;
            }
        });
        match found.lasts {
            // Some browsers ask the visitor; the download does not wait for that.
            true => spawn_local(async move {
                own.persists.set(browser::keep_storage().await);
            }),
            false => self.notify(Level::Info, say().hub_not_kept().to_string()),
        }
        let download = Download {
            repository,
            ..download
        };
        let now = client.download(download, heard).await?;
        Ok(now.models.into_iter().next().map(|model| model.repository))
    }

    /// How the visitor has models computed.
    pub fn way(self) -> Way {
        Way {
            backend: self.backend.get_untracked(),
            precision: self.precision.get_untracked(),
        }
    }

    /// What a model of these sizes would take here, computed in this `way`.
    pub async fn plan(self, sizes: Sizes, way: Way) -> Result<Plan, EngineError> {
        let asked = PlanFor {
            sizes,
            backend: way.backend,
            precision: way.precision,
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
