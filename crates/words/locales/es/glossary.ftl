glossary = Glosario
term-is = { $name }:
try-this = Prueba:
term-here = aquí { $value }

term-token = token
about-token = Un fragmento de texto de una lista fija: una palabra, parte de ella o un signo. Los modelos no leen ni escriben otra cosa.
term-byte = byte
about-byte = 8 bits de texto tal como se guarda. Los caracteres raros no tienen token propio y se escriben byte a byte.
term-vocabulary = vocabulario
about-vocabulary = Todos los tokens que conoce el modelo. Cada uno recibe una puntuación en cada paso.
term-context = ventana de contexto
about-context = El máximo de tokens que el modelo puede leer a la vez. Lo que queda más atrás no existe para él.
term-embedding = embedding
about-embedding = El vector que representa a un token: una fila de una tabla aprendida.
term-stream = flujo residual
about-stream = El vector de cada token en su camino hacia la salida. Cada capa lo lee y le suma algo.
term-layer = capa
about-layer = Una vuelta de atención y MLP. Todas las capas están hechas igual, con sus propios pesos.
term-attention = atención
about-attention = La forma en que un token toma información de los anteriores: una suma ponderada, cuyos pesos suman 1.
term-head = cabeza
about-head = Una de varias atenciones en paralelo dentro de una capa; cada una busca algo distinto.
term-mlp = MLP
about-mlp = La parte de una capa que trabaja con cada token por separado. Ahí se guarda mucho de lo que sabe un modelo.
term-neuron = neurona
about-neuron = Un número dentro de un MLP: con qué intensidad se encontró un patrón.
term-lens = lente de logits
about-lens = La salida aplicada a una capa interior: lo que diría el modelo si se detuviera ahí.
term-pass = pasada hacia adelante
about-pass = El camino de los tokens por todas las capas hasta los logits. La elección del token viene después.
term-logit = logit
about-logit = La puntuación en bruto de un token, de cualquier tamaño y signo. Solo cuentan las diferencias.
term-softmax = softmax
about-softmax = Convierte puntuaciones en probabilidades: e elevado a cada puntuación, dividido entre la suma de todas.
term-probability = probabilidad
about-probability = Con qué frecuencia vendría aquí este token, según los textos que vio el modelo. No dice nada de los hechos.
term-rank = puesto
about-rank = El lugar de un token al ordenarlos todos por probabilidad; 1 es el favorito.
term-entropy = entropía
about-entropy = Lo indeciso que está el modelo, en bits: 0 es certeza; 1 bit más, el doble de opciones igual de probables.
term-surprisal = sorpresa
about-surprisal = Lo inesperado que era un token, en bits: −log₂ de su probabilidad.
term-perplexity = perplejidad
about-perplexity = La sorpresa media de un texto como número de opciones igual de probables por token.
term-kl = divergencia KL
about-kl = Lo lejos que está una distribución de otra, en bits; 0 si son iguales.
term-sampler = muestreador
about-sampler = Lo que convierte las probabilidades en un solo token: etapas que transforman o descartan, y luego los dados.
term-greedy = voraz
about-greedy = Tomar siempre el favorito (temperatura 0): sin azar, y a menudo con repeticiones.
term-seed = semilla
about-seed = El número del que salen los dados. La misma semilla y los mismos ajustes dan el mismo texto.
term-draw = número aleatorio u
about-draw = Repartido por igual entre 0 y 1. Se elige el token en cuyo tramo de la barra cae.
term-cache = caché KV
about-cache = Claves y valores de los tokens anteriores, guardados para que un paso solo calcule el más reciente.

now-token = «{ $token }», id { $id }
now-bytes = «{ $token }»: { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
now-vocabulary = { $count } tokens
now-context = { $count } de { $all } tokens
now-numbers = { $count } números por token
now-layers = { $count ->
    [one] { $count } capa
   *[other] { $count } capas
}
now-heads = { $count ->
    [one] { $count } cabeza por capa
   *[other] { $count } cabezas por capa
}
now-neurons = { $count } por capa
now-attention = sobre todo a «{ $token }»: { $share }, media de todas las cabezas
now-mlp = L{ $layer }: cambia el vector en un { $share } de su longitud
now-lens = tras { $layer } va primero «{ $token }» con un { $probability }
now-kl = tras { $layer }, a { $bits } de la salida
now-cache = { $bytes } reservados
now-of-token = «{ $token }»: { $value }
now-softmax = «{ $token }»: { $logit } se convierte en { $share }
now-rank = «{ $token }»: { $rank } de { $all }
now-stages = { $count ->
    [one] { $count } etapa activa, quedan { $stay } de { $all } tokens
   *[other] { $count } etapas activas, quedan { $stay } de { $all } tokens
}
now-greedy = el favorito es «{ $token }»
now-setting = puesto en { $value }
now-off = sin usar
