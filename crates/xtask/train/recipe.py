"""What is trained, on how much, and how. The model cards print these numbers."""

from dataclasses import dataclass

from model import Config
from write import Manner

SEED = 1
D_VOCAB = 6144
# Characters of synthetic text: for the tokenizer, and for the training stream.
TOKENIZER_CHARS = 6_000_000
SYNTHETIC_CHARS = 40_000_000
# How a teacher writes for its student.
MANNER = Manner()


@dataclass(frozen=True)
class Recipe:
    """How a model is trained. A share of `synthetic_share` of the rows is synthetic, the rest is books; what the teacher wrote comes
    on top."""

    config: Config
    # Length of the schedule.
    tokens: int
    rows: int = 16
    synthetic_share: float = 0.46
    muon_lr: float = 0.02
    adam_lr: float = 0.004
    weight_decay: float = 0.02
    # Shares of the schedule: linear warm-up until here, linear decay to `floor` from there.
    warmup: float = 0.02
    decay_from: float = 0.3
    floor: float = 0.01
    # The name of a trained, wider model: training begins with its embeddings, reduced to `d_model`, and its whole distribution
    # is the target, in place of the next token of the text.
    teacher: str | None = None
    # Rows that the teacher wrote, and their share of the rows that are trained on.
    written_rows: int = 0
    written_share: float = 0.0


MODELS = {
    "pocket": Recipe(Config(n_layers=6, n_heads=8, d_model=256, n_ctx=256, d_vocab=D_VOCAB), tokens=20_000_000),
    "pocket-draft": Recipe(Config(n_layers=3, n_heads=4, d_model=128, n_ctx=256, d_vocab=D_VOCAB), tokens=14_000_000,
                           teacher="pocket", written_rows=4096, written_share=0.5),
}
