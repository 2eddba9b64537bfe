recording = Ceci n’est pas un enregistrement que l’on puisse rejouer : { $why }
recording-file = le fichier est endommagé ({ $why })
recording-format = c’est un autre type de fichier
recording-version = il a la version { $found } ; Logitscope lit la version { $newest }
recording-part = une partie manque ou ne convient pas ({ $name })
recording-unwritten = L’exécution n’a pas pu être enregistrée : { $why }
