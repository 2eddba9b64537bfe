look-speculative = Tras «{ $text }» un modelo pequeño hace un borrador de unos pocos tokens, con una pasada pequeña por token. El modelo los lee todos en una sola pasada y acepta los que él mismo podría haber sorteado: el texto tiene la misma distribución que si lo hubiera escrito él solo.
try-speculative = haz la prueba con 10.000 sorteos; luego haz que lo acepte todo y repítela.
speculate-place = ronda { $round }
speculate-by = Borrador de
draft-by-layers = sus propias primeras capas
draft-layers = Capas
draft-layers-of = { $n } de { $all }
draft-by-lookup = el propio texto
speculate-drafted = Tokens del borrador γ
speculate-rule = Aceptar
speculate-ratio = con probabilidad p/q
speculate-exact = si el modelo sortea lo mismo
speculate-everything = todo (mal a propósito)
speculate-adapts = γ se adapta a lo aceptado
speculate-round = Ronda { $round }
speculate-key = Cada marco es una ronda: una pasada del modelo. Subrayado: del borrador y aceptado. Naranja: lo sorteó el propio modelo. Pulsa una ronda para verla.
source-kept = Del borrador, aceptado
source-residual = Sorteado de lo que sobra: max(0, p − q), escalado a 1
source-bonus = Se aceptó todo el borrador: uno más, sorteado del modelo
source-correction = El sorteo del propio modelo, en el lugar de un token del borrador
round-sentence = { $drafted ->
    [0] No hubo borrador.
    [one] El borrador tenía un token.
   *[other] El borrador tenía { $drafted } tokens, con una pasada pequeña cada uno.
} El modelo hizo una sola pasada, aceptó { $kept } y sorteó él mismo «{ $token }».
round-ended = { $drafted ->
    [one] El borrador tenía un token; el modelo lo leyó
   *[other] El borrador tenía { $drafted } tokens; el modelo los leyó
} en una sola pasada y aceptó { $kept }: el texto ha llegado a su fin.
round-drafted = Borrador
round-both = Modelo p y borrador q (discontinua)
round-ratio = p/q
round-dice = ¿u menor que p/q?
round-verdict = Resultado
round-p-and-q = { $p } · { $q }
round-kept = aceptado
round-rejected = rechazado
round-unseen = no se mira: está detrás de uno rechazado
proof = La prueba: el mismo lugar, muchas veces
proof-about = Cada vez se propone un token y se decide con sus propios dados. Barras: lo que salió; línea: la probabilidad del modelo; discontinua: la del borrador.
proof-not-for-lookup = Un texto que hace su propio borrador solo ofrece aquí un token: elige un modelo para el borrador.
proof-draw = Sortear { $times } veces
proof-found = Salió
proof-model = Modelo
proof-draft = Borrador
proof-times = Tras { $times ->
    [one] { $times } sorteo
   *[other] { $times } sorteos
}:
proof-fits = concuerda con el modelo. Una diferencia así de grande sale por azar en el { $p } de tales experimentos (χ² { $chi }, { $freedom } grados de libertad).
proof-does-not-fit = no concuerda con el modelo. Solo por azar, una diferencia así de grande sale en el { $p } de tales experimentos (χ² { $chi }, { $freedom } grados de libertad).
proof-kept = Aceptados: el { $found } de los tokens propuestos; según la regla, exactamente el { $exact }.
figures = Qué se gana, en todas las rondas hasta ahora
figures-alpha = Aceptados de los examinados (α)
figures-of-drafted = Aceptados de todo el borrador
figures-by-place = Aceptados según su lugar en el borrador
figures-a-pass = Tokens por pasada del modelo
figures-expected = lo mismo según la fórmula, con α y γ
figures-cost = Coste de un token del borrador, en pasadas (c)
figures-pass-cost = Coste de la pasada sobre el borrador y uno más, en pasadas de un token
figures-speed-up = Aceleración, según la fórmula
figures-with-passes = lo mismo con lo que cuesta esa pasada
figures-measured = Aceleración, medida
figures-best = Mejor γ según la fórmula
figures-best-is = { $gamma }: { $gain } veces más rápido
figures-does-not-pay = 0: aquí el borrador no compensa
figures-unmeasured = da primero unos pasos de la ejecución: miden una pasada normal
figures-about = La fórmula cuenta la pasada sobre γ + 1 tokens como una sola, como en una GPU grande que espera a la memoria; la fila de debajo incluye lo que esa pasada cuesta aquí. «Tokens por pasada» cuenta también el token que añade el modelo.
figures-layers = Aquí se calculan todas las capas y se apagan las últimas, así que un token del borrador cuesta una pasada entera; un modelo que de verdad para antes paga solo su parte de las capas.
