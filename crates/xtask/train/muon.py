"""The optimizers: Muon for the matrices of the blocks, AdamW for everything else."""

from collections import defaultdict

import torch


class Muon(torch.optim.Optimizer):
    """Momentum, orthogonalised by a Newton-Schulz iteration.

    Source: Keller Jordan et al. 2024, "Muon: an optimizer for hidden layers in neural networks".
    """

    def __init__(self, params, lr, weight_decay, momentum=0.95):
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            shapes = defaultdict(list)
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["momentum"] = torch.zeros_like(p)
                m = state["momentum"].lerp_(p.grad, 1 - group["momentum"])
                update = p.grad.lerp(m, group["momentum"])
                p.mul_(1 - group["lr"] * group["weight_decay"])
                # Queries, keys and values are three matrices that only share their storage.
                parts = 3 if p.shape[1] == 3 * p.shape[0] else 1
                for part, change in zip(p.chunk(parts, dim=1), update.chunk(parts, dim=1)):
                    shapes[part.shape].append((part, change))
            for (d_in, d_out), pairs in shapes.items():
                changes = orthogonal(torch.stack([change for _, change in pairs]))
                for (part, _), change in zip(pairs, changes):
                    part.add_(change, alpha=-group["lr"] * max(1.0, d_out / d_in) ** 0.5)


def orthogonal(g, steps=5):
    """About the nearest matrices with orthonormal rows or columns, `[n, d_in, d_out]`; singular values land in 0.7..1.2."""
    x = g.bfloat16()
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    tall = x.shape[-2] > x.shape[-1]
    x = x.mT if tall else x
    for _ in range(steps):
        a = x @ x.mT
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * (a @ a)) @ x
    return (x.mT if tall else x).to(g.dtype)


def optimizers(model, recipe):
    """The two optimizers of a model."""
    matrices = [p for p in model.h.parameters() if p.ndim == 2]
    rest = [p for name, p in model.named_parameters() if p.ndim < 2 or not name.startswith("h.")]
    muon = Muon(matrices, recipe.muon_lr, recipe.weight_decay)
    adam = torch.optim.AdamW(rest, recipe.adam_lr, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.0)
    return muon, adam
