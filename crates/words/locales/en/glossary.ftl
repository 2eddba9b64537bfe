# The glossary: each term of the field in one line. ‹key:words› in any message marks words as a term; the keys are those of
# web/src/components/glossary/term.rs.
glossary = Glossary
term-is = { $name }:
try-this = Try:
term-here = here { $value }

term-token = token
about-token = A piece of text from a fixed list: a word, part of one, or a sign. Models read and write nothing else.
term-byte = byte
about-byte = 8 bits of text as it is stored. Rare characters have no token of their own and are written byte by byte.
term-vocabulary = vocabulary
about-vocabulary = All tokens that the model knows. Each gets a score at every step.
term-context = context window
about-context = The most tokens that the model can read at once. What is earlier does not exist for it.
term-embedding = embedding
about-embedding = The vector that stands for a token: a row of a learnt table.
term-stream = residual stream
about-stream = The vector of each token on its way up. Every layer reads it and adds to it.
term-layer = layer
about-layer = One round of attention and MLP. All layers are built alike, with weights of their own.
term-attention = attention
about-attention = How a token takes information from tokens before it: a weighted sum, whose weights add up to 1.
term-head = head
about-head = One of several attentions side by side in a layer, each looking for something of its own.
term-mlp = MLP
about-mlp = The part of a layer that works on each token alone. Much of what a model knows is stored there.
term-neuron = neuron
about-neuron = One number inside an MLP: how strongly one pattern was found.
term-lens = logit lens
about-lens = The output applied to an inner layer: what the model would say if it stopped there.
term-pass = forward pass
about-pass = The tokens’ way through all layers to the logits. Choosing a token comes after it.
term-logit = logit
about-logit = The raw score of a token, of any size and sign. Only differences count.
term-softmax = softmax
about-softmax = Turns scores into probabilities: e to the power of each score, divided by the sum of all.
term-probability = probability
about-probability = How often this token would come here, in the model’s view of texts. It says nothing about facts.
term-rank = rank
about-rank = The place of a token when all are sorted by probability; 1 is the favourite.
term-entropy = entropy
about-entropy = How undecided the model is, in bits: 0 is certain, 1 more bit is twice as many equal choices.
term-surprisal = surprisal
about-surprisal = How unexpected a token was, in bits: −log₂ of its probability.
term-perplexity = perplexity
about-perplexity = The mean surprisal of a text as a number of equally likely choices a token.
term-kl = KL divergence
about-kl = How far one distribution is from another, in bits; 0 if they are the same.
term-sampler = sampler
about-sampler = What turns probabilities into one token: stages that reshape or cut, then the dice.
term-greedy = greedy
about-greedy = Always taking the favourite (temperature 0): no chance, and often repetition.
term-seed = seed
about-seed = The number that the dice come from. The same seed and settings give the same text.
term-draw = random number u
about-draw = Evenly spread between 0 and 1. The token on whose piece of the bar it falls is chosen.
term-cache = KV cache
about-cache = Keys and values of earlier tokens, kept so that a step computes only the newest one.

now-token = “{ $token }”, id { $id }
now-bytes = “{ $token }”: { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
now-vocabulary = { $count } tokens
now-context = { $count } of { $all } tokens
now-numbers = { $count } numbers a token
now-layers = { $count ->
    [one] { $count } layer
   *[other] { $count } layers
}
now-heads = { $count ->
    [one] { $count } head a layer
   *[other] { $count } heads a layer
}
now-neurons = { $count } a layer
now-attention = most on “{ $token }”: { $share }, mean of all heads
now-mlp = L{ $layer }: it changes the vector by { $share } of its length
now-lens = after { $layer } “{ $token }” leads with { $probability }
now-kl = after { $layer } { $bits } from the output
now-cache = { $bytes } set aside
now-of-token = “{ $token }”: { $value }
now-softmax = “{ $token }”: { $logit } becomes { $share }
now-rank = “{ $token }”: { $rank } of { $all }
now-stages = { $count ->
    [one] { $count } stage acts, { $stay } of { $all } tokens stay
   *[other] { $count } stages act, { $stay } of { $all } tokens stay
}
now-greedy = the favourite is “{ $token }”
now-setting = set to { $value }
now-off = not in use
