sentence-waiting = Die erste Verteilung erscheint, wenn das Modell den Text gelesen hat.
sentence-favourite = Nach „{ $text }“ ist der Favorit des Modells { $token } ({ $probability }).
sentence-favourite-recorded = Nach „{ $text }“ ist der Favorit des Modells { $token } ({ $probability }): aufgezeichnet, der Live-Lauf übernimmt.
looking-back = Rückblick: das Token an Position { $at }; das letzte ist an { $last }.
back-to-now = Zurück zu jetzt
you-chose = Du hast { $token } gewählt.
you-chose-at = Du hast { $token } gewählt ({ $probability }).
take-back = Zurücknehmen
nudge = Zieh an der Temperatur, dann „Schritt“.
sentence-without = Ohne { $parts ->
    [one] { $parts } Teil
   *[other] { $parts } Teile
}: { $share }.
sentence-landed = Die Zufallszahl { $draw } fiel auf den Abschnitt von { $token }: { $from }–{ $to }, { $after } breit (Modell allein: { $before }).
sentence-landed-short = Die Zufallszahl { $draw } fiel auf den Abschnitt von { $token }: { $from }–{ $to }, { $after } breit.
sentence-landed-too = Auch die Zufallszahl { $draw } fiel darauf: { $from }–{ $to }, { $after } breit.
sentence-only-one = Der Sampler lässt nur { $token } übrig: Es kommt als Nächstes, egal wie die Zufallszahl lautet ({ $draw }).
sentence-only-one-came = Der Sampler ließ nur { $token } übrig: Es kam als Nächstes, egal wie die Zufallszahl lautete ({ $draw }).
sentence-now-other = Mit den jetzigen Einstellungen wäre es { $token }.
sentence-now-same = Mit den jetzigen Einstellungen ist sein Abschnitt { $after } breit.
sentence-full = Der Kontext ist voll: Dieses Modell liest höchstens { $context } Tokens. Geh zurück oder beginne neu.
sentence-given = Du hast { $token } geschrieben: Das Modell gab ihm { $before }.
sentence-chose-other = Du hast { $token } gewählt ({ $after }); gewürfelt wurde { $drawn }.
sentence-chose-cut = Du hast { $token } gewählt, das der Sampler abgeschnitten hatte ({ $before } beim Modell allein); gewürfelt wurde { $drawn }.
sentence-chose-same = Du hast { $token } gewählt ({ $after }), und der Würfel auch.
go-on-here = Von hier mit „{ $token }“ weiter

look-logits = ‹logit:Logits› sind rohe Scores; ‹softmax:Softmax› macht daraus Anteile.
look-softmax = Aus jedem Score wird e^Δ; Δ ist sein Abstand zum höchsten Score. Geteilt durch die Summe aller ist das seine ‹probability:Wahrscheinlichkeit›.
try-softmax = Suche zwei Tokens mit dem Abstand 0,69: Eines ist doppelt so wahrscheinlich wie das andere, egal was der Rest macht.
softmax-worked = Drei Tokens durchgerechnet
softmax-all = Summe aller { $count }
softmax-others = { $count } andere
try-logits = Suche ein Wort, das du erwartet hast: Welchen Rang hat es?
mark-rolled = Der Würfel fällt darauf.
mark-chosen = Gewählt.
candidate-cut = weg
candidates = Kandidaten für das nächste Token
candidates-table = Kandidaten dieses Schritts
candidates-model = vom Modell
candidates-after = nach dem Sampler
candidates-press = Drücke auf eine Zeile, um das Token zu nehmen.
candidate-prompt = Token-ID { $token } – Teil deines Prompts: Ändere den Prompt, um es zu ändern
candidate-press = Token-ID { $token } – drücken, um es in den Text zu setzen
candidate-others = { $count ->
    [one] { $count } anderes Token
   *[other] { $count } andere Tokens
}
cut-by-the-sampler = vom Sampler abgeschnitten
read-rank = Rang
read-row = Rang { $rank }, { $token }, Logit { $logit }, beim Modell { $was }, nach dem Sampler { $now }
read-rest = { $others }, beim Modell { $was }, nach dem Sampler { $now }
read-logit = , Logit
read-model = , beim Modell
read-after = , nach dem Sampler
head-token = Token
head-logit = Logit
head-model = Modell
head-sampler = Sampler
show-more = { $count } zeigen

find-a-token = Token suchen:
find-hint = Text oder ID
found-first = Die ersten { $most } von { $all } Tokens. Gib mehr vom Text ein.
found-nothing = Kein Token des Vokabulars enthält diesen Text.
found-table = Gefundene Tokens
token-use = Nehmen
token-allow = Erlauben
token-ban = Verbieten
token-watch = Verfolgen
token-unwatch = Nicht verfolgen

fact-entropy = ‹entropy:Entropie› der Verteilung des Modells
fact-entropy-after = Entropie nach dem Sampler
fact-surprisal-rolled = ‹surprisal:Überraschung› des Tokens unter der Nadel
fact-surprisal-chosen = ‹surprisal:Überraschung› des gewählten Tokens
fact-surprisal-written = ‹surprisal:Überraschung› deines Tokens
fact-after = nach dem Sampler { $bits }

compare = Gemerkt und jetzt
compare-about = Dieselben Logits und derselbe Wurf in beiden. Farbig: nur von einem behalten.
compare-swap = Tauschen
compare-unpin = Vergessen
compare-pinned = Gemerkt: { $settings }
compare-now = Jetzt: { $settings }
compare-table = Zwei Einstellungen in diesem Schritt
compare-all = Alle
compare-stay = { $count ->
    [one] { $count } Token bleibt
   *[other] { $count } Tokens bleiben
}
compare-step = gemerkt: { $pinned }, jetzt: { $now }
compare-run = In { $differ } von { $steps ->
    [one] { $steps } Schritt
   *[other] { $steps } Schritten
} des Textes würden sie anders wählen.
compare-no-stage = keine Stufe
compare-settings = { $stages }, Seed { $seed }
col-pinned = Gemerkt
col-now = Jetzt

step-region = Ein Schritt, vom Text zum nächsten Token
chip-id = ID { $id }
