questions = Preguntas
answer-show = Ver en el diagrama

ask-logit = ¿Qué es un logit y cómo se convierte en probabilidad?
answer-logit = Un ‹logit:logit› es la puntuación que el modelo da a un token. Solo cuenta su diferencia con la más alta: e^dif es el peso del token, y ese peso dividido entre la suma de todos es su ‹probability:probabilidad›.
answer-logit-sum = { $total } es la suma de e^dif de { $count ->
    [one] { $count } token
   *[other] los { $count } tokens
} del vocabulario.

ask-temperature = ¿Qué hace la temperatura?
answer-temperature = La ‹temperature:temperatura› divide todas las puntuaciones antes de que se conviertan en probabilidades. Por debajo de 1 las diferencias crecen y los favoritos ganan más a menudo; por encima de 1 se reducen y los demás tienen su oportunidad; con 0 siempre gana el favorito.
answer-temperature-table = Probabilidad a varias temperaturas
answer-temperature-now = { $temperature } (ahora)
answer-temperature-alone = La temperatura por sí sola, antes de descartar nada; con 1 es la probabilidad propia del modelo.
answer-temperature-try = Probar { $temperature }
answer-sampler = Abrir el muestreo

ask-random = ¿Qué es aleatorio y cómo obtengo otra vez el mismo texto?
answer-random = El modelo no es aleatorio: el mismo texto da siempre las mismas probabilidades. Solo lo es el sorteo.
answer-random-here = De la ‹seed:semilla› { $seed }, la posición { $position } y la tirada { $roll } sale el ‹draw:número aleatorio› { $number }. Cae en «{ $token }», que ocupa de { $from } a { $to }.
answer-random-by-hand = Pusiste a mano el ‹draw:número aleatorio› en { $number }. Cae en «{ $token }», que ocupa de { $from } a { $to }.
answer-random-again = Con el mismo modelo, texto, ajustes, semilla y tirada sale otra vez el mismo token. Un enlace lo lleva todo.
answer-dice = Ver los dados

ask-look = ¿Qué mira el modelo?
answer-look = Antes de puntuar el token siguiente, cada ‹layer:capa› deja que el último token lea los anteriores: eso es la ‹attention:atención›.
answer-look-mean = En el conjunto de las { $heads } cabezas, «{ $from }» lee sobre todo «{ $to }»: un { $share } de su atención.
answer-look-first = Es el primer token, que a menudo es solo un lugar de reposo.
answer-look-nothing = «{ $from }» no tiene nada delante que leer.
answer-look-but = Que algo se lea no significa todavía que importe: la vista dice qué cambia si se quita una cabeza.
answer-attention = Ver esta atención

ask-form = ¿Cómo se forma la respuesta a lo largo de las capas?
answer-form = Cada ‹layer:capa› añade algo al vector del último token. La ‹lens:lente de logits› pregunta después de cada capa: ¿qué diría el modelo si se detuviera aquí?
answer-form-leads = «{ $token }» es el favorito { $depth } ({ $then }) y ya no deja de serlo; al final tiene un { $now }.
answer-form-last = «{ $token }» no es el favorito hasta el final, { $depth }, la última capa, con un { $now }.
answer-form-again = «{ $token }» es el favorito { $early } por primera vez, y { $depth } ya para siempre ({ $then }); al final tiene un { $now }.
answer-form-before = Justo antes, { $depth }, sería «{ $token }» ({ $share }).
answer-lens = Ver la lente

ask-cache = ¿Qué es la caché KV y por qué la salida llega token a token?
answer-cache = Cada token necesita el anterior, así que un texto no se puede calcular por adelantado. Lo que la ‹attention:atención› necesita de los tokens anteriores, sus claves y valores, se guarda en la ‹cache:caché KV› en vez de calcularse otra vez.
answer-cache-step = Este paso calculó { $rows ->
    [one] { $rows } posición
   *[other] { $rows } posiciones
} en { $time } y leyó las otras { $kept } de la caché.
answer-cache-prompt = Este paso calculó { $rows ->
    [one] { $rows } posición
   *[other] las { $rows } posiciones
} a la vez, en { $time }. Ya están en la caché: el próximo paso calcula una sola.
answer-cache-off = La caché está desactivada: este paso calculó { $rows ->
    [one] { $rows } posición
   *[other] las { $rows } posiciones
}, en { $time }.
answer-cache-weights = Además, cada token necesita todos los pesos del modelo, aquí { $bytes }, leídos una vez: en los modelos grandes eso limita la velocidad.
answer-cache-open = Ver la caché KV

ask-repeat = ¿Por qué se repite?
answer-repeat-why = Un pasaje que ya está en el texto hace más probable su propia continuación: algunas ‹head:cabezas› buscan qué siguió antes al mismo token y lo copian. Cada copia da más seguridad a la siguiente, sobre todo en los modelos pequeños.
answer-repeat = «{ $passage }» ({ $tokens } tokens) aparece aquí { $times } veces.
answer-repeat-rise = Sus tokens tenían de media un { $first } la primera vez y un { $last } la última.
answer-repeat-fall = Aquí el modelo no lo esperaba: sus tokens tenían de media un { $first } la primera vez y un { $last } la última.
answer-repeat-heads = En cada token, estas cabezas miran lo que lo siguió la vez anterior:
answer-repeat-head = Capa { $layer }, cabeza { $head }: { $share }
answer-repeat-none = Aquí todavía no aparece dos veces nada de { $least } tokens o más. Con ‹temperature:temperatura› 0 siempre gana el favorito, y un bucle de palabras puede no acabar nunca.
answer-repeat-try = Probar «{ $text }» con temperatura 0
answer-repeat-cure = Una penalización por repetición baja los ‹logit:logits› de los tokens que ya aparecieron.
answer-repeat-press = Añadir una penalización por repetición
answer-repeat-open = Abrir la penalización por repetición

ask-true = ¿Es verdad?
answer-true = La página muestra lo probables que son las palabras, no los hechos. Un modelo sabe qué suele venir después, sea verdad o no.
answer-true-here = Aquí «{ $token }» tiene una ‹probability:probabilidad› del { $probability }: así de seguro está de la palabra.
answer-true-try = Prueba una pregunta cuya respuesta conozcas y mira lo seguro que está:
