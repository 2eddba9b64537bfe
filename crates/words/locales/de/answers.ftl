questions = Fragen
answer-show = Im Bild zeigen

ask-logit = Was ist ein Logit, und wie wird daraus eine Wahrscheinlichkeit?
answer-logit = Ein ‹logit:Logit› ist der Score, den das Modell einem Token gibt. Es zählt nur sein Abstand Δ zum höchsten Score: e^Δ ist das Gewicht des Tokens, und dieses Gewicht geteilt durch die Summe aller Gewichte ist seine ‹probability:Wahrscheinlichkeit›.
answer-logit-sum = { $total } ist die Summe von e^Δ über { $count ->
    [one] { $count } Token
   *[other] alle { $count } Tokens
} des Vokabulars.

ask-temperature = Was macht die Temperatur?
answer-temperature = Durch die ‹temperature:Temperatur› wird jeder Score geteilt, bevor Wahrscheinlichkeiten daraus werden. Unter 1 wachsen die Abstände, und Favoriten gewinnen öfter; über 1 schrumpfen sie, und die anderen bekommen eine Chance; bei 0 gewinnt immer der Favorit.
answer-temperature-table = Wahrscheinlichkeit bei verschiedenen Temperaturen
answer-temperature-now = { $temperature } (jetzt)
answer-temperature-alone = Nur die Temperatur, bevor etwas abgeschnitten wird; bei 1 ist es die Wahrscheinlichkeit des Modells selbst.
answer-temperature-try = Mit { $temperature } probieren
answer-sampler = Sampler öffnen

ask-random = Was ist Zufall, und wie bekomme ich denselben Text noch einmal?
answer-random = Das Modell würfelt nicht: Derselbe Text ergibt jedes Mal dieselben Wahrscheinlichkeiten. Zufällig ist nur die Ziehung.
answer-random-here = Aus ‹seed:Seed› { $seed }, Position { $position } und Wurf { $roll } entsteht die ‹draw:Zufallszahl› { $number }. Sie fällt auf „{ $token }“, dem { $from } bis { $to } gehört.
answer-random-by-hand = Du hast die ‹draw:Zufallszahl› von Hand auf { $number } gesetzt. Sie fällt auf „{ $token }“, dem { $from } bis { $to } gehört.
answer-random-again = Mit demselben Modell, Text, Seed und Wurf und denselben Einstellungen kommt wieder dasselbe Token. Ein Link enthält das alles.
answer-dice = Würfel zeigen

ask-look = Worauf schaut das Modell?
answer-look = Bevor das nächste Token bewertet wird, liest das letzte Token in jeder ‹layer:Schicht› die Tokens davor: Das ist ‹attention:Attention›.
answer-look-mean = Im Mittel über alle { $heads } Köpfe liest „{ $from }“ am meisten „{ $to }“, mit { $share } seiner Aufmerksamkeit.
answer-look-first = Das ist das erste Token, oft nur ein Ruheplatz.
answer-look-nothing = Vor „{ $from }“ steht nichts, was es lesen könnte.
answer-look-but = Was gelesen wird, ist noch nicht das, worauf es ankommt: Die Ansicht zeigt, was sich ändert, wenn ein Kopf fehlt.
answer-attention = Diese Attention zeigen

ask-form = Wie entsteht die Antwort in den Schichten?
answer-form = Jede ‹layer:Schicht› addiert etwas zum Vektor des letzten Tokens. Die ‹lens:Logit-Linse› fragt nach jeder Schicht: Was würde das Modell sagen, wenn es hier aufhörte?
answer-form-leads = „{ $token }“ ist { $depth } der Favorit ({ $then }) und bleibt es; am Ende hat es { $now }.
answer-form-last = „{ $token }“ ist erst { $depth }, der letzten Schicht, der Favorit, mit { $now }.
answer-form-again = „{ $token }“ ist { $early } zum ersten Mal der Favorit und { $depth } endgültig ({ $then }); am Ende hat es { $now }.
answer-form-before = Kurz davor, { $depth }, wäre es „{ $token }“ ({ $share }).
answer-lens = Linse zeigen

ask-cache = Was ist der KV-Cache, und warum kommt ein Token nach dem anderen?
answer-cache = Jedes Token braucht das davor, deshalb lässt sich ein Text nicht im Voraus berechnen. Was die ‹attention:Attention› von den früheren Tokens braucht, ihre Keys und Values, bleibt im ‹cache:KV-Cache› und wird nicht noch einmal berechnet.
answer-cache-step = Dieser Schritt hat { $rows ->
    [one] { $rows } Position
   *[other] { $rows } Positionen
} in { $time } berechnet und die übrigen { $kept } aus dem Cache gelesen.
answer-cache-prompt = Dieser Schritt hat { $rows ->
    [one] { $rows } Position
   *[other] alle { $rows } Positionen
} auf einmal berechnet, in { $time }. Jetzt stehen sie im Cache: Der nächste Schritt berechnet nur noch eine.
answer-cache-off = Der Cache ist aus: Dieser Schritt hat { $rows ->
    [one] { $rows } Position
   *[other] alle { $rows } Positionen
} berechnet, in { $time }.
answer-cache-weights = Jedes Token braucht außerdem alle Gewichte des Modells, hier { $bytes }, einmal gelesen: Bei großen Modellen begrenzt das die Geschwindigkeit.
answer-cache-open = KV-Cache zeigen

ask-repeat = Warum wiederholt es sich?
answer-repeat-why = Eine Stelle, die schon im Text steht, macht ihre eigene Fortsetzung wahrscheinlicher: Manche ‹head:Köpfe› suchen, was früher auf dasselbe Token folgte, und kopieren es. Jede Kopie macht die nächste sicherer, vor allem bei kleinen Modellen.
answer-repeat = „{ $passage }“ ({ $tokens } Tokens) steht hier { $times }-mal.
answer-repeat-rise = Die Tokens darin hatten beim ersten Mal im Mittel { $first }, beim letzten Mal { $last }.
answer-repeat-fall = Hier hat das Modell es nicht erwartet: Die Tokens darin hatten beim ersten Mal im Mittel { $first }, beim letzten Mal { $last }.
answer-repeat-heads = Diese Köpfe schauen bei jedem Token auf das, was früher darauf folgte:
answer-repeat-head = Schicht { $layer }, Kopf { $head }: { $share }
answer-repeat-none = Hier steht noch nichts von { $least } oder mehr Tokens zweimal. Bei ‹temperature:Temperatur› 0 gewinnt immer der Favorit, und dann kann sich der Text endlos im Kreis drehen.
answer-repeat-try = „{ $text }“ mit Temperatur 0 laufen lassen
answer-repeat-cure = Eine Wiederholungsstrafe senkt die ‹logit:Logits› der Tokens, die schon da waren.
answer-repeat-press = Wiederholungsstrafe hinzufügen
answer-repeat-open = Wiederholungsstrafe öffnen

ask-true = Stimmt das?
answer-true = Die Seite zeigt, wie wahrscheinlich Wörter sind, nicht, was stimmt. Ein Modell weiß, was gewöhnlich aufeinander folgt, ob wahr oder nicht.
answer-true-here = Hier hat „{ $token }“ eine ‹probability:Wahrscheinlichkeit› von { $probability }: So sicher ist es sich beim Wort.
answer-true-try = Nimm eine Frage, deren Antwort du kennst, und sieh, wie sicher es ist:
