"""Writes the golden files: what Transformers computes for small GPT-2s, and the ids `tokenizers` gives.

The weights come from an integer hash that Rust computes too, so no checkpoint is stored; and those of the bundled model.
README.md describes the hash, the keys and the shapes. Nothing here is needed to run the Rust tests.

    python make_golden.py --gpt2-tokenizer PATH --tokenizer PATH --pocket web/models/pocket
"""

import argparse
import itertools
import json
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import safetensors.numpy
import tokenizers
import torch
import transformers

import tokenizer_strings
from hashes import HERE, fnv1a64, hash_stream, hash_u64

TOLERANCE = 1e-4  # largest difference allowed between cached decoding and one full forward, in logits
BRANCH_LEN = 3
DIRECT_TOKENS = 3  # the first tokens of `main` are those whose logits are attributed

# T tokens in `main`, of which the first P are the prefill. The fields of `config` are Hugging Face's.
CASES = {
    "odd": dict(T=11, P=7, config=dict(n_layer=2, n_head=3, n_embd=36, vocab_size=101, n_positions=32)),
    "narrow": dict(T=9, P=4, config=dict(n_layer=3, n_head=5, n_embd=10, vocab_size=67, n_positions=16)),
    "wide": dict(
        T=37,
        P=33,
        config=dict(
            n_layer=4, n_head=4, n_embd=64, n_inner=96, vocab_size=257, n_positions=64, layer_norm_epsilon=1e-6
        ),
    ),
    "tiny1": dict(T=5, P=2, config=dict(n_layer=1, n_head=1, n_embd=4, vocab_size=5, n_positions=8)),
    "gpt2small": dict(T=12, P=8, config=dict(n_layer=12, n_head=12, n_embd=768, vocab_size=50257, n_positions=1024)),
}
# The bundled model, on a text of its own kind.
POCKET = dict(T=24, P=15, text="The capital of France is Paris. The capital of Italy is Rome, and everybody who lives there knows it well. In the evening they eat bread.")
# Too big to store whole: some layers, and of each tensor every `stride`-th element.
SAMPLED = {"gpt2small", "pocket"}
SAMPLED_LAYERS = {0, 5, 11}
MAX_SAMPLES, MAX_SAMPLES_LOGITS = 600, 4000


TORCH_DTYPES = {"f32": "float32", "f16": "float16", "bf16": "bfloat16"}


# The weights


def uniform(name: str, count: int) -> np.ndarray:
    """`[count]`, f32 in [-1, 1): the top 24 bits, exact."""
    top = (hash_u64(name, np.arange(count, dtype=np.uint64)) >> np.uint64(40)).astype(np.int32)
    return (top - np.int32(1 << 23)).astype(np.float32) / np.float32(1 << 23)


TABLES = ("wte", "wpe", "embed_tokens", "lm_head", "embed_in", "embed_out")


def weight(name: str, shape: tuple, dtype: str, above_one: bool = False) -> np.ndarray:
    """The tensor `name` (without its model's prefix) of `shape`, as f32 values that `dtype` can hold. `above_one`: gains are stored as what they are
    above 1.

    One multiplication and at most one addition, in f32, so every machine gets the same bits.
    """
    u = uniform(name, math.prod(shape))
    layer, leaf = name.split(".")[-2:]
    gain = layer.startswith("ln_") or layer.endswith("norm")
    if leaf == "bias" or gain and above_one:
        value = np.float32(0.1) * u
    elif gain:
        value = np.float32(1) + np.float32(0.1) * u
    elif layer in TABLES:
        value = np.float32(0.5) * u
    else:  # GPT-2's Conv1D is [fan_in, fan_out], a Linear [fan_out, fan_in]
        value = np.float32(1.5 / math.sqrt(shape[1 if name.startswith("layers.") else 0])) * u
    if dtype == "f16":
        value = value.astype(np.float16).astype(np.float32)  # rounds to nearest, ties to even
    if dtype == "bf16":
        value = torch.from_numpy(value).to(torch.bfloat16).to(torch.float32).numpy()  # likewise
    assert value.dtype == np.float32
    return value.reshape(shape)


def bits_sum(value: np.ndarray, dtype: str) -> str:
    """The sum of the elements' bit patterns as stored in `dtype`, u64, in hexadecimal."""
    bits = value.astype(np.float16).view(np.uint16) if dtype == "f16" else value.view(np.uint32)
    bits = bits >> 16 if dtype == "bf16" else bits
    return f"{int(bits.sum(dtype=np.uint64)):016x}"


def tokens(name: str, count: int, vocab_size: int) -> list:
    """`count` token ids below `vocab_size`."""
    return [x % vocab_size for x in (hash_u64(name, np.arange(count, dtype=np.uint64)) >> np.uint64(33)).tolist()]


# The models


def build_model(config: dict, dtype: str):
    """A GPT2LMHeadModel with the hashed weights, in f32, and for each tensor its shape and checksum."""
    hf_config = transformers.GPT2Config(
        **config,
        bos_token_id=config["vocab_size"] - 1,
        eos_token_id=config["vocab_size"] - 1,
        architectures=["GPT2LMHeadModel"],
        torch_dtype=TORCH_DTYPES[dtype],
    )
    with transformers.modeling_utils.no_init_weights():
        model = transformers.AutoModelForCausalLM.from_config(
            hf_config, attn_implementation="eager", torch_dtype=torch.float32
        )
    weights = fill(model, dtype, lambda name: name.removeprefix("transformer."))
    assert model.lm_head.weight is model.transformer.wte.weight
    return model, weights


def fill(model, dtype: str, name_of) -> dict:
    """Gives a model the hashed weights, `name_of` each being its name in a checkpoint without prefix: for each tensor its shape and checksum."""
    model.tie_weights()
    model.eval()
    assert model.config._attn_implementation == "eager"
    weights = {}
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            assert parameter.dtype == torch.float32
            name = name_of(name)
            value = weight(name, tuple(parameter.shape), dtype, model.config.model_type.startswith("gemma"))
            parameter.copy_(torch.from_numpy(value))
            weights[name] = dict(shape=list(value.shape), bits_sum=bits_sum(value, dtype))
    return weights


def cached_logits(model, ids: list, prefill: int) -> torch.Tensor:
    """`[len(ids), vocab]`: a prefill of the first `prefill` tokens, then one token a step with the key/value cache."""
    out = model(torch.tensor([ids[:prefill]]), use_cache=True)
    rows = [out.logits[0]]
    for token in ids[prefill:]:
        out = model(torch.tensor([[token]]), past_key_values=out.past_key_values, use_cache=True)
        rows.append(out.logits[0])
    return torch.cat(rows)


def capture(model, ids: list):
    """One full forward over `ids`, with hooks on every module: (every named intermediate, the logits `[T, vocab]`).

    Keys are `embed`, `resid_pre.0`, … Only `attn_scores` is recomputed, because no module exposes it.
    """
    seen, handles = {}, []

    def keep_input(module, name):
        handles.append(module.register_forward_pre_hook(lambda m, args: seen.__setitem__(name, args[0][0].clone())))

    def keep_output(module, name):
        def hook(m, args, out):
            seen[name] = (out[0] if isinstance(out, tuple) else out)[0].clone()

        handles.append(module.register_forward_hook(hook))

    gpt2 = model.transformer
    keep_output(gpt2.wte, "embed")
    keep_output(gpt2.wpe, "pos_embed")
    keep_output(gpt2.ln_f, "ln_final")
    for i, block in enumerate(gpt2.h):
        keep_input(block, f"resid_pre.{i}")
        keep_output(block.ln_1, f"ln1.{i}")
        keep_output(block.attn.c_attn, f"qkv.{i}")
        keep_input(block.attn.c_proj, f"merged.{i}")
        keep_output(block.attn.c_proj, f"attn_out.{i}")
        keep_input(block.ln_2, f"resid_mid.{i}")
        keep_output(block.ln_2, f"ln2.{i}")
        keep_output(block.mlp.c_fc, f"mlp_pre.{i}")
        keep_input(block.mlp.c_proj, f"mlp_post.{i}")
        keep_output(block.mlp.c_proj, f"mlp_out.{i}")
        keep_output(block, f"resid_post.{i}")
    out = model(torch.tensor([ids]), output_attentions=True, use_cache=False)
    for handle in handles:
        handle.remove()

    T, n_heads, d_model = len(ids), model.config.n_head, model.config.n_embd
    d_head = d_model // n_heads
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    assert torch.equal(seen["embed"] + seen["pos_embed"], seen["resid_pre.0"])
    for i in range(model.config.n_layer):
        q, k, v = (part.reshape(T, n_heads, d_head) for part in seen.pop(f"qkv.{i}").split(d_model, dim=-1))
        merged = seen.pop(f"merged.{i}")  # [T, d_model]: the heads side by side
        pattern = out.attentions[i][0]
        scores = torch.einsum("qhd,khd->hqk", q, k) / math.sqrt(d_head)

        def close(a, b):
            torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-6)

        close(torch.softmax(scores.masked_fill(~causal, -math.inf), dim=-1), pattern)
        close(torch.einsum("hqk,khd->qhd", pattern, v).reshape(T, d_model), merged)
        assert torch.equal(seen[f"resid_pre.{i}"] + seen[f"attn_out.{i}"], seen[f"resid_mid.{i}"])
        assert torch.equal(seen[f"resid_mid.{i}"] + seen[f"mlp_out.{i}"], seen[f"resid_post.{i}"])
        seen |= {f"q.{i}": q, f"k.{i}": k, f"v.{i}": v, f"pattern.{i}": pattern}
        seen |= {f"attn_scores.{i}": scores.masked_fill(~causal, 0.0), f"z.{i}": merged.reshape(T, n_heads, d_head)}
    return seen, out.logits[0]


def lens(model, ids: list) -> dict:
    """The logit lens after the last token: `lens.l` are the logits `[vocab]` if the model ended before block l."""
    states = model(torch.tensor([ids]), output_hidden_states=True, use_cache=False).hidden_states
    depths = range(model.config.n_layer)
    return {f"lens.{i}": model.lm_head(model.transformer.ln_f(states[i][0, -1])) for i in depths}


def interventions(config) -> list:
    """What is scaled in `knocked`, as (part, layer, head, factor): the last head of the first layer, the last layer's MLP, and the
    attention of a layer in between or after."""
    last = config.n_layer - 1
    return [("head", 0, config.n_head - 1, 0.0), ("mlp", last, None, 0.5), ("attention", (last + 1) // 2, None, 0.25)]


def knocked(model, ids: list) -> torch.Tensor:
    """`[T, vocab]`: the logits with parts of the model scaled by hooks, in one full forward."""
    handles = []
    for part, layer, head, factor in interventions(model.config):
        block, d_head = model.transformer.h[layer], model.config.n_embd // model.config.n_head

        def one_head(m, args, head=head, factor=factor, d_head=d_head):
            z = args[0].clone()
            z[..., head * d_head : (head + 1) * d_head] *= factor
            return (z, *args[1:])

        def output(m, args, out, factor=factor):
            return out * factor

        if part == "head":
            handles.append(block.attn.c_proj.register_forward_pre_hook(one_head))
        else:
            handles.append((block.mlp if part == "mlp" else block.attn.c_proj).register_forward_hook(output))
    logits = model(torch.tensor([ids]), use_cache=False).logits[0]
    for handle in handles:
        handle.remove()
    return logits


def direct(model, seen: dict, tokens: list) -> torch.Tensor:
    """Direct logit attribution after the last token, `[parts, len(tokens)]`: the embedding, the position, for each layer its heads, the
    bias of its output projection and its MLP, and the bias of the final norm."""
    gpt2, config = model.transformer, model.config
    d_head = config.n_embd // config.n_head
    parts = [seen["embed"][-1], seen["pos_embed"][-1]]
    for i, block in enumerate(gpt2.h):
        bias = block.attn.c_proj(torch.zeros(1, config.n_embd))[0]
        for head in range(config.n_head):
            z = torch.zeros(1, config.n_embd)
            z[0, head * d_head : (head + 1) * d_head] = seen[f"z.{i}"][-1, head]
            parts.append(block.attn.c_proj(z)[0] - bias)
        parts += [bias, seen[f"mlp_out.{i}"][-1]]
    resid = seen[f"resid_post.{config.n_layer - 1}"][-1]
    torch.testing.assert_close(torch.stack(parts).sum(0), resid, rtol=1e-4, atol=1e-5)
    scale = (resid.var(unbiased=False) + gpt2.ln_f.eps).sqrt()
    rows = model.lm_head.weight[tokens]
    normed = [(part - part.mean()) / scale * gpt2.ln_f.weight for part in parts] + [gpt2.ln_f.bias]
    return torch.stack(normed) @ rows.T


HOW = SimpleNamespace(capture=capture, direct=direct, lens=lens, knocked=knocked)


def sample_stride(shape: list, limit: int) -> int:
    """The smallest prime that leaves at most `limit` elements and divides no dimension, so that all columns occur."""
    stride = max(2, math.ceil(math.prod(shape) / limit))
    while any(stride % d == 0 for d in range(2, math.isqrt(stride) + 1)) or any(n % stride == 0 for n in shape):
        stride += 1
    return stride


def wanted(case: str, dtype: str, key: str) -> bool:
    """Whether the intermediate `key` of a sampled case is stored."""
    name, _, layer = key.partition(".")
    if layer and int(layer) not in SAMPLED_LAYERS:
        return False
    return dtype == "f16" or name in ("resid_post", "lens")


@torch.no_grad()
def make_hashed(case: str, dtype: str, out_dir: Path) -> dict:
    """The case of a model with hashed weights."""
    T, P, config = (CASES[case][key] for key in ("T", "P", "config"))
    model, weights = build_model(config, dtype)
    main = tokens("tokens.main", T, config["vocab_size"])
    return make_case(HOW, case, dtype, model, weights, main, P, out_dir)


@torch.no_grad()
def make_pocket(folder: Path, out_dir: Path) -> dict:
    """The case of the bundled model, whose weights lie in the repository, as f16."""
    model = transformers.AutoModelForCausalLM.from_pretrained(
        folder, attn_implementation="eager", torch_dtype=torch.float32
    )
    model.eval()
    ids = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")).encode(POCKET["text"]).ids[: POCKET["T"]]
    assert len(ids) == POCKET["T"], "the text is too short"
    return make_case(HOW, "pocket", "f16", model, {}, ids, POCKET["P"], out_dir)


@torch.no_grad()
def make_case(how, case: str, dtype: str, model, weights: dict, main: list, P: int, out_dir: Path) -> dict:
    """Writes `{case}-{dtype}.safetensors` and returns its manifest entry. `how` has what differs between families: `capture`, `direct`,
    `lens` and `knocked`."""
    T = len(main)
    branch = main[:P] + tokens("tokens.branch", BRANCH_LEN, model.config.vocab_size)
    assert branch[P] != main[P], "the branch must leave main at P: choose another P"

    found, full_logits = how.capture(model, main)
    shares = how.direct(model, found, main[:DIRECT_TOKENS])
    torch.testing.assert_close(shares.sum(0), full_logits[-1, main[:DIRECT_TOKENS]], rtol=1e-4, atol=1e-4)
    found |= how.lens(model, main)
    logits, branch_logits = cached_logits(model, main, P), cached_logits(model, branch, P)
    branch_full = model(torch.tensor([branch]), use_cache=False).logits[0]
    difference = max((logits - full_logits).abs().max().item(), (branch_logits - branch_full).abs().max().item())
    assert difference < TOLERANCE, f"{case}-{dtype}: cached and full logits differ by {difference}"

    data, entries = {}, {}

    def store(key, value):
        value, stride = value.contiguous().numpy(), 1
        shape = list(value.shape)
        if case in SAMPLED:
            stride = sample_stride(shape, MAX_SAMPLES_LOGITS if key.endswith("logits") else MAX_SAMPLES)
            value = value.reshape(-1)[::stride].copy()
        assert value.dtype == np.float32 and np.isfinite(value).all()
        data[key], entries[key] = value, dict(shape=shape, stride=stride)

    for key, value in sorted(found.items()):
        if case not in SAMPLED or wanted(case, dtype, key):
            store(f"main.{key}", value)
    store("main.logits", logits)
    store("main.direct", shares)
    store("knocked.logits", how.knocked(model, main))
    store("branch.logits", branch_logits[P:])
    for key, ids in (("main.tokens", main), ("branch.tokens", branch)):
        data[key], entries[key] = np.array(ids, dtype=np.int32), dict(shape=[len(ids)], stride=1)
    path = out_dir / f"{case}-{dtype}.safetensors"
    path.write_bytes(safetensors.numpy.save(data))
    size = path.stat().st_size
    print(f"{path.name}: {size} bytes; cached and full logits differ by at most {difference:.1e}", flush=True)
    hf_config = {k: v for k, v in json.loads(model.config.to_json_string()).items() if not k.startswith("_")}
    return dict(case=case, dtype=dtype, T=T, P=P, config=hf_config, tensors=entries, weights=weights)


def hash_check() -> dict:
    """A few values of each step, so that another implementation can find out where it differs."""
    first = np.arange(4, dtype=np.uint64)
    check = {}
    for name, shape in (("wte.weight", (67, 10)), ("h.0.attn.c_attn.weight", (10, 30)), ("ln_f.weight", (10,))):
        value = weight(name, shape, "f32").reshape(-1)[:4]
        check[name] = dict(
            shape=list(shape),
            fnv1a64=f"{fnv1a64(name.encode()):016x}",
            hash=[f"{x:016x}" for x in hash_u64(name, first).tolist()],
            u=uniform(name, 4).tolist(),
            f32_bits=[f"{x:08x}" for x in value.view(np.uint32).tolist()],
            f16_bits=[f"{x:04x}" for x in value.astype(np.float16).view(np.uint16).tolist()],
        )
    return check


def dump(value, depth: int = 0) -> str:
    """JSON, indented down to the innermost objects, which take a line each."""
    if not (isinstance(value, dict) and any(isinstance(v, dict) for v in value.values())):
        return json.dumps(value)
    pad = " " * (depth + 1)
    rows = ",\n".join(f"{pad}{json.dumps(k)}: {dump(v, depth + 1)}" for k, v in value.items())
    return "{\n" + rows + "\n" + " " * depth + "}"


def write_manifest(path: Path, make, **more):
    """Writes what `make()` says of each file, with the versions that made them."""
    torch.set_num_threads(1)  # sums in one order, whatever the machine's cores
    torch.use_deterministic_algorithms(True)
    files = make()
    torch_version = torch.__version__.split("+")[0]
    manifest = dict(transformers=transformers.__version__, torch=torch_version, branch_len=BRANCH_LEN, **more, files=files)
    path.write_text(dump(manifest) + "\n", encoding="ascii", newline="\n")


# The tokenizers


def write_rows(path: Path, head: dict, key: str, rows: list):
    """Compact JSON, ASCII, a row a line."""
    fields = [f"{json.dumps(k)}:{json.dumps(v)}" for k, v in head.items()]
    body = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    path.write_text("{" + ",\n".join(fields + [f'"{key}":[\n{body}\n]']) + "}\n", encoding="ascii", newline="\n")
    print(f"{path.name}: {path.stat().st_size} bytes, {len(rows)} rows", flush=True)


def write_ids(path: Path, tokenizer_path: Path, strings: list):
    """The ids of every string by the `tokenizers` package, and the fingerprint of the vocabulary they belong to."""
    tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer_path))
    vocab_size = tokenizer.get_vocab_size(with_added_tokens=True)
    vocab = "".join(f"{tokenizer.id_to_token(i)}\n" for i in range(vocab_size))
    rows = [tokenizer.encode(text, add_special_tokens=False).ids for text in strings]
    for text, ids in zip(strings, rows, strict=True):
        decoded = tokenizer.decode(ids, skip_special_tokens=False)
        assert decoded == text, f"{tokenizer_path.name}: {text!r} came back as {decoded!r}"
    fingerprint = f"{fnv1a64(vocab.encode()):016x}"
    head = dict(tokenizers=tokenizers.__version__, vocab_size=vocab_size, vocab_fnv1a64=fingerprint)
    write_rows(path, head, "ids", rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    parser.add_argument(
        "--gpt2-tokenizer", type=Path, help="GPT-2's tokenizer.json; without it, its ids are left alone"
    )
    parser.add_argument("--tokenizer", type=Path, help="the bundled model's tokenizer.json; likewise")
    parser.add_argument("--pocket", type=Path, help="the bundled model's folder; without it, it is left out")
    parser.add_argument("--no-models", action="store_true", help="only the tokenizer files")
    args = parser.parse_args()

    strings = tokenizer_strings.make(hash_stream("tokenizer_strings"))
    write_rows(args.out / "tokenizer_strings.json", {}, "strings", strings)
    if args.gpt2_tokenizer:
        write_ids(args.out / "tokenizer_gpt2_ids.json", args.gpt2_tokenizer, strings)
    if args.tokenizer:
        write_ids(args.out / "tokenizer_pocket_ids.json", args.tokenizer, strings)
    if args.no_models:
        return

    def make() -> dict:
        files = {}
        for case, dtype in itertools.product(CASES, ("f32", "f16")):
            files[f"{case}-{dtype}.safetensors"] = make_hashed(case, dtype, args.out)
        if args.pocket:
            files["pocket-f16.safetensors"] = make_pocket(args.pocket, args.out)
        return files

    write_manifest(args.out / "manifest.json", make, hash_check=hash_check())


if __name__ == "__main__":
    main()
