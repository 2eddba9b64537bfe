# Lessons that stand in other pages, and the dialog that makes them.
locked-here = Locked by the page that shows this.

lesson-model = the model
lesson-after = after the sampler
lesson-track = full track = { $share }
lesson-track-grew = full track grew to { $share }
lesson-candidates = Candidates for the next token
lesson-left = { $left } of { $all } left
lesson-fixed = Part of this lesson: it can be seen here, but not changed.
lesson-all = all
lesson-draw = random number { $number } · seed { $seed } · roll { $roll }
lesson-draw-by-hand = random number { $number } · set by hand

