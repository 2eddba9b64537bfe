view-attention = Attention
view-lens = Lentille logit
view-shares = Contributions
view-neurons = Neurones
view-embeddings = Embeddings
view-vectors = Vecteurs
view-knock-out = Ablation
view-cache = Cache KV
view-speed = Vitesse
views-nothing = Rien à voir pour l’instant : tapez un prompt.

look-attention = Où regarde une ‹head:tête› ? Plus la couleur est forte, plus il y a d’‹attention:attention›.
try-attention = pointez un autre token, puis une autre tête.
look-lens = La ‹lens:lentille logit› : ce que dit le ‹stream:flux résiduel› après chaque ‹layer:couche›.
try-lens = appuyez sur une cellule pour voir son étape ; colorez selon KL.
look-shares = Quelles ‹head:têtes› et quels ‹mlp:MLP› ajoutent le plus à un ‹logit:logit› ?
try-shares = appuyez sur la partie la plus forte ; voyez l’étape sans elle.
look-neurons = Les tokens qu’un ‹neuron:neurone› favorise se ressemblent-ils par le sens ?
try-neurons = la dernière couche, la plus proche des mots.
look-embeddings = Les ‹token:tokens› employés de la même façon ont des ‹embedding:embeddings› voisins.
try-embeddings = appuyez sur un token de la carte : qu’y a-t-il autour ?
look-vectors = Tous les nombres d’un token dans une ‹layer:couche›.
try-vectors = pointez une cellule ; appuyez sur un produit pour voir ses termes.
look-knock-out = Cette étape sans certaines ‹head:têtes› ou certains ‹mlp:MLP› ; la génération reste telle quelle.
try-knock-out = désactivez les couches une à une : laquelle compte le plus ?
look-cache = Chaque cellule est un token dans le ‹cache:cache KV› : ses clés et ses valeurs, que l’‹attention:attention› relit à chaque étape.
try-cache = désactivez-le, avancez, et regardez les barres grandir.
look-speed = Chaque ‹token:token› lit une fois tous les poids. C’est ce qui prend du temps dans les grands modèles ; dans les petits, c’est le lancement de chaque calcul.
try-speed = comparez les GB/s d’une étape à ceux d’une simple copie.

part-head = couche { $layer } tête { $head }
part-attention = couche { $layer } attention
part-mlp = couche { $layer } MLP
part-scaled = { $part } × { $factor }
parts-off = Sans { $off }
parts-scaled = Avec { $scaled }
parts-off-and-scaled = Sans { $off }, avec { $scaled }
parts-count = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
under = Regarder dans le modèle modifié
under-altered = { $parts } : ci-dessous, le modèle modifié, ses parties multipliées par leur facteur.
under-own = { $parts } : ci-dessous, c’est encore le modèle lui-même.

factor-off = désactivée (× 0)
factor-half = moitié (× 0,5)
factor-double = double (× 2)
factor-four = × 4
factor-now = × { $factor }
part-on = oui
part-is-off = non
part-all = toutes
part-is = { $part } : { $now }
whole-layer = Toute la couche ainsi, ou de nouveau active
whole-layer-of = Couche { $layer }, toute la couche ainsi ou de nouveau active
press-a-part = Appuyez sur une partie pour la régler :
all-on-again = Tout réactiver
the-parts = Les parties du modèle
everything-is-on = Tout est actif : c’est le modèle lui-même.
col-the-model = Le modèle
col-changed = Modifié
col-change = Écart en points
knocked-same = { $parts } : KL { $bits } ; les mêmes dés choisissent toujours « { $token } ».
knocked-other = { $parts } : KL { $bits } ; les mêmes dés choisissent « { $other } » au lieu de « { $token } ».
knocked-step = Cette étape sans elles
knocked-table = Le token suivant avec et sans ces parties
knocked-text = Le texte sans elles
rewrite = Continuer le prompt sans elles
rewrite-stop = Arrêter
rewrite-how = avec le même échantillonneur et les mêmes dés
rewrite-stale = { $parts } (avant votre dernière modification)
rewritten-other = { $parts } : le premier token différent est le n° { $number }.
rewritten-nothing = { $parts }. Rien à comparer : aucun token n’a été tiré avec ces réglages.
rewritten-same = { $parts } : { $count ->
    [one] le premier token est le même
   *[other] les { $count } premiers tokens sont les mêmes
} que dans la génération.

col-part = Partie
col-adds = Ajoute au logit
share-embed = embedding du token
share-position = embedding de la position
share-head = couche { $layer }, tête { $head }
share-attention-bias = couche { $layer }, biais de l’attention
share-mlp = couche { $layer }, MLP
share-final-bias = biais de la norme finale
share-unembed-bias = biais de l’unembedding
share-bound = borne des logits
share-sums = embeddings { $embeddings }, têtes d’attention { $heads }, MLP { $mlps }, biais { $biases } = { $total }.
share-sums-bounded = { $sums } La borne des logits le ramène à { $total }.
share-sums-of = { $sums } Le logit de l’étape est { $logit }.
share-whose = Le logit de
share-table = Ce que chaque partie ajoute au logit
share-picked = { $part } : { $adds }, n° { $rank } sur { $all } en grandeur.
share-off = Voir l’étape sans elle
share-sum = somme
share-scale = Sans arrondi, la somme est exacte, à l’échelle de la norme de cette étape.
share-scale-bounded = Sans arrondi, la somme est exactement le logit avant sa borne, aux échelles des normes de cette étape ; la borne retire le reste.
row-token = token
row-position = position
row-final-bias = biais final
row-unembed-bias = biais de l’unembedding
row-bound = borne
grid-bias = biais
grid-outside = externe
grid-attention = attention
grid-layer = couche
grid-head = tête { $head }
grid-mlp = MLP
layer-number = Couche { $layer }
layer-choice = Couche

col-depth = Profondeur
col-says = Dit
col-kl = KL avec la sortie
lens-embedding = embedding
lens-output = sortie
lens-after = après L{ $layer }
lens-colour = Ce qui colore une cellule
lens-by-probability = couleur : probabilité
lens-by-kl = distance à la sortie (KL)
lens-region = La lentille logit
lens-text = texte
lens-table = Ce que dit chaque profondeur
lens-cell = position { $position }, « { $token } » : { $probability }, { $bits } par rapport à la sortie
at-position = position { $position }
col-ranks = Rang, de l’embedding à la sortie
col-output = Probabilité à la sortie
ranks-title = Comment la réponse se forme
ranks-about = Le rang d’un token à chaque profondeur (échelle log). « Chercher un token » en ajoute d’autres.
ranks-label = Rangs selon la profondeur ; le tableau donne les nombres.
ranks-table = Rangs selon la profondeur

col-neuron = Neurone
col-activation = Activation
col-adds-most = Ajoute le plus à
col-takes-most = Retire le plus à
neuron-number = neurone { $neuron }
neuron-adds = ajoute à
neuron-takes = retire à
neurons-table = Les neurones les plus actifs
neurons-bounded = Avant la borne des logits, { $formula }.

col-cosine = Cosinus
col-look = Le regarder
col-first-axis = Premier axe
col-second-axis = Second axe
near-it = Près de lui
near-to = Près de « { $token } »
nearest-to = Les plus proches de « { $token } »
nearest-table = Tokens les plus proches par le cosinus
near-own = Revenir au dernier token du texte
tied = Poids partagés (weight tying) : la ligne { $id } de W_E est l’embedding de « { $token } » et, multipliée par le vecteur final, donne son logit { $logit }.
tied-scaled = Poids partagés (weight tying) : la ligne { $id } de W_E, fois { $factor }, est l’embedding de « { $token } » ; multipliée par le vecteur final, elle donne son logit { $logit }.
tied-bounded = Poids partagés (weight tying) : la ligne { $id } de W_E, fois { $factor }, est l’embedding de « { $token } » ; multipliée par le vecteur final, elle donne z, et { $formula } est son logit { $logit }.
map-title = Une carte des tokens du texte
map-label = Une carte des tokens du texte ; le tableau donne les nombres.
map-table = La carte des tokens du texte
map-about = ACP : { $first } et { $second } de toutes les différences. Le reste peut compter davantage.
positions-title = Où se trouve chaque token
positions-label = Embeddings de position : une ligne par position, une colonne par dimension.
positions-about = Chaque position ajoute au token sa propre ligne de W_pos.
point-at-a-cell = Pointez une cellule.

vectors-about = « { $token } », position { $position }, sur son chemin :
vectors-colours = Une couleur pour plus, une pour moins ; rouge : pas un nombre. Touches : Tab, flèches, Entrée.
vectors-save = Tout enregistrer (.safetensors)
vector-save = Enregistrer { $name } (.npy)
vector-label = { $name }, { $shape } : { $count } valeurs de { $low } à { $high }
vector-broken = { $count ->
    [one] { $count } valeur n’est pas finie
   *[other] { $count } valeurs ne sont pas finies
}
cell-of-head = tête { $head }, { $at }
zero-in-the-middle = (0 au milieu)
col-from = Depuis
col-weight = Poids
col-product = Produit
terms-words = { $name }[{ $at }] = { $value } : biais { $bias }, et { $total } de { $count } termes : { $input } fois la colonne { $column } de { $symbol }.
terms-others = { $count } autres
terms-reading = Lecture des poids…
terms-table = Les plus grands termes
terms-close = Fermer
terms-column = Colonne { $at } de { $symbol } : { $count } poids, de { $low } à { $high }

strip-later = ne peut pas être regardé : il vient plus tard
strip-score = score { $score }
strip-about = Le token encadré regarde. Pointez-en un autre ; appuyez dessus pour regarder depuis lui.
strip-label = Le texte sous l’attention : se déplacer avec les flèches
thumbs-layer = Têtes de la couche { $layer }
thumbs-fit = { $count ->
    [one] La mémoire suffit à { $count } couche
   *[other] La mémoire suffit à { $count } couches
} d’un texte de cette longueur : appuyez sur une tête pour voir sa couche.

col-slot = Case
col-after-slot = Après la case
col-computed-with = Calculé avec
col-shape = Forme
col-a-token = Par token
col-this-text = Ce texte
col-whole-context = Son contexte entier
cache-off-summary = Le cache est désactivé : chaque étape calcule tout le texte.
cache-summary = { $used } cases sur { $slots } : { $bytes } sur { $all }, { $each } par token. Le texte a { $tokens } tokens sur { $context }. Une fois plein, il perd le texte le moins consulté.
cache-slot = « { $token } », position { $position }, case { $slot }
cache-more = { $count ->
    [one] { $count } texte n’est
   *[other] { $count } textes ne sont
} que dans le tableau.
cache-parts-off = parties désactivées
cache-the-model = le modèle
cache-the-model-long = le modèle, positions comme dans les textes longs
cache-texts = Les textes dans le cache
cache-texts-label = Les textes dans le cache : une cellule par token, une ligne par texte.
cache-rows = Une cellule est une case ; une ligne commence là où des textes se séparent.
cache-slots-table = Les cases du cache
cache-others = Le même texte dans d’autres modèles
cache-others-badge = extrapolé
cache-others-about = 2 : clés et valeurs. Formes publiées, en f16, non mesurées.
cache-others-table = Le cache d’autres modèles
cache-shape = 2 × { $layers } couches × { $heads } têtes × { $width } × 2 octets
kv-heads = { $model } ({ $heads } têtes KV)

col-tokens-computed = Tokens calculés
col-pass = Passe avant
cost-prompt = tout le prompt (son prefill)
cost-one = un token
cost-whole = tout le texte
cost-several = plusieurs tokens (absents du cache)
cost-average = { $steps ->
    [one] { $steps } étape a calculé { $what } : { $time }.
   *[other] { $steps } étapes ont calculé { $what } : { $time } en moyenne.
}
cost-of-position = position { $position } : { $tokens ->
    [one] { $tokens } token calculé
   *[other] { $tokens } tokens calculés
} en { $time }
costs-title = Durée de la passe avant à chaque étape
cache-switch-on = Réactiver le cache
cache-switch-off = Désactiver le cache
cache-switched-off = Chaque étape calcule désormais tout le texte.
costs-none = Aucune étape n’a encore été faite. Le cache n’est pas vide : il contient les clés et les valeurs { $count ->
    [one] du token
   *[other] des { $count } tokens
} du texte, dans { $layers ->
    [one] { $layers } couche
   *[other] chacune des { $layers } couches
}. L’étape suivante calcule une position et lit les autres ici ; chaque étape ajoute ensuite une barre.
costs-prompt = La passe sur le texte a calculé { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
} en { $time }.
costs-label = La passe avant de chaque étape ; le tableau donne les nombres.

col-kernel = Noyau
col-time = Temps
col-weights-read = Poids lus
kernel-unembed = unembedding
kernel-mlp = MLP et projections
kernel-qkv = requêtes, clés, valeurs
kernel-attention = attention
kernel-rest = normes et le reste
speed-outside = hors couches
speed-cpu = Un grand produit ici, poids lus
speed-cpu-why = Plus de 100 % est possible : les caches aident.
speed-gpu = Une copie ici, lecture et écriture ensemble
speed-gpu-why = Plus de 100 % est possible : une étape n’écrit presque rien, et les caches aident.
speed-reached-cpu = { $speed } ({ $percent } % de ce produit)
speed-reached-gpu = { $speed } ({ $percent } % de la copie)
speed-length = Longueur du texte lors de la mesure
speed-one-token = Passe avant d’un token, logits relus : la plus rapide de plusieurs
speed-reads = Poids qu’elle lit
speed-logits = Logits qui reviennent
speed-read = Poids lus par l’étape
speed-gpu-time = Ses dispatches seuls, d’après l’horloge du GPU
speed-dispatches = Dispatches
speed-first-token = Délai du premier token, messages compris
speed-prefill = { $time }, un prefill de { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
speed-played = Pendant la lecture
speed-tokens-a-second = { $rate } tokens par seconde
speed-no-clock = Pour la durée des dispatches, il faut WebGPU avec « timestamp queries ».
speed-coarse = Horloge grossière : moyenne de { $repeats } répétitions.
speed-measuring = Mesure en cours…
speed-again = Mesurer de nouveau
speed-where = Où passe le temps du GPU
speed-table = Les dispatches d’un token

memory-why = Ce que ces vues ont calculé reste en mémoire, pour que vous le retrouviez aussitôt ; quand elle est pleine, elle est vidée, et ce que vous regardez est recalculé.
memory-kept = { $bytes } gardés
memory-of = sur un maximum de
memory-size = { $size } MiB

formula-resid-pre-rotary = ce qui entre dans le bloc : le resid_post précédent, ou embed
formula-rms = { $of } / √(moyenne de ses carrés + ε) · γ
formula-rot-q = q, tourné par paires d’un angle qui croît avec la position
formula-rot-k = k, tourné de la même façon ; une ligne peut servir à plusieurs têtes
formula-head-norm = chaque tête de { $of } / √(moyenne de ses carrés + ε) · γ
formula-head-layer-norm = chaque tête de { $of } : (x − moyenne) / √(variance + ε) · γ + β
formula-rot-q-norm = q_norm, tourné par paires d’un angle qui croît avec la position
formula-rot-k-norm = k_norm, tourné de la même façon ; une ligne peut servir à plusieurs têtes
formula-unturned = { $of } tel quel : ce bloc ne tourne rien et ne voit donc pas les positions
formula-gate = { $formula }, une cellule par neurone : l’ouverture de sa porte
formula-rms-final = le dernier resid_post / √(moyenne de ses carrés + ε) · γ ; { $logits }
formula-embed = la ligne du token dans l’embedding W_E
formula-embed-scaled = la ligne du token dans l’embedding W_E, fois { $factor }
formula-pos-embed = la ligne de la position dans W_pos
formula-resid-pre = ce qui entre dans le bloc : le resid_post précédent, ou embed + pos_embed
formula-norm-pre = (resid_pre − moyenne) / √(variance + ε) · γ + β
formula-q = { $formula }, une ligne par tête
formula-attn-out = { $formula } : ce que l’attention écrit dans le flux
formula-attn-proj = { $formula } : ce que donne l’attention, avant sa norme
formula-mlp-out = { $formula } : ce que le MLP écrit dans le flux
formula-mlp-proj = { $formula } : ce que donne le MLP, avant sa norme
formula-scores = { $formula }, une colonne par token jusqu’à celui-ci
formula-pattern = softmax(attn_scores), chaque ligne a pour somme 1
formula-z = pattern · v : les valeurs, mélangées selon le motif
formula-norm-mid = layer norm de resid_mid
formula-mlp-pre = { $formula }, une cellule par neurone
formula-resid-post = resid_mid + mlp_out : ce que reçoit le bloc suivant
formula-ln-final = layer norm du dernier resid_post ; { $logits }
logits-by-embedding = multiplié par la transposée de W_E, cela donne les logits
logits-by-unembedding = multiplié par l’unembedding, cela donne les logits
logits-with-bias = multiplié par l’unembedding, plus un biais, cela donne les logits
logits-bounded = multiplié par l’unembedding, cela donne z, et { $formula } les logits

from-turned = { $of } de la tête { $head }, tourné par paires selon la position
from-layer = { $cell } de la couche { $layer }
from-product = { $count } valeurs de { $input } fois une colonne de { $symbol }, plus le biais ; appuyez pour voir les termes
from-norm = ({ $cell } − moyenne { $mean }) ÷ écart type { $deviation }, fois γ, plus β
from-rms = { $cell } ÷ moyenne quadratique { $root }, fois γ
from-block = { $cell } de la couche { $layer }, à la sortie de ce bloc
from-scores = q de la tête { $head } fois k du token à la position { $position }, divisé par { $divisor }
from-scores-bounded = x est { $product } ; le score est { $formula }
from-pattern = e^{ $score } ÷ { $total }, la somme sur les scores de la tête { $head }
from-z = valeurs v jusqu’à ce token, mélangées selon le motif de la tête { $head }

attention-too-long = Ce texte est trop long : l’attention d’une couche dépasse la mémoire réservée.
attention-table = Ce que ce token regarde
attention-drawn = Ce qui est dessiné
attention-scores = scores q·k
attention-masked = + masque
attention-pattern = motif = softmax
attention-without-first = sans le premier token
arcs = L’attention en arcs
arcs-about = Arcs vers les tokens qui reçoivent { $least } ou plus ; en gris : les arcs des autres tokens, dès { $strong }.
arcs-region = L’attention en arcs ; le tableau donne les nombres.
heat-about = Une ligne : ce que regarde un token. Dessous : la cellule pointée.
heat-query = « { $token } » (position { $position }) se regarde lui-même et regarde en arrière. Pointez une cellule.
heat-later = { $pair } : { $formula } = { $score }, mais plus tard : le masque le met à −∞.
heat-window = { $pair } : masqué, car il se trouve avant la fenêtre : −∞ avant le softmax, 0 après.
heat-masked = { $pair } : masqué, car il vient plus tard : −∞ avant le softmax, 0 après.
heat-share = { $pair } : { $share } = e^{ $score } ÷ { $total }, la somme sur les clés
head-title = Couche { $layer }, tête { $head }
head-previous = token précédent
head-first = premier token
head-induction = induction
head-kinds = P : regarde le token précédent. F : le premier (first), souvent un point de repos. I : ce qui a suivi le même token.
head-kinds-rule = Pour une lettre, il faut { $tokens } tokens de ce genre, { $share } % de leur attention et { $more } points de plus qu’une répartition égale.
head-few = { $count ->
    [one] sur { $count } token seulement
   *[other] sur { $count } tokens seulement
}
head-named-from = nommée dès { $share } ; sur { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
head-measured = { $name } { $share } (répartition égale { $chance } ; { $compared })
head-is = Dans ce texte : { $kind }.
head-text-too-short = Le texte est trop court pour nommer cette tête.
head-entropy = Entropie d’une ligne : { $bits }.
head-mean = Attention moyenne sur { $parts }.
