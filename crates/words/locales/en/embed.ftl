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

embed-make = Embed: choose what it shows …
embed-title = Put this into another page
embed-shows-all = Nothing is ticked: the embed shows the whole page.
embed-controls = Controls
embed-stations = Stations of the picture
embed-temperature = Temperature
embed-top-k = Top-k
embed-top-p = Top-p
embed-chain = All stages
embed-seed = Seed
embed-candidates = Candidates
embed-dice = Dice and Roll again
embed-step = Step and Restart
embed-play = Play
embed-rewind = Rewind
embed-speed = Speed
embed-pipeline = Tokens, embedding, layers
embed-logits = Logits and softmax
embed-sampler = Sampler
embed-lock-text = The text cannot be changed
embed-size = Size
embed-size-own = own
embed-width = Width
embed-height = Height
embed-colours = Colours
embed-colours-auto = as the reader’s system
embed-colours-light = light
embed-colours-dark = dark
embed-preview = Preview
embed-scaled = Shown at { $percent } of its size.
embed-code = The line of HTML
embed-copy = Copy it
embed-needs-files = Your own files cannot be embedded: the embed opens the model that comes with the page.
embed-close = Close
