# One step in a sentence. Its first line says what the model gives, its second what came of it.
sentence-waiting = The first distribution appears here as soon as the model has read the text.
sentence-favourite = After “{ $text }” the model’s favourite is { $token } ({ $probability }).
sentence-favourite-recorded = After “{ $text }” the model’s favourite is { $token } ({ $probability }): recorded, the live run takes over.
sentence-landed = The random number { $draw } landed in the slice of { $token }: { $from }–{ $to }, { $after } wide (the model alone: { $before }).
sentence-landed-short = The random number { $draw } landed in the slice of { $token }: { $from }–{ $to }, { $after } wide.
sentence-landed-too = The random number { $draw } landed on it too: { $from }–{ $to }, { $after } wide.
sentence-only-one = The sampler leaves only { $token }: whatever the random number ({ $draw }), it comes next.
sentence-only-one-came = The sampler left only { $token }: whatever the random number ({ $draw }), it came next.
sentence-full = The context is full: this model reads at most { $context } tokens. Rewind or restart.
sentence-given = You wrote { $token }: the model gave it { $before }.
sentence-chose-other = You chose { $token } ({ $after }); the dice said { $drawn }.
sentence-chose-cut = You chose { $token }, which the sampler had cut ({ $before } for the model alone); the dice said { $drawn }.
sentence-chose-same = You chose { $token } ({ $after }), and so did the dice.
go-on-here = Go on from here with “{ $token }”
