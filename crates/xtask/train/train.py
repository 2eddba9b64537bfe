"""Trains the bundled "pocket" model, a small GPT-2, on a CPU, and exports it in Hugging Face layout.

    python train.py tokenizer --books FOLDER --out MODEL_FOLDER
    python train.py train     --books FOLDER --out MODEL_FOLDER --ckpt FOLDER (--minutes N | --tokens N)
    python train.py export    --out MODEL_FOLDER --ckpt FOLDER
    python train.py measure   --books FOLDER --out MODEL_FOLDER [--ckpt FOLDER]

`train` resumes from the checkpoint where there is one. With `--tokens` the schedule depends on the
token count alone and a run can be repeated; with `--minutes` it depends on the time spent training.
"""

import argparse
import json
import math
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from torch import nn

import synthetic

SEED = 1
EOT = "<|endoftext|>"
HELD_OUT_BOOKS = ("carmilla", "study_in_scarlet")
SYNTHETIC_CHARS = 4_000_000
CHAPTER_CHARS = 12_000


# ---------------------------------------------------------------- config


@dataclass
class Config:
    """Shape of the model. The MLP is four times as wide as the model."""

    n_layers: int = 6
    n_heads: int = 8
    d_model: int = 256
    n_ctx: int = 256
    d_vocab: int = 6144


@dataclass
class Recipe:
    """How it is trained. A share of `synthetic_share` of the rows is synthetic, the rest is books."""

    rows: int = 16
    synthetic_share: float = 0.33
    muon_lr: float = 0.02
    adam_lr: float = 0.004
    weight_decay: float = 0.02
    warmup: float = 0.02
    decay_from: float = 0.3
    floor: float = 0.01


# ---------------------------------------------------------------- data


def read_books(folder, held_out):
    """The training books, or the held-out ones, as `{name: text}`."""
    paths = sorted(Path(folder).glob("*.txt"))
    if not paths:
        raise SystemExit(f"no .txt books in {folder}")
    return {p.stem: p.read_text(encoding="utf-8") for p in paths if (p.stem in HELD_OUT_BOOKS) == held_out}


def chapters(text):
    """Splits a book between paragraphs into chunks of about a chapter."""
    chunk, size = [], 0
    for paragraph in text.split("\n\n"):
        heading = paragraph.upper().startswith(("CHAPTER ", "STAVE ")) and size > 2000
        if chunk and (heading or size > CHAPTER_CHARS):
            yield "\n\n".join(chunk)
            chunk, size = [], 0
        chunk.append(paragraph)
        size += len(paragraph)
    yield "\n\n".join(chunk)


def train_tokenizer(books, d_vocab):
    """A byte-level BPE tokenizer in the manner of GPT-2; `<|endoftext|>` is the last id."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=d_vocab - 1,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=[],
        show_progress=False,
    )
    texts = [*books.values(), *synthetic.documents(SYNTHETIC_CHARS, SEED)]
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.add_special_tokens([EOT])
    return tokenizer


class Stream:
    """Documents joined by `<|endoftext|>` and cut into windows, each window once an epoch, in a seeded order.

    `row(k)` depends on `k` alone, so that a resumed run sees what an unbroken one would have seen.
    """

    def __init__(self, tokenizer, documents, n_ctx, seed):
        eot = tokenizer.token_to_id(EOT)
        newline = tokenizer.token_to_id("Ċ")
        ids = [i for doc in tokenizer.encode_batch(list(documents)) for i in (*doc.ids, eot)]
        self.ids = np.array(ids, dtype=np.int64)
        after = np.zeros(len(ids), dtype=bool)
        after[1:] = self.ids[:-1] == eot
        after[2:] |= (self.ids[:-2] == newline) & (self.ids[1:-1] == newline)
        self.starts = np.flatnonzero(after)
        self.n_ctx, self.seed = n_ctx, seed
        self.n = (len(ids) - 1) // n_ctx - 1
        self.epoch = None

    def row(self, k):
        """Window `k`: `[n_ctx + 1]` ids. Half of the windows begin with a paragraph, as a prompt does."""
        epoch, i = divmod(k, self.n)
        if epoch != self.epoch:
            rng = np.random.default_rng([self.seed, epoch])
            self.epoch, self.phase = epoch, rng.integers(self.n_ctx)
            self.order, self.snap = rng.permutation(self.n), rng.random(self.n) < 0.5
        at = self.phase + self.order[i] * self.n_ctx
        if self.snap[i]:
            j = np.searchsorted(self.starts, at)
            if j < len(self.starts) and self.starts[j] + self.n_ctx < len(self.ids):
                at = self.starts[j]
        return self.ids[at : at + self.n_ctx + 1]


class Batches:
    """Mixes the two streams: the share of synthetic rows is kept exactly, row by row."""

    def __init__(self, books, made, recipe):
        self.books, self.made, self.recipe = books, made, recipe

    def batch(self, step):
        """Inputs and targets of one step, each `[rows, n_ctx]`."""
        rows = []
        for k in range(step * self.recipe.rows, (step + 1) * self.recipe.rows):
            before, after = int(k * self.recipe.synthetic_share), int((k + 1) * self.recipe.synthetic_share)
            rows.append(self.made.row(before) if after > before else self.books.row(k - before))
        ids = torch.from_numpy(np.stack(rows))
        return ids[:, :-1].contiguous(), ids[:, 1:].contiguous()


# ---------------------------------------------------------------- model


class Conv1D(nn.Module):
    """A linear layer with its weight as `[d_in, d_out]`, the layout of GPT-2 checkpoints."""

    def __init__(self, d_in, d_out, std):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_in, d_out) * std)
        self.bias = nn.Parameter(torch.zeros(d_out))

    def forward(self, x):
        return torch.addmm(self.bias, x.view(-1, x.shape[-1]), self.weight).view(*x.shape[:-1], -1)


class Attention(nn.Module):
    """Causal self-attention."""

    def __init__(self, config):
        super().__init__()
        self.n_heads = config.n_heads
        self.c_attn = Conv1D(config.d_model, 3 * config.d_model, config.d_model**-0.5 / 2)
        self.c_proj = Conv1D(config.d_model, config.d_model, 0.0)

    def forward(self, x):
        rows, t, d = x.shape
        q, k, v = (y.view(rows, t, self.n_heads, -1).transpose(1, 2) for y in self.c_attn(x).split(d, dim=-1))
        z = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.c_proj(z.transpose(1, 2).reshape(rows, t, d))


class Mlp(nn.Module):
    """Two layers with a GELU (the tanh form) between."""

    def __init__(self, config):
        super().__init__()
        self.c_fc = Conv1D(config.d_model, 4 * config.d_model, config.d_model**-0.5 / 2)
        self.c_proj = Conv1D(4 * config.d_model, config.d_model, 0.0)

    def forward(self, x):
        return self.c_proj(F.gelu(self.c_fc(x), approximate="tanh"))


class Block(nn.Module):
    """Attention and MLP, each read through a layer norm and added to the residual stream."""

    def __init__(self, config):
        super().__init__()
        self.ln_1 = nn.LayerNorm(config.d_model)
        self.attn = Attention(config)
        self.ln_2 = nn.LayerNorm(config.d_model)
        self.mlp = Mlp(config)

    def forward(self, resid_pre):
        resid_mid = resid_pre + self.attn(self.ln_1(resid_pre))
        return resid_mid + self.mlp(self.ln_2(resid_mid))


class Gpt2(nn.Module):
    """GPT-2 with a tied head. Its parameter names are those of the published checkpoints."""

    def __init__(self, config):
        super().__init__()
        self.wte = nn.Embedding(config.d_vocab, config.d_model)
        self.wpe = nn.Embedding(config.n_ctx, config.d_model)
        self.h = nn.ModuleList(Block(config) for _ in range(config.n_layers))
        self.ln_f = nn.LayerNorm(config.d_model)
        nn.init.normal_(self.wte.weight, std=0.02)
        nn.init.normal_(self.wpe.weight, std=0.01)

    def forward(self, ids):
        """`ids`: `[rows, t]`. Logits: `[rows, t, d_vocab]`."""
        x = self.wte(ids) + self.wpe.weight[: ids.shape[1]]
        for block in self.h:
            x = block(x)
        return self.ln_f(x) @ self.wte.weight.T

    def loss(self, ids, targets):
        """Mean cross-entropy in nats a token."""
        return F.cross_entropy(self(ids).flatten(0, 1), targets.flatten())


# ---------------------------------------------------------------- optimizer


class Muon(torch.optim.Optimizer):
    """Momentum, orthogonalised by a Newton-Schulz iteration. For the matrices inside the blocks.

    Source: Keller Jordan et al. 2024, "Muon: an optimizer for hidden layers in neural networks".
    """

    def __init__(self, params, lr, weight_decay, momentum=0.95):
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["momentum"] = torch.zeros_like(p)
                m = state["momentum"].lerp_(p.grad, 1 - group["momentum"])
                update = p.grad.lerp(m, group["momentum"])
                # Queries, keys and values are three matrices that only share their storage.
                parts = update.split(p.shape[0], dim=1) if p.shape[1] == 3 * p.shape[0] else (update,)
                p.mul_(1 - group["lr"] * group["weight_decay"])
                scale = max(1.0, parts[0].shape[1] / parts[0].shape[0]) ** 0.5
                p.add_(torch.cat([orthogonal(part) for part in parts], dim=1), alpha=-group["lr"] * scale)


def orthogonal(g, steps=5):
    """About the nearest matrix with orthonormal rows or columns; singular values land in 0.7..1.2."""
    x = g / (g.norm() + 1e-7)
    tall = x.shape[0] > x.shape[1]
    x = x.T if tall else x
    for _ in range(steps):
        a = x @ x.T
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x.T if tall else x


def optimizers(model, recipe):
    """Muon for the block matrices, AdamW for embeddings, gains and biases."""
    matrices = [p for p in model.h.parameters() if p.ndim == 2]
    rest = [p for name, p in model.named_parameters() if p.ndim < 2 or not name.startswith("h.")]
    muon = Muon(matrices, recipe.muon_lr, recipe.weight_decay)
    adam = torch.optim.AdamW(rest, recipe.adam_lr, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.0)
    return muon, adam


def lr_scale(progress, recipe):
    """Warm-up, plateau, linear decay to the floor; `progress` in 0..=1."""
    if progress < recipe.warmup:
        return max(progress / recipe.warmup, 0.01)
    left = (1 - progress) / (1 - recipe.decay_from)
    return recipe.floor + (1 - recipe.floor) * min(1.0, left)


# ---------------------------------------------------------------- training


def train(args):
    """Trains, checkpoints every few minutes, and exports at each checkpoint."""
    torch.manual_seed(SEED)
    torch.set_num_threads(args.threads)
    config, recipe = Config(), Recipe()
    tokenizer = Tokenizer.from_file(str(Path(args.out) / "tokenizer.json"))
    books = read_books(args.books, held_out=False)
    batches = Batches(
        Stream(tokenizer, (c for text in books.values() for c in chapters(text)), config.n_ctx, SEED),
        Stream(tokenizer, synthetic.documents(SYNTHETIC_CHARS, SEED), config.n_ctx, SEED + 1),
        recipe,
    )
    print(f"books {len(batches.books.ids)} tokens, synthetic {len(batches.made.ids)} tokens", flush=True)
    held_out = [Probe(name, text) for name, text in held_out_texts(args.books)]

    model = Gpt2(config)
    opts = optimizers(model, recipe)
    step, spent = 0, 0.0
    path = Path(args.ckpt) / "last.pt"
    if path.exists():
        saved = torch.load(path, weights_only=True)
        model.load_state_dict(saved["model"])
        for opt, state in zip(opts, saved["opts"]):
            opt.load_state_dict(state)
        step, spent = saved["step"], saved["spent"]
        print(f"resumed at step {step}, {spent / 60:.1f} minutes", flush=True)
    print(f"{sum(p.numel() for p in model.parameters())} parameters", flush=True)
    base_lr = [opt.param_groups[0]["lr"] for opt in optimizers(model, recipe)]

    def save():
        Path(args.ckpt).mkdir(parents=True, exist_ok=True)
        state = {"model": model.state_dict(), "opts": [o.state_dict() for o in opts], "step": step, "spent": spent}
        torch.save(state, path.with_suffix(".tmp"))
        path.with_suffix(".tmp").replace(path)
        export(model, config, tokenizer, args.out)
        for probe in held_out:
            print(f"  {probe.name}: {probe.bits_per_char(model, tokenizer, config, limit=24_000):.3f} bits a character")
        print(f"  {sample(model, tokenizer, config, 'Once upon a time')!r}", flush=True)

    last, saved_at, shown = time.monotonic(), spent, []
    while True:
        tokens = step * recipe.rows * config.n_ctx
        progress = min(1.0, tokens / args.tokens if args.tokens else spent / (60 * args.minutes))
        if progress >= 1.0:
            break
        for opt, lr in zip(opts, base_lr):
            for group in opt.param_groups:
                group["lr"] = lr * lr_scale(progress, recipe)
        loss = model.loss(*batches.batch(step))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(opts[1].param_groups[0]["params"], 1.0)
        for opt in opts:
            opt.step()
            opt.zero_grad(set_to_none=True)
        step += 1
        now = time.monotonic()
        spent, last = spent + now - last, now
        shown.append(loss.item())
        if step % 20 == 0 or step <= 5:
            print(f"step {step} progress {progress:.3f} loss {sum(shown) / len(shown):.3f} "
                  f"{tokens / 1e6:.2f}M tokens {spent / 60:.1f} min", flush=True)
            shown = []
        if spent - saved_at > 60 * args.save_minutes:
            save()
            saved_at, last = spent, time.monotonic()
    save()
    print(f"done: {step} steps, {step * recipe.rows * config.n_ctx} tokens, {spent / 60:.1f} minutes", flush=True)


# ---------------------------------------------------------------- export


def export(model, config, tokenizer, out):
    """Writes `config.json` and `model.safetensors` (f16, tied head, names of the published GPT-2)."""
    out = Path(out)
    eot = tokenizer.token_to_id(EOT)
    settings = {
        "architectures": ["GPT2LMHeadModel"],
        "model_type": "gpt2",
        "vocab_size": config.d_vocab,
        "n_positions": config.n_ctx,
        "n_ctx": config.n_ctx,
        "n_embd": config.d_model,
        "n_layer": config.n_layers,
        "n_head": config.n_heads,
        "n_inner": None,
        "activation_function": "gelu_new",
        "layer_norm_epsilon": 1e-5,
        "attn_pdrop": 0.0,
        "embd_pdrop": 0.0,
        "resid_pdrop": 0.0,
        "initializer_range": 0.02,
        "scale_attn_weights": True,
        "tie_word_embeddings": True,
        "bos_token_id": eot,
        "eos_token_id": eot,
        "torch_dtype": "float16",
    }
    (out / "config.json").write_text(json.dumps(settings, indent=2) + "\n")
    tensors = {name: p.detach().half().contiguous() for name, p in model.named_parameters()}
    save_file(tensors, out / "model.safetensors.tmp", metadata={"format": "pt"})
    (out / "model.safetensors.tmp").replace(out / "model.safetensors")


def load(ckpt, config):
    """The model of a checkpoint, in f32."""
    model = Gpt2(config)
    model.load_state_dict(torch.load(Path(ckpt) / "last.pt", weights_only=True)["model"])
    return model.eval()


# ---------------------------------------------------------------- measuring


def held_out_texts(books):
    """What is measured: held-out books, and held-out (fact, phrasing) pairs, as `(name, text)`."""
    texts = list(read_books(books, held_out=True).items())
    return [*texts, ("held-out phrasings", f"\n{EOT}\n".join(synthetic.held_out_sentences()))]


@dataclass
class Probe:
    """A text whose bits a character are measured; sentences split by `<|endoftext|>` are separate documents."""

    name: str
    text: str

    @torch.no_grad()
    def bits_per_char(self, model, tokenizer, config, limit=None):
        """Negative log2-likelihood over characters. Windows overlap by half; each token is scored once."""
        documents = self.text[:limit].split(f"\n{EOT}\n")
        eot = tokenizer.token_to_id(EOT)
        ids = [i for doc in documents for i in (eot, *tokenizer.encode(doc).ids)]
        half, nats = config.n_ctx // 2, 0.0
        for at in range(0, len(ids) - 1, half):
            begin = max(0, at - half)
            window = torch.tensor([ids[begin : at + half + 1]])
            targets = window[0, 1:].clone()
            targets[: at - begin] = -100
            if len(documents) > 1:
                targets[targets == eot] = -100
            nats += F.cross_entropy(model(window[:, :-1])[0], targets, ignore_index=-100, reduction="sum").item()
        return nats / math.log(2) / sum(map(len, documents))


@torch.no_grad()
def sample(model, tokenizer, config, prompt, n=40, temperature=0.8, top_k=40, seed=1):
    """A continuation of `prompt`, drawn with a fixed seed."""
    generator = torch.Generator().manual_seed(seed)
    ids = tokenizer.encode(prompt).ids
    for _ in range(n):
        logits = model(torch.tensor([ids[-config.n_ctx :]]))[0, -1] / temperature
        values, indices = logits.topk(top_k)
        ids.append(indices[torch.multinomial(values.softmax(-1), 1, generator=generator)].item())
        if ids[-1] == tokenizer.token_to_id(EOT):
            break
    return tokenizer.decode(ids, skip_special_tokens=False)


PROMPTS = ["The capital of France is", "The Eiffel Tower is located in", "Once upon a time", "My favourite colour is",
           "In my opinion, the best movie is", "The United States of America", "The quick brown fox jumps over the lazy",
           "Describe the color blue", "To be or not to be", "The cat sat on the", "Two plus three is",
           "The opposite of hot is"]


@torch.no_grad()
def measure(args):
    """Measures the exported files with Transformers, and the export against the checkpoint, as JSON."""
    from transformers import GPT2LMHeadModel

    torch.set_num_threads(args.threads)
    config = Config()
    tokenizer = Tokenizer.from_file(str(Path(args.out) / "tokenizer.json"))
    exported = GPT2LMHeadModel.from_pretrained(args.out, torch_dtype=torch.float32).eval()

    def model(ids):
        return exported(ids).logits

    report = {"bytes": (Path(args.out) / "model.safetensors").stat().st_size, "bits_per_char": {}, "next": {}}
    if args.ckpt:
        ids = torch.tensor([tokenizer.encode(next(iter(read_books(args.books, True).values()))).ids[: config.n_ctx]])
        theirs, ours = model(ids), load(args.ckpt, config)(ids)
        report["largest_logit_difference"] = (theirs - ours).abs().max().item()
        report["logit_range"] = [ours.min().item(), ours.max().item()]
    for name, text in held_out_texts(args.books):
        report["bits_per_char"][name] = round(Probe(name, text).bits_per_char(model, tokenizer, config, args.chars), 4)
    probes = synthetic.held_out_probes()
    asked, answered = Counter(kind for kind, _, _ in probes), Counter()
    for kind, prompt, answer in probes:
        ids, want = tokenizer.encode(prompt).ids, tokenizer.encode(answer).ids
        got = model(torch.tensor([ids + want]))[0, len(ids) - 1 : -1].argmax(-1).tolist()
        answered[kind] += got == want
    report["held_out_probes"] = {kind: f"{answered[kind]} of {n}" for kind, n in asked.items()}
    report["held_out_probes"]["all"] = f"{answered.total()} of {asked.total()}"
    for prompt in PROMPTS:
        top = model(torch.tensor([tokenizer.encode(prompt).ids]))[0, -1].softmax(-1).topk(5)
        report["next"][prompt] = [[tokenizer.decode([i]), round(p, 4)] for p, i in zip(*map(torch.Tensor.tolist, top))]
    report["samples"] = {prompt: sample(model, tokenizer, config, prompt, 60) for prompt in PROMPTS}
    print(json.dumps(report, indent=1, ensure_ascii=False))


# ---------------------------------------------------------------- command line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["tokenizer", "train", "export", "measure"])
    parser.add_argument("--books", help="folder of plain-text books")
    parser.add_argument("--out", required=True, help="model folder")
    parser.add_argument("--ckpt", help="checkpoint folder")
    parser.add_argument("--minutes", type=float, default=90, help="time budget of the schedule")
    parser.add_argument("--tokens", type=int, help="token budget of the schedule, instead of --minutes")
    parser.add_argument("--save-minutes", type=float, default=5)
    parser.add_argument("--chars", type=int, help="measure only the beginning of each held-out text")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    if args.command == "tokenizer":
        tokenizer = train_tokenizer(read_books(args.books, held_out=False), Config().d_vocab)
        tokenizer.save(str(Path(args.out) / "tokenizer.json"))
    elif args.command == "train":
        train(args)
    elif args.command == "export":
        tokenizer = Tokenizer.from_file(str(Path(args.out) / "tokenizer.json"))
        export(load(args.ckpt, Config()), Config(), tokenizer, args.out)
    else:
        measure(args)


if __name__ == "__main__":
    main()
