"""The files of transformers.js: f32, 4-bit and 8-bit blocks, each tried in ONNX Runtime."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import onnxslim
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from optimum.exporters.onnx import main_export

BLOCK = 32
# Protocol buffers end at 2 GiB.
LARGEST = 2_000_000_000


def make(folder: Path, reference: dict):
    """Writes `tjs/` into `folder`, from its `hf/`."""
    hf, exported, tjs = folder / "hf", folder / "exported", folder / "tjs"
    (tjs / "onnx").mkdir(parents=True)
    for name in ("config.json", "generation_config.json"):
        shutil.copy(hf / name, tjs)
    plain = tjs / "onnx/model.onnx"
    if json.loads((hf / "config.json").read_text())["model_type"] == "gpt2":
        main_export(str(hf), output=str(exported), task="text-generation-with-past", do_validation=False, opset=17)
        save(onnxslim.slim(onnx.load(exported / "model.onnx")), plain)
    else:
        # What the published files of such models are made with: optimum's graphs of them are wrong or slow.
        options = ["-m", hf, "-o", exported, "-p", "fp32", "-e", "webgpu", "-c", folder / "cache"]
        subprocess.run([sys.executable, "-m", "onnxruntime_genai.models.builder", *options], check=True)
        save(onnx.load(exported / "model.onnx"), plain)
        shutil.rmtree(folder / "cache", ignore_errors=True)
    shutil.rmtree(exported)
    for bits, suffix in ((4, "q4"), (8, "q8nb")):
        save(quantise(plain, bits), tjs / f"onnx/model_{suffix}.onnx")
    same = agreement(plain, reference)
    assert same == len(reference["greedy32"]), f"ONNX Runtime agrees with torch on {same} of 32 ids only"


def save(model: onnx.ModelProto, path: Path):
    """One file, or one with its weights beside it where they are larger than a file may be."""
    if sum(len(weight.raw_data) for weight in model.graph.initializer) < LARGEST:
        onnx.save(model, path)
    else:
        onnx.save(model, path, save_as_external_data=True, location=f"{path.name}_data")


def quantise(plain: Path, bits: int):
    """The model with its matrices in blocks of 32 integers and a scale."""
    model = with_matmul(onnx.load(plain))
    quantiser = MatMulNBitsQuantizer(model, bits=bits, block_size=BLOCK, is_symmetric=True, accuracy_level=None)
    quantiser.process()
    return quantiser.model.model


def with_matmul(model: onnx.ModelProto) -> onnx.ModelProto:
    """Writes Gemm as MatMul + Add: the quantiser leaves a Gemm alone, and GPT-2's matrices are all of that kind."""
    nodes = []
    for node in model.graph.node:
        turned = any(a.name in ("transA", "transB") and a.i for a in node.attribute)
        if node.op_type != "Gemm" or turned:
            nodes.append(node)
            continue
        x, weight, bias = node.input
        product = node.output[0] + "_product"
        nodes.append(onnx.helper.make_node("MatMul", [x, weight], [product], name=node.name + "_product"))
        nodes.append(onnx.helper.make_node("Add", [product, bias], [node.output[0]], name=node.name + "_bias"))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def agreement(path: Path, reference: dict) -> int:
    """How many of torch's ids ONNX Runtime chooses too, on the CPU."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    inputs = {i.name: i for i in session.get_inputs()}
    outputs = [o.name for o in session.get_outputs()]
    cache = {
        name: np.zeros((1, i.shape[1], 0, i.shape[3]), np.float32)
        for name, i in inputs.items()
        if name.startswith("past")
    }
    rows, seen, chosen = reference["prompt"], 0, []
    for _ in reference["greedy32"]:
        end = seen + len(rows)
        feed = dict(
            cache,
            input_ids=np.array([rows], np.int64),
            attention_mask=np.ones((1, end), np.int64),
            position_ids=np.arange(seen, end, dtype=np.int64)[None],
        )
        values = session.run(None, {name: value for name, value in feed.items() if name in inputs})
        found = dict(zip(outputs, values, strict=True))
        cache = {name: found[name.replace("past_key_values", "present")] for name in cache}
        chosen.append(int(found["logits"][0, -1].argmax()))
        rows, seen = chosen[-1:], end
    return sum(a == b for a, b in zip(chosen, reference["greedy32"], strict=True))


if __name__ == "__main__":
    import sys

    for name in sys.argv[1:]:  # folders that make.py has made
        ref = json.loads((Path(name) / "ref.json").read_text())
        for file in sorted(Path(name).glob("tjs/onnx/*.onnx")):
            print(file, agreement(file, ref), "of 32 ids as torch")
