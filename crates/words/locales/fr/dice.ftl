look-dice = Chaque token restant occupe sur la barre la part de sa ‹probability:probabilité› ; le ‹draw:nombre aléatoire› en choisit un.
try-dice = faites glisser l’épingle, ou lancez cent fois les dés.

col-begins = Commence à
col-ends = Finit avant
col-pin = Épingle
dice-table = Segments de la barre
dice-pin = u = { $number }
dice-by-hand = Son nombre a été fixé à la main.
parameter-seed = Graine
dice-from = Son nombre : graine { $seed }, position { $position }.
dice-from-rolled = Son nombre : graine { $seed }, position { $position }, relancé { $count } fois.
dice-selects = { $range } : le tirage choisit donc { $token }. { $from }
dice-label = Barre cumulée de { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}. Le tirage u = { $number } tombe sur « { $token } », de { $low } à { $high }.
dice-here = u est ici
dice-more = { $count } autres

dice-u = u =
dice-back = Revenir aux dés
new-dice = Nouveaux dés
new-dice-does = Relancer cette étape : même distribution, autre tirage ; depuis une étape passée, cela crée une branche
roll-many = Lancer { $count } fois
roll-more = { $count } de plus
rolls-others = tous les autres
rolls-row = { $count }× pour { $share }
rolls-about = { $count } lancers : la fréquence (en couleur) et la probabilité (en gris). Plus de lancers, barres plus proches.

col-log-prob = ln p
col-noise = bruit g
col-sum = ln p + g
race = Le même tirage vu comme une course (Gumbel-max)
race-about = Un bruit s’ajoute à chaque log-probabilité, et la plus grande somme gagne : la distribution est la même. Ce bruit-ci fait gagner le token de ce tirage.
race-table = La course
