# Guided choices.
strategy-guided = Guided choices
about-guided = The model weighed against another prompt, a smaller model, an earlier layer or its own text
look-guided = After “{ $text }” the next token is not simply the most probable one: a score weighs the model against something else. Underlined tokens are those that the model alone would not have taken.
try-guided = give guidance another prompt, and move g.
guide-rule = Score
guide-guidance = Guidance
guide-guidance-about = The model reads two prompts: yours and another one. What yours makes more probable counts g times. At g = 1 the other prompt does nothing.
guide-search = Contrastive search
guide-search-about = The k most probable tokens are fed forward. A token whose inner state is like one that the text already has loses: that keeps the text from repeating itself.
guide-decoding = Contrastive decoding
guide-decoding-about = A smaller model reads along. What the large one finds more probable than the small one wins: that is what it has learned beyond it.
guide-dola = Layers against each other
guide-dola-about = DoLa: the last layer against an earlier one, the one that is farthest from it. What only the late layers know wins.
guide-alpha = Weight α
guide-k = Candidates k
guide-head = Plausible from
guide-scale = Guidance g
guide-against = Other prompt
guide-against-none = the last token alone
guide-drawn = drawn (sampler and seed)
guide-guided = Guided
guide-alone = Model alone
guide-key = Underlined: the model alone would have taken another token here.
guide-same = “{ $token }” has the best score, { $formula }; the model alone would take it, too.
guide-other = “{ $token }” has the best score, { $formula }; the model alone would take “{ $plain }”.
guide-drew = The dice fell on “{ $token }”; the model alone would take “{ $plain }”. Its score: { $formula }.
guide-col-p = Probability
guide-col-similar = Most alike
guide-col-model = Model
guide-col-small = Small model
guide-col-against = Other prompt
guide-col-last = Last layer
guide-col-early = Layer { $layer }
guide-col-score = Score
guide-out = not plausible
guide-alone-takes = model alone
guide-nearest = most like token { $place } of the text
guide-plausible = { $count ->
    [one] One token is
   *[other] { $count } tokens are
} plausible: all others are out, however large the difference.
guide-layer = layer { $layer }: { $bits }
guide-layers = How far each earlier layer is from the last one (Jensen–Shannon); the farthest counts:
