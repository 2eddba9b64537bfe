look-beams = Nach „{ $text }“ wachsen mehrere Texte nebeneinander. Jeder Schritt hängt an jeden ein Token an; die mit der größten Summe der Log-Wahrscheinlichkeiten bleiben, die anderen scheiden aus.
look-beams-drawn = Nach „{ $text }“ wachsen mehrere Texte nebeneinander. Jeder Schritt zieht Kandidaten nach ihrer Wahrscheinlichkeit und dem Seed; die mit der größten Summe der Log-Wahrscheinlichkeiten bleiben, die anderen scheiden aus.
look-beams-stochastic = Nach „{ $text }“ wachsen mehrere Texte nebeneinander. Jeder hat sein Glück: Die mit dem meisten Glück bleiben, und so werden ganze Texte nach ihrer Wahrscheinlichkeit gezogen, keiner zweimal.
look-beams-diverse = Nach „{ $text }“ wachsen mehrere Texte nebeneinander, in Gruppen: Für eine Gruppe sind die Tokens der Gruppen vor ihr weniger wahrscheinlich, damit sich die Texte unterscheiden.
try-beams = Drücke „Start“, dann nimm nur 1 Beam: Das ist der Greedy-Text.
beams-place = Schritt { $step } von höchstens { $most }
beams-width = Beams
beams-penalty = Längenstrafe λ
beams-tokens = Max. Tokens
beams-stopping = Ende
beams-likely = wenn wohl keiner besser wird
beams-always = wenn genug fertig sind
beams-never = wenn keiner besser werden kann
beams-way = Kandidaten
beams-way-best = die besten
beams-drawn = gezogen (Sampler und Seed { $seed })
beams-way-stochastic = ganze Texte gezogen (Sampler und Seed { $seed })
beams-way-diverse = { $groups ->
    [one] die besten von { $groups } Paar
   *[other] die besten von { $groups } verschiedenen Paaren
}
beams-diversity = Unterschied δ
beams-picture = Die Texte der Suche
beams-key = Eine Spalte für jedes Token, der beste Text oben. Linien führen zu dem, was weitergeht; blasse Texte sind ausgeschieden; ein doppelter Rahmen zeigt einen fertigen Text.
beams-chip = { $token }, Summe { $sum }
beams-chip-finished = { $token }, Summe { $sum }: Dieser Text ist fertig
beams-candidates = { $step ->
    [0] Kandidaten
   *[other] Kandidaten in Schritt { $step }
}
beams-candidates-about = Die { $candidates } besten Fortsetzungen aller Beams, aus einem Vorwärtsdurchlauf über { $texts ->
    [one] { $texts } Text
   *[other] { $texts } Texte
} ({ $time }). Balken: alte Summe, dann das neue Token. Je kürzer der Balken, desto wahrscheinlicher der Text.
beams-continues = Beam
beams-shorter = Kürzer ist besser
beams-before = Alte Summe
beams-log-prob = + ln p
beams-sum = Summe
beams-step = Schritt
beams-beam = Beam
beams-goes-on-from = Setzt Beam fort
beams-with-luck = Mit Glück
beams-luck-about = Jeder Text hat sein Glück, eine Zufallszahl, die zu seiner Summe addiert wird. Die { $beams } Texte mit dem meisten Glück sind eine Stichprobe, in der keiner zweimal vorkommt. Ein Beam steht für den glücklichsten Text, der so beginnt wie er: Eine seiner Fortsetzungen hat dieselbe Zahl, die anderen haben weniger.
beams-fate = Was daraus wird
fate-stays = geht weiter als Beam { $beam }
fate-finishes = fertig, Score { $score }
fate-unranked = fertig, aber andere haben einen besseren Score als { $score }
fate-too-low = fertig, aber nicht unter den ersten
fate-lucky = fertig
fate-unlucky = fertig, aber andere haben mehr Glück
fate-falls = scheidet aus
beams-pool = Fertige Texte
beams-pool-empty = Noch keine. Ein Text ist fertig, wenn er zu einem Textende-Token kommt oder die Höchstzahl an Tokens erreicht.
beams-score = Score
beams-length = Tokens
beams-text = Text
beams-rank-by = Ordnen mit λ
beams-rank-note = Score = Summe ÷ Tokens^λ. Das ordnet die fertigen Texte neu; λ hat auch entschieden, welche behalten wurden und wann die Suche endete, und das ändert nur eine neue Suche.
beams-none-better = Die Suche ist zu Ende: Kein Text, der noch wächst, kann besser werden.
beams-pool-full = Die Suche ist zu Ende: Es sind so viele Texte fertig, wie es Beams gibt.
beams-all-finished = Die Suche ist zu Ende: Alle Texte sind fertig.
beams-none-left = Die Suche ist zu Ende: Der Sampler lässt kein Token übrig, mit dem es weitergehen könnte.
beams-beside = Im Vergleich mit anderen Verfahren
beams-best = Bester Beam
beams-greedy = Greedy
beams-sampled = Gezogen
beams-alone = Σ ln p
beams-a-token = je Token
beams-repeats = Wiederholt
beams-beside-about = Σ ln p: wie wahrscheinlich das Modell selbst den Text findet. Wiederholt: Tokenpaare, die schon vorher im Text stehen.
