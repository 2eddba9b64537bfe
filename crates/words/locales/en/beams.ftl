# Beam search.
look-beams = After “{ $text }” several texts grow side by side. Each step adds one token to each; those with the largest sum of log-probabilities go on, the others fall.
look-beams-drawn = After “{ $text }” several texts grow side by side. Each step draws candidates by their probability and the seed; those with the largest sum of log-probabilities go on, the others fall.
look-beams-stochastic = After “{ $text }” several texts grow side by side. Each has its luck: the luckiest go on, and so whole texts are drawn by their probability, none of them twice.
look-beams-diverse = After “{ $text }” several texts grow side by side, in groups: a group finds the tokens of those before it less probable, so that the texts differ.
try-beams = press Play, then give it 1 beam: that is the greedy text.
beams-place = step { $step } of at most { $most }
beams-width = Beams
beams-penalty = Length penalty λ
beams-tokens = Most tokens
beams-stopping = Ends
beams-likely = when none is likely to be better
beams-always = when enough are finished
beams-never = when none can be better
beams-way = Candidates
beams-way-best = the best ones
beams-drawn = drawn (sampler and seed { $seed })
beams-way-stochastic = drawn texts (sampler and seed { $seed })
beams-way-diverse = { $groups ->
    [one] the best of { $groups } pair
   *[other] the best of { $groups } pairs that differ
}
beams-diversity = Difference δ
beams-picture = The texts of the search
beams-key = A column for each token, the best text at the top. Lines lead to what goes on; pale texts have fallen; a double frame marks a finished text.
beams-chip = { $token }, sum { $sum }
beams-chip-finished = { $token }, sum { $sum }: this text is finished
beams-candidates = { $step ->
    [0] Candidates
   *[other] Candidates of step { $step }
}
beams-candidates-about = The { $candidates } best continuations of all beams, from one forward pass over { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
} ({ $time }). Bars: old sum, then the new token. The shorter the bar, the more probable the text.
beams-continues = Beam
beams-shorter = Shorter is better
beams-before = Old sum
beams-log-prob = + ln p
beams-sum = Sum
beams-step = Step
beams-beam = Beam
beams-goes-on-from = Goes on from beam
beams-with-luck = With luck
beams-luck-about = Each text has its luck, a random number that is added to its sum. The { $beams } luckiest texts are a sample in which none comes twice. A beam stands for the luckiest text that begins like it: one of its continuations has the same number, the others have less.
beams-fate = What becomes of it
fate-stays = goes on as beam { $beam }
fate-finishes = finished, score { $score }
fate-unranked = finished, but others score better than { $score }
fate-too-low = finished, but not among the first
fate-lucky = finished
fate-unlucky = finished, but others are luckier
fate-falls = falls
beams-pool = Finished texts
beams-pool-empty = None yet. A text is finished when it comes to an end-of-text token, or has the most tokens.
beams-score = Score
beams-length = Tokens
beams-text = Text
beams-rank-by = Rank by λ
beams-rank-note = Score = sum ÷ tokens^λ. This ranks the finished texts anew; λ also decided which were kept and when the search ended, and that only a new search can redo.
beams-none-better = The search ended: no text that grows can still become better.
beams-pool-full = The search ended: as many texts are finished as there are beams.
beams-all-finished = The search ended: every text is finished.
beams-none-left = The search ended: the sampler leaves no token to go on with.
beams-beside = Beside other ways to choose
beams-best = Best beam
beams-greedy = Greedy
beams-sampled = Sampled
beams-alone = Σ ln p
beams-a-token = a token
beams-repeats = Repeats
beams-beside-about = Σ ln p: how probable the model itself finds the text. Repeats: pairs of tokens that stand in it before.
