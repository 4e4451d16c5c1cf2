-> hub
=== hub
A hub.
* [One] -> hub
* [Two] -> two
=== two
{two > 1: -> END}
* [Back] -> hub
=== lonely
I am alone. -> hub
