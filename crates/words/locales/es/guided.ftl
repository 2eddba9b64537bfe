strategy-guided = Elección guiada
about-guided = El modelo frente a otro prompt, un modelo más pequeño, una capa anterior o su propio texto
look-guided = Tras «{ $text }» el próximo token no es simplemente el más probable: una puntuación pone el modelo en la balanza con otra cosa. Subrayados, los tokens que el modelo no habría tomado sin guía.
try-guided = dale otro prompt a la guía y mueve g.
guide-rule = Puntuación
guide-guidance = Guía
guide-guidance-about = El modelo lee dos prompts: el tuyo y otro. Lo que el tuyo hace más probable cuenta g veces. Con g = 1 el otro prompt no hace nada.
guide-search = Búsqueda contrastiva
guide-search-about = Los k tokens más probables pasan por el modelo. Pierde el token cuyo estado interior se parece al de otro que ya está en el texto: así el texto no se repite.
guide-decoding = Decodificación contrastiva
guide-decoding-about = Un modelo más pequeño lee a la vez. Gana lo que el grande ve más probable que el pequeño: es lo que ha aprendido de más.
guide-dola = Capa contra capa
guide-dola-about = DoLa: la última capa frente a una anterior, la que más se aleja de ella. Gana lo que solo saben las últimas capas.
guide-alpha = Peso α
guide-k = Candidatos k
guide-head = Plausible desde
guide-scale = Guía g
guide-against = Otro prompt
guide-against-none = solo el último token
guide-drawn = sorteado (muestreador y semilla)
guide-guided = Guiado
guide-alone = Sin guía
guide-key = Subrayado: aquí el modelo, sin guía, habría tomado otro token.
guide-same = «{ $token }» tiene la mejor puntuación, { $formula }; sin guía, el modelo también lo tomaría.
guide-other = «{ $token }» tiene la mejor puntuación, { $formula }; sin guía, el modelo tomaría «{ $plain }».
guide-drew = Los dados cayeron en «{ $token }»; sin guía, el modelo tomaría «{ $plain }». Su puntuación: { $formula }.
guide-col-p = Probabilidad
guide-col-similar = Parecido
guide-col-model = Modelo
guide-col-small = Modelo pequeño
guide-col-against = Otro prompt
guide-col-last = Última capa
guide-col-early = Capa { $layer }
guide-col-score = Puntuación
guide-out = no plausible
guide-alone-takes = sin guía
guide-nearest = se parece sobre todo al token { $place } del texto
guide-plausible = { $count ->
    [one] Hay un token plausible
   *[other] Hay { $count } tokens plausibles
}: los demás quedan fuera, por grande que sea la diferencia.
guide-layer = capa { $layer }: { $bits }
guide-layers = A qué distancia está cada capa anterior de la última (Jensen–Shannon); cuenta la más lejana:
