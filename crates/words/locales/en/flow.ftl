# The picture of one step: its stations, their rows, and the line that says what the pointer is on.
flow-tokens = Tokens
flow-embed = Embed
flow-layers = { $count ->
    [0] Layers
    [one] { $count } layer
   *[other] { $count } layers
}
flow-logits = Logits
flow-softmax = Softmax
flow-sampler = Sampler
flow-dice = Dice

flow-so-far = { $count } so far
flow-folded = { $count } so far, { $folded } folded
flow-numbers = { $count } numbers
flow-ribbons = ribbons: attention, mean of { $heads } heads
flow-stripes = stripes: the residual stream, blue + / plum −
flow-scores = { $count } scores
flow-scores-listed = { $listed } of { $count } scores
flow-shares = scores become shares
flow-random-number = random number
flow-seed-and-roll = seed { $seed } · roll { $roll }
flow-by-hand = set by hand
flow-recorded = recorded
flow-recorded-why = Recorded earlier with this model; the live run takes over as soon as it is loaded.
flow-recomputed = recomputed
flow-recomputed-why = Computed again: the recorded choice is kept, the last digits may differ.

flow-score = score
flow-axis-low = top−{ $below }
flow-axis-high = top
flow-gap = gap
flow-exp = e^gap
flow-divided = ÷ { $total }
flow-left = tokens left

flow-attention = attention adds
flow-mlp = MLP adds
flow-length = length (log)
flow-would-say = would say
flow-rank-of = rank of { $token }
flow-others = { $count ->
    [one] { $count } other
   *[other] { $count } others
}
flow-others-short = the rest
flow-more-tokens = … { $count } more
flow-sum = the sum
flow-cut = −{ $mass }
flow-cut-nothing = no change
flow-cut-grows = { $mass } cut, rest grows
flow-round = { $count ->
    [one] appended; the round starts again with { $count } token
   *[other] appended; the round starts again with { $count } tokens
}
flow-unpin = ┄ pinned ✕
flow-unpin-why = The dashed edges are those of the pinned settings. Press to drop them.
flow-add-stage = + stage
flow-take-it = take it
flow-given = given
flow-yours = yours
flow-taken = drawn: show the next step
flow-parts-off = { $count ->
    [one] { $count } part off · restore
   *[other] { $count } parts off · restore
}
flow-parts-off-why = The views show the model without them, and the picture its dashed edges; the run is the whole model’s. Press to switch all on again.
flow-machine = Machine
flow-close = Close (Esc)
flow-table = Show the numbers as a table
table-tokens = The tokens so far
table-stripes = The stripes: size and sign of each cell
table-blocks = What each layer changes, and would say
table-attention = What the current token reads
table-scores = From score to probability
table-stages = What each stage did
table-shares = Probability after each stage
table-segments = Where each token lies on the dice
col-place = Where
col-length = Length
col-rank-of-chosen = Rank of the chosen token
col-mean = Mean
col-head = Head { $head }
col-stage = Stage
col-tokens-in = Tokens in
col-tokens-out = Tokens left
col-cut = Cut
col-entropy-before = Entropy before
col-entropy-after = Entropy after
flow-walk = Layers: arrow keys walk, Enter opens
flow-fork = { $token } was taken before: go there
flow-folded-stages = { $count ->
    [one] { $count } more stage in this column: open the sampler
   *[other] { $count } more stages in this column: open the sampler
}
flow-undo = Take the last change of the sampler back
flow-add-a-stage = Add a stage
flow-dice-says = { $number } falls on { $token }, { $share }

dice-seed = The same seed throws the same numbers, whatever the sliders say.
line-resting = Probability is not truth: the model knows which tokens tend to follow which, not what is so.
line-private = Nothing you type leaves this page.
line-token = { $token }: token { $id } of the vocabulary
line-token-rated = { $token }: token { $id } of the vocabulary, surprise { $bits } bits: { $odds }
line-before-layers = before the layers
line-after-attention = after the attention of L{ $layer }
line-after-layer = after L{ $layer }
line-stripe = { $vector } { $after }: its numbers { $from }–{ $to }, one cell, have size { $size } (root mean square) and sign { $sign }
line-vector-of = the vector of { $token }
line-mean-of = the mean vector of { $count ->
    [one] { $count } folded token
   *[other] { $count } folded tokens
}
line-ribbon = L{ $layer }: { $current } reads { $token } with { $share } of its attention, mean of { $heads } heads; most in head { $head }, { $most }
line-ribbons = L{ $layer }: what { $current } reads of several tokens, drawn as one ribbon
line-first-token = (the first token is often only a resting place)
line-attention-adds = L{ $layer }: what { $token } reads from other tokens changes its vector by { $share } of its length
line-mlp-adds = L{ $layer }: the MLP, which works on { $token } alone, changes its vector by { $share } of its length
line-length = L{ $layer }: the vector is { $length } long after this layer has added to it; the bar is on a log scale
line-word = L{ $layer }: if the model stopped here, it would say { $token } ({ $share })
line-rank = L{ $layer }: if the model stopped here, { $token } would be number { $rank } of all tokens ({ $share })
line-leader = { $token }: score { $score }, the largest: the gaps of the others are counted from it
line-score = { $token }: score { $score }, which is { $gap } below { $leader }: only this gap counts
line-exp = { $token }: e^({ $gap }) = { $exp }, its weight where the favourite has 1
line-sum = { $total }: the sum of e^gap over { $count ->
    [one] { $count } token
   *[other] all { $count } tokens
}; divided by it the weights become shares that add up to 1
line-share = { $token }: { $exp } ÷ { $total } = { $share }, its weight ÷ the sum of all: the model’s own probability
line-band = { $token }: { $shares }, from the model through each stage of the sampler
line-others = all tokens without a row of their own, together
line-temperature-low = temperature { $t }: every score is divided by it, gaps grow, favourites win more often; p^(1/{ $t }), rescaled
line-temperature-high = temperature { $t }: every score is divided by it, gaps shrink, the others get a chance; p^(1/{ $t }), rescaled
line-temperature-one = temperature 1: the scores stay as the model gave them
line-temperature-zero = temperature 0: only the largest score stays, and nothing is left to chance
line-gate = { $stage }: { $stays ->
    [one] { $stays } token stays
   *[other] { $stays } tokens stay
}, { $cut } of the probability is cut, the rest grows × { $grows } to 100 % again
line-gate-cuts-nothing = { $stage }: { $stays ->
    [one] { $stays } token stays
   *[other] all { $stays } tokens stay
}
line-segment = { $token }: { $low } to { $high }, as wide as its probability: { $share } of all random numbers fall here
line-pin = { $number }: the random number of seed { $seed }, position { $position }, roll { $roll }; the token under it comes next
line-pin-by-hand = { $number }: set by hand; the token under it comes next
line-round = the token is appended, and everything is computed once more for the longer text
flow-stay = { $count } left
flow-machine-says = { $kind } · { $time } a pass

head-out = Taking this head out changes “{ $token }” from { $before } to { $after }.
head-out-same = Taking this head out leaves “{ $token }” at { $before }.
head-take-out = Take it out
head-all = { $count ->
    [one] { $count } head
   *[other] { $count } heads
}
head-on-what-followed = what followed it before
head-on-the-one-before = the token before
head-on-the-first = the first token
head-on-itself = itself
head-compared = on average; the groups overlap
head-rows = mean of { $count ->
    [one] { $count } row
   *[other] { $count } rows
}; spread evenly it would be { $chance }
head-no-rows = no token of this text has such a place
head-follows = In layer { $layer }, head { $head } looks from “{ $from }” back to “{ $to }”, which followed “{ $from }” before, with { $share } of its attention.
head-looks = In layer { $layer }, head { $head } looks from “{ $from }” mostly at “{ $to }”, with { $share } of its attention.
head-looks-at-first = In layer { $layer }, head { $head } looks from “{ $from }” mostly at the first token, “{ $to }”, with { $share }: often a resting place.
head-looks-at-itself = In layer { $layer }, head { $head } looks from “{ $from }” mostly at itself, with { $share } of its attention.

# The opened sampler.
sampler-table = The candidates behind each stage
sampler-stages = Stages of the sampler, in order
sampler-the-model = the model
sampler-scale = full bar = { $share }; tick: before
sampler-move = Move { $stage }: drag, or arrow keys
sampler-earlier = Move { $stage } one earlier
sampler-later = Move { $stage } one later
sampler-remove = Remove { $stage }
sampler-acts = { $stage } acts
sampler-how = How it works here
sampler-no-grammar = write one …
sampler-listed = { $count ->
    [0] a list …
    [one] { $count } token …
   *[other] { $count } tokens …
}
sampler-off = Off:
sampler-preset = Chain of
sampler-own = your own
sampler-reset = Reset the sampler
sampler-undo = Undo
sampler-redo = Redo
sampler-redo-why = Make it again (Ctrl+Shift+Z)
sampler-pin = Pin these
sampler-pin-why = Keep these settings, try others, and see what differs
sampler-cut = cut
sampler-about = { $count ->
    [0] no stage: what the model gives is drawn from
    [one] one stage
   *[other] { $count } stages, applied from left to right
}
sampler-order = Try the other order
sampler-order-why = Pin these settings and move the temperature to the other end of the chain
sampler-temperature-first = Temperature first
sampler-temperature-last = Temperature last
sampler-turned-around = The chain turned around
sampler-order-same = { $order } would change nothing at this step.
sampler-order-shares = { $order } would keep the same { $count } tokens; { $token } { $then } instead of { $now }.
sampler-order-counts = { $order } would keep { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} instead of { $before }.
sampler-order-keeps = { $order } would keep { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} instead of { $before }; { $token } { $then } instead of { $now }.
