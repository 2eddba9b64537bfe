look-tree = Todos los textos hasta ahora; lo que comparten aparece una sola vez. Detrás de «{ $text }» se puede explorar por adelantado: los tokens más probables, los más probables tras cada uno de ellos, y así sucesivamente.
try-tree = explora y luego pulsa una continuación: pasa a ser el texto, y las otras se quedan en el árbol.
tree-tokens = Continuaciones de cada uno
tree-depth = Tokens de profundidad
tree-look = Explorar
tree-more = { $count } más
tree-found = { $computed ->
    [one] { $computed } texto calculado
   *[other] { $computed } textos calculados
} en { $passes ->
    [one] { $passes } pasada
   *[other] { $passes } pasadas
} ({ $time }). En pantalla está el { $shown } de la probabilidad de todo lo que puede seguir.
tree-text = Texto
tree-prob = p de su primer token
tree-mass = p del camino
tree-log-prob = Σ ln p
tree-key = Cada rama es tan ancha como la probabilidad de lo que sigue. Negrita: camino del paso en pantalla. Naranja: sorteado. Marco grueso: forzado. Punteado: el prompt. Discontinuo: explorado, aún en ningún texto. Σ: la suma de ln p.
tree-forced = { $text }: forzado. Pulsa para ir allí
tree-drawn = { $text }: sorteado. Pulsa para ir allí
tree-given = { $text }: el prompt. Pulsa para ir allí
tree-take = Escribir «{ $text }» detrás del texto
tree-view = La vista del árbol
tree-smaller = Más pequeño
tree-larger = Más grande
tree-fit = Ajustar
tree-pick = Comparar dos
tree-picks = Pulsa los dos que quieras comparar.
tree-pick-other = Ahora el otro.
tree-keys = Las flechas mueven, Enter va allí, c pliega, m marca uno para compararlo con otro (o arrastra uno sobre otro).
tree-marked = Marcado: pulsa m en el que quieras comparar.
tree-fold = Plegar lo que sigue desde aquí
tree-unfold = Desplegar { $count ->
    [one] un nodo
   *[other] { $count } nodos
}
tree-sum = Σ { $sum }
tree-outline = Lo mismo como esquema
tree-versus = Dos ramas
tree-versus-close = Cerrar
tree-shared = Ambas empiezan con «{ $text }».
tree-one = Una
tree-other = La otra
tree-each = { $each } por token
