trace = Ce n’est pas une trace Logitscope utilisable : { $why }
trace-json = son JSON est endommagé ({ $why })
trace-format = son format n’est pas « { $format } »
trace-version = elle a la version { $found }, Logitscope lit les versions { $oldest } à { $newest }
trace-model = elle a été faite avec « { $model } », dont le vocabulaire a { $found } tokens ; le modèle chargé en a { $loaded }
trace-node = le nœud { $node } { $why }
trace-node-repeats = répète un autre nœud
trace-node-other-token = a l’enregistrement d’étape d’un autre token
trace-node-draw = a un tirage qui n’est pas celui d’un token
trace-node-is = a { $name } = { $value } ; il faut { $expected }
trace-node-from-to = a { $name } = { $value } ; il faut une valeur de { $low } à { $high }
trace-node-from = a { $name } = { $value } ; il faut un nombre, { $low } ou plus
trace-node-below-one = a { $name } = { $value } ; il faut une valeur de 0 inclus à 1 exclu
trace-node-logit = a { $name } = { $value } ; il faut un nombre, ou null pour −∞
