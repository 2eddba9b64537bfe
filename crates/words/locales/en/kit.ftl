# What many views share: the heads of tables, numbers with their units, and what a number box answers.
show-as-table = Show as table
being-computed = Being computed …
no-text-token = ⟨no text⟩

# Parts of the page that are loaded when they are needed.
part-coming = Loading …
part-lost = This part of the page could not be loaded.
part-again = Try again

col-token = Token
col-position = Position
col-key = Key
col-score = Score
col-pattern = Pattern
col-id = Id
col-rank = Rank
col-logit = Logit
col-probability = Probability
col-surprisal = Surprisal
col-entropy = Entropy
col-model = Model
col-sampler = Sampler
col-after-sampler = After the sampler
col-actions = Actions
col-value = Value
col-layer = Layer
col-bandwidth = GB/s

tokens-counted = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
quoted = “{ $text }”
sentence-gap = { " " }
in-bits = { $number } bits
in-nats = { $number } nats
in-micros = { $number } µs
in-gbps = { $number } GB/s
in-bytes = { $number } bytes
choices-none = no real choice
choices = like choosing among { $number } equally likely tokens
odds-none = no surprise at all
odds = a 1 in { $number } event for the model
odds-impossible = all but impossible for the model

number-any = a number from { $low } to { $high }
number-from = a number, { $low } or more
whole-any = a whole number from { $low } to { $high }
whole-from = a whole number, { $low } or more
number-wrong = { $typed } is not { $range }: now { $used }.
number-none = It must be { $range }: { $before } again.
