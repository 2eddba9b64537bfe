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
lesson-no-task = the question has no task: give it goal, right and wrong answers, number, or order
lesson-two-tasks = the question has more than one kind of task: goal, answers, number or order
lesson-one-sided = a choice needs an answer that can be right and one that can be wrong
lesson-nothing-to-order = an order needs two things or more
lesson-long = the file is too long: at most { $most } characters are read
lesson-no-term = something is missing: a number, a token in quotes, or a quantity such as entropy or p(" bear")
lesson-no-comparison = “{ $text }” compares nothing: use >, >=, <, <= or =
lesson-more-than-one = something stands after the condition in “{ $text }”: give each condition a line of its own
lesson-kinds = in “{ $text }” a token is compared with a number, or otherwise than by =
lesson-quote = the quote in { $text } has no end
lesson-unexpected = “{ $text }” cannot be read here
lesson-no-such-quantity = nothing of the step is called “{ $name }” in this way: tokens have p("…"), model("…"), logit("…") and rank("…"); the step has entropy, entropy_after, left, draw, length, chosen, favourite, temperature, top_k, top_p and min_p
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
lessons-right = Right.
lessons-wrong = Not yet. Look at the picture again.
lessons-now = now { $value }
lessons-no-token = { $text } is not one token of this model
lessons-stage-off = { $stage } is switched off
lessons-no-number = Type a number.
lessons-your-number = Your number
lessons-check = Check
lessons-it-is = It is { $value }.
lessons-more = It is more.
lessons-less = It is less.
lessons-up = Move { $what } up
