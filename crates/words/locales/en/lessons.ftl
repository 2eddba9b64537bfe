# Why a file is no lesson. Each follows the line's number.
lesson-at = line { $line }: { $why }
lesson-no-head = a lesson begins with a head: a line of ---, then fields such as title: …, then --- again
lesson-head-open = the head has no end: put a line of --- after its last field
lesson-not-a-field = “{ $text }” is no field: write name: value; a line that goes on with the value begins with a space
lesson-unknown-name = there is no “{ $name }” here; known are { $known }
lesson-missing = “{ $name }” is missing or empty
lesson-twice = “{ $name }” is there twice
lesson-number = { $name } is “{ $value }”; it must be a number from { $low } to { $high }
lesson-no-step-yet = “{ $text }” stands before the first step: begin one with ## and its heading
lesson-no-steps = the lesson has no steps: each begins with ## and its heading
lesson-no-text = the step says and asks nothing
lesson-no-heading = the step has no heading: write it after ##
lesson-block-open = the block has no end: put a line of ``` after it
lesson-second-block = the step has a second { $name } block
lesson-no-task = the question has no task: give it goal, right and wrong answers, number, order, or guess
lesson-two-tasks = the question has more than one kind of task: goal, answers, number, order or guess
lesson-one-sided = a choice needs an answer that can be right and one that can be wrong
lesson-nothing-to-order = an order needs two things or more
lesson-long = the file is too long: at most { $most } characters are read
lesson-no-term = something is missing: a number, a token in quotes, or a quantity such as entropy or p(" bear")
lesson-no-comparison = “{ $text }” compares nothing: use >, >=, <, <= or =
lesson-more-than-one = something stands after the condition in “{ $text }”: give each condition a line of its own
lesson-kinds = in “{ $text }” a token is compared with a number, or otherwise than by =
lesson-quote = the quote in { $text } has no end
lesson-unexpected = “{ $text }” cannot be read here
lesson-no-such-quantity = nothing of the step is called “{ $name }” in this way: tokens have p("…"), model("…"), logit("…") and rank("…"); stages have stage("…") and place("…"), the inside attends("…"), lens("…"), first_lead("…"), layer and head, parts that are off altered("…"), altered_rank("…") and off; a comparison has lane_a("…") to lane_d("…"), a draft drafted, kept, ratio, alpha, passes and tokens_a_pass, its proof beta, fit and fit_draft, beams beam_first, best_beam and greedy; the step has entropy, entropy_after, left, draw, length, computed, tokens, branches, chosen, favourite, last, temperature, top_k, top_p and min_p
lesson-not-a-number-of-the-step = “{ $text }” is no number of the step, such as entropy or p(" bear")

# The panel of a lesson.
lessons = Lessons
lessons-minutes = { $minutes } min
lessons-passed = { " " }· { $done } of { $steps } done
lessons-step = step { $step } of { $steps }
lessons-next = Next
lessons-back = Back
lessons-again = Begin this step again
lessons-leave = Leave the lesson; your text stays
lessons-free = This is no longer the text of the lesson. Look around as long as you like.
lessons-return = Back to the lesson
lessons-unknown = There is no lesson “{ $name }”, or it could not be loaded.
lessons-damaged = The lesson “{ $name }” has mistakes and cannot be shown:
lessons-hint = A hint
lessons-for-teachers = For the teacher
lessons-aims = Afterwards one can
lessons-mistakes = What is often got wrong
lessons-plan = A plan
tour-take = Take the tour

# A lesson that is being written.
editor-title = Write a lesson
editor-about = Bring the page to where a step should begin, take it, and say what to do. It stays in this browser until you save it.
editor-close = Close the editor; what you wrote is kept
editor-step = Take what is on screen as a step
editor-ask = Add a question:
editor-choice = answers
editor-goal = a goal
editor-number = a number
editor-guess = a guess
editor-order = an order
editor-asks-choice = What is true?
editor-asks-goal = Give “bear” more than 60 %.
editor-asks-number = How probable is “bear” for the model?
editor-asks-guess = Which token comes next?
editor-asks-order = Put them in order, the most probable first.
editor-source = The file of the lesson
editor-fine = { $steps ->
    [one] { $steps } step, no mistakes.
   *[other] { $steps } steps, no mistakes.
}
editor-try = Try the last step
editor-snippet = Copy the line for a course page
editor-save = Save as a file
editor-open = Open a file
editor-not-saved = The browser did not let the file be saved.
editor-first-title = My lesson
editor-first-about = What it is about, in one sentence.
editor-heading = Step { $number }
editor-text = What to look at, and what to do.

# The prediction game.
game-title = Guess the next token
game-about = Bet on each token before it is shown; your bits against the model’s.
game-written = What the model writes: { $count } tokens
game-pasted = The text on screen
game-round = token { $at } of { $count }
game-leave = Leave the game; the text stays
game-other-text = The text has changed. The game goes on with the new one.
game-sure = How sure?
game-bet = Bet
game-next = Next
game-again = Play it again
game-hit = Yes, { $token }.
game-missed = It was { $token }, not { $guess }.
game-costs = It cost you { $own }, the model { $model }, pure chance { $chance }.
game-hits = { $hits } of { $bets } guessed.
game-less-is-better = Fewer bits are better.
game-over = That is all. Fewer bits are better: say how sure you really are, and you lose the least.
game-you = You
game-model = The model
game-chance = Pure chance
lessons-right = Right.
lessons-wrong = Not yet. Look at the picture again.
lessons-now = now { $value }
lessons-no-token = { $text } is not one token of this model
lessons-stage-off = { $stage } is switched off
lessons-not-seen = open the view that shows it
lessons-not-in-text = { $text } is not in the text
lessons-never-leads = { $text } leads after no layer
lessons-awaits = Noted, but it cannot be judged yet: { $why }.
lessons-nothing-off = first switch a part of the model off
lessons-not-in-table = { $text } is not in the table of this step
lessons-not-played = press Play there, and let it come to its end
lessons-not-drawn = draw the proof first
lessons-no-number = Type a number.
lessons-veiled = What the model makes of it is hidden until you have answered.
lessons-unveil = Show it now
lessons-your-guess = The next token
lessons-guess = Guess
lessons-no-guess = Type a word, or the beginning of one.
lessons-guess-rated = { $token }: rank { $rank }, { $prob }, a surprise of { $bits }. The best guess, { $best }, has { $best-bits }; pure chance { $chance }.
lessons-your-number = Your number
lessons-check = Check
lessons-it-is = It is { $value }.
lessons-more = It is more.
lessons-less = It is less.
lessons-up = Move { $what } up
