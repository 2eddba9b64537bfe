prompt-empty = 提示词是空的。请至少输入一个字符：模型预测的是一段文本之后的内容。
prompt-unread = 该模型的分词器无法从“{ $text }”得到任何词元。请输入其词表中有的内容。
left-out = 该模型的分词器没有对应 { $characters } 的词元：模型读不到{ $count ->
   *[other] 它们
}。
prompt-too-long = 提示词有 { $tokens } 个词元，而这个模型一次最多读 { $context } 个。请缩短到 { $most } 个词元以内。
context-full = 上下文已满：这个模型最多读 { $context } 个词元。请退回几步，或用更短的提示词重新开始。
unknown-token = 词元 { $token } 不存在：这个模型词表的 ID 是 0 到 { $last }。
unknown-node = 这次运行里没有步骤 { $node }。
logits-missing = 这一步的 logit 不在内存里；必须先计算。
needs-logits = 重复惩罚取决于每个 logit 的正负号，而这个服务器只给出对数概率。请关闭它，或改用存在惩罚或频率惩罚。
undecided = 服务器只列出 { $all } 个词元中的 { $listed } 个，不足以计算“{ $sampler }”：它还需要其余的词元。请索取全部词元，或在它前面加一个不超过 { $listed } 的 top-k。
draw-undecided = 随机数 { $u } 落在服务器没有列出的词元上（{ $all } 个中列出了 { $listed } 个）。请索取更多词元，或加一个不超过 { $listed } 的 top-k。
undecided-remedy = 添加这个 top-k
not-listed = 词元 { $token } 不在服务器列出的 { $listed } 个之中（共 { $all } 个），因此它的概率未知。请先索取全部词元。
list-too-short = 服务器列出的 { $listed } 个词元（共 { $all } 个）不足以决定这一步。请在采样器中加入不超过 { $listed } 的 top-k。
needs-all = 这需要全部 { $all } 个词元的分数，而服务器只列出 { $listed } 个。用 --max-logprobs -1 启动 vLLM 会列出全部。
bad-logit = 模型给词元 { $token } 返回的 logit 是 { $value }。权重已损坏，或在所选精度下溢出。
logits-length = 模型返回了 { $found } 个 logit，而词表有 { $vocabulary } 个词元。请重新加载模型；它的文件可能不匹配。
no-candidates = 模型没有返回可用的 logit：没有词元可选。
remembers-steps = 采样器 { $sampler } 依赖自己先前的步骤，而这里有许多文本同时生长。请把它关闭。
lanes-count = 无法对比 { $lanes } 段文本。请取两段、三段或四段。
few-layers = 模型有 { $layers } 层：没有更早的层可与最后一层对比。
long-grammar = 语法有 { $bytes } 字节；最多允许 { $most } 字节。请缩短它。
mask-missing = 必须先算出语法在这一步允许什么。
grammar-complete = 文本已完整：语法不允许再有后续。请退回几步，或关闭语法。
grammar-refused = 这个语法不能用：{ $why }
grammar-hard = 处理这个语法超过了 { $seconds } 秒。请把它写简单些。
grammar-crashed = 这个语法超出了解析器的能力，解析器只好重新启动。请把它写简单些。
grammar-parser = 无法加载语法解析器：{ $why } 请重新加载页面，或关闭语法。
grammar-left = 文本不符合语法：从第 { $place } 个词元起偏离了。请退到它之前，或关闭语法。
grammar-limit = 它有{ $what }，最多只能用 { $most }。
grammar-groups = 嵌套 { $depth } 层的分组
grammar-rules = 规则和终结符共 { $count } 个
grammar-multiple = 值为 { $value } 的 multipleOf
grammar-patterns = 模式 { $count } 个
grammar-properties = 属性和备选项共 { $count } 个
lane-word = “{ $word }”没有说明要对比的文本。请用 write=sampled、write=greedy 或 write=beams4，model=run、model=draft 或 model=altered，chain=…，最后是 prompt=…。
no-log-probs = 对数概率列表是空的。请让服务器至少返回一个。
bad-log-prob = 词元 { $token } 的对数概率是 { $value }；它必须是不大于 0 的数。
listed-twice = 词元 { $token } 在对数概率中列出了两次。
too-much-mass = 列出的概率之和是 { $sum }，大于 1：它们不属于同一个分布。
not-the-top = 对数概率列表并不是最可能的那些词元：它给其余 { $tokens } 个词元留下 { $mass } 的概率，但如果它们都不比列表中最后一个更可能，最多只能有 { $most }。
vocab-table = 词表的文本表已损坏：各结束位置必须递增，且不超出它的字节。
setting = { $name } = { $value } 超出范围。应为：{ $expected }。
setting-nearest = { $name } = { $value } 超出范围。应为：{ $expected }；现在用 { $used }。
expected-number = 从 { $low } 到 { $high } 的数
expected-number-from = 不小于 { $low } 的数
expected-whole = 从 { $low } 到 { $high } 的整数
expected-whole-from = 不小于 { $low } 的整数
expected-divisor = { $number } 的约数
expected-factor = 从 0 到 { $most } 的系数
expected-draw = 从 0 到 1（不含 1）的数
unknown-part = “{ $text }”不是模型部件的写法。部件写作 L3H5（一个头）、L3A（一层的注意力）或 L3M（它的 MLP），后面加 ~0.5 表示缩放。
unknown-sampler = 没有名为“{ $name }”的采样器。可用的有 { $known }。
sampler-spelling = “{ $word }”不能作为采样器 { $sampler } 的值。
chain-too-long = 采样链有 { $stages } 个环节；最多允许 { $most } 个。请移除一些。
