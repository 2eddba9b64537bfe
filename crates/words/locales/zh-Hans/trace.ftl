trace = 这不是可用的 Logitscope 轨迹：{ $why }
trace-json = 它的 JSON 已损坏（{ $why }）
trace-format = 它的格式不是“{ $format }”
trace-version = 它的版本是 { $found }，Logitscope 读取 { $oldest } 到 { $newest }
trace-model = 它是用“{ $model }”生成的，词表有 { $found } 个词元；加载的模型有 { $loaded } 个
trace-node = 节点 { $node } { $why }
trace-node-repeats = 重复了另一个节点
trace-node-other-token = 的步骤记录属于另一个词元
trace-node-draw = 的抽取不是用于词元的
trace-node-is = 的 { $name } = { $value }；应为：{ $expected }
trace-node-from-to = 的 { $name } = { $value }；应为从 { $low } 到 { $high }
trace-node-from = 的 { $name } = { $value }；应为不小于 { $low } 的数
trace-node-below-one = 的 { $name } = { $value }；应为从 0 到 1（不含 1）的数
trace-node-logit = 的 { $name } = { $value }；应为一个数，或用 null 表示 −∞
