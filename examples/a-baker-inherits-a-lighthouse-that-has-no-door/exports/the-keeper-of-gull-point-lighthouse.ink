# title: The Keeper of Gull Point Lighthouse
# hook: It begins at Gull Point Lighthouse, where a bakery is in dire need of an employee, and Jasmine has just arrived.
# language: en
# ifid: 1E6BCA72-2B8C-4816-B08E-3772D8E8C6EB
VAR flag_the_restless_dead_default_1 = false // From now on, people will be able to walk down any street in the city without seeing a lighthouse.
VAR flag_the_restless_dead_alternative_1 = false // From now on, nobody will be selling the light in the middle of a summer evening anymore.
VAR flag_the_inheritance_default_1 = false // From now on, nobody will know what to do with a GULL point lighthouse.
VAR flag_the_inheritance_alternative_1 = false // From now on, nobody will be going to the old lighthouse, and it's a reflection of what's been lost.
-> passage_setup_1

=== passage_setup_1 ===
# passage: A Light in the Window
It begins at Gull Point Lighthouse, where a bakery is in dire need of an employee, and Jasmine has just arrived. It is early at Gull Point Lighthouse, and Jasmine is preparing to leave for the next day's shopping trip. You turn around and see a baker with a lantern on their head.
+ [Go on]
    -> passage_the_inheritance_shared_1

=== passage_the_inheritance_shared_1 ===
# passage: Where the Brass Telescope Lay
You find the Brass Telescope at Gull Point Lighthouse, hidden away from prying eyes by the sea. In the eyes of Valentin Moss, you see the light of your life shining bright.
You find the Brass Telescope at Saint Orla's Chapel, hidden away by a group of guards who didn't want to harm them. Without a word, Jasmine points to the telescope and begins to speak. It is up to you whether the crystal orb can be opened to reveal its secrets.
+ [Let the dead leave Saint Orla's Chapel]
    ~ flag_the_restless_dead_default_1 = true
    -> passage_the_restless_dead_default_commit_1
+ [Make the dead answer Jasmine]
    ~ flag_the_restless_dead_alternative_1 = true
    -> passage_the_restless_dead_alternative_commit_1

=== passage_the_restless_dead_default_commit_1 ===
# passage: Night over Gull Point Lighthouse
You let the dead leave Saint Orla's Chapel. All at once, Gull Point Lighthouse is illuminated by a magnificent glow, and the sound of the lighthouse's lights illuminates the scene. You cannot stay here, because you are in a lighthouse.
+ [Go on]
    -> passage_the_restless_dead_default_tail_1

=== passage_the_restless_dead_default_tail_1 ===
# passage: The Empty House
Soon you reach Saint Orla's Chapel, where the lighthouse is said to be abandoned, and the people are determined to save it from those who would destroy it.
Before the day ends, Jasmine has a special request from someone on the island of Saint Orla. Under your feet, the island's official website is missing, and a mysterious person named Evelyn has been asked to create something extraordinary – a lighthouse with no door. There is more to find out, because you've just inherited a lighthouse that has no door.
+ {flag_the_restless_dead_default_1} [Go on]
    -> passage_the_inheritance_transition_after_the_restless_dead_default

=== passage_the_restless_dead_alternative_commit_1 ===
# passage: Grief
You make the dead answer Jasmine. Valentin Moss turns to you with a serious expression on his face. You try not to think of the sweet smile you're about to reveal. Slowly, you begin to see that the lighthouse is no longer just a place, it's a window into your own past.
+ [Go on]
    -> passage_the_restless_dead_alternative_tail_1

=== passage_the_restless_dead_alternative_tail_1 ===
# passage: The Watch
You wait at Gull Point Lighthouse until you can find a way to save the lighthouse from your own destiny. You take a step towards the lighthouse's entrance, and as you walk, the sea begins to whisper your name in your ear.
At last, Valentin Moss has finally turned his attention to the death of his beloved. You hold your breath and watch as the church is transformed into a majestic, Gothic-inspired lighthouse. You take a last look at the clockwork mechanism that will eventually bring you to your destination.
+ {flag_the_restless_dead_alternative_1} [Go on]
    -> passage_the_inheritance_transition_after_the_restless_dead_alternative

=== passage_the_inheritance_transition_after_the_restless_dead_default ===
# passage: The Tower
The way to Saint Orla's Chapel leads past the crumbling door, a familiar one that has been used for centuries. From now on, people will be able to walk down any street in the city without seeing a lighthouse. Whatever you do now, Saint Orla's Chapel will always be your home and your sanctuary.
+ [Sell Gull Point Lighthouse]
    ~ flag_the_inheritance_default_1 = true
    -> passage_the_inheritance_default_commit_1
+ [Keep Gull Point Lighthouse]
    ~ flag_the_inheritance_alternative_1 = true
    -> passage_the_inheritance_alternative_commit_1

=== passage_the_inheritance_transition_after_the_restless_dead_alternative ===
# passage: An Old Story
By the time you get to Saint Orla's Chapel, the lighthouse has vanished into thin air. From now on, nobody will be selling the light in the middle of a summer evening anymore. Now everything depends on you, because if you're not here, there's no one to sell it to.
+ [Sell Gull Point Lighthouse]
    ~ flag_the_inheritance_default_1 = true
    -> passage_the_inheritance_default_commit_1
+ [Keep Gull Point Lighthouse]
    ~ flag_the_inheritance_alternative_1 = true
    -> passage_the_inheritance_alternative_commit_1

=== passage_the_inheritance_default_commit_1 ===
# passage: Long Afterwards
You sell Gull Point Lighthouse. All at once, Saint Orla's Chapel is filled with the sights and sounds of an amazing event: a grand wedding to a legendary island in the 19th century. It is time to go on, before the day is done, to a special ceremony where you will be presented with a magnificent piece of art that has been crafted by a talented artist for decades.
+ [Go on]
    -> passage_the_inheritance_default_tail_1

=== passage_the_inheritance_default_tail_1 ===
# passage: Morning at Gull Point Lighthouse
You wait at Gull Point Lighthouse until the next day, and it seems like just about the moment you're done with your daily bread.
At last, Valentin Moss has finally paid his debt to the island of Gull Point Lighthouse. You try not to think of the old place but you can't help but think of the beautiful lighthouse, a symbol of hope and freedom. Nothing will be as it was, for now.
+ [Go on]
    -> passage_epilogue_1_a

=== passage_the_inheritance_alternative_commit_1 ===
# passage: A Sudden Joy
You keep Gull Point Lighthouse. Jasmine turns to you with a warm smile, and she immediately smiles back at you with a warm smile too. One thing is certain, and that is that the life of the most iconic lighthouse in the world is no longer there.
+ [Go on]
    -> passage_the_inheritance_alternative_tail_1

=== passage_the_inheritance_alternative_tail_1 ===
# passage: Magic in the Air
Valentin Moss takes you to Saint Orla's Chapel, where he has a grand wedding. The walls of Saint Orla's Chapel are adorned with a beautiful sea glass-glass mosaic made of the finest glass.
When you come back to Gull Point Lighthouse, you see a small island with no door. Far away, you see a ship sailin' to the North Pole, and it is the Gull Point Lighthouse. You turn around and see a massive, ancient ship that has been built into the side of the island.
+ [Go on]
    -> passage_epilogue_1_b

=== passage_epilogue_1_a ===
# passage: One Last Look
Long afterwards, at Saint Orla's Chapel, people still went to celebrate in the grandiose and beautiful way. The only light comes from the candles that have been left untouched for years. The lamp still burns, and a candle is placed on its side, but it doesn't hold anything.
The Lamp Stays Lit # ending
-> END

=== passage_epilogue_1_b ===
# passage: The Feast
Long afterwards, at Saint Orla's Chapel, people still went to celebrate in the grandiose and beautiful way. You remember how their families used to come together in grand ceremonies with a lot of decorations. The lights at Saint Orla's Chapel go out, and you're left with nothing but candles for your own family.
Lights Out # ending
-> END
