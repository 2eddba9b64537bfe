//! The engine behind its messages, without a browser: two models at once, their lanes, and the memory that comes and goes.
#![cfg(not(target_arch = "wasm32"))]

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use logitscope_core::error::ReadFault;
use logitscope_core::inspection::CacheMap;
use logitscope_core::{Distribution, Interventions, Precision, TokenId, TokenTree};
use logitscope_engine::Host;
use logitscope_engine::Platform;
use logitscope_model::checkpoint::gguf::needs;
use logitscope_model::checkpoint::stream::FileStream;
use logitscope_model::memory_plan::MemoryNeeds;
use logitscope_model::tokenizer::folding::{Fold, fold};
use logitscope_model::{Checkpoint, ModelError};
use logitscope_protocol::{
    Answer, BackendChoice, Command, Doing, EngineError, ErrorKind, LaneId, Load, Loaded, Memory,
    ModelId, ModelSource, NoGpu, Plan, PlanFor, Progress, Score, Sizes, Task,
};
use logitscope_tests::skip;

const PROMPT: &str = "The old man looked at the sea and said that the ship would come in the";

/// Folders of this machine, by `file://` addresses.
#[derive(Default)]
struct Folders;

impl Platform for Folders {
    type File = FileStream;

    async fn open(&self, source: &ModelSource, name: &str) -> Result<FileStream, ModelError> {
        let ModelSource::Url { base, .. } = source else {
            return Err(ModelError::Read {
                what: name.into(),
                fault: ReadFault::Said("only folders are read here".into()),
            });
        };
        let path = PathBuf::from(base.strip_prefix("file://").expect("an address of ours"));
        let path = if path.is_file() {
            path
        } else {
            path.join(name)
        };
        if !path.is_file() {
            let fault = ReadFault::Answered {
                address: path.display().to_string(),
                status: 404,
            };
            return Err(ModelError::Read {
                what: name.into(),
                fault,
            });
        }
        FileStream::open(&path)
    }

    async fn gguf(
        &self,
        parts: Vec<(String, FileStream)>,
    ) -> Result<Checkpoint<FileStream>, ModelError> {
        Checkpoint::gguf_parts(parts).await
    }

    async fn gguf_needs(&self, file: &str, header: &[u8]) -> Result<MemoryNeeds, ModelError> {
        needs(file, header).await
    }

    async fn fold(&self) -> Result<Fold, ModelError> {
        Ok(fold)
    }

    async fn adapter_name(&self) -> Result<Option<String>, NoGpu> {
        Ok(None)
    }
}

fn bundled(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/models");
    folder.join(name)
}

/// How to load the model in `folder`.
fn load_of(folder: &Path, backend: BackendChoice) -> Load {
    let name = folder.file_name().expect("a folder with a name");
    Load {
        name: name.to_string_lossy().into_owned(),
        source: ModelSource::Url {
            base: format!("file://{}", folder.display()),
            asks: true,
        },
        backend,
        precision: Precision::F16,
        measured: None,
        replaces: None,
    }
}

/// A folder of this machine with copies of these files, and others with these contents.
fn folder(name: &str, copies: &[PathBuf], others: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    for copy in copies {
        let name = copy.file_name().expect("a file");
        std::fs::copy(copy, folder.join(name)).expect("a copy");
    }
    for (name, text) in others {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

fn golden(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    folder.join(name)
}

/// A host, asked one thing after the other.
struct Engine(Host<Folders>);

impl Engine {
    fn new() -> Self {
        Engine(Host::new(Folders))
    }

    fn ask(&mut self, task: Task) -> Result<Answer, EngineError> {
        let answer = pollster::block_on(self.0.answer(task, &|_| {}));
        pollster::block_on(self.0.idle());
        answer
    }

    fn load(&mut self, load: Load) -> Result<Box<Loaded>, EngineError> {
        match self.ask(Task::Load(Box::new(load)))? {
            Answer::Loaded(loaded) => Ok(loaded),
            other => panic!("{other:?}"),
        }
    }

    fn run(&mut self, lane: LaneId, command: Command) -> Result<Answer, EngineError> {
        self.ask(Task::Run { lane, command })
    }

    fn tokens(&mut self, lane: LaneId, text: &str) -> Vec<TokenId> {
        match self.run(lane, Command::Tokenize { text: text.into() }) {
            Ok(Answer::Tokens(pieces)) => pieces.iter().map(|piece| piece.token).collect(),
            other => panic!("{other:?}"),
        }
    }

    /// The logits after `tokens`, and how many of these were computed.
    fn evaluate(&mut self, lane: LaneId, tokens: &[TokenId], fresh: bool) -> (Vec<f32>, u32) {
        let tokens = tokens.to_vec();
        match self.run(lane, Command::Evaluate { tokens, fresh }) {
            Ok(Answer::Logits { bytes, timings }) => {
                (bytemuck::pod_collect_to_vec(&bytes), timings.rows)
            }
            other => panic!("{other:?}"),
        }
    }

    fn scores(&mut self, lane: LaneId, tokens: &[TokenId]) -> Vec<Score> {
        let tokens = tokens.to_vec();
        match self.run(lane, Command::Score { tokens }) {
            Ok(Answer::Scores(scores)) => scores.into_iter().flatten().collect(),
            other => panic!("{other:?}"),
        }
    }

    fn memory(&mut self) -> Memory {
        match self.ask(Task::Memory) {
            Ok(Answer::Memory(memory)) => memory,
            other => panic!("{other:?}"),
        }
    }

    fn open(&mut self, model: ModelId, off: &str) -> Result<LaneId, EngineError> {
        let interventions = off.parse::<Interventions>().expect("parts");
        match self.ask(Task::OpenLane {
            model,
            interventions,
        })? {
            Answer::Opened(lane) => Ok(lane),
            other => panic!("{other:?}"),
        }
    }
}

/// Refused because of what was asked, in these words.
fn refused<T: std::fmt::Debug>(asked: Result<T, EngineError>, words: &str) {
    let error = asked.expect_err("refused");
    assert_eq!(error.kind(), ErrorKind::Input, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

/// Surprisal of a text, in bits.
fn surprisal(scores: &[Score]) -> f64 {
    scores.iter().map(|score| score.surprisal_bits).sum()
}

/// The engine with the first model loaded for `backend`; `None` and a skip where there is no GPU.
fn first(backend: BackendChoice) -> Option<(Engine, Box<Loaded>)> {
    let mut engine = Engine::new();
    match engine.load(load_of(&bundled("pocket"), backend)) {
        Ok(loaded) => Some((engine, loaded)),
        Err(error) if error.kind() == ErrorKind::NoGpu => {
            skip("no GPU adapter: sudo apt-get install mesa-vulkan-drivers");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_folder_of_a_server_is_asked_for_what_it_may_have_besides() {
    let mut engine = Engine::new();
    let load = |folder: &Path| load_of(folder, BackendChoice::Cpu);
    // The weights in several files, as Transformers saves them.
    let saved = golden("sharded");
    let loaded = engine.load(load(&saved)).expect("a checkpoint");
    assert_eq!((loaded.model.d_vocab, &loaded.chat), (280, &None));
    // What a chat model has, and how it wants to be sampled.
    let files = std::fs::read_dir(&saved).expect("the folder");
    let copies: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    let more = [
        (
            "tokenizer_config.json",
            r#"{"chat_template":"{{ messages[0].content }}"}"#,
        ),
        (
            "generation_config.json",
            r#"{"do_sample":true,"top_k":7,"eos_token_id":[3,4]}"#,
        ),
    ];
    let loaded = engine
        .load(load(&folder("chat", &copies, &more)))
        .expect("a checkpoint");
    assert!(loaded.chat.is_some() && loaded.chain.is_some());
    assert_eq!((loaded.end_of_text, loaded.other_ends), (Some(3), vec![4]));
    // Some servers answer with a page where they have no such file.
    let page = "\n<!DOCTYPE html><title>Not here</title>";
    let pages = ["tokenizer_config.json", "chat_template.jinja"].map(|name| (name, page));
    let loaded = engine
        .load(load(&folder("pages", &copies, &pages)))
        .expect("a checkpoint");
    assert_eq!((loaded.chat, &loaded.notices[..]), (None, &[][..]));
    // One file; a folder without weights; a file that is not there.
    let loaded = engine.load(load(&golden("gguf-llama.gguf")));
    assert!(loaded.expect("a checkpoint").model.d_vocab > 0);
    let bare: Vec<PathBuf> = copies
        .into_iter()
        .filter(|file| !file.to_string_lossy().contains("model"))
        .collect();
    let missing = engine.load(load(&folder("bare", &bare, &[])));
    let error = missing.expect_err("no weights").to_string();
    assert!(error.contains("model.safetensors failed"), "{error}");
    let missing = engine.load(load(&golden("none.gguf")));
    assert!(
        missing
            .expect_err("no file")
            .to_string()
            .contains("none.gguf")
    );
}

/// The plan of a model of these sizes on the CPU.
fn planned(engine: &mut Engine, sizes: Sizes, precision: Precision) -> Result<Plan, EngineError> {
    let asked = PlanFor {
        sizes,
        backend: BackendChoice::Cpu,
        precision,
        measured: None,
    };
    let json = serde_json::to_string(&asked).expect("JSON");
    match engine.ask(Task::Plan(json))? {
        Answer::Plan(json) => Ok(serde_json::from_str(&json).expect("a plan")),
        other => panic!("{other:?}"),
    }
}

fn header_of(bytes: &[u8]) -> Sizes {
    Sizes::Gguf {
        file: "m.gguf".into(),
        header: bytes.to_vec(),
    }
}

#[test]
fn a_gguf_file_is_planned_from_its_beginning_as_it_is_loaded() {
    let mut engine = Engine::new();
    let bytes = std::fs::read(golden("gguf-llama.gguf")).expect("the file");
    let mut first = None;
    for precision in [Precision::F32, Precision::F16, Precision::Q4] {
        let plan = planned(&mut engine, header_of(&bytes), precision).expect("a plan");
        let mut load = load_of(&golden("gguf-llama.gguf"), BackendChoice::Cpu);
        load.precision = precision;
        let announced = RefCell::new(None);
        let report = |progress: Progress| {
            if let Doing::Weights(memory) = progress.doing {
                announced.replace(Some(memory));
            }
        };
        let loading = engine.0.answer(Task::Load(Box::new(load)), &report);
        pollster::block_on(loading).expect("a checkpoint");
        assert_eq!(Some(plan.memory), announced.take(), "{precision:?}");
        assert!(plan.memory.cache > 0 && plan.memory.work > 0);
        assert!(plan.step_ms.is_some() && plan.misfit.is_none());
        // It fits beside itself, and takes less with fewer bits.
        let more = first.replace(plan.memory.weights);
        assert!(more.is_none_or(|more| more > plan.memory.weights));
    }
}

#[test]
fn a_gguf_file_that_cannot_be_computed_is_refused_by_its_beginning_in_the_words_of_loading() {
    let mut engine = Engine::new();
    let valid = std::fs::read(golden("gguf-llama.gguf")).expect("the file");
    let with = |from: &[u8], to: &[u8]| {
        let at = valid.windows(from.len()).position(|own| own == from);
        let mut bytes = valid.clone();
        bytes[at.expect("its place")..][..to.len()].copy_from_slice(to);
        bytes
    };
    for (bytes, words) in [
        (
            with(b"\x05\0\0\0\0\0\0\0llama", b"\x05\0\0\0\0\0\0\0mamba"),
            "mamba",
        ),
        (
            with(b"llama.block_count", b"llama.block_cOunt"),
            "llama.block_count",
        ),
        (
            with(b"blk.0.attn_q.weight", b"blk.0.attn_X.weight"),
            "blk.0.attn_X.weight",
        ),
        (valid[..1000].to_vec(), "1000"),
        (Vec::new(), "m.gguf"),
    ] {
        let refused = planned(&mut engine, header_of(&bytes), Precision::F16);
        let Err(EngineError::Model(planned)) = refused else {
            panic!("{words}");
        };
        let folder = folder("refused", &[], &[]);
        std::fs::write(folder.join("m.gguf"), &bytes).expect("a file");
        let load = load_of(&folder.join("m.gguf"), BackendChoice::Cpu);
        let loaded = engine.load(load).expect_err("refused");
        assert_eq!(EngineError::Model(planned.clone()), loaded);
        assert!(planned.to_string().contains(words), "{planned}");
    }
}

fn two_models(backend: BackendChoice) {
    let Some((mut engine, pocket)) = first(backend) else {
        return;
    };
    let alone = engine.memory();
    let draft = engine
        .load(load_of(&bundled("pocket-draft"), backend))
        .expect("it loads beside the first");
    assert!(pocket.id != draft.id && pocket.lane != draft.lane);

    // One tree: a prompt and two ways to go on. The models share a tokenizer.
    let prompt = engine.tokens(pocket.lane, PROMPT);
    assert_eq!(engine.tokens(draft.lane, PROMPT), prompt);
    let mut tree = TokenTree::default();
    let end = tree.extend(None, &prompt).expect("a short prompt");
    let ways = [" morning.", " blue window of seven."].map(|way| {
        let tokens = engine.tokens(pocket.lane, way);
        let last = tree
            .extend(end, &tokens)
            .expect("a short text")
            .expect("tokens");
        tree.tokens(&tree.path(last))
    });
    for path in &ways {
        let both = [pocket.lane, draft.lane].map(|lane| engine.scores(lane, path));
        for (lane, scores) in [pocket.lane, draft.lane].into_iter().zip(&both) {
            assert_eq!(scores.len(), path.len() - 1);
            // The same as the distributions say one by one.
            for (at, score) in scores.iter().enumerate() {
                let (logits, rows) = engine.evaluate(lane, &path[..=at], false);
                assert_eq!(rows, 0, "the score has computed it");
                let ranked = Distribution::new(&logits).expect("finite logits");
                let rank = ranked.rank(path[at + 1]).expect("in the vocabulary");
                assert!(
                    (ranked.prob(rank) - score.prob).abs() < 1e-5,
                    "{lane}, token {at}"
                );
            }
        }
        let [own, other] = both.map(|scores| surprisal(&scores));
        assert!(
            (own - other).abs() > 1.0,
            "{own} and {other} bits: two models"
        );
    }

    // Listed for each.
    let memory = engine.memory();
    let [of_pocket, of_draft] = &memory.models[..] else {
        panic!("{memory:?}");
    };
    assert_eq!(
        (of_pocket.model, of_pocket.name.as_str()),
        (pocket.id, "pocket")
    );
    assert_eq!(
        (of_draft.model, of_draft.name.as_str()),
        (draft.id, "pocket-draft")
    );
    for (one, loaded) in [(of_pocket, &pocket), (of_draft, &draft)] {
        assert_eq!(
            (one.weight_bytes, one.kv_bytes),
            (loaded.weight_bytes, loaded.kv_bytes)
        );
        assert!(one.workspace_bytes > 0);
        let bytes = one.weight_bytes + one.kv_bytes + one.workspace_bytes;
        let [lane] = &one.lanes[..] else {
            panic!("{one:?}");
        };
        let texts = ways[0].len() + ways[1].len() - prompt.len();
        assert_eq!(
            (lane.lane, lane.slots as usize),
            (loaded.lane, texts),
            "a shared beginning once"
        );
        assert!(bytes > 0 && lane.interventions.is_empty());
    }
    let bytes = |memory: &Memory| -> u64 {
        let models = memory.models.iter();
        models
            .map(|one| one.weight_bytes + one.kv_bytes + one.workspace_bytes)
            .sum()
    };
    let on_gpu = |memory: &Memory| match pocket.backend.kind == "gpu" {
        true => assert_eq!(memory.gpu_bytes, bytes(memory)),
        false => assert_eq!(memory.gpu_bytes, 0),
    };
    on_gpu(&alone);
    on_gpu(&memory);

    // One is dropped; the other computes the same, bit for bit.
    let (before, _) = engine.evaluate(pocket.lane, &ways[0], true);
    assert!(matches!(
        engine.ask(Task::Unload { model: draft.id }),
        Ok(Answer::Done)
    ));
    let left = engine.memory();
    assert_eq!(left.models.len(), 1);
    on_gpu(&left);
    assert_eq!(
        bytes(&memory) - bytes(&left),
        of_draft.weight_bytes + of_draft.kv_bytes + of_draft.workspace_bytes
    );
    let (after, rows) = engine.evaluate(pocket.lane, &ways[0], true);
    assert_eq!(rows as usize, ways[0].len());
    assert_eq!(after, before);
    let gone = engine.run(draft.lane, Command::Cache);
    refused(gone, &format!("no {}", draft.id));
}

/// The answer to a question for many rows.
fn rows_of(answer: Result<Answer, EngineError>) -> (Vec<Vec<f32>>, u32) {
    match answer {
        Ok(Answer::Rows {
            bytes,
            rows,
            timings,
        }) => (logitscope_protocol::rows(&bytes, rows), timings.rows),
        other => panic!("{other:?}"),
    }
}

fn same(got: &[f32], want: &[f32], what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (at, (got, want)) in got.iter().zip(want).enumerate() {
        let most = 2e-4 + 2e-4 * want.abs();
        assert!(
            (got - want).abs() <= most,
            "{what}: logit {at} is {got}, not {want}"
        );
    }
}

#[test]
fn many_texts_and_many_places_are_answered_as_one_by_one() {
    let mut engine = Engine::new();
    let loaded = engine
        .load(load_of(&bundled("pocket"), BackendChoice::Cpu))
        .expect("it comes with the page");
    let lane = loaded.lane;
    let text = engine.tokens(lane, PROMPT);
    let paths: Vec<Vec<TokenId>> = (0..20)
        .map(|next| [&text[..], &[next, next + 1]].concat())
        .collect();
    let all = Command::EvaluateAll {
        paths: paths.clone(),
    };
    let (rows, computed) = rows_of(engine.run(lane, all));
    assert_eq!(rows.len(), paths.len());
    assert_eq!(
        computed as usize,
        text.len() + 2 * paths.len(),
        "what they share once"
    );
    let tokens = paths[0].clone();
    let along = Command::Along {
        tokens: tokens.clone(),
        from: 3,
    };
    let (places, _) = rows_of(engine.run(lane, along));
    assert_eq!(places.len(), tokens.len() - 3);
    let mut alone = Engine::new();
    let loaded = alone
        .load(load_of(&bundled("pocket"), BackendChoice::Cpu))
        .expect("it comes with the page");
    for (path, row) in paths.iter().zip(&rows) {
        same(row, &alone.evaluate(loaded.lane, path, true).0, "a text");
    }
    for (at, row) in places.iter().enumerate() {
        let (want, _) = alone.evaluate(loaded.lane, &tokens[..at + 4], true);
        same(row, &want, "a place");
    }
    // Nothing is nothing, and what is too much is an error.
    let nothing = Command::EvaluateAll { paths: Vec::new() };
    assert_eq!(rows_of(engine.run(lane, nothing)), (Vec::new(), 0));
    let beyond = Command::Along {
        tokens,
        from: u32::MAX,
    };
    assert_eq!(rows_of(engine.run(lane, beyond)).0, Vec::<Vec<f32>>::new());
    for paths in [vec![Vec::new()], vec![vec![0; 5_000]], vec![vec![u32::MAX]]] {
        let refused = engine.run(lane, Command::EvaluateAll { paths });
        assert_eq!(refused.map_err(|e| e.kind()).err(), Some(ErrorKind::Input));
    }
}

/// The lens after given layers and the final hidden states, as guided choices ask for them.
fn layers_and_states(backend: BackendChoice) {
    let mut engine = Engine::new();
    let loaded = match engine.load(load_of(&bundled("pocket"), backend)) {
        Ok(loaded) => loaded,
        Err(error) => return println!("skipped: {error}"),
    };
    let (lane, n) = (loaded.lane, loaded.model.n_layers);
    let tokens = engine.tokens(lane, PROMPT);
    let layers = Command::AfterLayers {
        tokens: tokens.clone(),
        layers: vec![0, n / 2, n],
    };
    let (rows, _) = rows_of(engine.run(lane, layers));
    assert_eq!(rows.len(), 3);
    let (own, _) = engine.evaluate(lane, &tokens, false);
    same(&rows[2], &own, "after the last layer it is the model");
    assert_ne!(rows[1], rows[2]);
    let longer = [&tokens[..], &[7]].concat();
    let from = 2;
    let states = Command::States {
        paths: vec![tokens.clone(), longer.clone()],
        from,
    };
    let (rows, _) = rows_of(engine.run(lane, states));
    let places = tokens.len() - from as usize;
    assert_eq!(rows.len(), 2 * places + 1);
    assert!(
        rows.iter()
            .all(|row| row.len() == loaded.model.d_model as usize)
    );
    for at in 0..places {
        same(&rows[at], &rows[places + at], "what both texts share");
    }
    let inspect = Command::Inspect {
        tokens: longer,
        from,
        layers: Vec::new(),
        names: vec!["ln_final".to_owned()],
    };
    let Ok(Answer::Taps(taps)) = engine.run(lane, inspect) else {
        panic!("taps")
    };
    assert_eq!(taps.len(), places + 1);
    for bad in [
        Command::AfterLayers {
            tokens,
            layers: vec![n + 1],
        },
        Command::States {
            paths: vec![Vec::new()],
            from: 0,
        },
        Command::AfterLayers {
            tokens: Vec::new(),
            layers: vec![0],
        },
    ] {
        let refused = engine.run(lane, bad);
        assert_eq!(refused.map_err(|e| e.kind()).err(), Some(ErrorKind::Input));
    }
}

#[test]
fn layers_and_states_are_answered_on_the_cpu() {
    layers_and_states(BackendChoice::Cpu);
}

#[test]
fn layers_and_states_are_answered_on_the_gpu() {
    layers_and_states(BackendChoice::Gpu);
}

#[test]
fn two_models_score_one_tree_on_the_cpu_and_one_gives_its_memory_back() {
    two_models(BackendChoice::Cpu);
}

#[test]
fn two_models_score_one_tree_on_the_gpu_and_one_gives_its_memory_back() {
    two_models(BackendChoice::Gpu);
}

/// A copy of the draft whose weights end too early.
fn damaged() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged");
    std::fs::create_dir_all(&folder).expect("a folder of ours");
    for name in ["config.json", "tokenizer.json"] {
        std::fs::copy(bundled("pocket-draft").join(name), folder.join(name)).expect("a copy");
    }
    let weights =
        std::fs::read(bundled("pocket-draft").join("model.safetensors")).expect("weights");
    let cut = &weights[..weights.len() / 2];
    std::fs::write(folder.join("model.safetensors"), cut).expect("a copy");
    folder
}

fn in_the_place_of_another(backend: BackendChoice) {
    let Some((mut engine, pocket)) = first(backend) else {
        return;
    };
    let text = engine.tokens(pocket.lane, PROMPT);
    let (before, _) = engine.evaluate(pocket.lane, &text, true);
    let memory = engine.memory();

    // What fails leaves everything as it was.
    let replacing = |folder: &Path| Load {
        replaces: Some(pocket.id),
        ..load_of(folder, backend)
    };
    refused(engine.load(replacing(&damaged())), "cut short");
    assert_eq!(engine.memory(), memory);
    let (after, _) = engine.evaluate(pocket.lane, &text, true);
    assert_eq!(after, before);

    // What succeeds takes the place.
    let draft = engine
        .load(replacing(&bundled("pocket-draft")))
        .expect("it loads");
    let now = engine.memory();
    assert_eq!(now.models.len(), 1);
    assert_eq!(now.models[0].model, draft.id);
    assert!(now.gpu_bytes < memory.gpu_bytes || memory.gpu_bytes == 0);
    refused(
        engine.run(pocket.lane, Command::Cache),
        &format!("no {}", pocket.id),
    );
    engine.evaluate(draft.lane, &text, false);
}

#[test]
fn a_model_takes_the_place_of_another_only_if_it_can_be_loaded() {
    in_the_place_of_another(BackendChoice::Cpu);
    in_the_place_of_another(BackendChoice::Gpu);
}

#[test]
fn lanes_of_one_model_are_opened_interleaved_listed_and_closed() {
    let offs = ["L0H0", "L1M~0.5"];
    let (mut engine, pocket) = first(BackendChoice::Cpu).expect("a CPU is there");
    let text = engine.tokens(pocket.lane, PROMPT);
    let mut lanes = vec![pocket.lane];
    lanes.extend(offs.map(|off| engine.open(pocket.id, off).expect("parts of this model")));
    let mut alone: Vec<(Engine, LaneId)> = Vec::new();
    for off in ["", offs[0], offs[1]] {
        let (mut engine, loaded) = first(BackendChoice::Cpu).expect("a CPU is there");
        let lane = engine.open(loaded.id, off).expect("parts of this model");
        alone.push((engine, lane));
    }
    for end in [text.len() - 2, text.len() - 1, text.len()] {
        for (&lane, (other, own)) in lanes.iter().zip(&mut alone) {
            let (got, rows) = engine.evaluate(lane, &text[..end], false);
            let (want, alone_rows) = other.evaluate(*own, &text[..end], false);
            assert_eq!((got, rows), (want, alone_rows), "{lane} at {end}");
        }
    }
    let held = |engine: &mut Engine| -> Vec<(LaneId, String, usize)> {
        let lanes = engine.memory().models.remove(0).lanes;
        let one = |own: &logitscope_protocol::LaneMemory| {
            (own.lane, own.interventions.to_string(), own.slots as usize)
        };
        lanes.iter().map(one).collect()
    };
    let n = text.len();
    let expected = |at: usize, off: &str| (lanes[at], off.to_owned(), n);
    assert_eq!(
        held(&mut engine),
        [expected(0, ""), expected(1, offs[0]), expected(2, offs[1])]
    );
    let Ok(Answer::Cache(CacheMap { cached, .. })) = engine.run(lanes[1], Command::Cache) else {
        panic!("the cache of the model");
    };
    assert_eq!(
        (cached.len(), cached.iter().filter(|c| c.altered).count()),
        (3 * n, 2 * n)
    );

    let closed = engine.ask(Task::CloseLane { lane: lanes[1] });
    assert!(matches!(closed, Ok(Answer::Done)));
    assert_eq!(held(&mut engine), [expected(0, ""), expected(2, offs[1])]);
    refused(
        engine.run(lanes[1], Command::Cache),
        &format!("no {}", lanes[1]),
    );
    assert_eq!(
        engine.evaluate(lanes[2], &text, false).1,
        0,
        "the others keep theirs"
    );
}

#[test]
fn what_is_not_there_is_refused_by_its_name() {
    let (mut engine, pocket) = first(BackendChoice::Cpu).expect("a CPU is there");
    let nobody = ModelId(7);
    let nowhere = |model| LaneId { model, number: 5 };
    let tokenize = || Command::Tokenize { text: "a".into() };
    refused(engine.run(nowhere(nobody), tokenize()), "no model 7");
    refused(
        engine.run(nowhere(pocket.id), tokenize()),
        "no lane 5 of model 1",
    );
    refused(
        engine.ask(Task::CloseLane {
            lane: nowhere(pocket.id),
        }),
        "no lane 5 of model 1",
    );
    refused(
        engine.ask(Task::CloseLane { lane: pocket.lane }),
        "the model as it is",
    );
    refused(engine.ask(Task::Unload { model: nobody }), "no model 7");
    refused(engine.open(nobody, "L0H0"), "no model 7");
    refused(
        engine.open(pocket.id, "L99M"),
        "L99M is no part of this model",
    );
    let replaces = Some(nobody);
    let load = load_of(&bundled("pocket-draft"), BackendChoice::Cpu);
    refused(engine.load(Load { replaces, ..load }), "no model 7");
    let memory = engine.memory();
    assert_eq!(
        (memory.models.len(), memory.models[0].lanes.len()),
        (1, 1),
        "nothing came of it"
    );
    assert!(!engine.tokens(pocket.lane, "a").is_empty());
}

#[test]
fn the_memory_of_a_model_is_known_before_its_weights_are_read() {
    for (name, precision) in [
        ("pocket", Precision::F16),
        ("pocket", Precision::F32),
        ("pocket-draft", Precision::F16),
        ("pocket-draft", Precision::F32),
    ] {
        let plans = RefCell::new(Vec::new());
        let report = |progress: Progress| {
            if let Doing::Weights(plan) = progress.doing {
                plans.borrow_mut().push(plan.total());
            }
        };
        let load = Load {
            precision,
            ..load_of(&bundled(name), BackendChoice::Cpu)
        };
        let mut engine = Engine::new();
        let answer = pollster::block_on(engine.0.answer(Task::Load(Box::new(load)), &report));
        assert!(matches!(answer, Ok(Answer::Loaded(_))));
        let memory = engine.memory().models.remove(0);
        let taken = memory.weight_bytes + memory.kv_bytes + memory.workspace_bytes;
        let plans = plans.into_inner();
        assert!(plans.iter().all(|plan| *plan == plans[0]));
        let share = taken as f64 / plans[0] as f64;
        // Blocks of columns are filled up.
        assert!(
            (1.0..1.02).contains(&share),
            "{name}: {} planned, {taken} taken",
            plans[0]
        );
    }
}

#[test]
fn a_model_for_which_the_cpu_has_no_room_is_refused_before_its_weights_are_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("enormous");
    std::fs::create_dir_all(&folder).expect("a writable folder");
    let config = r#"{"model_type":"gpt2","n_layer":512,"n_head":1,"n_embd":1048576,"n_inner":1048576,"vocab_size":6144,"n_positions":64}"#;
    std::fs::write(folder.join("config.json"), config).expect("a writable folder");
    let tokenizer = bundled("pocket").join("tokenizer.json");
    std::fs::copy(tokenizer, folder.join("tokenizer.json")).expect("a file of ours");
    std::fs::write(folder.join("model.safetensors"), "").expect("a writable folder");
    let load = load_of(&folder, BackendChoice::Cpu);
    refused(
        Engine::new().load(load),
        "more than the system gives. Take a smaller model",
    );
}
