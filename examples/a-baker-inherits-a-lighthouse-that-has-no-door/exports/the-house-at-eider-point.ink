# title: The House at Eider Point
# hook: It begins at Eider Point, where a small, mysterious lantern sits on Delphine Norrell's forehead, lost in thought as she holds a small lantern on her forehead.
# language: en
# ifid: 4926D53A-F0FC-40C2-971E-32D2FF5A093C
VAR flag_the_restless_dead_default_1 = false // From now on, nobody will ever visit Eider Point without a reason.
VAR flag_the_restless_dead_alternative_1 = false // From now on, nobody will ever know of Delphine Norrell.
VAR flag_the_secret_ingredient_default_1 = false // From now on, people will be able to find a way out of the strange and wondrous world of the odd logbook.
VAR flag_the_secret_ingredient_alternative_1 = false // From now on, everyone will be wearing a special badge with a label saying "The Odd Logbook".
-> passage_setup_1

=== passage_setup_1 ===
# passage: A Light in the Window
It begins at Eider Point, where a small, mysterious lantern sits on Delphine Norrell's forehead, lost in thought as she holds a small lantern on her forehead. It is early at Eider Point, and Delphine Norrell is standing in the midst of the beach, lost in thought as she holds a small lantern on her forehead. You run your fingers over the Odd Logbook, and you find it: a strange, mysterious object with no name.
You find the Odd Logbook at Inver Boathouse, hidden away in a crate with a mysterious letter opener and a small notebook. You ask yourself why this little piece of history is missing from the island where your dreams are made. In a low voice, Delphine Norrell tells you that the lighthouse has an odd door and it's time to find the one. It is up to you whether the island will give you the key to unlock its secrets.
+ [Let the dead leave Eider Point]
    ~ flag_the_restless_dead_default_1 = true
    -> passage_the_restless_dead_default_commit_1
+ [Make the dead answer Delphine Norrell]
    ~ flag_the_restless_dead_alternative_1 = true
    -> passage_the_restless_dead_alternative_commit_1

=== passage_the_restless_dead_default_commit_1 ===
# passage: Blood on the Floor
You let the dead leave Eider Point. All at once, Eider Point is filled with a mix of emotions. The face of Henrike Sorley is consumed by grief, and he's left with a sense of abandonment and loss. You try not to think of him, but you do see that his reflection stands on the rocky shoreline, watching you from across the horizon. You cannot stay here, because of your own fate.
+ [Go on]
    -> passage_the_restless_dead_default_tail_1

=== passage_the_restless_dead_default_tail_1 ===
# passage: The Crowd
Soon you reach Inver Boathouse, where your town is called Eindeefor. The water is treacherous, and the locals have a hard time crossing it.
Before the day ends, Delphine Norrell has just received a message from one of her family members: Emmie's family was relocated to a new home in a town called Eindeefoor. Delphine Norrell takes you by the arm and tells you that she's going to Eider Point.
+ [Go on]
    -> passage_the_secret_ingredient_shared_1

=== passage_the_restless_dead_alternative_commit_1 ===
# passage: Grief
You make the dead answer Delphine Norrell. Henrike Sorley turns to you with a knowing glance as he leans in, a hint of a smile on his face. For a moment, you feel an inexplicable connection to the island's enigmatic past. The face of Henrike Sorley is revealed, and he looks at you with an unyielding gaze that seems to take on an otherworldly intensity. It is time to go on, before the inevitable happens.
+ [Go on]
    -> passage_the_restless_dead_alternative_tail_1

=== passage_the_restless_dead_alternative_tail_1 ===
# passage: Arrival at Eider Point
You wait at Eider Point until your next visit, and then you just. You wait for a while, but when it's finally time to leave, you're left with nothing.
At last, Henrike Sorley has finally arrived at Eider Point, ready to create something truly magical. You take a step towards the lighthouse, your eyes scanning the horizon for an unknown destination. There is more to find out, because a few minutes later, you see yourself in the window of the lighthouse's observation deck.
+ [Go on]
    -> passage_the_secret_ingredient_shared_1

=== passage_the_secret_ingredient_shared_1 ===
# passage: A Hiding Place
You find the Odd Logbook at Eider Point, hidden away in a small café. You run your fingers over the Odd Logbook, and it's filled with notes from the past. On the Odd Logbook, you notice a map of a lighthouse that has no door. You look around and see an image of a lighthouse on the shore, with a number etched into its face. You reach out and touch the map, and you find a door. The walls of Eider Point are covered in letters that seem to say "E". Henrike Sorley warns you that there's a way to open the door. The machines around you start talking to you. You look at the Odd Logbook and see your own reflection. In a corner of Eider Point, you find a box with a map. Whatever you do now, Eider Point will never be the same.
+ [Share the secret of the Odd Logbook]
    ~ flag_the_secret_ingredient_default_1 = true
    -> passage_the_secret_ingredient_default_commit_1
+ [Keep the secret of the Odd Logbook]
    ~ flag_the_secret_ingredient_alternative_1 = true
    -> passage_the_secret_ingredient_alternative_commit_1

=== passage_the_secret_ingredient_default_commit_1 ===
# passage: Magic in the Air
{ flag_the_restless_dead_alternative_1:
    People at Inver Boathouse have heard of it, and they're not just talking about a simple "The Odd Logbook" on the island of Eider Point.
}
You share the secret of the Odd Logbook. All at once, Inver Boathouse is a surreal scene unfolding around the island of Eider Point. Far away, you see a strange, glowing structure with no windows or doors. Nobody at Inver Boathouse seems to know what's happening there. The walls of Inver Boathouse are covered in an eerie glow – the light that only exists on these shores. In a corner of Inver Boathouse, you find a small, intricately carved door with a strange symbol etched into it. Delphine Norrell laughs and says, "I've seen this door before." A few people stop and look at the door, but they don't seem to care – they just stare at the symbol. You take a step towards the door, and you find yourself in a room with an old, mysterious figure. With a last look at Delphine Norrell, you say, "I've seen something."
+ [Go on]
    -> passage_the_secret_ingredient_default_tail_1

=== passage_the_secret_ingredient_default_tail_1 ===
# passage: Morning at Eider Point
You wait at Eider Point until the day comes when all that you thought about is your dream of the moonlit staking.
At last, Delphine Norrell has returned to her own life, and she's gone to Eider Point with a smile on her face. The face of Delphine Norrell is still there, and she's no longer just the baker's daughter. Delphine Norrell is already on the way to the lighthouse, but not in a way that will be known for years to come.
+ {flag_the_restless_dead_default_1} [Go on]
    -> passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_default
+ {flag_the_restless_dead_alternative_1} [Go on]
    -> passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_alternative

=== passage_the_secret_ingredient_alternative_commit_1 ===
# passage: Delphine Norrell's Secret
You keep the secret of the Odd Logbook. Delphine Norrell turns to you with a warm smile and an old-fashioned sense of humor, as if they've just walked into a moonlit cafe. Delphine Norrell laughs and says, "Friend, you're right." You have never seen such warmth in one person's eyes. It smells of old books, old memories. You hold your breath and watch the light dance across the weathered wooden structure as the sound of laughter fills the air. The old clock at Eider Point shows a time: 1920s, when a baker named Delphine Norrell was born. Without a word, Delphine Norrell points to a section of the lighthouse where you are standing, and they turn to you with a knowing smile. You and Delphine Norrell stand there in the sunlight and hold hands, as if they're still alive. One thing is certain, and that is your bond with the old man who made this island home.
+ [Go on]
    -> passage_the_secret_ingredient_alternative_tail_1

=== passage_the_secret_ingredient_alternative_tail_1 ===
# passage: Arrival at Inver Boathouse
You wait at Inver Boathouse until it's time to find your dear friend. You wait for a while, but as the door creaks open, you see the old keeper standing there, his eyes fixed on you with a mix of sadness and desperation.
At last, Delphine Norrell has finally found a way to create a new identity for herself, but she doesn't have her own home. With a last look at Delphine Norrell, you find yourself in the very place that she's been trying to escape.
+ [Go on]
    -> passage_the_secret_ingredient_alternative_epilogue_1

=== passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_default ===
# passage: One Last Look
Long afterwards, at Inver Boathouse, people still find their way to that island where Emmie lives. At Inver Boathouse, you can still see the island of Eider Point. The walls of Inver Boathouse are made of solid stone and they have a very different look compared to the other parts of the island. Your heart beats faster, because you have a chance to visit the island again. In a corner of Inver Boathouse, there's a small boat that only has one light on it. You look around and see a beautiful woman with a beautiful face who looks like the one from Inver Boathouse. Nobody at Inver Boathouse seems to notice you, but you can't ignore her. On the ground in front of you lies a statue of Emmie with your eyes closed. In the eyes of Delphine Norrell, you see the faces of all the people who have died on the island. There is an empty chair at Inver Boathouse, and you can see a woman with a beautiful smile on her face.
An Empty Chair # ending
-> END

=== passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_alternative ===
# passage: Where the Odd Logbook Lay
Long afterwards, at Inver Boathouse, people still find their way to that island where Emmie lives. Your heart beats faster, because she's not just anyone in the world; she's a lighthouse keeper who's saved your life. In the eyes of Delphine Norrell, you see a beacon with no door, but now you're not just a lighthouse keeper; you're a beacon in the heart of history. In a corner of Inver Boathouse, where it seems to have been untouched for 40 years and 2 centuries, your home. On the ground in front of you lies a place that has never been touched before. Far away, you see the faces of people who have lost their way on this island, and your heart is filled with love and gratitude towards Emmie. Under your feet, the sea continues to hold your dreams, but in the heart of history, you find a lighthouse keeper, who will always remember you. The lights at Inver Boathouse go out, and you know that you have a new life ahead of you.
Lights Out # ending
-> END

=== passage_the_secret_ingredient_alternative_epilogue_1 ===
# passage: Waiting at Eider Point
Delphine Norrell stays at Eider Point, and you're not alone in this world of wonders. For a moment, you feel like you're trapped in a mystical realm, lost in the grand tapestry of time. Delphine Norrell does not answer, but you can't leave her. Far away, you see a woman with a long white hair standing before the entrance of Eider Point, and you are to take her hand. You have never seen such an extraordinary being before. A few people stop and look at you, curious about the beautiful woman who stands before you. High above you, the sea seems to be watching. You hold your breath and see a woman with a long white hair, but you are not alone. The only light comes from a beacon on the island. You reach out and touch it, and it is in your hands. Nobody but you will ever know that you have been to Eider Point.
A Secret Kept # ending
-> END
