config = config.json: { $why }
config-not-text = no se puede leer (no es UTF-8).
config-unreadable = no se puede leer ({ $why }).
config-missing = falta { $key }.
config-out-of-range = { $key } = { $value } está fuera de rango (de { $low } a { $high }).
config-impossible = { $key } = { $value } está fuera de rango.
config-not-divisible = { $key } = { $value } no es divisible entre { $parts } = { $number }.
config-odd-head = head_dim = { $value } es impar: las posiciones rotatorias giran parejas.
config-heads = { $heads } cabezas de { $size } están fuera de rango.
config-family = model_type es «{ $found }»; Logitscope ejecuta modelos «gpt2», «gpt_neo», «gpt_neox», «llama», «mistral», «phi», «phi3», «qwen2», «qwen3», «smollm3», «olmo2», «gemma», «gemma2», «gemma3», «llava», «idefics3» y «smolvlm».
config-only = { $key } es «{ $found }»; Logitscope solo calcula «{ $known }».
config-only-for = { $key } es «{ $found }»; Logitscope solo calcula «{ $known }» en modelos { $family }.
config-one-only = { $key } tiene «{ $found }»; Logitscope solo calcula «{ $known }».
config-rope-type = { $key } tiene el rope_type «{ $found }»; Logitscope solo calcula «default», «linear», «dynamic», «llama3», «longrope» y «yarn».
config-rope-by-layer = { $key } por tipo de capa («{ $found }») no se admite.
config-unsupported-for = { $key } = { $value } no se admite en modelos { $family }.
config-quantized = { $key } = { $value }: los pesos cuantizados así no se leen. Abre el checkpoint sin cuantizar o un archivo .gguf del modelo.

tokenizer = tokenizer.json: { $why }
tokenizer-unreadable = no se puede leer ({ $why }).
tokenizer-unusable = no se puede usar ({ $why }).
tokenizer-too-large = tiene { $bytes } bytes; se leen { $most } como máximo.
tokenizer-values = tiene más de { $most } valores, más que cualquier tokenizador.
tokenizer-version = su versión es { $found }; Logitscope lee la 1.0.
tokenizer-model = su modelo es { $found }; Logitscope lee BPE y Unigram.
tokenizer-piece = { $entry } en su vocabulario no es un token con una puntuación finita.
tokenizer-unknown-id = unk_id es { $found }, que no es el id de ningún token.
tokenizer-charsmap = el precompiled_charsmap de un normalizer está dañado.
tokenizer-no-byte = el byte { $token } no tiene token.
tokenizer-not-byte-level = no es a nivel de bytes ni recurre a bytes; Logitscope no lee otro BPE.
tokenizer-alphabet = el token «{ $token }» no está en el alfabeto de bytes; Logitscope solo lee BPE a nivel de bytes.
tokenizer-no-vocabulary = falta su vocabulario.
tokenizer-empty-vocabulary = su vocabulario está vacío.
tokenizer-token-bytes = un token tiene { $bytes } bytes (se permiten de 1 a { $most }).
tokenizer-no-id = el token «{ $token }» no tiene id.
tokenizer-same-id = los tokens «{ $one }» y «{ $other }» tienen el mismo id { $id }.
tokenizer-added = tiene { $count } tokens añadidos; se leen { $most } como máximo.
tokenizer-added-space = el token añadido «{ $token }» empieza con un espacio que toma otro (rstrip); quita uno de los dos.
tokenizer-added-id = el token añadido «{ $token }» tiene el id { $id } en vez de { $given }; los ids de los tokens añadidos siguen a los del vocabulario, en el orden del archivo.
tokenizer-text-too-long = el texto tiene { $bytes } bytes; se tokenizan { $most } como máximo. Acórtalo.
tokenizer-text = este texto no se puede tokenizar ({ $why }).
tokenizer-set = { $key } está puesto, pero BPE a nivel de bytes no lo usa.
tokenizer-dropout = dropout está puesto, así que tokeniza al azar; ponlo en null.
tokenizer-no-merges = faltan sus merges.
tokenizer-merge = el merge { $merge } no es una pareja de tokens.
tokenizer-merge-token = el merge { $merge } necesita el token «{ $token }», que no está en el vocabulario.
tokenizer-missing = falta { $key }.
tokenizer-flag = { $key } es { $found }; tiene que ser true o false.
tokenizer-growth = sus normalizers pueden hacer un texto { $growth } veces más largo y anteponerle algo { $prepends } veces; se permiten { $most } veces y una, como máximo.
tokenizer-twice = su pre_tokenizer pasa a bytes { $levels } veces y pone un espacio ante las palabras { $spaces } veces; cada cosa puede ocurrir una sola vez.
tokenizer-no-type = { $step } { $found } no tiene type.
tokenizer-sequence = un { $step } de tipo Sequence no tiene { $list }, o está anidado a más de { $deepest } niveles.
tokenizer-steps = su { $step } tiene más de { $most } pasos.
tokenizer-type = su { $step } tiene el tipo «{ $found }»; Logitscope conoce { $known }.
tokenizer-insert-bytes = { $key } de un normalizer tiene { $bytes } bytes (se permiten de 1 a { $most }).
tokenizer-no-insert = un normalizer no tiene { $key }.
tokenizer-replacement = el replacement de Metaspace no es un solo carácter.
tokenizer-scheme = el prepend_scheme «{ $found }» de Metaspace no es always, first ni never.
tokenizer-behavior = el behavior «{ $found }» de un pre_tokenizer es desconocido.
tokenizer-pattern-bytes = un patrón tiene { $bytes } bytes (se permiten de 1 a { $most }).
tokenizer-pattern-kind = { $found } no es un patrón; tiene que ser String o Regex.
tokenizer-pattern-unusable = un patrón no se puede usar ({ $why }).
tokenizer-regex = la expresión regular «{ $regex }» { $why }. No es la de ningún modelo conocido, y las demás tienen que ser sencillas, porque una que no lo es puede tardar minutos: clases y letras una tras otra, sin grupos, y + o * solo al final de una alternativa.
regex-long = es demasiado larga
regex-empty = coincide con el texto vacío
regex-goes-on = continúa tras una repetición sin fin
regex-group = tiene un grupo
regex-sign = tiene un signo fuera de lugar
regex-escape = tiene un escape poco común
regex-empty-class = tiene una clase vacía
regex-open-class = tiene una clase sin cerrar
regex-nested-class = tiene una clase dentro de otra
regex-arithmetic = tiene aritmética en una clase
regex-repetition = tiene una repetición que no es ?, *, +, {"{"}m{"}"} ni {"{"}m,n{"}"} con números pequeños

weights-pointer = { $file } es solo un puntero de Git LFS, no el archivo: tráelo con «git lfs pull» o descárgalo.
weights-header-length = { $file }: su cabecera declara { $bytes } bytes, más de lo que necesita ningún modelo. Esto no es un archivo .safetensors.
weights-header = { $file }: su cabecera está dañada ({ $why }).
weights-overlap = { $file }: el tensor { $name } no empieza donde acaba el anterior.
weights-dimensions = { $file }: el tensor { $name } tiene { $dimensions } dimensiones, más de las que necesita ningún modelo.
weights-twice = { $file }: el tensor { $name } está dos veces.
weights-truncated = { $file } está cortado: debería tener { $expected } bytes y tiene { $found }. Descárgalo otra vez.
weights-too-long = { $file } tiene bytes después de su último tensor: su cabecera solo da cuenta de { $expected } bytes.
weights-missing = { $file } no tiene el tensor { $name }, que la configuración del modelo pide.
weights-shape = { $file }: el tensor { $name } tiene la forma { $found }, pero la configuración del modelo pide { $expected }.
weights-type = { $file }: el tensor { $name } está guardado como { $found }; Logitscope lee F32, F16 y BF16.
weights-not-finite = { $file }: el tensor { $name } tiene { $value } en el elemento { $index }. El archivo está dañado, o el entrenamiento divergió.
weights-not-positive = { $file }: el tensor { $name } tiene { $value } en el elemento { $index }, donde solo puede haber números mayores que 0. El archivo está dañado.
weights-index = { $file } no se puede leer ({ $why }).
weights-shards = { $file } nombra { $count } archivos; se leen como mucho { $most }, y al menos uno.
weights-shard-name = { $file } nombra el archivo «{ $shard }», que no es un archivo .safetensors junto a él.
weights-shard-missing = { $file } nombra el archivo { $shard }, que falta. Se necesitan todos los archivos del modelo juntos.
weights-not-in-shard = { $file } dice que el tensor { $name } está en { $shard }, que no lo tiene. Los archivos no van juntos.
weights-gguf = { $file }: { $why }
vocab-larger-than-embedding = tokenizer.json tiene ids hasta { $highest }, pero el embedding del modelo solo tiene { $rows } filas. Los dos archivos no van juntos.

gguf-magic = no empieza por GGUF. Esto no es un archivo .gguf.
gguf-big-endian = sus números son big-endian; Logitscope lee archivos little-endian, como son la mayoría. Descarga uno de esos.
gguf-version = su versión es { $found }; Logitscope lee la 2 y la 3.
gguf-part-missing = es una de las { $count } partes de un modelo, y falta la parte { $number }. Elige todas las partes juntas.
gguf-part-twice = la parte { $number } de las { $count } partes de su modelo está dos veces.
gguf-part-of-other = no es una parte del mismo modelo que { $other }.
gguf-part-tensors = las partes de su modelo tienen juntas { $found } tensores, pero dice { $expected }.
gguf-count = { $name } es { $found }; se leen como mucho { $most }.
gguf-text-bytes = un texto de su cabecera tiene { $found } bytes; se leen como mucho { $most }.
gguf-header-bytes = su cabecera tiene más de { $most } bytes, más de lo que necesita ningún modelo.
gguf-not-text = un texto de { $key } no es UTF-8.
gguf-value-type = { $key } tiene un valor de tipo { $found }, que Logitscope no lee ahí.
gguf-key-twice = { $key } está dos veces.
gguf-key-missing = falta { $key }.
gguf-key-type = { $key } es de tipo { $found }; debe ser { $expected }.
gguf-value = { $key } = { $value } no se admite.
gguf-architecture = su arquitectura es «{ $found }»; Logitscope lee { $known }.
gguf-tensor-type = el tensor { $name } está guardado como { $found }; Logitscope lee { $known }. Descarga otra cuantización del modelo.
gguf-tensor-shape = el tensor { $name } no puede tener la forma { $shape } como { $stored }.
gguf-tensor-unknown = tiene el tensor { $name }, que no tiene lugar en un modelo así.
gguf-place = el tensor { $name } empieza en el byte { $found } de los datos en lugar de en el { $expected }, donde acaba el anterior.
gguf-per-token = { $key } tiene { $found } entradas, pero hay { $tokens } tokens.
gguf-vocabulary = su vocabulario tiene { $tokens } tokens, pero el embedding del modelo solo tiene { $rows } filas.
gguf-token-twice = el token «{ $token }» está dos veces en su vocabulario.
gguf-tokenizer-model = su tokenizador es «{ $found }»; Logitscope lee «gpt2» y «llama».
gguf-pre = su tokenizador corta los textos en palabras según «{ $found }» (tokenizer.ggml.pre); Logitscope conoce { $known }.
gguf-pieces = sus tokens son tan largos que llevaría demasiado tiempo hallar cómo se fusionan.
gguf-config = sus metadatos, leídos como un config.json: { $why }
gguf-tokenizer = su vocabulario, leído como un tokenizer.json: { $why }

impossible = Se pidió al modelo una posición imposible: { $why }
impossible-row-token = la fila { $row } tiene el token { $token }, el vocabulario acaba en { $size }
impossible-row-position = la fila { $row } tiene la posición { $position }, el contexto es de { $size }
impossible-row-slot = la fila { $row } tiene la ranura { $slot } de { $size }
impossible-row-no-slot = la fila { $row } no tiene ranura propia
impossible-logits-row = logits de la fila { $row } de { $size }
impossible-rows = { $rows } filas son demasiadas a la vez
impossible-token = token { $token }, el vocabulario acaba en { $size }
impossible-depth = profundidad { $depth }: el modelo tiene { $layers } bloques
impossible-layer = capa { $layer }: el modelo tiene { $layers } bloques
impossible-neuron = neurona { $neuron } de { $size }
impossible-column = columna { $column } de { $size }
impossible-matrix = este modelo no tiene la matriz { $name }
impossible-part = { $part } no es una parte de este modelo, que tiene { $layers } capas de { $heads } cabezas
impossible-values = { $values } valores no caben en un tensor
impossible-nothing = no volvió ningún { $name }
cache-full = La caché de claves y valores está llena: hacen falta { $needed } posiciones y tiene { $slots }.
no-lane = El modelo no tiene el carril { $lane }: se cerró o nunca se abrió.
plain-lane = El carril { $lane } es el modelo tal cual: desaparece cuando desaparece el modelo.

read = No se pudo leer { $what }: { $why }
read-too-large = tiene más de { $most } bytes
read-answered = { $address } respondió { $status }
read-empty = { $address } está vacío
read-no-download = este navegador no puede descargar
read-not-a-file = no es un archivo
read-part-lost = la parte de la página que lo lee no llegó: comprueba la conexión y vuelve a cargar el modelo

device-lost = Se perdió el dispositivo de la GPU ({ $why }).
device-silent = dejó de responder
device = La GPU se niega: { $why }
device-not-opened = no se pudo abrir ningún dispositivo ({ $why }).
device-rows = cuatro filas de { $name } necesitan { $bytes } bytes, más de lo que este adaptador enlaza a la vez ({ $most }).
device-piece = { $name } necesita { $bytes } bytes de una pieza, y este adaptador enlaza { $most } como máximo.
device-mistake = { $what }. Es un error del programa.

short-context = El contexto de este modelo es de { $named } tokens; se usan { $used }, para que la caché quepa en memoria.
long-texts = En textos de más de { $first } tokens las posiciones de este modelo giran de otro modo ({ $kind }): lo que se guardaba del texto se calcula de nuevo.
unasked = { $count ->
    [one] No se usa un tensor de las capas: { $first }. La configuración del modelo no lo pide.
   *[other] No se usan { $count } tensores de las capas, entre ellos { $first }. La configuración del modelo no los pide.
}
no-room = En la CPU este modelo necesita { $needed } de memoria, y el sistema no da tanta. Usa un modelo más pequeño o calcula en la GPU.
no-room-now = En la CPU este modelo necesita { $needed } de memoria, y el sistema no da tanta. En { $precision } necesita { $bytes }, y eso cabe: elige { $precision }.
no-piece = El modelo no cabe en esta GPU: un trozo de su memoria tiene { $bytes }, y la GPU admite como mucho { $most } a la vez. Usa un modelo más pequeño.
no-piece-cpu = El modelo no cabe en esta GPU: un trozo de su memoria tiene { $bytes }, y la GPU admite como mucho { $most } a la vez. En la CPU cabe en { $precision }, con { $needed }: elige la CPU y { $precision }.
generation-unread = generation_config.json no se ha usado: { $why }
gguf-sampling-unread = Los ajustes de muestreo del archivo .gguf no se han usado: { $why }
chat-unread = No se ha leído la plantilla de chat: { $why }
kept-in-full = { $tensor } tiene valores fuera del rango de f16; se guarda en f32.
kept-in-half = { $matrices ->
    [one] Una matriz se queda en f16: sus sumas no recorren bloques enteros de 32 pesos.
   *[other] { $matrices } matrices se quedan en f16: sus sumas no recorren bloques enteros de 32 pesos.
}
