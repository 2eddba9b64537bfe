look-speculative = Nach „{ $text }“ entwirft ein kleines Modell ein paar Tokens, jedes in einem kleinen Durchlauf. Das Modell liest sie alle in einem Durchlauf und behält die, die es selbst hätte ziehen können: Der Text ist so verteilt, als hätte es ihn allein geschrieben.
try-speculative = Mach die Probe 10.000-mal; lass dann alles durchgehen und mach sie noch einmal.
speculate-place = Runde { $round }
speculate-by = Entwurf durch
draft-by-layers = seine eigenen ersten Schichten
draft-layers = Schichten
draft-layers-of = { $n } von { $all }
draft-by-lookup = den Text selbst
speculate-drafted = Entworfene Tokens γ
speculate-rule = Behalten
speculate-ratio = mit Wahrscheinlichkeit p/q
speculate-exact = wenn das Modell dasselbe zieht
speculate-everything = alles (absichtlich falsch)
speculate-adapts = γ folgt dem, was behalten wird
speculate-round = Runde { $round }
speculate-key = Jeder Rahmen ist eine Runde: ein Durchlauf des Modells. Unterstrichen: entworfen und behalten. Orange: Das Modell hat es selbst gezogen. Drücke auf eine Runde, um sie zu sehen.
source-kept = Entworfen und behalten
source-residual = Gezogen aus dem Rest: max(0, p − q), auf 1 skaliert
source-bonus = Jedes entworfene Token wurde behalten: noch eines, vom Modell gezogen
source-correction = Vom Modell selbst gezogen, anstelle eines entworfenen Tokens
round-sentence = { $drafted ->
    [0] Es wurde nichts entworfen: Das Modell zog selbst „{ $token }“.
    [one] Ein Token wurde entworfen. Das Modell las es in einem Durchlauf, behielt { $kept } und zog selbst „{ $token }“.
   *[other] { $drafted } Tokens wurden entworfen, jedes in einem kleinen Durchlauf. Das Modell las sie in einem Durchlauf, behielt { $kept } und zog selbst „{ $token }“.
}
round-ended = { $drafted ->
    [one] Ein Token wurde entworfen; das Modell las es
   *[other] { $drafted } Tokens wurden entworfen; das Modell las sie
} in einem Durchlauf und behielt { $kept }: Der Text ist zu Ende.
round-drafted = Entworfen
round-both = Modell p und Entwurf q (gestrichelt)
round-ratio = p/q
round-dice = u unter p/q?
round-verdict = Also
round-p-and-q = { $p } · { $q }
round-kept = behalten
round-rejected = verworfen
round-unseen = nicht angesehen: Es steht hinter einem verworfenen
proof = Die Probe: dieselbe Stelle, viele Male
proof-about = Jedes Mal wird ein Token entworfen und mit eigenem Wurf entschieden. Balken: was herauskam; Linie: die Wahrscheinlichkeit beim Modell; gestrichelt: die beim Entwurf.
proof-not-for-lookup = Ein Text, der für sich selbst entwirft, hat hier nur ein Token zu bieten: Wähle für den Entwurf ein Modell.
proof-draw = { $times }-mal ziehen
proof-found = Herausgekommen
proof-model = Modell
proof-draft = Entwurf
proof-times = Nach { $times ->
    [one] { $times } Ziehung
   *[other] { $times } Ziehungen
}:
proof-fits = Es passt zum Modell. Ein so großer Unterschied kommt durch Zufall in { $p } solcher Versuche vor (χ² { $chi }, { $freedom } Freiheitsgrade).
proof-does-not-fit = Es passt nicht zum Modell. Allein durch Zufall kommt ein so großer Unterschied in { $p } solcher Versuche vor (χ² { $chi }, { $freedom } Freiheitsgrade).
proof-kept = Behalten: { $found } der entworfenen Tokens; nach der Regel, exakt: { $exact }.
figures = Was es bringt, alle Runden bisher
figures-alpha = Behalten von den angesehenen (α)
figures-of-drafted = Behalten von allen entworfenen
figures-by-place = Behalten nach Platz im Entwurf
figures-a-pass = Tokens je Durchlauf des Modells
figures-expected = dasselbe nach der Formel, aus α und γ
figures-cost = Kosten eines entworfenen Tokens, in Durchläufen (c)
figures-pass-cost = Kosten des Durchlaufs über Entwurf und Zugabe, in Durchläufen über ein Token
figures-speed-up = Beschleunigung, nach der Formel
figures-with-passes = dasselbe mit dem, was dieser Durchlauf kostet
figures-measured = Beschleunigung, gemessen
figures-best = Bestes γ nach der Formel
figures-best-is = { $gamma }: { $gain }-mal so schnell
figures-does-not-pay = 0: Entwerfen lohnt sich hier nicht
figures-unmeasured = mach zuerst ein paar Schritte im Lauf: Sie messen einen einfachen Durchlauf
figures-about = Die Formel rechnet den Durchlauf über γ + 1 Tokens als einen Durchlauf, wie auf einer großen GPU, die auf den Speicher wartet; die Zeile darunter enthält, was er hier kostet. „Tokens je Durchlauf“ zählt das Token mit, das das Modell hinzufügt.
figures-layers = Hier werden alle Schichten berechnet und die letzten ausgeschaltet, deshalb kostet ein entworfenes Token einen ganzen Durchlauf; ein Modell, das wirklich früh aufhört, zahlt nur seinen Anteil der Schichten.
