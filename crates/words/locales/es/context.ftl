look-context = Tras «{ $text }» el texto crece; el contexto, no. Aquí abajo es pequeño, para que veas cómo se llena.
try-context = pulsa Seguir y luego haz que conserve el principio y olvide el medio.
context-room = El contexto de esta ejecución
context-prompt = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} de prompt
context-output = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} de salida
context-left = quedan { $left } de { $context }
context-when-full = Cuando está lleno
context-size = Contexto
context-way = Al llenarse
context-slide = olvidar lo más antiguo
context-middle = conservar los { $first } primeros y olvidar tras ellos
context-stop = parar
context-drop = Se olvidan de una vez
context-is-full = El contexto está lleno: el texto acaba aquí.
context-step = Para este token { $reused ->
    [0] no había nada en la caché
    [one] había { $reused } token en la caché
   *[other] había { $reused } tokens en la caché
} y se { $computed ->
    [one] calculó
   *[other] calcularon
} { $computed } ({ $time }).
context-dropped = { $dropped ->
    [one] Se olvidó un token; los que venían detrás se desplazaron
   *[other] Se olvidaron { $dropped } tokens; los que venían detrás se desplazaron
}, y hubo que calcular de nuevo sus claves y valores.
context-lost = Lo olvidado cambia la distribución en { $bits }.
context-remembered = Con el texto completo, el favorito sería «{ $token }» ({ $share }).
context-picture = La caché, paso a paso
context-computed = calculado ahora
context-reused = de la caché
context-forgotten = olvidado
context-col-read = Leídos
context-col-dropped = Olvidados
context-col-reused = En la caché
context-col-computed = Calculados
context-col-rows = Medidos
context-col-time = Tiempo
context-col-lost = Cambio
work-title = Cómo crece el trabajo
work-none = El texto de arriba aún no tiene ningún token generado. Cierra esto y da un paso allí: su trabajo se cuenta aquí.
work-with = Con caché
work-without = Sin caché
work-ratio = Cociente
work-rows = Tokens que pasan por el modelo
work-weights = Multiplicaciones con pesos
work-attention = Multiplicaciones en la atención
work-cache = Claves y valores guardados
work-measured = Medido: { $steps ->
    [one] un paso calculó
   *[other] { $steps } pasos calcularon
} { $rows ->
    [one] { $rows } token
   *[other] { $rows } tokens
} en { $time }.
work-speculated = La decodificación especulativa escribió { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} en { $rounds ->
    [one] { $rounds } pasada
   *[other] { $rounds } pasadas
} del modelo sobre { $rows ->
    [one] { $rows } token
   *[other] { $rows } tokens
}: más trabajo, menos pasadas.
work-picture = Tokens que pasan por el modelo según crece el texto
work-line-with = con caché: cada token una vez
work-line-without = sin caché: todos los tokens otra vez en cada paso
work-col-tokens = Longitud
work-col-rows = Tokens, con caché
work-col-rows-without = Tokens, sin caché
work-col-attention = Atención, con caché
work-col-attention-without = Atención, sin caché
work-col-cache = Caché
work-col-measured = Tokens medidos
work-col-time = Tiempo medido
cost-title = Cuánto cuesta donde se venden tokens
cost-input = Entrada
cost-cached = Entrada en caché
cost-output = Salida
cost-runs = Ejecuciones
cost-example = Precios por millón de tokens. Son ejemplos, no los de ningún proveedor: escribe los que pagas tú.
cost-own = Precios por millón de tokens, en tu moneda.
cost-reset = Volver a los ejemplos
cost-this = Esta ejecución
cost-many = { $runs ->
    [one] { $runs } ejecución
   *[other] { $runs } ejecuciones
}
cost-many-cached = { $runs ->
    [one] { $runs } ejecución
   *[other] { $runs } ejecuciones
}, prompt en caché
cost-sum = Total
cost-about = En esta página una ejecución no cuesta nada: se calcula en tu dispositivo.
