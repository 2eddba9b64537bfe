flow-tokens = 词元
flow-embed = 嵌入
flow-layers = { $count ->
    [0] 层
   *[other] { $count } 层
}
flow-logits = Logit
flow-softmax = Softmax
flow-sampler = 采样器
flow-dice = 骰子

flow-so-far = 已有 { $count } 个
flow-folded = 已有 { $count } 个，折叠 { $folded } 个
flow-numbers = { $count } 个数
flow-ribbons = 丝带：注意力，{ $heads } 个头的平均
flow-stripes = 条纹：残差流，蓝为 +，紫为 −
flow-scores = { $count } 个分数
flow-scores-listed = { $listed } 个分数（共 { $count } 个）
flow-shares = 分数变成份额
flow-random-number = 随机数
flow-seed-and-roll = 种子 { $seed } · 第 { $roll } 掷
flow-by-hand = 手动设定
flow-recorded = 录制
flow-recorded-why = 这是先前用这个模型录制的；模型一加载完，就换成实时运行。
flow-recomputed = 重算
flow-recomputed-why = 重新计算过：保留录制时的选择，末几位数字可能不同。

flow-score = 分数
flow-axis-low = 最高−{ $below }
flow-axis-high = 最高
flow-gap = 差距
flow-exp = e^差距
flow-divided = ÷ { $total }
flow-left = 剩余词元

flow-attention = 注意力加入
flow-mlp = MLP 加入
flow-length = 长度（对数）
flow-would-say = 会说
flow-rank-of = { $token } 的排名
flow-others = 其余 { $count } 个
flow-others-short = 其余
flow-more-tokens = … 另 { $count } 个
flow-sum = 总和
flow-cut = −{ $mass }
flow-cut-nothing = 无变化
flow-cut-grows = 截去 { $mass }，其余放大
flow-round = 追加到文本；下一轮从 { $count } 个词元开始
flow-unpin = ┄ 已固定 ✕
flow-unpin-why = 虚线边缘属于固定的设置。点击可取消固定。
flow-add-stage = + 环节
flow-take-it = 选它
flow-given = 给定
flow-yours = 你选的
flow-taken = 已抽取：看下一步
flow-parts-off = 关闭了 { $count } 个部件 · 恢复
flow-parts-off-why = 各视图和图中的虚线边缘显示缺少这些部件的模型；运行用的仍是完整模型。点击可全部恢复。
flow-machine = 机器
flow-close = 关闭（Esc）
flow-table = 用表格显示数值
table-tokens = 目前的词元
table-stripes = 条纹：每格的大小和符号
table-blocks = 每层改变了什么，会说什么
table-attention = 当前词元读了什么
table-scores = 从分数到概率
table-stages = 每个环节做了什么
table-shares = 每个环节之后的概率
table-segments = 每个词元在长条上的区间
col-place = 所在处
col-length = 长度
col-rank-of-chosen = 所选词元的排名
col-mean = 平均
col-head = 头 { $head }
col-stage = 环节
col-tokens-in = 输入词元
col-tokens-out = 剩余词元
col-cut = 截去
col-entropy-before = 之前的熵
col-entropy-after = 之后的熵
flow-walk = 各层：方向键移动，Enter 打开
flow-fork = 以前选过 { $token }：去那里看看
flow-folded-stages = 这一列还有 { $count } 个环节：打开采样器
flow-undo = 撤销采样器的上一次改动
flow-add-a-stage = 添加环节
flow-dice-says = { $number } 落在 { $token } 上，{ $share }

dice-seed = 同一个种子总是掷出同样的数，与滑块无关。
line-resting = 概率不是真相：模型知道哪些词元常跟在哪些后面，并不知道事实如何。
line-private = 你输入的内容不会离开这个页面。
line-token = { $token }：词表中的 { $id } 号词元
line-token-rated = { $token }：词表中的 { $id } 号词元，惊奇度 { $bits } 比特：{ $odds }
line-before-layers = 各层之前
line-after-attention = 层 L{ $layer } 的注意力之后
line-after-layer = 层 L{ $layer } 之后
line-stripe = { $vector }，{ $after }：第 { $from }–{ $to } 个数合为一格，大小 { $size }（均方根），符号 { $sign }
line-vector-of = { $token } 的向量
line-mean-of = { $count } 个折叠词元的平均向量
line-ribbon = L{ $layer }：{ $current } 把 { $share } 的注意力用于读 { $token }，这是 { $heads } 个头的平均；最多的是头 { $head }，{ $most }
line-ribbons = L{ $layer }：{ $current } 从多个词元读到的内容，合画成一条丝带
line-first-token = （第一个词元常常只是歇脚处）
line-attention-adds = L{ $layer }：{ $token } 从其他词元读到的内容，使它的向量变化了自身长度的 { $share }
line-mlp-adds = L{ $layer }：MLP 只处理 { $token } 自己，使它的向量变化了自身长度的 { $share }
line-length = L{ $layer }：这一层加入内容后，向量长 { $length }；条形用对数刻度
line-word = L{ $layer }：如果模型停在这里，它会说 { $token }（{ $share }）
line-rank = L{ $layer }：如果模型停在这里，{ $token } 在所有词元中排第 { $rank }（{ $share }）
line-leader = { $token }：分数 { $score }，最高：其他词元的差距都从它算起
line-score = { $token }：分数 { $score }，比 { $leader } 低 { $gap }：起作用的只有这个差距
line-exp = { $token }：e^({ $gap }) = { $exp }，这是它的权重（首选的权重为 1）
line-sum = { $total }：全部 { $count } 个词元的 e^差距 之和；权重除以它，就变成合计为 1 的份额
line-share = { $token }：{ $exp } ÷ { $total } = { $share }，即它的权重 ÷ 权重总和：模型自己的概率
line-band = { $token }：{ $shares }，从模型开始，经过采样器的每个环节
line-others = 没有单独成行的所有词元，合在一起
line-temperature-low = 温度 { $t }：每个分数都除以它，差距拉大，首选更常胜出；p^(1/{ $t })，再归一化
line-temperature-high = 温度 { $t }：每个分数都除以它，差距缩小，其他词元也有机会；p^(1/{ $t })，再归一化
line-temperature-one = 温度 1：分数保持模型给出的样子
line-temperature-zero = 温度 0：只留下最高分，不靠运气
line-gate = { $stage }：留下 { $stays } 个词元，截去 { $cut } 的概率，其余 × { $grows }，重新合为 100%
line-gate-cuts-nothing = { $stage }：{ $stays } 个词元全部留下
line-segment = { $token }：{ $low } 到 { $high }，宽度就是它的概率：{ $share } 的随机数落在这里
line-pin = { $number }：种子 { $seed }、位置 { $position }、第 { $roll } 掷的随机数；它指着的词元就是下一个
line-pin-by-hand = { $number }：手动设定；它指着的词元就是下一个
line-round = 词元追加到文本末尾，再为变长的文本重新计算一遍
flow-stay = 剩 { $count }
flow-machine-says = { $kind } · 每遍 { $time }

head-out = 敲除这个头，“{ $token }”从 { $before } 变为 { $after }。
head-out-same = 敲除这个头，“{ $token }”仍为 { $before }。
head-take-out = 敲除它
head-all = { $count } 个头
head-on-what-followed = 上次之后的词元
head-on-the-one-before = 前一个词元
head-on-the-first = 第一个词元
head-on-itself = 自身
head-compared = 平均值；各类有重叠
head-rows = { $count } 行的平均；均匀分布时为 { $chance }
head-no-rows = 这段文本里没有词元有这样的位置
head-follows = 第 { $layer } 层第 { $head } 头从“{ $from }”回看“{ $to }”，即上次跟在“{ $from }”后面的词元，用了 { $share } 的注意力。
head-looks = 第 { $layer } 层第 { $head } 头从“{ $from }”主要看“{ $to }”，用了 { $share } 的注意力。
head-looks-at-first = 第 { $layer } 层第 { $head } 头从“{ $from }”主要看第一个词元“{ $to }”，用了 { $share }：那里常常只是歇脚处。
head-looks-at-itself = 第 { $layer } 层第 { $head } 头从“{ $from }”主要看它自身，用了 { $share } 的注意力。

sampler-table = 每个环节之后的候选
sampler-stages = 采样器的环节（按顺序）
sampler-the-model = 模型
sampler-scale = 满格 = { $share }；刻线：之前
sampler-move = 移动“{ $stage }”：拖动，或用方向键
sampler-earlier = 把“{ $stage }”前移一位
sampler-later = 把“{ $stage }”后移一位
sampler-remove = 移除“{ $stage }”
sampler-acts = 启用“{ $stage }”
sampler-how = 它在这里怎样起作用
sampler-no-grammar = 写一个…
sampler-listed = { $count ->
    [0] 列表…
   *[other] { $count } 个词元…
}
sampler-off = 已关：
sampler-preset = 采样链
sampler-own = 自定义
sampler-reset = 重置采样器
sampler-undo = 撤销
sampler-redo = 重做
sampler-redo-why = 恢复撤销的改动（Ctrl+Shift+Z）
sampler-pin = 固定
sampler-pin-why = 固定这些设置，再试别的，看看有什么不同
sampler-cut = 截去
sampler-about = { $count ->
    [0] 没有环节：直接从模型给出的分布中抽取
   *[other] { $count } 个环节，从左到右依次应用
}
sampler-order = 试试另一种顺序
sampler-order-why = 固定当前设置，再把温度移到链的另一端
sampler-temperature-first = 温度放在最前
sampler-temperature-last = 温度放在最后
sampler-turned-around = 把链颠倒过来
sampler-order-same = { $order }：这一步不会有任何变化。
sampler-order-shares = { $order }：留下的还是这 { $count } 个词元；{ $token } 由 { $now } 变为 { $then }。
sampler-order-counts = { $order }：留下的词元由 { $before } 个变为 { $count } 个。
sampler-order-keeps = { $order }：留下的词元由 { $before } 个变为 { $count } 个；{ $token } 由 { $now } 变为 { $then }。
