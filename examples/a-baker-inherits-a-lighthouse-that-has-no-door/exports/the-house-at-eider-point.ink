# title: The House at Eider Point
# hook: It begins at Eider Point, where Delphine Norrell works as a bartender at a small pub in the city's West End, and she's about to start an adventure that will change everything she's ever known.
# content notes: Fear, and the dead; no gore.
# language: en
# ifid: C410C5A5-09EB-46CB-805B-8E30D03E0E93
VAR flag_you_know_that_a_new_lock_was_put_in = false // You know that a new lock was put in.
VAR flag_you_have_heard_the_knocking = false // You have heard the knocking.
VAR flag_you_know_that_somebody_slept_below = false // You know that somebody slept below.
VAR flag_from_now_on_nobody_will_be_able_to_walk = false // From now on, nobody will be able to walk through the door.
VAR flag_from_now_on_nobody_will_ask_to_walk_up = false // From now on, nobody will ask to walk up to a lighthouse keeper and give them a gift.
VAR flag_you_looked_back_once_and_were_seen_to_do = false // You looked back once, and were seen to do it.
VAR flag_you_told_a_stranger_your_true_name = false // You told a stranger your true name.
VAR flag_you_let_the_old_story_be_told_to_its_end = false // You let the old story be told to its end.
VAR flag_you_left_the_place_tidier_than_you_found = false // You left the place tidier than you found it.
VAR flag_you_asked_one_question_more_than_was = false // You asked one question more than was polite.
VAR flag_you_gave_your_word_though_nobody_had = false // You gave your word, though nobody had asked for it.
VAR flag_you_counted_your_steps_and_could_find = false // You counted your steps and could find the way back.
VAR flag_you_turned_up_your_collar_and_walked = false // You turned up your collar and walked into the wind.
VAR flag_you_kept_what_you_thought_to_yourself = false // You kept what you thought to yourself.
VAR flag_you_left_a_door_open_behind_you = false // You left a door open behind you.
VAR flag_you_bowed_your_head_to_the_dead = false // You bowed your head to the dead.
VAR flag_you_let_them_see_that_you_know_more_than = false // You let them see that you know more than you say.
VAR flag_you_read_it_to_the_end_even_the_small = false // You read it to the end, even the small print.
VAR flag_you_kept_to_the_shadow_and_saw_more_than = false // You kept to the shadow, and saw more than you showed.
VAR flag_you_looked_twice_and_saw_what_others_had = false // You looked twice, and saw what others had missed.
VAR flag_you_said_aloud_what_the_others_only = false // You said aloud what the others only thought.
VAR flag_you_laughed_when_nobody_else_did = false // You laughed when nobody else did.
VAR flag_you_thought_of_those_at_home_and_of_what = false // You thought of those at home, and of what they would say.
VAR flag_you_asked_for_help_which_was_not_easy = false // You asked for help, which was not easy.
VAR flag_you_touched_it_and_your_finger_was_warm = false // You touched it, and your finger was warm for an hour.
VAR flag_you_stood_still_and_listened_before_you = false // You stood still and listened before you went on.
VAR flag_you_broke_off_a_twig_and_kept_it = false // You broke off a twig and kept it.
VAR flag_you_stepped_forward_before_you_were = false // You stepped forward before you were called.
-> arrival_at_eider_point

=== arrival_at_eider_point ===
# passage: Arrival at Eider Point
It begins at Eider Point, where Delphine Norrell works as a bartender at a small pub in the city's West End, and she's about to start an adventure that will change everything she's ever known. It is early at Eider Point, and Delphine Norrell is about to start an adventure that will change everything he has ever known. For a moment, you feel your way through the darkness of the lighthouse, but then you're transported to a completely new world. Far away, you see a small island with no door.
You find the Odd Logbook at Inver Boathouse, hidden away in a crate on the edge of a building. The Odd Logbook is a rare and precious item, a single-use book that contains only one page: a message from an old sailor who was lost at sea. On the Odd Logbook, you notice an image of a lighthouse with no door. You look around and see that the island where Inver Boathouse is located lies just beyond the edge of the crate. Delphine Norrell looks at the Odd Logbook and says, "Inver Boathouse has two doors, one leads to safety but the other is a dark and mysterious place." You look from Delphine Norrell to the Odd Logbook and you see that it's a map of a lighthouse with no door.
+ [Look below]
    ~ flag_you_know_that_somebody_slept_below = true
    -> strangers_at_inver_boathouse
+ [Try the other door]
    ~ flag_you_know_that_a_new_lock_was_put_in = true
    -> a_blade_in_the_dark
+ [Listen for a while]
    ~ flag_you_have_heard_the_knocking = true
    -> arrival_at_inver_boathouse

=== strangers_at_inver_boathouse ===
# passage: Strangers at Inver Boathouse
Below it is dry, and somebody has slept there. The air at Inver Boathouse is heavy, and the sound of the lapping feet of the sea still echoes in my mind.
+ {not flag_you_know_that_a_new_lock_was_put_in} [Try the other door]
    ~ flag_you_know_that_a_new_lock_was_put_in = true
    -> a_blade_in_the_dark
+ {not flag_you_have_heard_the_knocking} [Listen for a while]
    ~ flag_you_have_heard_the_knocking = true
    -> arrival_at_inver_boathouse
+ [Let the dead leave Eider Point]
    ~ flag_from_now_on_nobody_will_be_able_to_walk = true
    -> empty_rooms_at_eider_point
+ [Make the dead answer Delphine Norrell]
    ~ flag_from_now_on_nobody_will_ask_to_walk_up = true
    -> henrike_sorleys_secret

=== a_blade_in_the_dark ===
# passage: A Blade in the Dark
Another door stands here, and its lock is new. In a corner of Inver Boathouse, a small wooden cottage stands with an old sailboat adorning it's prow.
+ {not flag_you_know_that_somebody_slept_below} [Look below]
    ~ flag_you_know_that_somebody_slept_below = true
    -> strangers_at_inver_boathouse
+ {not flag_you_have_heard_the_knocking} [Listen for a while]
    ~ flag_you_have_heard_the_knocking = true
    -> arrival_at_inver_boathouse
+ {flag_you_know_that_somebody_slept_below} [Let the dead leave Eider Point]
    ~ flag_from_now_on_nobody_will_be_able_to_walk = true
    -> empty_rooms_at_eider_point
+ {flag_you_know_that_somebody_slept_below} [Make the dead answer Delphine Norrell]
    ~ flag_from_now_on_nobody_will_ask_to_walk_up = true
    -> henrike_sorleys_secret

=== arrival_at_inver_boathouse ===
# passage: Arrival at Inver Boathouse
From somewhere below comes a knocking, three times, and then nothing. On the ground in front of you lies a box with an empty cup. The old clock at Inver Boathouse shows that it's time for a new day.
+ {not flag_you_know_that_somebody_slept_below} [Look below]
    ~ flag_you_know_that_somebody_slept_below = true
    -> strangers_at_inver_boathouse
+ {not flag_you_know_that_a_new_lock_was_put_in} [Try the other door]
    ~ flag_you_know_that_a_new_lock_was_put_in = true
    -> a_blade_in_the_dark
+ {flag_you_know_that_somebody_slept_below} [Let the dead leave Eider Point]
    ~ flag_from_now_on_nobody_will_be_able_to_walk = true
    -> empty_rooms_at_eider_point
+ {flag_you_know_that_somebody_slept_below} [Make the dead answer Delphine Norrell]
    ~ flag_from_now_on_nobody_will_ask_to_walk_up = true
    -> henrike_sorleys_secret

=== empty_rooms_at_eider_point ===
# passage: Empty Rooms at Eider Point
You let the dead leave Eider Point. All at once, Eider Point is littered with the remains of a small town's forgotten past. Henrike Sorley takes your hand and hands it to you, revealing a map etched into the wall. You take a step towards the lighthouse, but you're not alone. On the ground in front of you lies a human skull, partially obscured. You cannot wait any longer, because the dead have left you.
+ [Look back once]
    ~ flag_you_looked_back_once_and_were_seen_to_do = true
    -> morning_at_inver_boathouse
+ [Tell the stranger your name]
    ~ flag_you_told_a_stranger_your_true_name = true
    -> morning_at_inver_boathouse
+ [Listen to the old story]
    ~ flag_you_let_the_old_story_be_told_to_its_end = true
    -> morning_at_inver_boathouse

=== morning_at_inver_boathouse ===
# passage: Morning at Inver Boathouse
{ flag_you_looked_back_once_and_were_seen_to_do:
    You looked back once, and were seen to do it.
}
{ flag_you_told_a_stranger_your_true_name:
    You told a stranger your true name.
}
{ flag_you_let_the_old_story_be_told_to_its_end:
    You let the old story be told to its end.
}
Soon you reach Inver Boathouse, where you meet a bartender named Delphine Norrell, who is already asleep and staring at himself in the corner of the bar. The walls of Inver Boathouse are covered with a thick layer of dark wood that has been reclaimed from the sea.
Before the day ends, Delphine Norrell has created a reality where his beloved home could be disrupted. In a corner of Eider Point, a massive island with no doors stands as the only visible boundary between the ocean and the land of the future. The light of the day falls on this desolate landscape, where old furniture is left to rust and forgotten treasures are scattered across the sand. You close your eyes and think of your own life before you and you find yourself standing in front of a small, unmarked door.
+ [Count your steps]
    ~ flag_you_counted_your_steps_and_could_find = true
    -> strangers_at_eider_point
+ [Turn up your collar]
    ~ flag_you_turned_up_your_collar_and_walked = true
    -> strangers_at_eider_point
+ [Keep your thoughts to yourself]
    ~ flag_you_kept_what_you_thought_to_yourself = true
    -> strangers_at_eider_point

=== henrike_sorleys_secret ===
# passage: Henrike Sorley's Secret
You make the dead answer Delphine Norrell. Henrike Sorley turns to you with a hint of curiosity, as if sensing your interest in the history of this iconic location. You hold your breath and await the next moment, when the light fades, and the old lighthouse erupts into a dazzling spectacle of colors, reflecting off the water's surface, illuminating a breathtaking scene that is both familiar yet mysterious. It is up to you whether the lights will be able to illuminate your own future or merely serve as a reminder of the past.
+ [Use the time to tidy up]
    ~ flag_you_left_the_place_tidier_than_you_found = true
    -> morning_at_eider_point
+ [Ask one more question]
    ~ flag_you_asked_one_question_more_than_was = true
    -> morning_at_eider_point
+ [Give your word]
    ~ flag_you_gave_your_word_though_nobody_had = true
    -> morning_at_eider_point

=== morning_at_eider_point ===
# passage: Morning at Eider Point
{ flag_you_left_the_place_tidier_than_you_found:
    You left the place tidier than you found it.
}
{ flag_you_asked_one_question_more_than_was:
    You asked one question more than was polite.
}
{ flag_you_gave_your_word_though_nobody_had:
    You gave your word, though nobody had asked for it.
}
You wait at Eider Point until the next night, when a mysterious figure emerges from the shadows. You wait for a while, but soon, they disappear into the darkness of the island. The old clock at Eider Point shows an hourglass that reads 8pm.
At last, Henrike Sorley has finally solved the mystery of the lighthouse's door. The walls of Inver Boathouse are covered in a strange, glowing material that seems to shift and change its shape as if it is responding to his presence. Without a word, Henrike Sorley points to himself with one hand and sees an image of himself standing before a massive wooden door. You cannot wait any longer, because the door will soon be revealed to him.
+ [Leave the door open]
    ~ flag_you_left_a_door_open_behind_you = true
    -> strangers_at_eider_point
+ [Bow your head]
    ~ flag_you_bowed_your_head_to_the_dead = true
    -> strangers_at_eider_point

=== strangers_at_eider_point ===
# passage: Strangers at Eider Point
{ flag_you_counted_your_steps_and_could_find:
    You counted your steps and could find the way back.
}
{ flag_you_turned_up_your_collar_and_walked:
    You turned up your collar and walked into the wind.
}
{ flag_you_kept_what_you_thought_to_yourself:
    You kept what you thought to yourself.
}
{ flag_you_left_a_door_open_behind_you:
    You left a door open behind you.
}
{ flag_you_bowed_your_head_to_the_dead:
    You bowed your head to the dead.
}
{ flag_you_looked_back_once_and_were_seen_to_do:
    You looked back once, and were seen to do it.
}
{ flag_you_left_the_place_tidier_than_you_found:
    You left the place tidier than you found it.
}
You find the Odd Logbook at Eider Point, hidden away by a local bartender. You look around and see the old wooden creaking floorboards of the lighthouse. You reach out and touch one of them, feeling a strange sensation as you feel your hand on the edge of the door. Something hums quietly, and it's not yours to hear. The Odd Logbook is there, but you're not sure if you've seen it before.
The Odd Logbook belonged to Delphine Norrell, who never said so. A cold wind blows through Eider Point, and the lighthouse stands as a monument of forgotten times. The old clock at Eider Point shows the odd logbook on its wall in a small room above the water's edge. You wait for a while, but the door doesn't open. You remember how a few years ago, you'd gone to Eider Point and seen the strange light on the other side of the island. Everyone is looking at you, and no one seems to be interested.
{
- flag_you_know_that_a_new_lock_was_put_in:
- else:
    You know too little to say it # closed
}
+ [Share the secret of the Odd Logbook]
    -> what_delphine_norrell_says
+ [Keep the secret of the Odd Logbook]
    -> delphine_norrells_secret
+ {flag_you_know_that_a_new_lock_was_put_in} [Let a hint fall]
    ~ flag_you_let_them_see_that_you_know_more_than = true
    -> what_delphine_norrell_says

=== what_delphine_norrell_says ===
# passage: What Delphine Norrell Says
{ flag_you_let_them_see_that_you_know_more_than:
    You let them see that you know more than you say.
}
{ flag_from_now_on_nobody_will_ask_to_walk_up:
    People at Inver Boathouse have heard of it, and they're not sure what to make of it.
}
You share the secret of the Odd Logbook. All at once, Inver Boathouse is a place where the art of storytelling is carried on by one who has walked in the footsteps of a bard. You ask yourself why this fabled lighthouse remains unchanged, even as you carry its secrets with you wherever you go. In a low voice, Delphine Norrell tells you that the island's legend revolves around a small lantern lost at sea. The water is said to be cursed, and the keeper of the lighthouse must have been one such vessel. You ask Delphine Norrell about it, and he reveals that the island has been known to have a dark past, and in some places, a hidden tragedy. In the eyes of Delphine Norrell, you see the island's true nature, and you must find someone who can unravel its secrets. You have never seen such an identity card on your life, and you must choose someone who will help you find that one. Delphine Norrell waits for your answer, while in a low voice, you ask him if he has ever shared the secret of the island's legend with anyone else.
+ [Read it to the end]
    ~ flag_you_read_it_to_the_end_even_the_small = true
    -> among_the_stars
+ [Stay in the shadow]
    ~ flag_you_kept_to_the_shadow_and_saw_more_than = true
    -> among_the_stars
+ [Look twice]
    ~ flag_you_looked_twice_and_saw_what_others_had = true
    -> among_the_stars

=== among_the_stars ===
# passage: Among the Stars
{ flag_you_read_it_to_the_end_even_the_small:
    You read it to the end, even the small print.
}
{ flag_you_kept_to_the_shadow_and_saw_more_than:
    You kept to the shadow, and saw more than you showed.
}
{ flag_you_looked_twice_and_saw_what_others_had:
    You looked twice, and saw what others had missed.
}
{ flag_you_let_them_see_that_you_know_more_than:
    You let them see that you know more than you say.
}
You wait at Eider Point until the lighthouse keeper's ship arrives, and it's 2018. Far away, you see a figure on the horizon of the island of Eider Point, watching over the old lighthouse. You and Henrike Sorley stand at the edge of the cliff watching the ship.
At last, Delphine Norrell has finally escaped from the lighthouse and into the depths of her own island's dark past. The only light comes from the sun, but it is not the one she left behind. Under your feet, the moon has become a shadowy figure that can be seen in every corner of the world. Nobody can tell you what is right, since all are lost to this lighthouse.
+ {flag_from_now_on_nobody_will_be_able_to_walk} [Ask for help]
    ~ flag_you_asked_for_help_which_was_not_easy = true
    -> waiting_at_inver_boathouse
+ {flag_from_now_on_nobody_will_be_able_to_walk} [Touch it with one finger]
    ~ flag_you_touched_it_and_your_finger_was_warm = true
    -> waiting_at_inver_boathouse
+ {flag_from_now_on_nobody_will_be_able_to_walk} [Stand still and listen]
    ~ flag_you_stood_still_and_listened_before_you = true
    -> waiting_at_inver_boathouse
+ {flag_from_now_on_nobody_will_ask_to_walk_up} [Ask for help]
    ~ flag_you_asked_for_help_which_was_not_easy = true
    -> no_way_back
+ {flag_from_now_on_nobody_will_ask_to_walk_up} [Touch it with one finger]
    ~ flag_you_touched_it_and_your_finger_was_warm = true
    -> no_way_back
+ {flag_from_now_on_nobody_will_ask_to_walk_up} [Stand still and listen]
    ~ flag_you_stood_still_and_listened_before_you = true
    -> no_way_back

=== delphine_norrells_secret ===
# passage: Delphine Norrell's Secret
You keep the secret of the Odd Logbook. Delphine Norrell turns to you with a warm smile and begins to speak in a language she can only decipher, a language she's been studying for years. Delphine Norrell laughs and says, "Aye, aye, it is." You turn to Delphine Norrell and say, "I'm not sure I understand." Your hands are shaking as you explain the strange situation. In a low voice, Delphine Norrell tells you that you're not just any ordinary stranger. Without a word, Delphine Norrell points to the island, pointing at the island itself. Delphine Norrell shakes hands with you and says, "You are the only one who has no door." The face of Delphine Norrell is a beautiful, yet mysterious, face. For a moment, you feel a strange connection to your own family's past and how it relates to your own identity. The only light comes from the island itself. It is up to you whether the stranger that you are is a monster or not.
+ [Say what you think]
    ~ flag_you_said_aloud_what_the_others_only = true
    -> empty_rooms_at_inver_boathouse
+ [Laugh it off]
    ~ flag_you_laughed_when_nobody_else_did = true
    -> empty_rooms_at_inver_boathouse
+ [Think of home]
    ~ flag_you_thought_of_those_at_home_and_of_what = true
    -> empty_rooms_at_inver_boathouse

=== empty_rooms_at_inver_boathouse ===
# passage: Empty Rooms at Inver Boathouse
{ flag_you_said_aloud_what_the_others_only:
    You said aloud what the others only thought.
}
{ flag_you_laughed_when_nobody_else_did:
    You laughed when nobody else did.
}
{ flag_you_thought_of_those_at_home_and_of_what:
    You thought of those at home, and of what they would say.
}
You wait at Inver Boathouse until 1980s, when it was only a small village with only one lighthouse. Nobody at Inver Boathouse seems to notice the old lighthouse. The walls of Inver Boathouse are still built into the side of the cliffs.
At last, Delphine Norrell has solved the mystery and revealed to her that her beloved shop was indeed owned by Henrike Sorley. You ask Delphine Norrell about the fate of the lighthouse. You look around and see a small island with a light shining brightly in the distance. With the Odd Logbook beside you, you wonder what happened to your beloved shop. Whatever you do now, Eider Point will never be a reality again, but you'll know it by the way it's filled with books of strange creatures.
+ [Break off a twig]
    ~ flag_you_broke_off_a_twig_and_kept_it = true
    -> delphine_norrells_answer
+ [Step forward]
    ~ flag_you_stepped_forward_before_you_were = true
    -> delphine_norrells_answer

=== waiting_at_inver_boathouse ===
# passage: Waiting at Inver Boathouse
{ flag_you_asked_for_help_which_was_not_easy:
    You asked for help, which was not easy.
}
{ flag_you_touched_it_and_your_finger_was_warm:
    You touched it, and your finger was warm for an hour.
}
{ flag_you_stood_still_and_listened_before_you:
    You stood still and listened before you went on.
}
{ flag_you_counted_your_steps_and_could_find:
    You counted your steps and could find the way back.
}
{ flag_you_know_that_a_new_lock_was_put_in:
    You know that a new lock was put in.
}
{ flag_you_told_a_stranger_your_true_name:
    You told a stranger your true name.
}
Long afterwards, at Inver Boathouse, people still had a hard time leaving. At Inver Boathouse, you can still see the remains of Eider Point. A few people stop and eat a small meal they found in the old lighthouse. For a moment, you feel like you're stuck in a reality that's not your own. Delphine Norrell takes your hand and tells you that she has a great idea to build a new lighthouse for the people of Inver Boathouse. You wait for a while, but she just doesn't seem to want to talk about it. Your heart beats faster, because you know that can be very difficult on both sides. The old clock at Inver Boathouse shows that there will be 10 days left until the next day. In a corner of Inver Boathouse, you see a small boat with a sailboat in it, and it is the old sailboat. There is an empty chair at Inver Boathouse, and the old man has a young girl on his knees.
An Empty Chair # ending
-> END

=== no_way_back ===
# passage: No Way Back
{ flag_you_asked_for_help_which_was_not_easy:
    You asked for help, which was not easy.
}
{ flag_you_touched_it_and_your_finger_was_warm:
    You touched it, and your finger was warm for an hour.
}
{ flag_you_stood_still_and_listened_before_you:
    You stood still and listened before you went on.
}
{ flag_you_know_that_a_new_lock_was_put_in:
    You know that a new lock was put in.
}
{ flag_you_asked_one_question_more_than_was:
    You asked one question more than was polite.
}
Long afterwards, at Inver Boathouse, people still had a hard time leaving. You wait for a while, but you can't get out of the elevator. You and Delphine Norrell stand on the lighthouse's observation deck. In the eyes of Delphine Norrell, you see your friend who has lost everything: you are now standing here at Inver Boathouse, alone. A few people stop and look at you, they seem to be trying to make sense of all the strange lights that are coming from the room above them. Delphine Norrell takes your hand and says: "I have no idea what's going on, I don't know how to get out of here." Nobody at Inver Boathouse seems to care, they just stare at you. The water is so cold, it looks like a mirror. Your heart beats faster, because you realize that you're not alone at the end of the dock. The lights at Inver Boathouse go out, and you're left standing on the very ground.
Lights Out # ending
-> END

=== delphine_norrells_answer ===
# passage: Delphine Norrell's Answer
{ flag_you_broke_off_a_twig_and_kept_it:
    You broke off a twig and kept it.
}
{ flag_you_stepped_forward_before_you_were:
    You stepped forward before you were called.
}
{ flag_you_kept_what_you_thought_to_yourself:
    You kept what you thought to yourself.
}
{ flag_you_have_heard_the_knocking:
    You have heard the knocking.
}
{ flag_you_let_the_old_story_be_told_to_its_end:
    You let the old story be told to its end.
}
{ flag_you_gave_your_word_though_nobody_had:
    You gave your word, though nobody had asked for it.
}
Delphine Norrell stays at Eider Point, and she's not the only one. Delphine Norrell does not answer, but she is no longer the very life of a sailor who lost his ship on the ocean. You reach out and touch her hand, and you see your first mate. Far away, you see a small island with a woman standing at Eider Point, staring up at you. Your heart beats faster, because she's not just any woman; she's the one who helped you lose your life. You hold your breath and watch as she takes a step closer to you, her eyes shining with tears. Your hands are free, and they're holding Delphine Norrell's hand. You and Delphine Norrell stand there in the moment, and you can only smile at the beauty of it all. Delphine Norrell laughs and asks you to tell her how much you love her. Nobody but you will ever know that you have a special bond with her.
A Secret Kept # ending
-> END
