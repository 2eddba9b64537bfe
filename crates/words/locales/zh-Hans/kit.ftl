show-as-table = 以表格显示
being-computed = 正在计算…
no-text-token = ⟨无文本⟩

part-coming = 正在加载…
part-lost = 页面的这一部分无法加载。
part-again = 重试

col-token = 词元
col-position = 位置
col-key = 键
col-score = 分数
col-pattern = 模式
col-id = ID
col-rank = 排名
col-logit = Logit
col-probability = 概率
col-surprisal = 惊奇度
col-entropy = 熵
col-model = 模型
col-sampler = 采样器
col-after-sampler = 采样器之后
col-actions = 操作
col-value = 值
col-layer = 层
col-bandwidth = GB/s

tokens-counted = { $count } 个词元
quoted = “{ $text }”
sentence-gap = { "" }
in-bits = { $number } 比特
in-nats = { $number } 奈特
in-micros = { $number } µs
in-gbps = { $number } GB/s
in-bytes = { $number } 字节
choices-none = 实际上别无选择
choices = 相当于在 { $number } 个等可能的词元中选一个
odds-none = 毫不意外
odds = 对模型来说是 { $number } 次里遇到 1 次的事
odds-impossible = 对模型来说几乎不可能

number-any = 从 { $low } 到 { $high } 的数
number-from = 不小于 { $low } 的数
whole-any = 从 { $low } 到 { $high } 的整数
whole-from = 不小于 { $low } 的整数
number-wrong = { $typed } 不是{ $range }：现在用 { $used }。
number-none = 必须是{ $range }：恢复为 { $before }。
