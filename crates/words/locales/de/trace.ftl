trace = Das ist kein brauchbares Logitscope-Protokoll: { $why }
trace-json = sein JSON ist beschädigt ({ $why })
trace-format = sein Format ist nicht „{ $format }“
trace-version = es hat Version { $found }, Logitscope liest { $oldest } bis { $newest }
trace-model = es wurde mit „{ $model }“ aufgezeichnet, dessen Vokabular { $found } Tokens hat; das geladene Modell hat { $loaded }
trace-node = Knoten { $node } { $why }
trace-node-repeats = wiederholt einen anderen Knoten
trace-node-other-token = hat den Eintrag eines anderen Tokens
trace-node-draw = hat eine Ziehung, die nicht für ein Token ist
trace-node-is = hat { $name } = { $value }; erlaubt ist { $expected }
trace-node-from-to = hat { $name } = { $value }; erlaubt ist { $low } bis { $high }
trace-node-from = hat { $name } = { $value }; erlaubt ist eine Zahl ab { $low }
trace-node-below-one = hat { $name } = { $value }; erlaubt ist eine Zahl ab 0 und kleiner als 1
trace-node-logit = hat { $name } = { $value }; erlaubt ist eine Zahl oder null für −∞
