show-as-table = Als Tabelle zeigen
being-computed = Wird berechnet …
no-text-token = ⟨kein Text⟩

part-coming = Lädt …
part-lost = Dieser Teil der Seite konnte nicht geladen werden.
part-again = Noch einmal versuchen

col-token = Token
col-position = Position
col-key = Key
col-score = Score
col-pattern = Muster
col-id = ID
col-rank = Rang
col-logit = Logit
col-probability = Wahrscheinlichkeit
col-surprisal = Überraschung
col-entropy = Entropie
col-model = Modell
col-sampler = Sampler
col-after-sampler = Nach dem Sampler
col-actions = Aktionen
col-value = Wert
col-layer = Schicht
col-bandwidth = GB/s

tokens-counted = { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
}
quoted = „{ $text }“
sentence-gap = { " " }
in-bits = { $number } Bit
in-nats = { $number } Nat
in-micros = { $number } µs
in-gbps = { $number } GB/s
in-bytes = { $number } Byte
choices-none = keine echte Wahl
choices = wie die Wahl unter { $number } gleich wahrscheinlichen Tokens
odds-none = gar keine Überraschung
odds = für das Modell 1 von { $number } Fällen
odds-impossible = für das Modell so gut wie unmöglich

number-any = eine Zahl von { $low } bis { $high }
number-from = eine Zahl ab { $low }
whole-any = eine ganze Zahl von { $low } bis { $high }
whole-from = eine ganze Zahl ab { $low }
number-wrong = { $typed } geht nicht, erlaubt ist { $range }: jetzt { $used }.
number-none = Erlaubt ist { $range }: wieder { $before }.
