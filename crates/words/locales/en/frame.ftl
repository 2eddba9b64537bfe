# The frame of the page: its header and menus, the help, what runs where, and what stands where there is no model.
help-and-keys = Help and keys
light-or-dark = Light or dark
page-language = Language of the page
more = More
skip-to-step = Skip to Step
close-help = Close the help
dismiss-message = Dismiss this message

help-title = How to read this page
help-round = The picture is one step, read from left to right, in a narrow window from top to bottom. The text is cut into tokens; the layers turn them into a score for every token of the vocabulary, its { $logit }; softmax turns the scores into probabilities; the sampler reshapes and cuts them; a random number picks one token. It is appended, and the arrow leads back to the start.
help-logit = logit
help-colours = Three colours say who made a number:
help-slate = slate: the model
help-teal = teal: the sampler
help-orange = orange: chance
help-point = Point at any mark: the line under the picture says what it is and how it is computed. Words with a dotted line under them explain themselves.
help-open = Press the name of a station (Tokens, Layers, Sampler …) to open it; Esc closes it. Press a token of the text to see the step that chose it.
help-branches = Press a candidate to take it instead of the drawn one: the text branches there, and the other way is kept. Rewind takes the last token back.
help-questions = “Questions”, beside the text, answers what one asks first with the numbers of this step.
keys = Keys
key-step = → or n
key-step-does = take a step
key-play = Space or p
key-play-does = play, pause
key-rewind = Backspace
key-rewind-does = rewind by one token
key-roll = r
key-roll-does = roll the dice again for the next token
key-inspect = Shift ←, Shift →
key-inspect-does = inspect the step before, the step after
key-newest = Esc
key-newest-does = back to the newest step
key-restart = Home
key-restart-does = restart: back to the end of the prompt
key-prompt = /
key-prompt-does = write in the text; Esc leaves it
key-help = ?
key-help-does = this help

model = Model
model-option = { $name }, comes with the page
model-card = Model card
model-sizes = { $layers } layers, { $heads } heads, d_model { $model }, d_mlp { $mlp }, vocabulary { $vocabulary }, context { $context }.
runs-on = Runs on
runs-on-auto = Auto: the GPU where there is one
runs-on-gpu = GPU (WebGPU)
runs-on-cpu = CPU (WebAssembly)
weights-kept-as = Weights kept as
weights-half = f16: half the memory
weights-full = f32: as trained
weights-eight = q8: 8 bits, about a quarter
weights-four = q4: 4 bits, about a sixth
own-checkpoint = Your own checkpoint: one .gguf file or all its parts, or config.json, tokenizer.json and the weights (.safetensors) together; or drop them, or the folder they are in, on the page
own-folder = Choose its folder
own-files = Files are read in this page and go nowhere.
own-model-name = your model
about-pocket = is a small model trained by this project: it writes plain English and knows a little world; load GPT-2 for more.
about-pocket-draft = is a tiny model that imitates pocket: compare the two, and see what size buys.

branches-on = { $ways ->
    [one] { $ways } other version
   *[other] { $ways } other versions
}
branches-at = { $ways ->
    [one] At position { $position } this text once went on in another way
   *[other] At position { $position } this text once went on in { $ways } other ways
}: press to see and go back to it
branches-at-start = { $ways ->
    [one] Another text began here
   *[other] { $ways } other texts began here
}: press to see and go back to it
branch-length = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}

share = Share
copy-link = Copy link
copy-embed = Copy embed code
share-caption = A link opens exactly this text and these settings, token by token. The embed code is one line of HTML for a course page.
export-trace = Export trace
export-csv = Tokens as CSV
export-markdown = Run as Markdown
print-step = Print this step
export-settings = Model { $model }, sampler `{ $chain }`, seed { $seed }.
export-citation = Made with Logitscope { $version }, a language model that runs in the browser and shows how it chooses every token: <{ $address }>
import-trace = Open a trace (.json) or a recorded run (.logitscope)
trace-caption = A trace is the whole run as a file: ids, choices and probabilities of every step.

keep-model-before = Keep the model before
failed-input = The model could not be loaded
failed-device-lost = The GPU was lost
failed-no-gpu = There is no WebGPU here
failed-crashed = The engine stopped
run-on-cpu = Run on the CPU
reload-page = Reload the page

one-by-one = Output comes one token at a time, because each token needs the one before it. For each, all weights of the model ({ $bytes }) are read once: in large models that limits the speed, in small ones the many small computations do.
one-by-one-kept = What is kept between tokens: the KV cache
status-tokenizer = Tokenizer and sampler
status-why = Why
status-pass = Last ‹pass:forward pass›
status-pass-for = { $time } for { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
}
status-pass-with-messages = { $pass }; { $time } until the page had its logits
status-speed = Speed of whole steps
status-speed-software = Speed of whole steps, in software
status-tokens-a-second = { $tokens } tokens/s
status-memory = Memory
status-memory-parts = weights { $weights } ({ $kept }); KV cache { $cache }, set aside for a full context; scores of past steps { $used } of at most { $most }
status-software = { $place } (software adapter: no graphics card is used)

not-truth = Probability is not truth.
not-truth-why = A model knows which tokens tend to follow which. It does not know what is so, and it does not understand what it writes.
computed-here = Every number here comes out of the running model. Nothing you type leaves this page.
cache-is-off = The key-value cache is switched off: every step computes the whole text again.
cache-on = Switch it on
open-in-logitscope = Open in Logitscope

# Pictures of the page as files.
picture-save = Save this picture
picture-svg = As SVG
picture-png = As PNG
picture-about = SVG stays sharp in print and on slides, and its text stays text. PNG goes everywhere.
picture-as-svg = Picture as SVG
picture-as-png = Picture as PNG
poster-as-svg = Flow as a poster (SVG)
poster-as-png = Flow as a poster (PNG)
picture-caption = The picture is what is open, or else the flow; its prompt and settings stand below it. The poster is the whole flow in A3.
picture-of = { $station }: { $view }
picture-flow = How “{ $token }” was chosen
picture-poster = How { $model } chooses its next token
picture-prompt = Prompt: “{ $prompt }”
picture-settings = Model { $model }, sampler { $chain }, seed { $seed }
picture-citation = Made with Logitscope { $version }: { $address }
picture-no-png = This browser gives out no PNG of this picture. Save it as SVG, or print the step.
picture-not-drawn = This picture could not be drawn.
