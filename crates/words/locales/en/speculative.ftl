# Speculative decoding.
look-speculative = After “{ $text }” a small model drafts a few tokens, one small pass each. The model reads them all in one pass and keeps those that it could have drawn itself: the text is distributed as if it had written it alone.
try-speculative = draw the proof 10,000 times; then let it accept everything, and draw again.
speculate-place = round { $round }
speculate-by = Draft by
draft-by-layers = its own first layers
draft-layers = Layers
draft-layers-of = { $n } of { $all }
draft-by-lookup = the text itself
speculate-drafted = Drafted tokens γ
speculate-rule = Keep
speculate-ratio = with probability p/q
speculate-exact = if the model draws the same
speculate-everything = everything (wrong on purpose)
speculate-adapts = γ follows what is kept
speculate-round = Round { $round }
speculate-key = Each frame is a round: one pass of the model. Underlined: drafted and kept. Orange: the model drew it itself. Press a round to see it.
source-kept = Drafted, and kept
source-residual = Drawn from what is left: max(0, p − q), scaled to 1
source-bonus = Every drafted token was kept: one more, drawn from the model
source-correction = The model's own draw, in the place of a drafted token
round-sentence = { $drafted ->
    [0] Nothing was drafted.
    [one] One token was drafted.
   *[other] { $drafted } tokens were drafted, one small pass each.
} The model read them in one pass, kept { $kept }, and drew “{ $token }” itself.
round-ended = { $drafted ->
    [one] One token was drafted; the model read it
   *[other] { $drafted } tokens were drafted; the model read them
} in one pass and kept { $kept }: the text is at its end.
round-drafted = Drafted
round-both = Model p, and draft q (dashed)
round-ratio = p/q
round-dice = u below p/q?
round-verdict = So it is
round-p-and-q = { $p } · { $q }
round-kept = kept
round-rejected = rejected
round-unseen = not looked at: it stands behind a rejected one
proof = The proof: the same place, many times
proof-about = Each time one token is drafted and decided with its own dice. Bars: what came out; the line: the model's probability; dashed: the draft's.
proof-not-for-lookup = A text that drafts for itself has one token to offer here: choose a model to draft.
proof-draw = Draw { $times } times
proof-found = Came out
proof-model = Model
proof-draft = Draft
proof-times = After { $times ->
    [one] { $times } draw
   *[other] { $times } draws
}:
proof-fits = it fits the model. A difference this large comes up by chance in { $p } of such experiments (χ² { $chi }, { $freedom } degrees of freedom).
proof-does-not-fit = it does not fit the model. By chance alone a difference this large comes up in { $p } of such experiments (χ² { $chi }, { $freedom } degrees of freedom).
proof-kept = Kept: { $found } of the drafted tokens; by the rule, exactly: { $exact }.
figures = What it brings, all rounds so far
figures-alpha = Kept of those looked at (α)
figures-of-drafted = Kept of all drafted
figures-by-place = Kept by place in the draft
figures-a-pass = Tokens a pass of the model
figures-expected = the same by the formula, from α and γ
figures-cost = Cost of a drafted token, in passes (c)
figures-pass-cost = Cost of the pass over draft and bonus, in passes over one token
figures-speed-up = Times as fast, by the formula
figures-with-passes = the same with what that pass costs
figures-measured = Times as fast, measured
figures-best = Best γ by the formula
figures-best-is = { $gamma }: { $gain } times as fast
figures-does-not-pay = 0: drafting does not pay here
figures-unmeasured = take a few steps of the run first: they measure a plain pass
figures-about = The formula takes the pass over γ + 1 tokens for one pass, as on a large GPU that waits for memory; the row below it has what that pass costs here. “Tokens a pass” counts the token that the model adds.
figures-layers = Here all layers are computed and the last ones switched off, so a drafted token costs a whole pass; a model that really stops early pays its share of the layers.
