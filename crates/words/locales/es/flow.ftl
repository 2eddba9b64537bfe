flow-tokens = Tokens
flow-embed = Embed
flow-layers = { $count ->
    [0] Capas
    [one] { $count } capa
   *[other] { $count } capas
}
flow-logits = Logits
flow-softmax = Softmax
flow-sampler = Muestreo
flow-dice = Dados

flow-so-far = { $count } hasta ahora
flow-folded = { $count } hasta ahora, { $folded } plegados
flow-numbers = { $count } números
flow-ribbons = cintas: atención, media de { $heads } cabezas
flow-stripes = franjas: el flujo residual, azul + / ciruela −
flow-scores = { $count } puntuaciones
flow-scores-listed = { $listed } de { $count } puntuaciones
flow-shares = de puntuaciones a proporciones
flow-random-number = número aleatorio
flow-seed-and-roll = semilla { $seed } · tirada { $roll }
flow-by-hand = puesto a mano
flow-recorded = grabado
flow-recorded-why = Grabado antes con este modelo; la ejecución en vivo toma el relevo en cuanto esté cargado.
flow-recomputed = recalculado
flow-recomputed-why = Calculado otra vez: se conserva la elección grabada, las últimas cifras pueden diferir.

flow-score = puntos
flow-axis-low = máx−{ $below }
flow-axis-high = máx
flow-gap = dif.
flow-exp = e^dif
flow-divided = ÷ { $total }
flow-left = quedan

flow-attention = + atención
flow-mlp = + MLP
flow-length = longitud (log)
flow-would-say = diría
flow-rank-of = puesto de { $token }
flow-others = { $count ->
    [one] { $count } más
   *[other] otros { $count }
}
flow-others-short = el resto
flow-more-tokens = … { $count } más
flow-sum = la suma
flow-cut = −{ $mass }
flow-cut-nothing = sin cambios
flow-cut-grows = { $mass } fuera, resto crece
flow-round = { $count ->
    [one] se añade; la vuelta empieza de nuevo con { $count } token
   *[other] se añade; la vuelta empieza de nuevo con { $count } tokens
}
flow-unpin = ┄ fijados ✕
flow-unpin-why = Los bordes discontinuos son los de los ajustes fijados. Pulsa para quitarlos.
flow-add-stage = + etapa
flow-take-it = tomarlo
flow-given = dado
flow-yours = tuyo
flow-taken = sorteado: ver el paso siguiente
flow-parts-off = { $count ->
    [one] { $count } parte apagada · restaurar
   *[other] { $count } partes apagadas · restaurar
}
flow-parts-off-why = Las vistas muestran el modelo sin ellas y el diagrama, sus bordes discontinuos; la ejecución es la del modelo entero. Pulsa para volver a encenderlo todo.
flow-machine = Máquina
flow-close = Cerrar (Esc)
flow-table = Mostrar los números como tabla
table-tokens = Los tokens hasta ahora
table-stripes = Las franjas: tamaño y signo de cada celda
table-blocks = Qué cambia cada capa y qué diría
table-attention = Qué lee el token actual
table-scores = De la puntuación a la probabilidad
table-stages = Qué hizo cada etapa
table-shares = Probabilidad tras cada etapa
table-segments = Dónde está cada token en la barra
col-place = Lugar
col-length = Longitud
col-rank-of-chosen = Puesto del token elegido
col-mean = Media
col-head = Cabeza { $head }
col-stage = Etapa
col-tokens-in = Tokens que entran
col-tokens-out = Tokens que quedan
col-cut = Descartado
col-entropy-before = Entropía antes
col-entropy-after = Entropía después
flow-walk = Capas: las flechas recorren, Enter abre
flow-fork = { $token } se tomó antes: ir allí
flow-folded-stages = { $count ->
    [one] { $count } etapa más en esta columna: abrir el muestreo
   *[other] { $count } etapas más en esta columna: abrir el muestreo
}
flow-undo = Deshacer el último cambio del muestreo
flow-add-a-stage = Añadir una etapa
flow-dice-says = { $number } cae en { $token }, { $share }

dice-seed = La misma semilla da los mismos números, digan lo que digan los controles.
line-resting = Probabilidad no es verdad: el modelo sabe qué tokens suelen seguir a cuáles, no qué es cierto.
line-private = Nada de lo que escribes sale de esta página.
line-token = { $token }: token { $id } del vocabulario
line-token-rated = { $token }: token { $id } del vocabulario, sorpresa de { $bits } bits: { $odds }
line-before-layers = antes de las capas
line-after-attention = tras la atención de L{ $layer }
line-after-layer = tras L{ $layer }
line-stripe = { $vector } { $after }: sus números { $from }–{ $to }, una celda, tienen tamaño { $size } (media cuadrática) y signo { $sign }
line-vector-of = el vector de { $token }
line-mean-of = el vector medio de { $count ->
    [one] { $count } token plegado
   *[other] { $count } tokens plegados
}
line-ribbon = L{ $layer }: { $current } lee { $token } con un { $share } de su atención, media de { $heads } cabezas; la que más, la cabeza { $head }, { $most }
line-ribbons = L{ $layer }: lo que { $current } lee de varios tokens, dibujado como una sola cinta
line-first-token = (el primer token es a menudo solo un lugar de reposo)
line-attention-adds = L{ $layer }: lo que { $token } lee de otros tokens cambia su vector en un { $share } de su longitud
line-mlp-adds = L{ $layer }: el MLP, que trabaja solo con { $token }, cambia su vector en un { $share } de su longitud
line-length = L{ $layer }: con lo que le suma esta capa, el vector mide { $length }; la barra es logarítmica
line-word = L{ $layer }: si el modelo se detuviera aquí, diría { $token } ({ $share })
line-rank = L{ $layer }: si el modelo se detuviera aquí, { $token } sería el número { $rank } de todos los tokens ({ $share })
line-leader = { $token }: puntuación { $score }, la más alta: desde ella se cuentan las diferencias de los demás
line-score = { $token }: puntuación { $score }, { $gap } por debajo de { $leader }: solo cuenta esta diferencia
line-exp = { $token }: e^({ $gap }) = { $exp }, su peso si el del favorito es 1
line-sum = { $total }: la suma de e^dif de { $count ->
    [one] { $count } token
   *[other] los { $count } tokens
}; divididos entre ella, los pesos son proporciones que suman 1
line-share = { $token }: { $exp } ÷ { $total } = { $share }, su peso ÷ la suma de todos: la probabilidad propia del modelo
line-band = { $token }: { $shares }, desde el modelo y por cada etapa del muestreo
line-others = todos los tokens sin fila propia, juntos
line-temperature-low = temperatura { $t }: todas las puntuaciones se dividen entre ella, las diferencias crecen, los favoritos ganan más a menudo; p^(1/{ $t }), reescalado
line-temperature-high = temperatura { $t }: todas las puntuaciones se dividen entre ella, las diferencias se reducen, los demás tienen su oportunidad; p^(1/{ $t }), reescalado
line-temperature-one = temperatura 1: las puntuaciones quedan como las dio el modelo
line-temperature-zero = temperatura 0: solo queda la puntuación más alta y nada se deja al azar
line-gate = { $stage }: { $stays ->
    [one] queda { $stays } token
   *[other] quedan { $stays } tokens
}, se descarta un { $cut } de la probabilidad y el resto crece × { $grows } hasta sumar otra vez el 100 %
line-gate-cuts-nothing = { $stage }: { $stays ->
    [one] queda { $stays } token
   *[other] quedan los { $stays } tokens
}
line-segment = { $token }: de { $low } a { $high }, tan ancho como su probabilidad: aquí cae el { $share } de todos los números aleatorios
line-pin = { $number }: el número aleatorio de la semilla { $seed }, la posición { $position } y la tirada { $roll }; el siguiente es el token que tiene debajo
line-pin-by-hand = { $number }: puesto a mano; el siguiente es el token que tiene debajo
line-round = el token se añade y todo se calcula una vez más para el texto más largo
flow-stay = quedan { $count }
flow-machine-says = { $kind } · { $time } por pasada

head-out = Si se quita esta cabeza, «{ $token }» pasa del { $before } al { $after }.
head-out-same = Si se quita esta cabeza, «{ $token }» sigue en el { $before }.
head-take-out = Quitarla
head-all = { $count ->
    [one] { $count } cabeza
   *[other] { $count } cabezas
}
head-on-what-followed = lo que lo siguió antes
head-on-the-one-before = el token anterior
head-on-the-first = el primer token
head-on-itself = sí mismo
head-compared = de media; los grupos se solapan
head-rows = media de { $count ->
    [one] { $count } fila
   *[other] { $count } filas
}; con un reparto uniforme sería un { $chance }
head-no-rows = ningún token de este texto tiene un lugar así
head-follows = En la capa { $layer }, la cabeza { $head } mira desde «{ $from }» hacia atrás, a «{ $to }», que antes siguió a «{ $from }», con un { $share } de su atención.
head-looks = En la capa { $layer }, la cabeza { $head } mira desde «{ $from }» sobre todo a «{ $to }», con un { $share } de su atención.
head-looks-at-first = En la capa { $layer }, la cabeza { $head } mira desde «{ $from }» sobre todo al primer token, «{ $to }», con un { $share }: a menudo un lugar de reposo.
head-looks-at-itself = En la capa { $layer }, la cabeza { $head } mira desde «{ $from }» sobre todo al propio token, con un { $share } de su atención.

sampler-table = Los candidatos tras cada etapa
sampler-stages = Etapas del muestreo, en orden
sampler-the-model = el modelo
sampler-scale = barra completa = { $share }; marca: antes
sampler-move = Mover { $stage }: arrastrar o flechas
sampler-earlier = Mover { $stage } un lugar antes
sampler-later = Mover { $stage } un lugar después
sampler-remove = Quitar { $stage }
sampler-acts = { $stage }: activa
sampler-how = Cómo funciona aquí
sampler-no-grammar = escribe una…
sampler-listed = { $count ->
    [0] una lista…
    [one] { $count } token…
   *[other] { $count } tokens…
}
sampler-off = Apagadas:
sampler-preset = Cadena
sampler-own = propia
sampler-reset = Restablecer el muestreo
sampler-undo = Deshacer
sampler-redo = Rehacer
sampler-redo-why = Volver a hacerlo (Ctrl+Mayús+Z)
sampler-pin = Fijar estos
sampler-pin-why = Conservar estos ajustes, probar otros y ver en qué difieren
sampler-cut = fuera
sampler-about = { $count ->
    [0] ninguna etapa: se sortea con lo que da el modelo
    [one] una etapa
   *[other] { $count } etapas, aplicadas de izquierda a derecha
}
sampler-order = Probar el otro orden
sampler-order-why = Fijar estos ajustes y mover la temperatura al otro extremo de la cadena
sampler-temperature-first = La temperatura al principio
sampler-temperature-last = La temperatura al final
sampler-turned-around = La cadena al revés
sampler-order-same = { $order } no cambiaría nada en este paso.
sampler-order-shares = { $order } dejaría { $count ->
    [one] el mismo token
   *[other] los mismos { $count } tokens
}; { $token }, { $then } en vez de { $now }.
sampler-order-counts = { $order } dejaría { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} en vez de { $before }.
sampler-order-keeps = { $order } dejaría { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} en vez de { $before }; { $token }, { $then } en vez de { $now }.
