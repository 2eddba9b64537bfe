view-attention = Attention
view-lens = Logit-Linse
view-shares = Beiträge
view-neurons = Neuronen
view-embeddings = Embeddings
view-vectors = Vektoren
view-knock-out = Ausschalten
view-cache = KV-Cache
view-speed = Tempo
views-nothing = Noch nichts zu sehen: Gib einen Prompt ein.

look-attention = Wohin schaut ein ‹head:Kopf›? Je kräftiger die Farbe, desto mehr ‹attention:Attention›.
try-attention = Zeige auf ein anderes Token, dann auf einen anderen Kopf.
look-lens = Die ‹lens:Logit-Linse›: was der ‹stream:Residualstrom› nach jeder ‹layer:Schicht› sagt.
try-lens = Drücke auf eine Zelle, um ihren Schritt zu sehen; färbe nach KL.
look-shares = Welche ‹head:Köpfe› und ‹mlp:MLPs› tragen am meisten zu einem ‹logit:Logit› bei?
try-shares = Drücke auf den stärksten Teil; sieh den Schritt ohne ihn.
look-neurons = Haben die Tokens, die ein ‹neuron:Neuron› fördert, etwas gemeinsam?
try-neurons = Sieh dir die letzte Schicht an: Sie ist den Wörtern am nächsten.
look-embeddings = ‹token:Tokens›, die ähnlich gebraucht werden, haben ‹embedding:Embeddings› nahe beieinander.
try-embeddings = Drücke auf ein Token der Karte: Was liegt in seiner Nähe?
look-vectors = Jede Zahl eines Tokens in einer ‹layer:Schicht›.
try-vectors = Zeige auf eine Zelle; drücke auf ein Produkt, um seine Summanden zu sehen.
look-knock-out = Dieser Schritt ohne einige ‹head:Köpfe› oder ‹mlp:MLPs›; der Lauf bleibt.
try-knock-out = Schalte Schichten aus, eine nach der anderen: Auf welche kommt es am meisten an?
look-cache = Jede Zelle ist ein Token im ‹cache:KV-Cache›: seine Keys und Values, die ‹attention:Attention› in jedem Schritt wieder liest.
try-cache = Schalte ihn aus, mach Schritte und sieh zu, wie die Balken wachsen.
look-speed = Jedes ‹token:Token› liest alle Gewichte einmal. Bei großen Modellen kostet das die Zeit, bei kleinen das Starten jeder Berechnung.
try-speed = Vergleiche die GB/s eines Schritts mit denen einer bloßen Kopie.

part-head = Schicht { $layer } Kopf { $head }
part-attention = Schicht { $layer } Attention
part-mlp = Schicht { $layer } MLP
part-scaled = { $part } × { $factor }
parts-off = Ohne { $off }
parts-scaled = Mit { $scaled }
parts-off-and-scaled = Ohne { $off }, mit { $scaled }
parts-count = { $count ->
    [one] { $count } Teil
   *[other] { $count } Teile
}
under = In das veränderte Modell schauen
under-altered = { $parts }: Unten steht das veränderte Modell, seine Teile mal ihr Faktor.
under-own = { $parts }: Unten steht noch das Modell selbst.

factor-off = aus (× 0)
factor-half = halb (× 0,5)
factor-double = doppelt (× 2)
factor-four = × 4
factor-now = × { $factor }
part-on = an
part-is-off = aus
part-all = alle
part-is = { $part }: { $now }
whole-layer = Die ganze Schicht so, oder wieder an
whole-layer-of = Schicht { $layer }, ganz so, oder wieder an
press-a-part = Drücke auf einen Teil, um ihn zu setzen auf:
all-on-again = Alle wieder an
the-parts = Die Teile des Modells
everything-is-on = Alles ist an: Das ist das Modell selbst.
col-the-model = Das Modell
col-changed = Verändert
col-change = Änderung in Punkten
knocked-same = { $parts }: KL { $bits }; derselbe Wurf wählt immer noch „{ $token }“.
knocked-other = { $parts }: KL { $bits }; derselbe Wurf wählt „{ $other }“ statt „{ $token }“.
knocked-step = Dieser Schritt ohne sie
knocked-table = Das nächste Token mit diesen Teilen und ohne sie
knocked-text = Der Text ohne sie
rewrite = Den Prompt ohne sie fortsetzen
rewrite-stop = Anhalten
rewrite-how = mit demselben Sampler und denselben Würfen
rewrite-stale = { $parts } (vor deiner letzten Änderung)
rewritten-other = { $parts }: Das erste andere Token ist Nummer { $number }.
rewritten-nothing = { $parts }. Nichts zu vergleichen: Mit diesen Einstellungen wurde kein Token gezogen.
rewritten-same = { $parts }: { $count ->
    [one] Das erste Token ist
   *[other] Die ersten { $count } Tokens sind
} wie im Lauf.

col-part = Teil
col-adds = Trägt zum Logit bei
share-embed = Token-Embedding
share-position = Positions-Embedding
share-head = Schicht { $layer }, Kopf { $head }
share-attention-bias = Schicht { $layer }, Attention-Bias
share-mlp = Schicht { $layer }, MLP
share-final-bias = Bias der letzten Norm
share-unembed-bias = Bias des Unembeddings
share-bound = Grenze der Logits
share-sums = Embeddings { $embeddings }, Attention-Köpfe { $heads }, MLPs { $mlps }, Bias { $biases } = { $total }.
share-sums-bounded = { $sums } Die Grenze der Logits macht daraus { $total }.
share-sums-of = { $sums } Der Logit des Schritts ist { $logit }.
share-whose = Wessen Logit
share-table = Was jeder Teil zum Logit beiträgt
share-picked = { $part }: { $adds }, Nummer { $rank } von { $all } nach Größe.
share-off = Den Schritt ohne ihn sehen
share-sum = Summe
share-scale = Ungerundet ergeben sie zusammen genau den Logit, mit dem Norm-Faktor dieses Schritts.
share-scale-bounded = Ungerundet ergeben sie zusammen genau den Logit vor seiner Grenze, mit den Norm-Faktoren dieses Schritts; den Rest nimmt die Grenze weg.
row-token = Token
row-position = Position
row-final-bias = End-Bias
row-unembed-bias = Unembedding-Bias
row-bound = Grenze
grid-bias = Bias
grid-outside = außen
grid-attention = Attn.
grid-layer = Schicht
grid-head = Kopf { $head }
grid-mlp = MLP
layer-number = Schicht { $layer }
layer-choice = Schicht

col-depth = Tiefe
col-says = Sagt
col-kl = KL zur Ausgabe
lens-embedding = Embedding
lens-output = Ausgabe
lens-after = nach L{ $layer }
lens-colour = Was eine Zelle färbt
lens-by-probability = Farbe: Wahrscheinlichkeit
lens-by-kl = Abstand von der Ausgabe (KL)
lens-region = Die Logit-Linse
lens-text = Text
lens-table = Was jede Tiefe sagt
lens-cell = Position { $position }, „{ $token }“: { $probability }, { $bits } von der Ausgabe entfernt
at-position = Position { $position }
col-ranks = Rang, vom Embedding bis zur Ausgabe
col-output = Wahrscheinlichkeit in der Ausgabe
ranks-title = Wie die Antwort entsteht
ranks-about = Der Rang eines Tokens in jeder Tiefe (logarithmisch). „Token suchen“ fügt weitere hinzu.
ranks-label = Ränge über die Tiefe; die Zahlen stehen in der Tabelle.
ranks-table = Ränge über die Tiefe

col-neuron = Neuron
col-activation = Aktivierung
col-adds-most = Stärkt am meisten
col-takes-most = Schwächt am meisten
neuron-number = Neuron { $neuron }
neuron-adds = stärkt
neuron-takes = schwächt
neurons-table = Die aktivsten Neuronen
neurons-bounded = Vor der Grenze der Logits, { $formula }.

col-cosine = Kosinus
col-look = Ansehen
col-first-axis = Erste Achse
col-second-axis = Zweite Achse
near-it = In der Nähe
near-to = Nahe bei „{ $token }“
nearest-to = Am nächsten bei „{ $token }“
nearest-table = Nächste Tokens nach Kosinus
near-own = Zurück zum letzten Token des Textes
tied = Weight Tying: Zeile { $id } von W_E ist das Embedding von „{ $token }“ und ergibt, mal dem letzten Vektor, seinen Logit { $logit }.
tied-scaled = Weight Tying: Zeile { $id } von W_E ist, mal { $factor }, das Embedding von „{ $token }“; mal dem letzten Vektor ergibt die Zeile seinen Logit { $logit }.
tied-bounded = Weight Tying: Zeile { $id } von W_E ist, mal { $factor }, das Embedding von „{ $token }“; mal dem letzten Vektor ergibt die Zeile z, und { $formula } ist sein Logit { $logit }.
map-title = Eine Karte der Tokens im Text
map-label = Eine Karte der Tokens im Text; die Zahlen stehen in der Tabelle.
map-table = Die Karte der Tokens im Text
map-about = PCA: { $first } und { $second } aller Unterschiede. Auf den Rest kann es mehr ankommen.
positions-title = Wo jedes Token steht
positions-label = Positions-Embeddings: eine Zeile je Position, eine Spalte je Dimension.
positions-about = Jede Position addiert ihre eigene Zeile von W_pos zum Token.
point-at-a-cell = Zeige auf eine Zelle.

vectors-about = „{ $token }“, Position { $position }, auf seinem Weg durch das Modell:
vectors-colours = Eine Farbe für Plus, eine für Minus; Rot: keine Zahl. Tasten: Tab, Pfeile, Enter.
vectors-save = Alle speichern (.safetensors)
vector-save = { $name } speichern (.npy)
vector-label = { $name }, { $shape }: { $count } Werte von { $low } bis { $high }
vector-broken = { $count ->
    [one] { $count } Wert ist
   *[other] { $count } Werte sind
} nicht endlich
cell-of-head = Kopf { $head }, { $at }
zero-in-the-middle = (0 in der Mitte)
col-from = Von
col-weight = Gewicht
col-product = Produkt
terms-words = { $name }[{ $at }] = { $value }: Bias { $bias } und { $total } aus { $count } Summanden: { $input } mal Spalte { $column } von { $symbol }.
terms-others = { $count } andere
terms-reading = Die Gewichte werden gelesen …
terms-table = Die größten Summanden
terms-close = Schließen
terms-column = Spalte { $at } von { $symbol }: { $count } Gewichte, { $low } bis { $high }

strip-later = kann nicht angesehen werden: Es kommt später
strip-score = Score { $score }
strip-about = Das umrandete Token schaut. Zeige auf ein anderes; drücke darauf, um von dort zu schauen.
strip-label = Der Text unter der Attention: Pfeiltasten bewegen
thumbs-layer = Köpfe von Schicht { $layer }
thumbs-fit = { $count ->
    [one] Speicher für { $count } Schicht
   *[other] Speicher für { $count } Schichten
} bei so langem Text: Drücke auf einen Kopf, um seine Schicht zu sehen.

col-slot = Slot
col-after-slot = Nach Slot
col-computed-with = Berechnet mit
col-shape = Form
col-a-token = Je Token
col-this-text = Dieser Text
col-whole-context = Ganzer Kontext
cache-off-summary = Der Cache ist aus: Jeder Schritt berechnet den ganzen Text.
cache-summary = { $used } von { $slots } Slots: { $bytes } von { $all }, { $each } je Token. Der Text hat { $tokens } von { $context } Tokens. Ist der Cache voll, fällt der Text heraus, der am wenigsten angesehen wurde.
cache-slot = „{ $token }“, Position { $position }, Slot { $slot }
cache-more = { $count ->
    [one] { $count } Text steht
   *[other] { $count } Texte stehen
} nur in der Tabelle.
cache-parts-off = Teile aus
cache-the-model = das Modell
cache-the-model-long = das Modell, Positionen wie in langen Texten
cache-texts = Die Texte im Cache
cache-texts-label = Die Texte im Cache: eine Zelle je Token, eine Zeile je Text.
cache-rows = Eine Zelle ist ein Slot; eine Zeile beginnt, wo sich Texte trennen.
cache-slots-table = Die Slots des Caches
cache-others = Derselbe Text in anderen Modellen
cache-others-badge = hochgerechnet
cache-others-about = 2: Keys und Values. Veröffentlichte Größen in f16, nicht gemessen.
cache-others-table = Der Cache anderer Modelle
cache-shape = 2 × { $layers } Schichten × { $heads } Köpfe × { $width } × 2 Byte
kv-heads = { $model } ({ $heads } KV-Köpfe)

col-tokens-computed = Berechnete Tokens
col-pass = Vorwärtsdurchlauf
cost-prompt = den ganzen Prompt (sein Prefill)
cost-one = ein Token
cost-whole = den ganzen Text
cost-several = mehrere Tokens (nicht im Cache)
cost-average = { $steps ->
    [one] { $steps } Schritt berechnete { $what }: { $time }.
   *[other] { $steps } Schritte berechneten { $what }: im Mittel { $time }.
}
cost-of-position = Position { $position }: { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
} in { $time } berechnet
costs-title = Wie lange der Vorwärtsdurchlauf jedes Schritts dauerte
cache-switch-on = Cache wieder einschalten
cache-switch-off = Cache ausschalten
cache-switched-off = Jeder Schritt berechnet jetzt den ganzen Text.
costs-none = Es wurde noch kein Schritt gemacht. Der Cache ist nicht leer: Er enthält Keys und Values { $count ->
    [one] von { $count } Token
   *[other] aller { $count } Tokens
} des Textes in { $layers ->
    [one] { $layers } Schicht
   *[other] jeder der { $layers } Schichten
}. Der nächste Schritt berechnet eine Position und liest die anderen von hier; jeder Schritt fügt dann einen Balken hinzu.
costs-prompt = Der Durchlauf über den Text berechnete { $rows ->
    [one] { $rows } Position
   *[other] { $rows } Positionen
} in { $time }.
costs-label = Der Vorwärtsdurchlauf jedes Schritts; die Zahlen stehen in der Tabelle.

col-kernel = Kernel
col-time = Zeit
col-weights-read = Gelesene Gewichte
kernel-unembed = Unembedding
kernel-mlp = MLP und Projektionen
kernel-qkv = Queries, Keys, Values
kernel-attention = Attention
kernel-rest = Normen und der Rest
speed-outside = außerhalb
speed-cpu = Ein großes Matrixprodukt hier, gelesene Gewichte
speed-cpu-why = Mehr als 100 % sind möglich: Caches helfen.
speed-gpu = Eine Kopie hier, Lesen und Schreiben zusammen
speed-gpu-why = Mehr als 100 % sind möglich: Ein Schritt schreibt kaum, und Caches helfen.
speed-reached-cpu = { $speed } ({ $percent } % dieses Produkts)
speed-reached-gpu = { $speed } ({ $percent } % der Kopie)
speed-length = Länge des Textes bei der Messung
speed-one-token = Vorwärtsdurchlauf für ein Token, mit zurückgelesenen Logits: der schnellste von mehreren
speed-reads = Gewichte, die er liest
speed-logits = Logits, die zurückkommen
speed-read = Vom Schritt gelesene Gewichte
speed-gpu-time = Nur seine Dispatches, nach GPU-Zeitstempeln
speed-dispatches = Dispatches
speed-first-token = Zeit bis zum ersten Token, mit Nachrichten
speed-prefill = { $time }, ein Prefill von { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
speed-played = Während es lief
speed-tokens-a-second = { $rate } Tokens pro Sekunde
speed-no-clock = Für die Zeiten der Dispatches braucht es WebGPU mit Timestamp-Queries.
speed-coarse = Eine grobe Uhr: das Mittel aus { $repeats } Wiederholungen.
speed-measuring = Wird gemessen …
speed-again = Noch einmal messen
speed-where = Wohin die Zeit der GPU geht
speed-table = Die Dispatches eines Tokens

memory-why = Was diese Ansichten berechnet haben, bleibt im Speicher, damit du sofort dorthin zurückkannst; ist er voll, wird er geleert, und was du ansiehst, wird neu berechnet.
memory-kept = Belegt sind { $bytes }
memory-of = von höchstens
memory-size = { $size } MiB

formula-resid-pre-rotary = was in den Block hineingeht: der resid_post davor oder embed
formula-rms = { $of } / √(Mittel seiner Quadrate + ε) · γ
formula-rot-q = q, paarweise gedreht um einen Winkel, der mit der Position wächst
formula-rot-k = k, genauso gedreht; eine Zeile kann mehreren Köpfen dienen
formula-head-norm = jeder Kopf von { $of } / √(Mittel seiner Quadrate + ε) · γ
formula-head-layer-norm = jeder Kopf von { $of }: (x − Mittel) / √(Varianz + ε) · γ + β
formula-rot-q-norm = q_norm, paarweise gedreht um einen Winkel, der mit der Position wächst
formula-rot-k-norm = k_norm, genauso gedreht; eine Zeile kann mehreren Köpfen dienen
formula-unturned = { $of }, wie es ist: Dieser Block dreht nichts und sieht deshalb keine Positionen
formula-gate = { $formula }, eine Zelle je Neuron: wie weit sich sein Tor öffnet
formula-rms-final = der letzte resid_post / √(Mittel seiner Quadrate + ε) · γ; { $logits }
formula-embed = die Zeile des Tokens im Embedding W_E
formula-embed-scaled = die Zeile des Tokens im Embedding W_E, mal { $factor }
formula-pos-embed = die Zeile der Position in W_pos
formula-resid-pre = was in den Block hineingeht: der resid_post davor oder embed + pos_embed
formula-norm-pre = (resid_pre − Mittel) / √(Varianz + ε) · γ + β
formula-q = { $formula }, eine Zeile je Kopf
formula-attn-out = { $formula }: was die Attention in den Strom schreibt
formula-attn-proj = { $formula }: was die Attention ergibt, vor ihrer Norm
formula-mlp-out = { $formula }: was das MLP in den Strom schreibt
formula-mlp-proj = { $formula }: was das MLP ergibt, vor seiner Norm
formula-scores = { $formula }, eine Spalte je Token bis zu diesem
formula-pattern = softmax(attn_scores), jede Zeile ergibt zusammen 1
formula-z = pattern · v: die Values, gemischt nach dem Muster
formula-norm-mid = Layer-Norm von resid_mid
formula-mlp-pre = { $formula }, eine Zelle je Neuron
formula-resid-post = resid_mid + mlp_out: was der nächste Block bekommt
formula-ln-final = Layer-Norm des letzten resid_post; { $logits }
logits-by-embedding = mal W_E transponiert ergibt das die Logits
logits-by-unembedding = multipliziert mit dem Unembedding ergibt das die Logits
logits-with-bias = multipliziert mit dem Unembedding, plus Bias, ergibt das die Logits
logits-bounded = multipliziert mit dem Unembedding ergibt das z, und { $formula } die Logits

from-turned = { $of } von Kopf { $head }, paarweise gedreht nach der Position
from-layer = { $cell } von Schicht { $layer }
from-product = { $count } Werte von { $input } mal einer Spalte von { $symbol }, plus Bias; drücke, um die Summanden zu sehen
from-norm = ({ $cell } − Mittel { $mean }) ÷ Standardabweichung { $deviation }, mal γ, plus β
from-rms = { $cell } ÷ quadratisches Mittel { $root }, mal γ
from-block = { $cell } von Schicht { $layer }, wie dieser Block ihn hinterlassen hat
from-scores = q von Kopf { $head } mal k des Tokens an Position { $position }, geteilt durch { $divisor }
from-scores-bounded = x ist { $product }; der Score ist { $formula }
from-pattern = e^{ $score } ÷ { $total }, die Summe über die Scores von Kopf { $head }
from-z = Values v bis zu diesem Token, gemischt nach dem Muster von Kopf { $head }

# Attention.
attention-too-long = Dieser Text ist zu lang: Die Attention einer Schicht überschreitet den reservierten Speicher.
attention-table = Wohin dieses Token schaut
attention-drawn = Was gezeichnet wird
attention-scores = Scores q·k
attention-masked = + Maske
attention-pattern = Muster = Softmax
attention-without-first = ohne das erste Token
arcs = Attention als Bögen
arcs-about = Bögen zu Tokens, die { $least } oder mehr bekommen; grau: Bögen anderer Tokens, ab { $strong }.
arcs-region = Attention als Bögen; die Zahlen stehen in der Tabelle.
heat-about = Eine Zeile: wohin ein Token schaut. Unten: die Zelle unter dem Mauszeiger.
heat-query = „{ $token }“ (Position { $position }) schaut auf sich und zurück. Zeige auf eine Zelle.
heat-later = { $pair }: { $formula } = { $score }, aber später: Die Maske macht daraus −∞.
heat-window = { $pair }: maskiert, denn es liegt vor dem Fenster: −∞ vor dem Softmax, 0 danach.
heat-masked = { $pair }: maskiert, denn es kommt später: −∞ vor dem Softmax, 0 danach.
heat-share = { $pair }: { $share } = e^{ $score } ÷ { $total }, die Summe über die Keys
head-title = Schicht { $layer }, Kopf { $head }
head-previous = voriges Token
head-first = erstes Token
head-induction = Induktion
head-kinds = P: schaut auf das Token davor. F: auf das erste, oft ein Ruheplatz. I: auf das, was auf dasselbe Token folgte.
head-kinds-rule = Einen Buchstaben gibt es ab { $tokens } solchen Tokens, { $share } % ihrer Aufmerksamkeit und { $more } Punkten mehr als bei gleichmäßiger Verteilung.
head-few = { $count ->
    [one] nur { $count } Token
   *[other] nur { $count } Tokens
}
head-named-from = benannt wird ab { $share }; über { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
}
head-measured = { $name } { $share } (gleichmäßig verteilt { $chance }; { $compared })
head-is = In diesem Text: { $kind }.
head-text-too-short = Der Text ist zu kurz, um diesen Kopf zu benennen.
head-entropy = Entropie einer Zeile: { $bits }.
head-mean = Mittlere Aufmerksamkeit: { $parts }.
