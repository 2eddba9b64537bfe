text = Texto
text-hint = Escribe aquí: el modelo continúa lo que escribes. Pulsa un token para ver cómo surgió.
text-locked = Este texto está bloqueado por la página que lo muestra.
text-length = { $tokens } de { $context } tokens
text-length-short = { $tokens } de { $context }
examples = Ejemplos
example-story = Una historia abierta: encajan muchas palabras
example-fact = Un hecho: una palabra es casi segura
example-colour = Una elección entre unas pocas
example-movie = Apenas hay favorito
example-series = Una serie: el propio texto dice qué viene
text-in-numbers = El texto en cifras
token-who = token { $id } en la posición { $position }, { $who }
token-numbers = probabilidad { $probability }, sorpresa { $surprisal }
token-given = escrito por ti
token-drawn = sorteado por los dados
token-forced = elegido por ti
token-next = lo que tomaría Paso
surprise = sorpresa

look-tokens = El modelo no lee letras: lee ‹token:tokens›, fragmentos de texto que conoce por su número.
try-tokens = escribe una palabra rara y luego una común: ¿cuántos fragmentos tiene cada una? El espacio de delante pertenece a la palabra.
tokens-of-text = { $characters ->
    [one] { $characters } carácter es
   *[other] { $characters } caracteres son
} aquí { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}, de un vocabulario de { $vocabulary }. Pulsa uno para ver el paso que lo eligió.
token-bytes = bytes { $codes }
token-first = nada delante

run-group = Ejecución
step = Paso
play = Seguir
pause = Pausa
rewind = Atrás
rewind-does = Retirar el último token
restart = Reiniciar
restart-does = Volver al final del prompt
roll-again = Tirar
roll-again-does = Otros dados para el próximo token: la misma distribución, otro sorteo
speed = ritmo
speed-while-playing = Ritmo al seguir
speed-value = { $tokens }/s
speed-tokens = { $tokens } tokens/s
speed-full = al máximo

legend-prompt = prompt
legend-forced = forzado
legend-would-change = cambiaría
legend-would-be-cut = quedaría fuera
unit-bits = bits
unit-probability = probabilidad
unit-rank = puesto
unit-nats = nats

metric-surprisal = sorpresa en bits
metric-entropy = entropía en bits
metric-probability = probabilidad, modelo
metric-rank = puesto (escala log)
metric-top-mass = masa de los diez primeros, modelo
metric-log-prob = log-probabilidad hasta aquí
metric-surprisal-after = sorpresa, muestreo
metric-entropy-after = entropía, muestreo
metric-probability-after = probabilidad, muestreo
metric-top-mass-after = masa de los diez primeros, muestreo
metric-log-prob-after = log-probabilidad hasta aquí, muestreo
rank-number = puesto { $rank }
colour-by = color:
colour-model = Según el modelo
colour-after = Tras el muestreo

col-run = La ejecución
run-numbers = La ejecución en cifras
total-tokens = Tokens valorados
total-perplexity = ‹perplexity:Perplejidad›
total-log-prob = Log-probabilidad de todos
total-entropy = ‹entropy:Entropía› media
run-repeated = El { $share } de las parejas vecinas ya había aparecido. El muestreo solo valora tokens generados.
run-chart = Una barra por token; las flechas mueven, los números están en la tabla del texto.
run-chart-about = Una barra por token: { $metric }. Pulsa una para examinarla.

stop-end-of-text = El propio modelo terminó el texto: eligió su token de fin de texto.
stop-sequence = Detenido: el texto contiene ahora el texto de parada «{ $text }».
stop-most = Detenido: { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}, tantos como se pidieron. Con Paso se sigue de todos modos.
stop-full = El contexto está lleno: este modelo no puede leer un texto más largo. Pulsa Atrás o Reiniciar.

col-origin = Origen
col-top-ten = Diez primeros
col-so-far = Log-probabilidad hasta aquí
col-sampler-probability = Muestreo: probabilidad
transcript-table = Tokens del texto
origin-prompt = prompt
origin-sampled = sorteado
origin-forced = forzado

watch-about = El puesto de los tokens que observas (escala log: una barra llena es el favorito). Pulsa una barra para ver ese paso.
watch-table = Tokens observados a lo largo del texto
watch-bar = posición { $position }: puesto { $rank }, { $probability }
watch-chart = El puesto de «{ $token }» en cada paso; los números están en la tabla de abajo.
watch-stop = Dejar de observar
watch-stop-of = Dejar de observar «{ $token }»

what-if = Con los ajustes de ahora, { $count } de { $steps ->
    [one] { $steps } paso
   *[other] { $steps } pasos
} { $count ->
    [one] sería distinto
   *[other] serían distintos
}. El primero es { $token }: sería { $would }.
what-if-cut = Con los ajustes de ahora, { $count } de { $steps ->
    [one] { $steps } paso
   *[other] { $steps } pasos
} { $count ->
    [one] sería distinto
   *[other] serían distintos
}. El primero es { $token }, que el muestreador habría descartado: sería { $would }.
what-if-go = Seguir desde ahí
what-if-mark = con los ajustes de ahora sería «{ $token }»
what-if-mark-cut = con los ajustes de ahora el muestreador lo descartaría; sería «{ $token }»
