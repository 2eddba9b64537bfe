# Other ways to write on: the tree, beam search, speculative decoding.
draft-other-tokens = { $draft } has other tokens than the model: only a model with the same tokens can draft for it.

strategies = Strategies
strategy-tree = Tree of texts
about-tree = All texts so far with what they share; look ahead at the most probable ways on
strategy-beams = Beam search
about-beams = Several texts grow side by side; the most probable ones go on
strategy-speculative = Speculative decoding
about-speculative = A small model drafts, the model itself decides: the same text, in fewer passes
strategy-compare = Compare texts
about-compare = Two to four texts with the same dice: another sampler, prompt, model or way to choose
strategy-context = Context and cost
about-context-and-cost = What happens when the context is full, how the work grows, and what the tokens cost
strategy-close = Close, back to the picture
strategy-run = Run of the strategy
strategy-back = One step back
strategy-grammar = The sampler has a grammar: here, too, only what it allows goes on.
strategy-use = Use this text
draft-is = Other model: { $name }
draft-files = Another with the same tokens (its .gguf, or config.json, tokenizer.json and .safetensors)
draft-back = Back to { $name }
