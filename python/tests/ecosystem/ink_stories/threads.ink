VAR visited_all = false
VAR where = -> garden
EXTERNAL ring(x)
-> house
=== house
Home. {house: again}
<- doors
<- talk("Ann")
{ house > 1:
  <- late
}
-> DONE
=== doors
* [Garden]
  ~ where = -> garden
  -> where
+ [Kitchen] -> kitchen
-> DONE
=== talk(name)
* [Talk to {name}] "{name}!"
  ~ temp left = 2
  -- (chat) {left} left
  ++ {left > 0} [Talk]
     ~ left--
     -> chat
  ++ [Stop] -> house
-> DONE
=== late
+ [Sleep] -> bed(-> house)
=== bed(-> back)
~ temp t = TURNS_SINCE(-> house)
{ t > 100: -> nowhere }
{&Sleep|Doze}.
+ [Up] -> back
* [Run] -> where
=== garden
{garden > 1: -> END}
Green.
+ [In] 
  ~ where = -> kitchen
  -> house
=== kitchen
Pots.
* [Cook] -> house
* [Eat] -> house
* {kitchen > 2} [Burn] -> END
+ {READ_COUNT(-> garden) > 0} [Out] -> garden
=== nowhere
Lost -> END
=== function ring(x)
~ return x * 2
