# What fewer bits cost: the dialog.
price-title = What fewer bits cost
price-open = What do fewer bits cost?
price-about = The model reads your text twice: with its weights in { $exact }, and in { $smaller }. For every token, the number says how far the second distribution is from the first (KL divergence, in bits; 0 is the same).
price-against = Against
price-measure = Compare
price-stop = Stop
price-sum = { $kl } a token. The same most probable token after { $same } of { $tokens } tokens. Weights: { $bytes } instead of { $exact }.
price-legend = The stronger the colour of a token, the further apart the two are after it. Underlined: there they name different most probable tokens.
price-furthest = Furthest apart
price-token = After { $token }: { $kl }. { $exact } says { $top } ({ $p }), { $smaller } says { $other } ({ $q }).
price-no-text = Type a text first: it is what both are compared on.
price-first = The first { $n } tokens of the text are compared.
price-loading = Loading the model once more, in { $precision } …
