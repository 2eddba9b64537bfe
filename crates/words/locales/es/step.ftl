sentence-waiting = La primera distribución aparece cuando el modelo ha leído el texto.
sentence-favourite = Tras «{ $text }» el favorito del modelo es { $token } ({ $probability }).
sentence-favourite-recorded = Tras «{ $text }» el favorito del modelo es { $token } ({ $probability }): grabado, la ejecución en vivo toma el relevo.
looking-back = Mirando atrás: el token en la posición { $at }; el último está en la { $last }.
back-to-now = Volver al presente
you-chose = Elegiste { $token }.
you-chose-at = Elegiste { $token } ({ $probability }).
take-back = Deshacer
nudge = Mueve la temperatura y pulsa Paso.
sentence-without = Con { $parts ->
    [one] { $parts } parte apagada
   *[other] { $parts } partes apagadas
}: { $share }.
sentence-landed = El número aleatorio { $draw } cayó en el tramo de { $token }: { $from }–{ $to }, un { $after } de ancho (el modelo por sí solo: { $before }).
sentence-landed-short = El número aleatorio { $draw } cayó en el tramo de { $token }: { $from }–{ $to }, un { $after } de ancho.
sentence-landed-too = También el número aleatorio { $draw } cayó en él: { $from }–{ $to }, un { $after } de ancho.
sentence-only-one = El muestreador solo deja { $token }: sea cual sea el número aleatorio ({ $draw }), es el siguiente.
sentence-only-one-came = El muestreador solo dejó { $token }: fuera cual fuera el número aleatorio ({ $draw }), era el siguiente.
sentence-now-other = Con los ajustes de ahora sería { $token }.
sentence-now-same = Con los ajustes de ahora, su tramo es un { $after } de ancho.
sentence-full = El contexto está lleno: este modelo lee { $context } tokens como máximo. Pulsa Atrás o Reiniciar.
sentence-given = Tú escribiste { $token }: el modelo le daba un { $before }.
sentence-chose-other = Elegiste { $token } ({ $after }); los dados decían { $drawn }.
sentence-chose-cut = Elegiste { $token }, que el muestreador había descartado ({ $before } para el modelo por sí solo); los dados decían { $drawn }.
sentence-chose-same = Elegiste { $token } ({ $after }), y los dados también.
go-on-here = Seguir desde aquí con «{ $token }»

look-logits = Los ‹logit:logits› son puntuaciones en bruto; ‹softmax:softmax› las convierte en proporciones.
look-softmax = Cada puntuación se convierte en e^dif, donde dif es su diferencia con la más alta. Dividido entre la suma de todos, eso es su ‹probability:probabilidad›.
try-softmax = busca dos tokens a 0,69 de distancia: uno es el doble de probable que el otro, sea cual sea el resto.
softmax-worked = Tres tokens calculados a mano
softmax-all = suma de los { $count }
softmax-others = { $count } más
try-logits = busca una palabra que esperabas: ¿en qué puesto está?
mark-rolled = Los dados caen en él.
mark-chosen = Elegido.
candidate-cut = fuera
candidates = Candidatos para el próximo token
candidates-table = Candidatos de este paso
candidates-model = según el modelo
candidates-after = tras el muestreo
candidates-press = Pulsa una fila para usar ese token.
candidate-prompt = id de token { $token } – parte de tu prompt: edita el prompt para cambiarlo
candidate-press = id de token { $token } – pulsa para ponerlo en el texto
candidate-others = { $count ->
    [one] { $count } token más
   *[other] otros { $count } tokens
}
cut-by-the-sampler = descartado por el muestreador
read-rank = puesto
read-row = puesto { $rank }, { $token }, logit { $logit }, según el modelo { $was }, tras el muestreo { $now }
read-rest = { $others }, según el modelo { $was }, tras el muestreo { $now }
read-logit = , logit
read-model = , según el modelo
read-after = , tras el muestreo
head-token = token
head-logit = logit
head-model = modelo
head-sampler = muestreo
show-more = Mostrar { $count }

find-a-token = Buscar cualquier token:
find-hint = texto o id
found-first = Los { $most } primeros de { $all } tokens. Escribe más del texto.
found-nothing = Ningún token del vocabulario contiene este texto.
found-table = Tokens encontrados
token-use = Usar
token-allow = Permitir
token-ban = Prohibir
token-watch = Observar
token-unwatch = No observar

fact-entropy = ‹entropy:Entropía› de la distribución del modelo
fact-entropy-after = Entropía tras el muestreo
fact-surprisal-rolled = ‹surprisal:Sorpresa› del token bajo el marcador
fact-surprisal-chosen = ‹surprisal:Sorpresa› del token elegido
fact-surprisal-written = ‹surprisal:Sorpresa› de tu token
fact-after = tras el muestreo { $bits }

compare = Fijados y ahora
compare-about = Los mismos logits y dados con ambos ajustes. En color: lo que solo conserva uno.
compare-swap = Intercambiar
compare-unpin = Soltar
compare-pinned = Fijados: { $settings }
compare-now = Ahora: { $settings }
compare-table = Dos ajustes en este paso
compare-all = Todos
compare-stay = { $count ->
    [one] queda { $count } token
   *[other] quedan { $count } tokens
}
compare-step = fijados: { $pinned }; ahora: { $now }
compare-run = En { $differ } de { $steps ->
    [one] { $steps } paso
   *[other] { $steps } pasos
} del texto elegirían de otra manera.
compare-no-stage = ninguna etapa
compare-settings = { $stages }, semilla { $seed }
col-pinned = Fijados
col-now = Ahora

step-region = Un paso, del texto al próximo token
chip-id = id { $id }
