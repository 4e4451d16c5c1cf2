# title: The House at Eider Point
# hook: It begins at Eider Point, where a small, mysterious lantern sits on Delphine Norrell's forehead, lost in thought as she holds a small lantern on her forehead.
# language: en
# ifid: D632BC05-C2AC-481E-97E1-45ACF316D4C3
VAR flag_the_restless_dead_default_1 = false // From now on, nobody will ever visit Eider Point without a reason.
VAR flag_the_restless_dead_alternative_1 = false // From now on, nobody will ever know of Delphine Norrell.
VAR flag_the_secret_ingredient_default_1 = false // From now on, people will be able to find a way out of the strange and wondrous world of the odd logbook.
VAR flag_the_secret_ingredient_alternative_1 = false // From now on, everyone will be wearing a special badge with a label saying "The Odd Logbook".
-> passage_setup_1

=== passage_setup_1 ===
# passage: Holding the Odd Logbook
It begins at Eider Point, where a small, mysterious lantern sits on Delphine Norrell's forehead, lost in thought as she holds a small lantern on her forehead. It is early at Eider Point, and Delphine Norrell is standing in the midst of the beach, lost in thought as she holds a small lantern on her forehead. You and Delphine Norrell stand there, staring at each other with an unspoken understanding that you are both trying to make sense of the very thing that has always seemed so mysterious and lost. Far away, you see a figure, and it is a figure who is not the one you know.
You find the Odd Logbook at Inver Boathouse, hidden away in a crate with a mysterious letter opener and a small notebook. You turn the Odd Logbook over and begin to examine it more closely. You ask yourself why the book is here, in an abandoned lighthouse. You look around and notice that there are old books scattered all over the room. You reach out and touch one of the books. You run your fingers over the Odd Logbook, and you see a strange symbol on it. The Odd Logbook is yours to take home, but something is not right. In a low voice, Delphine Norrell tells you that she has been looking for you at Inver Boathouse and that she thinks you might have been looking for her. You close your eyes and think of the book, and you can't help but wonder what it is.
+ [Let the dead leave Eider Point]
    ~ flag_the_restless_dead_default_1 = true
    -> passage_the_restless_dead_default_commit_1
+ [Make the dead answer Delphine Norrell]
    ~ flag_the_restless_dead_alternative_1 = true
    -> passage_the_restless_dead_alternative_commit_1

=== passage_the_restless_dead_default_commit_1 ===
# passage: Strangers at Eider Point
You let the dead leave Eider Point. All at once, Eider Point is filled with a mix of emotions. You try not to think of your own life and legacy, but as soon as you see the massive structure looming in the distance, you're consumed by a mix of nostalgia and desperation. For a moment, you feel like you've lost a part of yourself. In a corner of Eider Point, where it's darkest, you see a small boat. Nothing will be as it was, for now.
+ [Go on]
    -> passage_the_restless_dead_default_tail_1

=== passage_the_restless_dead_default_tail_1 ===
# passage: The Watch at Inver Boathouse
Soon you reach Inver Boathouse, where your town is called Eindeefor. Delphine Norrell steps back, and you're transported to the bustling center of the island. Far away, you see a woman with a bright smile, and she's dressed in a beautiful gown that has no words written on it.
Before the day ends, Delphine Norrell has just received a message from one of her family members: Emmie's family was relocated to a new home in a town called Eindeefoor. The old clock at Eider Point shows no other time on its face, but with Delphine's lucky touch, the old clock is now said to be moved by an invisible entity that never leaves her side. You take a last look at the lighthouse at Eider Point, and you see a small door, hidden behind a curtain of curtains.
+ [Go on]
    -> passage_the_secret_ingredient_shared_1

=== passage_the_restless_dead_alternative_commit_1 ===
# passage: Strangers at Inver Boathouse
You make the dead answer Delphine Norrell. Henrike Sorley turns to you with a knowing glance as he leans in, a hint of a smile on his face. You wait for a while, but when you finally appear, you're not at Inver Boathouse; they're in your own home. For a moment, you feel something strange, but it's not you that appears to be in the old lighthouse. Henrike Sorley takes you by the arm and begins to walk towards you with a look of determination on his face.
+ [Go on]
    -> passage_the_restless_dead_alternative_tail_1

=== passage_the_restless_dead_alternative_tail_1 ===
# passage: Waiting at Eider Point
You wait at Eider Point until a few days later, when the bakery's interior transforms into a masterpiece of art and magic. On the Odd Logbook, you notice your grandmother's antique easel stands on top of an island where the lighthouse used to be.
At last, Henrike Sorley has finally arrived at Eider Point, ready to create something truly magical. Henrike Sorley looks at the Odd Logbook and sees an old leather-bound book with a strange symbol etched into its cover. You look around and see nothing but a lone, flickering light shining through the window of the lighthouse. You reach out and touch the strange, glowing rectangle that is the only thing you've ever seen in your entire life. Henrike Sorley is already on the way to create something with it.
+ [Go on]
    -> passage_the_secret_ingredient_shared_1

=== passage_the_secret_ingredient_shared_1 ===
# passage: Alone with Henrike Sorley
You find the Odd Logbook at Eider Point, hidden away in a small, unassuming building on the island's outskirts. Far away, you see a faded map of the island's mysterious location etched into the wall of the old lighthouse. Henrike Sorley looks at the Odd Logbook and raises his hand, "I know it," he says to himself with a hint of curiosity. Something hums quietly, and he holds up a small piece of paper. The Odd Logbook is there, but it's not here. You turn the Odd Logbook over and find that it contains a map. You reach out and touch the page, and the strange symbol on it reads: "Eind Point 2018". You hold your breath and watch as the old lighthouse creeps closer to you, its glass glistening in the fading light of day. Nobody at Eider Point seems to notice you, but you're the only one who doesn't. You take a step towards the old lighthouse, and your eyes are drawn to a small, unassuming door on the island's outskirts. It is up to you whether the odd logbook belongs to you or not.
+ [Share the secret of the Odd Logbook]
    ~ flag_the_secret_ingredient_default_1 = true
    -> passage_the_secret_ingredient_default_commit_1
+ [Keep the secret of the Odd Logbook]
    ~ flag_the_secret_ingredient_alternative_1 = true
    -> passage_the_secret_ingredient_alternative_commit_1

=== passage_the_secret_ingredient_default_commit_1 ===
# passage: A Lie Comes Apart
{ flag_the_restless_dead_alternative_1:
    People at Inver Boathouse have heard of it, and they're not sure what to believe.
}
You share the secret of the Odd Logbook. All at once, Inver Boathouse is no longer a mystery. Without a word, Delphine Norrell points to an empty space on the far side of the island, where a small boat lies dangling in the sea. In a corner of Inver Boathouse, you find yourself staring at a mysterious object that appears to be a door. You remember how it is done: when you first saw this door, there was no one around. You have never seen such an object in your life before. You ask Delphine Norrell about the door you see and she explains that it is an island, not in the ocean, but in the moonlit sky. You ask yourself why she chose to show you a door, and you realize that you are still trying to understand the meaning of this mysterious object. Together with Delphine Norrell, you get out of Inver Boathouse, and you take a walk through the island. It smells of sea and lemon, and you find a small boat. You do not know yet what it is but you look at the door that is hanging in the sky, and you smile to yourself.
+ [Go on]
    -> passage_the_secret_ingredient_default_tail_1

=== passage_the_secret_ingredient_default_tail_1 ===
# passage: Empty Rooms at Eider Point
You wait at Eider Point until the light tower is illuminated. You look around and see a small, unremarkable island in the distance. You wait for a while, but then the light tower shakes it off and you're left alone. The old clock at Eider Point shows 11, but you know it's not because of that.
At last, Delphine Norrell has finally found her dream destination: the island of Eider Point. Your heart beats faster, because now you're not just any ordinary sailor or adventurer. High above you, the glimmer of a light catches in the sky, casting an eerie glow across the water's surface. The air at Inver Boathouse is alive with an otherworldly music. With a last look at Delphine Norrell, you know that she has the opportunity to make a difference.
+ {flag_the_restless_dead_default_1} [Go on]
    -> passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_default
+ {flag_the_restless_dead_alternative_1} [Go on]
    -> passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_alternative

=== passage_the_secret_ingredient_alternative_commit_1 ===
# passage: A Promise to Delphine Norrell
You keep the secret of the Odd Logbook. Delphine Norrell turns to you with a warm smile as she takes in your reflection. The face of Delphine Norrell is a memory of her, one that holds the secrets of a lifetime. Delphine Norrell laughs and tells you that she has been chosen to create an extraordinary story by someone who has gone before her. You and Delphine Norrell stand there as the lighthouse begins to rise up in the sky above your home. You wait for a while, but you are not alone, just a handful of people. Without a word, Delphine Norrell points to a group of people standing around, and they start to make way for the first of many. You have never seen such magic before, when you look at the group of people in front of you, you see the sea. You look around and it is your own reflection that you are gazing at. Your heart beats faster, because you know that there will be one day, when you can talk to Delphine Norrell. You make up your mind to tell her about your dream, and she smiles with joy as she tells you that she has been chosen by someone who has gone before her.
+ [Go on]
    -> passage_the_secret_ingredient_alternative_tail_1

=== passage_the_secret_ingredient_alternative_tail_1 ===
# passage: Where the Odd Logbook Lay
You wait at Inver Boathouse until a mysterious figure appears. The old clock at Inver Boathouse shows an empty sign, and the figure is nowhere to be found. You hold your breath and wait for something, but you don't see anything. The Odd Logbook is still open, so what's going on.
At last, Delphine Norrell has finally found the perfect moment to celebrate her favorite little gift: a mysterious and enigmatic item that has been hidden away for centuries – an odd logbook with no door. In a low voice, Delphine Norrell tells you that it's a small piece of paper in a corner, and she is very sad about it. You do not know yet what it is, but as the night wears on and the last whisper of the keeper's voice ends, you are left with a small piece of paper in your hand – one that is not just any ordinary logbook.
+ [Go on]
    -> passage_the_secret_ingredient_alternative_epilogue_1

=== passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_default ===
# passage: One Last Look
Long afterwards, at Inver Boathouse, people still went to the island for a day. At Inver Boathouse, you can still see the island's ghostly silhouette, a haunting reminder of a long-lost world. On the ground in front of you lies the lighthouse, which has no door. Under your feet, the islanders still live there. The water is still standing on this island, and they are all lost to it. Far away, you see a ship that was built for them by the settlers back home. You turn to Delphine Norrell and say that she is lost too. You ask yourself why she was left alone here, and you wonder what happened to her. Delphine Norrell laughs and says that the islanders have been so long gone, but they still make their way to the shore to find her, now that she is no longer there. You ask Delphine Norrell about it, and she explains that she has kept the island's lighthouse in a secret until now. You hold your breath and watch as the islanders go back home to their homes, but you know that they are still here. There is an empty chair at Inver Boathouse, and you see a man standing there.
An Empty Chair # ending
-> END

=== passage_the_secret_ingredient_default_epilogue_1_after_the_restless_dead_alternative ===
# passage: Running from Inver Boathouse
Long afterwards, at Inver Boathouse, people still went to the island for a day. Delphine Norrell laughs and says, "The lassitude of an island is a wonderful thing." The water is calm, but the lassitude has become a luxury. You turn to Delphine Norrell and she says, "You're just another island in the sea." A cold wind blows through Inver Boathouse, and the sea is seen as a mirror of the lassitude. Outside, the lassitude becomes a dream for people who love it. In the eyes of Delphine Norrell, you see that she is not just another island, but a symbol of the beauty of the ocean. Delphine Norrell takes your hand and says, "You, are not an island in the sea." Far away, you see your own reflection in the mirror of a lassitude. In a corner of Inver Boathouse, people tell you that they love you, but they have no idea what it is to them. You and Delphine Norrell stand there, and the lassitude becomes a dream for people who love you. The lights at Inver Boathouse go out, and you can see the sea again.
Lights Out # ending
-> END

=== passage_the_secret_ingredient_alternative_epilogue_1 ===
# passage: Morning at Eider Point
Delphine Norrell stays at Eider Point, and you're not alone in this world of wonders. A few people stop and help the baker when they need it. Nobody at Eider Point seems to care about your situation. You wait for a while, but no one comes around. Delphine Norrell does not answer, but she continues to stand by the door of the lighthouse. Without a word, Delphine Norrell points to a doorway in front of the door that leads to you and you leave Eider Point. You have never seen such an empty space before. Far away, you see a small island and an island with no windows. Delphine Norrell takes your hand and looks at you, and you can't help but smile. The old clock at Eider Point shows the day of the week in the corner of the room next to yours. Delphine Norrell shakes hands with you and you begin to walk away from Eider Point. The only light comes from a lantern hanging on the wall, and your shoes are everywhere. Nobody but you will ever know that this is your island again.
A Secret Kept # ending
-> END
