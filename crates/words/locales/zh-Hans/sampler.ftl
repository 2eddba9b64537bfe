stage-temperature = 温度
stage-temperature-about = 小于 1 时首选更常胜出，大于 1 时其他词元也有机会；0 总是取第一个。
stage-temperature-rule = z′ = z / T
stage-dynamic = 动态温度
stage-dynamic-about = 模型有把握时低温，没把握时高温：温度随熵变化。
stage-dynamic-rule = T = T_min + (T_max − T_min) · (H / ln n)^γ,  T_min = max(0, t − r),  T_max = t + r
stage-quadratic = 二次平滑
stage-quadratic-about = 把靠近最高分的词元拉得更近，把其余的推得更远；0 表示不改变。
stage-quadratic-rule = z′ = m − k·f·d² + s·f·d³,  d = z − m,  k = (3 − c)/2,  s = (c − 1)/2
stage-top-k = Top-k
stage-top-k-about = 只保留最可能的 k 个词元；0 表示全部保留。
stage-top-k-rule = 保留最大的 k 个 z
stage-value-off = 关
stage-top-p = Top-p
stage-top-p-about = 保留合计达到这个概率的最少词元；1 表示全部保留。
stage-top-p-rule = 保留满足 Σp ≥ P 的最短列表
stage-min-p = Min-p
stage-min-p-about = 保留概率至少为首选这一比例的词元；0 表示全部保留。
stage-min-p-rule = 保留 p_i ≥ m · p_max
stage-top-a = Top-a
stage-top-a-about = 类似 min-p，但门槛随首选概率的平方升高；0 表示全部保留。
stage-top-a-rule = 保留 p_i ≥ a · p_max²
stage-typical = 典型采样
stage-typical-about = 保留惊奇度接近模型预期的词元；1 表示全部保留。
stage-typical-rule = 按 |−ln p_i − H| 排序，保留到 Σp ≥ P
stage-tail-free = 去尾采样
stage-tail-free-about = 在排序后的概率不再弯曲处截断：去掉平坦的尾部；1 表示全部保留。
stage-tail-free-rule = 在 Σ|Δ²p| / 总量 超过 z 处截断
stage-epsilon = ε 截断
stage-epsilon-about = 截去概率低于此值的所有词元；0 表示全部保留。
stage-epsilon-rule = 保留 p_i ≥ ε
stage-eta = η 截断
stage-eta-about = 类似 ε 截断，但在模型没把握处更宽松；0 表示全部保留。
stage-eta-rule = 保留 p_i ≥ min(ε, √ε · e^−H)
stage-top-n-sigma = Top-nσ
stage-top-n-sigma-about = 保留与最高 logit 相差不超过 n 个标准差的词元；0 表示全部保留。
stage-top-n-sigma-rule = 保留 z_i ≥ z_max − n·σ
stage-top-h = Top-H
stage-top-h-about = 从头保留词元，直到它们占到熵的这一比例；1 表示全部保留。
stage-top-h-rule = 保留满足 Σ(−p ln p) ≤ h · H 的最长列表
stage-xtc = XTC
stage-xtc-about = 偶尔去掉最靠前的词元，改取够格的词元中最不可能的一个。
stage-xtc-rule = 以概率 P：所有 p_i ≥ t 中只保留最小的
stage-repetition = 重复惩罚
stage-repetition-about = 使文本中已有的词元变得不那么可能，每个只罚一次；1 表示不改变。
stage-repetition-rule = 若 z > 0，z′ = z / θ；否则 z′ = z · θ
stage-presence = 存在惩罚
stage-presence-about = 每个出现过的词元，logit 都减去一个固定值；0 表示不改变。
stage-presence-rule = 若出现过，z′ = z − α
stage-frequency = 频率惩罚
stage-frequency-about = 词元出现得越多，减得越多；0 表示不改变。
stage-frequency-rule = z′ = z − α · 出现次数
stage-dry = DRY
stage-dry-about = 压低会把重复片段继续下去的词元；片段越长，压得越低。
stage-dry-rule = 若接续了 n ≥ L 个词元的重复，z′ = z − m · b^(n − L)
stage-mirostat = Mirostat
stage-mirostat-about = 控制惊奇度：截去过于意外的，并在每次抽取后移动界线。
stage-mirostat-rule = 保留 −log₂ p ≤ μ；抽取后 μ ← μ − η(−log₂ p′ − τ)
stage-logit-bias = Logit 偏置
stage-logit-bias-about = 给你指定的词元的 logit 加上一个数。
stage-logit-bias-rule = z′ = z + b
stage-grammar = 语法
stage-grammar-about = 去掉生成的文本不能接上的所有词元。
stage-grammar-rule = 若没有任何后续属于该语言，z′ = −∞
grammar-language = 写法
grammar-regex = 正则表达式
grammar-json = JSON Schema
grammar-lark = 规则（Lark）
grammar-text = 语法
grammar-apply = 应用
grammar-example = 示例
grammar-example-none = 选一个
grammar-example-answer = yes、no 或 maybe
grammar-example-date = 日期
grammar-example-object = 姓名和年龄（JSON）
grammar-example-sum = 带括号的加法
grammar-first = 模型更想说的被去掉了，其余都变大：见这一列。从提示词末尾起，文本必须遵守语法。
condition = 如果必须这样说，模型就会说这些吗？
condition-about = 并不尽然。若以语法为条件，一段文本的份额，是模型给它的概率占模型给全部合语法文本的概率的比例。掩码却是一步步选的：开头好的文本就分得份额，哪怕后面只能糟糕收场。下面列出一个小语法的全部文本，两种算法并列：
condition-reads = 模型正在读这个语法的全部文本…
condition-many = 这个语法的文本太多，列不完。请用一个小的，例如 (yes|no|maybe)。
condition-text = 文本
condition-model = 以语法为条件
condition-masked = 逐步掩码
condition-spellings = 写法数
condition-all = 共 { $texts } 段文本；没有语法时，模型给它们合计 { $share }。
stage-banned = 禁用词元
stage-banned-about = 去掉你指定的词元。
stage-banned-rule = z′ = −∞
stage-ngram = 禁止重复 n-gram
stage-ngram-about = 去掉会使 n 个词元的组合重复出现的词元；0 表示不改变。
stage-ngram-rule = 若会重复文本中的一个 n-gram，z′ = −∞
short-all = k 全部

preset-model = 模型文件中的设置
preset-of-model = 按 { $model } 的生成配置设置
preset-first = 本页面（默认）
preset-api = API 风格
preset-greedy = 贪心
preset-raw = 完全不用采样器

parameter-temperature = 温度 T
parameter-middle = 温度 t
parameter-range = 范围 r
parameter-exponent = 指数 γ
parameter-factor = 系数 f
parameter-curve = 曲线 c
parameter-chance = 概率 P
parameter-threshold = 阈值 t
parameter-last-n = 回看长度（0：全部）
parameter-multiplier = 乘数 m
parameter-base = 底数 b
parameter-allowed = 允许长度 L
parameter-tau = 目标 τ（比特）
parameter-eta = 学习率 η
parameter-bias = 偏置 b
slider = { $label }，滑块

did-rescued = 它本会去掉一切，所以保留了首选。
did-entropy-same = 熵保持为 { $bits }。
did-entropy = 熵由 { $before } 变为 { $after }。
did-acts = 它自己的抽取值 { $draw } 小于 { $chance }：这一步起作用。
did-passes = 它自己的抽取值 { $draw } 不小于 { $chance }：这一步放行。
did-keeps-one = 它只保留第一个词元。
did-keeps = 它保留前 { $count } 个词元。
did-line-probability = 界线在概率 { $probability } 处。
did-line-logit = 界线在 logit { $logit } 处。
did-line = 界线在 { $bits } 处。
did-one-is-enough = 一个词元就够了。
did-mass = 留下的 { $count } 个词元合计 { $mass }。
did-removes = 它去掉了 { $tokens }。
did-changes = 它改变了 { $tokens }。
did-more = { $tokens } 及另外 { $count } 个
did-after = “{ $token }”（在 { $count } 个重复之后）
did-times = “{ $token }”（{ $count } 次）
did-token = “{ $token }”

with-largest = “{ $token }”：T = { $t }，只留下最大的 z
with-all = { $parameter }，全部保留
with-all-of = { $parameter }，{ $count } 个全部保留
with-top-k = min({ $k }, { $all })，留下 { $count } 个
with-top-p = 前 { $count } 个的 Σp = { $mass } ≥ { $least }
with-typical = H = { $nats } 奈特；离它最近的 { $count } 个的 Σp = { $mass } ≥ { $least }
with-tail-free = Σ|Δ²p| / 总量 在前 { $count } 个之后超过 { $z }
with-top-h = { $share } · { $nats } = { $most } 奈特，前 { $count } 个没有超过它
with-xtc-none = t = { $threshold }：没有词元被去掉
with-xtc = t = { $threshold }：去掉 { $count } 个词元；第 { $number } 个是高于它的词元中最小的
with-mirostat = μ = { $bits }：留下 p ≥ 2^−{ $mu } = { $least } 的词元

col-before = 之前
col-after = 之后
stage-table = 这个环节之前和之后的词元
stage-cut = 截去

list-tokens = 词元
list-biases = 词元 : 偏置
list-breakers = 打断词，用空格分隔
list-no-bias-here = 禁用的词元没有偏置：请去掉冒号。
list-bias-missing = 词元 { $token } 没有偏置：请写 { $token }:-2。
list-not-closed = 有一个引号没有闭合。
list-no-token = 没有哪个词元正好是“{ $text }”：请查找它的各部分。
list-no-id = “{ $text }”不是词元 ID：文本要放在引号里。
list-no-number = “{ $text }”不是数。

stops = 播放何时停止
stops-most = 最多词元
stops-texts = 停止文本，每行一个；\n 表示换行
stops-also = 遇到文本结束词元或上下文已满时也会停止。

elsewhere = 在别处使用这些设置
elsewhere-openai = 兼容 { $program } 的请求
elsewhere-copy = 复制
elsewhere-left-out = 已省略，因为它没有这种环节，或只允许一个：{ $stages }。
elsewhere-simplified = 以下环节缺少某个参数，或允许的范围较小：{ $stages }。
elsewhere-counts-less = 以下环节只计算它生成的内容，不含提示词：{ $stages }。
elsewhere-reordered = 它按自己的顺序应用这些环节，所以数值可能不同。
