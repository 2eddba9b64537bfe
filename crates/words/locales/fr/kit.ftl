show-as-table = Montrer en tableau
being-computed = Calcul en cours…
no-text-token = ⟨sans texte⟩

part-coming = Chargement…
part-lost = Cette partie de la page n’a pas pu être chargée.
part-again = Réessayer

col-token = Token
col-position = Position
col-key = Clé
col-score = Score
col-pattern = Motif
col-id = Id
col-rank = Rang
col-logit = Logit
col-probability = Probabilité
col-surprisal = Surprise
col-entropy = Entropie
col-model = Modèle
col-sampler = Échantillonneur
col-after-sampler = Après l’échantillonneur
col-actions = Actions
col-value = Valeur
col-layer = Couche
col-bandwidth = GB/s

tokens-counted = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
quoted = « { $text } »
sentence-gap = { " " }
in-bits = { $number } bits
in-nats = { $number } nats
in-micros = { $number } µs
in-gbps = { $number } GB/s
in-bytes = { $number } octets
choices-none = pas vraiment de choix
choices = comme choisir entre { $number } tokens équiprobables
odds-none = aucune surprise
odds = un événement à 1 chance sur { $number } pour le modèle
odds-impossible = presque impossible pour le modèle

number-any = un nombre de { $low } à { $high }
number-from = un nombre, { $low } ou plus
whole-any = un nombre entier de { $low } à { $high }
whole-from = un nombre entier, { $low } ou plus
number-wrong = Il faut { $range }, pas { $typed } : { $used } est pris.
number-none = Il faut { $range } : de nouveau { $before }.
