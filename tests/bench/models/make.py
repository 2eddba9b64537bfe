"""Makes one random model, a GPT-2 or of Llama's kind, in every form the engines read. Downloads nothing.

    python make.py FOLDER '{"n_layer": 4, "n_embd": 256, "n_head": 4, "vocab_size": 4096, "n_positions": 256}'
    python make.py FOLDER '{"model_type": "llama", "hidden_size": 576, …}'

    FOLDER/hf/              config.json, tokenizer.json, model.safetensors: ours
    FOLDER/tjs/             config.json, onnx/model{,_q4,_q8nb}.onnx: transformers.js
    FOLDER/model-f32.gguf   wllama, and the same in blocks of 8 and 4 bits: model-q8.gguf, model-q4.gguf
    FOLDER/ref.json         the prompt and the 32 ids that torch chooses after it
"""

import json
import shutil
import sys
from pathlib import Path

import gguf_files
import onnx_files
import random_model


def main():
    folder, shape = Path(sys.argv[1]), json.loads(sys.argv[2])
    # Made beside its place, so that a folder that is there is whole.
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    reference = random_model.make(part, shape)
    onnx_files.make(part, reference)
    gguf_files.make(part, reference)
    (part / "shape.json").write_text(json.dumps(shape))
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)


if __name__ == "__main__":
    main()
