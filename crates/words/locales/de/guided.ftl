strategy-guided = Gelenkte Wahl
about-guided = Das Modell, abgewogen gegen einen anderen Prompt, ein kleineres Modell, eine frühere Schicht oder den eigenen Text
look-guided = Nach „{ $text }“ kommt nicht einfach das wahrscheinlichste Token: Ein Score wägt das Modell gegen etwas anderes ab. Unterstrichene Tokens hätte das Modell allein nicht genommen.
try-guided = Gib Guidance einen anderen Prompt und verschiebe g.
guide-rule = Score
guide-guidance = Guidance
guide-guidance-about = Das Modell liest zwei Prompts: deinen und einen anderen. Was deiner wahrscheinlicher macht, zählt g-fach. Bei g = 1 bewirkt der andere Prompt nichts.
guide-search = Kontrastive Suche
guide-search-about = Die k wahrscheinlichsten Tokens werden probeweise weitergerechnet. Ein Token, dessen innerer Zustand einem ähnelt, den der Text schon hat, verliert: Das hält den Text davon ab, sich zu wiederholen.
guide-decoding = Kontrastives Dekodieren
guide-decoding-about = Ein kleineres Modell liest mit. Was das große wahrscheinlicher findet als das kleine, gewinnt: Das hat es darüber hinaus gelernt.
guide-dola = Schichten gegeneinander
guide-dola-about = DoLa: die letzte Schicht gegen eine frühere, und zwar die, die am weitesten von ihr entfernt ist. Was erst die späten Schichten wissen, gewinnt.
guide-alpha = Gewicht α
guide-k = Kandidaten k
guide-head = Plausibel ab
guide-scale = Guidance g
guide-against = Anderer Prompt
guide-against-none = nur das letzte Token
guide-drawn = gezogen (Sampler und Seed)
guide-guided = Gelenkt
guide-alone = Modell allein
guide-key = Unterstrichen: Hier hätte das Modell allein ein anderes Token genommen.
guide-same = „{ $token }“ hat den besten Score, { $formula }; das Modell allein würde es auch nehmen.
guide-other = „{ $token }“ hat den besten Score, { $formula }; das Modell allein würde „{ $plain }“ nehmen.
guide-drew = Der Würfel fiel auf „{ $token }“ (Score: { $formula }); das Modell allein würde „{ $plain }“ nehmen.
guide-col-p = Wahrscheinlichkeit
guide-col-similar = Ähnlichkeit
guide-col-model = Modell
guide-col-small = Kleines Modell
guide-col-against = Anderer Prompt
guide-col-last = Letzte Schicht
guide-col-early = Schicht { $layer }
guide-col-score = Score
guide-out = nicht plausibel
guide-alone-takes = Modell allein
guide-nearest = am ähnlichsten: Token { $place } des Textes
guide-plausible = { $count ->
    [one] Ein Token ist
   *[other] { $count } Tokens sind
} plausibel: Alle anderen sind draußen, wie groß der Unterschied auch ist.
guide-layer = Schicht { $layer }: { $bits }
guide-layers = Wie weit jede frühere Schicht von der letzten entfernt ist (Jensen–Shannon); die fernste zählt:
