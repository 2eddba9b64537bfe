strategy-guided = Choix guidés
about-guided = Le modèle mis en balance avec un autre prompt, un modèle plus petit, une couche antérieure ou son propre texte
look-guided = Après « { $text } », le token suivant n’est pas simplement le plus probable : un score met le modèle en balance avec autre chose. Les tokens soulignés sont ceux que le modèle seul n’aurait pas pris.
try-guided = donnez un autre prompt au guidage, et déplacez g.
guide-rule = Score
guide-guidance = Guidage
guide-guidance-about = Le modèle lit deux prompts : le vôtre et un autre. Ce que le vôtre rend plus probable compte g fois. À g = 1, l’autre prompt est sans effet.
guide-search = Recherche contrastive
guide-search-about = Les k tokens les plus probables passent par le modèle. Un token dont l’état interne ressemble à un autre déjà présent dans le texte perd : cela évite que le texte se répète.
guide-decoding = Décodage contrastif
guide-decoding-about = Un modèle plus petit lit aussi. Ce que le grand trouve plus probable que le petit gagne : c’est ce qu’il a appris de plus.
guide-dola = Couches comparées
guide-dola-about = DoLa : la dernière couche contre une couche antérieure, celle qui en est la plus éloignée. Ce que seules les couches tardives savent gagne.
guide-alpha = Poids α
guide-k = Candidats k
guide-head = Plausible dès
guide-scale = Guidage g
guide-against = Autre prompt
guide-against-none = le dernier token seul
guide-drawn = tiré (échantillonneur et graine)
guide-guided = Guidé
guide-alone = Modèle seul
guide-key = Souligné : ici, le modèle seul aurait pris un autre token.
guide-same = « { $token } » a le meilleur score, { $formula } ; le modèle seul le prendrait aussi.
guide-other = « { $token } » a le meilleur score, { $formula } ; le modèle seul prendrait « { $plain } ».
guide-drew = Les dés sont tombés sur « { $token } » ; le modèle seul prendrait « { $plain } ». Son score : { $formula }.
guide-col-p = Probabilité
guide-col-similar = Plus proche
guide-col-model = Modèle
guide-col-small = Petit modèle
guide-col-against = Autre prompt
guide-col-last = Dernière couche
guide-col-early = Couche { $layer }
guide-col-score = Score
guide-out = non plausible
guide-alone-takes = modèle seul
guide-nearest = le plus proche du token { $place } du texte
guide-plausible = { $count ->
    [one] { $count } token est plausible
   *[other] { $count } tokens sont plausibles
} : tous les autres sont écartés, si grande que soit la différence.
guide-layer = couche { $layer } : { $bits }
guide-layers = Distance de chaque couche antérieure à la dernière (Jensen-Shannon) ; la plus éloignée compte :
