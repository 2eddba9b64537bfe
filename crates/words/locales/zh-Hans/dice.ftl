look-dice = 留下的每个词元在长条上占一段，段长就是它的‹probability:概率›；‹draw:随机数›落在哪段，就选哪个。
try-dice = 拖动指针，或者连掷一百次。

col-begins = 起点
col-ends = 终点（不含）
col-pin = 指针
dice-table = 长条上的区间
dice-pin = u = { $number }
dice-by-hand = 这个数是手动设定的。
parameter-seed = 种子
dice-from = 它的来历：种子 { $seed }，位置 { $position }。
dice-from-rolled = 它的来历：种子 { $seed }，位置 { $position }，重掷 { $count } 次。
dice-selects = { $range }，所以选中 { $token }。{ $from }
dice-label = { $count } 个词元的累积长条。随机数 u = { $number } 落在“{ $token }”上，区间从 { $low } 到 { $high }。
dice-here = u 在这里
dice-more = 另 { $count } 个

dice-u = u =
dice-back = 恢复骰子
new-dice = 新骰子
new-dice-does = 重掷这一步：分布不变，随机数换新；过去的步会长出分支
roll-many = 掷 { $count } 次
roll-more = 再掷 { $count } 次
rolls-others = 其余全部
rolls-row = { $count } 次 · { $share }
rolls-about = 掷了 { $count } 次：彩色是实际频率，灰色是概率。掷得越多，两者越接近。

col-log-prob = ln p
col-noise = 噪声 g
col-sum = ln p + g
race = 把同一次抽取看成赛跑（Gumbel-max）
race-about = 给每个对数概率加上噪声，最大者胜出：分布完全相同。这里的噪声正好让本次抽中的词元胜出。
race-table = 赛跑
