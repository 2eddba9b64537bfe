# The sampler: its stages with their rules and numbers, presets, lists of tokens, stop rules, and settings for other programs.
stage-temperature = Temperature
stage-temperature-about = Below 1 favourites win more often, above 1 the others get a chance; 0 always takes the first.
stage-temperature-rule = z′ = z / T
stage-dynamic = Dynamic temperature
stage-dynamic-about = Cool when the model is sure, hot when it is not: the temperature follows the entropy.
stage-dynamic-rule = T = T_min + (T_max − T_min) · (H / ln n)^γ,  T_min = max(0, t − r),  T_max = t + r
stage-quadratic = Quadratic smoothing
stage-quadratic-about = Brings tokens near the top closer together and pushes the rest away; 0 changes nothing.
stage-quadratic-rule = z′ = m − k·f·d² + s·f·d³,  d = z − m,  k = (3 − c)/2,  s = (c − 1)/2
stage-top-k = Top-k
stage-top-k-about = Keeps only the k most probable tokens; 0 keeps all.
stage-top-k-rule = keep the k largest z
stage-value-off = off
stage-top-p = Top-p
stage-top-p-about = Keeps the fewest tokens that together reach this probability; 1 keeps all.
stage-top-p-rule = keep the shortest list with Σp ≥ P
stage-min-p = Min-p
stage-min-p-about = Keeps tokens with at least this share of the favourite’s probability; 0 keeps all.
stage-min-p-rule = keep p_i ≥ m · p_max
stage-top-a = Top-a
stage-top-a-about = Like min-p, but its bar rises with the square of the favourite’s probability; 0 keeps all.
stage-top-a-rule = keep p_i ≥ a · p_max²
stage-typical = Typical
stage-typical-about = Keeps tokens about as surprising as the model expects to be surprised; 1 keeps all.
stage-typical-rule = order by |−ln p_i − H|, keep until Σp ≥ P
stage-tail-free = Tail-free
stage-tail-free-about = Cuts where the sorted probabilities stop bending: the flat tail goes; 1 keeps all.
stage-tail-free-rule = cut where Σ|Δ²p| / total passes z
stage-epsilon = Epsilon cutoff
stage-epsilon-about = Cuts every token below this probability; 0 keeps all.
stage-epsilon-rule = keep p_i ≥ ε
stage-eta = Eta cutoff
stage-eta-about = Like the epsilon cutoff, but milder where the model is unsure; 0 keeps all.
stage-eta-rule = keep p_i ≥ min(ε, √ε · e^−H)
stage-top-n-sigma = Top-nσ
stage-top-n-sigma-about = Keeps tokens within n standard deviations of the top logit; 0 keeps all.
stage-top-n-sigma-rule = keep z_i ≥ z_max − n·σ
stage-top-h = Top-H
stage-top-h-about = Keeps the first tokens until they carry this share of the entropy; 1 keeps all.
stage-top-h-rule = keep the longest list with Σ(−p ln p) ≤ h · H
stage-xtc = XTC
stage-xtc-about = Now and then removes the favourites, and takes the least likely of the good ones.
stage-xtc-rule = with probability P: of all p_i ≥ t keep only the least
stage-repetition = Repetition penalty
stage-repetition-about = Makes tokens of the text so far less likely, once each; 1 changes nothing.
stage-repetition-rule = z′ = z / θ if z > 0, else z · θ
stage-presence = Presence penalty
stage-presence-about = Takes a fixed amount from the logit of every token seen; 0 changes nothing.
stage-presence-rule = z′ = z − α if seen
stage-frequency = Frequency penalty
stage-frequency-about = Takes more from a token the more often it was seen; 0 changes nothing.
stage-frequency-rule = z′ = z − α · times seen
stage-dry = DRY
stage-dry-about = Makes tokens unlikely that would go on repeating a passage; the longer, the more so.
stage-dry-rule = z′ = z − m · b^(n − L) if it continues a repeat of n ≥ L tokens
stage-mirostat = Mirostat
stage-mirostat-about = Steers the surprise: cuts what is too surprising, and moves the line after every draw.
stage-mirostat-rule = keep −log₂ p ≤ μ;  after the draw μ ← μ − η(−log₂ p′ − τ)
stage-logit-bias = Logit bias
stage-logit-bias-about = Adds a number to the logits of tokens that you name.
stage-logit-bias-rule = z′ = z + b
stage-grammar = Grammar
stage-grammar-about = Removes every token that the generated text cannot go on with.
stage-grammar-rule = z′ = −∞ unless some continuation is in the language
grammar-language = Written as
grammar-regex = regular expression
grammar-json = JSON Schema
grammar-lark = rules (Lark)
grammar-text = Grammar
grammar-apply = Apply
grammar-example = Example
grammar-example-none = choose one
grammar-example-answer = yes, no or maybe
grammar-example-date = a date
grammar-example-object = name and age as JSON
grammar-example-sum = a sum with brackets
grammar-first = What the model would rather say is gone here and all else grows: see the column. From the end of the prompt on, the text has to follow.
condition = Is this what the model would say, if it had to?
condition-about = Not quite. On condition of the grammar, each of its texts has its share of what the model gives them all together. A mask chooses step by step: what begins well gets its share even if it can only end badly. All texts of a small grammar, both ways:
condition-reads = The model reads all texts of the grammar …
condition-many = This grammar has too many texts to list. Take a small one, such as (yes|no|maybe).
condition-text = Text
condition-model = On condition
condition-masked = Step by step
condition-spellings = Spellings
condition-all = { $texts ->
    [one] One text
   *[other] { $texts } texts
}; without the grammar the model gives them { $share } together.
stage-banned = Banned tokens
stage-banned-about = Removes tokens that you name.
stage-banned-rule = z′ = −∞
stage-ngram = No-repeat n-gram
stage-ngram-about = Removes tokens that would repeat a group of n tokens; 0 changes nothing.
stage-ngram-rule = z′ = −∞ if it would complete an n-gram of the text
short-all = k all

preset-model = this model's files
preset-of-model = as { $model }’s generation config says
preset-first = this page (default)
preset-api = API-like
preset-greedy = Greedy
preset-raw = No sampler at all

parameter-temperature = Temperature T
parameter-middle = Temperature t
parameter-range = Range r
parameter-exponent = Exponent γ
parameter-factor = Factor f
parameter-curve = Curve c
parameter-chance = Chance P
parameter-threshold = Threshold t
parameter-last-n = Looks back (0: everything)
parameter-multiplier = Multiplier m
parameter-base = Base b
parameter-allowed = Allowed length L
parameter-tau = Target τ, bits
parameter-eta = Learning rate η
parameter-bias = Bias b
slider = { $label }, slider

did-rescued = It would have removed everything, so the favourite stays.
did-entropy-same = The entropy stays at { $bits }.
did-entropy = The entropy goes from { $before } to { $after }.
did-acts = Its own draw { $draw } is below { $chance }: it acts at this step.
did-passes = Its own draw { $draw } is not below { $chance }: it lets this step pass.
did-keeps-one = It keeps only the first token.
did-keeps = It keeps the first { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}.
did-line-probability = The line is at a probability of { $probability }.
did-line-logit = The line is at a logit of { $logit }.
did-line = The line is at { $bits }.
did-one-is-enough = One token is enough.
did-mass = The { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} that stay have { $mass } together.
did-removes = It removes { $tokens }.
did-changes = It changes { $tokens }.
did-more = { $tokens } and { $count } more
did-after = “{ $token }” (after { $count } repeated)
did-times = “{ $token }” ({ $count }×)
did-token = “{ $token }”

with-largest = “{ $token }”: T = { $t } leaves only the largest z
with-all = { $parameter } keeps all
with-all-of = { $parameter } keeps all { $count }
with-top-k = min({ $k }, { $all }) = { $count } stay
with-top-p = Σp of the first { $count } = { $mass } ≥ { $least }
with-typical = H = { $nats } nats; Σp of the { $count } nearest to it = { $mass } ≥ { $least }
with-tail-free = Σ|Δ²p| / total passes { $z } behind the first { $count }
with-top-h = { $share } · { $nats } = { $most } nats, which the first { $count } do not pass
with-xtc-none = t = { $threshold }: no token goes
with-xtc = t = { $threshold }: { $count ->
    [one] { $count } token goes
   *[other] { $count } tokens go
}, number { $number } is the least above it
with-mirostat = μ = { $bits }: tokens with p ≥ 2^−{ $mu } = { $least } stay

col-before = Before
col-after = After
stage-table = Tokens before and after this stage
stage-cut = cut

list-tokens = Tokens
list-biases = Token : bias
list-breakers = Breakers, separated by spaces
list-no-bias-here = A banned token has no bias: leave out the colon.
list-bias-missing = Token { $token } has no bias: write { $token }:-2.
list-not-closed = A quotation mark is not closed.
list-no-token = No token is exactly “{ $text }”: search for its parts.
list-no-id = “{ $text }” is no token id: put a text in quotation marks.
list-no-number = “{ $text }” is no number.

stops = When playing stops
stops-most = Most tokens
stops-texts = Stop texts, one a line; \n is a line break
stops-also = Also at the end-of-text token, and when the context is full.

elsewhere = Use these settings elsewhere
elsewhere-openai = { $program }-compatible request
elsewhere-copy = Copy
elsewhere-left-out = Left out, because it has no such stage, or only one: { $stages }.
elsewhere-simplified = It lacks a parameter of, or does not allow as much for: { $stages }.
elsewhere-counts-less = It counts only what it has generated, not the prompt, for: { $stages }.
elsewhere-reordered = It applies them in its own order, so the numbers can differ.
