help-and-keys = Aide et touches
light-or-dark = Clair ou sombre
page-language = Langue de la page
more = Plus
skip-to-step = Aller au bouton Avancer
close-help = Fermer l’aide
dismiss-message = Fermer ce message

help-title = Comment lire cette page
help-round = L’image est une étape, à lire de gauche à droite ou, dans une fenêtre étroite, de haut en bas. Le texte est découpé en tokens ; les couches en font un score pour chaque token du vocabulaire, son { $logit } ; softmax transforme les scores en probabilités ; l’échantillonneur les remodèle et en coupe une partie ; un nombre aléatoire choisit un token. Il est ajouté au texte, et la flèche ramène au début.
help-logit = logit
help-colours = Trois couleurs disent d’où vient un nombre :
help-slate = gris-bleu : le modèle
help-teal = turquoise : l’échantillonneur
help-orange = orange : le hasard
help-point = Pointez une marque quelconque : la ligne sous l’image dit ce que c’est et comment c’est calculé. Les mots soulignés en pointillé donnent leur explication.
help-open = Appuyez sur le nom d’une station (Tokens, Couches, Échantillonneur…) pour l’ouvrir ; Esc la ferme. Appuyez sur un token du texte pour voir l’étape qui l’a choisi.
help-branches = Appuyez sur un candidat pour le prendre à la place de celui qui est tiré : le texte bifurque à cet endroit, et l’autre chemin est gardé. « Reculer » enlève le dernier token.
help-questions = « Questions », à côté du texte, répond aux premières questions qu’on se pose, avec les nombres de cette étape.
keys = Touches
key-step = → ou n
key-step-does = avancer d’une étape
key-play = Espace ou p
key-play-does = lecture, pause
key-rewind = Retour arrière
key-rewind-does = reculer d’un token
key-roll = r
key-roll-does = relancer les dés pour le token suivant
key-inspect = Maj ←, Maj →
key-inspect-does = examiner l’étape précédente, l’étape suivante
key-newest = Esc
key-newest-does = revenir à l’étape la plus récente
key-restart = Début (↖)
key-restart-does = revenir à la fin du prompt
key-prompt = /
key-prompt-does = écrire dans le texte ; Esc le quitte
key-help = ?
key-help-does = cette aide

model = Modèle
model-option = { $name }, fourni avec la page
model-card = Fiche du modèle
model-sizes = { $layers } couches, { $heads } têtes, d_model { $model }, d_mlp { $mlp }, vocabulaire { $vocabulary }, contexte { $context }.
runs-on = Calculé sur
runs-on-auto = Auto : le GPU s’il y en a un
runs-on-gpu = GPU (WebGPU)
runs-on-cpu = CPU (WebAssembly)
weights-kept-as = Poids gardés en
weights-half = f16 : moitié moins de mémoire
weights-full = f32 : comme à l’entraînement
weights-eight = q8 : 8 bits, environ un quart
weights-four = q4 : 4 bits, environ un sixième
own-checkpoint = Votre propre checkpoint : un fichier .gguf ou toutes ses parties, ou config.json, tokenizer.json et les poids (.safetensors) ensemble ; ou à déposer sur la page, eux ou leur dossier
own-folder = Choisir son dossier
own-files = Les fichiers sont lus dans cette page et ne vont nulle part.
own-model-name = votre modèle
about-pocket = est un petit modèle entraîné par ce projet : il écrit un anglais simple et connaît un peu le monde ; chargez GPT-2 pour en avoir plus.
about-pocket-draft = est un modèle minuscule qui imite pocket : comparez les deux, et voyez ce qu’apporte la taille.

branches-on = { $ways ->
    [one] { $ways } autre version
   *[other] { $ways } autres versions
}
branches-at = { $ways ->
    [one] À la position { $position }, ce texte a déjà continué d’une autre façon : appuyez pour la voir et y revenir
   *[other] À la position { $position }, ce texte a déjà continué de { $ways } autres façons : appuyez pour les voir et y revenir
}
branches-at-start = { $ways ->
    [one] Un autre texte a commencé ici : appuyez pour le voir et y revenir
   *[other] { $ways } autres textes ont commencé ici : appuyez pour les voir et y revenir
}
branch-length = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}

share = Partager
copy-link = Copier le lien
copy-embed = Copier le code d’intégration
share-caption = Un lien ouvre exactement ce texte et ces réglages, token par token. Le code d’intégration est une ligne de HTML pour une page de cours.
export-trace = Exporter la trace
export-csv = Tokens en CSV
export-markdown = Génération en Markdown
print-step = Imprimer cette étape
export-settings = Modèle { $model }, échantillonneur `{ $chain }`, graine { $seed }.
export-citation = Fait avec Logitscope { $version }, un modèle de langage qui tourne dans le navigateur et montre comment il choisit chaque token : <{ $address }>
import-trace = Ouvrir une trace (.json) ou un enregistrement (.logitscope)
trace-caption = Une trace est la génération entière dans un fichier : identifiants, choix et probabilités de chaque étape.

keep-model-before = Garder le modèle précédent
failed-input = Le modèle n’a pas pu être chargé
failed-device-lost = Le GPU a été perdu
failed-no-gpu = Il n’y a pas de WebGPU ici
failed-crashed = Le moteur s’est arrêté
run-on-cpu = Calculer sur le CPU
reload-page = Recharger la page

one-by-one = Le texte vient token par token, parce que chaque token a besoin du précédent. Pour chacun, tous les poids du modèle ({ $bytes }) sont lus une fois : dans les grands modèles, c’est ce qui limite la vitesse ; dans les petits, ce sont les nombreux petits calculs.
one-by-one-kept = Ce qui est gardé d’un token à l’autre : le cache KV
status-tokenizer = Tokeniseur et échantillonneur
status-why = Pourquoi
status-pass = Dernière ‹pass:passe avant›
status-pass-for = { $time } pour { $rows ->
    [one] { $rows } position
   *[other] { $rows } positions
}
status-pass-with-messages = { $pass } ; { $time } jusqu’à ce que la page ait ses logits
status-speed = Vitesse des étapes entières
status-speed-software = Vitesse des étapes entières, par logiciel
status-tokens-a-second = { $tokens } tokens/s
status-memory = Mémoire
status-memory-parts = poids { $weights } ({ $kept }) ; cache KV { $cache }, réservé pour un contexte plein ; scores des étapes passées { $used } sur { $most } au plus
status-software = { $place } (adaptateur logiciel : pas de carte graphique)

not-truth = Probable ne veut pas dire vrai.
not-truth-why = Un modèle sait quels tokens se suivent d’ordinaire. Il ne sait pas ce qui est vrai, et il ne comprend pas ce qu’il écrit.
computed-here = Chaque nombre affiché ici sort du modèle qui tourne. Rien de ce que vous tapez ne quitte cette page.
cache-is-off = Le cache clés-valeurs est désactivé : chaque étape recalcule tout le texte.
cache-on = Le réactiver
open-in-logitscope = Ouvrir dans Logitscope

# Images de la page sous forme de fichiers.
picture-save = Enregistrer cette image
picture-svg = En SVG
picture-png = En PNG
picture-about = Le SVG reste net à l’impression et sur des diapositives, et son texte reste du texte. Le PNG passe partout.
picture-as-svg = Image en SVG
picture-as-png = Image en PNG
poster-as-svg = Parcours en affiche (SVG)
poster-as-png = Parcours en affiche (PNG)
picture-caption = L’image est ce qui est ouvert, ou sinon le parcours ; le prompt et les réglages figurent en dessous. L’affiche est le parcours entier au format A3.
picture-of = { $station } : { $view }
picture-flow = Comment « { $token } » a été choisi
picture-poster = Comment { $model } choisit le token suivant
picture-prompt = Prompt : « { $prompt } »
picture-settings = Modèle { $model }, échantillonneur { $chain }, graine { $seed }
picture-citation = Fait avec Logitscope { $version } : { $address }
picture-no-png = Ce navigateur ne fournit pas de PNG de cette image. Enregistrez-la en SVG, ou imprimez l’étape.
picture-not-drawn = Cette image n’a pas pu être dessinée.
