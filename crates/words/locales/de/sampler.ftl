stage-temperature = Temperatur
stage-temperature-about = Unter 1 gewinnen Favoriten öfter, über 1 bekommen die anderen eine Chance; 0 nimmt immer das erste.
stage-temperature-rule = z′ = z / T
stage-dynamic = Dynamische Temperatur
stage-dynamic-about = Kühl, wenn das Modell sicher ist, heiß, wenn nicht: Die Temperatur folgt der Entropie.
stage-dynamic-rule = T = T_min + (T_max − T_min) · (H / ln n)^γ,  T_min = max(0, t − r),  T_max = t + r
stage-quadratic = Quadratische Glättung
stage-quadratic-about = Rückt Tokens nahe der Spitze zusammen und schiebt die übrigen weg; 0 ändert nichts.
stage-quadratic-rule = z′ = m − k·f·d² + s·f·d³,  d = z − m,  k = (3 − c)/2,  s = (c − 1)/2
stage-top-k = Top-k
stage-top-k-about = Behält nur die k wahrscheinlichsten Tokens; 0 behält alle.
stage-top-k-rule = behalte die k größten z
stage-value-off = aus
stage-top-p = Top-p
stage-top-p-about = Behält die wenigsten Tokens, die zusammen diese Wahrscheinlichkeit erreichen; 1 behält alle.
stage-top-p-rule = behalte die kürzeste Liste mit Σp ≥ P
stage-min-p = Min-p
stage-min-p-about = Behält Tokens mit mindestens diesem Anteil an der Wahrscheinlichkeit des Favoriten; 0 behält alle.
stage-min-p-rule = behalte p_i ≥ m · p_max
stage-top-a = Top-a
stage-top-a-about = Wie Min-p, aber die Schwelle steigt mit dem Quadrat der Wahrscheinlichkeit des Favoriten; 0 behält alle.
stage-top-a-rule = behalte p_i ≥ a · p_max²
stage-typical = Typical
stage-typical-about = Behält Tokens, die etwa so überraschend sind, wie das Modell es im Mittel erwartet; 1 behält alle.
stage-typical-rule = ordne nach |−ln p_i − H|, behalte bis Σp ≥ P
stage-tail-free = Tail-free
stage-tail-free-about = Schneidet ab, wo die geordneten Wahrscheinlichkeiten sich nicht mehr krümmen: Das flache Ende fällt weg; 1 behält alle.
stage-tail-free-rule = schneide ab, wo Σ|Δ²p| / Summe über z steigt
stage-epsilon = Epsilon-Schnitt
stage-epsilon-about = Schneidet jedes Token unter dieser Wahrscheinlichkeit ab; 0 behält alle.
stage-epsilon-rule = behalte p_i ≥ ε
stage-eta = Eta-Schnitt
stage-eta-about = Wie der Epsilon-Schnitt, aber milder, wo das Modell unsicher ist; 0 behält alle.
stage-eta-rule = behalte p_i ≥ min(ε, √ε · e^−H)
stage-top-n-sigma = Top-nσ
stage-top-n-sigma-about = Behält Tokens bis n Standardabweichungen unter dem größten Logit; 0 behält alle.
stage-top-n-sigma-rule = behalte z_i ≥ z_max − n·σ
stage-top-h = Top-H
stage-top-h-about = Behält die ersten Tokens, bis sie diesen Anteil der Entropie tragen; 1 behält alle.
stage-top-h-rule = behalte die längste Liste mit Σ(−p ln p) ≤ h · H
stage-xtc = XTC
stage-xtc-about = Entfernt ab und zu die Favoriten und nimmt das unwahrscheinlichste der guten Tokens.
stage-xtc-rule = mit Wahrscheinlichkeit P: von allen p_i ≥ t behalte nur das kleinste
stage-repetition = Wiederholungsstrafe
stage-repetition-about = Macht Tokens des bisherigen Textes unwahrscheinlicher, jedes einmal; 1 ändert nichts.
stage-repetition-rule = z′ = z / θ, wenn z > 0, sonst z · θ
stage-presence = Präsenzstrafe
stage-presence-about = Zieht vom Logit jedes Tokens, das schon da war, einen festen Betrag ab; 0 ändert nichts.
stage-presence-rule = z′ = z − α, wenn schon da
stage-frequency = Häufigkeitsstrafe
stage-frequency-about = Zieht von einem Token umso mehr ab, je öfter es da war; 0 ändert nichts.
stage-frequency-rule = z′ = z − α · Anzahl bisher
stage-dry = DRY
stage-dry-about = Macht Tokens unwahrscheinlich, mit denen sich eine Stelle weiter wiederholen würde; je länger, desto mehr.
stage-dry-rule = z′ = z − m · b^(n − L), wenn es eine Wiederholung von n ≥ L Tokens fortsetzt
stage-mirostat = Mirostat
stage-mirostat-about = Steuert die Überraschung: schneidet ab, was zu überraschend ist, und verschiebt die Grenze nach jeder Ziehung.
stage-mirostat-rule = behalte −log₂ p ≤ μ;  nach der Ziehung μ ← μ − η(−log₂ p′ − τ)
stage-logit-bias = Logit-Bias
stage-logit-bias-about = Addiert eine Zahl zu den Logits von Tokens, die du nennst.
stage-logit-bias-rule = z′ = z + b
stage-grammar = Grammatik
stage-grammar-about = Entfernt jedes Token, mit dem der erzeugte Text nicht weitergehen kann.
stage-grammar-rule = z′ = −∞, außer eine Fortsetzung liegt in der Sprache
grammar-language = Geschrieben als
grammar-regex = regulärer Ausdruck
grammar-json = JSON-Schema
grammar-lark = Regeln (Lark)
grammar-text = Grammatik
grammar-apply = Anwenden
grammar-example = Beispiel
grammar-example-none = bitte wählen
grammar-example-answer = yes, no oder maybe
grammar-example-date = ein Datum
grammar-example-object = Name und Alter als JSON
grammar-example-sum = eine Summe mit Klammern
grammar-first = Was das Modell lieber sagen würde, ist hier weg, und alles andere wächst: Sieh in die Spalte. Vom Ende des Prompts an muss der Text der Grammatik folgen.
condition = Würde das Modell das sagen, wenn es müsste?
condition-about = Nicht ganz. Unter der Bedingung der Grammatik hat jeder ihrer Texte seinen Anteil an dem, was das Modell ihnen allen zusammen gibt. Eine Maske wählt Schritt für Schritt: Was gut beginnt, bekommt seinen Anteil, auch wenn es nur schlecht enden kann. Alle Texte einer kleinen Grammatik, auf beide Arten:
condition-reads = Das Modell liest alle Texte der Grammatik …
condition-many = Diese Grammatik hat zu viele Texte für eine Liste. Nimm eine kleine wie (yes|no|maybe).
condition-text = Text
condition-model = Unter der Bedingung
condition-masked = Schritt für Schritt
condition-spellings = Schreibweisen
condition-all = { $texts ->
    [one] Ein Text
   *[other] { $texts } Texte
}; ohne die Grammatik gibt ihnen das Modell zusammen { $share }.
stage-banned = Verbotene Tokens
stage-banned-about = Entfernt Tokens, die du nennst.
stage-banned-rule = z′ = −∞
stage-ngram = N-Gramm-Sperre
stage-ngram-about = Entfernt Tokens, die eine Gruppe von n Tokens wiederholen würden; 0 ändert nichts.
stage-ngram-rule = z′ = −∞, wenn es ein n-Gramm des Textes vollenden würde
short-all = k alle

preset-model = aus den Dateien des Modells
preset-of-model = wie es die Generation Config von { $model } sagt
preset-first = diese Seite (Standard)
preset-api = wie bei APIs
preset-greedy = Greedy
preset-raw = ganz ohne Sampler

parameter-temperature = Temperatur T
parameter-middle = Temperatur t
parameter-range = Spanne r
parameter-exponent = Exponent γ
parameter-factor = Faktor f
parameter-curve = Kurve c
parameter-chance = Chance P
parameter-threshold = Schwelle t
parameter-last-n = Rückblick (0: alles)
parameter-multiplier = Multiplikator m
parameter-base = Basis b
parameter-allowed = Erlaubte Länge L
parameter-tau = Ziel τ, Bit
parameter-eta = Lernrate η
parameter-bias = Bias b
slider = { $label }, Regler

did-rescued = Sie hätte alles entfernt, deshalb bleibt der Favorit.
did-entropy-same = Die Entropie bleibt bei { $bits }.
did-entropy = Die Entropie geht von { $before } auf { $after }.
did-acts = Ihre eigene Ziehung { $draw } liegt unter { $chance }: In diesem Schritt wirkt sie.
did-passes = Ihre eigene Ziehung { $draw } liegt nicht unter { $chance }: Diesen Schritt lässt sie, wie er ist.
did-keeps-one = Sie behält nur das erste Token.
did-keeps = Sie behält { $count ->
    [one] das erste { $count } Token
   *[other] die ersten { $count } Tokens
}.
did-line-probability = Die Grenze liegt bei einer Wahrscheinlichkeit von { $probability }.
did-line-logit = Die Grenze liegt bei einem Logit von { $logit }.
did-line = Die Grenze liegt bei { $bits }.
did-one-is-enough = Ein Token genügt.
did-mass = { $count ->
    [one] Das { $count } Token, das bleibt, hat
   *[other] Die { $count } Tokens, die bleiben, haben zusammen
} { $mass }.
did-removes = Sie entfernt { $tokens }.
did-changes = Sie ändert { $tokens }.
did-more = { $tokens } und { $count } weitere
did-after = „{ $token }“ (nach { $count } wiederholten)
did-times = „{ $token }“ ({ $count }×)
did-token = „{ $token }“

with-largest = „{ $token }“: T = { $t } lässt nur das größte z übrig
with-all = { $parameter } behält alle
with-all-of = { $parameter } behält alle { $count }
with-top-k = min({ $k }, { $all }) = { $count } bleiben
with-top-p = Σp der ersten { $count } = { $mass } ≥ { $least }
with-typical = H = { $nats } Nat; Σp der { $count } nächstgelegenen = { $mass } ≥ { $least }
with-tail-free = Σ|Δ²p| / Summe steigt nach den ersten { $count } über { $z }
with-top-h = { $share } · { $nats } = { $most } Nat; die ersten { $count } gehen nicht darüber
with-xtc-none = t = { $threshold }: kein Token fällt weg
with-xtc = t = { $threshold }: { $count ->
    [one] { $count } Token fällt weg
   *[other] { $count } Tokens fallen weg
}, Nummer { $number } ist das kleinste darüber
with-mirostat = μ = { $bits }: Tokens mit p ≥ 2^−{ $mu } = { $least } bleiben

col-before = Vorher
col-after = Nachher
stage-table = Tokens vor und nach dieser Stufe
stage-cut = weg

list-tokens = Tokens
list-biases = Token : Bias
list-breakers = Trennzeichen, mit Leerzeichen dazwischen
list-no-bias-here = Ein verbotenes Token hat keinen Bias: Lass den Doppelpunkt weg.
list-bias-missing = Token { $token } hat keinen Bias: Schreib { $token }:-2.
list-not-closed = Ein Anführungszeichen ist nicht geschlossen.
list-no-token = Kein Token ist genau „{ $text }“: Suche nach seinen Teilen.
list-no-id = „{ $text }“ ist keine Token-ID: Setz einen Text in Anführungszeichen.
list-no-number = „{ $text }“ ist keine Zahl.

stops = Wann der Lauf anhält
stops-most = Max. Tokens
stops-texts = Stopptexte, einer je Zeile; \n ist ein Zeilenumbruch
stops-also = Auch beim Textende-Token und wenn der Kontext voll ist.

elsewhere = Diese Einstellungen anderswo verwenden
elsewhere-openai = { $program }-kompatible Anfrage
elsewhere-copy = Kopieren
elsewhere-left-out = Ausgelassen, weil es diese Stufe dort nicht gibt oder nur einmal: { $stages }.
elsewhere-simplified = Dort fehlt ein Parameter oder ist nicht so viel erlaubt bei: { $stages }.
elsewhere-counts-less = Dort zählt nur das Erzeugte, nicht der Prompt, bei: { $stages }.
elsewhere-reordered = Dort gilt eine eigene Reihenfolge, deshalb können die Zahlen abweichen.
