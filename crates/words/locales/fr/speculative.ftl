look-speculative = Après « { $text } », un petit modèle ébauche quelques tokens, une petite passe pour chacun. Le modèle les lit tous en une passe et garde ceux qu’il aurait pu tirer lui-même : le texte a la même distribution que s’il l’avait écrit seul.
try-speculative = faites la preuve par 10 000 tirages ; puis laissez-le tout accepter, et tirez de nouveau.
speculate-place = tour { $round }
speculate-by = Ébauche par
draft-by-layers = ses premières couches
draft-layers = Couches
draft-layers-of = { $n } sur { $all }
draft-by-lookup = le texte lui-même
speculate-drafted = Tokens ébauchés γ
speculate-rule = Garder
speculate-ratio = avec la probabilité p/q
speculate-exact = si le modèle tire le même
speculate-everything = tout (faux exprès)
speculate-adapts = γ suit ce qui est gardé
speculate-round = Tour { $round }
speculate-key = Chaque cadre est un tour : une passe du modèle. Souligné : ébauché et gardé. Orange : tiré par le modèle lui-même. Appuyez sur un tour pour le voir.
source-kept = Ébauché, et gardé
source-residual = Tiré de ce qui reste : max(0, p − q), ramené à 1
source-bonus = Tous les tokens ébauchés ont été gardés : un de plus, tiré par le modèle
source-correction = Le propre tirage du modèle, à la place d’un token ébauché
round-sentence = { $drafted ->
    [0] Rien n’a été ébauché.
    [one] { $drafted } token a été ébauché.
   *[other] { $drafted } tokens ont été ébauchés, une petite passe pour chacun.
} Le modèle a tout lu en une passe, en a gardé { $kept }, et a tiré lui-même « { $token } ».
round-ended = { $drafted ->
    [one] { $drafted } token a été ébauché ; le modèle l’a lu
   *[other] { $drafted } tokens ont été ébauchés ; le modèle les a lus
} en une passe et en a gardé { $kept } : le texte est à sa fin.
round-drafted = Ébauché
round-both = Modèle p, et ébauche q (tirets)
round-ratio = p/q
round-dice = u sous p/q ?
round-verdict = Il est donc
round-p-and-q = { $p } · { $q }
round-kept = gardé
round-rejected = rejeté
round-unseen = non regardé : il suit un token rejeté
proof = La preuve : le même endroit, de nombreuses fois
proof-about = Chaque fois, un token est ébauché et jugé avec ses propres dés. Barres : ce qui est sorti ; trait : la probabilité du modèle ; tirets : celle de l’ébauche.
proof-not-for-lookup = Un texte qui s’ébauche lui-même n’a qu’un token à offrir ici : choisissez un modèle d’ébauche.
proof-draw = Tirer { $times } fois
proof-found = Sorti
proof-model = Modèle
proof-draft = Ébauche
proof-times = Après { $times ->
    [one] { $times } tirage
   *[other] { $times } tirages
} :
proof-fits = cela correspond au modèle. Un écart aussi grand arrive par hasard dans { $p } de ces expériences (χ² { $chi }, { $freedom } degrés de liberté).
proof-does-not-fit = cela ne correspond pas au modèle. Par le seul hasard, un écart aussi grand arrive dans { $p } de ces expériences (χ² { $chi }, { $freedom } degrés de liberté).
proof-kept = Gardés : { $found } des tokens ébauchés ; par la règle, exactement : { $exact }.
figures = Ce que cela rapporte, tous les tours jusqu’ici
figures-alpha = Gardés parmi ceux qui sont regardés (α)
figures-of-drafted = Gardés parmi tous les tokens ébauchés
figures-by-place = Gardés selon leur place dans l’ébauche
figures-a-pass = Tokens par passe du modèle
figures-expected = la même chose par la formule, avec α et γ
figures-cost = Coût d’un token ébauché, en passes (c)
figures-pass-cost = Coût de la passe sur l’ébauche et le bonus, en passes sur un token
figures-speed-up = Accélération, par la formule
figures-with-passes = la même chose avec le coût de cette passe
figures-measured = Accélération, mesurée
figures-best = Meilleur γ par la formule
figures-best-is = { $gamma } : { $gain } fois plus rapide
figures-does-not-pay = 0 : ébaucher ne rapporte rien ici
figures-unmeasured = faites d’abord avancer la génération de quelques étapes : elles mesurent une passe simple
figures-about = La formule compte la passe sur γ + 1 tokens pour une passe, comme sur un grand GPU qui attend la mémoire ; la ligne suivante tient compte de ce que cette passe coûte ici. « Tokens par passe » compte le token que le modèle ajoute.
figures-layers = Ici, toutes les couches sont calculées et les dernières désactivées : un token ébauché coûte donc une passe entière. Un modèle qui s’arrête vraiment plus tôt ne paie que sa part des couches.
