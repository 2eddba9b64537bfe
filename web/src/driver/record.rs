//! Records the run: its own logits, and the answers to what was asked about it until now and to what its flow shows.

use std::collections::HashSet;
use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::strategy::Role;
use logitscope_core::{NodeId, Run, TokenId, Trace};
use logitscope_protocol::{Answer, Command, EngineError, Loaded};
use logitscope_recording::{Lane, Recording, RecordingFault, about, flow};

use super::{Driver, recover};
use crate::later::bundled;
use crate::state::{Failure, Saving};

/// What makes a recording.
#[derive(Clone, Copy)]
struct Recorder {
    begin: fn(Trace, Loaded, Option<Loaded>) -> Box<Recording>,
    about: fn(&str, &[TokenId]) -> Vec<Command>,
    flow: fn(&[TokenId]) -> Vec<Command>,
    lens: fn(&Recording, &[TokenId], Option<TokenId>) -> Vec<Command>,
    knows: fn(&Recording, &Lane, &Command) -> bool,
    put: fn(&mut Recording, &Lane, &Command, Answer),
    write: fn(&Recording) -> Result<Vec<u8>, RecordingFault>,
}

bundled!(recorder, recorder, recorder_part: Recorder = Recorder {
    begin: |trace, model, draft| {
        let mut recording = Box::new(Recording::new(trace, model));
        if let Some(draft) = draft {
            recording.add_draft(draft);
        }
        recording
    },
    about,
    flow,
    lens: Recording::lens_about,
    knows: Recording::knows,
    put: Recording::put,
    write: |recording| {
        let bytes = recording.to_bytes()?;
        // What could not be read again is better found out now.
        Recording::read(&bytes).map(|_| bytes)
    },
});

/// The file of a recording of the run.
pub(super) async fn record(driver: &Driver, trace: Trace) -> Result<Rc<[u8]>, Failure> {
    let app = driver.app;
    let written = write(driver, trace).await;
    app.saving.set(None);
    written
}

async fn write(driver: &Driver, trace: Trace) -> Result<Rc<[u8]>, Failure> {
    let app = driver.app;
    let recorder = recorder().here().await.map_err(|_| Failure::PartLost)?;
    let model = app.model.get_untracked().ok_or(Failure::NoModel)?;
    let draft = app.draft_model.get_untracked();
    let draft = draft.map(|draft| Loaded::clone(&draft));
    let mut recording = (recorder.begin)(trace, Loaded::clone(&model), draft);
    let own = app.with_run(|run| Ok(own_of(run)))?;
    for (tokens, answer) in own.known {
        let evaluate = Command::Evaluate {
            tokens,
            fresh: false,
        };
        (recorder.put)(&mut recording, &Lane::default(), &evaluate, answer);
    }
    let (prompt, tokens, live) = app.with_run(|run| {
        let path = run.path();
        let tokens = run.tree().tokens(&path);
        let prompt = run.prompt_text();
        let live = run.cursor().and_then(|node| run.sampling(node).ok());
        Ok((prompt, tokens, live.map(|sampling| sampling.choice.token)))
    })?;
    let plain = |command| (Lane::default(), command);
    let mut first = driver.session.asked.borrow().all();
    first.extend(own.unknown.into_iter().map(|tokens| {
        plain(Command::Evaluate {
            tokens,
            fresh: false,
        })
    }));
    first.extend((recorder.about)(&prompt, &tokens).into_iter().map(plain));
    // Who takes another way again sees its flow, too.
    let ends = own.ends.iter();
    first.extend(
        ends.clone()
            .flat_map(|tokens| (recorder.flow)(tokens))
            .map(plain),
    );
    let mut done = 0;
    // The lens of a step follows what its logits say.
    let lenses: usize = ends.map(Vec::len).sum();
    let count = first.len() + tokens.len() + lenses;
    for (lane, command) in first {
        ask(driver, recorder, &mut recording, (lane, command)).await?;
        done += 1;
        saving(driver, done, count)?;
    }
    let texts = std::iter::once((&tokens, live)).chain(own.ends.iter().map(|end| (end, None)));
    for (tokens, live) in texts {
        for command in (recorder.lens)(&recording, tokens, live) {
            ask(driver, recorder, &mut recording, plain(command)).await?;
            done += 1;
            saving(driver, done, count)?;
        }
    }
    let bytes = (recorder.write)(&recording).map_err(Failure::Recording)?;
    Ok(bytes.into())
}

/// What a run has of its texts.
struct Own {
    /// Those that the page has, with the passes that computed them.
    known: Vec<(Vec<TokenId>, Answer)>,
    /// The texts whose logits the page had and let go.
    unknown: Vec<Vec<TokenId>>,
    /// The texts that nothing follows.
    ends: Vec<Vec<TokenId>>,
}

fn own_of(run: &Run) -> Own {
    let tree = run.tree();
    // A token was chosen from the logits behind the one before it.
    let chosen = tree.nodes().filter(|(id, _)| run.record(*id).is_some());
    let from: HashSet<NodeId> = chosen.filter_map(|(_, node)| node.parent).collect();
    let mut own = Own {
        known: Vec::new(),
        unknown: Vec::new(),
        ends: Vec::new(),
    };
    let inner: HashSet<NodeId> = tree.nodes().filter_map(|(_, node)| node.parent).collect();
    for (id, _) in tree.nodes() {
        let tokens = || tree.tokens(&tree.path(id));
        if !inner.contains(&id) {
            own.ends.push(tokens());
        }
        let stored = run.logits().get(id);
        match stored.and_then(|stored| Some((stored.all()?, stored.timings))) {
            Some((logits, timings)) => {
                let bytes = bytemuck::cast_slice(logits).to_vec();
                own.known
                    .push((tokens(), Answer::Logits { bytes, timings }));
            }
            None if from.contains(&id) => own.unknown.push(tokens()),
            None => {}
        }
    }
    own
}

/// Says how far it is; an error if it was given up.
fn saving(driver: &Driver, done: usize, of: usize) -> Result<(), Failure> {
    let app = driver.app;
    let given_up = app
        .saving
        .with_untracked(|saving| saving.is_some_and(|saving| saving.given_up));
    app.saving.set(Some(Saving { done, of, given_up }));
    match given_up {
        true => Err(Failure::Cancelled),
        false => Ok(()),
    }
}

async fn ask(
    driver: &Driver,
    recorder: Recorder,
    recording: &mut Recording,
    (lane, command): (Lane, Command),
) -> Result<(), Failure> {
    if (recorder.knows)(recording, &lane, &command) {
        return Ok(());
    }
    match recover::once(driver, command.clone(), lane.clone()).await {
        Ok(answer) => (recorder.put)(recording, &lane, &command, answer),
        // A draft that is gone, or what a recording that is recorded again does not have.
        Err(Failure::Engine(EngineError::NotRecorded | EngineError::NothingLoaded)) => {}
        Err(failure) if recover::can_help(&failure) => return Err(failure),
        Err(_) if lane.of == Role::Draft => {}
        Err(failure) => return Err(failure),
    }
    Ok(())
}
