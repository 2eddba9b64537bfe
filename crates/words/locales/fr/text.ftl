text = Texte
text-hint = Tapez ici : le modèle continue ce que vous écrivez. Appuyez sur un token pour voir d’où il vient.
text-locked = Ce texte est verrouillé par la page qui le montre.
text-length = { $tokens } tokens sur { $context }
text-length-short = { $tokens } sur { $context }
examples = Exemples
example-story = Une histoire ouverte : beaucoup de mots conviennent
example-fact = Un fait : un mot est presque certain
example-colour = Un choix entre quelques mots
example-movie = Presque aucun favori
example-series = Une série : le texte lui-même dit la suite
text-in-numbers = Le texte en nombres
token-who = token { $id } à la position { $position }, { $who }
token-numbers = probabilité { $probability }, surprise { $surprisal }
token-given = écrit par vous
token-drawn = tiré par les dés
token-forced = choisi par vous
token-next = ce que prendrait « Avancer »
surprise = surprise

look-tokens = Le modèle ne lit pas de lettres : il lit des ‹token:tokens›, des morceaux de texte qu’il connaît par leur numéro.
try-tokens = tapez un mot rare, puis un mot courant : combien de morceaux pour chacun ? L’espace qui précède fait partie du mot.
tokens-of-text = { $characters ->
    [one] { $characters } caractère donne
   *[other] { $characters } caractères donnent
} ici { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}, pris dans un vocabulaire de { $vocabulary }. Appuyez sur l’un d’eux pour voir l’étape qui l’a choisi.
token-bytes = octets { $codes }
token-first = rien avant lui

run-group = Génération
step = Avancer
play = Lecture
pause = Pause
rewind = Reculer
rewind-does = Enlever le dernier token
restart = Début
restart-does = Revenir à la fin du prompt
roll-again = Relancer
roll-again-does = Relancer les dés pour le token suivant : même distribution, autre tirage
speed = vitesse
speed-while-playing = Vitesse de lecture
speed-value = { $tokens }/s
speed-tokens = { $tokens } tokens/s
speed-full = pleine vitesse

legend-prompt = prompt
legend-forced = forcé
legend-would-change = changerait
legend-would-be-cut = serait coupé
unit-bits = bits
unit-probability = probabilité
unit-rank = rang
unit-nats = nats

metric-surprisal = surprise en bits
metric-entropy = entropie en bits
metric-probability = probabilité, modèle
metric-rank = rang (échelle log)
metric-top-mass = masse des dix premiers, modèle
metric-log-prob = log-probabilité cumulée
metric-surprisal-after = surprise, échantillonneur
metric-entropy-after = entropie, échantillonneur
metric-probability-after = probabilité, échantillonneur
metric-top-mass-after = masse des dix premiers, échantillonneur
metric-log-prob-after = log-probabilité cumulée, échantillonneur
rank-number = rang { $rank }
colour-by = couleur :
colour-model = Selon le modèle
colour-after = Après l’échantillonneur

col-run = La génération
run-numbers = La génération en nombres
total-tokens = Tokens évalués
total-perplexity = ‹perplexity:Perplexité›
total-log-prob = Log-probabilité de l’ensemble
total-entropy = ‹entropy:Entropie› moyenne
run-repeated = { $share } des paires de tokens voisins étaient déjà apparues. L’échantillonneur n’évalue que les tokens générés.
run-chart = Une barre par token ; les flèches déplacent, le tableau du texte donne les nombres.
run-chart-about = Une barre par token : { $metric }. Appuyez sur l’une d’elles pour l’examiner.

stop-end-of-text = Le modèle a mis fin au texte lui-même : il a choisi son token de fin de texte.
stop-sequence = Arrêté : le texte contient maintenant le texte d’arrêt « { $text } ».
stop-most = Arrêté : { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}, comme demandé. « Avancer » continue quand même.
stop-full = Le contexte est plein : ce modèle ne peut pas lire un texte plus long. Reculez ou revenez au début.

col-origin = Origine
col-top-ten = Dix premiers
col-so-far = Log-probabilité cumulée
col-sampler-probability = Échantillonneur : probabilité
transcript-table = Tokens du texte
origin-prompt = prompt
origin-sampled = tiré
origin-forced = forcé

watch-about = Le rang des tokens que vous suivez (échelle log : une barre pleine est le favori). Appuyez sur une barre pour voir cette étape.
watch-table = Tokens suivis au fil du texte
watch-bar = position { $position } : rang { $rank }, { $probability }
watch-chart = Le rang de « { $token } » à chaque étape ; le tableau ci-dessous donne les nombres.
watch-stop = Ne plus suivre
watch-stop-of = Ne plus suivre « { $token } »

what-if = Avec les réglages actuels, le choix changerait { $count } fois en { $steps ->
    [one] { $steps } étape
   *[other] { $steps } étapes
}. La première fois, { $token } deviendrait { $would }.
what-if-cut = Avec les réglages actuels, le choix changerait { $count } fois en { $steps ->
    [one] { $steps } étape
   *[other] { $steps } étapes
}. La première fois, { $token }, coupé par l’échantillonneur, deviendrait { $would }.
what-if-go = Continuer à partir de là
what-if-mark = avec les réglages actuels, ce serait « { $token } »
what-if-mark-cut = avec les réglages actuels, l’échantillonneur le couperait ; ce serait « { $token } »
