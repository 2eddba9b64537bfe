look-dice = Jedem Token, das übrig ist, gehört ein Abschnitt des Balkens, so breit wie seine ‹probability:Wahrscheinlichkeit›; die ‹draw:Zufallszahl› trifft einen.
try-dice = Ziehe die Nadel oder würfle hundertmal.

col-begins = Beginnt bei
col-ends = Endet vor
col-pin = Nadel
dice-table = Abschnitte des Balkens
dice-pin = u = { $number }
dice-by-hand = Ihre Zahl wurde von Hand gesetzt.
parameter-seed = Seed
dice-from = Ihre Zahl: Seed { $seed }, Position { $position }.
dice-from-rolled = Ihre Zahl: Seed { $seed }, Position { $position }, { $count }× neu gewürfelt.
dice-selects = { $range }, also wählt die Ziehung { $token }. { $from }
dice-label = Summenbalken von { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
}. Die Ziehung u = { $number } fällt auf „{ $token }“, von { $low } bis { $high }.
dice-here = hier ist u
dice-more = noch { $count }

dice-u = u =
dice-back = Zurück zum Würfel
new-dice = Neuer Wurf
new-dice-does = Diesen Schritt neu würfeln: dieselbe Verteilung, eine andere Ziehung; ein früherer Schritt verzweigt sich
roll-many = { $count }× würfeln
roll-more = noch { $count }×
rolls-others = alle anderen
rolls-row = { $count }× bei { $share }
rolls-about = { $count } Würfe: wie oft (farbig) und wie wahrscheinlich (grau). Je mehr Würfe, desto ähnlicher die Balken.

col-log-prob = ln p
col-noise = Rauschen g
col-sum = ln p + g
race = Dieselbe Ziehung als Rennen (Gumbel-Max)
race-about = Zu jeder Log-Wahrscheinlichkeit kommt Rauschen, und die größte Summe gewinnt: dieselbe Verteilung. Mit diesem Rauschen gewinnt das gezogene Token.
race-table = Das Rennen
