config = config.json : { $why }
config-not-text = illisible (pas de l’UTF-8).
config-unreadable = illisible ({ $why }).
config-missing = { $key } manque.
config-out-of-range = { $key } = { $value } est hors limites ({ $low } à { $high }).
config-impossible = { $key } = { $value } est hors limites.
config-not-divisible = { $key } = { $value } n’est pas divisible par { $parts } = { $number }.
config-odd-head = head_dim = { $value } est impair : les positions rotatives tournent des paires.
config-heads = { $heads } têtes de { $size } sont hors limites.
config-family = model_type est « { $found } » ; Logitscope exécute les modèles « gpt2 », « gpt_neo », « gpt_neox », « llama », « mistral », « phi », « phi3 », « qwen2 », « qwen3 », « smollm3 », « olmo2 », « gemma », « gemma2 », « gemma3 », « llava », « idefics3 » et « smolvlm ».
config-only = { $key } est « { $found } » ; Logitscope ne calcule que « { $known } ».
config-only-for = { $key } est « { $found } » ; pour les modèles { $family }, Logitscope ne calcule que « { $known } ».
config-one-only = { $key } contient « { $found } » ; Logitscope ne calcule que « { $known } ».
config-rope-type = { $key } a le rope_type « { $found } » ; Logitscope ne calcule que « default », « linear », « dynamic », « llama3 », « longrope » et « yarn ».
config-rope-by-layer = { $key } par type de couche (« { $found } ») n’est pas pris en charge.
config-unsupported-for = { $key } = { $value } n’est pas pris en charge pour les modèles { $family }.
config-quantized = { $key } = { $value } : les poids quantifiés ainsi ne sont pas lus. Ouvrez le checkpoint non quantifié ou un fichier .gguf du modèle.

tokenizer = tokenizer.json : { $why }
tokenizer-unreadable = illisible ({ $why }).
tokenizer-unusable = inutilisable ({ $why }).
tokenizer-too-large = il a { $bytes } octets ; { $most } au plus sont lus.
tokenizer-values = il a plus de { $most } valeurs, plus que tout tokeniseur.
tokenizer-version = sa version est { $found } ; Logitscope lit 1.0.
tokenizer-model = son modèle est { $found } ; Logitscope lit BPE et Unigram.
tokenizer-piece = { $entry } dans son vocabulaire n’est pas un token avec un score fini.
tokenizer-unknown-id = unk_id est { $found }, qui n’est l’identifiant d’aucun token.
tokenizer-charsmap = le precompiled_charsmap d’un normalizer est endommagé.
tokenizer-no-byte = l’octet { $token } n’a pas de token.
tokenizer-not-byte-level = il n’est pas au niveau des octets et n’y recourt pas ; Logitscope ne lit pas d’autre BPE.
tokenizer-alphabet = le token « { $token } » n’est pas dans l’alphabet des octets ; Logitscope ne lit que le BPE au niveau des octets.
tokenizer-no-vocabulary = son vocabulaire manque.
tokenizer-empty-vocabulary = son vocabulaire est vide.
tokenizer-token-bytes = un token a { $bytes } octets (de 1 à { $most } sont permis).
tokenizer-no-id = le token « { $token } » n’a pas d’identifiant.
tokenizer-same-id = les tokens « { $one } » et « { $other } » ont le même identifiant { $id }.
tokenizer-added = il a { $count } tokens ajoutés ; { $most } au plus sont lus.
tokenizer-added-space = le token ajouté « { $token } » commence par une espace qu’un autre prend (rstrip) ; supprimez l’un des deux.
tokenizer-added-id = le token ajouté « { $token } » a l’identifiant { $id } au lieu de { $given } ; les identifiants des tokens ajoutés suivent ceux du vocabulaire, dans l’ordre du fichier.
tokenizer-text-too-long = le texte a { $bytes } octets ; { $most } au plus sont découpés en tokens. Raccourcissez-le.
tokenizer-text = ce texte ne peut pas être découpé en tokens ({ $why }).
tokenizer-set = { $key } est défini, ce que le BPE au niveau des octets n’utilise pas.
tokenizer-dropout = dropout est défini, si bien que le découpage est aléatoire ; mettez-le à null.
tokenizer-no-merges = ses fusions (merges) manquent.
tokenizer-merge = la fusion { $merge } n’est pas une paire de tokens.
tokenizer-merge-token = la fusion { $merge } exige le token « { $token } », qui n’est pas dans le vocabulaire.
tokenizer-missing = { $key } manque.
tokenizer-flag = { $key } est { $found } ; il faut true ou false.
tokenizer-growth = ses normalizers peuvent rendre un texte { $growth } fois plus long et y ajouter un préfixe { $prepends } fois ; { $most } fois et une fois au plus sont permises.
tokenizer-twice = son pre_tokenizer passe aux octets { $levels } fois et met une espace devant les mots { $spaces } fois ; chacune des deux opérations n’est permise qu’une fois.
tokenizer-no-type = { $step } { $found } n’a pas de type.
tokenizer-sequence = un { $step } de type Sequence n’a pas de { $list }, ou est imbriqué sur plus de { $deepest } niveaux.
tokenizer-steps = son { $step } a plus de { $most } étapes.
tokenizer-type = son { $step } a le type « { $found } » ; Logitscope connaît { $known }.
tokenizer-insert-bytes = { $key } d’un normalizer a { $bytes } octets (de 1 à { $most } sont permis).
tokenizer-no-insert = un normalizer n’a pas de { $key }.
tokenizer-replacement = le remplacement de Metaspace n’est pas un seul caractère.
tokenizer-scheme = le prepend_scheme « { $found } » de Metaspace n’est ni always, ni first, ni never.
tokenizer-behavior = le comportement « { $found } » d’un pre_tokenizer est inconnu.
tokenizer-pattern-bytes = un motif a { $bytes } octets (de 1 à { $most } sont permis).
tokenizer-pattern-kind = { $found } n’est pas un motif ; il faut un String ou un Regex.
tokenizer-pattern-unusable = un motif est inutilisable ({ $why }).
tokenizer-regex = l’expression régulière « { $regex } » { $why }. Ce n’est pas celle d’un modèle connu, et les autres doivent être simples, car une expression qui ne l’est pas peut tourner des minutes : des classes et des lettres côte à côte, sans groupes, et + ou * seulement à la fin d’une alternative.
regex-long = est trop longue
regex-empty = accepte le texte vide
regex-goes-on = continue après une répétition sans limite
regex-group = contient un groupe
regex-sign = contient un signe mal placé
regex-escape = contient un échappement inhabituel
regex-empty-class = contient une classe vide
regex-open-class = contient une classe sans fin
regex-nested-class = contient une classe dans une classe
regex-arithmetic = contient des opérations dans une classe
regex-repetition = contient une répétition autre que ?, *, +, {"{"}m{"}"} et {"{"}m,n{"}"} avec de petits nombres

weights-pointer = { $file } n’est qu’un pointeur de Git LFS, pas le fichier lui-même : récupérez-le avec « git lfs pull », ou téléchargez-le.
weights-header-length = { $file } : son en-tête annonce { $bytes } octets, plus qu’il n’en faut à aucun modèle. Ce n’est pas un fichier .safetensors.
weights-header = { $file } : son en-tête est endommagé ({ $why }).
weights-overlap = { $file } : le tenseur { $name } ne commence pas là où finit le précédent.
weights-dimensions = { $file } : le tenseur { $name } a { $dimensions } dimensions, plus qu’il n’en faut à aucun modèle.
weights-twice = { $file } : le tenseur { $name } figure deux fois.
weights-truncated = { $file } est tronqué : il devrait avoir { $expected } octets et en a { $found }. Téléchargez-le de nouveau.
weights-too-long = { $file } a des octets après son dernier tenseur : son en-tête n’en prévoit que { $expected }.
weights-missing = { $file } n’a pas de tenseur { $name }, que la configuration du modèle demande.
weights-shape = { $file } : le tenseur { $name } a la forme { $found }, mais la configuration du modèle demande { $expected }.
weights-type = { $file } : le tenseur { $name } est stocké en { $found } ; Logitscope lit F32, F16 et BF16.
weights-not-finite = { $file } : le tenseur { $name } vaut { $value } à l’élément { $index }. Le fichier est endommagé, ou l’entraînement a divergé.
weights-not-positive = { $file } : le tenseur { $name } vaut { $value } à l’élément { $index }, où il ne peut y avoir que des nombres supérieurs à 0. Le fichier est endommagé.
weights-index = { $file } est illisible ({ $why }).
weights-shards = { $file } nomme { $count } fichiers ; au plus { $most } sont lus, et au moins un.
weights-shard-name = { $file } nomme le fichier « { $shard } », qui n’est pas un fichier .safetensors à côté de lui.
weights-shard-missing = { $file } nomme le fichier { $shard }, qui manque. Tous les fichiers du modèle sont nécessaires ensemble.
weights-not-in-shard = { $file } dit que le tenseur { $name } est dans { $shard }, qui ne l’a pas. Les fichiers ne vont pas ensemble.
weights-gguf = { $file } : { $why }
vocab-larger-than-embedding = tokenizer.json a des identifiants jusqu’à { $highest }, mais l’embedding du modèle n’a que { $rows } lignes. Les deux fichiers ne vont pas ensemble.

gguf-magic = il ne commence pas par GGUF. Ce n’est pas un fichier .gguf.
gguf-big-endian = ses nombres sont gros-boutistes (big-endian) ; Logitscope lit les fichiers petit-boutistes (little-endian), les plus courants. Téléchargez-en un.
gguf-version = sa version est { $found } ; Logitscope lit les versions 2 et 3.
gguf-part-missing = c’est l’une des { $count } parties d’un modèle, et la partie { $number } manque. Choisissez toutes les parties ensemble.
gguf-part-twice = la partie { $number } des { $count } parties de son modèle est là deux fois.
gguf-part-of-other = ce n’est pas une partie du même modèle que { $other }.
gguf-part-tensors = les parties de son modèle ont ensemble { $found } tenseurs, mais il en annonce { $expected }.
gguf-count = { $name } vaut { $found } ; au plus { $most } sont lus.
gguf-text-bytes = un texte de son en-tête a { $found } octets ; au plus { $most } sont lus.
gguf-header-bytes = son en-tête a plus de { $most } octets, plus qu’il n’en faut à aucun modèle.
gguf-not-text = un texte de { $key } n’est pas en UTF-8.
gguf-value-type = { $key } a une valeur de type { $found }, que Logitscope ne lit pas à cet endroit.
gguf-key-twice = { $key } figure deux fois.
gguf-key-missing = { $key } manque.
gguf-key-type = { $key } est de type { $found } ; il doit être { $expected }.
gguf-value = { $key } = { $value } n’est pas pris en charge.
gguf-architecture = son architecture est « { $found } » ; Logitscope lit { $known }.
gguf-tensor-type = le tenseur { $name } est stocké en { $found } ; Logitscope lit { $known }. Téléchargez une autre quantification du modèle.
gguf-tensor-shape = le tenseur { $name } ne peut pas avoir la forme { $shape } en { $stored }.
gguf-tensor-unknown = il a le tenseur { $name }, qui n’a pas de place dans un tel modèle.
gguf-place = le tenseur { $name } commence à l’octet { $found } des données au lieu de { $expected }, où finit le précédent.
gguf-per-token = { $key } a { $found } entrées, mais il y a { $tokens } tokens.
gguf-vocabulary = son vocabulaire a { $tokens } tokens, mais l’embedding du modèle n’a que { $rows } lignes.
gguf-token-twice = le token « { $token } » figure deux fois dans son vocabulaire.
gguf-tokenizer-model = son tokeniseur est « { $found } » ; Logitscope lit « gpt2 » et « llama ».
gguf-pre = son tokeniseur coupe les textes en mots selon « { $found } » (tokenizer.ggml.pre) ; Logitscope connaît { $known }.
gguf-pieces = ses tokens sont si longs qu’il faudrait trop de temps pour trouver comment ils se fusionnent.
gguf-config = ses métadonnées, lues comme un config.json : { $why }
gguf-tokenizer = son vocabulaire, lu comme un tokenizer.json : { $why }

impossible = On a demandé au modèle une position impossible : { $why }
impossible-row-token = la ligne { $row } a le token { $token }, le vocabulaire s’arrête à { $size }
impossible-row-position = la ligne { $row } a la position { $position }, le contexte est de { $size }
impossible-row-slot = la ligne { $row } a la case { $slot } sur { $size }
impossible-row-no-slot = la ligne { $row } n’a pas de case à elle
impossible-logits-row = logits de la ligne { $row } sur { $size }
impossible-rows = { $rows } lignes à la fois, c’est trop
impossible-token = token { $token }, le vocabulaire s’arrête à { $size }
impossible-depth = profondeur { $depth } : le modèle a { $layers } blocs
impossible-layer = couche { $layer } : le modèle a { $layers } blocs
impossible-neuron = neurone { $neuron } sur { $size }
impossible-column = colonne { $column } sur { $size }
impossible-matrix = ce modèle n’a pas de matrice { $name }
impossible-part = { $part } n’est pas une partie de ce modèle, qui a { $layers } couches de { $heads } têtes
impossible-values = { $values } valeurs ne tiennent pas dans un tenseur
impossible-nothing = { $name } n’est pas revenu
cache-full = Le cache clés-valeurs est plein : il faut { $needed } positions et il en a { $slots }.
no-lane = Le modèle n’a pas de voie { $lane } : elle a été fermée, ou jamais ouverte.
plain-lane = La voie { $lane } est le modèle tel quel : elle disparaît avec lui.

read = La lecture de { $what } a échoué : { $why }
read-too-large = il y a plus de { $most } octets
read-answered = { $address } a répondu { $status }
read-empty = { $address } est vide
read-no-download = ce navigateur ne peut pas télécharger
read-not-a-file = ce n’est pas un fichier
read-part-lost = la partie de la page qui le lit n’est pas arrivée : vérifiez la connexion, puis rechargez le modèle

device-lost = Le GPU a été perdu ({ $why }).
device-silent = il ne répond plus
device = Le GPU refuse : { $why }
device-not-opened = aucun GPU n’a pu être ouvert ({ $why }).
device-rows = quatre lignes de { $name } exigent { $bytes } octets, plus que cet adaptateur n’en lie à la fois ({ $most }).
device-piece = { $name } exige { $bytes } octets d’un seul tenant, et cet adaptateur en lie { $most } au plus.
device-mistake = { $what }. C’est une erreur du programme.

short-context = Le contexte de ce modèle est de { $named } tokens ; { $used } sont utilisés, pour que le cache tienne en mémoire.
long-texts = Dans les textes de plus de { $first } tokens, les positions de ce modèle tournent autrement ({ $kind }) : ce qui était gardé du texte est recalculé.
unasked = { $count ->
    [one] Un tenseur des couches n’est pas utilisé : { $first }. La configuration du modèle ne le demande pas.
   *[other] { $count } tenseurs des couches ne sont pas utilisés, dont { $first }. La configuration du modèle ne les demande pas.
}
no-room = Sur le CPU, ce modèle demande { $needed } de mémoire, et le système n’en donne pas autant. Prenez un modèle plus petit, ou calculez sur le GPU.
no-room-now = Sur le CPU, ce modèle demande { $needed } de mémoire, et le système n’en donne pas autant. En { $precision } il en demande { $bytes }, et cela tient : choisissez { $precision }.
no-piece = Le modèle ne tient pas sur ce GPU : un morceau de sa mémoire fait { $bytes }, et le GPU en prend au plus { $most } à la fois. Prenez un modèle plus petit.
no-piece-cpu = Le modèle ne tient pas sur ce GPU : un morceau de sa mémoire fait { $bytes }, et le GPU en prend au plus { $most } à la fois. Sur le CPU il tient en { $precision }, avec { $needed } : choisissez le CPU et { $precision }.
generation-unread = generation_config.json n’a pas été utilisé : { $why }
gguf-sampling-unread = Les réglages d’échantillonnage du fichier .gguf n’ont pas été utilisés : { $why }
chat-unread = Le gabarit de conversation n’a pas été lu : { $why }
kept-in-full = { $tensor } a des valeurs hors de la portée de f16 ; il est gardé en f32.
kept-in-half = { $matrices ->
    [one] Une matrice reste en f16 : ses sommes ne portent pas sur des blocs entiers de 32 poids.
   *[other] { $matrices } matrices restent en f16 : leurs sommes ne portent pas sur des blocs entiers de 32 poids.
}
