VAR gold = 0
VAR dice = 0
VAR a = false
VAR b = false
-> market
=== market
{ market:
- 1: First.
- 2: Second.
- else: Later.
}
~ dice = RANDOM(1, 6)
{ dice == 7: -> never }
* [Beg]
  ~ gold += 2
* [Steal]
  { dice > 3:
    ~ gold += 3
  - else:
    -> jail
  }
* {gold >= 2} [Buy] 
  ~ gold -= 2
  ~ a = true
* {gold >= 5} [Bribe]
  ~ b = not b
* {a && b} [Win] -> win
* {a || b} [Leave] -> leave
- {gold} coins<>
  -> market
=== jail
{stopping:
- Jail.
- Again.
  -> END
}
* [Escape] -> market
* [Wait] -> jail
=== win
{ a and not b: -> never }
Win. -> END
=== leave
{~-> win|-> END}
=== never
-> END
