# Why a file is no recording that can be replayed.
recording = This is no recorded run that can be replayed: { $why }
recording-file = the file is damaged ({ $why })
recording-format = it is another kind of file
recording-version = it has version { $found }, Logitscope reads { $newest }
recording-part = a part is missing or does not fit ({ $name })
recording-unwritten = The run could not be recorded: { $why }
# Saving and replaying runs.
export-recording = Save as recorded run
recording-caption = A recorded run replays here, and embedded anywhere, with all that you looked at, without the model.
recording-saving = Recording the run: { $done } of { $all }
recording-cancel = Cancel
recorded-about = A recorded run: everything on screen was computed earlier, and nothing new can be.
recorded-ends = The recording ends here: this was not computed then.
recorded-go-on = Go on with { $model }
recorded-show = Show a recorded run
recorded-instead = { $failure } The lesson goes on with its recorded run.
recorded-not-there = There is no recorded run at { $address }.
