show-as-table = Ver como tabla
being-computed = Calculando…
no-text-token = ⟨sin texto⟩

part-coming = Cargando…
part-lost = No se pudo cargar esta parte de la página.
part-again = Reintentar

col-token = Token
col-position = Posición
col-key = Clave
col-score = Puntuación
col-pattern = Patrón
col-id = Id
col-rank = Puesto
col-logit = Logit
col-probability = Probabilidad
col-surprisal = Sorpresa
col-entropy = Entropía
col-model = Modelo
col-sampler = Muestreo
col-after-sampler = Tras el muestreo
col-actions = Acciones
col-value = Valor
col-layer = Capa
col-bandwidth = GB/s

tokens-counted = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
quoted = «{ $text }»
sentence-gap = { " " }
in-bits = { $number } bits
in-nats = { $number } nats
in-micros = { $number } µs
in-gbps = { $number } GB/s
in-bytes = { $number } bytes
choices-none = ninguna elección real
choices = como elegir entre { $number } tokens igual de probables
odds-none = ninguna sorpresa
odds = para el modelo, 1 caso de cada { $number }
odds-impossible = casi imposible para el modelo

number-any = un número de { $low } a { $high }
number-from = un número, { $low } o más
whole-any = un número entero de { $low } a { $high }
whole-from = un número entero, { $low } o más
number-wrong = { $typed } no es { $range }: ahora { $used }.
number-none = Tiene que ser { $range }: otra vez { $before }.
