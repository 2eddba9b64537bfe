look-dice = Cada token que queda ocupa en la barra su ‹probability:probabilidad›; el ‹draw:número aleatorio› elige uno.
try-dice = arrastra el marcador o tira cien veces.

col-begins = Empieza en
col-ends = Acaba antes de
col-pin = Marcador
dice-table = Tramos de la barra
dice-pin = u = { $number }
dice-by-hand = Su número se puso a mano.
parameter-seed = Semilla
dice-from = Su número: semilla { $seed }, posición { $position }.
dice-from-rolled = Su número: semilla { $seed }, posición { $position }, tirado de nuevo { $count }×.
dice-selects = { $range }, así que el sorteo elige { $token }. { $from }
dice-label = Barra acumulada de { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}. El sorteo u = { $number } cae en «{ $token }», de { $low } a { $high }.
dice-here = u está aquí
dice-more = { $count } más

dice-u = u =
dice-back = Volver a los dados
new-dice = Otros dados
new-dice-does = Tirar otra vez este paso: la misma distribución, otro sorteo; un paso pasado abre una rama
roll-many = Tirar { $count }×
roll-more = { $count } más
rolls-others = todos los demás
rolls-row = { $count }× de { $share }
rolls-about = { $count } tiradas: cuántas veces (color) y con qué probabilidad (gris). Con más tiradas, las barras se acercan.

col-log-prob = ln p
col-noise = ruido g
col-sum = ln p + g
race = El mismo sorteo como carrera (Gumbel-max)
race-about = A cada log-probabilidad se le suma ruido y gana la mayor suma: la misma distribución. Este ruido hace ganar al token de este sorteo.
race-table = La carrera
