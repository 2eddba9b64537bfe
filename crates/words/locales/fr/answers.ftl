questions = Questions
answer-show = Voir dans l’image

ask-logit = Qu’est-ce qu’un logit, et comment devient-il une probabilité ?
answer-logit = Un ‹logit:logit› est le score que le modèle donne à un token. Seul compte l’écart Δ avec le score le plus élevé : e^Δ est le poids du token, et ce poids divisé par la somme de tous les poids est sa ‹probability:probabilité›.
answer-logit-sum = { $total } est la somme des e^Δ sur { $count ->
    [one] { $count } token
   *[other] les { $count } tokens
} du vocabulaire.

ask-temperature = Que fait la température ?
answer-temperature = La ‹temperature:température› divise tous les scores avant qu’ils deviennent des probabilités. Au-dessous de 1, les écarts grandissent et les favoris gagnent plus souvent ; au-dessus de 1, ils se resserrent et les autres ont leur chance ; à 0, le favori gagne toujours.
answer-temperature-table = Probabilité à plusieurs températures
answer-temperature-now = { $temperature } (actuelle)
answer-temperature-alone = La température seule, avant toute coupe ; à 1, c’est la probabilité propre du modèle.
answer-temperature-try = Essayer { $temperature }
answer-sampler = Ouvrir l’échantillonneur

ask-random = Qu’est-ce qui est aléatoire, et comment retrouver le même texte ?
answer-random = Le modèle n’est pas aléatoire : un même texte donne toujours les mêmes probabilités. Seul le tirage l’est.
answer-random-here = De la ‹seed:graine› { $seed }, de la position { $position } et du lancer { $roll } vient le ‹draw:nombre aléatoire› { $number }. Il tombe sur « { $token } », qui occupe l’intervalle de { $from } à { $to }.
answer-random-by-hand = Vous avez fixé le ‹draw:nombre aléatoire› à { $number }. Il tombe sur « { $token } », qui occupe l’intervalle de { $from } à { $to }.
answer-random-again = Même modèle, même texte, mêmes réglages, même graine et même lancer : on retrouve le même token. Un lien contient tout cela.
answer-dice = Voir les dés

ask-look = Que regarde le modèle ?
answer-look = Avant que le token suivant soit noté, chaque ‹layer:couche› laisse le dernier token lire ceux qui le précèdent : c’est l’‹attention:attention›.
answer-look-mean = Sur l’ensemble des { $heads } têtes, « { $from } » lit surtout « { $to } » : { $share } de son attention.
answer-look-first = C’est le premier token, souvent un simple point de repos.
answer-look-nothing = « { $from } » n’a rien à lire avant lui.
answer-look-but = Ce qui est lu n’est pas forcément ce qui compte : la vue dit ce qui change quand on retire une tête.
answer-attention = Voir cette attention

ask-form = Comment la réponse se forme-t-elle au fil des couches ?
answer-form = Chaque ‹layer:couche› ajoute quelque chose au vecteur du dernier token. La ‹lens:lentille logit› demande après chaque couche : que dirait le modèle s’il s’arrêtait ici ?
answer-form-leads = « { $token } » est le favori { $depth } ({ $then }) et le reste ; à la fin, il a { $now }.
answer-form-last = « { $token } » ne devient le favori qu’à la dernière couche ({ $depth }), avec { $now }.
answer-form-again = « { $token } » est le favori { $early } pour la première fois, et pour de bon { $depth } ({ $then }) ; à la fin, il a { $now }.
answer-form-before = Juste avant, { $depth }, ce serait « { $token } » ({ $share }).
answer-lens = Voir la lentille

ask-cache = Qu’est-ce que le cache KV, et pourquoi le texte vient-il token par token ?
answer-cache = Chaque token a besoin du précédent : un texte ne peut pas être calculé d’avance. Ce qu’il faut à l’‹attention:attention› des tokens antérieurs, leurs clés et leurs valeurs, est gardé dans le ‹cache:cache KV› au lieu d’être recalculé.
answer-cache-step = Cette étape a calculé { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
} en { $time } et lu les { $kept } autres dans le cache.
answer-cache-prompt = Cette étape a calculé d’un coup { $rows ->
    [one] { $rows } position
   *[other] les { $rows } positions
}, en { $time }. Tout est maintenant dans le cache : l’étape suivante ne calcule qu’une position.
answer-cache-off = Le cache est désactivé : cette étape a calculé { $rows ->
    [one] { $rows } position
   *[other] les { $rows } positions
}, en { $time }.
answer-cache-weights = Pour chaque token, il faut aussi lire une fois tous les poids du modèle, ici { $bytes } : dans les grands modèles, c’est ce qui limite la vitesse.
answer-cache-open = Voir le cache KV

ask-repeat = Pourquoi se répète-t-il ?
answer-repeat-why = Un passage déjà présent dans le texte rend sa propre suite plus probable : certaines ‹head:têtes› cherchent ce qui a suivi le même token plus tôt, et le copient. Chaque copie rend la suivante plus sûre, surtout dans les petits modèles.
answer-repeat = « { $passage } » ({ $tokens } tokens) figure ici { $times } fois.
answer-repeat-rise = Les tokens du passage avaient en moyenne { $first } la première fois, { $last } la dernière.
answer-repeat-fall = Ici, le modèle ne s’y attendait pas : les tokens du passage avaient en moyenne { $first } la première fois, { $last } la dernière.
answer-repeat-heads = À chaque token, ces têtes regardent ce qui l’a suivi plus tôt :
answer-repeat-head = Couche { $layer }, tête { $head } : { $share }
answer-repeat-none = Ici, aucune suite de { $least } tokens ou plus ne figure encore deux fois. À la ‹temperature:température› 0, le favori gagne toujours, et une ronde de mots peut tourner sans fin.
answer-repeat-try = Essayer « { $text } » à la température 0
answer-repeat-cure = Une pénalité de répétition abaisse les ‹logit:logits› des tokens déjà présents.
answer-repeat-press = Ajouter une pénalité de répétition
answer-repeat-open = Ouvrir la pénalité de répétition

ask-true = Est-ce vrai ?
answer-true = La page montre à quel point des mots sont probables, pas des faits. Un modèle sait ce qui suit d’habitude, vrai ou non.
answer-true-here = Ici, « { $token } » a une ‹probability:probabilité› de { $probability } : voilà à quel point le modèle est sûr du mot.
answer-true-try = Essayez une question dont vous connaissez la réponse, et voyez s’il est sûr de lui :
