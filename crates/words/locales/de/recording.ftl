recording = Das ist keine Aufzeichnung, die sich abspielen lässt: { $why }
recording-file = die Datei ist beschädigt ({ $why })
recording-format = es ist eine andere Art von Datei
recording-version = sie hat Version { $found }, Logitscope liest { $newest }
recording-part = ein Teil fehlt oder passt nicht ({ $name })
recording-unwritten = Der Lauf konnte nicht aufgezeichnet werden: { $why }
