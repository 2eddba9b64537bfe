"""Text that a model writes itself: what its student is asked about should look like what the model says."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass(frozen=True)
class Manner:
    """How a model writes. Each text begins boldly, as a visitor's prompt does: with what the training text does not say. It goes on at
    the temperature of its row, the rows taking turns, up to its end or to `longest` tokens; then the next text begins."""

    beginning: int = 8
    bold: float = 1.1
    temperatures: tuple = (0.0, 0.7)
    longest: int = 64


@torch.no_grad()
def write(model, starts, eot, manner, seed):
    """Continues rows of token ids, `[rows, t]`, to the length of the context plus one."""
    config, device = model.config, starts.device
    rows, t = starts.shape
    shape = (config.n_layers, rows, config.n_heads, config.n_ctx, config.d_model // config.n_heads)
    dtype = torch.get_autocast_dtype(device.type) if torch.is_autocast_enabled(device.type) else torch.float32
    keys, values = (torch.empty(shape, dtype=dtype, device=device) for _ in range(2))
    generator = torch.Generator(device).manual_seed(seed)
    ids = torch.empty(rows, config.n_ctx + 1, dtype=torch.long, device=device)
    ids[:, :t] = starts
    own = torch.tensor(manner.temperatures, device=device).repeat(-(-rows // len(manner.temperatures)))[:rows]
    # Tokens of the text at hand.
    age = torch.full((rows,), t, device=device)
    for at in range(config.n_ctx):
        x = model.wte(ids[:, at]) + model.wpe.weight[at]
        for block, k, v in zip(model.h, keys, values):
            q, k[:, :, at], v[:, :, at] = block.attn.c_attn(block.ln_1(x)).view(rows, 3, config.n_heads, -1).unbind(1)
            z = F.scaled_dot_product_attention(q.unsqueeze(2), k[:, :, : at + 1], v[:, :, : at + 1])
            x = x + block.attn.c_proj(z.reshape(rows, -1))
            x = x + block.mlp(block.ln_2(x))
        if at + 1 >= t:
            logits = (model.ln_f(x) @ model.wte.weight.T).float()
            temperature = torch.where(age < manner.beginning, manner.bold, own)
            # The largest of the logits with Gumbel noise, as much of it as the temperature, is a draw from their softmax.
            noise = -torch.empty_like(logits).exponential_(generator=generator).log()
            ids[:, at + 1] = torch.where(age < manner.longest, (logits + temperature[:, None] * noise).argmax(-1), eot)
            age = torch.where(ids[:, at + 1] == eot, 0, age + 1)
    return ids
