VAR energy = 3
VAR times = 0
CONST MOST = 3
-> road
=== road
-> rest(1) ->
On the road. Energy {energy}.
* [Fight] -> fight -> road
* [Inn] -> inn
+ {energy > 0} [Walk on]
  ~ energy--
  -> rest(energy) ->
  -> road
+ {energy == 0} [Sleep]
  -> dream ->
  -> waking
* -> inn
=== rest(n)
{ n > 1: ->-> }
You rest.
+ [Sit]
  ~ times++
  { times > MOST: -> exhausted }
  ->->
* [Camp] -> dream -> 
  You wake.
  ->->
=== dream
{ shuffle:
- A sea.
- A wood.
}
+ [Fly] ->->
* [Fall] ->-> waking
=== fight
~ temp strength = energy
A wolf!
- (round)
+ {strength > 1} [Strike {strength}]
  ~ strength = strength - 1
  -> round
+ {strength <= 1} [Flee] ->->
* [Die] -> END
=== inn
{inn > 1: Again.}
The inn.
* [Eat]
  ~ energy = MIN(energy + 2, 3)
  -> inn
* [Bed] -> dream -> waking
* [Out] -> road
+ [Stay] -> waking
=== waking
Morning. -> END
=== exhausted
You can no more. -> END
