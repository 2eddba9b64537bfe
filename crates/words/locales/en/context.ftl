# Context and cost.
look-context = After “{ $text }” the text grows, the context does not. Below it is small, so that you see it fill up.
try-context = press Play, then keep the beginning and forget the middle.
context-room = The context of this run
context-prompt = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} of prompt
context-output = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} of output
context-left = { $left } of { $context } left
context-when-full = When it is full
context-size = Context
context-way = When full
context-slide = forget the oldest
context-middle = keep the first { $first }, forget after them
context-stop = stop
context-drop = Forgotten at once
context-is-full = The context is full: the text ends here.
context-step = For this token { $reused ->
    [0] nothing was in the cache
    [one] { $reused } token was in the cache
   *[other] { $reused } tokens were in the cache
}, { $computed } { $computed ->
    [one] was
   *[other] were
} computed ({ $time }).
context-dropped = { $dropped ->
    [one] One token was forgotten; those after it moved
   *[other] { $dropped } tokens were forgotten; those after them moved
}, and their keys and values had to be computed again.
context-lost = What is forgotten changes the distribution by { $bits }.
context-remembered = With the whole text “{ $token }” would be the favourite ({ $share }).
context-picture = The cache, step by step
context-computed = computed now
context-reused = from the cache
context-forgotten = forgotten
context-col-read = Read
context-col-dropped = Forgotten
context-col-reused = In the cache
context-col-computed = Computed
context-col-rows = Measured
context-col-time = Time
context-col-lost = Changed by
work-title = How the work grows
work-none = The text at the top has no generated token yet. Close this, take a step there, and its work is counted here.
work-with = With cache
work-without = Without
work-ratio = Ratio
work-rows = Tokens through the model
work-weights = Multiplications with weights
work-attention = Multiplications in attention
work-cache = Keys and values kept
work-measured = Measured: { $steps ->
    [one] One step
   *[other] { $steps } steps
} computed { $rows ->
    [one] { $rows } token
   *[other] { $rows } tokens
} in { $time }.
work-speculated = Speculative decoding wrote { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} in { $rounds ->
    [one] { $rounds } pass
   *[other] { $rounds } passes
} of the model over { $rows ->
    [one] { $rows } token
   *[other] { $rows } tokens
}: more work, fewer passes.
work-picture = Tokens through the model, as the text grows
work-line-with = with a cache: each token once
work-line-without = without: all tokens again at each step
work-col-tokens = Length
work-col-rows = Tokens, cache
work-col-rows-without = Tokens, no cache
work-col-attention = Attention, cache
work-col-attention-without = Attention, no cache
work-col-cache = Cache
work-col-measured = Measured tokens
work-col-time = Measured time
cost-title = What it costs where tokens are sold
cost-input = Input
cost-cached = Cached input
cost-output = Output
cost-runs = Runs
cost-example = Prices of a million tokens. These are examples, no provider’s prices: put in those you pay.
cost-own = Prices of a million tokens, in your currency.
cost-reset = Back to the examples
cost-this = This run
cost-many = { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
}
cost-many-cached = { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
}, prompt cached
cost-sum = Sum
cost-about = On this page a run costs nothing: it is computed on your device.
