look-context = Après « { $text } », le texte grandit, le contexte non. Ci-dessous, il est petit, pour qu’on le voie se remplir.
try-context = appuyez sur Lecture, puis gardez le début et oubliez le milieu.
context-room = Le contexte de cette génération
context-prompt = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} de prompt
context-output = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} de sortie
context-left = { $left } libres sur { $context }
context-when-full = Quand il est plein
context-size = Contexte
context-way = Une fois plein
context-slide = oublier les plus anciens
context-middle = garder les { $first } premiers, oublier ensuite
context-stop = s’arrêter
context-drop = Oubliés d’un coup
context-is-full = Le contexte est plein : le texte s’arrête ici.
context-step = Pour ce token, { $reused ->
    [0] rien n’était dans le cache
    [one] { $reused } token était dans le cache
   *[other] { $reused } tokens étaient dans le cache
}, { $computed } { $computed ->
    [one] a été calculé
   *[other] ont été calculés
} ({ $time }).
context-dropped = { $dropped ->
    [one] { $dropped } token a été oublié ; ceux qui le suivent se sont décalés
   *[other] { $dropped } tokens ont été oubliés ; ceux qui les suivent se sont décalés
}, et leurs clés et valeurs ont dû être recalculées.
context-lost = Ce qui est oublié change la distribution de { $bits }.
context-remembered = Avec le texte entier, « { $token } » serait le favori ({ $share }).
context-picture = Le cache, étape par étape
context-computed = calculé maintenant
context-reused = pris dans le cache
context-forgotten = oublié
context-col-read = Lus
context-col-dropped = Oubliés
context-col-reused = Dans le cache
context-col-computed = Calculés
context-col-rows = Mesurés
context-col-time = Temps
context-col-lost = Change de
work-title = Comment le travail grandit
work-none = Le texte du haut n’a encore aucun token généré. Fermez ceci et avancez d’une étape là-haut : son travail est compté ici.
work-with = Avec cache
work-without = Sans
work-ratio = Rapport
work-rows = Tokens passés dans le modèle
work-weights = Multiplications par des poids
work-attention = Multiplications de l’attention
work-cache = Clés et valeurs gardées
work-measured = Mesuré : { $steps ->
    [one] { $steps } étape a calculé
   *[other] { $steps } étapes ont calculé
} { $rows ->
    [one] { $rows } token
   *[other] { $rows } tokens
} en { $time }.
work-speculated = Le décodage spéculatif a écrit { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} en { $rounds ->
    [one] { $rounds } passe
   *[other] { $rounds } passes
} du modèle sur { $rows ->
    [one] { $rows } token
   *[other] { $rows } tokens
} : plus de travail, moins de passes.
work-picture = Tokens passés dans le modèle à mesure que le texte grandit
work-line-with = avec un cache : chaque token une fois
work-line-without = sans : tous les tokens à chaque étape
work-col-tokens = Longueur
work-col-rows = Tokens, cache
work-col-rows-without = Tokens, sans cache
work-col-attention = Attention, cache
work-col-attention-without = Attention, sans cache
work-col-cache = Cache
work-col-measured = Tokens mesurés
work-col-time = Temps mesuré
cost-title = Ce que cela coûte là où les tokens se vendent
cost-input = Entrée
cost-cached = Entrée en cache
cost-output = Sortie
cost-runs = Générations
cost-example = Prix d’un million de tokens. Ce sont des exemples, et non ceux d’un fournisseur : mettez les prix que vous payez.
cost-own = Prix d’un million de tokens, dans votre monnaie.
cost-reset = Revenir aux exemples
cost-this = Cette génération
cost-many = { $runs ->
    [one] { $runs } génération
   *[other] { $runs } générations
}
cost-many-cached = { $runs ->
    [one] { $runs } génération
   *[other] { $runs } générations
}, prompt en cache
cost-sum = Somme
cost-about = Sur cette page, une génération ne coûte rien : elle est calculée sur votre appareil.
