no-model-yet = Es gibt noch kein Modell.
superseded = Eine spätere Änderung hat das ersetzt.
load-cancelled = Das Laden wurde angehalten.
prompt-too-big = Der Prompt hat { $bytes } Byte, mehr als diese Seite annimmt ({ $most }). Kürze ihn.
at-max-tokens = Der Lauf hat seine { $tokens } Tokens. Erhöhe „Max. Tokens“ oder geh zurück, damit es weitergeht.
wrong-answer = Die Engine hat auf { $command } falsch geantwortet. Lade die Seite neu.
page-closing = Die Seite wird gerade geschlossen.
download-refused = Der Browser hat die Datei nicht angenommen: { $why }.
model-unknown = „{ $name }“ ist weder der Name noch die Adresse eines Modells.
model-elsewhere = Das Modell „{ $name }“ liegt auf einer anderen Website. Lade es von der Seite aus.

link-without-files = Der Link kann das Modell nicht mitnehmen: Es wurde aus Dateien dieses Computers geladen.
copied = { $what } ist in der Zwischenablage.
copied-link = Der Link
copied-embed = Der Einbettungscode
copy-refused = Der Browser erlaubt hier kein Kopieren. { $what }: { $text }
not-secure = Diese Seite wurde über eine unsichere Verbindung geöffnet, deshalb gibt der Browser WebGPU nicht frei: Das Modell läuft auf der CPU. Öffne die Seite über ihre https-Adresse oder auf localhost.
scripts-refused = Die Seite lässt sich nicht durch Skripte steuern: { $why }.
forced-by-link = Von den { $tokens } Tokens, die anderswo oder früher erzeugt wurden, würde der Würfel { $forced } hier nicht wählen. Sie stehen als erzwungene Tokens im Text.
text-kept = Der Text bleibt: { $model } liest dieselben Tokens.
text-kept-favourite = Wo „{ $favourite }“ der Favorit von { $before } war ({ $then }), ist es bei { $model } „{ $other }“ ({ $now }).
text-kept-same-favourite = Beide haben den Favoriten „{ $favourite }“: { $before } mit { $then }, { $model } mit { $now }.
text-kept-forced = Sein Würfel würde { $forced } der { $tokens } erzeugten Tokens nicht wählen: Sie stehen als erzwungene im Text.
text-kept-as-prompt = { $model } hat einen anderen Tokenizer: Der bisherige Text ist jetzt sein Prompt.
text-kept-in-part = { $model } konnte nicht den ganzen Text übernehmen. { $why }
chain-of-model = Der Sampler ist jetzt so eingestellt, wie es die Generation Config von { $model } sagt.
chain-of-page-again = Der Sampler ist wieder so eingestellt, wie es der Standard dieser Seite sagt.
text-from-before = Dein Text von vorhin ist wieder da.
start-afresh = Neu anfangen
trace-of-other-model = Dieses Protokoll wurde mit „{ $model }“ aufgezeichnet. Tokens und Auswahl sind wie aufgezeichnet; die Verteilungen werden mit „{ $here }“ neu berechnet.
not-rated = Die Tokens des Prompts konnten nicht bewertet werden. { $why }
not-inspected = Das Innere konnte nicht berechnet werden. { $why }
not-continued = Der Text konnte nicht fortgesetzt werden. { $why }
link-beyond-end = Der Link zeigt den Schritt nach Token { $at }, aber der Text endet davor: Sein letztes Token hat die Nummer { $last }, das erste die 0.
parts-dropped = Dieses Modell hat { $parts } nicht: Davon ist nichts ausgeschaltet.
checkpoint-incomplete = Ein Checkpoint ist eine .gguf-Datei, oder config.json, tokenizer.json und die Gewichte (.safetensors), zusammen ausgewählt. Ausgewählt: { $chosen }. Es fehlt: { $missing }.
file-unknown = Diese Seite kann { $files } nicht öffnen. Sie öffnet: { $known }.
file-drop = Hierher ziehen: { $known }
file-known = ein Modell (sein Ordner, eine .gguf-Datei, oder config.json, tokenizer.json und die Gewichte (.safetensors) zusammen), ein Protokoll (.json), eine Lektion (.md) oder eine Aufzeichnung (.logitscope)
file-unreadable = { $file } konnte nicht gelesen werden: { $why }.
folder-other = In { $folder } wurde kein Modell gefunden. Der Ordner eines Modells enthält eine .gguf-Datei, oder config.json, tokenizer.json und die Gewichte (.safetensors).
folder-several = { $folder } enthält mehrere Modelle: { $models }. Öffne den Ordner oder die .gguf-Datei von einem davon.
folder-vast = { $folder } enthält mehr, als diese Seite durchsucht, und kein Modell wurde gefunden. Öffne den Ordner des Modells selbst.
folder-links = Der Browser zeigt in diesem Ordner kein Modell. Browser lassen Dateien aus, die Verknüpfungen sind, wie die im Cache von Hugging Face: Öffne die Dateien selbst, zusammen ausgewählt.
bundled-instead = { $why } Stattdessen läuft das Modell, das zur Seite gehört.
engine-goes-on = { $why } Die Engine wurde neu gestartet, und der Lauf geht weiter.
cpu-from-now-on = Die Engine ist innerhalb einer Minute { $count }-mal ausgefallen. Ab jetzt rechnet die CPU.

link-value = Im Link steht { $key }={ $value }; erlaubt: { $expected }.
link-nearest = Im Link steht { $key }={ $value }; erlaubt: { $expected }; verwendet wird { $used }.
link-names = Im Link steht { $key }={ $value }; bekannte Namen sind { $known }.
link-unknown = Der Link nennt „{ $key }“; das kennt diese Seite nicht.
link-chain = Die Kette im Link: { $why }
expected-whole-below = eine ganze Zahl unter { $end }
expected-one-of = { $others } oder { $last }
expected-parts = Teile des Modells, skaliert mit 0 bis 10, z. B. L3H5,L4M~0.5
expected-tokens = Token-IDs, durch Punkte verbunden
expected-earlier = eine Anzahl Tokens, ein Seed und eine Kette, z. B. 5:1:temperature~0.8
expected-dice = ein Wurf, z. B. r2 oder u25
expected-like = geschrieben wie { $example }, mit Werten im erlaubten Bereich
link-chain-more = Die Kette im Link: { $more ->
    [one] { $more } weiterer ihrer Werte ist nicht verwendbar.
   *[other] { $more } weitere ihrer Werte sind nicht verwendbar.
}

new-version = Es gibt eine neue Version dieser Seite.
new-version-take = Laden
