# The text: one surface for what is typed and what is drawn, and the buttons that make it longer.
text = Text
text-hint = Type here: the model continues what you write. Press a token to see how it came about.
text-locked = This text is locked by the page that shows it.
text-length = { $tokens } of { $context } tokens
text-length-short = { $tokens } of { $context }
examples = Examples
example-story = An open story: many words fit
example-fact = A fact: one word is nearly certain
example-colour = A choice between a few
example-movie = Hardly any favourite
example-series = A series: the text itself says what comes
text-in-numbers = The text in numbers
token-who = token { $id } at position { $position }, { $who }
token-numbers = probability { $probability }, surprisal { $surprisal }
token-given = written by you
token-drawn = drawn by the dice
token-forced = chosen by you
token-next = what Step would take
surprise = surprise

look-tokens = The model reads no letters: it reads ‹token:tokens›, pieces of text that it knows by number.
try-tokens = type a rare word, then a common one: how many pieces is each? The space in front belongs to the word.
tokens-of-text = { $characters ->
    [one] { $characters } character is
   *[other] { $characters } characters are
} { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} here, from a vocabulary of { $vocabulary }. Press one to see the step that chose it.
token-bytes = bytes { $codes }
token-first = nothing before it

run-group = Run
step = Step
play = Play
pause = Pause
rewind = Rewind
rewind-does = Take back the last token
restart = Restart
restart-does = Back to the end of the prompt
roll-again = Roll again
roll-again-does = New dice for the next token: the same distribution, another draw
speed = speed
speed-while-playing = Speed while playing
speed-value = { $tokens }/s
speed-tokens = { $tokens } tokens/s
speed-full = full speed

legend-prompt = prompt
legend-forced = forced
legend-would-change = would change
legend-would-be-cut = would be cut
unit-bits = bits
unit-probability = probability
unit-rank = rank
unit-nats = nats

metric-surprisal = surprisal in bits
metric-entropy = entropy in bits
metric-probability = probability, model
metric-rank = rank (log scale)
metric-top-mass = mass of the top ten, model
metric-log-prob = log-probability so far
metric-surprisal-after = surprisal, sampler
metric-entropy-after = entropy, sampler
metric-probability-after = probability, sampler
metric-top-mass-after = mass of the top ten, sampler
metric-log-prob-after = log-probability so far, sampler
rank-number = rank { $rank }
colour-by = colour:
colour-model = Under the model
colour-after = After the sampler

col-run = The run
run-numbers = The run in numbers
total-tokens = Rated tokens
total-perplexity = ‹perplexity:Perplexity›
total-log-prob = Log-probability of all
total-entropy = Mean ‹entropy:entropy›
run-repeated = { $share } of neighbouring pairs had come before. The sampler rates generated tokens only.
run-chart = One bar a token; the arrow keys move, the table of the text has the numbers.
run-chart-about = One bar a token: { $metric }. Press one to inspect it.

stop-end-of-text = The model ended the text itself: it chose its end-of-text token.
stop-sequence = Stopped: the text now contains the stop sequence “{ $text }”.
stop-most = Stopped: { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}, as many as asked for. Step goes on anyway.
stop-full = The context is full: this model cannot read a longer text. Rewind or restart.

col-origin = Origin
col-top-ten = Top ten
col-so-far = Log-probability so far
col-sampler-probability = Sampler: probability
transcript-table = Tokens of the text
origin-prompt = prompt
origin-sampled = sampled
origin-forced = forced

watch-about = The rank of the tokens you watch (log scale: a full bar is the favourite). Press a bar to see that step.
watch-table = Watched tokens over the text
watch-bar = position { $position }: rank { $rank }, { $probability }
watch-chart = The rank of “{ $token }” at each step; the table below has the numbers.
watch-stop = Stop watching
watch-stop-of = Stop watching “{ $token }”

what-if = With the current settings, { $count } of { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} would differ. The first is { $token }: it would be { $would }.
what-if-cut = With the current settings, { $count } of { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} would differ. The first is { $token }, which the sampler would have cut: it would be { $would }.
what-if-go = Go on from there
what-if-mark = with the current settings it would be “{ $token }”
what-if-mark-cut = with the current settings the sampler would cut it; it would be “{ $token }”
