config = config.json: { $why }
config-not-text = nicht lesbar (kein UTF-8).
config-unreadable = nicht lesbar ({ $why }).
config-missing = { $key } fehlt.
config-out-of-range = { $key } = { $value } liegt außerhalb des Erlaubten ({ $low } bis { $high }).
config-impossible = { $key } = { $value } liegt außerhalb des Erlaubten.
config-not-divisible = { $key } = { $value } lässt sich nicht durch { $parts } = { $number } teilen.
config-odd-head = head_dim = { $value } ist ungerade: Rotary-Positionen drehen Paare.
config-heads = { $heads } Köpfe der Größe { $size } liegen außerhalb des Erlaubten.
config-family = model_type ist „{ $found }“; Logitscope rechnet mit Modellen der Typen „gpt2“, „gpt_neo“, „gpt_neox“, „llama“, „mistral“, „phi“, „phi3“, „qwen2“, „qwen3“, „smollm3“, „olmo2“, „gemma“, „gemma2“, „gemma3“, „llava“, „idefics3“ und „smolvlm“.
config-only = { $key } ist „{ $found }“; Logitscope berechnet nur „{ $known }“.
config-only-for = { $key } ist „{ $found }“; Logitscope berechnet „{ $known }“ nur für { $family }-Modelle.
config-one-only = { $key } hat „{ $found }“; Logitscope berechnet nur „{ $known }“.
config-rope-type = { $key } hat den rope_type „{ $found }“; Logitscope berechnet nur „default“, „linear“, „dynamic“, „llama3“, „longrope“ und „yarn“.
config-rope-by-layer = { $key } nach Schichttyp („{ $found }“) wird nicht unterstützt.
config-unsupported-for = { $key } = { $value } wird für { $family }-Modelle nicht unterstützt.
config-quantized = { $key } = { $value }: So quantisierte Gewichte werden nicht gelesen. Öffne den unquantisierten Checkpoint oder eine .gguf-Datei des Modells.

tokenizer = tokenizer.json: { $why }
tokenizer-unreadable = nicht lesbar ({ $why }).
tokenizer-unusable = nicht verwendbar ({ $why }).
tokenizer-too-large = sie hat { $bytes } Byte; höchstens { $most } werden gelesen.
tokenizer-values = sie hat mehr als { $most } Werte, mehr als jeder Tokenizer.
tokenizer-version = ihre Version ist { $found }; Logitscope liest 1.0.
tokenizer-model = ihr Modell ist { $found }; Logitscope liest BPE und Unigram.
tokenizer-piece = { $entry } im Vokabular ist kein Token mit einem endlichen Score.
tokenizer-unknown-id = unk_id ist { $found }; das ist nicht die ID eines Tokens.
tokenizer-charsmap = die precompiled_charsmap eines normalizers ist beschädigt.
tokenizer-no-byte = das Byte { $token } hat kein Token.
tokenizer-not-byte-level = sie ist weder byte-level noch weicht sie auf Bytes aus; anderes BPE liest Logitscope nicht.
tokenizer-alphabet = Token „{ $token }“ ist nicht im Byte-Level-Alphabet; Logitscope liest nur Byte-Level-BPE.
tokenizer-no-vocabulary = das Vokabular fehlt.
tokenizer-empty-vocabulary = das Vokabular ist leer.
tokenizer-token-bytes = ein Token hat { $bytes } Byte (erlaubt sind 1 bis { $most }).
tokenizer-no-id = Token „{ $token }“ hat keine ID.
tokenizer-same-id = die Tokens „{ $one }“ und „{ $other }“ haben dieselbe ID { $id }.
tokenizer-added = sie hat { $count } hinzugefügte Tokens; höchstens { $most } werden gelesen.
tokenizer-added-space = das hinzugefügte Token „{ $token }“ beginnt mit einem Leerzeichen, das ein anderes mitnimmt (rstrip); entferne eines der beiden.
tokenizer-added-id = das hinzugefügte Token „{ $token }“ hat die ID { $id } statt { $given }; die IDs hinzugefügter Tokens folgen auf das Vokabular, in der Reihenfolge der Datei.
tokenizer-text-too-long = der Text hat { $bytes } Byte; höchstens { $most } werden in Tokens zerlegt. Kürze ihn.
tokenizer-text = dieser Text lässt sich nicht in Tokens zerlegen ({ $why }).
tokenizer-set = { $key } ist gesetzt; Byte-Level-BPE verwendet das nicht.
tokenizer-dropout = dropout ist gesetzt, der Text würde also zufällig zerlegt; setz es auf null.
tokenizer-no-merges = die merges fehlen.
tokenizer-merge = merge { $merge } ist kein Paar von Tokens.
tokenizer-merge-token = merge { $merge } braucht Token „{ $token }“, das nicht im Vokabular steht.
tokenizer-missing = { $key } fehlt.
tokenizer-flag = { $key } ist { $found }; erlaubt ist true oder false.
tokenizer-growth = die normalizer können einen Text { $growth }-mal so lang machen und ihm { $prepends }-mal etwas voranstellen; erlaubt sind höchstens { $most }-mal so lang und einmal voranstellen.
tokenizer-twice = der pre_tokenizer ist { $levels }-mal byte-level und setzt { $spaces }-mal ein Leerzeichen vor Wörter; beides darf nur einmal vorkommen.
tokenizer-no-type = { $step } { $found } hat keinen Typ.
tokenizer-sequence = einem { $step } vom Typ Sequence fehlt { $list }, oder er ist tiefer als { $deepest } verschachtelt.
tokenizer-steps = { $step } hat mehr als { $most } Schritte.
tokenizer-type = { $step } hat den Typ „{ $found }“; Logitscope kennt { $known }.
tokenizer-insert-bytes = { $key } eines normalizers hat { $bytes } Byte (erlaubt sind 1 bis { $most }).
tokenizer-no-insert = einem normalizer fehlt { $key }.
tokenizer-replacement = replacement von Metaspace ist nicht genau ein Zeichen.
tokenizer-scheme = prepend_scheme „{ $found }“ von Metaspace ist weder always noch first noch never.
tokenizer-behavior = behavior „{ $found }“ eines pre_tokenizers ist unbekannt.
tokenizer-pattern-bytes = ein pattern hat { $bytes } Byte (erlaubt sind 1 bis { $most }).
tokenizer-pattern-kind = { $found } ist kein pattern; erlaubt ist String oder Regex.
tokenizer-pattern-unusable = ein pattern ist nicht verwendbar ({ $why }).
tokenizer-regex = der reguläre Ausdruck „{ $regex }“ { $why }. Er gehört zu keinem bekannten Modell, und andere müssen einfach sein, weil ein komplizierter minutenlang laufen kann: Klassen und Buchstaben nebeneinander, ohne Gruppen, und + oder * nur am Ende einer Alternative.
regex-long = ist zu lang
regex-empty = passt auf den leeren Text
regex-goes-on = geht nach einer endlosen Wiederholung weiter
regex-group = hat eine Gruppe
regex-sign = hat ein Zeichen an falscher Stelle
regex-escape = hat ein ungewöhnliches Escape
regex-empty-class = hat eine leere Klasse
regex-open-class = hat eine Klasse ohne Ende
regex-nested-class = hat eine Klasse in einer Klasse
regex-arithmetic = rechnet in einer Klasse
regex-repetition = hat eine andere Wiederholung als ?, *, +, {"{"}m{"}"} und {"{"}m,n{"}"} mit kleinen Zahlen

weights-pointer = { $file } ist nur ein Zeiger von Git LFS, nicht die Datei selbst: Hole sie mit „git lfs pull“, oder lade sie herunter.
weights-header-length = { $file }: Der Kopf gibt { $bytes } Byte an, mehr als irgendein Modell braucht. Das ist keine .safetensors-Datei.
weights-header = { $file }: Der Kopf ist beschädigt ({ $why }).
weights-overlap = { $file }: Tensor { $name } beginnt nicht da, wo der vor ihm endet.
weights-dimensions = { $file }: Tensor { $name } hat { $dimensions } Dimensionen, mehr als irgendein Modell braucht.
weights-twice = { $file }: Tensor { $name } ist zweimal da.
weights-truncated = { $file } ist abgeschnitten: Die Datei müsste { $expected } Byte haben und hat { $found }. Lade sie noch einmal herunter.
weights-too-long = { $file } hat Bytes nach dem letzten Tensor: Der Kopf erklärt nur { $expected } Byte.
weights-missing = { $file } fehlt der Tensor { $name }, den die Konfiguration des Modells verlangt.
weights-shape = { $file }: Tensor { $name } hat die Form { $found }, die Konfiguration des Modells verlangt aber { $expected }.
weights-type = { $file }: Tensor { $name } ist als { $found } gespeichert; Logitscope liest F32, F16 und BF16.
weights-not-finite = { $file }: Tensor { $name } hat { $value } an Stelle { $index }. Die Datei ist beschädigt, oder das Training ist divergiert.
weights-not-positive = { $file }: Tensor { $name } hat { $value } an Stelle { $index }, wo nur Zahlen über 0 sein können. Die Datei ist beschädigt.
weights-index = { $file } ist nicht lesbar ({ $why }).
weights-shards = { $file } nennt { $count } Dateien; höchstens { $most } werden gelesen, und mindestens eine.
weights-shard-name = { $file } nennt die Datei „{ $shard }“, die keine .safetensors-Datei daneben ist.
weights-shard-missing = { $file } nennt die Datei { $shard }, die fehlt. Alle Dateien des Modells werden zusammen gebraucht.
weights-not-in-shard = { $file } zufolge ist der Tensor { $name } in { $shard }, wo er fehlt. Die Dateien gehören nicht zusammen.
weights-gguf = { $file }: { $why }
vocab-larger-than-embedding = tokenizer.json hat IDs bis { $highest }, das Embedding des Modells aber nur { $rows } Zeilen. Die beiden Dateien gehören nicht zusammen.

gguf-magic = Sie beginnt nicht mit GGUF. Das ist keine .gguf-Datei.
gguf-big-endian = Ihre Zahlen sind Big-Endian; Logitscope liest Little-Endian-Dateien, wie es die meisten sind. Lade eine solche herunter.
gguf-version = Ihre Version ist { $found }; Logitscope liest 2 und 3.
gguf-part-missing = Sie ist einer von { $count } Teilen eines Modells, und Teil { $number } fehlt. Wähle alle Teile zusammen aus.
gguf-part-twice = Teil { $number } von den { $count } Teilen ihres Modells ist zweimal da.
gguf-part-of-other = Sie ist kein Teil desselben Modells wie { $other }.
gguf-part-tensors = Die Teile ihres Modells haben zusammen { $found } Tensoren, sie nennt aber { $expected }.
gguf-count = { $name } ist { $found }; höchstens { $most } werden gelesen.
gguf-text-bytes = Ein Text in ihrem Kopf hat { $found } Byte; höchstens { $most } werden gelesen.
gguf-header-bytes = Ihr Kopf hat mehr als { $most } Byte, mehr als irgendein Modell braucht.
gguf-not-text = Ein Text von { $key } ist kein UTF-8.
gguf-value-type = { $key } hat einen Wert vom Typ { $found }, den Logitscope dort nicht liest.
gguf-key-twice = { $key } ist zweimal da.
gguf-key-missing = { $key } fehlt.
gguf-key-type = { $key } ist vom Typ { $found }; es muss { $expected } sein.
gguf-value = { $key } = { $value } wird nicht unterstützt.
gguf-architecture = Ihre Architektur ist „{ $found }“; Logitscope liest { $known }.
gguf-tensor-type = Tensor { $name } ist als { $found } gespeichert; Logitscope liest { $known }. Lade eine andere Quantisierung des Modells herunter.
gguf-tensor-shape = Tensor { $name } kann als { $stored } nicht die Form { $shape } haben.
gguf-tensor-unknown = Sie hat den Tensor { $name }, der in einem solchen Modell keinen Platz hat.
gguf-place = Tensor { $name } beginnt bei Byte { $found } der Daten statt bei { $expected }, wo der vor ihm endet.
gguf-per-token = { $key } hat { $found } Einträge, es gibt aber { $tokens } Tokens.
gguf-vocabulary = Ihr Vokabular hat { $tokens } Tokens, das Embedding des Modells aber nur { $rows } Zeilen.
gguf-token-twice = Das Token „{ $token }“ ist zweimal in ihrem Vokabular.
gguf-tokenizer-model = Ihr Tokenizer ist „{ $found }“; Logitscope liest „gpt2“ und „llama“.
gguf-pre = Ihr Tokenizer schneidet Texte nach „{ $found }“ in Wörter (tokenizer.ggml.pre); Logitscope kennt { $known }.
gguf-pieces = Ihre Tokens sind so lang, dass es zu lange dauern würde, ihre Merges zu finden.
gguf-config = Ihre Metadaten, als config.json gelesen: { $why }
gguf-tokenizer = Ihr Vokabular, als tokenizer.json gelesen: { $why }

impossible = Vom Modell wurde eine unmögliche Position verlangt: { $why }
impossible-row-token = Zeile { $row } hat Token { $token }, das Vokabular endet bei { $size }
impossible-row-position = Zeile { $row } hat Position { $position }, der Kontext ist { $size }
impossible-row-slot = Zeile { $row } hat Slot { $slot } von { $size }
impossible-row-no-slot = Zeile { $row } hat keinen eigenen Slot
impossible-logits-row = Logits von Zeile { $row } von { $size }
impossible-rows = { $rows } Zeilen sind zu viele auf einmal
impossible-token = Token { $token }, das Vokabular endet bei { $size }
impossible-depth = Tiefe { $depth }: Das Modell hat { $layers } Blöcke
impossible-layer = Schicht { $layer }: Das Modell hat { $layers } Blöcke
impossible-neuron = Neuron { $neuron } von { $size }
impossible-column = Spalte { $column } von { $size }
impossible-matrix = dieses Modell hat keine Matrix { $name }
impossible-part = { $part } ist kein Teil dieses Modells, das { $layers } Schichten mit je { $heads } Köpfen hat
impossible-values = { $values } Werte passen nicht in einen Tensor
impossible-nothing = { $name } kam nicht zurück
cache-full = Der KV-Cache ist voll: { $needed } Positionen werden gebraucht, und er hat { $slots }.
no-lane = Das Modell hat keine Spur { $lane }: Sie wurde geschlossen oder nie geöffnet.
plain-lane = Spur { $lane } ist das Modell, wie es ist: Sie geht, wenn das Modell geht.

read = Lesen von { $what } ist fehlgeschlagen: { $why }
read-too-large = mehr als { $most } Byte
read-answered = { $address } antwortete { $status }
read-empty = { $address } ist leer
read-no-download = dieser Browser kann nichts herunterladen
read-not-a-file = das ist keine Datei
read-part-lost = der Teil der Seite, der sie liest, kam nicht an: Prüfe die Verbindung, und lade das Modell noch einmal

device-lost = Die Verbindung zur GPU ist abgerissen ({ $why }).
device-silent = die GPU antwortet nicht mehr
device = Die GPU verweigert: { $why }
device-not-opened = kein Gerät ließ sich öffnen ({ $why }).
device-rows = vier Zeilen von { $name } brauchen { $bytes } Byte, mehr als dieser Adapter auf einmal bindet ({ $most }).
device-piece = { $name } braucht { $bytes } Byte an einem Stück, und dieser Adapter bindet höchstens { $most }.
device-mistake = { $what }. Das ist ein Fehler im Programm.

short-context = Der Kontext dieses Modells hat { $named } Tokens; genutzt werden { $used }, damit der Cache in den Speicher passt.
long-texts = In Texten von mehr als { $first } Tokens drehen sich die Positionen dieses Modells anders ({ $kind }): Was vom Text aufbewahrt war, wird neu berechnet.
unasked = { $count ->
    [one] Ein Tensor in den Schichten wird nicht benutzt: { $first }. Die Konfiguration des Modells verlangt ihn nicht.
   *[other] { $count } Tensoren in den Schichten werden nicht benutzt, darunter { $first }. Die Konfiguration des Modells verlangt sie nicht.
}
no-room = Auf der CPU braucht dieses Modell { $needed } Speicher, und so viel gibt das System nicht her. Nimm ein kleineres Modell oder rechne auf der GPU.
no-room-now = Auf der CPU braucht dieses Modell { $needed } Speicher, und so viel gibt das System nicht her. In { $precision } braucht es { $bytes }, und das passt: Wähle { $precision }.
no-piece = Das Modell passt nicht auf diese GPU: Ein Stück seines Speichers hat { $bytes }, und die GPU nimmt höchstens { $most } auf einmal. Nimm ein kleineres Modell.
no-piece-cpu = Das Modell passt nicht auf diese GPU: Ein Stück seines Speichers hat { $bytes }, und die GPU nimmt höchstens { $most } auf einmal. Auf der CPU passt es in { $precision } mit { $needed }: Wähle die CPU und { $precision }.
generation-unread = generation_config.json wurde nicht benutzt: { $why }
gguf-sampling-unread = Die Sampler-Einstellungen in der .gguf-Datei wurden nicht benutzt: { $why }
chat-unread = Die Chat-Vorlage wurde nicht gelesen: { $why }
kept-in-full = { $tensor } hat Werte außerhalb des Bereichs von f16; er bleibt in f32.
kept-in-half = { $matrices ->
    [one] Eine Matrix bleibt in f16: Ihre Summen laufen nicht über ganze Blöcke von 32 Gewichten.
   *[other] { $matrices } Matrizen bleiben in f16: Ihre Summen laufen nicht über ganze Blöcke von 32 Gewichten.
}
