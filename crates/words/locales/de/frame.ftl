help-and-keys = Hilfe und Tasten
light-or-dark = Hell oder dunkel
page-language = Sprache der Seite
more = Mehr
skip-to-step = Zum Knopf Schritt springen
close-help = Hilfe schließen
dismiss-message = Meldung schließen

help-title = So liest du diese Seite
help-round = Das Bild ist ein Schritt, von links nach rechts gelesen, in einem schmalen Fenster von oben nach unten. Der Text wird in Tokens zerlegt; die Schichten machen daraus für jedes Token des Vokabulars einen Score, seinen { $logit }; Softmax macht aus den Scores Wahrscheinlichkeiten; der Sampler formt sie um und schneidet ab; eine Zufallszahl wählt ein Token. Es wird angehängt, und der Pfeil führt zurück zum Anfang.
help-logit = Logit
help-colours = Drei Farben sagen, woher eine Zahl kommt:
help-slate = Blaugrau: vom Modell
help-teal = Türkis: vom Sampler
help-orange = Orange: vom Zufall
help-point = Zeige auf irgendetwas im Bild: Die Zeile darunter sagt, was es ist und wie es berechnet wird. Punktiert unterstrichene Wörter erklären sich selbst.
help-open = Drücke auf den Namen einer Station (Tokens, Schichten, Sampler …), um sie zu öffnen; Esc schließt sie. Drücke auf ein Token im Text, um den Schritt zu sehen, der es gewählt hat.
help-branches = Drücke auf einen Kandidaten, um ihn statt des gezogenen zu nehmen: Der Text verzweigt sich dort, und der andere Weg bleibt erhalten. „Zurück“ nimmt das letzte Token zurück.
help-questions = „Fragen“ neben dem Text beantwortet mit den Zahlen dieses Schritts, was man zuerst fragt.
keys = Tasten
key-step = → oder n
key-step-does = einen Schritt machen
key-play = Leertaste oder p
key-play-does = Start, Pause
key-rewind = Rücktaste
key-rewind-does = ein Token zurück
key-roll = r
key-roll-does = für das nächste Token neu würfeln
key-inspect = Umschalt ←, Umschalt →
key-inspect-does = den Schritt davor ansehen, den Schritt danach
key-newest = Esc
key-newest-does = zurück zum neuesten Schritt
key-restart = Pos1
key-restart-does = Reset: zurück zum Ende des Prompts
key-prompt = /
key-prompt-does = in den Text schreiben; Esc verlässt ihn
key-help = ?
key-help-does = diese Hilfe

model = Modell
model-option = { $name }, gehört zur Seite
model-card = Modellkarte
model-sizes = { $layers } Schichten, { $heads } Köpfe, d_model { $model }, d_mlp { $mlp }, Vokabular { $vocabulary }, Kontext { $context }.
runs-on = Läuft auf
runs-on-auto = Auto: GPU, wenn es eine gibt
runs-on-gpu = GPU (WebGPU)
runs-on-cpu = CPU (WebAssembly)
weights-kept-as = Gewichte gespeichert als
weights-half = f16: halber Speicher
weights-full = f32: wie trainiert
weights-eight = q8: 8 Bit, etwa ein Viertel
weights-four = q4: 4 Bit, etwa ein Sechstel
own-checkpoint = Dein eigener Checkpoint: eine .gguf-Datei oder alle ihre Teile, oder config.json, tokenizer.json und die Gewichte (.safetensors) zusammen auswählen oder auf die Seite ziehen, auch als Ordner
own-folder = Ordner auswählen
own-files = Dateien werden in dieser Seite gelesen und gehen nirgendwohin.
own-model-name = dein Modell
about-pocket = ist ein kleines Modell, das für dieses Projekt trainiert wurde: Es schreibt einfaches Englisch und weiß ein wenig von der Welt; lade GPT-2, wenn du mehr willst.
about-pocket-draft = ist ein winziges Modell, das pocket nachahmt: Vergleiche die beiden und sieh, was Größe bringt.

branches-on = { $ways ->
    [one] { $ways } andere Fassung
   *[other] { $ways } andere Fassungen
}
branches-at = { $ways ->
    [one] An Position { $position } ging dieser Text einmal anders weiter
   *[other] An Position { $position } ging dieser Text einmal auf { $ways } andere Arten weiter
}: drücken, um es zu sehen und dorthin zurückzugehen
branches-at-start = { $ways ->
    [one] Hier begann ein anderer Text
   *[other] Hier begannen { $ways } andere Texte
}: drücken, um es zu sehen und dorthin zurückzugehen
branch-length = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}

share = Teilen
copy-link = Link kopieren
copy-embed = Einbettungscode kopieren
share-caption = Ein Link öffnet genau diesen Text und diese Einstellungen, Token für Token. Der Einbettungscode ist eine Zeile HTML für eine Kursseite.
export-trace = Protokoll exportieren
export-csv = Tokens als CSV
export-markdown = Lauf als Markdown
print-step = Diesen Schritt drucken
export-settings = Modell { $model }, Sampler `{ $chain }`, Seed { $seed }.
export-citation = Erstellt mit Logitscope { $version }, einem Sprachmodell, das im Browser läuft und zeigt, wie es jedes Token wählt: <{ $address }>
import-trace = Protokoll (.json) oder Aufzeichnung (.logitscope) öffnen
trace-caption = Ein Protokoll ist der ganze Lauf als Datei: IDs, Auswahl und Wahrscheinlichkeiten jedes Schritts.

keep-model-before = Beim bisherigen Modell bleiben
failed-input = Das Modell konnte nicht geladen werden
failed-device-lost = Die Verbindung zur GPU ist abgerissen
failed-no-gpu = Hier gibt es kein WebGPU
failed-crashed = Die Engine ist stehen geblieben
run-on-cpu = Auf der CPU weiterrechnen
reload-page = Seite neu laden

one-by-one = Die Ausgabe kommt Token für Token, denn jedes Token braucht das davor. Für jedes werden alle Gewichte des Modells ({ $bytes }) einmal gelesen: Bei großen Modellen begrenzt das die Geschwindigkeit, bei kleinen tun es die vielen kleinen Berechnungen.
one-by-one-kept = Was zwischen den Tokens behalten wird: der KV-Cache
status-tokenizer = Tokenizer und Sampler
status-why = Warum
status-pass = Letzter ‹pass:Vorwärtsdurchlauf›
status-pass-for = { $time } für { $rows ->
    [one] { $rows } Position
   *[other] { $rows } Positionen
}
status-pass-with-messages = { $pass }; { $time }, bis die Seite die Logits hatte
status-speed = Tempo ganzer Schritte
status-speed-software = Tempo ganzer Schritte, in Software
status-tokens-a-second = { $tokens } Tokens/s
status-memory = Speicher
status-memory-parts = Gewichte { $weights } ({ $kept }); KV-Cache { $cache }, reserviert für einen vollen Kontext; Scores früherer Schritte { $used } von höchstens { $most }
status-software = { $place } (Software-Adapter: keine Grafikkarte im Einsatz)

not-truth = Wahrscheinlichkeit ist nicht Wahrheit.
not-truth-why = Ein Modell weiß, welche Tokens oft auf welche folgen. Es weiß nicht, was stimmt, und es versteht nicht, was es schreibt.
computed-here = Jede Zahl hier kommt aus dem laufenden Modell. Nichts, was du schreibst, verlässt diese Seite.
cache-is-off = Der KV-Cache ist ausgeschaltet: Jeder Schritt berechnet den ganzen Text neu.
cache-on = Einschalten
open-in-logitscope = In Logitscope öffnen

# Bilder der Seite als Dateien.
picture-save = Dieses Bild speichern
picture-svg = Als SVG
picture-png = Als PNG
picture-about = SVG bleibt im Druck und auf Folien scharf, und sein Text bleibt Text. PNG geht überall.
picture-as-svg = Bild als SVG
picture-as-png = Bild als PNG
poster-as-svg = Ablauf als Poster (SVG)
poster-as-png = Ablauf als Poster (PNG)
picture-caption = Das Bild ist, was geöffnet ist, sonst der Ablauf; Prompt und Einstellungen stehen darunter. Das Poster ist der ganze Ablauf in A3.
picture-of = { $station }: { $view }
picture-flow = Wie „{ $token }“ gewählt wurde
picture-poster = Wie { $model } das nächste Token wählt
picture-prompt = Prompt: „{ $prompt }“
picture-settings = Modell { $model }, Sampler { $chain }, Seed { $seed }
picture-citation = Erstellt mit Logitscope { $version }: { $address }
picture-no-png = Dieser Browser gibt von diesem Bild kein PNG heraus. Speichere es als SVG oder drucke den Schritt.
picture-not-drawn = Dieses Bild konnte nicht gezeichnet werden.
