# One step in a sentence. Its first line says what the model gives, its second what came of it.
sentence-waiting = The first distribution appears when the model has read the text.
sentence-favourite = After “{ $text }” the model’s favourite is { $token } ({ $probability }).
sentence-favourite-recorded = After “{ $text }” the model’s favourite is { $token } ({ $probability }): recorded, the live run takes over.
looking-back = Looking back: the token at position { $at }; the last is at { $last }.
back-to-now = Back to now
you-chose = You chose { $token }.
you-chose-at = You chose { $token } ({ $probability }).
take-back = Take it back
nudge = Drag the temperature, then press Step.
sentence-without = With { $parts ->
    [one] { $parts } part off
   *[other] { $parts } parts off
}: { $share }.
sentence-landed = The random number { $draw } landed in the slice of { $token }: { $from }–{ $to }, { $after } wide (the model alone: { $before }).
sentence-landed-short = The random number { $draw } landed in the slice of { $token }: { $from }–{ $to }, { $after } wide.
sentence-landed-too = The random number { $draw } landed on it too: { $from }–{ $to }, { $after } wide.
sentence-only-one = The sampler leaves only { $token }: whatever the random number ({ $draw }), it comes next.
sentence-only-one-came = The sampler left only { $token }: whatever the random number ({ $draw }), it came next.
sentence-now-other = With the current settings it would be { $token }.
sentence-now-same = With the current settings its slice is { $after } wide.
sentence-full = The context is full: this model reads at most { $context } tokens. Rewind or restart.
sentence-given = You wrote { $token }: the model gave it { $before }.
sentence-chose-other = You chose { $token } ({ $after }); the dice said { $drawn }.
sentence-chose-cut = You chose { $token }, which the sampler had cut ({ $before } for the model alone); the dice said { $drawn }.
sentence-chose-same = You chose { $token } ({ $after }), and so did the dice.
go-on-here = Go on from here with “{ $token }”

# What the model gives to every token: candidates, search, uncertainty, and two settings side by side.
look-logits = ‹logit:Logits› are raw scores; ‹softmax:softmax› turns them into shares.
look-softmax = Each score becomes e^gap, the gap being its distance from the top score. Divided by the sum of all, that is its ‹probability:probability›.
try-softmax = find two tokens 0.69 apart: one is twice as probable as the other, whatever the rest.
softmax-worked = Three tokens worked out
softmax-all = sum of all { $count }
softmax-others = { $count } others
try-logits = search a word you expected: what is its rank?
mark-rolled = The dice fall on it.
mark-chosen = Chosen.
candidate-cut = cut
candidates = Candidates for the next token
candidates-table = Candidates of this step
candidates-model = the model’s own
candidates-after = after the sampler
candidates-press = Press a row to use that token.
candidate-prompt = token id { $token } – part of your prompt: edit the prompt to change it
candidate-press = token id { $token } – press to put it into the text
candidate-others = { $count ->
    [one] { $count } other token
   *[other] { $count } other tokens
}
cut-by-the-sampler = cut by the sampler
read-rank = rank
read-row = rank { $rank }, { $token }, logit { $logit }, under the model { $was }, after the sampler { $now }
read-rest = { $others }, under the model { $was }, after the sampler { $now }
read-logit = , logit
read-model = , under the model
read-after = , after the sampler
head-token = token
head-logit = logit
head-model = model
head-sampler = sampler
show-more = Show { $count }

find-a-token = Find any token:
find-hint = text or id
found-first = The first { $most } of { $all } tokens. Type more of the text.
found-nothing = No token of the vocabulary holds this text.
found-table = Tokens found
token-use = Use
token-allow = Allow
token-ban = Ban
token-watch = Watch
token-unwatch = Unwatch

fact-entropy = ‹entropy:Entropy› of the model’s distribution
fact-entropy-after = Entropy after the sampler
fact-surprisal-rolled = ‹surprisal:Surprisal› of the token under the pin
fact-surprisal-chosen = ‹surprisal:Surprisal› of the chosen token
fact-surprisal-written = ‹surprisal:Surprisal› of your token
fact-after = after the sampler { $bits }

compare = Pinned and now
compare-about = The same logits and dice under both. Coloured: kept by one only.
compare-swap = Swap
compare-unpin = Unpin
compare-pinned = Pinned: { $settings }
compare-now = Now: { $settings }
compare-table = Two settings on this step
compare-all = All
compare-stay = { $count ->
    [one] { $count } token stays
   *[other] { $count } tokens stay
}
compare-step = pinned: { $pinned }, now: { $now }
compare-run = At { $differ } of { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} of the text they would choose differently.
compare-no-stage = no stage
compare-settings = { $stages }, seed { $seed }
col-pinned = Pinned
col-now = Now

step-region = One step, from the text to the next token
chip-id = id { $id }
