# The views inside the model: what to look for and what to try in each, their labels, and what their numbers say.
view-attention = Attention
view-lens = Logit lens
view-shares = Contributions
view-neurons = Neurons
view-embeddings = Embeddings
view-vectors = Vectors
view-knock-out = Knock-out
view-cache = KV cache
view-speed = Speed
views-nothing = Nothing to look at yet: type a prompt.

look-attention = Where does a ‹head:head› look? Stronger colour, more ‹attention:attention›.
try-attention = point at another token, then at another head.
look-lens = The ‹lens:logit lens›: what the ‹stream:residual stream› says after each ‹layer:layer›.
try-lens = press a cell to see its step; colour by KL.
look-shares = Which ‹head:heads› and ‹mlp:MLPs› add most to a ‹logit:logit›?
try-shares = press the strongest part; see the step without it.
look-neurons = Do the tokens that a ‹neuron:neuron› promotes share a meaning?
try-neurons = the last layer, closest to words.
look-embeddings = ‹token:Tokens› used alike have ‹embedding:embeddings› close together.
try-embeddings = press a token of the map: what lies near it?
look-vectors = Every number of one token in one ‹layer:layer›.
try-vectors = point at a cell; press a product for its terms.
look-knock-out = This step without some ‹head:heads› or ‹mlp:MLPs›; the run stays.
try-knock-out = switch layers off, one at a time: which matters most?
look-cache = Each cell is a token in the ‹cache:KV cache›: its keys and values, which ‹attention:attention› reads again at every step.
try-cache = switch it off, step, and watch the bars grow.
look-speed = Each ‹token:token› reads all weights once. In large models that takes the time, in small ones starting each computation.
try-speed = compare a step’s GB/s with a plain copy’s.

part-head = layer { $layer } head { $head }
part-attention = layer { $layer } attention
part-mlp = layer { $layer } MLP
part-scaled = { $part } × { $factor }
parts-off = Without { $off }
parts-scaled = With { $scaled }
parts-off-and-scaled = Without { $off }, with { $scaled }
parts-count = { $count ->
    [one] { $count } part
   *[other] { $count } parts
}
under = Look inside the changed model
under-altered = { $parts }: below is the changed model, its parts times their factor.
under-own = { $parts }: below is still the model itself.

factor-off = off (× 0)
factor-half = half (× 0.5)
factor-double = double (× 2)
factor-four = × 4
factor-now = × { $factor }
part-on = on
part-is-off = off
part-all = all
part-is = { $part }: { $now }
whole-layer = The whole layer so, or on again
whole-layer-of = Layer { $layer }, all of it so or on again
press-a-part = Press a part to set it:
all-on-again = All on again
the-parts = The parts of the model
everything-is-on = Everything is on: this is the model itself.
col-the-model = The model
col-changed = Changed
col-change = Change in points
knocked-same = { $parts }: KL { $bits }; the same dice still choose “{ $token }”.
knocked-other = { $parts }: KL { $bits }; the same dice choose “{ $other }” instead of “{ $token }”.
knocked-step = This step without them
knocked-table = The next token with and without these parts
knocked-text = The text without them
rewrite = Continue the prompt without them
rewrite-stop = Stop
rewrite-how = with the same sampler and the same dice
rewrite-stale = { $parts } (before your last change)
rewritten-other = { $parts }: the first other token is number { $number }.
rewritten-nothing = { $parts }. Nothing to compare: no token was sampled under these settings.
rewritten-same = { $parts }: the first { $count ->
    [one] token is
   *[other] { $count } tokens are
} as in the run.

col-part = Part
col-adds = Adds to the logit
share-embed = token embedding
share-position = position embedding
share-head = layer { $layer }, head { $head }
share-attention-bias = layer { $layer }, attention bias
share-mlp = layer { $layer }, MLP
share-final-bias = bias of the final norm
share-unembed-bias = bias of the unembedding
share-bound = bound of the logits
share-sums = embeddings { $embeddings }, attention heads { $heads }, MLPs { $mlps }, biases { $biases } = { $total }.
share-sums-bounded = { $sums } The bound of the logits makes it { $total }.
share-sums-of = { $sums } The step’s logit is { $logit }.
share-whose = Whose logit
share-table = What each part adds to the logit
share-picked = { $part }: { $adds }, number { $rank } of { $all } by size.
share-off = See the step without it
share-sum = sum
share-scale = Unrounded, they add up exactly, at this step’s norm scale.
share-scale-bounded = Unrounded, they add up exactly to the logit before its bound, at this step’s norm scales; the bound takes off the rest.
row-token = token
row-position = position
row-final-bias = final bias
row-unembed-bias = unembedding bias
row-bound = bound
grid-bias = bias
grid-outside = outside
grid-attention = attention
grid-layer = layer
grid-head = head { $head }
grid-mlp = MLP
layer-number = Layer { $layer }
layer-choice = Layer

col-depth = Depth
col-says = Says
col-kl = KL to the output
lens-embedding = embedding
lens-output = output
lens-after = after L{ $layer }
lens-colour = What colours a cell
lens-by-probability = colour: probability
lens-by-kl = distance from the output (KL)
lens-region = The logit lens
lens-text = text
lens-table = What each depth says
lens-cell = position { $position }, “{ $token }”: { $probability }, { $bits } from the output
at-position = position { $position }
col-ranks = Rank, from the embedding to the output
col-output = Probability in the output
ranks-title = How the answer forms
ranks-about = A token’s rank at each depth (log scale). “Find any token” adds more.
ranks-label = Ranks over the depth; the table has the numbers.
ranks-table = Ranks over the depth

col-neuron = Neuron
col-activation = Activation
col-adds-most = Adds most to
col-takes-most = Takes most from
neuron-number = neuron { $neuron }
neuron-adds = adds to
neuron-takes = takes from
neurons-table = The most active neurons
neurons-bounded = Before the bound of the logits, { $formula }.

col-cosine = Cosine
col-look = Look at it
col-first-axis = First axis
col-second-axis = Second axis
near-it = Near it
near-to = Near “{ $token }”
nearest-to = Nearest to “{ $token }”
nearest-table = Nearest tokens by cosine
near-own = Back to the text’s last token
tied = Weight tying: row { $id } of W_E embeds “{ $token }” and, times the final vector, gives its logit { $logit }.
tied-scaled = Weight tying: row { $id } of W_E, times { $factor }, embeds “{ $token }”; times the final vector the row gives its logit { $logit }.
tied-bounded = Weight tying: row { $id } of W_E, times { $factor }, embeds “{ $token }”; times the final vector the row gives z, and { $formula } is its logit { $logit }.
map-title = A map of the text’s tokens
map-label = A map of the text’s tokens; the table has the numbers.
map-table = The map of the text’s tokens
map-about = PCA: { $first } and { $second } of all difference. The rest may matter more.
positions-title = Where each token stands
positions-label = Position embeddings: a row a position, a column a dimension.
positions-about = Each position adds its own row of W_pos to the token.
point-at-a-cell = Point at a cell.

vectors-about = “{ $token }”, position { $position }, on its way through:
vectors-colours = One colour plus, one minus; red: no number. Keys: Tab, arrows, Enter.
vectors-save = Save all (.safetensors)
vector-save = Save { $name } (.npy)
vector-label = { $name }, { $shape }: { $count } values from { $low } to { $high }
vector-broken = { $count ->
    [one] { $count } value is
   *[other] { $count } values are
} not finite
cell-of-head = head { $head }, { $at }
zero-in-the-middle = (0 in the middle)
col-from = From
col-weight = Weight
col-product = Product
terms-words = { $name }[{ $at }] = { $value }: bias { $bias }, and { $total } from { $count } terms: { $input } times column { $column } of { $symbol }.
terms-others = { $count } others
terms-reading = The weights are being read …
terms-table = The largest terms
terms-close = Close
terms-column = Column { $at } of { $symbol }: { $count } weights, { $low } to { $high }

strip-later = cannot be looked at: it comes later
strip-score = score { $score }
strip-about = The outlined token looks. Point at another; press it to look from there.
strip-label = The text under attention: arrow keys move
thumbs-layer = Heads of layer { $layer }
thumbs-fit = { $count ->
    [one] Memory for { $count } layer
   *[other] Memory for { $count } layers
} of a text this long: press a head for its layer.

col-slot = Slot
col-after-slot = After slot
col-computed-with = Computed with
col-shape = Shape
col-a-token = A token
col-this-text = This text
col-whole-context = Its whole context
cache-off-summary = The cache is off: every step computes the whole text.
cache-summary = { $used } of { $slots } slots: { $bytes } of { $all }, { $each } a token. The text has { $tokens } of { $context } tokens. When full, the text least looked at goes.
cache-slot = “{ $token }”, position { $position }, slot { $slot }
cache-more = { $count ->
    [one] { $count } text is
   *[other] { $count } texts are
} in the table only.
cache-parts-off = parts off
cache-the-model = the model
cache-the-model-long = the model, positions as in long texts
cache-texts = The texts in the cache
cache-texts-label = The texts in the cache: a cell a token, a row a text.
cache-rows = A cell is a slot; a row begins where texts part.
cache-slots-table = The slots of the cache
cache-others = The same text in other models
cache-others-badge = extrapolated
cache-others-about = 2: keys and values. Published shapes in f16, not measured.
cache-others-table = The cache of other models
cache-shape = 2 × { $layers } layers × { $heads } heads × { $width } × 2 bytes
kv-heads = { $model } ({ $heads } KV heads)

col-tokens-computed = Tokens computed
col-pass = Forward pass
cost-prompt = the whole prompt (its prefill)
cost-one = one token
cost-whole = the whole text
cost-several = several tokens (not in the cache)
cost-average = { $steps ->
    [one] { $steps } step computed { $what }: { $time }.
   *[other] { $steps } steps computed { $what }: { $time } on average.
}
cost-of-position = position { $position }: { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} computed in { $time }
costs-title = What each step’s forward pass took
cache-switch-on = Switch the cache on again
cache-switch-off = Switch the cache off
cache-switched-off = Every step now computes the whole text.
costs-none = No step was taken yet. The cache is not empty: it holds keys and values of { $count ->
    [one] the { $count } token
   *[other] all { $count } tokens
} of the text in each of { $layers ->
    [one] { $layers } layer
   *[other] { $layers } layers
}. The next step computes one position and reads the others from here; each step then adds a bar.
costs-prompt = The pass over the text computed { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
} in { $time }.
costs-label = The forward pass of each step; the table has the numbers.

col-kernel = Kernel
col-time = Time
col-weights-read = Weights read
kernel-unembed = unembedding
kernel-mlp = MLP and projections
kernel-qkv = queries, keys, values
kernel-attention = attention
kernel-rest = norms and the rest
speed-outside = outside
speed-cpu = A large product here, weights read
speed-cpu-why = More than 100 % is possible: caches help.
speed-gpu = A copy here, read and written together
speed-gpu-why = More than 100 % is possible: a step hardly writes, and caches help.
speed-reached-cpu = { $speed } ({ $percent } % of that product)
speed-reached-gpu = { $speed } ({ $percent } % of the copy)
speed-length = Length of the text when it was measured
speed-one-token = Forward pass of one token, its logits read back: the fastest of several
speed-reads = Weights that it reads
speed-logits = Logits that come back
speed-read = Weights that the step read
speed-gpu-time = Its dispatches alone, by GPU timestamps
speed-dispatches = Dispatches
speed-first-token = Time to first token, with messages
speed-prefill = { $time }, a prefill of { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
speed-played = While it played
speed-tokens-a-second = { $rate } tokens a second
speed-no-clock = Times of dispatches need WebGPU with timestamp queries.
speed-coarse = A coarse clock: the mean of { $repeats } repeats.
speed-measuring = Being measured …
speed-again = Measure again
speed-where = Where the GPU’s time goes
speed-table = The dispatches of one token

memory-why = What these views have computed stays in memory, so that you can come back to it at once; when that is full it is emptied, and what you look at is computed again.
memory-kept = { $bytes } kept
memory-of = of at most
memory-size = { $size } MiB

formula-resid-pre-rotary = what enters the block: the resid_post before it, or embed
formula-rms = { $of } / √(mean of its squares + ε) · γ
formula-rot-q = q, turned in pairs by an angle that grows with the position
formula-rot-k = k, turned in the same way; a row may serve several heads
formula-head-norm = each head of { $of } / √(mean of its squares + ε) · γ
formula-head-layer-norm = each head of { $of }: (x − mean) / √(variance + ε) · γ + β
formula-rot-q-norm = q_norm, turned in pairs by an angle that grows with the position
formula-rot-k-norm = k_norm, turned in the same way; a row may serve several heads
formula-unturned = { $of } as it is: this block turns nothing, and so does not see positions
formula-gate = { $formula }, a cell a neuron: how far its gate opens
formula-rms-final = the last resid_post / √(mean of its squares + ε) · γ; { $logits }
formula-embed = the token’s row of the embedding W_E
formula-embed-scaled = the token’s row of the embedding W_E, times { $factor }
formula-pos-embed = the position’s row of W_pos
formula-resid-pre = what enters the block: the resid_post before it, or embed + pos_embed
formula-norm-pre = (resid_pre − mean) / √(variance + ε) · γ + β
formula-q = { $formula }, a row a head
formula-attn-out = { $formula }: what attention writes into the stream
formula-attn-proj = { $formula }: what attention gives, before its norm
formula-mlp-out = { $formula }: what the MLP writes into the stream
formula-mlp-proj = { $formula }: what the MLP gives, before its norm
formula-scores = { $formula }, a column a token up to this one
formula-pattern = softmax(attn_scores), each row sums to 1
formula-z = pattern · v: the values, mixed by the pattern
formula-norm-mid = layer norm of resid_mid
formula-mlp-pre = { $formula }, a cell a neuron
formula-resid-post = resid_mid + mlp_out: what the next block gets
formula-ln-final = layer norm of the last resid_post; { $logits }
logits-by-embedding = times W_E’s transpose it gives the logits
logits-by-unembedding = times the unembedding it gives the logits
logits-with-bias = times the unembedding, plus a bias, it gives the logits
logits-bounded = times the unembedding it gives z, and { $formula } the logits

from-turned = { $of } of head { $head }, turned in pairs by the position
from-layer = { $cell } of layer { $layer }
from-product = { $count } values of { $input } times a column of { $symbol }, plus bias; press for the terms
from-norm = ({ $cell } − mean { $mean }) ÷ deviation { $deviation }, times γ, plus β
from-rms = { $cell } ÷ root mean square { $root }, times γ
from-block = { $cell } of layer { $layer }, as that block left it
from-scores = q of head { $head } times k of the token at position { $position }, divided by { $divisor }
from-scores-bounded = x is { $product }; the score is { $formula }
from-pattern = e^{ $score } ÷ { $total }, the sum over the scores of head { $head }
from-z = values v up to this token, mixed by head { $head }’s pattern

# Attention.
attention-too-long = This text is too long: one layer’s attention exceeds the memory set aside.
attention-table = What this token attends to
attention-drawn = What is drawn
attention-scores = scores q·k
attention-masked = + mask
attention-pattern = pattern = softmax
attention-without-first = without the first token
arcs = Attention as arcs
arcs-about = To tokens that get { $least } or more; grey: other tokens’, from { $strong }.
arcs-region = Attention as arcs; the table has the numbers.
heat-about = A row: what one token attends to. Below: the cell under the pointer.
heat-query = “{ $token }” (position { $position }) looks at itself and back. Point at a cell.
heat-later = { $pair }: { $formula } = { $score }, but later: the mask makes it −∞.
heat-window = { $pair }: masked, for it lies before the window: −∞ before the softmax, 0 after.
heat-masked = { $pair }: masked, for it comes later: −∞ before the softmax, 0 after.
heat-share = { $pair }: { $share } = e^{ $score } ÷ { $total }, the sum over the keys
head-title = Layer { $layer }, head { $head }
head-previous = previous token
head-first = first token
head-induction = induction
head-kinds = P: looks at the token before. F: at the first, often a resting place. I: at what followed the same token.
head-kinds-rule = A letter needs { $tokens } such tokens, { $share } % of their attention and { $more } points more than an even spread.
head-few = { $count ->
    [one] only { $count } token
   *[other] only { $count } tokens
}
head-named-from = a name from { $share }; over { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
head-measured = { $name } { $share } (spread evenly { $chance }; { $compared })
head-is = In this text: { $kind }.
head-text-too-short = The text is too short to name this head.
head-entropy = Entropy of a row: { $bits }.
head-mean = Mean attention on { $parts }.
