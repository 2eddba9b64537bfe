no-model-yet = 还没有模型。
superseded = 已被后来的改动取代。
load-cancelled = 加载已停止。
prompt-too-big = 提示词有 { $bytes } 字节，超过这个页面的上限（{ $most }）。请缩短它。
at-max-tokens = 这次运行已有 { $tokens } 个词元。要继续，请调高“最多词元”，或退回几步。
wrong-answer = 引擎对 { $command } 给出了错误的回答。请重新加载页面。
page-closing = 页面正在关闭。
download-refused = 浏览器没有接收文件：{ $why }。
model-unknown = “{ $name }”既不是模型的名称，也不是模型的地址。
model-elsewhere = 模型“{ $name }”在另一个网站上。请从页面里加载它。

link-without-files = 链接无法带上模型：它是从这台电脑的文件加载的。
copied = { $what }已复制到剪贴板。
copied-link = 链接
copied-embed = 内嵌代码
copy-refused = 浏览器不允许在这里复制。{ $what }：{ $text }
not-secure = 这个页面是通过不安全的连接打开的，所以浏览器不提供 WebGPU：模型在 CPU 上运行。请用 https 地址打开页面，或在 localhost 上打开。
scripts-refused = 无法用脚本控制这个页面：{ $why }。
forced-by-link = 有 { $tokens } 个词元是在别处或以前生成的，其中 { $forced } 个不会被这里的骰子选中。它们作为指定的词元留在文本里。
text-kept = 文本不变：{ $model } 读到的词元相同。
text-kept-favourite = { $before } 的首选是“{ $favourite }”（{ $then }），{ $model } 的首选是“{ $other }”（{ $now }）。
text-kept-same-favourite = 两者的首选都是“{ $favourite }”：{ $before } 给 { $then }，{ $model } 给 { $now }。
text-kept-forced = 生成的 { $tokens } 个词元中，有 { $forced } 个不会被它的骰子选中：它们作为指定的词元留在文本里。
text-kept-as-prompt = { $model } 用另一种分词器：目前的文本现在成为它的提示词。
text-kept-in-part = { $model } 无法接收整段文本。{ $why }
chain-of-model = 采样器现按 { $model } 的生成配置（generation config）设置。
chain-of-page-again = 采样器已恢复为本页面的默认设置。
text-from-before = 这是你上次的文本。
start-afresh = 重新开始
trace-of-other-model = 这条轨迹是用“{ $model }”生成的。词元和选择与记录一致；分布用“{ $here }”重新计算。
not-rated = 无法给提示词的词元评分。{ $why }
not-inspected = 无法计算模型内部。{ $why }
not-continued = 无法续写文本。{ $why }
link-beyond-end = 链接要显示词元 { $at } 之后的一步，但文本在此之前就结束了：最后一个词元是第 { $last } 个，第一个记为 0。
parts-dropped = 这个模型没有 { $parts }：其中没有任何部件被关闭。
checkpoint-incomplete = 一个检查点是一个 .gguf 文件，或同时选择的 config.json、tokenizer.json 和权重（.safetensors）。已选择：{ $chosen }。缺少：{ $missing }。
file-unknown = 此页面无法打开 { $files }。可以打开的有：{ $known }。
file-drop = 拖到这里：{ $known }
file-known = 模型（它的文件夹、一个 .gguf 文件，或同时给出的 config.json、tokenizer.json 和权重（.safetensors））、轨迹（.json）、课程（.md）或录制的运行（.logitscope）
file-unreadable = 无法读取 { $file }：{ $why }。
folder-other = 在 { $folder } 中没有找到模型。模型的文件夹里有一个 .gguf 文件，或 config.json、tokenizer.json 和权重（.safetensors）。
folder-several = { $folder } 中有多个模型：{ $models }。请打开其中一个的文件夹或 .gguf 文件。
folder-vast = { $folder } 中的内容太多，此页面没有全部查看，也没有找到模型。请直接打开模型自己的文件夹。
folder-links = 浏览器在此文件夹中没有显示模型。浏览器会略过作为链接的文件，Hugging Face 缓存里的文件就是这样：请同时选择并打开这些文件本身。
bundled-instead = { $why } 改用页面自带的模型。
engine-goes-on = { $why } 引擎已重新启动，运行继续。
cpu-from-now-on = 引擎在一分钟内失败了 { $count } 次。从现在起用 CPU 计算。

link-value = 链接中写着 { $key }={ $value }；应为：{ $expected }。
link-nearest = 链接中写着 { $key }={ $value }；应为：{ $expected }；现在用 { $used }。
link-names = 链接中写着 { $key }={ $value }；可用的名称有 { $known }。
link-unknown = 链接中有“{ $key }”，这个页面不认识它。
link-chain = 链接中的采样链：{ $why }
expected-whole-below = 小于 { $end } 的整数
expected-one-of = { $others } 或 { $last }
expected-parts = 模型的部件，可带 0 到 10 的系数，例如 L3H5,L4M~0.5
expected-tokens = 用点连接的词元 ID
expected-earlier = 词元数、种子和采样链，例如 5:1:temperature~0.8
expected-dice = 骰子，例如 r2 或 u25
expected-like = 像 { $example } 这样书写，且数值在范围内
link-chain-more = 链接中的采样链：还有 { $more } 个值无法使用。

new-version = 本页面有新版本。
new-version-take = 载入
