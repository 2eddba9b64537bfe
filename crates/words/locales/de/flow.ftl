flow-tokens = Tokens
flow-embed = Embed
flow-layers = { $count ->
    [0] Schichten
    [one] { $count } Schicht
   *[other] { $count } Schichten
}
flow-logits = Logits
flow-softmax = Softmax
flow-sampler = Sampler
flow-dice = Würfel

flow-so-far = bisher { $count }
flow-folded = bisher { $count }, { $folded } eingeklappt
flow-numbers = { $count } Zahlen
flow-ribbons = Bänder: Attention, Mittel aus { $heads } Köpfen
flow-stripes = Streifen: der Residualstrom, blau + / violett −
flow-scores = { $count } Scores
flow-scores-listed = { $listed } von { $count } Scores
flow-shares = Scores werden Anteile
flow-random-number = Zufallszahl
flow-seed-and-roll = Seed { $seed } · Wurf { $roll }
flow-by-hand = von Hand gesetzt
flow-recorded = aufgezeichnet
flow-recorded-why = Früher mit diesem Modell aufgezeichnet; der Live-Lauf übernimmt, sobald es geladen ist.
flow-recomputed = neu berechnet
flow-recomputed-why = Noch einmal berechnet: Die aufgezeichnete Wahl bleibt, die letzten Stellen können abweichen.

flow-score = Score
flow-axis-low = −{ $below }
flow-axis-high = 0
flow-gap = Δ
flow-exp = e^Δ
flow-divided = ÷ { $total }
flow-left = Tokens übrig

flow-attention = + Attention
flow-mlp = + MLP
flow-length = Länge (log)
flow-would-say = würde sagen
flow-rank-of = Rang von { $token }
flow-others = { $count ->
    [one] { $count } anderes
   *[other] { $count } andere
}
flow-others-short = der Rest
flow-more-tokens = … noch { $count }
flow-sum = Summe
flow-cut = −{ $mass }
flow-cut-nothing = ändert nichts
flow-cut-grows = { $mass } weg, Rest wächst
flow-round = { $count ->
    [one] angehängt; die Runde beginnt neu, mit { $count } Token
   *[other] angehängt; die Runde beginnt neu, mit { $count } Tokens
}
flow-unpin = ┄ gemerkt ✕
flow-unpin-why = Die gestrichelten Kanten gehören zu den gemerkten Einstellungen. Drücke, um sie zu entfernen.
flow-add-stage = + Stufe
flow-take-it = nehmen
flow-given = gegeben
flow-yours = deins
flow-taken = gezogen: nächsten Schritt zeigen
flow-parts-off = { $count ->
    [one] { $count } Teil aus · zurücksetzen
   *[other] { $count } Teile aus · zurücksetzen
}
flow-parts-off-why = Die Ansichten zeigen das Modell ohne sie, das Bild seine gestrichelten Kanten; der Lauf ist der des ganzen Modells. Drücke, um alle wieder einzuschalten.
flow-machine = Maschine
flow-close = Schließen (Esc)
flow-table = Die Zahlen als Tabelle zeigen
table-tokens = Die bisherigen Tokens
table-stripes = Die Streifen: Größe und Vorzeichen jeder Zelle
table-blocks = Was jede Schicht ändert und sagen würde
table-attention = Was das aktuelle Token liest
table-scores = Vom Score zur Wahrscheinlichkeit
table-stages = Was jede Stufe gemacht hat
table-shares = Wahrscheinlichkeit nach jeder Stufe
table-segments = Wo jedes Token auf dem Balken liegt
col-place = Wo
col-length = Länge
col-rank-of-chosen = Rang des gewählten Tokens
col-mean = Mittel
col-head = Kopf { $head }
col-stage = Stufe
col-tokens-in = Tokens davor
col-tokens-out = Tokens übrig
col-cut = Weg
col-entropy-before = Entropie vorher
col-entropy-after = Entropie nachher
flow-walk = Schichten: Pfeiltasten bewegen, Enter öffnet
flow-fork = { $token } wurde früher genommen: dorthin gehen
flow-folded-stages = { $count ->
    [one] { $count } weitere Stufe in dieser Spalte: Sampler öffnen
   *[other] { $count } weitere Stufen in dieser Spalte: Sampler öffnen
}
flow-undo = Letzte Änderung am Sampler zurücknehmen
flow-add-a-stage = Stufe hinzufügen
flow-dice-says = { $number } fällt auf { $token }, { $share }

dice-seed = Derselbe Seed würfelt dieselben Zahlen, egal wie die Regler stehen.
line-resting = Wahrscheinlichkeit ist nicht Wahrheit: Das Modell weiß, welche Tokens oft auf welche folgen, nicht, was stimmt.
line-private = Dein Text verlässt diese Seite nicht.
line-token = { $token }: Token { $id } des Vokabulars
line-token-rated = { $token }: Token { $id } des Vokabulars, Überraschung { $bits } Bit: { $odds }
line-before-layers = vor den Schichten
line-after-attention = nach der Attention von L{ $layer }
line-after-layer = nach L{ $layer }
line-stripe = { $vector } { $after }: Seine Zahlen { $from }–{ $to }, eine Zelle, haben die Größe { $size } (quadratisches Mittel) und das Vorzeichen { $sign }
line-vector-of = der Vektor von { $token }
line-mean-of = der mittlere Vektor von { $count ->
    [one] { $count } eingeklappten Token
   *[other] { $count } eingeklappten Tokens
}
line-ribbon = L{ $layer }: { $current } liest { $token } mit { $share } seiner Aufmerksamkeit, im Mittel über { $heads } Köpfe; am meisten in Kopf { $head }, { $most }
line-ribbons = L{ $layer }: was { $current } von mehreren Tokens liest, als ein Band gezeichnet
line-first-token = (das erste Token ist oft nur ein Ruheplatz)
line-attention-adds = L{ $layer }: Was { $token } aus anderen Tokens liest, ändert seinen Vektor um { $share } seiner Länge
line-mlp-adds = L{ $layer }: Das MLP, das nur mit { $token } arbeitet, ändert dessen Vektor um { $share } seiner Länge
line-length = L{ $layer }: Der Vektor hat die Länge { $length }, nachdem diese Schicht ihren Teil addiert hat; der Balken ist logarithmisch
line-word = L{ $layer }: Hörte das Modell hier auf, würde es { $token } sagen ({ $share })
line-rank = L{ $layer }: Hörte das Modell hier auf, wäre { $token } Nummer { $rank } von allen Tokens ({ $share })
line-leader = { $token }: Score { $score }, der größte: Von ihm aus werden die Abstände Δ der anderen gezählt
line-score = { $token }: Score { $score }, das ist { $gap } unter { $leader }: Nur dieser Abstand zählt
line-exp = { $token }: e^({ $gap }) = { $exp }, sein Gewicht, wenn der Favorit 1 hat
line-sum = { $total }: die Summe von e^Δ über { $count ->
    [one] { $count } Token
   *[other] alle { $count } Tokens
}; durch sie geteilt werden die Gewichte zu Anteilen, die zusammen 1 ergeben
line-share = { $token }: { $exp } ÷ { $total } = { $share }, sein Gewicht ÷ die Summe aller: die Wahrscheinlichkeit des Modells selbst
line-band = { $token }: { $shares }, vom Modell durch jede Stufe des Samplers
line-others = alle Tokens ohne eigene Zeile, zusammen
line-temperature-low = Temperatur { $t }: Jeder Score wird durch sie geteilt, Abstände wachsen, Favoriten gewinnen öfter; p^(1/{ $t }), neu skaliert
line-temperature-high = Temperatur { $t }: Jeder Score wird durch sie geteilt, Abstände schrumpfen, die anderen bekommen eine Chance; p^(1/{ $t }), neu skaliert
line-temperature-one = Temperatur 1: Die Scores bleiben, wie das Modell sie gegeben hat
line-temperature-zero = Temperatur 0: Nur der größte Score bleibt, und nichts bleibt dem Zufall überlassen
line-gate = { $stage }: { $stays ->
    [one] { $stays } Token bleibt
   *[other] { $stays } Tokens bleiben
}, { $cut } der Wahrscheinlichkeit wird abgeschnitten, der Rest wächst auf das { $grows }-Fache und ergibt wieder 100 %
line-gate-cuts-nothing = { $stage }: { $stays ->
    [one] { $stays } Token bleibt
   *[other] alle { $stays } Tokens bleiben
}
line-segment = { $token }: { $low } bis { $high }, so breit wie seine Wahrscheinlichkeit: { $share } aller Zufallszahlen fallen hierher
line-pin = { $number }: die Zufallszahl aus Seed { $seed }, Position { $position }, Wurf { $roll }; das Token unter ihr kommt als Nächstes
line-pin-by-hand = { $number }: von Hand gesetzt; das Token darunter kommt als Nächstes
line-round = das Token wird angehängt, und alles wird für den längeren Text noch einmal berechnet
flow-stay = { $count } übrig
flow-machine-says = { $kind } · { $time }/Durchlauf

head-out = Ohne diesen Kopf ändert sich „{ $token }“ von { $before } auf { $after }.
head-out-same = Ohne diesen Kopf bleibt „{ $token }“ bei { $before }.
head-take-out = Herausnehmen
head-all = { $count ->
    [one] { $count } Kopf
   *[other] { $count } Köpfe
}
head-on-what-followed = was früher darauf folgte
head-on-the-one-before = das Token davor
head-on-the-first = das erste Token
head-on-itself = sich selbst
head-compared = im Mittel; die Gruppen überschneiden sich
head-rows = Mittel aus { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}; gleichmäßig verteilt wären es { $chance }
head-no-rows = kein Token dieses Textes hat eine solche Stelle
head-follows = In Schicht { $layer } schaut Kopf { $head } von „{ $from }“ zurück auf „{ $to }“, das früher auf „{ $from }“ folgte, mit { $share } seiner Aufmerksamkeit.
head-looks = In Schicht { $layer } schaut Kopf { $head } von „{ $from }“ vor allem auf „{ $to }“, mit { $share } seiner Aufmerksamkeit.
head-looks-at-first = In Schicht { $layer } schaut Kopf { $head } von „{ $from }“ vor allem auf das erste Token, „{ $to }“, mit { $share }: oft ein Ruheplatz.
head-looks-at-itself = In Schicht { $layer } schaut Kopf { $head } von „{ $from }“ vor allem auf das Token selbst, mit { $share } seiner Aufmerksamkeit.

# Der geöffnete Sampler.
sampler-table = Die Kandidaten nach jeder Stufe
sampler-stages = Stufen des Samplers, der Reihe nach
sampler-the-model = das Modell
sampler-scale = voller Balken = { $share }; Strich: vorher
sampler-move = { $stage } verschieben: ziehen oder Pfeiltasten
sampler-earlier = { $stage } eine Stelle nach vorn
sampler-later = { $stage } eine Stelle nach hinten
sampler-remove = { $stage } entfernen
sampler-acts = { $stage } wirkt
sampler-how = Wie es hier wirkt
sampler-no-grammar = schreib eine …
sampler-listed = { $count ->
    [0] eine Liste …
    [one] { $count } Token …
   *[other] { $count } Tokens …
}
sampler-off = Aus:
sampler-preset = Kette
sampler-own = deine eigene
sampler-reset = Sampler zurücksetzen
sampler-undo = Rückgängig
sampler-redo = Wiederholen
sampler-redo-why = Noch einmal ausführen (Strg+Umschalt+Z)
sampler-pin = Merken
sampler-pin-why = Diese Einstellungen behalten, andere probieren und sehen, was sich unterscheidet
sampler-cut = weg
sampler-about = { $count ->
    [0] keine Stufe: Gezogen wird aus dem, was das Modell gibt
    [one] eine Stufe
   *[other] { $count } Stufen, von links nach rechts
}
sampler-order = Andere Reihenfolge probieren
sampler-order-why = Diese Einstellungen merken und die Temperatur ans andere Ende der Kette schieben
sampler-temperature-first = Temperatur zuerst
sampler-temperature-last = Temperatur zuletzt
sampler-turned-around = Kette umgedreht
sampler-order-same = { $order }: In diesem Schritt wäre alles gleich.
sampler-order-shares = { $order }: Es blieben dieselben { $count } Tokens; { $token } { $then } statt { $now }.
sampler-order-counts = { $order }: Es { $count ->
    [one] bliebe { $count } Token
   *[other] blieben { $count } Tokens
} statt { $before }.
sampler-order-keeps = { $order }: Es { $count ->
    [one] bliebe { $count } Token
   *[other] blieben { $count } Tokens
} statt { $before }; { $token } { $then } statt { $now }.
