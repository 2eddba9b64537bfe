stage-temperature = Temperatura
stage-temperature-about = Por debajo de 1 los favoritos ganan más a menudo, por encima de 1 los demás tienen su oportunidad; 0 toma siempre el primero.
stage-temperature-rule = z′ = z / T
stage-dynamic = Temperatura dinámica
stage-dynamic-about = Fría cuando el modelo está seguro, caliente cuando no: la temperatura sigue a la entropía.
stage-dynamic-rule = T = T_min + (T_max − T_min) · (H / ln n)^γ,  T_min = max(0, t − r),  T_max = t + r
stage-quadratic = Suavizado cuadrático
stage-quadratic-about = Acerca entre sí los tokens de arriba y aleja los demás; 0 no cambia nada.
stage-quadratic-rule = z′ = m − k·f·d² + s·f·d³,  d = z − m,  k = (3 − c)/2,  s = (c − 1)/2
stage-top-k = Top-k
stage-top-k-about = Conserva solo los k tokens más probables; 0 los conserva todos.
stage-top-k-rule = conservar los k mayores z
stage-value-off = inactivo
stage-top-p = Top-p
stage-top-p-about = Conserva los menos tokens posibles que juntos alcanzan esta probabilidad; 1 los conserva todos.
stage-top-p-rule = conservar la lista más corta con Σp ≥ P
stage-min-p = Min-p
stage-min-p-about = Conserva los tokens con al menos esta fracción de la probabilidad del favorito; 0 los conserva todos.
stage-min-p-rule = conservar p_i ≥ m · p_max
stage-top-a = Top-a
stage-top-a-about = Como min-p, pero su listón sube con el cuadrado de la probabilidad del favorito; 0 los conserva todos.
stage-top-a-rule = conservar p_i ≥ a · p_max²
stage-typical = Típico
stage-typical-about = Conserva los tokens más o menos tan sorprendentes como espera el modelo; 1 los conserva todos.
stage-typical-rule = ordenar por |−ln p_i − H|, conservar hasta que Σp ≥ P
stage-tail-free = Sin cola
stage-tail-free-about = Corta donde las probabilidades ordenadas dejan de curvarse: la cola plana se va; 1 los conserva todos.
stage-tail-free-rule = cortar donde Σ|Δ²p| / total supera z
stage-epsilon = Corte épsilon
stage-epsilon-about = Descarta todo token por debajo de esta probabilidad; 0 los conserva todos.
stage-epsilon-rule = conservar p_i ≥ ε
stage-eta = Corte eta
stage-eta-about = Como el corte épsilon, pero más suave donde el modelo duda; 0 los conserva todos.
stage-eta-rule = conservar p_i ≥ min(ε, √ε · e^−H)
stage-top-n-sigma = Top-nσ
stage-top-n-sigma-about = Conserva los tokens a menos de n desviaciones típicas del logit más alto; 0 los conserva todos.
stage-top-n-sigma-rule = conservar z_i ≥ z_max − n·σ
stage-top-h = Top-H
stage-top-h-about = Conserva los primeros tokens hasta que reúnen esta fracción de la entropía; 1 los conserva todos.
stage-top-h-rule = conservar la lista más larga con Σ(−p ln p) ≤ h · H
stage-xtc = XTC
stage-xtc-about = De vez en cuando quita los favoritos y toma el menos probable de los buenos.
stage-xtc-rule = con probabilidad P: de todos los p_i ≥ t, conservar solo el menor
stage-repetition = Penalización por repetición
stage-repetition-about = Hace menos probables los tokens del texto hasta aquí, una vez cada uno; 1 no cambia nada.
stage-repetition-rule = z′ = z / θ si z > 0; si no, z · θ
stage-presence = Penalización por presencia
stage-presence-about = Resta una cantidad fija al logit de cada token visto; 0 no cambia nada.
stage-presence-rule = z′ = z − α si se ha visto
stage-frequency = Penalización por frecuencia
stage-frequency-about = Resta más a un token cuantas más veces se ha visto; 0 no cambia nada.
stage-frequency-rule = z′ = z − α · veces visto
stage-dry = DRY
stage-dry-about = Hace improbables los tokens que seguirían repitiendo un pasaje; cuanto más largo, más.
stage-dry-rule = z′ = z − m · b^(n − L) si continúa una repetición de n ≥ L tokens
stage-mirostat = Mirostat
stage-mirostat-about = Regula la sorpresa: descarta lo demasiado sorprendente y mueve la línea tras cada sorteo.
stage-mirostat-rule = conservar −log₂ p ≤ μ;  tras el sorteo μ ← μ − η(−log₂ p′ − τ)
stage-logit-bias = Sesgo de logits
stage-logit-bias-about = Suma un número a los logits de los tokens que indiques.
stage-logit-bias-rule = z′ = z + b
stage-grammar = Gramática
stage-grammar-about = Quita todo token con el que el texto generado no puede seguir.
stage-grammar-rule = z′ = −∞ salvo que alguna continuación esté en el lenguaje
grammar-language = Escrita como
grammar-regex = expresión regular
grammar-json = JSON Schema
grammar-lark = reglas (Lark)
grammar-text = Gramática
grammar-apply = Aplicar
grammar-example = Ejemplo
grammar-example-none = elige uno
grammar-example-answer = yes, no o maybe
grammar-example-date = una fecha
grammar-example-object = nombre y edad en JSON
grammar-example-sum = una suma con paréntesis
grammar-first = Lo que el modelo preferiría decir ha desaparecido aquí y todo lo demás crece: mira la columna. Desde el final del prompt, el texto tiene que seguir la gramática.
condition = ¿Es esto lo que diría el modelo si estuviera obligado?
condition-about = No del todo. Con la gramática como condición, cada uno de sus textos tiene su parte de lo que el modelo da a todos juntos. Una máscara elige paso a paso: lo que empieza bien recibe su parte aunque solo pueda acabar mal. Todos los textos de una gramática pequeña, de las dos formas:
condition-reads = El modelo lee todos los textos de la gramática…
condition-many = Esta gramática tiene demasiados textos para enumerarlos. Toma una pequeña, como (yes|no|maybe).
condition-text = Texto
condition-model = Con condición
condition-masked = Paso a paso
condition-spellings = Grafías
condition-all = { $texts ->
    [one] Un texto
   *[other] { $texts } textos
}; sin la gramática el modelo les da en total un { $share }.
stage-banned = Tokens prohibidos
stage-banned-about = Quita los tokens que indiques.
stage-banned-rule = z′ = −∞
stage-ngram = Sin repetir n-gramas
stage-ngram-about = Quita los tokens que repetirían un grupo de n tokens; 0 no cambia nada.
stage-ngram-rule = z′ = −∞ si completara un n-grama del texto
short-all = k todos

preset-model = La de los archivos del modelo
preset-of-model = como dice la configuración de generación de { $model }
preset-first = Esta página (por defecto)
preset-api = Como una API
preset-greedy = Voraz
preset-raw = Sin ninguna etapa

parameter-temperature = Temperatura T
parameter-middle = Temperatura t
parameter-range = Amplitud r
parameter-exponent = Exponente γ
parameter-factor = Factor f
parameter-curve = Curva c
parameter-chance = Probabilidad P
parameter-threshold = Umbral t
parameter-last-n = Mira atrás (0: todo)
parameter-multiplier = Multiplicador m
parameter-base = Base b
parameter-allowed = Longitud permitida L
parameter-tau = Objetivo τ, bits
parameter-eta = Tasa de aprendizaje η
parameter-bias = Sesgo b
slider = { $label }, control deslizante

did-rescued = Lo habría quitado todo, así que el favorito se queda.
did-entropy-same = La entropía sigue en { $bits }.
did-entropy = La entropía pasa de { $before } a { $after }.
did-acts = Su propio sorteo, { $draw }, es menor que { $chance }: actúa en este paso.
did-passes = Su propio sorteo, { $draw }, no es menor que { $chance }: deja pasar este paso.
did-keeps-one = Conserva solo el primer token.
did-keeps = Conserva { $count ->
    [one] el primer token
   *[other] los { $count } primeros tokens
}.
did-line-probability = La línea está en una probabilidad del { $probability }.
did-line-logit = La línea está en un logit de { $logit }.
did-line = La línea está en { $bits }.
did-one-is-enough = Basta con un token.
did-mass = { $count ->
    [one] El token que queda tiene
   *[other] Los { $count } tokens que quedan tienen
} en total un { $mass }.
did-removes = Quita { $tokens }.
did-changes = Cambia { $tokens }.
did-more = { $tokens } y { $count } más
did-after = «{ $token }» (tras { $count } repetidos)
did-times = «{ $token }» ({ $count }×)
did-token = «{ $token }»

with-largest = «{ $token }»: T = { $t } deja solo el mayor z
with-all = { $parameter } los conserva todos
with-all-of = { $parameter } conserva los { $count }
with-top-k = min({ $k }, { $all }) = quedan { $count }
with-top-p = Σp de los { $count } primeros = { $mass } ≥ { $least }
with-typical = H = { $nats } nats; Σp de los { $count } más cercanos = { $mass } ≥ { $least }
with-tail-free = Σ|Δ²p| / total supera { $z } tras los { $count } primeros
with-top-h = { $share } · { $nats } = { $most } nats, que los { $count } primeros no superan
with-xtc-none = t = { $threshold }: no se va ningún token
with-xtc = t = { $threshold }: { $count ->
    [one] se va { $count } token
   *[other] se van { $count } tokens
}; el menor por encima es el número { $number }
with-mirostat = μ = { $bits }: quedan los tokens con p ≥ 2^−{ $mu } = { $least }

col-before = Antes
col-after = Después
stage-table = Tokens antes y después de esta etapa
stage-cut = fuera

list-tokens = Tokens
list-biases = Token : sesgo
list-breakers = Separadores, con espacios entre ellos
list-no-bias-here = Un token prohibido no tiene sesgo: quita los dos puntos.
list-bias-missing = El token { $token } no tiene sesgo: escribe { $token }:-2.
list-not-closed = Faltan unas comillas de cierre.
list-no-token = Ningún token es exactamente «{ $text }»: busca sus partes.
list-no-id = «{ $text }» no es un id de token: pon los textos entre comillas.
list-no-number = «{ $text }» no es un número.

stops = Cuándo se detiene
stops-most = Máximo de tokens
stops-texts = Textos de parada, uno por línea; \n es un salto de línea
stops-also = También en el token de fin de texto y cuando el contexto está lleno.

elsewhere = Usar estos ajustes en otra parte
elsewhere-openai = Petición compatible con { $program }
elsewhere-copy = Copiar
elsewhere-left-out = Se omiten porque el programa no las tiene, o solo admite una: { $stages }.
elsewhere-simplified = Al programa le falta un parámetro, o no admite tanto, en: { $stages }.
elsewhere-counts-less = El programa cuenta solo lo que ha generado, no el prompt, en: { $stages }.
elsewhere-reordered = El programa las aplica en su propio orden, así que los números pueden diferir.
