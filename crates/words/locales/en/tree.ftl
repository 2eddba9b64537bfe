# The tree of texts.
look-tree = Every text so far, with what they share once. Behind “{ $text }” one can look ahead: at the most probable tokens, at those most probable after each, and so on.
try-tree = look ahead, then press a way on: it becomes the text, and the others stay in the tree.
tree-tokens = Ways on from each
tree-depth = Tokens deep
tree-look = Look ahead
tree-more = { $count } more
tree-found = { $computed ->
    [one] { $computed } text
   *[other] { $computed } texts
} computed in { $passes ->
    [one] { $passes } forward pass
   *[other] { $passes } forward passes
} ({ $time }). { $shown } of the probability of all that may follow is on screen.
tree-text = Text
tree-prob = p of its first token
tree-mass = p of the way
tree-log-prob = Σ ln p
tree-key = An edge is as wide as the probability of what follows. Bold: on the way to the step on screen. Orange: drawn. Thick frame: forced. Dotted: the prompt. Dashed: looked ahead, in no text yet. Σ: the sum of ln p.
tree-forced = { $text }: forced. Press to go there
tree-drawn = { $text }: drawn. Press to go there
tree-given = { $text }: the prompt. Press to go there
tree-take = Write “{ $text }” behind the text
tree-view = The view of the tree
tree-smaller = Smaller
tree-larger = Larger
tree-fit = Fit
tree-pick = Compare two
tree-picks = Press the two to compare.
tree-pick-other = Now the other one.
tree-keys = Arrows move, Enter goes there, c folds, m marks one to compare it with another (or drag one onto another).
tree-marked = Marked: press m on the one to compare it with.
tree-fold = Fold what goes on from here
tree-unfold = Unfold { $count ->
    [one] one node
   *[other] { $count } nodes
}
tree-sum = Σ { $sum }
tree-outline = The same as an outline
tree-versus = Two branches
tree-versus-close = Close
tree-shared = Both begin with “{ $text }”.
tree-one = One
tree-other = The other
tree-each = { $each } a token
