flow-tokens = Tokens
flow-embed = Embed
flow-layers = { $count ->
    [0] Couches
    [one] { $count } couche
   *[other] { $count } couches
}
flow-logits = Logits
flow-softmax = Softmax
flow-sampler = Échantillonneur
flow-dice = Dés

flow-so-far = déjà { $count }
flow-folded = déjà { $count }, dont { $folded } repliés
flow-numbers = { $count } nombres
flow-ribbons = rubans : attention, moyenne de { $heads } têtes
flow-stripes = bandelettes : le flux résiduel, bleu + / prune −
flow-scores = { $count } scores
flow-scores-listed = { $listed } scores sur { $count }
flow-shares = des scores aux parts
flow-random-number = nombre aléatoire
flow-seed-and-roll = graine { $seed } · lancer { $roll }
flow-by-hand = fixé à la main
flow-recorded = enregistré
flow-recorded-why = Enregistré plus tôt avec ce modèle ; le calcul en direct prend le relais dès qu’il est chargé.
flow-recomputed = recalculé
flow-recomputed-why = Recalculé : le choix enregistré est gardé, les dernières décimales peuvent différer.

flow-score = score
flow-axis-low = −{ $below }
flow-axis-high = max
flow-gap = écart Δ
flow-exp = e^Δ
flow-divided = ÷ { $total }
flow-left = restants

flow-attention = apport attention
flow-mlp = apport MLP
flow-length = longueur (log)
flow-would-say = dirait
flow-rank-of = rang de { $token }
flow-others = { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
flow-others-short = le reste
flow-more-tokens = … encore { $count }
flow-sum = somme
flow-cut = −{ $mass }
flow-cut-nothing = sans effet
flow-cut-grows = −{ $mass }, le reste croît
flow-round = { $count ->
    [one] ajouté ; le tour recommence avec { $count } token
   *[other] ajouté ; le tour recommence avec { $count } tokens
}
flow-unpin = ┄ épinglé ✕
flow-unpin-why = Les bords en tirets sont ceux des réglages épinglés. Appuyez pour les enlever.
flow-add-stage = + maillon
flow-take-it = le prendre
flow-given = donné
flow-yours = le vôtre
flow-taken = tiré : voir l’étape suivante
flow-parts-off = { $count ->
    [one] { $count } partie désactivée · rétablir
   *[other] { $count } parties désactivées · rétablir
}
flow-parts-off-why = Les vues montrent le modèle sans elles, et l’image l’indique par des bords en tirets ; la génération reste celle du modèle entier. Appuyez pour tout réactiver.
flow-machine = Machine
flow-close = Fermer (Esc)
flow-table = Montrer les nombres en tableau
table-tokens = Les tokens jusqu’ici
table-stripes = Les bandelettes : taille et signe de chaque cellule
table-blocks = Ce que chaque couche change, et dirait
table-attention = Ce que lit le token actuel
table-scores = Du score à la probabilité
table-stages = Ce qu’a fait chaque maillon
table-shares = Probabilité après chaque maillon
table-segments = Place de chaque token sur la barre
col-place = Où
col-length = Longueur
col-rank-of-chosen = Rang du token choisi
col-mean = Moyenne
col-head = Tête { $head }
col-stage = Maillon
col-tokens-in = Tokens entrants
col-tokens-out = Tokens restants
col-cut = Coupé
col-entropy-before = Entropie avant
col-entropy-after = Entropie après
flow-walk = Couches : parcourir avec les flèches, ouvrir avec Entrée
flow-fork = { $token } a été pris auparavant : y aller
flow-folded-stages = { $count ->
    [one] encore { $count } maillon dans cette colonne : ouvrir l’échantillonneur
   *[other] encore { $count } maillons dans cette colonne : ouvrir l’échantillonneur
}
flow-undo = Annuler la dernière modification de l’échantillonneur
flow-add-a-stage = Ajouter un maillon
flow-dice-says = { $number } tombe sur { $token }, { $share }

dice-seed = La même graine donne toujours les mêmes nombres, où que soient les curseurs.
line-resting = Probable ne veut pas dire vrai : le modèle sait quels tokens se suivent d’ordinaire, pas ce qui est vrai.
line-private = Rien de ce que vous tapez ne quitte cette page.
line-token = { $token } : token { $id } du vocabulaire
line-token-rated = { $token } : token { $id } du vocabulaire, surprise { $bits } bits : { $odds }
line-before-layers = avant les couches
line-after-attention = après l’attention de L{ $layer }
line-after-layer = après L{ $layer }
line-stripe = { $vector } { $after } : ses nombres { $from } à { $to }, une cellule, ont la taille { $size } (moyenne quadratique) et le signe { $sign }
line-vector-of = le vecteur de { $token }
line-mean-of = le vecteur moyen de { $count ->
    [one] { $count } token replié
   *[other] { $count } tokens repliés
}
line-ribbon = L{ $layer } : { $current } lit { $token } avec { $share } de son attention, moyenne de { $heads } têtes ; le maximum est à la tête { $head }, { $most }
line-ribbons = L{ $layer } : ce que { $current } lit de plusieurs tokens, dessiné en un seul ruban
line-first-token = (le premier token n’est souvent qu’un point de repos)
line-attention-adds = L{ $layer } : ce que { $token } lit des autres tokens change son vecteur de { $share } de sa longueur
line-mlp-adds = L{ $layer } : le MLP, qui ne travaille que sur { $token }, change son vecteur de { $share } de sa longueur
line-length = L{ $layer } : le vecteur a la longueur { $length } après l’ajout de cette couche ; la barre a une échelle logarithmique
line-word = L{ $layer } : si le modèle s’arrêtait ici, il dirait { $token } ({ $share })
line-rank = L{ $layer } : si le modèle s’arrêtait ici, { $token } serait au rang { $rank } de tous les tokens ({ $share })
line-leader = { $token } : score { $score }, le plus grand : les écarts des autres se comptent à partir de lui
line-score = { $token } : score { $score }, soit { $gap } de moins que { $leader } : seul cet écart Δ compte
line-exp = { $token } : e^({ $gap }) = { $exp }, son poids quand le favori a 1
line-sum = { $total } : la somme des e^Δ sur { $count ->
    [one] { $count } token
   *[other] les { $count } tokens
} ; divisés par elle, les poids deviennent des parts dont la somme est 1
line-share = { $token } : { $exp } ÷ { $total } = { $share }, son poids ÷ la somme de tous : la probabilité propre du modèle
line-band = { $token } : { $shares }, du modèle à travers chaque maillon de l’échantillonneur
line-others = tous les tokens qui n’ont pas leur propre ligne, ensemble
line-temperature-low = température { $t } : tous les scores sont divisés par elle, les écarts grandissent, les favoris gagnent plus souvent ; p^(1/{ $t }), remis à l’échelle
line-temperature-high = température { $t } : tous les scores sont divisés par elle, les écarts se resserrent, les autres ont leur chance ; p^(1/{ $t }), remis à l’échelle
line-temperature-one = température 1 : les scores restent tels que le modèle les a donnés
line-temperature-zero = température 0 : seul reste le plus grand score, rien n’est laissé au hasard
line-gate = { $stage } : { $stays ->
    [one] { $stays } token reste
   *[other] { $stays } tokens restent
}, { $cut } de la probabilité est coupé, le reste croît × { $grows } pour refaire 100 %
line-gate-cuts-nothing = { $stage } : { $stays ->
    [one] { $stays } token reste
   *[other] les { $stays } tokens restent tous
}
line-segment = { $token } : de { $low } à { $high }, aussi large que sa probabilité : { $share } de tous les nombres aléatoires tombent ici
line-pin = { $number } : le nombre aléatoire de la graine { $seed }, position { $position }, lancer { $roll } ; le token sur lequel il tombe vient ensuite
line-pin-by-hand = { $number } : fixé à la main ; le token sur lequel il tombe vient ensuite
line-round = le token est ajouté, et tout est recalculé pour le texte plus long
flow-stay = { $count } restants
flow-machine-says = { $kind } · { $time } par passe

head-out = Sans cette tête, « { $token } » passe de { $before } à { $after }.
head-out-same = Sans cette tête, « { $token } » reste à { $before }.
head-take-out = La retirer
head-all = { $count ->
    [one] { $count } tête
   *[other] { $count } têtes
}
head-on-what-followed = ce qui l’a suivi plus tôt
head-on-the-one-before = le token précédent
head-on-the-first = le premier token
head-on-itself = lui-même
head-compared = en moyenne ; les groupes se recoupent
head-rows = moyenne de { $count ->
    [one] { $count } ligne
   *[other] { $count } lignes
} ; répartie également, ce serait { $chance }
head-no-rows = aucun token de ce texte n’offre une telle place
head-follows = Couche { $layer }, tête { $head } : depuis « { $from } », elle regarde en arrière vers « { $to } », qui a suivi « { $from } » plus tôt, avec { $share } de son attention.
head-looks = Couche { $layer }, tête { $head } : depuis « { $from } », elle regarde surtout « { $to } », avec { $share } de son attention.
head-looks-at-first = Couche { $layer }, tête { $head } : depuis « { $from } », elle regarde surtout le premier token, « { $to } », avec { $share } : souvent un point de repos.
head-looks-at-itself = Couche { $layer }, tête { $head } : depuis « { $from } », elle regarde surtout ce token lui-même, avec { $share } de son attention.

sampler-table = Les candidats après chaque maillon
sampler-stages = Maillons de l’échantillonneur, dans l’ordre
sampler-the-model = le modèle
sampler-scale = barre pleine = { $share } ; trait : avant
sampler-move = Déplacer { $stage } : faire glisser, ou flèches
sampler-earlier = Déplacer { $stage } d’un cran plus tôt
sampler-later = Déplacer { $stage } d’un cran plus tard
sampler-remove = Supprimer { $stage }
sampler-acts = { $stage } agit
sampler-how = Comment il agit ici
sampler-no-grammar = en écrire une…
sampler-listed = { $count ->
    [0] une liste…
    [one] { $count } token…
   *[other] { $count } tokens…
}
sampler-off = Inactifs :
sampler-preset = Chaîne :
sampler-own = la vôtre
sampler-reset = Réinitialiser l’échantillonneur
sampler-undo = Annuler
sampler-redo = Rétablir
sampler-redo-why = Refaire la modification (Ctrl+Maj+Z)
sampler-pin = Épingler
sampler-pin-why = Garder ces réglages, en essayer d’autres et voir ce qui diffère
sampler-cut = coupé
sampler-about = { $count ->
    [0] aucun maillon : on tire dans ce que donne le modèle
    [one] un maillon
   *[other] { $count } maillons, appliqués de gauche à droite
}
sampler-order = Essayer l’autre ordre
sampler-order-why = Épingler ces réglages et déplacer la température à l’autre bout de la chaîne
sampler-temperature-first = La température en premier
sampler-temperature-last = La température en dernier
sampler-turned-around = La chaîne inversée
sampler-order-same = { $order } ne changerait rien à cette étape.
sampler-order-shares = { $order } garderait les mêmes { $count } tokens ; { $token } : { $then } au lieu de { $now }.
sampler-order-counts = { $order } garderait { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} au lieu de { $before }.
sampler-order-keeps = { $order } garderait { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} au lieu de { $before } ; { $token } : { $then } au lieu de { $now }.
