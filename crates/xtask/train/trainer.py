"""The training loop: schedule, mixed precision, checkpoints."""

import time
from pathlib import Path

import torch
import torch.nn.functional as F

from model import Gpt2
from muon import optimizers


# The most that the gradients of AdamW's parameters may come to, as one vector.
GRAD_NORM = 1.0


def lr_scale(progress, recipe):
    """Warm-up, plateau, linear decay to the floor; `progress` in 0..=1."""
    if progress < recipe.warmup:
        return max(progress / recipe.warmup, 0.01)
    left = (1 - progress) / (1 - recipe.decay_from)
    return recipe.floor + (1 - recipe.floor) * min(1.0, left)


def hard_loss(logits, targets):
    """Mean cross-entropy with the text, in nats a token."""
    return F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten())


def soft_loss(logits, teacher):
    """Mean cross-entropy with the teacher's distribution, in nats a token."""
    return F.cross_entropy(logits.flatten(0, 1).float(), teacher.flatten(0, 1).float().softmax(-1))


class Trainer:
    """One model's training run. It resumes from the checkpoint in `ckpt`, and then takes the steps it would have taken.

    `losses` holds `[step, mean loss of the steps since the entry before]`.
    """

    def __init__(self, recipe, batches, ckpt, device, seed, teacher=None, compiled=True):
        torch.manual_seed(seed)
        self.recipe, self.batches, self.device, self.teacher = recipe, batches, device, teacher
        self.path = Path(ckpt) / "last.pt"
        self.model = Gpt2(recipe.config).to(device)
        if teacher:
            self.model.inherit(teacher)
        self.opts = optimizers(self.model, recipe)
        self.base_lr = [recipe.muon_lr, recipe.adam_lr]
        self.step, self.spent, self.losses, self.shown = 0, 0.0, [], []
        compiler = "compiled by torch.compile" if compiled else "not compiled"
        threads = f"{torch.get_num_threads()} processor threads" if device == "cpu" else "a GPU"
        self.how = [f"PyTorch {torch.__version__.split('+')[0]}, {threads}, {compiler}"]
        make = torch.compile if compiled else lambda f: f
        # The look-ups stay outside: compiled for a processor, their gradient is summed in no fixed order.
        self.hard = make(lambda x, targets: hard_loss(self.model.logits(x), targets))
        self.soft = make(lambda x, logits: soft_loss(self.model.logits(x), logits))
        self.teach = make(lambda ids: teacher(ids)) if teacher else None
        if self.path.exists():
            self.resume()

    def resume(self):
        """Goes on from the checkpoint."""
        saved = torch.load(self.path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(saved["model"])
        for opt, state in zip(self.opts, saved["opts"]):
            opt.load_state_dict(state)
        self.step, self.spent, self.losses, self.shown = saved["step"], saved["spent"], saved["losses"], saved["shown"]
        # What the run was made with, in the order of its parts.
        self.how = list(dict.fromkeys([*saved["how"], *self.how]))
        print(f"resumed at step {self.step} of {self.steps}, after {self.spent / 60:.1f} minutes", flush=True)

    def save(self):
        """Writes the checkpoint, whole or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        state = {"model": self.model.state_dict(), "opts": [o.state_dict() for o in self.opts], "step": self.step,
                 "spent": self.spent, "losses": self.losses, "shown": self.shown, "how": self.how}
        torch.save(state, self.path.with_suffix(".tmp"))
        self.path.with_suffix(".tmp").replace(self.path)

    @property
    def steps(self):
        """Steps of the whole schedule."""
        return self.recipe.tokens // (self.recipe.rows * self.recipe.config.n_ctx)

    def take_step(self):
        """One step; its loss in nats a token."""
        scale = lr_scale(self.step / self.steps, self.recipe)
        for opt, lr in zip(self.opts, self.base_lr):
            for group in opt.param_groups:
                group["lr"] = lr * scale
        ids, targets = (t.to(self.device) for t in self.batches.batch(self.step))
        with torch.autocast(self.device, torch.bfloat16):
            if self.teacher:
                with torch.no_grad():
                    logits = self.teach(ids)
                loss = self.soft(self.model.embed(ids), logits)
            else:
                loss = self.hard(self.model.embed(ids), targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.opts[1].param_groups[0]["params"], GRAD_NORM)
        for opt in self.opts:
            opt.step()
            opt.zero_grad(set_to_none=True)
        self.step += 1
        return loss.item()

    def run(self, until=None, show_every=50, save_every=300):
        """Trains to the end of the schedule, or `until` a step. `show_every` is in steps, `save_every` in seconds."""
        saved, last = time.monotonic(), min(self.steps, until or self.steps)
        while self.step < last:
            begun = time.monotonic()
            self.shown.append(self.take_step())
            now = time.monotonic()
            self.spent += now - begun
            if self.step % show_every == 0 or self.step == self.steps:
                mean = sum(self.shown) / len(self.shown)
                self.losses.append([self.step, round(mean, 4)])
                tokens = self.step * self.recipe.rows * self.recipe.config.n_ctx
                print(f"step {self.step} of {self.steps}: loss {mean:.3f}, {tokens / 1e6:.2f} M tokens, "
                      f"{tokens / self.spent:.0f} a second, {self.spent / 60:.1f} min", flush=True)
                self.shown = []
            if now - saved > save_every:
                self.save()
                saved = time.monotonic()
        self.save()
        return self.model.eval()
