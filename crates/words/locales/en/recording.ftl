# Why a file is no recording that can be replayed.
recording = This is no recorded run that can be replayed: { $why }
recording-file = the file is damaged ({ $why })
recording-format = it is another kind of file
recording-version = it has version { $found }, Logitscope reads { $newest }
recording-part = a part is missing or does not fit ({ $name })
recording-unwritten = The run could not be recorded: { $why }
