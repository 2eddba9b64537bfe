# What the run, the sampler chain and the token tree refuse.
prompt-empty = The prompt is empty. Type at least one character: a model predicts what comes after a text.
prompt-unread = The tokenizer of this model makes no token of “{ $text }”. Type something that its vocabulary has.
left-out = The tokenizer of this model has no token for { $characters }: the model does not read { $count ->
    [one] it
   *[other] them
}.
prompt-too-long = The prompt has { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}, but this model reads at most { $context } at once. Shorten it to { $most ->
    [one] { $most } token
   *[other] { $most } tokens
} or fewer.
context-full = The context is full: this model reads at most { $context } tokens. Rewind, or start a shorter prompt.
unknown-token = Token { $token } does not exist: this model's vocabulary has ids 0 to { $last }.
unknown-node = There is no step { $node } in this run.
logits-missing = The logits of this step are not in memory; they have to be computed first.
needs-logits = The repetition penalty depends on the sign of each logit, and this server gives log-probabilities. Switch it off, or take the presence or frequency penalty.
undecided = “{ $sampler }” cannot be computed from the { $listed } tokens that the server lists of { $all }: it needs the others, too. Ask for all of them, or put a top-k of at most { $listed } before it.
draw-undecided = The draw { $u } falls on a token that is not among the { $listed } that the server lists of { $all }. Ask for more of them, or add a top-k of at most { $listed }.
undecided-remedy = Add that top-k
not-listed = Token { $token } is not among the { $listed } that the server lists of { $all }, so its probability is not known. Ask for all of them first.
list-too-short = The { $listed } tokens that the server lists of { $all } do not decide this. Put a top-k of at most { $listed } into the sampler.
needs-all = This needs the scores of all { $all } tokens, and the server lists { $listed }. vLLM lists all of them when it is started with --max-logprobs -1.
bad-logit = The model returned { $value } as the logit of token { $token }. Its weights are damaged, or they overflow in the chosen precision.
logits-length = The model returned { $found ->
    [one] { $found } logit
   *[other] { $found } logits
}, but its vocabulary has { $vocabulary } tokens. Reload the model; its files may not belong together.
no-candidates = The model returned no usable logits: there is no token to choose.
remembers-steps = The sampler { $sampler } follows its own earlier steps, but here many texts grow at once. Switch it off.
lanes-count = { $lanes ->
    [one] One text
   *[other] { $lanes } texts
} cannot be compared. Take two, three or four.
few-layers = The model has { $layers ->
    [one] one layer
   *[other] { $layers } layers
}: there is no earlier one to compare the last with.
long-grammar = The grammar has { $bytes } bytes; it may have { $most }. Shorten it.
mask-missing = What the grammar allows at this step has to be worked out first.
grammar-complete = The text is complete: the grammar allows nothing after it. Rewind, or switch the grammar off.
grammar-refused = The grammar cannot be used: { $why }
grammar-hard = The grammar took more than { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}. Make it simpler.
grammar-crashed = The grammar was too much for its parser, which had to be started anew. Make it simpler.
grammar-parser = The parser of grammars cannot be loaded: { $why } Reload the page, or switch the grammar off.
grammar-left = The text does not follow the grammar: at token { $place } it goes another way. Rewind to before it, or switch the grammar off.
grammar-limit = it has { $what }, and at most { $most } can be used.
grammar-groups = groups in { $depth } groups
grammar-rules = { $count } rules and terminals
grammar-multiple = multipleOf { $value }
grammar-patterns = { $count } patterns
grammar-properties = { $count } properties and alternatives
lane-word = "{ $word }" says nothing about a text to compare with. Use write=sampled, write=greedy or write=beams4, model=run, model=draft or model=altered, chain=…, and prompt=… as the last.
no-log-probs = The list of log-probabilities is empty. Ask the endpoint for at least one.
bad-log-prob = The log-probability of token { $token } is { $value }; it must be a number, 0 or less.
listed-twice = Token { $token } is listed twice among the log-probabilities.
too-much-mass = The probabilities listed sum to { $sum }, which is more than 1: they are not of one distribution.
not-the-top = The list of log-probabilities is not of the most probable tokens: it leaves a probability of { $mass } to { $tokens } others, which can have { $most } at most if none of them is more probable than the last one listed.
vocab-table = The table of the vocabulary's texts is damaged: its ends must rise and lie within its bytes.
setting = { $name } = { $value } is out of range: it must be { $expected }.
setting-nearest = { $name } = { $value } is out of range: it must be { $expected }; { $used } is used.
expected-number = a number from { $low } to { $high }
expected-number-from = a number, { $low } or more
expected-whole = a whole number from { $low } to { $high }
expected-whole-from = a whole number, { $low } or more
expected-divisor = a divisor of { $number }
expected-factor = a factor from 0 to { $most }
expected-draw = a number from 0 up to, but not including, 1
unknown-part = "{ $text }" names no part of a model. A part is written like L3H5 (a head), L3A (a layer's attention) or L3M (its MLP), followed by ~0.5 to scale it.
unknown-sampler = There is no sampler "{ $name }". Known are { $known }.
sampler-spelling = "{ $word }" cannot be read as a value of the sampler { $sampler }.
chain-too-long = The sampler chain has { $stages } stages; at most { $most } are allowed. Remove some.
