look-context = Nach „{ $text }“ wächst der Text, der Kontext nicht. Unten ist er klein, damit du siehst, wie er sich füllt.
try-context = Drücke „Start“, dann behalte den Anfang und vergiss die Mitte.
context-room = Der Kontext dieses Laufs
context-prompt = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
} Prompt
context-output = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
} Ausgabe
context-left = noch { $left } von { $context }
context-when-full = Wenn er voll ist
context-size = Kontext
context-way = Wenn voll
context-slide = die ältesten vergessen
context-middle = die ersten { $first } behalten, dahinter vergessen
context-stop = aufhören
context-drop = Auf einmal vergessen
context-is-full = Der Kontext ist voll: Hier endet der Text.
context-step = Für dieses Token { $reused ->
    [0] war nichts im Cache
    [one] war { $reused } Token im Cache
   *[other] waren { $reused } Tokens im Cache
}, { $computed } { $computed ->
    [one] wurde
   *[other] wurden
} berechnet ({ $time }).
context-dropped = { $dropped ->
    [one] Ein Token wurde vergessen; die danach rückten auf
   *[other] { $dropped } Tokens wurden vergessen; die danach rückten auf
}, und ihre Keys und Values mussten neu berechnet werden.
context-lost = Das Vergessene ändert die Verteilung um { $bits }.
context-remembered = Mit dem ganzen Text wäre „{ $token }“ der Favorit ({ $share }).
context-picture = Der Cache, Schritt für Schritt
context-computed = jetzt berechnet
context-reused = aus dem Cache
context-forgotten = vergessen
context-col-read = Gelesen
context-col-dropped = Vergessen
context-col-reused = Im Cache
context-col-computed = Berechnet
context-col-rows = Gemessen
context-col-time = Zeit
context-col-lost = Ändert um
work-title = Wie die Arbeit wächst
work-none = Der Text oben hat noch kein erzeugtes Token. Schließe dies und mach dort einen Schritt: Seine Arbeit wird hier gezählt.
work-with = Mit Cache
work-without = Ohne
work-ratio = Verhältnis
work-rows = Tokens durch das Modell
work-weights = Multiplikationen mit Gewichten
work-attention = Multiplikationen in der Attention
work-cache = Behaltene Keys und Values
work-measured = Gemessen: { $steps ->
    [one] Ein Schritt hat
   *[other] { $steps } Schritte haben
} { $rows ->
    [one] { $rows } Token
   *[other] { $rows } Tokens
} in { $time } berechnet.
work-speculated = Spekulatives Dekodieren schrieb { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
} in { $rounds ->
    [one] { $rounds } Durchlauf
   *[other] { $rounds } Durchläufen
} des Modells über { $rows ->
    [one] { $rows } Token
   *[other] { $rows } Tokens
}: mehr Arbeit, weniger Durchläufe.
work-picture = Tokens durch das Modell, während der Text wächst
work-line-with = mit Cache: jedes Token einmal
work-line-without = ohne: bei jedem Schritt wieder alle Tokens
work-col-tokens = Länge
work-col-rows = Tokens, Cache
work-col-rows-without = Tokens, ohne Cache
work-col-attention = Attention, Cache
work-col-attention-without = Attention, ohne Cache
work-col-cache = Cache
work-col-measured = Gemessene Tokens
work-col-time = Gemessene Zeit
cost-title = Was es kostet, wo Tokens verkauft werden
cost-input = Eingabe
cost-cached = Eingabe aus dem Cache
cost-output = Ausgabe
cost-runs = Läufe
cost-example = Preise für eine Million Tokens. Das sind Beispiele, nicht die Preise eines Anbieters: Trag ein, was du zahlst.
cost-own = Preise für eine Million Tokens, in deiner Währung.
cost-reset = Zurück zu den Beispielen
cost-this = Dieser Lauf
cost-many = { $runs ->
    [one] { $runs } Lauf
   *[other] { $runs } Läufe
}
cost-many-cached = { $runs ->
    [one] { $runs } Lauf
   *[other] { $runs } Läufe
}, Prompt im Cache
cost-sum = Summe
cost-about = Auf dieser Seite kostet ein Lauf nichts: Er wird auf deinem Gerät berechnet.
