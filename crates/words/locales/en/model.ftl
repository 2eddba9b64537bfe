# Why a checkpoint cannot be loaded, or a model cannot do what it was asked. The names of files, keys and types are those of the
# files; they are not translated.
config = config.json: { $why }
config-not-text = not readable (not UTF-8).
config-unreadable = not readable ({ $why }).
config-missing = { $key } is missing.
config-out-of-range = { $key } = { $value } is out of range ({ $low } to { $high }).
config-impossible = { $key } = { $value } is out of range.
config-not-divisible = { $key } = { $value } is no multiple of { $parts } = { $number }.
config-odd-head = head_dim = { $value } is odd: rotary positions turn pairs.
config-heads = { $heads } heads of { $size } are out of range.
config-family = model_type is "{ $found }"; Logitscope runs "gpt2", "gpt_neo", "gpt_neox", "llama", "mistral", "phi", "phi3", "qwen2", "qwen3", "smollm3", "olmo2", "gemma", "gemma2", "gemma3", "llava", "idefics3" and "smolvlm" models.
config-only = { $key } is "{ $found }"; Logitscope computes "{ $known }" only.
config-only-for = { $key } is "{ $found }"; Logitscope computes "{ $known }" only for { $family } models.
config-one-only = { $key } has "{ $found }"; Logitscope computes "{ $known }" only.
config-rope-type = { $key } has the rope_type "{ $found }"; Logitscope computes "default", "linear", "dynamic", "llama3", "longrope" and "yarn".
config-rope-by-layer = { $key } by layer type ("{ $found }") is not supported.
config-unsupported-for = { $key } = { $value } is not supported for { $family } models.
config-quantized = { $key } = { $value }: weights that are quantised in such a checkpoint are not read. Open the checkpoint that is not quantised, or a .gguf file of the model.

tokenizer = tokenizer.json: { $why }
tokenizer-unreadable = not readable ({ $why }).
tokenizer-unusable = not usable ({ $why }).
tokenizer-too-large = it has { $bytes } bytes; at most { $most } are read.
tokenizer-values = it has more than { $most } values, more than any tokenizer.
tokenizer-version = its version is { $found }; Logitscope reads 1.0.
tokenizer-model = its model is { $found }; Logitscope reads BPE and Unigram.
tokenizer-piece = { $entry } in its vocabulary is not a token with a finite score.
tokenizer-unknown-id = unk_id is { $found }, which is not the id of a token.
tokenizer-charsmap = the precompiled_charsmap of a normalizer is damaged.
tokenizer-no-byte = the byte { $token } has no token.
tokenizer-not-byte-level = it is neither byte-level nor falls back to bytes; Logitscope reads no other BPE.
tokenizer-alphabet = token "{ $token }" is not in the byte-level alphabet; Logitscope reads byte-level BPE only.
tokenizer-no-vocabulary = its vocabulary is missing.
tokenizer-empty-vocabulary = its vocabulary is empty.
tokenizer-token-bytes = a token has { $bytes } bytes (1 to { $most } are allowed).
tokenizer-no-id = token "{ $token }" has no id.
tokenizer-same-id = tokens "{ $one }" and "{ $other }" have the same id { $id }.
tokenizer-added = it has { $count } added tokens; at most { $most } are read.
tokenizer-added-space = the added token "{ $token }" begins with a space that another one takes (rstrip); remove one of the two.
tokenizer-added-id = the added token "{ $token }" has the id { $id } instead of { $given }; the ids of added tokens go on after the vocabulary, in the order of the file.
tokenizer-text-too-long = the text has { $bytes } bytes; at most { $most } are tokenized. Shorten it.
tokenizer-text = this text cannot be tokenized ({ $why }).
tokenizer-set = { $key } is set, which byte-level BPE does not use.
tokenizer-dropout = dropout is set, so that it tokenizes at random; set it to null.
tokenizer-no-merges = its merges are missing.
tokenizer-merge = merge { $merge } is not a pair of tokens.
tokenizer-merge-token = merge { $merge } needs token "{ $token }", which is not in the vocabulary.
tokenizer-missing = { $key } is missing.
tokenizer-flag = { $key } is { $found }; it must be true or false.
tokenizer-growth = its normalizers can make a text { $growth } times as long and prepend to it { $prepends } times; at most { $most } times and once are allowed.
tokenizer-twice = its pre_tokenizer is byte-level { $levels } times and puts a space before words { $spaces } times; each may happen once.
tokenizer-no-type = { $step } { $found } has no type.
tokenizer-sequence = a { $step } of type Sequence has no { $list }, or is nested more than { $deepest } deep.
tokenizer-steps = its { $step } has more than { $most } steps.
tokenizer-type = its { $step } has the type "{ $found }"; Logitscope knows { $known }.
tokenizer-insert-bytes = { $key } of a normalizer has { $bytes } bytes (1 to { $most } are allowed).
tokenizer-no-insert = a normalizer has no { $key }.
tokenizer-replacement = the replacement of Metaspace is not one character.
tokenizer-scheme = the prepend_scheme "{ $found }" of Metaspace is none of always, first and never.
tokenizer-behavior = the behavior "{ $found }" of a pre_tokenizer is unknown.
tokenizer-pattern-bytes = a pattern has { $bytes } bytes (1 to { $most } are allowed).
tokenizer-pattern-kind = { $found } is no pattern; it must be a String or a Regex.
tokenizer-pattern-unusable = a pattern is not usable ({ $why }).
tokenizer-regex = the regular expression "{ $regex }" { $why }. It is not that of a known model, and others must be simple, because one that is not can run for minutes: classes and letters side by side, without groups, and + or * only at the end of an alternative.
regex-long = is too long
regex-empty = matches the empty text
regex-goes-on = goes on after an endless repetition
regex-group = has a group
regex-sign = has a sign out of place
regex-escape = has an unusual escape
regex-empty-class = has an empty class
regex-open-class = has a class without an end
regex-nested-class = has a class inside a class
regex-arithmetic = has arithmetic in a class
regex-repetition = has a repetition that is none of ?, *, +, {"{"}m{"}"} and {"{"}m,n{"}"} with small numbers

weights-pointer = { $file } is only a pointer of Git LFS, not the file itself: fetch it with “git lfs pull”, or download it.
weights-header-length = { $file }: its header claims { $bytes } bytes, more than any model needs. This is not a .safetensors file.
weights-header = { $file }: its header is damaged ({ $why }).
weights-overlap = { $file }: tensor { $name } does not begin where the one before it ends.
weights-dimensions = { $file }: tensor { $name } has { $dimensions } dimensions, more than any model needs.
weights-twice = { $file }: tensor { $name } is there twice.
weights-truncated = { $file } is cut short: it should have { $expected } bytes and has { $found }. Download it again.
weights-too-long = { $file } has bytes after its last tensor: its header accounts for { $expected } bytes only.
weights-missing = { $file } has no tensor { $name }, which the model's config asks for.
weights-shape = { $file }: tensor { $name } has shape { $found }, but the model's config asks for { $expected }.
weights-type = { $file }: tensor { $name } is stored as { $found }; Logitscope reads F32, F16 and BF16.
weights-not-finite = { $file }: tensor { $name } has { $value } at element { $index }. The file is damaged, or the training diverged.
weights-not-positive = { $file }: tensor { $name } has { $value } at element { $index }, where only numbers above 0 can be. The file is damaged.
weights-index = { $file } is not readable ({ $why }).
weights-shards = { $file } names { $count } files; at most { $most } are read, and at least one.
weights-shard-name = { $file } names the file "{ $shard }", which is not a .safetensors file beside it.
weights-shard-missing = { $file } names the file { $shard }, which is missing. All files of the model are needed together.
weights-not-in-shard = { $file } says that tensor { $name } is in { $shard }, which does not have it. The files do not belong together.
weights-gguf = { $file }: { $why }
vocab-larger-than-embedding = tokenizer.json has ids up to { $highest }, but the model's embedding has only { $rows } rows. The two files do not belong together.

gguf-magic = it does not begin with GGUF. This is not a .gguf file.
gguf-big-endian = its numbers are big-endian; Logitscope reads little-endian files, which most are. Download that one.
gguf-version = its version is { $found }; Logitscope reads 2 and 3.
gguf-part-missing = it is one of { $count } parts of a model, and part { $number } is missing. Choose all parts together.
gguf-part-twice = part { $number } of the { $count } parts of its model is there twice.
gguf-part-of-other = it is not a part of the same model as { $other }.
gguf-part-tensors = the parts of its model have { $found } tensors together, but it says { $expected }.
gguf-count = { $name } is { $found }; at most { $most } are read.
gguf-text-bytes = a text in its header has { $found } bytes; at most { $most } are read.
gguf-header-bytes = its header has more than { $most } bytes, more than any model needs.
gguf-not-text = a text of { $key } is not UTF-8.
gguf-value-type = { $key } has a value of type { $found }, which Logitscope does not read there.
gguf-key-twice = { $key } is there twice.
gguf-key-missing = { $key } is missing.
gguf-key-type = { $key } is of type { $found }; it must be { $expected }.
gguf-value = { $key } = { $value } is not supported.
gguf-architecture = its architecture is "{ $found }"; Logitscope reads { $known }.
gguf-tensor-type = tensor { $name } is stored as { $found }; Logitscope reads { $known }. Download another quantisation of the model.
gguf-tensor-shape = tensor { $name } cannot have the shape { $shape } as { $stored }.
gguf-tensor-unknown = it has the tensor { $name }, which has no place in such a model.
gguf-place = tensor { $name } begins at byte { $found } of the data instead of { $expected }, where the one before it ends.
gguf-per-token = { $key } has { $found } entries, but there are { $tokens } tokens.
gguf-vocabulary = its vocabulary has { $tokens } tokens, but the model's embedding has only { $rows } rows.
gguf-token-twice = the token "{ $token }" is in its vocabulary twice.
gguf-tokenizer-model = its tokenizer is "{ $found }"; Logitscope reads "gpt2" and "llama".
gguf-pre = its tokenizer cuts texts into words by "{ $found }" (tokenizer.ggml.pre); Logitscope knows { $known }.
gguf-pieces = its tokens are so long that it would take too long to find how they are merged.
gguf-config = its metadata, read as a config.json: { $why }
gguf-tokenizer = its vocabulary, read as a tokenizer.json: { $why }

impossible = The model was asked for an impossible position: { $why }
impossible-row-token = row { $row } has token { $token }, the vocabulary ends at { $size }
impossible-row-position = row { $row } has position { $position }, the context is { $size }
impossible-row-slot = row { $row } has slot { $slot } of { $size }
impossible-row-no-slot = row { $row } has no slot of its own
impossible-logits-row = logits of row { $row } of { $size }
impossible-rows = { $rows } rows are too many at once
impossible-token = token { $token }, the vocabulary ends at { $size }
impossible-depth = depth { $depth }: the model has { $layers } blocks
impossible-layer = layer { $layer }: the model has { $layers } blocks
impossible-neuron = neuron { $neuron } of { $size }
impossible-column = column { $column } of { $size }
impossible-matrix = this model has no matrix { $name }
impossible-part = { $part } is no part of this model, which has { $layers } layers of { $heads } heads
impossible-values = { $values } values do not fit in a tensor
impossible-nothing = no { $name } came back
cache-full = The key-value cache is full: { $needed } positions are needed and it has { $slots }.
no-lane = The model has no lane { $lane }: it was closed, or never opened.
plain-lane = Lane { $lane } is the model as it is: it goes when the model goes.

read = Reading { $what } failed: { $why }
read-too-large = it has more than { $most } bytes
read-answered = { $address } answered { $status }
read-empty = { $address } is empty
read-no-download = this browser cannot download
read-not-a-file = it is not a file
read-part-lost = the part of the page that reads it did not come: check the connection, and load the model again

device-lost = The GPU device was lost ({ $why }).
device-silent = it stopped answering
device = The GPU refuses: { $why }
device-not-opened = no device could be opened ({ $why }).
device-rows = four rows of { $name } need { $bytes } bytes, more than this adapter binds at once ({ $most }).
device-piece = { $name } needs { $bytes } bytes in one piece, and this adapter binds at most { $most }.
device-mistake = { $what }. This is a mistake in the program.

short-context = This model's context is { $named } tokens; { $used } are used, so that the cache fits in memory.
long-texts = In texts of more than { $first } tokens this model's positions turn in another way ({ $kind }): what was kept of the text is computed again.
unasked = { $count ->
    [one] A tensor in the layers is not used: { $first }. The model's configuration doesn't ask for it.
   *[other] { $count } tensors in the layers are not used, { $first } among them. The model's configuration doesn't ask for them.
}
no-room = On the CPU this model needs { $needed } of memory, more than the system gives. Take a smaller model, or compute on the GPU.
no-room-now = On the CPU this model needs { $needed } of memory, more than the system gives. In { $precision } it needs { $bytes }, which fits: choose { $precision }.
no-piece = The model does not fit this GPU: a piece of its memory has { $bytes }, and the GPU takes at most { $most } at once. Take a smaller model.
no-piece-cpu = The model does not fit this GPU: a piece of its memory has { $bytes }, and the GPU takes at most { $most } at once. On the CPU it fits in { $precision }, with { $needed }: choose the CPU and { $precision }.
generation-unread = generation_config.json was not used: { $why }
gguf-sampling-unread = The sampler settings in the .gguf file were not used: { $why }
chat-unread = The chat template was not read: { $why }
kept-in-full = { $tensor } has values beyond the range of f16; it is kept in f32.
kept-in-half = { $matrices ->
    [one] One matrix stays in f16: its sums are not over whole blocks of 32 weights.
   *[other] { $matrices } matrices stay in f16: their sums are not over whole blocks of 32 weights.
}
