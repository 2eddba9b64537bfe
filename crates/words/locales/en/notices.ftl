# What happened while the visitor did something else, and what cannot be done.
no-model-yet = There is no model yet.
superseded = A later change took its place.
load-cancelled = Loading was stopped.
prompt-too-big = The prompt has { $bytes } bytes, more than this page takes ({ $most }). Shorten it.
at-max-tokens = The run has its { $tokens } tokens. Raise "max tokens", or rewind, to go on.
wrong-answer = The engine gave a wrong answer to { $command }. Reload the page.
page-closing = The page is being closed.
download-refused = The browser did not take the file: { $why }.
model-unknown = "{ $name }" is neither the name nor the address of a model.
model-elsewhere = The model "{ $name }" is on another site. Load it from the page itself.

link-without-files = The link cannot carry the model: it was loaded from files of this computer.
copied = { $what } is on the clipboard.
copied-link = The link
copied-embed = The embed code
copy-refused = The browser does not allow copying here. { $what }: { $text }
not-secure = This page was opened over an insecure connection, so the browser keeps WebGPU from it: the model runs on the CPU. Open the page by its https address, or on localhost.
scripts-refused = The page cannot be driven by scripts: { $why }.
forced-by-link = Of the { $tokens } tokens that were generated elsewhere or before, the dice would not choose { $forced } here. They are in the text as forced tokens.
text-kept = The text stays: { $model } reads the same tokens.
text-kept-favourite = Where { $before } favoured “{ $favourite }” ({ $then }), { $model } favours “{ $other }” ({ $now }).
text-kept-same-favourite = Both favour “{ $favourite }”: { $before } with { $then }, { $model } with { $now }.
text-kept-forced = Its dice would not choose { $forced } of the { $tokens } generated tokens: they are in the text as forced ones.
text-kept-as-prompt = { $model } has another tokenizer: the text so far is its prompt now.
text-kept-in-part = { $model } could not take the whole text. { $why }
chain-of-model = The sampler is now set as { $model }’s generation config says.
chain-of-page-again = The sampler is set as this page’s default says again.
text-from-before = Your text from before is here.
start-afresh = Start afresh
trace-of-other-model = This trace was made with "{ $model }". Its tokens and choices are as recorded; distributions are computed again with "{ $here }".
not-rated = The prompt's tokens could not be rated. { $why }
not-inspected = The inside could not be computed. { $why }
not-continued = The text could not be continued. { $why }
link-beyond-end = The link shows the step after token { $at }, but the text ends before it: its last token is number { $last }, the first being 0.
parts-dropped = This model has no { $parts }: nothing of that is switched off.
checkpoint-incomplete = A checkpoint is one .gguf file, or config.json, tokenizer.json and the weights (.safetensors), chosen together. Chosen: { $chosen }. Missing: { $missing }.
file-unknown = This page cannot open { $files }. It opens: { $known }.
file-drop = Drop here: { $known }
file-known = a model (its folder, one .gguf file, or config.json, tokenizer.json and the weights (.safetensors) together), a trace (.json), a lesson (.md) or a recorded run (.logitscope)
file-unreadable = { $file } could not be read: { $why }.
folder-other = No model was found in { $folder }. The folder of a model holds a .gguf file, or config.json, tokenizer.json and the weights (.safetensors).
folder-several = { $folder } holds several models: { $models }. Open the folder or the .gguf file of one of them.
folder-vast = { $folder } holds more than this page looks through, and no model was found. Open the folder of the model itself.
folder-links = The browser shows no model in this folder. Browsers leave out files that are links, as those of Hugging Face’s cache are: open the files themselves, chosen together.
bundled-instead = { $why } The model that comes with the page is used instead.
engine-goes-on = { $why } The engine was started again, and the run goes on.
cpu-from-now-on = The engine failed { $count } times within a minute. From now on the CPU computes.

link-value = The link says { $key }={ $value }; it must be { $expected }.
link-nearest = The link says { $key }={ $value }; it must be { $expected }; { $used } is used.
link-names = The link says { $key }={ $value }; known names are { $known }.
link-unknown = The link names "{ $key }", which this page does not know.
link-chain = The chain of the link: { $why }
expected-whole-below = a whole number below { $end }
expected-one-of = { $others } or { $last }
expected-parts = parts of the model, scaled by 0 to 10, e.g. L3H5,L4M~0.5
expected-tokens = token ids joined by dots
expected-earlier = a number of tokens, a seed and a chain, e.g. 5:1:temperature~0.8
expected-dice = dice, e.g. r2 or u25
expected-like = spelled like { $example }, with values in range
link-chain-more = The chain of the link: { $more ->
    [one] { $more } more of its values cannot be used.
   *[other] { $more } more of its values cannot be used.
}

new-version = There is a new version of this page.
new-version-take = Load it
