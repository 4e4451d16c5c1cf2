// A weave in the manner of the samples: gathers, nesting, labels, fallbacks.
VAR forceful = 0
VAR evasive = 0
VAR drugged = false
VAR hooper_mentioned = false
They are keeping me waiting.
*   Hut 14[]. The door was locked after I sat down.
    I don't even have a pen to do any work.
    ~ forceful = forceful + 1
*   The clock[] ticks.
    * *   [Listen] It ticks on.
        * * * Louder[?] Yes.
        * * * Softer
    * *   [Ignore it]
        ~ evasive++
    - -   (ticked) Time goes.
-   (waiting) {I wait.|I still wait.|}
    + [Wait{waiting > 1: longer}] -> waiting
    * {waiting > 2} "Hello?"[] I say.
    * [Stand]
      ~ drugged = true
-   Harris comes in. {drugged: The room turns.}
    {forceful > 0:
        He looks {forceful > 1: angry|wary}.
    - else:
        He smiles.
    }
*   {drugged} [Drink]   -> tea
*   {not drugged} [Refuse]  -> tea
*   ->
    He leaves. -> tea
=== tea
{
- forceful > 0 && evasive > 0: -> both
- forceful > 0: -> strong
- ticked: -> patient
}
- (opts)
* [Ask of Hooper]
  ~ hooper_mentioned = true
  -> opts
* {hooper_mentioned} [Insist] -> strong
* -> patient
= never
Nobody comes here. -> END
=== both
Both. -> END
=== strong
Strong. -> DONE
=== patient
Patient.
-> END
