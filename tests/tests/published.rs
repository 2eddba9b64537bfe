//! The sizes of the published models that the page lists: as their `config.json` has them, so that what is said of them before a download holds.

use logitscope_core::Precision;
use logitscope_model::Config;
use logitscope_model::checkpoint::loader::tensor_shapes;
use logitscope_model::memory_plan::MemoryNeeds;

/// The sizes of each, and its parameters as the hub counts them (`safetensors.parameters`, without masks that are no weights).
const MODELS: [(&str, &str, usize); 6] = [
    (
        "gpt2",
        include_str!("../../web/published/gpt2.json"),
        124_439_808,
    ),
    (
        "pythia-70m",
        include_str!("../../web/published/pythia-70m.json"),
        70_426_624,
    ),
    (
        "SmolLM2-135M",
        include_str!("../../web/published/smollm2-135m.json"),
        134_515_008,
    ),
    (
        "distilgpt2",
        include_str!("../../web/published/distilgpt2.json"),
        81_912_576,
    ),
    (
        "Qwen2.5-0.5B",
        include_str!("../../web/published/qwen2.5-0.5b.json"),
        494_032_768,
    ),
    (
        "Qwen3-0.6B",
        include_str!("../../web/published/qwen3-0.6b.json"),
        596_049_920,
    ),
];

#[test]
fn listed_sizes_are_those_of_the_models() {
    for (name, json, expected) in MODELS {
        let config = Config::from_json(json).expect("a config of a known family");
        let shapes = tensor_shapes(&config).into_values();
        let found: usize = shapes.map(|shape| shape.iter().product::<usize>()).sum();
        assert_eq!(found, expected, "{name}");
        // Weights are padded to four columns and vectors stay f32: hardly more.
        let plan = MemoryNeeds::of(&config).plan(Precision::F16);
        let least = 2 * expected as u64;
        assert!(
            (least..least + least / 50).contains(&plan.weights),
            "{name}: {plan:?}"
        );
    }
}
