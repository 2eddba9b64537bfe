# Lessons that stand in other pages, and the dialog that makes them.
locked-here = Locked by the page that shows this.
