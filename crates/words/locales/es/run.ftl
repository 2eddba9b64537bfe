prompt-empty = El prompt está vacío. Escribe al menos un carácter: un modelo predice lo que viene después de un texto.
prompt-unread = El tokenizador de este modelo no hace ningún token de «{ $text }». Escribe algo que esté en su vocabulario.
left-out = El tokenizador de este modelo no tiene ningún token para { $characters }: el modelo no { $count ->
    [one] lo
   *[other] los
} lee.
prompt-too-long = El prompt tiene { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}, pero este modelo lee { $context } a la vez como máximo. Acórtalo a { $most ->
    [one] { $most } token
   *[other] { $most } tokens
} o menos.
context-full = El contexto está lleno: este modelo lee { $context } tokens como máximo. Pulsa Atrás o empieza con un prompt más corto.
unknown-token = El token { $token } no existe: el vocabulario de este modelo tiene ids de 0 a { $last }.
unknown-node = No hay ningún paso { $node } en esta ejecución.
logits-missing = Los logits de este paso no están en memoria; primero hay que calcularlos.
needs-logits = La penalización por repetición depende del signo de cada logit, y este servidor da log-probabilidades. Desactívala o usa la penalización por presencia o por frecuencia.
undecided = «{ $sampler }» no se puede calcular con los { $listed } tokens que el servidor enumera de { $all }: necesita también los demás. Pídelos todos o pon antes un top-k de { $listed } como máximo.
draw-undecided = El número { $u } cae en un token que no está entre los { $listed } que el servidor enumera de { $all }. Pide más o añade un top-k de { $listed } como máximo.
undecided-remedy = Añadir ese top-k
not-listed = El token { $token } no está entre los { $listed } que el servidor enumera de { $all }, así que su probabilidad no se conoce. Pídelos todos primero.
list-too-short = Los { $listed } tokens que el servidor enumera de { $all } no deciden esto. Pon en el muestreador un top-k de { $listed } como máximo.
needs-all = Esto necesita las puntuaciones de los { $all } tokens, y el servidor enumera { $listed }. vLLM los enumera todos si se inicia con --max-logprobs -1.
bad-logit = El modelo devolvió { $value } como logit del token { $token }. Sus pesos están dañados o se desbordan con la precisión elegida.
logits-length = El modelo devolvió { $found ->
    [one] { $found } logit
   *[other] { $found } logits
}, pero su vocabulario tiene { $vocabulary } tokens. Recarga el modelo; quizá sus archivos no van juntos.
no-candidates = El modelo no devolvió ningún logit utilizable: no hay token que elegir.
remembers-steps = La etapa { $sampler } depende de sus propios pasos anteriores, pero aquí crecen muchos textos a la vez. Apágala.
lanes-count = No se { $lanes ->
    [one] puede comparar un solo texto
   *[other] pueden comparar { $lanes } textos
}. Toma dos, tres o cuatro.
few-layers = El modelo tiene { $layers ->
    [one] una sola capa
   *[other] { $layers } capas
}: no hay ninguna anterior con la que comparar la última.
long-grammar = La gramática tiene { $bytes } bytes; puede tener { $most }. Acórtala.
mask-missing = Primero hay que averiguar qué permite la gramática en este paso.
grammar-complete = El texto está completo: la gramática no permite nada más. Pulsa Atrás o apaga la gramática.
grammar-refused = La gramática no se puede usar: { $why }
grammar-hard = La gramática tardó más de { $seconds ->
    [one] { $seconds } segundo
   *[other] { $seconds } segundos
}. Simplifícala.
grammar-crashed = La gramática fue demasiado para su analizador, que hubo que iniciar de nuevo. Simplifícala.
grammar-parser = No se puede cargar el analizador de gramáticas: { $why } Recarga la página o apaga la gramática.
grammar-left = El texto no sigue la gramática: en el token { $place } va por otro camino. Vuelve a un punto anterior o apaga la gramática.
grammar-limit = tiene { $what }, y se pueden usar { $most } como máximo.
grammar-groups = { $depth } niveles de grupos
grammar-rules = { $count } reglas y terminales
grammar-multiple = multipleOf { $value }
grammar-patterns = { $count } patrones
grammar-properties = { $count } propiedades y alternativas
lane-word = «{ $word }» no dice nada de un texto con el que comparar. Usa write=sampled, write=greedy o write=beams4, model=run, model=draft o model=altered, chain=… y, al final, prompt=….
no-log-probs = La lista de log-probabilidades está vacía. Pide al servidor al menos una.
bad-log-prob = La log-probabilidad del token { $token } es { $value }; tiene que ser un número, 0 o menos.
listed-twice = El token { $token } está dos veces entre las log-probabilidades.
too-much-mass = Las probabilidades de la lista suman { $sum }, más de 1: no son de una misma distribución.
not-the-top = La lista de log-probabilidades no es la de los tokens más probables: deja una probabilidad de { $mass } a otros { $tokens }, que pueden tener { $most } como máximo si ninguno es más probable que el último de la lista.
vocab-table = La tabla de textos del vocabulario está dañada: sus finales tienen que crecer y estar dentro de sus bytes.
setting = { $name } = { $value } está fuera de rango: tiene que ser { $expected }.
setting-nearest = { $name } = { $value } está fuera de rango: tiene que ser { $expected }; se usa { $used }.
expected-number = un número de { $low } a { $high }
expected-number-from = un número, { $low } o más
expected-whole = un número entero de { $low } a { $high }
expected-whole-from = un número entero, { $low } o más
expected-divisor = un divisor de { $number }
expected-factor = un factor de 0 a { $most }
expected-draw = un número de 0 a 1, sin llegar a 1
unknown-part = «{ $text }» no nombra ninguna parte de un modelo. Una parte se escribe como L3H5 (una cabeza), L3A (la atención de una capa) o L3M (su MLP), seguida de ~0.5 para escalarla.
unknown-sampler = No hay ninguna etapa de muestreo «{ $name }». Se conocen { $known }.
sampler-spelling = «{ $word }» no se puede leer como valor de la etapa { $sampler }.
chain-too-long = La cadena de muestreo tiene { $stages } etapas; se permiten { $most } como máximo. Quita algunas.
