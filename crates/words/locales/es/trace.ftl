trace = Esto no es una traza de Logitscope utilizable: { $why }
trace-json = su JSON está dañado ({ $why })
trace-format = su formato no es «{ $format }»
trace-version = tiene la versión { $found }, Logitscope lee de la { $oldest } a la { $newest }
trace-model = se hizo con «{ $model }», cuyo vocabulario tiene { $found } tokens; el modelo cargado tiene { $loaded }
trace-node = el nodo { $node } { $why }
trace-node-repeats = repite otro nodo
trace-node-other-token = tiene el registro de paso de otro token
trace-node-draw = tiene un sorteo que no es para un token
trace-node-is = tiene { $name } = { $value }; tiene que ser { $expected }
trace-node-from-to = tiene { $name } = { $value }; tiene que estar entre { $low } y { $high }
trace-node-from = tiene { $name } = { $value }; tiene que ser un número, { $low } o más
trace-node-below-one = tiene { $name } = { $value }; tiene que ser un número de 0 a 1, sin llegar a 1
trace-node-logit = tiene { $name } = { $value }; tiene que ser un número, o null para −∞
