# Why a file is not a trace that can be opened.
trace = This is not a usable Logitscope trace: { $why }
trace-json = its JSON is damaged ({ $why })
trace-format = its format is not "{ $format }"
trace-version = it has version { $found }, Logitscope reads { $oldest } to { $newest }
trace-model = it was made with "{ $model }", whose vocabulary has { $found } tokens; the loaded model has { $loaded }
trace-node = node { $node } { $why }
trace-node-repeats = repeats another node
trace-node-other-token = has a step record of another token
trace-node-draw = has a draw that is not for a token
trace-node-is = has { $name } = { $value }; it must be { $expected }
trace-node-from-to = has { $name } = { $value }; it must be from { $low } to { $high }
trace-node-from = has { $name } = { $value }; it must be a number, { $low } or more
trace-node-below-one = has { $name } = { $value }; it must be from 0 up to, but not including, 1
trace-node-logit = has { $name } = { $value }; it must be a number, or null for −∞
