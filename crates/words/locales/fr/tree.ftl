look-tree = Tous les textes jusqu’ici ; ce qu’ils ont en commun n’y est qu’une fois. Après « { $text } », on peut explorer la suite : les tokens les plus probables, puis les plus probables après chacun d’eux, et ainsi de suite.
try-tree = explorez la suite, puis appuyez sur l’une des suites : elle devient le texte, et les autres restent dans l’arbre.
tree-tokens = Suites par token
tree-depth = Profondeur en tokens
tree-look = Explorer la suite
tree-more = { $count } autres
tree-found = { $computed ->
    [one] { $computed } texte calculé
   *[other] { $computed } textes calculés
} en { $passes ->
    [one] { $passes } passe avant
   *[other] { $passes } passes avant
} ({ $time }). { $shown } de la probabilité de tout ce qui peut suivre est à l’écran.
tree-text = Texte
tree-prob = p de son premier token
tree-mass = p du chemin
tree-log-prob = Σ ln p
tree-key = Un trait est aussi large que la probabilité de ce qui suit. En gras : sur le chemin de l’étape à l’écran. Orange : tiré. Cadre épais : forcé. Pointillé : le prompt. Tirets : exploré, encore dans aucun texte. Σ : la somme des ln p.
tree-forced = { $text } : forcé. Appuyez pour y aller
tree-drawn = { $text } : tiré. Appuyez pour y aller
tree-given = { $text } : le prompt. Appuyez pour y aller
tree-take = Écrire « { $text } » à la suite du texte
tree-view = La vue de l’arbre
tree-smaller = Plus petit
tree-larger = Plus grand
tree-fit = Ajuster
tree-pick = En comparer deux
tree-picks = Appuyez sur les deux à comparer.
tree-pick-other = Maintenant l’autre.
tree-keys = Les flèches déplacent, Entrée y va, c replie, m en marque un pour le comparer à un autre (ou faites glisser l’un sur l’autre).
tree-marked = Marqué : appuyez sur m sur celui auquel le comparer.
tree-fold = Replier ce qui continue d’ici
tree-unfold = Déplier { $count ->
    [one] { $count } nœud
   *[other] { $count } nœuds
}
tree-sum = Σ { $sum }
tree-outline = La même chose en plan
tree-versus = Deux branches
tree-versus-close = Fermer
tree-shared = Les deux commencent par « { $text } ».
tree-one = L’une
tree-other = L’autre
tree-each = { $each } par token
