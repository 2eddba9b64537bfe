recording = Esto no es una grabación que se pueda reproducir: { $why }
recording-file = el archivo está dañado ({ $why })
recording-format = es otro tipo de archivo
recording-version = tiene la versión { $found }; Logitscope lee la { $newest }
recording-part = falta una parte o no encaja ({ $name })
recording-unwritten = No se pudo grabar la ejecución: { $why }
