look-beams = Après « { $text } », plusieurs textes grandissent côte à côte. Chaque étape ajoute un token à chacun ; ceux dont la somme des log-probabilités est la plus grande continuent, les autres sont éliminés.
look-beams-drawn = Après « { $text } », plusieurs textes grandissent côte à côte. Chaque étape tire des candidats selon leur probabilité et la graine ; ceux dont la somme des log-probabilités est la plus grande continuent, les autres sont éliminés.
look-beams-stochastic = Après « { $text } », plusieurs textes grandissent côte à côte. Chacun a sa chance : les plus chanceux continuent. On tire ainsi des textes entiers selon leur probabilité, jamais deux fois le même.
look-beams-diverse = Après « { $text } », plusieurs textes grandissent côte à côte, par groupes : un groupe trouve moins probables les tokens des groupes précédents, pour que les textes diffèrent.
try-beams = appuyez sur Lecture, puis passez à 1 faisceau : c’est le texte glouton.
beams-place = étape { $step } sur { $most } au plus
beams-width = Faisceaux
beams-penalty = Pénalité de longueur λ
beams-tokens = Tokens au plus
beams-stopping = S’arrête
beams-likely = quand un meilleur texte est peu probable
beams-always = quand assez de textes sont terminés
beams-never = quand aucun ne peut être meilleur
beams-way = Candidats
beams-way-best = les meilleurs
beams-drawn = tirés (échantillonneur et graine { $seed })
beams-way-stochastic = textes tirés (échantillonneur et graine { $seed })
beams-way-diverse = { $groups ->
    [one] les meilleurs de { $groups } paire
   *[other] les meilleurs de { $groups } paires qui diffèrent
}
beams-diversity = Différence δ
beams-picture = Les textes de la recherche
beams-key = Une colonne par token, le meilleur texte en haut. Les lignes mènent à ce qui continue ; les textes pâles sont éliminés ; un double cadre marque un texte terminé.
beams-chip = { $token }, somme { $sum }
beams-chip-finished = { $token }, somme { $sum } : ce texte est terminé
beams-candidates = { $step ->
    [0] Candidats
   *[other] Candidats de l’étape { $step }
}
beams-candidates-about = Les { $candidates } meilleures suites de tous les faisceaux, en une seule passe avant sur { $texts ->
    [one] { $texts } texte
   *[other] { $texts } textes
} ({ $time }). Barres : l’ancienne somme, puis le nouveau token. Plus la barre est courte, plus le texte est probable.
beams-continues = Faisceau
beams-shorter = Court = mieux
beams-before = Somme avant
beams-log-prob = + ln p
beams-sum = Somme
beams-step = Étape
beams-beam = Faisceau
beams-goes-on-from = Prolonge le faisceau
beams-with-luck = Avec la chance
beams-luck-about = Chaque texte a sa chance, un nombre aléatoire ajouté à sa somme. Les { $beams } textes les plus chanceux forment un échantillon sans doublon. Un faisceau représente le texte le plus chanceux qui commence comme lui : l’une de ses suites a le même nombre, les autres ont moins.
beams-fate = Ce qu’il devient
fate-stays = devient faisceau { $beam }
fate-finishes = terminé, score { $score }
fate-unranked = terminé, mais d’autres font mieux que { $score }
fate-too-low = terminé, mais pas parmi les premiers
fate-lucky = terminé
fate-unlucky = terminé, mais d’autres ont plus de chance
fate-falls = éliminé
beams-pool = Textes terminés
beams-pool-empty = Aucun pour l’instant. Un texte est terminé quand il arrive à un token de fin de texte, ou au nombre maximal de tokens.
beams-score = Score
beams-length = Tokens
beams-text = Texte
beams-rank-by = Classer selon λ
beams-rank-note = Score = somme ÷ tokens^λ. Les textes terminés sont reclassés ; mais λ a aussi décidé lesquels étaient gardés et quand la recherche s’arrêtait, et cela, seule une nouvelle recherche peut le refaire.
beams-none-better = La recherche est finie : aucun texte en cours ne peut plus devenir meilleur.
beams-pool-full = La recherche est finie : il y a autant de textes terminés que de faisceaux.
beams-all-finished = La recherche est finie : tous les textes sont terminés.
beams-none-left = La recherche est finie : l’échantillonneur ne laisse aucun token pour continuer.
beams-beside = À côté d’autres façons de choisir
beams-best = Meilleur faisceau
beams-greedy = Glouton
beams-sampled = Tiré au sort
beams-alone = Σ ln p
beams-a-token = par token
beams-repeats = Répétitions
beams-beside-about = Σ ln p : à quel point le modèle lui-même trouve le texte probable. Répétitions : les paires de tokens qui y figurent déjà plus tôt.
