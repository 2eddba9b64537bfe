questions = 问答
answer-show = 在图中查看

ask-logit = 什么是 logit？它怎样变成概率？
answer-logit = ‹logit:Logit› 是模型给一个词元打的分数。起作用的只有它与最高分的差距：e^差距 是这个词元的权重，权重除以全部权重之和，就是它的‹probability:概率›。
answer-logit-sum = { $total } 是词表中全部 { $count } 个词元的 e^差距 之和。

ask-temperature = 温度有什么作用？
answer-temperature = 分数变成概率之前，先全部除以‹temperature:温度›。小于 1 时差距拉大，首选更常胜出；大于 1 时差距缩小，其他词元也有机会；等于 0 时总是首选胜出。
answer-temperature-table = 不同温度下的概率
answer-temperature-now = { $temperature }（当前）
answer-temperature-alone = 这里只看温度，还没有截去任何词元；温度为 1 时就是模型自己的概率。
answer-temperature-try = 试试 { $temperature }
answer-sampler = 打开采样器

ask-random = 哪里是随机的？怎样再得到同一段文本？
answer-random = 模型并不随机：同样的文本每次都给出同样的概率。随机的只有抽取。
answer-random-here = ‹seed:种子› { $seed }、位置 { $position } 和第 { $roll } 掷共同决定了‹draw:随机数› { $number }。它落在“{ $token }”上，这个词元占据 { $from } 到 { $to }。
answer-random-by-hand = 你把‹draw:随机数›手动设为 { $number }。它落在“{ $token }”上，这个词元占据 { $from } 到 { $to }。
answer-random-again = 模型、文本、设置、种子和掷次都相同，得到的词元就相同。链接会带上这一切。
answer-dice = 查看骰子

ask-look = 模型在看什么？
answer-look = 给下一个词元打分之前，每一‹layer:层›都让最后一个词元读取它前面的词元：这就是‹attention:注意力›。
answer-look-mean = 把全部 { $heads } 个头合起来看，“{ $from }”读得最多的是“{ $to }”：占它注意力的 { $share }。
answer-look-first = 那是第一个词元，常常只是歇脚处。
answer-look-nothing = “{ $from }”前面没有可读的词元。
answer-look-but = 读到的不等于起作用的：打开视图，可以看到敲除一个头后有什么变化。
answer-attention = 查看这里的注意力

ask-form = 答案怎样在各层中形成？
answer-form = 每一‹layer:层›都往最后一个词元的向量上加一些内容。‹lens:Logit 透镜›在每层之后都问：如果模型停在这里，它会说什么？
answer-form-leads = “{ $token }”在{ $depth }成为首选（{ $then }），此后一直是；最终为 { $now }。
answer-form-last = “{ $token }”直到{ $depth }（最后一层）才成为首选，概率为 { $now }。
answer-form-again = “{ $token }”在{ $early }第一次成为首选，在{ $depth }（{ $then }）才不再改变；最终为 { $now }。
answer-form-before = 而在{ $depth }，首选还是“{ $token }”（{ $share }）。
answer-lens = 查看 logit 透镜

ask-cache = 什么是 KV 缓存？为什么输出一次只有一个词元？
answer-cache = 每个词元都要等前一个词元，所以文本不能提前算好。‹attention:注意力›要用到前面各词元的键和值，它们保存在 ‹cache:KV 缓存›里，不必重算。
answer-cache-step = 这一步用 { $time } 计算了 { $rows } 个位置，其余 { $kept } 个从缓存读取。
answer-cache-prompt = 这一步一次算完全部 { $rows } 个位置，用时 { $time }。它们现在都在缓存里：下一步只算一个。
answer-cache-off = 缓存已关闭：这一步计算了全部 { $rows } 个位置，用时 { $time }。
answer-cache-weights = 每个词元还要把模型的全部权重（这里是 { $bytes }）读一遍：大模型的速度就受限于此。
answer-cache-open = 查看 KV 缓存

ask-repeat = 它为什么会重复自己？
answer-repeat-why = 文本里出现过的片段，会让它自己的后续更可能再出现：有些‹head:头›专门寻找同一词元上次之后是什么，然后照抄。每抄一次，下一次就更有把握，小模型尤其如此。
answer-repeat = “{ $passage }”（{ $tokens } 个词元）在这里出现了 { $times } 次。
answer-repeat-rise = 其中各词元的平均概率第一次是 { $first }，最后一次是 { $last }。
answer-repeat-fall = 这里模型并没有料到重复：其中各词元的平均概率第一次是 { $first }，最后一次是 { $last }。
answer-repeat-heads = 下面这些头在每个词元处都去看它上次之后的词元：
answer-repeat-head = 第 { $layer } 层第 { $head } 头：{ $share }
answer-repeat-none = 这里还没有哪个片段（至少 { $least } 个词元）出现过两次。‹temperature:温度›为 0 时总是首选胜出，文本可能在几个词上没完没了地打转。
answer-repeat-try = 用温度 0 播放“{ $text }”
answer-repeat-cure = 重复惩罚会降低已出现词元的 ‹logit:logit›。
answer-repeat-press = 添加重复惩罚
answer-repeat-open = 打开重复惩罚

ask-true = 它说的是真的吗？
answer-true = 这个页面显示的是词有多可能出现，不是事实。模型知道什么后面常跟着什么，不管真假。
answer-true-here = 这里“{ $token }”的‹probability:概率›是 { $probability }：模型对这个词就有这么大的把握。
answer-true-try = 试一个你知道答案的问题，看看它有多大把握：
