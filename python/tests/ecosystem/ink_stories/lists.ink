LIST door = open, (closed), locked
LIST bag = key, lamp, rope
LIST Kettle = cold, boiling, recently_boiled
VAR heat = cold
VAR held = ()
VAR who = ""
~ held = (key)
-> cellar
=== function has(x)
~ return held ? x
=== function drop(x)
~ held -= x
=== function raise(ref k)
~ k = k + 1
=== cellar
The door is {door}. You hold {held}.
+ {door == closed} [Open]
  ~ door = open
+ {door == open} [Close]
  ~ door = closed
+ {door == closed and has(key)} [Lock]
  ~ door = locked
+ {door == locked and has(key)} [Unlock]
  ~ door--
* {door != locked} [Take the lamp]
  ~ held += lamp
* {has(lamp)} [Throw the key]
  ~ drop(key)
* {held ? (lamp, rope)} [Impossible]
+ {heat < boiling} [Warm]
  ~ heat++
+ {heat >= boiling} [Cool]
  ~ heat = cold
* {LIST_VALUE(heat) == 2} [Tea] -> tea
+ {door == open} [Go] -> out
* {not held} [Empty handed] -> empty
* {door == locked && held !? key} [Cry] -> END
- -> cellar
=== tea
{ heat: 
- boiling: Hot
  ~ who = "boiler"
- else: never
  -> odd
}
+ {who == "boiler"} [Back] -> cellar
* {who == "nobody"} [Odd] -> odd
=== odd
Odd. -> END
=== empty
Empty. -> END
=== out
Out {~left|right}.
{ held has lamp: -> lit }
Dark.
-> END
= lit
Lit.
-> END
