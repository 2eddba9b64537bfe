no-model-yet = Il n’y a pas encore de modèle.
superseded = Une modification plus récente l’a remplacé.
load-cancelled = Le chargement a été arrêté.
prompt-too-big = Le prompt a { $bytes } octets, plus que cette page n’en accepte ({ $most }). Raccourcissez-le.
at-max-tokens = La génération a ses { $tokens } tokens. Pour continuer, augmentez « Tokens au plus », ou reculez.
wrong-answer = Le moteur a mal répondu à { $command }. Rechargez la page.
page-closing = La page se ferme.
download-refused = Le navigateur n’a pas pris le fichier : { $why }.
model-unknown = « { $name } » n’est ni le nom ni l’adresse d’un modèle.
model-elsewhere = Le modèle « { $name } » est sur un autre site. Chargez-le depuis la page elle-même.

link-without-files = Le lien ne peut pas emporter le modèle : il a été chargé depuis des fichiers de cet ordinateur.
copied = { $what } : copié dans le presse-papiers.
copied-link = Le lien
copied-embed = Le code d’intégration
copy-refused = Le navigateur ne permet pas de copier ici. { $what } : { $text }
not-secure = Cette page a été ouverte par une connexion non sécurisée, et le navigateur la prive de WebGPU : le modèle tourne sur le CPU. Ouvrez la page par son adresse https, ou sur localhost.
scripts-refused = La page ne peut pas être pilotée par des scripts : { $why }.
forced-by-link = Parmi les { $tokens } tokens générés ailleurs ou auparavant, il y en a { $forced } que les dés ne choisiraient pas ici. Ils sont dans le texte comme tokens forcés.
text-kept = Le texte reste : { $model } lit les mêmes tokens.
text-kept-favourite = Là où { $before } préférait « { $favourite } » ({ $then }), { $model } préfère « { $other } » ({ $now }).
text-kept-same-favourite = Tous deux préfèrent « { $favourite } » : { $before } avec { $then }, { $model } avec { $now }.
text-kept-forced = Parmi les { $tokens } tokens générés, il y en a { $forced } que ses dés ne choisiraient pas : ils sont dans le texte comme tokens forcés.
text-kept-as-prompt = { $model } a un autre tokeniseur : le texte écrit jusqu’ici est maintenant son prompt.
text-kept-in-part = { $model } n’a pas pu prendre tout le texte. { $why }
chain-of-model = L’échantillonneur est maintenant réglé comme le dit la configuration de génération de { $model }.
chain-of-page-again = L’échantillonneur a repris les réglages par défaut de cette page.
text-from-before = Votre texte précédent est là.
start-afresh = Repartir de zéro
trace-of-other-model = Cette trace a été faite avec « { $model } ». Ses tokens et ses choix sont ceux qui ont été enregistrés ; les distributions sont recalculées avec « { $here } ».
not-rated = Les tokens du prompt n’ont pas pu être évalués. { $why }
not-inspected = L’intérieur n’a pas pu être calculé. { $why }
not-continued = Le texte n’a pas pu être continué. { $why }
link-beyond-end = Le lien montre l’étape après le token { $at }, mais le texte finit avant : son dernier token porte le numéro { $last }, le premier le numéro 0.
parts-dropped = Ce modèle n’a pas { $parts } : rien de cela n’est désactivé.
checkpoint-incomplete = Un checkpoint, c’est un fichier .gguf, ou config.json, tokenizer.json et les poids (.safetensors), choisis ensemble. Choisi : { $chosen }. Il manque : { $missing }.
file-unknown = Cette page ne peut pas ouvrir { $files }. Elle ouvre : { $known }.
file-drop = À déposer ici : { $known }
file-known = un modèle (son dossier, un fichier .gguf, ou config.json, tokenizer.json et les poids (.safetensors) ensemble), une trace (.json), une leçon (.md) ou un enregistrement (.logitscope)
file-unreadable = { $file } n’a pas pu être lu : { $why }.
folder-other = Aucun modèle n’a été trouvé dans { $folder }. Le dossier d’un modèle contient un fichier .gguf, ou config.json, tokenizer.json et les poids (.safetensors).
folder-several = { $folder } contient plusieurs modèles : { $models }. Ouvrez le dossier ou le fichier .gguf de l’un d’eux.
folder-vast = { $folder } contient plus que ce que cette page parcourt, et aucun modèle n’a été trouvé. Ouvrez le dossier du modèle lui-même.
folder-links = Le navigateur ne montre aucun modèle dans ce dossier. Les navigateurs laissent de côté les fichiers qui sont des liens, comme ceux du cache de Hugging Face : ouvrez les fichiers eux-mêmes, choisis ensemble.
bundled-instead = { $why } Le modèle fourni avec la page est utilisé à la place.
engine-goes-on = { $why } Le moteur a été relancé, et la génération continue.
cpu-from-now-on = Le moteur est tombé en panne { $count } fois en une minute. Désormais, c’est le CPU qui calcule.

link-value = Le lien dit { $key }={ $value } ; il faut { $expected }.
link-nearest = Le lien dit { $key }={ $value } ; il faut { $expected } ; { $used } est utilisé.
link-names = Le lien dit { $key }={ $value } ; les noms connus sont { $known }.
link-unknown = Le lien nomme « { $key } », que cette page ne connaît pas.
link-chain = La chaîne du lien : { $why }
expected-whole-below = un nombre entier inférieur à { $end }
expected-one-of = { $others } ou { $last }
expected-parts = des parties du modèle, avec un facteur de 0 à 10, p. ex. L3H5,L4M~0.5
expected-tokens = des identifiants de tokens reliés par des points
expected-earlier = un nombre de tokens, une graine et une chaîne, p. ex. 5:1:temperature~0.8
expected-dice = des dés, p. ex. r2 ou u25
expected-like = une valeur de la forme { $example }, dans les limites
link-chain-more = La chaîne du lien : { $more ->
    [one] { $more } autre de ses valeurs ne peut pas être utilisée.
   *[other] { $more } autres de ses valeurs ne peuvent pas être utilisées.
}

new-version = Il y a une nouvelle version de cette page.
new-version-take = La charger
