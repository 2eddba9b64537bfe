# The dice: the bar, its controls, many rolls, and the draw as a race.
look-dice = Each token left owns its ‹probability:probability› of the bar; the ‹draw:random number› picks one.
try-dice = drag the pin, or roll a hundred times.

col-begins = Begins at
col-ends = Ends before
col-pin = Pin
dice-table = Segments of the bar
dice-pin = u = { $number }
dice-by-hand = Its number was set by hand.
parameter-seed = Seed
dice-from = Its number: seed { $seed }, position { $position }.
dice-from-rolled = Its number: seed { $seed }, position { $position }, rolled again { $count }×.
dice-selects = { $range }, so the draw selects { $token }. { $from }
dice-label = Cumulative bar of { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}. The draw u = { $number } falls on “{ $token }”, from { $low } to { $high }.
dice-here = u is here
dice-more = { $count } more

dice-u = u =
dice-back = Back to the dice
new-dice = New dice
new-dice-does = Roll this step again: the same distribution, another draw; a past step branches
roll-many = Roll { $count }
roll-more = { $count } more
rolls-others = all others
rolls-row = { $count }× of { $share }
rolls-about = { $count } rolls: how often (colour) and how probable (grey). More rolls, closer bars.

col-log-prob = ln p
col-noise = noise g
col-sum = ln p + g
race = The same draw as a race (Gumbel-max)
race-about = Noise on every log-probability, and the largest wins: the same distribution. This noise makes this draw’s token win.
race-table = The race
