look-beams = Tras «{ $text }» crecen varios textos a la vez. Cada paso añade un token a cada uno; siguen los que tienen la mayor suma de log-probabilidades y los demás quedan eliminados.
look-beams-drawn = Tras «{ $text }» crecen varios textos a la vez. Cada paso sortea candidatos según su probabilidad y la semilla; siguen los que tienen la mayor suma de log-probabilidades y los demás quedan eliminados.
look-beams-stochastic = Tras «{ $text }» crecen varios textos a la vez. Cada uno tiene su suerte y siguen los más afortunados: así se sortean textos enteros según su probabilidad, ninguno dos veces.
look-beams-diverse = Tras «{ $text }» crecen varios textos a la vez, por grupos: para cada grupo son menos probables los tokens de los grupos anteriores, y así los textos difieren.
try-beams = pulsa Seguir y luego déjale 1 solo haz: ese es el texto voraz.
beams-place = paso { $step } de { $most } como máximo
beams-width = Haces
beams-penalty = Penalización por longitud λ
beams-tokens = Máximo de tokens
beams-stopping = Termina
beams-likely = cuando es improbable que haya uno mejor
beams-always = cuando ya hay suficientes terminados
beams-never = cuando ya no puede haber uno mejor
beams-way = Candidatos
beams-way-best = los mejores
beams-drawn = sorteados (muestreador y semilla { $seed })
beams-way-stochastic = textos sorteados (muestreador y semilla { $seed })
beams-way-diverse = { $groups ->
    [one] los mejores de { $groups } pareja
   *[other] los mejores de { $groups } parejas distintas
}
beams-diversity = Diferencia δ
beams-picture = Los textos de la búsqueda
beams-key = Una columna por token, el mejor texto arriba. Las líneas llevan a lo que sigue; los textos pálidos están eliminados; un marco doble señala un texto terminado.
beams-chip = { $token }, suma { $sum }
beams-chip-finished = { $token }, suma { $sum }: este texto está terminado
beams-candidates = { $step ->
    [0] Candidatos
   *[other] Candidatos del paso { $step }
}
beams-candidates-about = Las { $candidates } mejores continuaciones de todos los haces, con una sola pasada hacia adelante sobre { $texts ->
    [one] { $texts } texto
   *[other] { $texts } textos
} ({ $time }). Barras: suma anterior y luego el token nuevo. Cuanto más corta es la barra, más probable es el texto.
beams-continues = Haz
beams-shorter = Más corta es mejor
beams-before = Suma anterior
beams-log-prob = + ln p
beams-sum = Suma
beams-step = Paso
beams-beam = Haz
beams-goes-on-from = Sigue al haz
beams-with-luck = Con suerte
beams-luck-about = Cada texto tiene su suerte, un número aleatorio que se añade a su suma. Los { $beams } textos más afortunados son una muestra en la que ninguno sale dos veces. Un haz representa al texto más afortunado de los que empiezan como él: una de sus continuaciones tiene el mismo número y las demás tienen menos.
beams-fate = Qué pasa con él
fate-stays = sigue como haz { $beam }
fate-finishes = terminado, puntuación { $score }
fate-unranked = terminado, pero otros puntúan mejor que { $score }
fate-too-low = terminado, pero no entre los primeros
fate-lucky = terminado
fate-unlucky = terminado, pero otros tienen más suerte
fate-falls = eliminado
beams-pool = Textos terminados
beams-pool-empty = Ninguno todavía. Un texto termina cuando llega a un token de fin de texto o al máximo de tokens.
beams-score = Puntuación
beams-length = Tokens
beams-text = Texto
beams-rank-by = Ordenar por λ
beams-rank-note = Puntuación = suma ÷ tokens^λ. Esto reordena los textos terminados; λ decidió también cuáles se conservaron y cuándo acabó la búsqueda, y eso solo lo puede rehacer otra búsqueda.
beams-none-better = La búsqueda acabó: ninguno de los textos que crecen puede llegar a ser mejor.
beams-pool-full = La búsqueda acabó: hay tantos textos terminados como haces.
beams-all-finished = La búsqueda acabó: todos los textos están terminados.
beams-none-left = La búsqueda acabó: el muestreador no deja ningún token con el que seguir.
beams-beside = Junto a otras formas de elegir
beams-best = Mejor haz
beams-greedy = Voraz
beams-sampled = Sorteado
beams-alone = Σ ln p
beams-a-token = por token
beams-repeats = Repeticiones
beams-beside-about = Σ ln p: lo probable que el propio modelo considera el texto. Repeticiones: parejas de tokens que ya habían aparecido en él.
