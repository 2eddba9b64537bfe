prompt-empty = Le prompt est vide. Tapez au moins un caractère : un modèle prédit ce qui vient après un texte.
prompt-unread = Le tokeniseur de ce modèle ne fait aucun token de « { $text } ». Tapez quelque chose que son vocabulaire connaît.
left-out = Le tokeniseur de ce modèle n’a pas de token pour { $characters } : le modèle ne { $count ->
    [one] le
   *[other] les
} lit pas.
prompt-too-long = Le prompt a { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}, mais ce modèle en lit { $context } au plus à la fois. Raccourcissez-le à { $most ->
    [one] { $most } token
   *[other] { $most } tokens
} ou moins.
context-full = Le contexte est plein : ce modèle lit { $context } tokens au plus. Reculez, ou commencez par un prompt plus court.
unknown-token = Le token { $token } n’existe pas : le vocabulaire de ce modèle a les identifiants 0 à { $last }.
unknown-node = Il n’y a pas d’étape { $node } dans cette génération.
logits-missing = Les logits de cette étape ne sont pas en mémoire ; il faut d’abord les calculer.
needs-logits = La pénalité de répétition dépend du signe de chaque logit, et ce serveur donne des log-probabilités. Désactivez-la, ou prenez la pénalité de présence ou de fréquence.
undecided = « { $sampler } » ne se calcule pas avec les { $listed } tokens que le serveur donne sur { $all } : il lui faut aussi les autres. Demandez-les tous, ou placez avant un top-k d’au plus { $listed }.
draw-undecided = Le tirage { $u } tombe sur un token qui n’est pas parmi les { $listed } que le serveur donne sur { $all }. Demandez-en plus, ou ajoutez un top-k d’au plus { $listed }.
undecided-remedy = Ajouter ce top-k
not-listed = Le token { $token } n’est pas parmi les { $listed } que le serveur donne sur { $all } : sa probabilité n’est donc pas connue. Demandez-les d’abord tous.
list-too-short = Les { $listed } tokens que le serveur donne sur { $all } ne permettent pas d’en décider. Ajoutez à l’échantillonneur un top-k d’au plus { $listed }.
needs-all = Il faut pour cela les scores des { $all } tokens, et le serveur en donne { $listed }. vLLM les donne tous si on le lance avec --max-logprobs -1.
bad-logit = Le modèle a donné { $value } comme logit du token { $token }. Ses poids sont endommagés, ou ils débordent dans la précision choisie.
logits-length = Le modèle a donné { $found ->
    [one] { $found } logit
   *[other] { $found } logits
}, mais son vocabulaire a { $vocabulary } tokens. Rechargez le modèle ; ses fichiers ne vont peut-être pas ensemble.
no-candidates = Le modèle n’a donné aucun logit utilisable : il n’y a pas de token à choisir.
remembers-steps = Le maillon { $sampler } suit ses propres étapes passées, mais ici, plusieurs textes grandissent à la fois. Désactivez-le.
lanes-count = { $lanes ->
    [one] { $lanes } texte ne peut pas être comparé
   *[other] { $lanes } textes ne peuvent pas être comparés
}. Prenez-en deux, trois ou quatre.
few-layers = Le modèle a { $layers ->
    [one] { $layers } couche
   *[other] { $layers } couches
} : il n’y en a pas d’antérieure à comparer à la dernière.
long-grammar = La grammaire a { $bytes } octets ; elle peut en avoir { $most }. Raccourcissez-la.
mask-missing = Il faut d’abord déterminer ce que la grammaire permet à cette étape.
grammar-complete = Le texte est complet : la grammaire ne permet rien ensuite. Reculez, ou désactivez la grammaire.
grammar-refused = La grammaire ne peut pas être utilisée : { $why }
grammar-hard = La grammaire a pris plus de { $seconds ->
    [one] { $seconds } seconde
   *[other] { $seconds } secondes
}. Simplifiez-la.
grammar-crashed = La grammaire était trop lourde pour son analyseur, qui a dû être relancé. Simplifiez-la.
grammar-parser = L’analyseur de grammaires ne peut pas être chargé : { $why } Rechargez la page, ou désactivez la grammaire.
grammar-left = Le texte ne suit pas la grammaire : au token { $place }, il s’en écarte. Reculez avant ce token, ou désactivez la grammaire.
grammar-limit = elle a { $what }, et { $most } au plus sont utilisables.
grammar-groups = des groupes dans { $depth } groupes
grammar-rules = { $count } règles et terminaux
grammar-multiple = multipleOf { $value }
grammar-patterns = { $count } motifs
grammar-properties = { $count } propriétés et alternatives
lane-word = « { $word } » ne dit rien d’un texte à comparer. Utilisez write=sampled, write=greedy ou write=beams4, model=run, model=draft ou model=altered, chain=…, et prompt=… en dernier.
no-log-probs = La liste des log-probabilités est vide. Demandez-en au moins une au serveur.
bad-log-prob = La log-probabilité du token { $token } est { $value } ; il faut un nombre, 0 ou moins.
listed-twice = Le token { $token } figure deux fois parmi les log-probabilités.
too-much-mass = La somme des probabilités données est { $sum }, plus que 1 : elles ne sont pas d’une même distribution.
not-the-top = La liste des log-probabilités n’est pas celle des tokens les plus probables : elle laisse une probabilité de { $mass } à { $tokens } autres, qui ne peuvent avoir que { $most } au plus si aucun n’est plus probable que le dernier donné.
vocab-table = La table des textes du vocabulaire est endommagée : ses fins doivent croître et rester dans ses octets.
setting = { $name } = { $value } est hors limites : il faut { $expected }.
setting-nearest = { $name } = { $value } est hors limites : il faut { $expected } ; { $used } est utilisé.
expected-number = un nombre de { $low } à { $high }
expected-number-from = un nombre, { $low } ou plus
expected-whole = un nombre entier de { $low } à { $high }
expected-whole-from = un nombre entier, { $low } ou plus
expected-divisor = un diviseur de { $number }
expected-factor = un facteur de 0 à { $most }
expected-draw = un nombre de 0 inclus à 1 exclu
unknown-part = « { $text } » ne désigne aucune partie d’un modèle. Une partie s’écrit comme L3H5 (une tête), L3A (l’attention d’une couche) ou L3M (son MLP), suivie de ~0.5 pour la multiplier par ce facteur.
unknown-sampler = Il n’y a pas de maillon « { $name } ». Sont connus { $known }.
sampler-spelling = « { $word } » ne peut pas être lu comme une valeur du maillon { $sampler }.
chain-too-long = La chaîne de l’échantillonneur a { $stages } maillons ; { $most } au plus sont permis. Supprimez-en.
