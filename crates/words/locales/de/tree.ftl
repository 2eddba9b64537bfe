look-tree = Jeder bisherige Text; was mehrere gemeinsam haben, steht nur einmal da. Hinter „{ $text }“ kannst du vorausschauen: auf die wahrscheinlichsten Tokens, auf die wahrscheinlichsten nach jedem davon, und so weiter.
try-tree = Schau voraus, dann drücke auf einen Weg: Er wird zum Text, und die anderen bleiben im Baum.
tree-tokens = Wege von jedem aus
tree-depth = Tokens tief
tree-look = Vorausschauen
tree-more = noch { $count }
tree-found = { $computed ->
    [one] { $computed } Text
   *[other] { $computed } Texte
} in { $passes ->
    [one] { $passes } Vorwärtsdurchlauf
   *[other] { $passes } Vorwärtsdurchläufen
} berechnet ({ $time }). Zu sehen sind { $shown } der Wahrscheinlichkeit von allem, was folgen kann.
tree-text = Text
tree-prob = p des ersten Tokens
tree-mass = p des Weges
tree-log-prob = Σ ln p
tree-key = Eine Kante ist so breit wie die Wahrscheinlichkeit dessen, was folgt. Fett: auf dem Weg zum Schritt, der zu sehen ist. Orange: gezogen. Dicker Rahmen: erzwungen. Gepunktet: der Prompt. Gestrichelt: vorausgeschaut, noch in keinem Text. Σ: die Summe der ln p.
tree-forced = { $text }: erzwungen. Drücken, um dorthin zu gehen
tree-drawn = { $text }: gezogen. Drücken, um dorthin zu gehen
tree-given = { $text }: der Prompt. Drücken, um dorthin zu gehen
tree-take = „{ $text }“ hinter den Text schreiben
tree-view = Die Ansicht des Baums
tree-smaller = Kleiner
tree-larger = Größer
tree-fit = Einpassen
tree-pick = Zwei vergleichen
tree-picks = Drücke auf die zwei, die du vergleichen willst.
tree-pick-other = Jetzt auf den anderen.
tree-keys = Pfeile bewegen, Enter geht dorthin, c klappt zu, m markiert einen zum Vergleich mit einem anderen (oder zieh einen auf einen anderen).
tree-marked = Markiert: Drücke m auf dem, mit dem du vergleichen willst.
tree-fold = Zuklappen, was von hier weitergeht
tree-unfold = { $count ->
    [one] Einen Knoten
   *[other] { $count } Knoten
} aufklappen
tree-sum = Σ { $sum }
tree-outline = Dasselbe als Gliederung
tree-versus = Zwei Zweige
tree-versus-close = Schließen
tree-shared = Beide beginnen mit „{ $text }“.
tree-one = Der eine
tree-other = Der andere
tree-each = { $each } je Token
