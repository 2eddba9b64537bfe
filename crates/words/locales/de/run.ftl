prompt-empty = Der Prompt ist leer. Gib mindestens ein Zeichen ein: Ein Modell sagt voraus, was nach einem Text kommt.
prompt-unread = Der Tokenizer dieses Modells macht aus „{ $text }“ kein Token. Gib etwas ein, das sein Vokabular kennt.
left-out = Der Tokenizer dieses Modells hat kein Token für { $characters }: Das Modell liest { $count ->
    [one] dieses Zeichen
   *[other] diese Zeichen
} nicht.
prompt-too-long = Der Prompt hat { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}, aber dieses Modell liest höchstens { $context } auf einmal. Kürze ihn auf höchstens { $most ->
    [one] { $most } Token
   *[other] { $most } Tokens
}.
context-full = Der Kontext ist voll: Dieses Modell liest höchstens { $context } Tokens. Geh zurück oder beginne mit einem kürzeren Prompt.
unknown-token = Token { $token } gibt es nicht: Das Vokabular dieses Modells hat die IDs 0 bis { $last }.
unknown-node = In diesem Lauf gibt es keinen Schritt { $node }.
logits-missing = Die Logits dieses Schritts sind nicht im Speicher; sie müssen zuerst berechnet werden.
needs-logits = Die Wiederholungsstrafe hängt vom Vorzeichen jedes Logits ab, und dieser Server gibt Log-Wahrscheinlichkeiten an. Schalte sie aus oder nimm die Präsenz- oder Häufigkeitsstrafe.
undecided = „{ $sampler }“ lässt sich aus den { $listed } Tokens, die der Server von { $all } nennt, nicht berechnen: Es braucht auch die anderen. Lass dir alle geben, oder setz ein Top-k von höchstens { $listed } davor.
draw-undecided = Die Zufallszahl { $u } fällt auf ein Token, das nicht unter den { $listed } ist, die der Server von { $all } nennt. Lass dir mehr geben, oder füge ein Top-k von höchstens { $listed } hinzu.
undecided-remedy = Dieses Top-k hinzufügen
not-listed = Token { $token } ist nicht unter den { $listed }, die der Server von { $all } nennt; seine Wahrscheinlichkeit ist also nicht bekannt. Lass dir erst alle geben.
list-too-short = Die { $listed } Tokens, die der Server von { $all } nennt, entscheiden das nicht. Nimm ein Top-k von höchstens { $listed } in den Sampler.
needs-all = Das braucht die Scores aller { $all } Tokens, und der Server nennt { $listed }. vLLM nennt alle, wenn es mit --max-logprobs -1 gestartet wird.
bad-logit = Das Modell gab { $value } als Logit von Token { $token } zurück. Seine Gewichte sind beschädigt, oder sie laufen in der gewählten Genauigkeit über.
logits-length = Das Modell gab { $found ->
    [one] { $found } Logit
   *[other] { $found } Logits
} zurück, sein Vokabular hat aber { $vocabulary } Tokens. Lade das Modell neu; vielleicht gehören seine Dateien nicht zusammen.
no-candidates = Das Modell gab keine brauchbaren Logits zurück: Es gibt kein Token zu wählen.
remembers-steps = Der Sampler { $sampler } richtet sich nach seinen früheren Schritten, aber hier wachsen viele Texte zugleich. Schalte ihn aus.
lanes-count = { $lanes ->
    [one] Ein Text lässt
   *[other] { $lanes } Texte lassen
} sich nicht vergleichen. Nimm zwei, drei oder vier.
few-layers = Das Modell hat { $layers ->
    [one] eine Schicht
   *[other] { $layers } Schichten
}: Es gibt keine frühere, mit der die letzte zu vergleichen wäre.
long-grammar = Die Grammatik hat { $bytes } Byte; erlaubt sind { $most }. Kürze sie.
mask-missing = Was die Grammatik in diesem Schritt erlaubt, muss zuerst ermittelt werden.
grammar-complete = Der Text ist vollständig: Die Grammatik erlaubt danach nichts mehr. Geh zurück oder schalte die Grammatik aus.
grammar-refused = Die Grammatik ist nicht verwendbar: { $why }
grammar-hard = Die Grammatik brauchte mehr als { $seconds ->
    [one] { $seconds } Sekunde
   *[other] { $seconds } Sekunden
}. Vereinfache sie.
grammar-crashed = Die Grammatik war zu viel für ihren Parser; er musste neu gestartet werden. Vereinfache sie.
grammar-parser = Der Parser für Grammatiken lässt sich nicht laden: { $why } Lade die Seite neu oder schalte die Grammatik aus.
grammar-left = Der Text folgt der Grammatik nicht: Bei Token { $place } geht er einen anderen Weg. Geh bis davor zurück oder schalte die Grammatik aus.
grammar-limit = sie hat { $what }, und höchstens { $most } sind möglich.
grammar-groups = Gruppen in { $depth } Gruppen
grammar-rules = { $count } Regeln und Terminale
grammar-multiple = multipleOf { $value }
grammar-patterns = { $count } Muster
grammar-properties = { $count } Eigenschaften und Alternativen
lane-word = „{ $word }“ sagt nichts über einen Text zum Vergleichen. Nimm write=sampled, write=greedy oder write=beams4, model=run, model=draft oder model=altered, chain=… und als Letztes prompt=….
no-log-probs = Die Liste der Log-Wahrscheinlichkeiten ist leer. Fordere vom Endpunkt mindestens eine an.
bad-log-prob = Die Log-Wahrscheinlichkeit von Token { $token } ist { $value }; erlaubt ist eine Zahl bis höchstens 0.
listed-twice = Token { $token } steht zweimal unter den Log-Wahrscheinlichkeiten.
too-much-mass = Die aufgeführten Wahrscheinlichkeiten ergeben zusammen { $sum }, mehr als 1: Sie gehören nicht zu einer Verteilung.
not-the-top = Die Liste der Log-Wahrscheinlichkeiten enthält nicht die wahrscheinlichsten Tokens: Sie lässt { $tokens } anderen eine Wahrscheinlichkeit von { $mass }, die zusammen höchstens { $most } haben können, wenn keines von ihnen wahrscheinlicher ist als das letzte der Liste.
vocab-table = Die Tabelle mit den Texten des Vokabulars ist beschädigt: Ihre Enden müssen aufsteigen und innerhalb ihrer Bytes liegen.
setting = { $name } = { $value } ist nicht möglich; erlaubt: { $expected }.
setting-nearest = { $name } = { $value } ist nicht möglich; erlaubt: { $expected }; verwendet wird { $used }.
expected-number = eine Zahl von { $low } bis { $high }
expected-number-from = eine Zahl ab { $low }
expected-whole = eine ganze Zahl von { $low } bis { $high }
expected-whole-from = eine ganze Zahl ab { $low }
expected-divisor = ein Teiler von { $number }
expected-factor = ein Faktor von 0 bis { $most }
expected-draw = eine Zahl ab 0 und kleiner als 1
unknown-part = „{ $text }“ benennt keinen Teil eines Modells. Ein Teil heißt wie L3H5 (ein Kopf), L3A (die Attention einer Schicht) oder L3M (ihr MLP), mit ~0.5 dahinter wird er skaliert.
unknown-sampler = Einen Sampler „{ $name }“ gibt es nicht. Bekannt sind { $known }.
sampler-spelling = „{ $word }“ ist kein lesbarer Wert des Samplers { $sampler }.
chain-too-long = Die Sampler-Kette hat { $stages } Stufen; erlaubt sind höchstens { $most }. Entferne einige.
