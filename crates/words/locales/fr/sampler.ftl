stage-temperature = Température
stage-temperature-about = Au-dessous de 1, les favoris gagnent plus souvent ; au-dessus de 1, les autres ont leur chance ; 0 prend toujours le premier.
stage-temperature-rule = z′ = z / T
stage-dynamic = Température dynamique
stage-dynamic-about = Froide quand le modèle est sûr, chaude quand il ne l’est pas : la température suit l’entropie.
stage-dynamic-rule = T = T_min + (T_max − T_min) · (H / ln n)^γ,  T_min = max(0, t − r),  T_max = t + r
stage-quadratic = Lissage quadratique
stage-quadratic-about = Rapproche les tokens proches du sommet et éloigne les autres ; 0 ne change rien.
stage-quadratic-rule = z′ = m − k·f·d² + s·f·d³,  d = z − m,  k = (3 − c)/2,  s = (c − 1)/2
stage-top-k = Top-k
stage-top-k-about = Ne garde que les k tokens les plus probables ; 0 garde tout.
stage-top-k-rule = garder les k plus grands z
stage-value-off = inactif
stage-top-p = Top-p
stage-top-p-about = Garde le plus petit nombre de tokens dont la probabilité totale atteint cette valeur ; 1 garde tout.
stage-top-p-rule = garder la plus courte liste avec Σp ≥ P
stage-min-p = Min-p
stage-min-p-about = Garde les tokens qui ont au moins cette part de la probabilité du favori ; 0 garde tout.
stage-min-p-rule = garder p_i ≥ m · p_max
stage-top-a = Top-a
stage-top-a-about = Comme min-p, mais le seuil monte avec le carré de la probabilité du favori ; 0 garde tout.
stage-top-a-rule = garder p_i ≥ a · p_max²
stage-typical = Typique
stage-typical-about = Garde les tokens dont la surprise est proche de celle que le modèle attend ; 1 garde tout.
stage-typical-rule = trier par |−ln p_i − H|, garder jusqu’à Σp ≥ P
stage-tail-free = Tail-free
stage-tail-free-about = Coupe là où la courbe des probabilités triées cesse de s’infléchir : la queue plate s’en va ; 1 garde tout.
stage-tail-free-rule = couper où Σ|Δ²p| / total dépasse z
stage-epsilon = Seuil epsilon
stage-epsilon-about = Coupe tout token au-dessous de cette probabilité ; 0 garde tout.
stage-epsilon-rule = garder p_i ≥ ε
stage-eta = Seuil êta
stage-eta-about = Comme le seuil epsilon, mais plus doux quand le modèle hésite ; 0 garde tout.
stage-eta-rule = garder p_i ≥ min(ε, √ε · e^−H)
stage-top-n-sigma = Top-nσ
stage-top-n-sigma-about = Garde les tokens à moins de n écarts types du plus grand logit ; 0 garde tout.
stage-top-n-sigma-rule = garder z_i ≥ z_max − n·σ
stage-top-h = Top-H
stage-top-h-about = Garde les premiers tokens jusqu’à ce qu’ils portent cette part de l’entropie ; 1 garde tout.
stage-top-h-rule = garder la plus longue liste avec Σ(−p ln p) ≤ h · H
stage-xtc = XTC
stage-xtc-about = De temps en temps, écarte les favoris et prend le moins probable des bons tokens.
stage-xtc-rule = avec la probabilité P : de tous les p_i ≥ t, ne garder que le plus petit
stage-repetition = Pénalité de répétition
stage-repetition-about = Rend moins probables les tokens déjà dans le texte, une fois chacun ; 1 ne change rien.
stage-repetition-rule = z′ = z / θ si z > 0, sinon z · θ
stage-presence = Pénalité de présence
stage-presence-about = Retire une valeur fixe au logit de chaque token déjà vu ; 0 ne change rien.
stage-presence-rule = z′ = z − α si déjà vu
stage-frequency = Pénalité de fréquence
stage-frequency-about = Retire d’autant plus au logit d’un token qu’il a été vu souvent ; 0 ne change rien.
stage-frequency-rule = z′ = z − α · nombre de fois vu
stage-dry = DRY
stage-dry-about = Rend peu probables les tokens qui continueraient à répéter un passage ; plus il est long, plus l’effet est fort.
stage-dry-rule = z′ = z − m · b^(n − L) s’il continue une répétition de n ≥ L tokens
stage-mirostat = Mirostat
stage-mirostat-about = Règle la surprise : coupe ce qui surprend trop, et déplace la limite après chaque tirage.
stage-mirostat-rule = garder −log₂ p ≤ μ ;  après le tirage μ ← μ − η(−log₂ p′ − τ)
stage-logit-bias = Biais de logit
stage-logit-bias-about = Ajoute un nombre aux logits des tokens que vous nommez.
stage-logit-bias-rule = z′ = z + b
stage-grammar = Grammaire
stage-grammar-about = Écarte tout token par lequel le texte généré ne peut pas continuer.
stage-grammar-rule = z′ = −∞ sauf si une suite est dans le langage
grammar-language = Écrite en
grammar-regex = expression régulière
grammar-json = JSON Schema
grammar-lark = règles (Lark)
grammar-text = Grammaire
grammar-apply = Appliquer
grammar-example = Exemple
grammar-example-none = en choisir un
grammar-example-answer = yes, no ou maybe
grammar-example-date = une date
grammar-example-object = nom et âge en JSON
grammar-example-sum = une somme avec parenthèses
grammar-first = Ce que le modèle préférerait dire a disparu ici, et tout le reste grandit : voyez la colonne. Dès la fin du prompt, le texte doit suivre la grammaire.
condition = Est-ce ce que dirait le modèle, s’il y était obligé ?
condition-about = Pas tout à fait. Sous la condition de la grammaire, chacun de ses textes a sa part de ce que le modèle leur donne à tous ensemble. Un masque choisit étape par étape : ce qui commence bien reçoit sa part, même si cela ne peut que mal finir. Tous les textes d’une petite grammaire, des deux façons :
condition-reads = Le modèle lit tous les textes de la grammaire…
condition-many = Cette grammaire a trop de textes pour les énumérer. Prenez-en une petite, comme (yes|no|maybe).
condition-text = Texte
condition-model = Sous condition
condition-masked = Étape par étape
condition-spellings = Graphies
condition-all = { $texts ->
    [one] { $texts } texte
   *[other] { $texts } textes
} ; sans la grammaire, le modèle leur donne { $share } en tout.
stage-banned = Tokens interdits
stage-banned-about = Écarte les tokens que vous nommez.
stage-banned-rule = z′ = −∞
stage-ngram = Sans n-gramme répété
stage-ngram-about = Écarte les tokens qui répéteraient un groupe de n tokens ; 0 ne change rien.
stage-ngram-rule = z′ = −∞ s’il complétait un n-gramme du texte
short-all = k tout

preset-model = Celle des fichiers du modèle
preset-of-model = comme le dit la configuration de génération de { $model }
preset-first = Cette page (défaut)
preset-api = Comme une API
preset-greedy = Glouton
preset-raw = Sans échantillonneur

parameter-temperature = Température T
parameter-middle = Température t
parameter-range = Étendue r
parameter-exponent = Exposant γ
parameter-factor = Facteur f
parameter-curve = Courbe c
parameter-chance = Probabilité P
parameter-threshold = Seuil t
parameter-last-n = Portée (0 : tout)
parameter-multiplier = Multiplicateur m
parameter-base = Base b
parameter-allowed = Longueur permise L
parameter-tau = Cible τ, bits
parameter-eta = Taux d’apprentissage η
parameter-bias = Biais b
slider = { $label }, curseur

did-rescued = Il aurait tout écarté : le favori reste donc.
did-entropy-same = L’entropie reste à { $bits }.
did-entropy = L’entropie passe de { $before } à { $after }.
did-acts = Son propre tirage { $draw } est inférieur à { $chance } : il agit à cette étape.
did-passes = Son propre tirage { $draw } n’est pas inférieur à { $chance } : il laisse passer cette étape.
did-keeps-one = Il ne garde que le premier token.
did-keeps = Il garde { $count ->
    [one] { $count } token
   *[other] les { $count } premiers tokens
}.
did-line-probability = La limite est à la probabilité { $probability }.
did-line-logit = La limite est au logit { $logit }.
did-line = La limite est à { $bits }.
did-one-is-enough = Un seul token suffit.
did-mass = { $count ->
    [one] Le { $count } token qui reste a
   *[other] Les { $count } tokens qui restent ont
} ensemble { $mass }.
did-removes = Il écarte { $tokens }.
did-changes = Il modifie { $tokens }.
did-more = { $tokens } et { $count } autres
did-after = « { $token } » (après { $count } répétés)
did-times = « { $token } » ({ $count }×)
did-token = « { $token } »

with-largest = « { $token } » : T = { $t } ne laisse que le plus grand z
with-all = { $parameter } garde tout
with-all-of = { $parameter } garde les { $count } tokens
with-top-k = min({ $k }, { $all }) = { $count } restent
with-top-p = Σp des { $count } premiers = { $mass } ≥ { $least }
with-typical = H = { $nats } nats ; Σp des { $count } plus proches = { $mass } ≥ { $least }
with-tail-free = Σ|Δ²p| / total dépasse { $z } après les { $count } premiers
with-top-h = { $share } · { $nats } = { $most } nats, que les { $count } premiers ne dépassent pas
with-xtc-none = t = { $threshold } : aucun token ne part
with-xtc = t = { $threshold } : { $count ->
    [one] { $count } token part
   *[other] { $count } tokens partent
}, le n° { $number } est le plus petit au-dessus
with-mirostat = μ = { $bits } : les tokens avec p ≥ 2^−{ $mu } = { $least } restent

col-before = Avant
col-after = Après
stage-table = Tokens avant et après ce maillon
stage-cut = coupé

list-tokens = Tokens
list-biases = Token : biais
list-breakers = Ruptures, séparées par des espaces
list-no-bias-here = Un token interdit n’a pas de biais : enlevez le deux-points.
list-bias-missing = Le token { $token } n’a pas de biais : écrivez { $token }:-2.
list-not-closed = Un guillemet n’est pas fermé.
list-no-token = Aucun token n’est exactement « { $text } » : cherchez ses morceaux.
list-no-id = « { $text } » n’est pas un id de token : mettez un texte entre guillemets droits (").
list-no-number = « { $text } » n’est pas un nombre.

stops = Quand la lecture s’arrête
stops-most = Tokens au plus
stops-texts = Textes d’arrêt, un par ligne ; \n est un saut de ligne
stops-also = Et aussi au token de fin de texte, et quand le contexte est plein.

elsewhere = Utiliser ces réglages ailleurs
elsewhere-openai = Requête compatible { $program }
elsewhere-copy = Copier
elsewhere-left-out = Laissés de côté, faute d’un tel maillon, ou parce qu’il n’y en a qu’un : { $stages }.
elsewhere-simplified = Il lui manque un paramètre, ou il permet moins, pour : { $stages }.
elsewhere-counts-less = Il ne compte que ce qu’il a généré, pas le prompt, pour : { $stages }.
elsewhere-reordered = Il les applique dans son propre ordre : les nombres peuvent donc différer.
