recording = 这不是可以回放的录制文件：{ $why }
recording-file = 文件已损坏（{ $why }）
recording-format = 这是另一种文件
recording-version = 它的版本是 { $found }，Logitscope 读取版本 { $newest }
recording-part = 缺少某个部分，或与其他部分不符（{ $name }）
recording-unwritten = 无法录制这次运行：{ $why }
