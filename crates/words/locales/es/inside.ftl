view-attention = Atención
view-lens = Lente de logits
view-shares = Contribuciones
view-neurons = Neuronas
view-embeddings = Embeddings
view-vectors = Vectores
view-knock-out = Ablación
view-cache = Caché KV
view-speed = Velocidad
views-nothing = Todavía no hay nada que ver: escribe un prompt.

look-attention = ¿Adónde mira una ‹head:cabeza›? Cuanto más intenso el color, más ‹attention:atención›.
try-attention = señala otro token y luego otra cabeza.
look-lens = La ‹lens:lente de logits›: lo que dice el ‹stream:flujo residual› después de cada ‹layer:capa›.
try-lens = pulsa una celda para ver su paso; colorea según KL.
look-shares = ¿Qué ‹head:cabezas› y qué ‹mlp:MLP› aportan más a un ‹logit:logit›?
try-shares = pulsa la parte más fuerte y mira el paso sin ella.
look-neurons = ¿Comparten un significado los tokens que favorece una ‹neuron:neurona›?
try-neurons = la última capa, la más cercana a las palabras.
look-embeddings = Los ‹token:tokens› que se usan igual tienen ‹embedding:embeddings› cercanos.
try-embeddings = pulsa un token del mapa: ¿qué tiene cerca?
look-vectors = Todos los números de un token en una ‹layer:capa›.
try-vectors = señala una celda; pulsa un producto para ver sus términos.
look-knock-out = Este paso sin algunas ‹head:cabezas› o ‹mlp:MLP›; la ejecución no cambia.
try-knock-out = apaga capas, una a una: ¿cuál importa más?
look-cache = Cada celda es un token en la ‹cache:caché KV›: sus claves y valores, que la ‹attention:atención› lee de nuevo en cada paso.
try-cache = desactívala, da un paso y mira cómo crecen las barras.
look-speed = Cada ‹token:token› lee todos los pesos una vez. En los modelos grandes es eso lo que lleva tiempo; en los pequeños, arrancar cada cálculo.
try-speed = compara los GB/s de un paso con los de una simple copia.

part-head = capa { $layer } cabeza { $head }
part-attention = capa { $layer } atención
part-mlp = capa { $layer } MLP
part-scaled = { $part } × { $factor }
parts-off = Sin { $off }
parts-scaled = Con { $scaled }
parts-off-and-scaled = Sin { $off }, con { $scaled }
parts-count = { $count ->
    [one] { $count } parte
   *[other] { $count } partes
}
under = Mirar dentro del modelo modificado
under-altered = { $parts }: abajo está el modelo modificado, con sus partes multiplicadas por su factor.
under-own = { $parts }: abajo sigue estando el propio modelo.

factor-off = apagada (× 0)
factor-half = mitad (× 0,5)
factor-double = doble (× 2)
factor-four = × 4
factor-now = × { $factor }
part-on = sí
part-is-off = no
part-all = todo
part-is = { $part }: { $now }
whole-layer = La capa entera así, o encendida otra vez
whole-layer-of = Capa { $layer }, entera así o encendida otra vez
press-a-part = Pulsa una parte para dejarla:
all-on-again = Encender todo
the-parts = Las partes del modelo
everything-is-on = Todo está encendido: este es el propio modelo.
col-the-model = El modelo
col-changed = Modificado
col-change = Cambio en puntos
knocked-same = { $parts }: KL { $bits }; los mismos dados siguen eligiendo «{ $token }».
knocked-other = { $parts }: KL { $bits }; los mismos dados eligen «{ $other }» en vez de «{ $token }».
knocked-step = Este paso sin ellas
knocked-table = El próximo token con y sin estas partes
knocked-text = El texto sin ellas
rewrite = Continuar el prompt sin ellas
rewrite-stop = Parar
rewrite-how = con el mismo muestreador y los mismos dados
rewrite-stale = { $parts } (antes de tu último cambio)
rewritten-other = { $parts }: el primer token distinto es el número { $number }.
rewritten-nothing = { $parts }. Nada que comparar: con estos ajustes no se sorteó ningún token.
rewritten-same = { $parts }: { $count ->
    [one] el primer token es como
   *[other] los { $count } primeros tokens son como
} en la ejecución.

col-part = Parte
col-adds = Aporta al logit
share-embed = embedding del token
share-position = embedding de posición
share-head = capa { $layer }, cabeza { $head }
share-attention-bias = capa { $layer }, sesgo de la atención
share-mlp = capa { $layer }, MLP
share-final-bias = sesgo de la norma final
share-unembed-bias = sesgo del unembedding
share-bound = límite de los logits
share-sums = embeddings { $embeddings }, cabezas de atención { $heads }, MLP { $mlps }, sesgos { $biases } = { $total }.
share-sums-bounded = { $sums } El límite de los logits lo deja en { $total }.
share-sums-of = { $sums } El logit del paso es { $logit }.
share-whose = De quién es el logit
share-table = Qué aporta cada parte al logit
share-picked = { $part }: { $adds }, número { $rank } de { $all } por tamaño.
share-off = Ver el paso sin ella
share-sum = suma
share-scale = Sin redondear, suman exactamente el logit, con la escala de la norma de este paso.
share-scale-bounded = Sin redondear, suman exactamente el logit antes de su límite, con las escalas de las normas de este paso; el límite quita el resto.
row-token = token
row-position = posición
row-final-bias = sesgo final
row-unembed-bias = sesgo del unembedding
row-bound = límite
grid-bias = sesgo
grid-outside = fuera
grid-attention = atención
grid-layer = capa
grid-head = cabeza { $head }
grid-mlp = MLP
layer-number = Capa { $layer }
layer-choice = Capa

col-depth = Profundidad
col-says = Dice
col-kl = KL hasta la salida
lens-embedding = embedding
lens-output = salida
lens-after = tras L{ $layer }
lens-colour = Qué da color a una celda
lens-by-probability = color: probabilidad
lens-by-kl = distancia a la salida (KL)
lens-region = La lente de logits
lens-text = texto
lens-table = Qué dice cada profundidad
lens-cell = posición { $position }, «{ $token }»: { $probability }, a { $bits } de la salida
at-position = posición { $position }
col-ranks = Puesto, del embedding a la salida
col-output = Probabilidad en la salida
ranks-title = Cómo se forma la respuesta
ranks-about = El puesto de un token en cada profundidad (escala logarítmica). «Buscar cualquier token» añade más.
ranks-label = Puestos según la profundidad; los números están en la tabla.
ranks-table = Puestos según la profundidad

col-neuron = Neurona
col-activation = Activación
col-adds-most = Suma más a
col-takes-most = Resta más a
neuron-number = neurona { $neuron }
neuron-adds = suma a
neuron-takes = resta a
neurons-table = Las neuronas más activas
neurons-bounded = Antes del límite de los logits, { $formula }.

col-cosine = Coseno
col-look = Verlo
col-first-axis = Primer eje
col-second-axis = Segundo eje
near-it = Cerca de él
near-to = Cerca de «{ $token }»
nearest-to = Lo más cercano a «{ $token }»
nearest-table = Tokens más cercanos por coseno
near-own = Volver al último token del texto
tied = Pesos compartidos: la fila { $id } de W_E es el embedding de «{ $token }» y, multiplicada por el vector final, da su logit { $logit }.
tied-scaled = Pesos compartidos: la fila { $id } de W_E, por { $factor }, es el embedding de «{ $token }»; multiplicada por el vector final, la fila da su logit { $logit }.
tied-bounded = Pesos compartidos: la fila { $id } de W_E, por { $factor }, es el embedding de «{ $token }»; multiplicada por el vector final, la fila da z, y { $formula } es su logit { $logit }.
map-title = Un mapa de los tokens del texto
map-label = Un mapa de los tokens del texto; los números están en la tabla.
map-table = El mapa de los tokens del texto
map-about = PCA: el { $first } y el { $second } de todas las diferencias. El resto puede importar más.
positions-title = Dónde está cada token
positions-label = Embeddings de posición: una fila por posición, una columna por dimensión.
positions-about = Cada posición suma al token su propia fila de W_pos.
point-at-a-cell = Señala una celda.

vectors-about = «{ $token }», posición { $position }, en su recorrido:
vectors-colours = Un color es más y el otro, menos; rojo: no es un número. Teclas: Tab, flechas, Enter.
vectors-save = Guardar todo (.safetensors)
vector-save = Guardar { $name } (.npy)
vector-label = { $name }, { $shape }: { $count } valores de { $low } a { $high }
vector-broken = { $count ->
    [one] { $count } valor no es finito
   *[other] { $count } valores no son finitos
}
cell-of-head = cabeza { $head }, { $at }
zero-in-the-middle = (0 en el centro)
col-from = De
col-weight = Peso
col-product = Producto
terms-words = { $name }[{ $at }] = { $value }: sesgo { $bias } y { $total } de { $count } términos: { $input } por la columna { $column } de { $symbol }.
terms-others = { $count } más
terms-reading = Leyendo los pesos…
terms-table = Los términos más grandes
terms-close = Cerrar
terms-column = Columna { $at } de { $symbol }: { $count } pesos, de { $low } a { $high }

strip-later = no se puede mirar: viene después
strip-score = puntuación { $score }
strip-about = Mira el token enmarcado. Señala otro; púlsalo para mirar desde él.
strip-label = El texto bajo la atención: las flechas mueven
thumbs-layer = Cabezas de la capa { $layer }
thumbs-fit = { $count ->
    [one] Hay memoria para { $count } capa
   *[other] Hay memoria para { $count } capas
} de un texto así de largo: pulsa una cabeza para ver su capa.

col-slot = Ranura
col-after-slot = Tras la ranura
col-computed-with = Calculado con
col-shape = Forma
col-a-token = Por token
col-this-text = Este texto
col-whole-context = Su contexto entero
cache-off-summary = La caché está desactivada: cada paso calcula el texto entero.
cache-summary = { $used } de { $slots } ranuras: { $bytes } de { $all }, { $each } por token. El texto tiene { $tokens } de { $context } tokens. Cuando se llena, sale el texto menos visto.
cache-slot = «{ $token }», posición { $position }, ranura { $slot }
cache-more = { $count ->
    [one] { $count } texto está
   *[other] { $count } textos están
} solo en la tabla.
cache-parts-off = partes apagadas
cache-the-model = el modelo
cache-the-model-long = el modelo, posiciones como en textos largos
cache-texts = Los textos en la caché
cache-texts-label = Los textos en la caché: una celda por token, una fila por texto.
cache-rows = Una celda es una ranura; una fila empieza donde los textos se separan.
cache-slots-table = Las ranuras de la caché
cache-others = El mismo texto en otros modelos
cache-others-badge = extrapolado
cache-others-about = 2: claves y valores. Formas publicadas en f16, sin medir.
cache-others-table = La caché de otros modelos
cache-shape = 2 × { $layers } capas × { $heads } cabezas × { $width } × 2 bytes
kv-heads = { $model } ({ $heads } cabezas KV)

col-tokens-computed = Tokens calculados
col-pass = Pasada hacia adelante
cost-prompt = el prompt entero (su prefill)
cost-one = un token
cost-whole = el texto entero
cost-several = varios tokens (que no estaban en la caché)
cost-average = { $steps ->
    [one] { $steps } paso calculó { $what }: { $time }.
   *[other] { $steps } pasos calcularon { $what }: { $time } de media.
}
cost-of-position = posición { $position }: { $tokens ->
    [one] { $tokens } token calculado
   *[other] { $tokens } tokens calculados
} en { $time }
costs-title = Cuánto tardó la pasada de cada paso
cache-switch-on = Volver a activar la caché
cache-switch-off = Desactivar la caché
cache-switched-off = Ahora cada paso calcula el texto entero.
costs-none = Todavía no se ha dado ningún paso. La caché no está vacía: guarda las claves y los valores { $count ->
    [one] del token
   *[other] de los { $count } tokens
} del texto en { $layers ->
    [one] la única capa
   *[other] cada una de las { $layers } capas
}. El próximo paso calcula una posición y lee las demás de aquí; cada paso añade después una barra.
costs-prompt = La pasada sobre el texto calculó { $rows ->
    [one] { $rows } posición
   *[other] { $rows } posiciones
} en { $time }.
costs-label = La pasada hacia adelante de cada paso; los números están en la tabla.

col-kernel = Kernel
col-time = Tiempo
col-weights-read = Pesos leídos
kernel-unembed = unembedding
kernel-mlp = MLP y proyecciones
kernel-qkv = consultas, claves, valores
kernel-attention = atención
kernel-rest = normas y lo demás
speed-outside = fuera
speed-cpu = Un producto grande aquí, pesos leídos
speed-cpu-why = Es posible pasar del 100 %: las cachés ayudan.
speed-gpu = Una copia aquí, lectura y escritura juntas
speed-gpu-why = Es posible pasar del 100 %: un paso apenas escribe, y las cachés ayudan.
speed-reached-cpu = { $speed } (el { $percent } % de ese producto)
speed-reached-gpu = { $speed } (el { $percent } % de la copia)
speed-length = Longitud del texto cuando se midió
speed-one-token = Pasada de un token, con lectura de sus logits: la más rápida de varias
speed-reads = Pesos que lee
speed-logits = Logits que vuelven
speed-read = Pesos que leyó el paso
speed-gpu-time = Solo sus dispatches, según las marcas de tiempo de la GPU
speed-dispatches = Dispatches
speed-first-token = Tiempo hasta el primer token, mensajes incluidos
speed-prefill = { $time }, un prefill de { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
speed-played = Mientras generaba seguido
speed-tokens-a-second = { $rate } tokens por segundo
speed-no-clock = Para medir los dispatches hace falta WebGPU con consultas de marcas de tiempo.
speed-coarse = Reloj poco fino: media de { $repeats } repeticiones.
speed-measuring = Midiendo…
speed-again = Medir otra vez
speed-where = En qué se va el tiempo de la GPU
speed-table = Los dispatches de un token

memory-why = Lo que han calculado estas vistas queda en memoria, para que puedas volver a ello enseguida; cuando se llena, se vacía, y lo que miras se calcula otra vez.
memory-kept = { $bytes } guardados
memory-of = de un máximo de
memory-size = { $size } MiB

formula-resid-pre-rotary = lo que entra en el bloque: el resid_post anterior, o embed
formula-rms = { $of } / √(media de sus cuadrados + ε) · γ
formula-rot-q = q, girado por parejas un ángulo que crece con la posición
formula-rot-k = k, girado del mismo modo; una fila puede servir a varias cabezas
formula-head-norm = cada cabeza de { $of } / √(media de sus cuadrados + ε) · γ
formula-head-layer-norm = cada cabeza de { $of }: (x − media) / √(varianza + ε) · γ + β
formula-rot-q-norm = q_norm, girado por parejas un ángulo que crece con la posición
formula-rot-k-norm = k_norm, girado igual; una fila puede servir a varias cabezas
formula-unturned = { $of } tal cual: este bloque no gira nada, así que no ve las posiciones
formula-gate = { $formula }, una celda por neurona: cuánto se abre su puerta
formula-rms-final = el último resid_post / √(media de sus cuadrados + ε) · γ; { $logits }
formula-embed = la fila del token en el embedding W_E
formula-embed-scaled = la fila del token en el embedding W_E, por { $factor }
formula-pos-embed = la fila de la posición en W_pos
formula-resid-pre = lo que entra en el bloque: el resid_post anterior, o embed + pos_embed
formula-norm-pre = (resid_pre − media) / √(varianza + ε) · γ + β
formula-q = { $formula }, una fila por cabeza
formula-attn-out = { $formula }: lo que la atención escribe en el flujo
formula-attn-proj = { $formula }: lo que da la atención, antes de su norma
formula-mlp-out = { $formula }: lo que el MLP escribe en el flujo
formula-mlp-proj = { $formula }: lo que da el MLP, antes de su norma
formula-scores = { $formula }, una columna por token hasta este
formula-pattern = softmax(attn_scores), cada fila suma 1
formula-z = pattern · v: los valores, mezclados según el patrón
formula-norm-mid = norma de capa de resid_mid
formula-mlp-pre = { $formula }, una celda por neurona
formula-resid-post = resid_mid + mlp_out: lo que recibe el bloque siguiente
formula-ln-final = norma de capa del último resid_post; { $logits }
logits-by-embedding = por la traspuesta de W_E da los logits
logits-by-unembedding = por el unembedding da los logits
logits-with-bias = por el unembedding, más un sesgo, da los logits
logits-bounded = por el unembedding da z, y { $formula } los logits

from-turned = { $of } de la cabeza { $head }, girado por parejas según la posición
from-layer = { $cell } de la capa { $layer }
from-product = { $count } valores de { $input } por una columna de { $symbol }, más el sesgo; pulsa para ver los términos
from-norm = ({ $cell } − media { $mean }) ÷ desviación { $deviation }, por γ, más β
from-rms = { $cell } ÷ media cuadrática { $root }, por γ
from-block = { $cell } de la capa { $layer }, tal como lo dejó ese bloque
from-scores = q de la cabeza { $head } por k del token en la posición { $position }, dividido entre { $divisor }
from-scores-bounded = x es { $product }; la puntuación es { $formula }
from-pattern = e^{ $score } ÷ { $total }, la suma sobre las puntuaciones de la cabeza { $head }
from-z = los valores v hasta este token, mezclados según el patrón de la cabeza { $head }

attention-too-long = Este texto es demasiado largo: la atención de una sola capa supera la memoria reservada.
attention-table = A qué atiende este token
attention-drawn = Qué se dibuja
attention-scores = puntuaciones q·k
attention-masked = + máscara
attention-pattern = patrón = softmax
attention-without-first = sin el primer token
arcs = La atención como arcos
arcs-about = Hacia los tokens que reciben un { $least } o más; en gris: los de otros tokens, desde { $strong }.
arcs-region = La atención como arcos; los números están en la tabla.
heat-about = Una fila: a qué atiende un token. Abajo: la celda bajo el puntero.
heat-query = «{ $token }» (posición { $position }) se mira a sí mismo y hacia atrás. Señala una celda.
heat-later = { $pair }: { $formula } = { $score }, pero viene después: la máscara lo convierte en −∞.
heat-window = { $pair }: enmascarado, porque queda antes de la ventana: −∞ antes del softmax, 0 después.
heat-masked = { $pair }: enmascarado, porque viene después: −∞ antes del softmax, 0 después.
heat-share = { $pair }: { $share } = e^{ $score } ÷ { $total }, la suma sobre las claves
head-title = Capa { $layer }, cabeza { $head }
head-previous = token anterior
head-first = primer token
head-induction = inducción
head-kinds = P: mira al token anterior. F: al primero, a menudo un lugar de reposo. I: a lo que siguió al mismo token.
head-kinds-rule = Para tener letra hacen falta { $tokens } tokens así, un { $share } % de su atención y { $more } puntos más que con un reparto uniforme.
head-few = { $count ->
    [one] solo { $count } token
   *[other] solo { $count } tokens
}
head-named-from = con nombre desde { $share }; en { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
head-measured = { $name } { $share } (con reparto uniforme { $chance }; { $compared })
head-is = En este texto: { $kind }.
head-text-too-short = El texto es demasiado corto para dar nombre a esta cabeza.
head-entropy = Entropía de una fila: { $bits }.
head-mean = Atención media: { $parts }.
