"""Text that a model writes itself: what its student is asked about should look like what the model says."""

import torch
import torch.nn.functional as F


@torch.no_grad()
def write(model, prompts, temperature, seed):
    """Continues rows of token ids, `[rows, t]`, to the length of the context plus one, sampled at a temperature."""
    config, device = model.config, prompts.device
    rows, t = prompts.shape
    shape = (config.n_layers, rows, config.n_heads, config.n_ctx, config.d_model // config.n_heads)
    dtype = torch.get_autocast_dtype(device.type) if torch.is_autocast_enabled(device.type) else torch.float32
    keys, values = (torch.empty(shape, dtype=dtype, device=device) for _ in range(2))
    generator = torch.Generator(device).manual_seed(seed)
    ids = torch.empty(rows, config.n_ctx + 1, dtype=torch.long, device=device)
    ids[:, :t] = prompts
    for at in range(config.n_ctx):
        x = model.wte(ids[:, at]) + model.wpe.weight[at]
        for block, k, v in zip(model.h, keys, values):
            q, k[:, :, at], v[:, :, at] = block.attn.c_attn(block.ln_1(x)).view(rows, 3, config.n_heads, -1).unbind(1)
            z = F.scaled_dot_product_attention(q.unsqueeze(2), k[:, :, : at + 1], v[:, :, : at + 1])
            x = x + block.attn.c_proj(z.reshape(rows, -1))
            x = x + block.mlp(block.ln_2(x))
        if at + 1 >= t:
            logits = (model.ln_f(x) @ model.wte.weight.T).float() / temperature
            # The largest of the logits with Gumbel noise is a draw from their softmax.
            ids[:, at + 1] = (logits - torch.empty_like(logits).exponential_(generator=generator).log()).argmax(-1)
    return ids
