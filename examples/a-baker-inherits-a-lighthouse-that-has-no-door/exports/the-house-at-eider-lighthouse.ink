# title: The House at Eider Lighthouse
# hook: It begins at Eider Lighthouse, where a stranger stands before a landmark that has always been shrouded in mystery.
# content notes: Fear, and the dead; no gore.
# language: en
# ifid: 22DA11C3-ACFF-4E0C-BE28-0D4C4CBCE161
VAR flag_you_know_that_a_new_lock_was_put_in = false // You know that a new lock was put in.
VAR flag_you_have_heard_the_knocking = false // You have heard the knocking.
VAR flag_you_know_that_somebody_slept_below = false // You know that somebody slept below.
VAR flag_you_left_the_place_tidier_than_you_found = false // You left the place tidier than you found it.
VAR flag_from_now_on_everyone_will_know_that = false // From now on, everyone will know that you're all connected to Emissad.
VAR flag_from_now_on_nobody_will_know_what_to_do = false // From now on, nobody will know what to do with this lighthouse.
VAR flag_you_kept_to_the_shadow_and_saw_more_than = false // You kept to the shadow, and saw more than you showed.
VAR flag_you_counted_your_steps_and_could_find = false // You counted your steps and could find the way back.
VAR flag_you_left_a_door_open_behind_you = false // You left a door open behind you.
VAR flag_you_looked_back_once_and_were_seen_to_do = false // You looked back once, and were seen to do it.
VAR flag_you_touched_it_and_your_finger_was_warm = false // You touched it, and your finger was warm for an hour.
VAR flag_you_swallowed_your_fear_and_nobody_saw = false // You swallowed your fear, and nobody saw it.
VAR flag_you_stepped_forward_before_you_were = false // You stepped forward before you were called.
VAR flag_you_stepped_where_everybody_could_see = false // You stepped where everybody could see you.
VAR flag_you_stood_still_and_listened_before_you = false // You stood still and listened before you went on.
VAR flag_you_told_a_stranger_your_true_name = false // You told a stranger your true name.
VAR flag_you_let_the_old_story_be_told_to_its_end = false // You let the old story be told to its end.
VAR flag_you_read_it_to_the_end_even_the_small = false // You read it to the end, even the small print.
VAR flag_you_bowed_your_head_to_the_dead = false // You bowed your head to the dead.
VAR flag_you_did_what_you_had_learnt_on_the_way = false // You did what you had learnt on the way.
VAR flag_you_looked_up_and_found_the_star_that = false // You looked up, and found the star that you were born under.
VAR flag_you_let_the_crowd_carry_you_and_lost_no = false // You let the crowd carry you, and lost no time.
VAR flag_you_looked_a_guard_in_the_eye_and_did = false // You looked a guard in the eye and did not blink.
VAR flag_you_said_aloud_what_the_others_only = false // You said aloud what the others only thought.
VAR flag_you_tossed_a_coin_and_did_not_look_at_it = false // You tossed a coin, and did not look at it.
VAR flag_you_kept_what_you_thought_to_yourself = false // You kept what you thought to yourself.
VAR flag_you_made_friends_with_an_animal_on_the = false // You made friends with an animal on the way.
VAR flag_you_broke_off_a_twig_and_kept_it = false // You broke off a twig and kept it.
VAR flag_you_closed_your_eyes_for_a_moment_and = false // You closed your eyes for a moment and remembered who you were.
VAR flag_you_looked_twice_and_saw_what_others_had = false // You looked twice, and saw what others had missed.
VAR flag_you_asked_one_question_more_than_was = false // You asked one question more than was polite.
-> a_light_at_eider_lighthouse

=== a_light_at_eider_lighthouse ===
# passage: A Light at Eider Lighthouse
It begins at Eider Lighthouse, where a stranger stands before a landmark that has always been shrouded in mystery. It is early at Eider Lighthouse, and Delphine Norrell is standing on the rock overlooking the sea, her eyes scanning the horizon as she looks down at a figure she's never seen before. You turn the Odd Logbook over and over again: you see a young woman with long dark hair, dressed in a simple white dress that seems to be made of a material that doesn't seem to match the fabric of the island itself. You hold your breath and wait as she disappears from view until you can find her. In the eyes of Delphine Norrell, you see a smile on her face. You look from Delphine Norrell to the Odd Logbook and back to your own reflection.
+ [Use the time to tidy up]
    ~ flag_you_left_the_place_tidier_than_you_found = true
    -> a_hiding_place
+ [Stay in the shadow]
    ~ flag_you_kept_to_the_shadow_and_saw_more_than = true
    -> a_hiding_place
+ [Count your steps]
    ~ flag_you_counted_your_steps_and_could_find = true
    -> a_hiding_place

=== a_hiding_place ===
# passage: A Hiding Place
{ flag_you_left_the_place_tidier_than_you_found:
    You left the place tidier than you found it.
}
{ flag_you_kept_to_the_shadow_and_saw_more_than:
    You kept to the shadow, and saw more than you showed.
}
{ flag_you_counted_your_steps_and_could_find:
    You counted your steps and could find the way back.
}
You find the Odd Logbook at Inver Point, hidden in the old bookshop on the island of eider. On the Odd Logbook, you notice a small piece of paper with strange symbols. You run your fingers over the Odd Logbook, and it's covered in strange, glowing letters. You ask yourself why this place isn't there somewhere else. Delphine Norrell waits for your answer, while you're taking a walk on the island of eider, and you find yourself staring at an old, mysterious book with strange symbols.
+ [Look below]
    ~ flag_you_know_that_somebody_slept_below = true
    -> the_quiet_after
+ [Try the other door]
    ~ flag_you_know_that_a_new_lock_was_put_in = true
    -> strangers_at_inver_point
+ [Listen for a while]
    ~ flag_you_have_heard_the_knocking = true
    -> the_signal

=== the_quiet_after ===
# passage: The Quiet After
Below it is dry, and somebody has slept there. You can hear the creaking of old wooden buildings, but nothing grows on you. The light of the day falls on nothing except the darkness.
+ {not flag_you_know_that_a_new_lock_was_put_in} [Try the other door]
    ~ flag_you_know_that_a_new_lock_was_put_in = true
    -> strangers_at_inver_point
+ {not flag_you_have_heard_the_knocking} [Listen for a while]
    ~ flag_you_have_heard_the_knocking = true
    -> the_signal
+ [Keep the lamp burning]
    ~ flag_from_now_on_everyone_will_know_that = true
    -> no_way_back
+ [Let the lamp go dark]
    ~ flag_from_now_on_nobody_will_know_what_to_do = true
    -> night_over_inver_point

=== strangers_at_inver_point ===
# passage: Strangers at Inver Point
Another door stands here, and its lock is new. You take a step towards the entrance, but before you reach it, you notice something peculiar. Outside, the lantern of the old lighthouse shines bright with a silver glow.
+ {not flag_you_know_that_somebody_slept_below} [Look below]
    ~ flag_you_know_that_somebody_slept_below = true
    -> the_quiet_after
+ {not flag_you_have_heard_the_knocking} [Listen for a while]
    ~ flag_you_have_heard_the_knocking = true
    -> the_signal
+ {flag_you_know_that_somebody_slept_below} [Keep the lamp burning]
    ~ flag_from_now_on_everyone_will_know_that = true
    -> no_way_back
+ {flag_you_know_that_somebody_slept_below} [Let the lamp go dark]
    ~ flag_from_now_on_nobody_will_know_what_to_do = true
    -> night_over_inver_point

=== the_signal ===
# passage: The Signal
From somewhere below comes a knocking, three times, and then nothing. The walls of Inver Point are broken, but it's not the sound of the creaking wooden that's breaking it.
+ {not flag_you_know_that_somebody_slept_below} [Look below]
    ~ flag_you_know_that_somebody_slept_below = true
    -> the_quiet_after
+ {not flag_you_know_that_a_new_lock_was_put_in} [Try the other door]
    ~ flag_you_know_that_a_new_lock_was_put_in = true
    -> strangers_at_inver_point
+ {flag_you_know_that_somebody_slept_below} [Keep the lamp burning]
    ~ flag_from_now_on_everyone_will_know_that = true
    -> no_way_back
+ {flag_you_know_that_somebody_slept_below} [Let the lamp go dark]
    ~ flag_from_now_on_nobody_will_know_what_to_do = true
    -> night_over_inver_point

=== no_way_back ===
# passage: No Way Back
You keep the lamp burning. All at once, Eider Lighthouse is abandoned, and the only remaining light is the one that has been extinguished by a malfunctioning electrical device. On the ground in front of you lies a large metal box with an empty lantern inside it. In a corner of Eider Lighthouse, you find a small, yet vital, item. You close your eyes and think of all the things you've lost: your family, your home, your loved ones gone.
+ [Leave the door open]
    ~ flag_you_left_a_door_open_behind_you = true
    -> all_at_once
+ [Look back once]
    ~ flag_you_looked_back_once_and_were_seen_to_do = true
    -> all_at_once
+ [Touch it with one finger]
    ~ flag_you_touched_it_and_your_finger_was_warm = true
    -> all_at_once

=== all_at_once ===
# passage: All at Once
{ flag_you_left_a_door_open_behind_you:
    You left a door open behind you.
}
{ flag_you_looked_back_once_and_were_seen_to_do:
    You looked back once, and were seen to do it.
}
{ flag_you_touched_it_and_your_finger_was_warm:
    You touched it, and your finger was warm for an hour.
}
You wait at Inver Point until one of the locals has left. Far away, you see a stranger with a bright smile, but it's not you. You reach out and touch the small wooden door that leads to the island.
At last, Delphine Norrell has finally escaped the darkness and began to walk. The only light comes from a small lantern that hangs above the ship's turrets, but it is also the only light that allows her to see anything beyond the horizon. You try not to think of the shadows outside, but you can't. You look around and there's a lone figure standing on the other side of the ship. Whatever you do now, Eider Lighthouse will never be the same.
+ [Step into the light]
    ~ flag_you_stepped_where_everybody_could_see = true
    -> an_old_story_of_eider_lighthouse
+ [Stand still and listen]
    ~ flag_you_stood_still_and_listened_before_you = true
    -> an_old_story_of_eider_lighthouse
+ [Tell the stranger your name]
    ~ flag_you_told_a_stranger_your_true_name = true
    -> an_old_story_of_eider_lighthouse

=== night_over_inver_point ===
# passage: Night over Inver Point
You let the lamp go dark. Henrike Sorley turns to you with a serious expression on his face and says, "The light will still shine down on us, but I want you to know that you are the ones who have the responsibility of preserving this incredible tradition." Henrike Sorley looks at you and says, "That's not the way it should be." Now everything depends on you, because if you're not there to preserve this tradition, you are.
+ [Swallow your fear]
    ~ flag_you_swallowed_your_fear_and_nobody_saw = true
    -> where_the_odd_logbook_lay
+ [Step forward]
    ~ flag_you_stepped_forward_before_you_were = true
    -> where_the_odd_logbook_lay

=== where_the_odd_logbook_lay ===
# passage: Where the Odd Logbook Lay
{ flag_you_swallowed_your_fear_and_nobody_saw:
    You swallowed your fear, and nobody saw it.
}
{ flag_you_stepped_forward_before_you_were:
    You stepped forward before you were called.
}
Soon you reach Eider Lighthouse, where your townspeople are stunned to see your beloved home destroyed by an unknown force. You turn the Odd Logbook over and over again, and it's not just any ordinary lighthouse – it's a place that has been lost forever.
Before the day ends, Henrike Sorley has no idea what happened to his beloved Eider Lighthouse. You and Henrike Sorley stand in the doorway of the lighthouse, staring out at the sea, lost in thought as your friend stands there, trying to make sense of the impossible. On the ground in front of you lies a small, glowing orb that is now floating on the horizon. You close your eyes and think of the countless years that have passed since your friend Henrike Sorley left the island and you wonder what happened to him.
+ [Listen to the old story]
    ~ flag_you_let_the_old_story_be_told_to_its_end = true
    -> an_old_story_of_eider_lighthouse
+ [Read it to the end]
    ~ flag_you_read_it_to_the_end_even_the_small = true
    -> an_old_story_of_eider_lighthouse
+ [Bow your head]
    ~ flag_you_bowed_your_head_to_the_dead = true
    -> an_old_story_of_eider_lighthouse

=== an_old_story_of_eider_lighthouse ===
# passage: An Old Story of Eider Lighthouse
{ flag_you_stepped_where_everybody_could_see:
    You stepped where everybody could see you.
}
{ flag_you_stood_still_and_listened_before_you:
    You stood still and listened before you went on.
}
{ flag_you_told_a_stranger_your_true_name:
    You told a stranger your true name.
}
{ flag_you_let_the_old_story_be_told_to_its_end:
    You let the old story be told to its end.
}
{ flag_you_read_it_to_the_end_even_the_small:
    You read it to the end, even the small print.
}
{ flag_you_bowed_your_head_to_the_dead:
    You bowed your head to the dead.
}
{ flag_you_left_a_door_open_behind_you:
    You left a door open behind you.
}
{ flag_you_left_the_place_tidier_than_you_found:
    You left the place tidier than you found it.
}
You find the Odd Logbook at Eider Lighthouse, hidden away by the old tree. The only light comes from a tiny lantern in the middle of the room, littered with scraps and broken glass. On the Odd Logbook, you notice a piece of paper that looks like a map. You remember how you managed to escape with your life when the old tree was destroyed. You reach out and touch the piece of paper, and it seems to be a small map that shows a place where the old tree used to be.
The Odd Logbook belonged to Delphine Norrell, who never said so. The old clock at Eider Lighthouse shows the passage of time, but it's not the old one. A cold wind blows through Eider Lighthouse, and a strange figure appears in the darkness. The air at Eider Lighthouse is filled with a whisper of the past. Your hands are covered with strange objects that seem to be made from the moon. It is up to you whether the old clock and its contents can survive the ravages of time.
{
- flag_you_left_the_place_tidier_than_you_found:
- else:
    You have not learnt how # closed
}
+ [Let the tree be felled]
    -> empty_rooms_at_inver_point
+ [Chain yourself to the tree]
    -> strangers_at_eider_lighthouse
+ {flag_you_left_the_place_tidier_than_you_found} [Do what you learnt on the way]
    ~ flag_you_did_what_you_had_learnt_on_the_way = true
    -> empty_rooms_at_inver_point

=== empty_rooms_at_inver_point ===
# passage: Empty Rooms at Inver Point
{ flag_you_did_what_you_had_learnt_on_the_way:
    You did what you had learnt on the way.
}
{ flag_from_now_on_nobody_will_know_what_to_do:
    People at Inver Point have heard of it, and they seem to agree on a few things.
}
You let the tree be felled. All at once, Inver Point is transformed into a tiny island, where a group of people are standing in front of a lighthouse, and they're looking at the old tree that was felled and now stands as a symbol of their new freedom. High above you, the old sailor is looking down at his reflection with a mixture of sadness and relief. You take a step towards him, but he leans in closer, and you can see the love and pride you have for your family's legacy. A few people stop and look at you, and they're smiling, as if they know what you're going to do next. You and Henrike Sorley stand there, with all of your heart full of joy, and a smile spreads across your face, and you just want to carry on the family's legacy. Henrike Sorley waits for your answer, while he is standing there, and you can see his family's eyes full of love and pride.
+ [Look up at the sky]
    ~ flag_you_looked_up_and_found_the_star_that = true
    -> high_above_eider_lighthouse
+ [Let the crowd carry you]
    ~ flag_you_let_the_crowd_carry_you_and_lost_no = true
    -> high_above_eider_lighthouse
+ [Look the guard in the eye]
    ~ flag_you_looked_a_guard_in_the_eye_and_did = true
    -> high_above_eider_lighthouse

=== high_above_eider_lighthouse ===
# passage: High above Eider Lighthouse
{ flag_you_looked_up_and_found_the_star_that:
    You looked up, and found the star that you were born under.
}
{ flag_you_let_the_crowd_carry_you_and_lost_no:
    You let the crowd carry you, and lost no time.
}
{ flag_you_looked_a_guard_in_the_eye_and_did:
    You looked a guard in the eye and did not blink.
}
{ flag_you_did_what_you_had_learnt_on_the_way:
    You did what you had learnt on the way.
}
{ flag_you_bowed_your_head_to_the_dead:
    You bowed your head to the dead.
}
Soon you reach Eider Lighthouse, where the giant tree stood in the middle of the ocean. The walls of Eider Lighthouse are a massive stone structure with a wooden frame built into its surface. The water is crystal clear and the sky above is a deep shade of blue, and it's only a matter of time before you find yourself standing on the edge of the world.
Before the day ends, Delphine Norrell has a mysterious explanation for how she can escape her hometown of Eider. Far away, you see a small cottage with a window that allows you to walk outside and look at your beloved lighthouse. Whatever you do now, Inver Point will never know about your location.
+ {flag_from_now_on_everyone_will_know_that} [Keep your thoughts to yourself]
    ~ flag_you_kept_what_you_thought_to_yourself = true
    -> the_crowd_at_inver_point
+ {flag_from_now_on_everyone_will_know_that} [Hold out a hand to the animal]
    ~ flag_you_made_friends_with_an_animal_on_the = true
    -> the_crowd_at_inver_point
+ {flag_from_now_on_everyone_will_know_that} [Break off a twig]
    ~ flag_you_broke_off_a_twig_and_kept_it = true
    -> the_crowd_at_inver_point
+ {flag_from_now_on_nobody_will_know_what_to_do} [Keep your thoughts to yourself]
    ~ flag_you_kept_what_you_thought_to_yourself = true
    -> a_long_silence
+ {flag_from_now_on_nobody_will_know_what_to_do} [Hold out a hand to the animal]
    ~ flag_you_made_friends_with_an_animal_on_the = true
    -> a_long_silence
+ {flag_from_now_on_nobody_will_know_what_to_do} [Break off a twig]
    ~ flag_you_broke_off_a_twig_and_kept_it = true
    -> a_long_silence

=== strangers_at_eider_lighthouse ===
# passage: Strangers at Eider Lighthouse
You chain yourself to the tree. Henrike Sorley turns to you with an expression of uncertainty, as if he's about to admit something he doesn't want to reveal. You and Henrike Sorley stand there in front of the creaking wooden structure, both holding your breath, hoping that the sea will reveal the truth behind that beacon. Outside, the island itself seems to take on a life of its own, with the sun shining through the door into a dark blue sea. In a low voice, Henrike Sorley tells you that he's afraid of losing something he holds dear. Far away, you see a figure emerging from the darkness. You have never seen such beauty in your life. Henrike Sorley warns you that the island is different, and that the only way to escape is to step forward into the unknown. You cannot wait any longer, because if you're not ready to leave, you will never find your way back.
+ [Say what you think]
    ~ flag_you_said_aloud_what_the_others_only = true
    -> arrival_at_inver_point
+ [Toss a coin]
    ~ flag_you_tossed_a_coin_and_did_not_look_at_it = true
    -> arrival_at_inver_point

=== arrival_at_inver_point ===
# passage: Arrival at Inver Point
{ flag_you_said_aloud_what_the_others_only:
    You said aloud what the others only thought.
}
{ flag_you_tossed_a_coin_and_did_not_look_at_it:
    You tossed a coin, and did not look at it.
}
Delphine Norrell takes you to Inver Point, where he is an avid sailor and has been sailing around the world for years. Delphine Norrell laughs and tells you that the lighthouse's doors are gone. A cold wind blows through Inver Point, and the door is left untouched.
When you come back to Eider Lighthouse, you see that the lights are still flickering, but they're not just static lights. High above you, the lights begin to glow with a soft, ethereal light that seems to be beckoning you to explore. In a corner of Eider Lighthouse, a small, intricately carved wooden statue of a sailor sits on its pedestal. Nobody can tell you what is right, since it's an old, weathered piece of wood with a message in it.
+ [Close your eyes for a moment]
    ~ flag_you_closed_your_eyes_for_a_moment_and = true
    -> one_last_look
+ [Look twice]
    ~ flag_you_looked_twice_and_saw_what_others_had = true
    -> one_last_look
+ [Ask one more question]
    ~ flag_you_asked_one_question_more_than_was = true
    -> one_last_look

=== the_crowd_at_inver_point ===
# passage: The Crowd at Inver Point
{ flag_you_kept_what_you_thought_to_yourself:
    You kept what you thought to yourself.
}
{ flag_you_made_friends_with_an_animal_on_the:
    You made friends with an animal on the way.
}
{ flag_you_broke_off_a_twig_and_kept_it:
    You broke off a twig and kept it.
}
{ flag_you_kept_to_the_shadow_and_saw_more_than:
    You kept to the shadow, and saw more than you showed.
}
{ flag_you_know_that_a_new_lock_was_put_in:
    You know that a new lock was put in.
}
{ flag_you_looked_back_once_and_were_seen_to_do:
    You looked back once, and were seen to do it.
}
Long afterwards, at Inver Point, people still talk about the old lighthouse and the sea. At Inver Point, you can still see the old lighthouse on a beach. You turn to Delphine Norrell and say, "I do not want to go to the sea." You turn the Odd Logbook over and over again until you reach the end of it. The walls of Inver Point are adorned with old ships and buildings that look like they have been built by the sea. You run your fingers over the Odd Logbook, and you see a picture of a ship on a dockyard. The old clock at Inver Point shows the same time as the picture. You wait for a while, but no one answers your phone or door knocker. The fire has burnt down, and the last thing you see is an old lighthouse that only exists in the past.
Ashes # ending
-> END

=== a_long_silence ===
# passage: A Long Silence
{ flag_you_kept_what_you_thought_to_yourself:
    You kept what you thought to yourself.
}
{ flag_you_made_friends_with_an_animal_on_the:
    You made friends with an animal on the way.
}
{ flag_you_broke_off_a_twig_and_kept_it:
    You broke off a twig and kept it.
}
{ flag_you_kept_to_the_shadow_and_saw_more_than:
    You kept to the shadow, and saw more than you showed.
}
{ flag_you_know_that_a_new_lock_was_put_in:
    You know that a new lock was put in.
}
{ flag_you_stepped_forward_before_you_were:
    You stepped forward before you were called.
}
Long afterwards, at Inver Point, people still talk about the old lighthouse and the sea. All around you, the old building seems to be in a strange state of limbo. You turn to Delphine Norrell and say something about it. The old clock at Inver Point shows the number 17 on its face. You wait for a while, but all around you is still filled with people talking about the sea. Without a word, Delphine Norrell points to the old building in the distance. Under your feet, the old clock in the building's tower reads 17. Delphine Norrell laughs and says: "It is a lighthouse, but it is also a church." The Odd Logbook is said to be in a church on this island. The lights at Inver Point go out, and the old lighthouse is gone.
Lights Out # ending
-> END

=== one_last_look ===
# passage: One Last Look
{ flag_you_closed_your_eyes_for_a_moment_and:
    You closed your eyes for a moment and remembered who you were.
}
{ flag_you_looked_twice_and_saw_what_others_had:
    You looked twice, and saw what others had missed.
}
{ flag_you_asked_one_question_more_than_was:
    You asked one question more than was polite.
}
{ flag_you_stepped_where_everybody_could_see:
    You stepped where everybody could see you.
}
{ flag_you_counted_your_steps_and_could_find:
    You counted your steps and could find the way back.
}
{ flag_you_have_heard_the_knocking:
    You have heard the knocking.
}
{ flag_you_touched_it_and_your_finger_was_warm:
    You touched it, and your finger was warm for an hour.
}
Delphine Norrell stays at Eider Lighthouse, and as you mentioned, she is part of a special family. You and Delphine Norrell stand on the edge of the building, taking in the breathtaking sight of a lighthouse in the distance. The walls of Eider Lighthouse are painted with a vibrant tapestry of blue and gold, but you notice something peculiar. You wait for a while, but Delphine Norrell looks at you in awe. The old clock at Eider Lighthouse shows you an hourglass, which has been removed from the lighthouse's exterior. You remember how the old clock used to be so tall, with a beautiful sapphire on top of it. You hold your breath and watch as the old clockmaker puts it back on his pedestal. Nobody but you will ever know that the old clock is still there, standing here in the depths of Eider Lighthouse, with a piece of history.
What You Kept # ending
-> END
