//! A download that is given up, while others ask what is kept.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use logitscope_core::error::HubFault;
use logitscope_hub::{Answer as Heard, Body, Get, Hub, Lost, Network};
use logitscope_protocol::{Answer, Crash, EngineError, Found, HubTask, Task};
use logitscope_worker::Desk;

use super::scripted::{Memory, Parts, Shared};
use super::{ask, download, folder, hub_with, is_the_same, task};

/// A hub that says nothing any more after some bytes of weights.
struct Halting(Shared);

struct Halts {
    parts: Parts,
    left: u32,
}

impl Body for Halts {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        match self.left {
            0 => std::future::pending().await,
            _ => self.left -= 1,
        }
        self.parts.next().await
    }
}

impl Network for Halting {
    type Body = Halts;

    async fn get(&self, get: &Get) -> Result<Heard<Halts>, Lost> {
        let heard = self.0.get(get).await?;
        let halts = get.url.ends_with(".safetensors");
        Ok(Heard {
            status: heard.status,
            code: heard.code,
            said: heard.said,
            is_page: heard.is_page,
            from: heard.from,
            total: heard.total,
            rest: heard.rest,
            next: None,
            body: Halts {
                parts: heard.body,
                left: if halts { 9 } else { u32::MAX },
            },
        })
    }

    async fn rest(&self, seconds: u32) {
        self.0.rest(seconds).await;
    }
}

#[test]
fn a_download_that_is_given_up_lets_go_of_its_file_and_what_came_stays() {
    let (hub, store) = (hub_with(1000), Memory::default());
    let own = Hub::new(Halting(hub.clone()), store.clone());
    let say = |task| Desk::answer(&own, Task::Hub(task), &|_| {});
    pollster::block_on(async {
        let mut coming = pin!(say(task("a/b")));
        let mut nothing =
            async || poll_fn(|cx| Poll::Ready(coming.as_mut().poll(cx).is_pending())).await;
        assert!(nothing().await, "it halts");
        // Others are answered meanwhile.
        let Ok(Answer::Stored(stored)) = say(HubTask::Stored).await else {
            unreachable!()
        };
        assert!(stored.models[0].bytes > 60 && !stored.models[0].whole);
        assert!(nothing().await);
        assert!(say(HubTask::Stop).await.is_ok());
        let ended = poll_fn(|cx| Poll::Ready(coming.as_mut().poll(cx))).await;
        let why = ended.map(|ended| ended.err());
        let given_up = EngineError::Crashed(Crash::GivenUp);
        assert_eq!(why, Poll::Ready(Some(given_up)));
    });
    assert!(store.open.borrow().is_empty(), "nobody writes");
    let came = store.bytes(&folder(), "model.safetensors");
    assert_eq!(came.map(|bytes| bytes.len()), Some(9 * 7));
    // It goes on where it ended.
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    assert_eq!(hub.0.asked.borrow().last().map(|get| get.from), Some(9 * 7));
    assert!(is_the_same(&hub, &store));
    // Nothing is stopped that is not going on.
    assert_eq!(ask(&hub, &store, HubTask::Stop).err(), None::<HubFault>);
}

#[test]
fn whether_a_model_is_there_after_the_page_is_said_before_it_comes() {
    let (hub, store) = (hub_with(100), Memory::default());
    for gone in [false, true] {
        store.is_gone_with_the_page.set(gone);
        let HubTask::Download(asked) = task("a/b") else {
            unreachable!()
        };
        let Ok(Answer::Found(found)) = ask(&hub, &store, HubTask::Look(asked)) else {
            unreachable!()
        };
        let Ok(Found::Model(found)) = serde_json::from_str(&found) else {
            unreachable!()
        };
        assert_eq!(found.lasts, !gone);
        let Ok(Answer::Stored(stored)) = ask(&hub, &store, HubTask::Stored) else {
            unreachable!()
        };
        assert_eq!(stored.lasts, !gone);
    }
}
