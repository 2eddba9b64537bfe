"""GPT-2 as it is trained: the architecture and the parameter names of the published checkpoints."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn


@dataclass(frozen=True)
class Config:
    """Shape of a model. The MLP is four times as wide as the model."""

    n_layers: int
    n_heads: int
    d_model: int
    n_ctx: int
    d_vocab: int


class Conv1D(nn.Module):
    """A linear layer with its weight as `[d_in, d_out]`, the layout of GPT-2 checkpoints."""

    def __init__(self, d_in, d_out, std):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_in, d_out) * std)
        self.bias = nn.Parameter(torch.zeros(d_out))

    def forward(self, x):
        return torch.addmm(self.bias, x.view(-1, x.shape[-1]), self.weight).view(*x.shape[:-1], -1)


class Attention(nn.Module):
    """Causal self-attention, written out: on a processor this is faster than torch's fused kernel, backwards above all."""

    def __init__(self, config):
        super().__init__()
        self.n_heads = config.n_heads
        self.c_attn = Conv1D(config.d_model, 3 * config.d_model, config.d_model**-0.5 / 2)
        self.c_proj = Conv1D(config.d_model, config.d_model, 0.0)

    def forward(self, x, mask):
        rows, t, d = x.shape
        q, k, v = (y.view(rows, t, self.n_heads, -1).transpose(1, 2) for y in self.c_attn(x).split(d, dim=-1))
        scores = (q @ k.transpose(-1, -2)).float() * q.shape[-1] ** -0.5 + mask[:t, :t]
        z = scores.softmax(-1).to(v.dtype) @ v
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

    def forward(self, resid_pre, mask):
        resid_mid = resid_pre + self.attn(self.ln_1(resid_pre), mask)
        return resid_mid + self.mlp(self.ln_2(resid_mid))


class Gpt2(nn.Module):
    """GPT-2 with a tied head."""

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.wte = nn.Embedding(config.d_vocab, config.d_model)
        self.wpe = nn.Embedding(config.n_ctx, config.d_model)
        self.h = nn.ModuleList(Block(config) for _ in range(config.n_layers))
        self.ln_f = nn.LayerNorm(config.d_model)
        self.register_buffer("mask", torch.full((config.n_ctx, config.n_ctx), float("-inf")).triu(1), persistent=False)
        nn.init.normal_(self.wte.weight, std=0.02)
        nn.init.normal_(self.wpe.weight, std=0.01)

    def embed(self, ids):
        """`ids`: `[rows, t]`. The residual stream before the first block: `[rows, t, d_model]`."""
        return self.wte(ids) + self.wpe.weight[: ids.shape[1]]

    def logits(self, x):
        """The logits `[rows, t, d_vocab]` of the residual stream `x` before the first block."""
        for block in self.h:
            x = block(x, self.mask)
        return self.ln_f(x) @ self.wte.weight.T

    def forward(self, ids):
        return self.logits(self.embed(ids))

    @torch.no_grad()
    def inherit(self, wider):
        """Takes the embeddings of a wider model with the same vocabulary and context, in the basis of the first principal
        components of its token embedding."""
        tokens = wider.wte.weight - wider.wte.weight.mean(0)
        basis = torch.linalg.svd(tokens, full_matrices=False).Vh[: self.config.d_model].T
        self.wte.weight.copy_(tokens @ basis)
        self.wpe.weight.copy_(wider.wpe.weight @ basis)

    def n_params(self):
        """Number of parameters; the tied head counts once."""
        return sum(p.numel() for p in self.parameters())
