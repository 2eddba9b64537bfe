text = Text
text-hint = Schreib hier: Das Modell setzt fort, was du schreibst. Drücke auf ein Token, um zu sehen, wie es zustande kam.
text-locked = Dieser Text ist von der Seite gesperrt, die ihn zeigt.
text-length = { $tokens } von { $context } Tokens
text-length-short = { $tokens } von { $context }
examples = Beispiele
example-story = Eine offene Geschichte: Viele Wörter passen
example-fact = Ein Fakt: Ein Wort ist fast sicher
example-colour = Eine Wahl unter wenigen
example-movie = Kaum ein Favorit
example-series = Eine Reihe: Der Text selbst sagt, was kommt
text-in-numbers = Der Text in Zahlen
token-who = Token { $id } an Position { $position }, { $who }
token-numbers = Wahrscheinlichkeit { $probability }, Überraschung { $surprisal }
token-given = von dir geschrieben
token-drawn = gewürfelt
token-forced = von dir gewählt
token-next = was „Schritt“ nehmen würde
surprise = Überraschung

look-tokens = Das Modell liest keine Buchstaben: Es liest ‹token:Tokens›, Textstücke, die es als Nummern kennt.
try-tokens = Schreib ein seltenes Wort, dann ein häufiges: Aus wie vielen Stücken besteht jedes? Das Leerzeichen davor gehört zum Wort.
tokens-of-text = { $characters ->
    [one] { $characters } Zeichen ist
   *[other] { $characters } Zeichen sind
} hier { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
} aus einem Vokabular von { $vocabulary }. Drücke auf eines, um den Schritt zu sehen, der es gewählt hat.
token-bytes = Bytes { $codes }
token-first = nichts davor

run-group = Lauf
step = Schritt
play = Start
pause = Pause
rewind = Zurück
rewind-does = Das letzte Token zurücknehmen
restart = Reset
restart-does = Zurück zum Ende des Prompts
roll-again = Neu würfeln
roll-again-does = Neuer Wurf für das nächste Token: dieselbe Verteilung, eine andere Ziehung
speed = Tempo
speed-while-playing = Tempo, während es läuft
speed-value = { $tokens }/s
speed-tokens = { $tokens } Tokens/s
speed-full = volles Tempo

legend-prompt = Prompt
legend-forced = erzwungen
legend-would-change = wäre anders
legend-would-be-cut = wäre weg
unit-bits = Bit
unit-probability = Wahrscheinlichkeit
unit-rank = Rang
unit-nats = Nat

metric-surprisal = Überraschung in Bit
metric-entropy = Entropie in Bit
metric-probability = Wahrscheinlichkeit, Modell
metric-rank = Rang (logarithmisch)
metric-top-mass = Summe der ersten zehn, Modell
metric-log-prob = Log-Wahrscheinlichkeit bisher
metric-surprisal-after = Überraschung, Sampler
metric-entropy-after = Entropie, Sampler
metric-probability-after = Wahrscheinlichkeit, Sampler
metric-top-mass-after = Summe der ersten zehn, Sampler
metric-log-prob-after = Log-Wahrscheinlichkeit bisher, Sampler
rank-number = Rang { $rank }
colour-by = Farbe:
colour-model = Beim Modell
colour-after = Nach dem Sampler

col-run = Der Lauf
run-numbers = Der Lauf in Zahlen
total-tokens = Bewertete Tokens
total-perplexity = ‹perplexity:Perplexität›
total-log-prob = Log-Wahrscheinlichkeit aller
total-entropy = Mittlere ‹entropy:Entropie›
run-repeated = { $share } der Nachbarpaare gab es schon vorher. Der Sampler bewertet nur erzeugte Tokens.
run-chart = Ein Balken je Token; die Pfeiltasten bewegen, die Zahlen stehen in der Tabelle des Textes.
run-chart-about = Ein Balken je Token: { $metric }. Drücke auf einen, um ihn anzusehen.

stop-end-of-text = Das Modell hat den Text selbst beendet: Es hat sein Textende-Token gewählt.
stop-sequence = Angehalten: Der Text enthält jetzt den Stopptext „{ $text }“.
stop-most = Angehalten: { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
}, so viele wie verlangt. Mit „Schritt“ geht es trotzdem weiter.
stop-full = Der Kontext ist voll: Einen längeren Text kann dieses Modell nicht lesen. Geh zurück oder beginne neu.

col-origin = Herkunft
col-top-ten = Erste zehn
col-so-far = Log-Wahrscheinlichkeit bisher
col-sampler-probability = Sampler: Wahrscheinlichkeit
transcript-table = Tokens des Textes
origin-prompt = Prompt
origin-sampled = gezogen
origin-forced = erzwungen

watch-about = Der Rang der Tokens, die du verfolgst (logarithmisch: Ein voller Balken ist der Favorit). Drücke auf einen Balken, um den Schritt zu sehen.
watch-table = Verfolgte Tokens im Lauf des Textes
watch-bar = Position { $position }: Rang { $rank }, { $probability }
watch-chart = Der Rang von „{ $token }“ in jedem Schritt; die Zahlen stehen in der Tabelle darunter.
watch-stop = Nicht mehr verfolgen
watch-stop-of = „{ $token }“ nicht mehr verfolgen

what-if = Mit den jetzigen Einstellungen käme es in { $count } von { $steps ->
    [one] { $steps } Schritt
   *[other] { $steps } Schritten
} anders. Zuerst bei { $token }: Dort stünde { $would }.
what-if-cut = Mit den jetzigen Einstellungen käme es in { $count } von { $steps ->
    [one] { $steps } Schritt
   *[other] { $steps } Schritten
} anders. Zuerst bei { $token }, das der Sampler abgeschnitten hätte: Dort stünde { $would }.
what-if-go = Von dort weiter
what-if-mark = mit den jetzigen Einstellungen stünde hier „{ $token }“
what-if-mark-cut = mit den jetzigen Einstellungen hätte der Sampler es abgeschnitten; hier stünde „{ $token }“
