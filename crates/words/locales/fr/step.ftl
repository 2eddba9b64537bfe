sentence-waiting = La première distribution apparaîtra quand le modèle aura lu le texte.
sentence-favourite = Après « { $text } », le favori du modèle est { $token } ({ $probability }).
sentence-favourite-recorded = Après « { $text } », le favori du modèle est { $token } ({ $probability }) : enregistré ; le direct prend le relais.
looking-back = Retour en arrière : le token à la position { $at } ; le dernier est à la { $last }.
back-to-now = Revenir à l’étape actuelle
you-chose = Vous avez choisi { $token }.
you-chose-at = Vous avez choisi { $token } ({ $probability }).
take-back = Annuler ce choix
nudge = Bougez la température, puis avancez.
sentence-without = Avec { $parts ->
    [one] { $parts } partie désactivée
   *[other] { $parts } parties désactivées
} : { $share }.
sentence-landed = Le nombre aléatoire { $draw } tombe dans la tranche de { $token } : { $from }–{ $to }, soit { $after } (modèle seul : { $before }).
sentence-landed-short = Le nombre aléatoire { $draw } tombe dans la tranche de { $token } : { $from }–{ $to }, soit { $after }.
sentence-landed-too = Le nombre aléatoire { $draw } tombe lui aussi dans sa tranche : { $from }–{ $to }, soit { $after }.
sentence-only-one = L’échantillonneur ne laisse que { $token } : quel que soit le nombre aléatoire ({ $draw }), il vient ensuite.
sentence-only-one-came = L’échantillonneur n’a laissé que { $token } : quel que soit le nombre aléatoire ({ $draw }), il venait ensuite.
sentence-now-other = Avec les réglages actuels, ce serait { $token }.
sentence-now-same = Avec les réglages actuels, sa tranche fait { $after }.
sentence-full = Le contexte est plein : ce modèle lit { $context } tokens au plus. Reculez ou revenez au début.
sentence-given = Vous avez écrit { $token } : le modèle lui donnait { $before }.
sentence-chose-other = Vous avez choisi { $token } ({ $after }) ; les dés donnaient { $drawn }.
sentence-chose-cut = Vous avez choisi { $token }, que l’échantillonneur avait coupé ({ $before } pour le modèle seul) ; les dés donnaient { $drawn }.
sentence-chose-same = Vous avez choisi { $token } ({ $after }), et les dés aussi.
go-on-here = Continuer d’ici avec « { $token } »

look-logits = Les ‹logit:logits› sont des scores bruts ; ‹softmax:softmax› les transforme en parts.
look-softmax = Chaque score devient e^Δ, Δ étant son écart avec le plus grand score. Divisé par la somme de tous, c’est la ‹probability:probabilité› du token.
try-softmax = trouvez deux tokens à 0,69 l’un de l’autre : l’un est deux fois plus probable que l’autre, quel que soit le reste.
softmax-worked = Trois tokens, calculés pas à pas
softmax-all = somme des { $count }
softmax-others = { $count } autres
try-logits = cherchez un mot que vous attendiez : quel est son rang ?
mark-rolled = Les dés tombent dessus.
mark-chosen = Choisi.
candidate-cut = coupé
candidates = Candidats pour le token suivant
candidates-table = Candidats de cette étape
candidates-model = le modèle seul
candidates-after = après l’échantillonneur
candidates-press = Appuyez sur une ligne pour prendre ce token.
candidate-prompt = id de token { $token } – partie de votre prompt : modifiez le prompt pour le changer
candidate-press = id de token { $token } – appuyez pour le mettre dans le texte
candidate-others = { $count ->
    [one] { $count } autre token
   *[other] { $count } autres tokens
}
cut-by-the-sampler = coupé par l’échantillonneur
read-rank = rang
read-row = rang { $rank }, { $token }, logit { $logit }, selon le modèle { $was }, après l’échantillonneur { $now }
read-rest = { $others }, selon le modèle { $was }, après l’échantillonneur { $now }
read-logit = , logit
read-model = , selon le modèle
read-after = , après l’échantillonneur
head-token = token
head-logit = logit
head-model = modèle
head-sampler = échant.
show-more = En montrer { $count }

find-a-token = Chercher un token :
find-hint = texte ou id
found-first = Les { $most } premiers tokens sur { $all }. Tapez la suite du texte.
found-nothing = Aucun token du vocabulaire ne contient ce texte.
found-table = Tokens trouvés
token-use = Prendre
token-allow = Autoriser
token-ban = Interdire
token-watch = Suivre
token-unwatch = Ne plus suivre

fact-entropy = ‹entropy:Entropie› de la distribution du modèle
fact-entropy-after = Entropie après l’échantillonneur
fact-surprisal-rolled = ‹surprisal:Surprise› du token sous l’épingle
fact-surprisal-chosen = ‹surprisal:Surprise› du token choisi
fact-surprisal-written = ‹surprisal:Surprise› de votre token
fact-after = après l’échantillonneur { $bits }

compare = Épinglés et actuels
compare-about = Les mêmes logits et les mêmes dés avec les deux. En couleur : gardé par un seul.
compare-swap = Échanger
compare-unpin = Désépingler
compare-pinned = Épinglés : { $settings }
compare-now = Actuels : { $settings }
compare-table = Deux réglages à cette étape
compare-all = Tous
compare-stay = { $count ->
    [one] { $count } token reste
   *[other] { $count } tokens restent
}
compare-step = épinglés : { $pinned }, actuels : { $now }
compare-run = En { $steps ->
    [one] { $steps } étape
   *[other] { $steps } étapes
} du texte, ils choisiraient autrement { $differ } fois.
compare-no-stage = aucun maillon
compare-settings = { $stages }, graine { $seed }
col-pinned = Épinglés
col-now = Actuels

step-region = Une étape, du texte au token suivant
chip-id = id { $id }
