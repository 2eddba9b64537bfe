glossary = Glossar
term-is = { $name }:
try-this = Probiere:
term-here = hier { $value }

term-token = Token
about-token = Ein Textstück aus einer festen Liste: ein Wort, ein Teil davon oder ein Zeichen. Etwas anderes lesen und schreiben Modelle nicht.
term-byte = Byte
about-byte = 8 Bit Text, so wie er gespeichert wird. Seltene Zeichen haben kein eigenes Token und werden Byte für Byte geschrieben.
term-vocabulary = Vokabular
about-vocabulary = Alle Tokens, die das Modell kennt. Jedes bekommt in jedem Schritt einen Score.
term-context = Kontextfenster
about-context = So viele Tokens kann das Modell höchstens auf einmal lesen. Was davor steht, gibt es für das Modell nicht.
term-embedding = Embedding
about-embedding = Der Vektor, der für ein Token steht: eine Zeile einer gelernten Tabelle.
term-stream = Residualstrom
about-stream = Der Vektor jedes Tokens auf seinem Weg nach oben. Jede Schicht liest ihn und addiert etwas dazu.
term-layer = Schicht
about-layer = Eine Runde aus Attention und MLP. Alle Schichten sind gleich gebaut, mit eigenen Gewichten.
term-attention = Attention
about-attention = Aufmerksamkeit: wie ein Token Information aus den Tokens davor holt. Eine gewichtete Summe, deren Gewichte zusammen 1 ergeben.
term-head = Kopf
about-head = Eine von mehreren Attentions nebeneinander in einer Schicht; jede sucht etwas Eigenes.
term-mlp = MLP
about-mlp = Der Teil einer Schicht, der mit jedem Token für sich arbeitet. Viel von dem, was ein Modell weiß, ist dort gespeichert.
term-neuron = Neuron
about-neuron = Eine Zahl in einem MLP: wie stark ein Muster gefunden wurde.
term-lens = Logit-Linse
about-lens = Die Ausgabe, schon auf eine innere Schicht angewandt (logit lens): was das Modell sagen würde, wenn es dort aufhörte.
term-pass = Vorwärtsdurchlauf
about-pass = Der Weg der Tokens durch alle Schichten bis zu den Logits. Erst danach wird ein Token gewählt.
term-logit = Logit
about-logit = Der rohe Score eines Tokens, beliebig groß und mit beliebigem Vorzeichen. Nur Abstände zählen.
term-softmax = Softmax
about-softmax = Macht aus Scores Wahrscheinlichkeiten: e hoch Score, geteilt durch die Summe aller.
term-probability = Wahrscheinlichkeit
about-probability = Wie oft dieses Token hier käme, so wie das Modell Texte kennt. Über Fakten sagt sie nichts.
term-rank = Rang
about-rank = Der Platz eines Tokens, wenn alle nach Wahrscheinlichkeit geordnet sind; 1 ist der Favorit.
term-entropy = Entropie
about-entropy = Wie unentschieden das Modell ist, in Bit: 0 ist sicher, 1 Bit mehr heißt doppelt so viele gleiche Möglichkeiten.
term-surprisal = Überraschung
about-surprisal = Wie unerwartet ein Token war, in Bit: −log₂ seiner Wahrscheinlichkeit.
term-perplexity = Perplexität
about-perplexity = Die mittlere Überraschung eines Textes, ausgedrückt als Zahl gleich wahrscheinlicher Möglichkeiten je Token.
term-kl = KL-Divergenz
about-kl = Wie weit eine Verteilung von einer anderen entfernt ist, in Bit; 0, wenn sie gleich sind.
term-sampler = Sampler
about-sampler = Was aus Wahrscheinlichkeiten ein Token macht: Stufen, die umformen oder abschneiden, dann der Würfel.
term-greedy = Greedy
about-greedy = Immer den Favoriten nehmen (Temperatur 0): kein Zufall und oft Wiederholung.
term-seed = Seed
about-seed = Die Zahl, aus der die Würfe kommen. Derselbe Seed und dieselben Einstellungen geben denselben Text.
term-draw = Zufallszahl u
about-draw = Gleichmäßig verteilt zwischen 0 und 1. Das Token, auf dessen Abschnitt des Balkens sie fällt, wird gewählt.
term-cache = KV-Cache
about-cache = Keys und Values früherer Tokens, aufgehoben, damit ein Schritt nur das neueste berechnet.

now-token = „{ $token }“, ID { $id }
now-bytes = „{ $token }“: { $count ->
    [one] { $count } Byte
   *[other] { $count } Byte
}
now-vocabulary = { $count } Tokens
now-context = { $count } von { $all } Tokens
now-numbers = { $count } Zahlen je Token
now-layers = { $count ->
    [one] { $count } Schicht
   *[other] { $count } Schichten
}
now-heads = { $count ->
    [one] { $count } Kopf je Schicht
   *[other] { $count } Köpfe je Schicht
}
now-neurons = { $count } je Schicht
now-attention = am meisten auf „{ $token }“: { $share }, Mittel aller Köpfe
now-mlp = L{ $layer }: Es ändert den Vektor um { $share } seiner Länge
now-lens = nach { $layer } führt „{ $token }“ mit { $probability }
now-kl = nach { $layer } { $bits } von der Ausgabe entfernt
now-cache = { $bytes } reserviert
now-of-token = „{ $token }“: { $value }
now-softmax = „{ $token }“: aus { $logit } wird { $share }
now-rank = „{ $token }“: { $rank } von { $all }
now-stages = { $count ->
    [one] wirkt { $count } Stufe, { $stay } von { $all } Tokens bleiben
   *[other] wirken { $count } Stufen, { $stay } von { $all } Tokens bleiben
}
now-greedy = ist der Favorit „{ $token }“
now-setting = auf { $value } gestellt
now-off = nicht in Gebrauch
