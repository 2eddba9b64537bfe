glossary = Glossaire
term-is = { $name } :
try-this = À essayer :
term-here = ici : { $value }

term-token = token
about-token = Un morceau de texte tiré d’une liste fixe : un mot, une partie de mot ou un signe. Les modèles ne lisent et n’écrivent rien d’autre.
term-byte = octet
about-byte = 8 bits de texte, tel qu’il est stocké. Les caractères rares n’ont pas de token à eux et s’écrivent octet par octet.
term-vocabulary = vocabulaire
about-vocabulary = Tous les tokens que le modèle connaît. Chacun reçoit un score à chaque étape.
term-context = fenêtre de contexte
about-context = Le nombre maximal de tokens que le modèle peut lire à la fois. Ce qui précède n’existe pas pour lui.
term-embedding = embedding
about-embedding = Ou « plongement » : le vecteur qui représente un token, une ligne d’un tableau appris.
term-stream = flux résiduel
about-stream = Le vecteur de chaque token sur son chemin vers la sortie. Chaque couche le lit et y ajoute quelque chose.
term-layer = couche
about-layer = Un tour d’attention et de MLP. Toutes les couches sont bâties de la même façon, avec des poids différents.
term-attention = attention
about-attention = La façon dont un token prend de l’information aux tokens qui le précèdent : une somme pondérée, dont les poids ont pour somme 1.
term-head = tête
about-head = L’une des attentions placées côte à côte dans une couche ; chacune cherche autre chose.
term-mlp = MLP
about-mlp = La partie d’une couche qui travaille sur chaque token séparément. Une grande part de ce que sait un modèle y est stockée.
term-neuron = neurone
about-neuron = Un nombre à l’intérieur d’un MLP : à quel point un motif a été trouvé.
term-lens = lentille logit
about-lens = La sortie appliquée à une couche intérieure : ce que le modèle dirait s’il s’arrêtait là (logit lens).
term-pass = passe avant
about-pass = Le chemin des tokens à travers toutes les couches jusqu’aux logits. Le choix d’un token vient après.
term-logit = logit
about-logit = Le score brut d’un token, de grandeur et de signe quelconques. Seules les différences comptent.
term-softmax = softmax
about-softmax = Transforme les scores en probabilités : e à la puissance de chaque score, divisé par la somme de tous.
term-probability = probabilité
about-probability = À quelle fréquence ce token viendrait ici, selon l’idée que le modèle a des textes. Elle ne dit rien des faits.
term-rank = rang
about-rank = La place d’un token quand tous sont triés par probabilité ; 1 est le favori.
term-entropy = entropie
about-entropy = L’indécision du modèle, en bits : 0, c’est certain ; 1 bit de plus, c’est deux fois plus de choix égaux.
term-surprisal = surprise
about-surprisal = À quel point un token était inattendu, en bits : −log₂ de sa probabilité.
term-perplexity = perplexité
about-perplexity = La surprise moyenne d’un texte, exprimée en nombre de choix équiprobables par token.
term-kl = divergence KL
about-kl = L’éloignement d’une distribution par rapport à une autre, en bits ; 0 si elles sont identiques.
term-sampler = échantillonneur
about-sampler = Ce qui transforme des probabilités en un token : des maillons qui remodèlent ou coupent, puis les dés.
term-greedy = glouton
about-greedy = Prendre toujours le favori (température 0) : aucun hasard, et souvent des répétitions.
term-seed = graine
about-seed = Le nombre d’où viennent les dés. Même graine et mêmes réglages, même texte.
term-draw = nombre aléatoire u
about-draw = Réparti également entre 0 et 1. Le token dont il touche le morceau de barre est choisi.
term-cache = cache KV
about-cache = Les clés et les valeurs des tokens antérieurs, gardées pour qu’une étape ne calcule que le plus récent.

now-token = « { $token } », id { $id }
now-bytes = « { $token } » : { $count ->
    [one] { $count } octet
   *[other] { $count } octets
}
now-vocabulary = { $count } tokens
now-context = { $count } tokens sur { $all }
now-numbers = { $count } nombres par token
now-layers = { $count ->
    [one] { $count } couche
   *[other] { $count } couches
}
now-heads = { $count ->
    [one] { $count } tête par couche
   *[other] { $count } têtes par couche
}
now-neurons = { $count } par couche
now-attention = surtout sur « { $token } » : { $share }, moyenne de toutes les têtes
now-mlp = L{ $layer } : il change le vecteur de { $share } de sa longueur
now-lens = après { $layer }, « { $token } » est en tête avec { $probability }
now-kl = après { $layer }, { $bits } par rapport à la sortie
now-cache = { $bytes } réservés
now-of-token = « { $token } » : { $value }
now-softmax = « { $token } » : { $logit } devient { $share }
now-rank = « { $token } » : { $rank } sur { $all }
now-stages = { $count ->
    [one] { $count } maillon agit, { $stay } tokens sur { $all } restent
   *[other] { $count } maillons agissent, { $stay } tokens sur { $all } restent
}
now-greedy = le favori est « { $token } »
now-setting = réglé sur { $value }
now-off = inutilisé
