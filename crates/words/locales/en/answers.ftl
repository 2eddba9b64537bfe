# What one asks of a text, answered from the run: two or three sentences, the numbers of this step, and where to see it.
questions = Questions
answer-show = Show it in the picture

ask-logit = What is a logit, and how does it become a probability?
answer-logit = A ‹logit:logit› is the score that the model gives to a token. Only the gap to the highest score counts: e^gap is the token’s weight, and its weight divided by the sum of all weights is its ‹probability:probability›.
answer-logit-sum = { $total } is the sum of e^gap over all { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} of the vocabulary.

ask-temperature = What does temperature do?
answer-temperature = ‹temperature:Temperature› divides every score before they become probabilities. Below 1 the gaps grow, and favourites win more often; above 1 they shrink, and the others get a chance; at 0 the favourite always wins.
answer-temperature-table = Probability at several temperatures
answer-temperature-now = { $temperature } (now)
answer-temperature-alone = The temperature alone, before anything is cut; at 1 it is the model’s own probability.
answer-temperature-try = Try { $temperature }
answer-sampler = Open the sampler

ask-random = What is random, and how do I get the same text again?
answer-random = The model is not random: the same text gives the same probabilities every time. Only the draw is.
answer-random-here = From ‹seed:seed› { $seed }, position { $position } and roll { $roll } comes the ‹draw:random number› { $number }. It falls on “{ $token }”, which owns { $from } to { $to }.
answer-random-by-hand = You set the ‹draw:random number› to { $number } by hand. It falls on “{ $token }”, which owns { $from } to { $to }.
answer-random-again = The same model, text, settings, seed and roll give the same token again. A link carries all of them.
answer-dice = Show the dice

ask-look = What does the model look at?
answer-look = Before the next token is scored, every ‹layer:layer› lets the last token read those before it: that is ‹attention:attention›.
answer-look-mean = Over all { $heads } heads together, “{ $from }” reads “{ $to }” most: { $share } of its attention.
answer-look-first = It is the first token, often only a resting place.
answer-look-nothing = “{ $from }” has nothing before it to read.
answer-look-but = What is read is not yet what matters: the view tells what changes if a head is taken out.
answer-attention = Show this attention

ask-form = How does the answer form through the layers?
answer-form = Each ‹layer:layer› adds to the last token’s vector. The ‹lens:logit lens› asks after every layer: what would the model say if it stopped here?
answer-form-leads = “{ $token }” is the favourite { $depth } ({ $then }) and stays it; at the end it has { $now }.
answer-form-last = “{ $token }” is the favourite only { $depth }, the last layer, with { $now }.
answer-form-again = “{ $token }” is the favourite { $early } for the first time, and for good { $depth } ({ $then }); at the end it has { $now }.
answer-form-before = Just before, { $depth }, it would be “{ $token }” ({ $share }).
answer-lens = Show the lens

ask-cache = What is the KV cache, and why does output come one token at a time?
answer-cache = Each token needs the one before it, so a text cannot be computed ahead. What ‹attention:attention› needs of the earlier tokens, their keys and values, is kept in the ‹cache:KV cache› instead of being computed again.
answer-cache-step = This step computed { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
} in { $time } and read the other { $kept } from the cache.
answer-cache-prompt = This step computed all { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
} at once, in { $time }. They are in the cache now: the next step computes one.
answer-cache-off = The cache is off: this step computed all { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
}, in { $time }.
answer-cache-weights = Every token also needs all weights of the model, { $bytes } here, read once: in large models that limits the speed.
answer-cache-open = Show the KV cache

ask-repeat = Why does it repeat itself?
answer-repeat-why = A passage that stands in the text already makes its own continuation more probable: some ‹head:heads› look for what followed the same token before, and copy it. Each copy makes the next one surer, most of all in small models.
answer-repeat = “{ $passage }” ({ $tokens } tokens) stands here { $times } times.
answer-repeat-rise = Its tokens had { $first } on average the first time, { $last } the last time.
answer-repeat-fall = Here the model did not expect it: its tokens had { $first } on average the first time, { $last } the last time.
answer-repeat-heads = These heads look, at each token, at what followed it before:
answer-repeat-head = Layer { $layer }, head { $head }: { $share }
answer-repeat-none = Here nothing of { $least } tokens or more stands twice yet. At ‹temperature:temperature› 0 the favourite always wins, and a round of words can go on forever.
answer-repeat-try = Play “{ $text }” at temperature 0
answer-repeat-cure = A repetition penalty lowers the ‹logit:logits› of tokens that were there.
answer-repeat-press = Add a repetition penalty
answer-repeat-open = Open the repetition penalty

ask-true = Is it true?
answer-true = The page shows how probable words are, not facts. A model knows what tends to follow, true or not.
answer-true-here = Here “{ $token }” has a ‹probability:probability› of { $probability }: that is how sure the model is of the word.
answer-true-try = Try a question whose answer you know, and look how sure it is:
