# title: Forty, Asleep
# hook: On the longest night of the year you have to bring forty sleeping hives home over the ice before the thaw, with a daughter who has come for Christmas and brought a standing lamp.
# content notes: Illness of ageing, danger on ice, grief for a dead husband, possible death of bees. No violence.
# language: en
# ifid: 5EC3E96B-DD9E-40DC-9245-EA5CC5E01AA7
VAR flag_you_have_seen_the_highest_flood_mark = false // You have seen the highest flood mark just under the hay rack's planks.
VAR flag_you_have_let_kaias_knot_be = false // You have let Kaia's knot be.
VAR flag_you_have_begged_the_bees_pardon_for = false // You have begged the bees' pardon for telling them of the sale from the jetty.
VAR flag_kaia_has_told_you_that_the_lamp_is_for = false // Kaia has told you that the lamp is for reading.
VAR flag_you_have_seen_that_the_mouse_guards_are = false // You have seen that the mouse guards are cut from coffee tins.
VAR flag_you_hummed_to_the_hives_on_the_ridge = false // You hummed to the hives on the ridge.
VAR flag_you_told_kaia_that_her_boots_were_louder = false // You told Kaia that her boots were louder than her mouth.
VAR flag_you_walked_the_first_load_home_with_a = false // You walked the first load home with a palm on the last hive.
VAR flag_you_asked_kaia_how_the_city_was = false // You asked Kaia how the city was.
VAR flag_you_told_kaia_what_einar_wrote_in_the = false // You told Kaia what Einar wrote in the book on the day that she was born.
VAR flag_you_said_that_kaias_spelling_would_wake = false // You said that Kaia's spelling would wake the bees.
VAR flag_you_gave_kaia_the_lantern_to_carry = false // You gave Kaia the lantern to carry instead of the book.
VAR flag_you_told_kaia_that_einar_once_took_the = false // You told Kaia that Einar once took the straight way and lost a load on the ridge.
VAR flag_you_told_kaia_to_count_aloud = false // You told Kaia to count aloud.
VAR flag_you_let_kaia_check_the_ropes_after_you = false // You let Kaia check the ropes after you.
VAR flag_you_showed_kaia_the_flood_marks_on_the = false // You showed Kaia the flood marks on the posts of the hay rack by lantern light.
VAR flag_you_asked_kaia_how_far_she_had_counted = false // You asked Kaia how far she had counted.
VAR flag_you_gave_blakka_the_crust_from_your = false // You gave Blakka the crust from your pocket on the way round.
VAR flag_you_walked_ahead_of_the_mare_and_sounded = false // You walked ahead of the mare and sounded the ice with a pole.
VAR flag_you_told_kaia_to_mind_the_mares_mouth = false // You told Kaia to mind the mare's mouth.
VAR flag_you_walked_behind_the_sledge_with_an_ear = false // You walked behind the sledge with an ear to the load.
VAR flag_you_put_your_shoulder_to_the_sledge = false // You put your shoulder to the sledge beside Kaia's on the ridge.
VAR flag_you_told_kaia_that_you_would_have_hit = false // You told Kaia that you would have hit the ridge harder.
VAR flag_you_laid_a_palm_on_the_roof_of_each_of = false // You laid a palm on the roof of each of the five hives on the hay rack.
VAR flag_you_said_of_the_hay_rack_that_everybody = false // You said of the hay rack that everybody had told Einar it was too high.
VAR flag_you_promised_the_five_hives_on_the_hay = false // You promised the five hives on the hay rack that you would be back.
VAR flag_you_held_blakkas_head_while_kaia_bound = false // You held Blakka's head while Kaia bound her leg.
VAR flag_you_sat_down_by_the_loud_rack_for_a = false // You sat down by the loud rack for a while.
VAR flag_everything_that_came_home_came_home = false // Everything that came home came home asleep, and the mare is sound.
VAR flag_every_hive_is_in_the_shed_before_the = false // Every hive is in the shed before the water comes, and Kaia has been trusted with the reins.
VAR flag_you_asked_for_honey_in_your_tea_for_the = false // You asked for honey in your tea, for the occasion.
VAR flag_you_sent_kaia_to_tell_the_back_row_as = false // You sent Kaia to tell the back row as well.
VAR flag_you_sat_down_close_to_the_stove_and = false // You sat down close to the stove and listened to her with the tea.
VAR flag_you_told_kaia_that_the_motor_was_shy = false // You told Kaia that the motor was shy.
VAR flag_you_asked_kaia_for_her_second_plan = false // You asked Kaia for her second plan.
VAR flag_you_told_kaia_that_you_had_always_liked = false // You told Kaia that you had always liked rowing better.
VAR flag_you_hummed_over_kaias_plans_what_you_had = false // You hummed over Kaia's plans what you had hummed on the ridge.
VAR flag_you_let_kaia_take_hold_of_your_hands = false // You let Kaia take hold of your hands.
VAR flag_you_told_kaia_that_your_hands_were_worst = false // You told Kaia that your hands were worst with buckles and cups.
VAR flag_you_put_the_mittens_on_again_slowly = false // You put the mittens on again, slowly, before Kaia had spoken.
VAR flag_you_drank_the_tea_that_kaia_had_stirred = false // You drank the tea that Kaia had stirred.
VAR flag_you_told_kaia_that_you_did_your_own = false // You told Kaia that you did your own stirring.
VAR flag_you_said_that_a_hen_could_have_signed_it = false // You said that a hen could have signed it.
VAR flag_you_had_kaia_lick_the_envelope = false // You had Kaia lick the envelope.
VAR flag_you_held_on_to_the_pencil_after_signing = false // You held on to the pencil after signing.
VAR flag_you_read_your_last_big_entry_out_to_the = false // You read your last big entry out to the bees.
VAR flag_you_left_a_line_empty_below_your_entry = false // You left a line empty below your entry.
VAR flag_you_added_to_the_entry_that_kaia_was = false // You added to the entry that Kaia was there.
VAR flag_you_told_kaia_to_write_her_name_bigger = false // You told Kaia to write her name bigger.
VAR flag_you_watched_the_stove_until_the_letter = false // You watched the stove until the letter was ash.
VAR flag_you_told_kaia_that_you_had_said_nothing = false // You told Kaia that you had said nothing.
VAR flag_you_bit_on_the_thumb_of_einars_mitten_to = false // You bit on the thumb of Einar's mitten to keep quiet.
VAR flag_you_swept_the_floor_hard_to_keep_quiet = false // You swept the floor, hard, to keep quiet.
VAR flag_you_laid_your_ear_to_the_hive_beside = false // You laid your ear to the hive beside Kaia's.
VAR flag_you_told_kaia_the_sum_all_the_same = false // You told Kaia the sum all the same.
VAR flag_you_asked_kaia_which_of_the_hives_she = false // You asked Kaia which of the hives she had come for.
VAR flag_you_told_kaia_that_she_might_stamp_her = false // You told Kaia that she might stamp her boots.
VAR flag_you_told_kaia_that_einars_reckoning_had = false // You told Kaia that Einar's reckoning had come out the same.
VAR flag_you_moved_the_lantern_nearer_to_kaias = false // You moved the lantern nearer to Kaia's page.
VAR flag_you_offered_kaia_the_hens_as_well = false // You offered Kaia the hens as well.
-> forty_straps

=== forty_straps ===
# passage: Forty Straps
What you want is for forty buckles to do themselves up.
You have been doing them since Sunday, at night, in bed, and every time your fingers have let go at the third. A hive that is not strapped comes apart on a sledge, roof from box and box from floor. Then the cold is in among the bees, and that is all.
You get down on to the frozen meadow before Kaia can give you an arm, and go up to the first hive with your chin out.
It has its strap on.
So has the next. You walk along the rows in the last of the light, and every hive of the forty is strapped, in grey webbing that you never bought, and has a mouse guard over its entrance. The loose end of every strap is tucked in to the left. You tuck to the right, on the days when you can tuck. When you were last here, in September, they stood bare.
Kaia comes up behind you, smoking at the mouth. She came home yesterday and has not set foot in this meadow since the midsummer before last.
“You have strapped them already,” she says. “All of them.” She plucks at one and it sings. “Mum. That is beautiful work.”
It is. You look at it for a while.
“Hm,” you say, which is not a lie yet.
“I thought we should be buckling until midnight.”
So did you.
“But if you could do this,” says Kaia, “why didn't you fetch them in October? With the boat, as always?”
“Low,” you say. “They hang in a ball in there, each of them keeping the next one warm. You can't have the ball come apart. Low, and no knocks.”
“Why didn't you fetch them?” says Kaia, low.
“The motor.”
It is what you told the shop, the post and the dentist. There was a cord to be pulled, and your hand let go of it nine times. They shake, both of them, since the spring; they let go of cups and pencils. Tonight they are in Einar's mittens, which would hide a pair of hams, and the hand-barrow has loops on its handles for the wrists. Against the cold, you told her.
The longest night of the year is just coming in over the lake, green at the edges, and it is fourteen below, as bees like it. By morning there will be a south wind with rain in it; the wireless says so and so does your knee. Then the river comes down, and this meadow is lake, and home is on the other side.
“So you are here for Christmas,” you say.
“For Christmas,” says Kaia.
She came in a hired van, with nine bags, a box of pans and a standing lamp as tall as she is. It stands in your hall among the coats. You have known people to bring a cake.
By the old hay rack the mare blows through her nose. Kaia takes hold of her end of the barrow.
“In a moment,” you say, because there is still light to see by, and somebody has been here.
+ [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaias_knot_be = true
    -> one_knot
+ [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    -> under_the_wood
+ [“What is the lamp for?”]
    ~ flag_kaia_has_told_you_that_the_lamp_is_for = true
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== the_coffee_tins ===
# passage: The Coffee Tins
You bend down to the entrance of the nearest hive. The guard is a strip of tin, cut with good shears and punched with a nail, and its edges are folded over so that no bee will tear a wing on them. On it is half a sailor, in red, and the word <i>Gold</i>.
You go along the row. Sailor, sailor, the lower half of a sailor. In your house it has been the blue packet since you were married. Somebody has drunk a great deal of coffee for your bees.
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_let_kaias_knot_be} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaias_knot_be = true
    -> one_knot
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    -> under_the_wood
+ {not flag_kaia_has_told_you_that_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_kaia_has_told_you_that_the_lamp_is_for = true
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== high_planks ===
# passage: High Planks
Other people's hay racks stand as high as the knee. Einar built his as high as his own breastbone, eight posts and a floor of planks, and the whole parish asked him whether he was expecting giraffes.
You put a mitten to one of the posts. Every bad spring has left its brown line there, one above the other, like a child's marks on the frame of a door. The highest is a hand's breadth under his planks.
You do not say anything to it. He would have been pleased for a week.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_let_kaias_knot_be} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaias_knot_be = true
    -> one_knot
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    -> under_the_wood
+ {not flag_kaia_has_told_you_that_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_kaia_has_told_you_that_the_lamp_is_for = true
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== one_knot ===
# passage: One Knot
Kaia has tied Blakka to the alder. The rope goes round the trunk, through itself, back round the trunk and then somewhere else.
“It's from a course,” says Kaia.
No horse could undo it, and no person could. Luckily the other end hangs in the halter by a snap hook. Blakka is twenty-six and has noticed; she stands at the end of her rope as if she were not tied at all, out of tact.
“It will hold,” you say, and let it be.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    -> under_the_wood
+ {not flag_kaia_has_told_you_that_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_kaia_has_told_you_that_the_lamp_is_for = true
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== under_the_wood ===
# passage: Under the Wood
You go down on your knees, push back the cap and lay your ear to the wood. There they are, small and far off, like a pan of milk in another room.
Kaia is busy with the straw on the sledge.
“I beg your pardon,” you say to the wood, low. “About November.”
News is told to bees at the hive, close to. You told them that you meant to sell them from your own jetty, across the whole width of the water, into the wind. Nobody can say whether that counted. The hum under the wood stays as it is.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_let_kaias_knot_be} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaias_knot_be = true
    -> one_knot
+ {not flag_kaia_has_told_you_that_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_kaia_has_told_you_that_the_lamp_is_for = true
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== the_standing_lamp ===
# passage: The Standing Lamp
“What is the lamp for?” you say.
“For reading,” says Kaia, a little too soon.
You have stood with the washing outside her door. She reads on her telephone, in the dark, with the door shut, and has done ever since there were telephones.
“It looks like a good lamp.”
“It has three settings,” says Kaia, and goes to see whether the sledge needs anything. It is a sledge. It does not need anything.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_let_kaias_knot_be} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaias_knot_be = true
    -> one_knot
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    -> under_the_wood
+ [Lift the first hive]
    -> five_at_a_time

=== five_at_a_time ===
# passage: Five at a Time
Five hives stand in the straw, and Blakka takes them out on to the ice at the pace of somebody carrying soup.
The old way goes round under the shore, in the dark of the spruces. It is three times as long as the straight one and as smooth as a plate. You have the leading rein. Kaia walks behind, beside the last hive, in boots that were made for pavements.
“She could pull ten,” she whispers.
“She could.”
“We should be twice as fast.”
“Five. As Einar did.”
“Dad isn't—”
“Low.”
You have argued with her across yards, over chain saws, and once from the jetty to the middle of the lake. In a whisper one has to pick one's words, and it spoils the whole thing.
The first stars are out. The ice says <i>tock</i>, a long way off. Behind you the boots ring, and nobody has said anything for a hundred steps.
+ [Walk with a palm on the last hive]
    ~ flag_you_walked_the_first_load_home_with_a = true
    -> the_pencil
+ [“Your boots are louder than your mouth.”]
    ~ flag_you_told_kaia_that_her_boots_were_louder = true
    -> the_pencil
+ [“And how is the city?”]
    ~ flag_you_asked_kaia_how_the_city_was = true
    -> the_pencil

=== the_pencil ===
# passage: The Pencil
{ flag_you_walked_the_first_load_home_with_a:
    Blakka needed nobody at her head, and under your palm the last hive did not change its note from shore to shore. You bring that into the shed with you, inside the mitten.
}
{ flag_you_told_kaia_that_her_boots_were_louder:
    “They were expensive,” whispered Kaia, and walked the rest of the way on the sides of her feet, like a bear with manners.
}
{ flag_you_asked_kaia_how_the_city_was:
    “Full,” whispered Kaia, and that was the city. You have never known her to finish with a subject in one word.
}
The first five go into their rack, and Kaia goes out again to water the mare. You sit down by the lantern with the hive book and pull off the right mitten.
Einar's years come first, upright, each figure with its feet on the line. Then come yours. Since the spring it looks as if a wasp had fallen into the ink and walked home.
<i>Five in</i>, you mean to write. The hand shakes. The pencil makes most of a five and takes it away with it over the edge of the page.
Where the book falls open lies the letter from Aksel in the next valley, who keeps bees as they should be kept. He offers a fair sum for all forty, to be fetched in spring. <i>Sign at the foot and send it back by New Year.</i> You know that page by rote. Every word has a smear behind it, along the line: he is left-handed, and the hand comes after and wipes its feet on what he has said. You mean to sign. Then Kaia will owe nothing to anybody, and least of all to forty boxes.
Boots. You shut the book on it and have the mitten on again.
“Let me write it in,” says Kaia. “For once.”
“Only the beekeeper writes in the book.”
“I know. That's why I said for once.”
She stands on the other side of the lantern with her hand held out.
+ [Tell her what Einar wrote when she was born]
    ~ flag_you_told_kaia_what_einar_wrote_in_the = true
    -> the_wrong_wind
+ [“With your spelling? It would wake them.”]
    ~ flag_you_said_that_kaias_spelling_would_wake = true
    -> the_wrong_wind
+ [Give her the lantern to carry instead]
    ~ flag_you_gave_kaia_the_lantern_to_carry = true
    -> the_wrong_wind

=== the_wrong_wind ===
# passage: The Wrong Wind
{ flag_you_told_kaia_what_einar_wrote_in_the:
    <i>Girl. Hive eleven swarmed.</i> That is what Einar wrote on the day she was born, and Kaia has been going over it for hours. “I got one word,” she says. “Hive eleven got three.”
}
{ flag_you_said_that_kaias_spelling_would_wake:
    “L-a-k-e,” says Kaia, stepping down on to it. She has spelt you the rack, the rope and the mare in the course of the evening. “Did they stir?”
}
{ flag_you_gave_kaia_the_lantern_to_carry:
    Kaia carries the lantern, as she has on every crossing since you gave it to her, at arm's length, like somebody who asked for bread and was handed the plate.
}
Half the hives are in. You are on your way back for the rest with the empty sledge, somewhere towards midnight, and neither of you has the breath left for a quarrel.
Then the stars go out in the south.
Blakka's head comes up. The air on your cheek is wet and soft, like what comes out of a cowshed when somebody opens the door. It was not asked for before morning.
<i>Whoom</i>, says the lake, from one end to the other, and something goes by under your soles.
{ flag_you_told_kaia_that_her_boots_were_louder:
    Kaia has walked on the sides of her boots all evening. Now she puts them down flat, one after the other, and does not beg anybody's pardon.
}
Kaia stops. “That is it, isn't it?”
“That is it.”
“How long?”
“It has the snow to melt first, up the valley. Noon. It might be breakfast.”
“And half of them still over there.” She points, with her whole arm, straight across. “Ten at a time, that way. Twice over, and they are home before it has properly rained.”
“There is the ridge.”
“I know there is the ridge.”
It lies across the middle, where the ice broke and froze again with its edges up. A sledge goes over it as a pram goes over a kerb. One such knock and the ball comes apart, in the dark, inside the wood, and nobody knows until the roofs are lifted in March. That is what Einar had against it.
“I would take her over by hand,” says Kaia. “I am good at that sort of thing, Mum. Let me.”
Five at a time, round under the shore, they come home asleep, and the mare has good ice under her. But that is four times round, and the night is not as long as that, even this one. Ten at a time, straight, and all of them are out of the meadow before the water is in it, though not all perhaps as they were.
{ flag_you_have_seen_the_highest_flood_mark:
    You think of the brown lines on the posts of the hay rack. All those were springs; there is no line for a December.
}
Blakka looks from one of you to the other. She would like to be told.
The wind takes her mane and lays it over on the wrong side. The alders of the meadow are coming up out of the dark, and you can hear them drip.
“Now, Mum,” says Kaia, not loud at all.
+ [Say five, and go round]
    ~ flag_everything_that_came_home_came_home = true
    -> the_leading_rein
+ [Say ten, and give her the reins]
    ~ flag_every_hive_is_in_the_shed_before_the = true
    -> ten_straight

=== the_leading_rein ===
# passage: The Leading Rein
The fifth hive stands in the straw, and Kaia already has her end of the barrow under the sixth.
“Five,” you say. You have the leading rein round your wrist, twice. “Round, as Einar did.”
She stays as she is, bent, with her hair blowing into her mouth. There is a great deal that she could say, and none of it can be said low. She looks at the sledge, and at the places that are left on it.
Then she sets the barrow down, softly, one end after the other.
“Five,” she says.
You rope the load, with the hooks that Einar made so that one need not tie anything in the cold. Behind you the posts of the hay rack stand in the lantern light; out on the ice, where nobody can see it, is the ridge.
“One,” says Kaia, under her breath. And a good while later: “Two.”
“What is that?”
“The minutes,” says Kaia. “Somebody should.”
+ [Tell her what Einar lost on the ridge]
    ~ flag_you_told_kaia_that_einar_once_took_the = true
    -> round_and_round
+ [“Count aloud. It will keep me awake.”]
    ~ flag_you_told_kaia_to_count_aloud = true
    -> round_and_round
+ [Let her check the ropes after you]
    ~ flag_you_let_kaia_check_the_ropes_after_you = true
    -> round_and_round
+ {flag_you_have_seen_the_highest_flood_mark} [Show her the flood marks on the hay rack]
    ~ flag_you_showed_kaia_the_flood_marks_on_the = true
    -> round_and_round

=== round_and_round ===
# passage: Round, and Round
{ flag_you_told_kaia_that_einar_once_took_the:
    “How many?” says Kaia, once you are on the ice. “Seven,” you say. “He wrote <i>seven lost</i> in the book and never went that way again.” After that she counts more softly.
}
{ flag_you_told_kaia_to_count_aloud:
    So she counts aloud, a number to a minute, and before the first point Blakka has begun to wait for them.
}
{ flag_you_let_kaia_check_the_ropes_after_you:
    Kaia went over your ropes, found one hook that had not caught, and put it right without a word, which must have cost her something.
}
{ flag_you_showed_kaia_the_flood_marks_on_the:
    “That high,” Kaia said, with the lantern at the post. Now she counts as one counts stairs in a strange house.
}
You go round, and unload, and go round. Rain comes in on the wind. The top of the ice turns to porridge and then to water, and Blakka lifts her feet out of it like a cat. Out in the middle the lake says <i>whoom</i>; here, under the spruces, it says nothing.
Kaia counts on the way out, and she counts on the way home. The numbers get longer, and the night does not.
In the lee of the last point you stop to let the mare breathe. She noses at your pocket, where there is a crust. Kaia goes along the load, bends down and lays an ear to a hive, as one listens at the door of a child.
You know what she hears: one note, small and even. Not one of them has turned over.
She listens to all five. Then she stands beside you in the rain, and it is some time before you notice that there is no number.
+ [“Where had you got to?”]
    ~ flag_you_asked_kaia_how_far_she_had_counted = true
    -> the_hay_rack
+ [Give Blakka the crust from your pocket]
    ~ flag_you_gave_blakka_the_crust_from_your = true
    -> the_hay_rack

=== the_hay_rack ===
# passage: The Hay Rack
{ flag_you_asked_kaia_how_far_she_had_counted:
    “Two hundred and something,” said Kaia. “They put me off.” She has not begun again.
}
{ flag_you_gave_blakka_the_crust_from_your:
    Blakka had the crust, and since then she has walked with her nose at your pocket in case it was the first of several.
}
Five are left when the mare stops.
She stops a length from the shore, with her forefeet together, and looks at it. The ice along the bank has lifted. Between it and the meadow is a black seam, and the seam is moving.
You leave her where she stands. A woman can step over that, with an empty barrow; two women with a hive between them can not. On the other side water runs over the grass, in no hurry, with straw in it.
“The rack,” says Kaia.
So it is the hay rack: to the knee, to the breast, and up, five times. Kaia takes the weight. You hang in the loops by your wrists and do what is left. Nothing knocks. Nothing in there wakes.
Then they stand on Einar's planks, five pale boxes side by side, with the water talking underneath and their roofs as high as you can reach.
“That is all we can do,” says Kaia.
+ [Lay a palm on each of the five roofs]
    ~ flag_you_laid_a_palm_on_the_roof_of_each_of = true
    -> news_for_the_bees
+ [“Too high, everybody told him.”]
    ~ flag_you_said_of_the_hay_rack_that_everybody = true
    -> news_for_the_bees
+ [Promise the five that you will be back]
    ~ flag_you_promised_the_five_hives_on_the_hay = true
    -> news_for_the_bees

=== ten_straight ===
# passage: Ten, Straight
“Ten,” you say. “Straight.”
Kaia has put down her end of the barrow in order to quarrel better. She has it all ready; it has been standing behind her teeth since the stars went out.
“I only say—” she says.
“Ten, I said.”
You unwind the leading rein from your wrist and hold it out to her with the long reins. She looks at them as at something that the cat has brought in.
“You want me to drive.”
“You said that you were good at it.”
She opens her mouth, and there is nothing in it.
It takes a while to set ten hives in two rows, close as loaves, with straw between them. The quarrel, which has to go somewhere, goes into the ropes. Then Kaia gathers up the reins. The sounding pole sticks in the straw, Blakka mouths her bit, and in front of you the ice lies flat and black, with the ridge somewhere in it.
+ [Walk ahead and sound the ice]
    ~ flag_you_walked_ahead_of_the_mare_and_sounded = true
    -> the_ridge
+ [“Mind her mouth. She is older than your lamp.”]
    ~ flag_you_told_kaia_to_mind_the_mares_mouth = true
    -> the_ridge
+ [Walk behind, an ear to the load]
    ~ flag_you_walked_behind_the_sledge_with_an_ear = true
    -> the_ridge

=== the_ridge ===
# passage: The Ridge
{ flag_you_walked_ahead_of_the_mare_and_sounded:
    You walk ahead with the pole, and the ice says <i>tock, tock</i>, as thick as a table, to the one place where the ridge is low. Kaia sets the mare's feet in your steps.
}
{ flag_you_told_kaia_to_mind_the_mares_mouth:
    Kaia minds the mare's mouth. She holds the reins as one holds a full cup, and Blakka, whom nobody has asked so nicely since Einar, puts her ears forward.
}
{ flag_you_walked_behind_the_sledge_with_an_ear:
    You walk behind with an ear to the load and one hand up, flat, and as long as the hand stays flat Kaia keeps that pace.
}
The first ten go over the ridge like soup over a doorstep, and stand in the shed, asleep. It is the second ten.
By then it rains, and the ridge has been at work. There is a gap in it, no wider than a shoe, full of slush. Kaia sees it and eases the mare to the right, and the left runner finds it.
It drops. The load comes down after it like a barn door.
For the length of a breath there is nothing. Then the hives roar, all ten, so that you have it in your teeth. One stops. Two more stop. After a long time a fourth goes quiet, as windows go dark in a street, and none at its proper hour.
Blakka stands with a forefoot lifted and the runner fast behind her. Kaia does not say that it was dark. She does not say that it was slush.
“That was me,” she says.
+ [Put your shoulder to the sledge beside hers]
    ~ flag_you_put_your_shoulder_to_the_sledge = true
    -> the_loud_rack
+ [“I would have hit it harder.”]
    ~ flag_you_told_kaia_that_you_would_have_hit = true
    -> the_loud_rack
+ [Hum to the hives]
    ~ flag_you_hummed_to_the_hives_on_the_ridge = true
    -> the_loud_rack

=== the_loud_rack ===
# passage: The Loud Rack
{ flag_you_put_your_shoulder_to_the_sledge:
    It took two shoulders, the mare and a word of Einar's to get the runner out. Kaia still has the rail of the sledge printed on her cheek.
}
{ flag_you_told_kaia_that_you_would_have_hit:
    “You would have got off and lifted it,” Kaia said at the ridge, dug out the runner with her hands, and did not speak again before the shore.
}
{ flag_you_hummed_to_the_hives_on_the_ridge:
    You hummed while Kaia dug out the runner, the one tune that you have, and went on to the shore with it. Not far from the jetty somebody came in underneath, a little flat.
}
The last hive goes into the last place. Over there the meadow is still a meadow.
“Forty,” you say.
“Forty,” says Kaia.
Thirty of them sleep. From the lowest rack, where the second ten stand, comes a hum with holes in it, now high, now gone, louder than all the others, like a choir that has lost the page. Bees that have been roused eat, and sweat, and hang together badly. Some of these may not live, and they will not say which.
Blakka stands in her stall, through the door at the end, and rests her near fore. On the way up from the ice she went short on it: a long step, a short step.
“That was me as well,” says Kaia. She has found wet sacking and a strip of towel.
The mare lays back her ears at it. The rack goes up, and drops, and goes up.
+ [Hold the mare's head while Kaia binds the leg]
    ~ flag_you_held_blakkas_head_while_kaia_bound = true
    -> news_for_the_bees
+ [Sit down by the loud rack]
    ~ flag_you_sat_down_by_the_loud_rack_for_a = true
    -> news_for_the_bees

=== news_for_the_bees ===
# passage: News for the Bees
{ flag_you_laid_a_palm_on_the_roof_of_each_of:
    The palm of the right mitten is still wet from five roofs when the mare is in her stall and the shed door is shut.
}
{ flag_you_said_of_the_hay_rack_that_everybody:
    “Everybody may come and look,” said Kaia to the planks, and that was all that anybody said until the mare was in her stall and the shed door shut.
}
{ flag_you_promised_the_five_hives_on_the_hay:
    “When?” said Kaia, who had heard you promise it, and you had no answer for her or for the five. Now the mare is in her stall and the shed door is shut.
}
{ flag_you_held_blakkas_head_while_kaia_bound:
    You held the mare's head against your coat and told her low what you thought of her, and she listened to that, and Kaia bound the leg. Afterwards you both slept for a while, upright, on the bench.
}
{ flag_you_sat_down_by_the_loud_rack_for_a:
    You sat by the loud rack while Kaia saw to the leg, and went on sitting there, and fell asleep against it. It is no lower for that, but it has had company.
}
The stove is lit on its side of the partition, and rain walks on the roof. It is not daylight yet. Your coat steams on you.
{ flag_everything_that_came_home_came_home:
    In the lowest rack there is a gap of five. Neither of you has sat down where it can be seen.
}
{ flag_every_hive_is_in_the_shed_before_the:
    The lowest rack hums, and loses its way, and hums. Kaia has turned her back on it twice and twice turned round again.
}
Kaia stands between the racks in her socks and wipes her palms on her trousers, as she did before examinations. Then she knocks on the nearest hive with one knuckle, three times, as one knocks on an egg.
“It's Kaia,” she says. “There is news in the house.”
You are behind the partition with the kettle. The partition is made of boards, with gaps between them, and she knows that as well as you do. Nobody has told her to do this. But what happens in a house does not count until the bees have been told, and she is doing it properly.
{ flag_you_have_begged_the_bees_pardon_for:
    She stands so close that her breath is on the wood. That is how it is done; from a jetty it is something else.
}
{ flag_you_said_that_kaias_spelling_would_wake:
    She spells none of it. She takes the shortest words that she has.
}
“I have given up the job,” says Kaia. “I have given up the flat. There is somebody else in it now, with a dog. The rest is in the hall.”
She waits, in case they have a question.
“I'm not here for Christmas. I've come home for good. Nobody asked me to. Mum would sooner have asked the tax office. Nobody has died, and nobody needs it. I wanted to, and that is all.”
{ flag_you_asked_kaia_how_far_she_had_counted:
    “And it was two hundred and sixty-one,” she tells them, lower still. “The minutes. I lost count because I was glad.”
}
The rain goes on. No hive answers; they don't, as a rule.
You lift the kettle from the stove. It is full. It hangs a hand's breadth above the iron, in both mittens, and the lid begins to talk. You hold on. Water jumps out of the spout and runs hissing about on the plate, and you put the kettle down again, softly, while it is still you who does it.
“Mum?”
“It's hot.”
Kaia has come round the end of the partition, red about the ears. She looks as she did with her first swarm in her hat. It is the one thing she has ever brought home that nobody sent her for, and she will not have it twice. Inside Einar's mittens your hands run about like two mice in a sack, and she has come to live with them and does not know it.
She tips her head towards the racks.
“They're listening,” she says. “Have you anything to tell them?”
+ [Tell the bees that it is good]
    -> good_news
+ [Take off Einar's mittens]
    -> einars_mittens

=== good_news ===
# passage: Good News
You come out from behind the partition to the nearest hive and knock. In the mitten it makes no more noise than snow coming off a branch.
“It's Berit,” you say. “You have heard her. It is good.”
All of that is true. It is not all there is, but a hive can not tell.
“Is that it?” says Kaia.
“Only that it is good.”
“Nothing of your own?”
You look at the wood. “I am getting old,” you tell it.
Kaia laughs. Neither of you has made such a noise all night, and she claps a hand over it at once. “They know that,” she says through the fingers. “You have been telling them since I was six.”
So that is kept.
She looks you up and down, coat, cap and mittens, in front of a stove that has begun to glow. “Aren't you boiling in those?”
“They were your father's.”
It is the answer to something else. She lets it be one.
The tea is in its tin, and the lid of the tin sits tight, as Einar liked a lid to sit. You look at it, and at the kettle.
“You do it,” you say. “You make it better.”
You have never said that of anything she did in a kitchen. She looks at you with suspicion, and then she has her sleeves up. She has the lid off with one thumb. She lifts the kettle in one hand, full, and talks over her shoulder while she pours, and not a drop goes anywhere but into the pot. Two cups, without asking where they are. The honey from the sill, in case.
You stand and watch it as one watches a juggler.
By the far wall stands the back row, which was out of hearing and strictly speaking knows nothing yet. There is a stool close to the stove. Kaia hangs the cloth over the pot and lays her palm on top, as Einar did, and under her palm it keeps as still as you please.
+ [“Put honey in mine. It is an occasion.”]
    ~ flag_you_asked_for_honey_in_your_tea_for_the = true
    -> strong_tea
+ [Send her to tell the back row as well]
    ~ flag_you_sent_kaia_to_tell_the_back_row_as = true
    -> strong_tea
+ [Sit down close to the stove and listen]
    ~ flag_you_sat_down_close_to_the_stove_and = true
    -> strong_tea

=== strong_tea ===
# passage: Strong Tea
{ flag_you_asked_for_honey_in_your_tea_for_the:
    “An occasion,” said Kaia, and put in three spoons. In this house honey is for guests; the rest is sold.
}
{ flag_you_sent_kaia_to_tell_the_back_row_as:
    Kaia told the back row, hive by hive. By the last one she had it down to three words.
}
{ flag_you_sat_down_close_to_the_stove_and:
    From the stool by the stove you heard where she put each thing down, the pot, the cup, the other cup. Nothing rattled.
}
The tea is black. You take your cup between the two mittens, as one takes up a chick, and what shaking there is the wool keeps to itself.
Kaia has her feet on the wood-basket, and she talks. She has got used to doing it low, but she can not stop doing it. You have not heard her like this since she was twelve and had been given a boat.
She wants the room over the kitchen. She can have the post round, three mornings a week. The roof needs doing.
“And before anything else, the motor.” It stands by the door on its trestle, under a sack. “In spring I shall have it apart on this bench, down to the last washer, and find out what was wrong with it.”
“It's old,” you say.
“It's eight. There is something in there, Mum. I'll find it.”
She looks over her cup at the sack as one looks at a parcel.
+ [“Leave the motor be. It is shy.”]
    ~ flag_you_told_kaia_that_the_motor_was_shy = true
    -> the_back_of_the_letter
+ [Ask what comes after the motor]
    ~ flag_you_asked_kaia_for_her_second_plan = true
    -> the_back_of_the_letter
+ [“I always liked rowing better.”]
    ~ flag_you_told_kaia_that_you_had_always_liked = true
    -> the_back_of_the_letter
+ {flag_you_hummed_to_the_hives_on_the_ridge} [Hum what you hummed on the ridge]
    ~ flag_you_hummed_over_kaias_plans_what_you_had = true
    -> the_back_of_the_letter

=== the_back_of_the_letter ===
# passage: The Back of the Letter
{ flag_you_told_kaia_that_the_motor_was_shy:
    “I shall knock first,” said Kaia, and she went over and lifted the sack by one corner to wish it a good morning.
}
{ flag_you_asked_kaia_for_her_second_plan:
    The second plan is the heather: ten hives up on the moor in August, as Einar did, once. She has already thought about the trailer.
}
{ flag_you_told_kaia_that_you_had_always_liked:
    “You never rowed,” said Kaia. “You sat in the bow and steered Dad, with remarks.”
}
{ flag_you_hummed_over_kaias_plans_what_you_had:
    You hummed it, low, and Kaia came in underneath and lost the thread of the roof.
}
Then she puts down her cup and takes the hive book from the end of the bench.
“You haven't written up the night,” she says. “I am only holding it for you.”
{ flag_you_gave_kaia_the_lantern_to_carry:
    She hands you the lantern, since it is your turn. You hang it on its nail.
}
{ flag_you_told_kaia_what_einar_wrote_in_the:
    She goes back first to the summer of her birth, and finds it, and lays a finger beside the one word. Hive eleven is just below.
}
She lets the leaves run under her thumb towards the end, and a sheet comes out from between them, sails over her knees and lies down on the floor.
Kaia picks it up and reads it, quickly and then again slowly. The stove ticks.
“<i>All forty or none</i>,” she says. “<i>To be fetched in spring.</i>” She comes to the sum and breathes out. “That is a good price.”
“It's a fair one.”
“When did this come?”
“In November. I have until New Year.”
She nods for some time. Then she turns the sheet over.
“There is nothing on the back,” you say.
“There is, though,” says Kaia, and reads it out, low.
“<i>I came over by the bog path in October to see what I was offering for. They stood bare and it was going to freeze, so I strapped them and put on guards, as I had the things with me. The guards are only coffee tins. I hope you do not mind it. One does not like to ask. Aksel.</i>”
Close by her knee is a hive, with its strap, and the loose end tucked in to the left.
“Aksel did them,” says Kaia. “I thought that you—”
“I know that you thought it. It wasn't me.”
She looks at the buckle. She looks at the mittens, both of them, round the cup. She looks for three ticks of the stove, and you wait for it, and she asks nothing. It is she who looks away first, which she has never done in her life.
{ flag_everything_that_came_home_came_home:
    “The five on the hay rack will have to go in as well,” she says to the page. “Wherever it is that one puts them.”
}
{ flag_every_hive_is_in_the_shed_before_the:
    Behind her the loud rack goes up and drops. “That will have to go in as well,” she says to the page.
}
She smooths out the letter on the bench, to the left of the open book. The sum on it would be a door for her, to go out by whenever she liked. The book would be forty hives, which in a good year very nearly feed one person who is not hungry. She came home with a lamp for them.
“What would you like?” you say.
“No. If I say it, you will do it because I said it.”
She has the pencil. She holds it over the fold of the book and does not put it down on either side.
“Whose entry is this, Mum?”
+ [Sign at the foot of Aksel's letter]
    -> at_the_foot
+ [Tell Kaia to write her own name]
    -> a_new_page

=== einars_mittens ===
# passage: Einar's Mittens
You pull the left one off with your teeth, and the right one with what the left hand is good for. You lay them on the roof of the nearest hive, one on the other. They keep their shape.
“It's Berit,” you say to the wood, since that is how it is done. “There is more.”
Then you hold out your hands, over the hive, in the light of the lantern, where Kaia can see them and the bees, if they care to.
The right one is worse. It goes like the one leaf on a tree that goes when there is no wind.
“You're frozen,” says Kaia. She is still smiling.
“No.”
She looks again.
“They shake,” you say. “They have done it since the spring. They let go of things. There was nothing wrong with the motor. I couldn't pull the cord. It went out of my hand nine times, and then I sat in the boat for a bit, and then I came in and told the shop that it was the motor.”
It would have been no trouble at all to tell it with the mittens on.
Nothing moves in Kaia's face, but behind it she is going back through the year, room by room. You can see where she is. She is at the birthday card, which you had the girl at the post write. She is at the telephone, on Sundays. She turns her head and looks at the hand-barrow by the door, and at the loops on its handles.
“Against the cold,” she says.
“Yes.”
The rain goes on over both of you. Under your fingers a hive gives out one small note and settles again; they have taken it better than some.
She was pleased, a minute ago. You had a good look at it, so as to have it.
Your hands are still out there over the wood, with the steam from the kettle going past them. They will not be told. The mittens lie beside them, thumbs up, and Kaia takes a step, and her mouth opens, and there is nothing in it yet.
+ [Let her take hold of them]
    ~ flag_you_let_kaia_take_hold_of_your_hands = true
    -> a_teaspoon
+ [“They are worst with buckles and cups.”]
    ~ flag_you_told_kaia_that_your_hands_were_worst = true
    -> a_teaspoon
+ [Put the mittens on again, slowly]
    ~ flag_you_put_the_mittens_on_again_slowly = true
    -> a_teaspoon

=== a_teaspoon ===
# passage: A Teaspoon
{ flag_you_let_kaia_take_hold_of_your_hands:
    She takes hold of them, both together, as one takes hold of a bird that has got into the kitchen. They go on in there.
}
{ flag_you_told_kaia_that_your_hands_were_worst:
    “Buckles and cups,” says Kaia. “And cords,” you say. “And pencils.”
}
{ flag_you_put_the_mittens_on_again_slowly:
    You have the second one on before she has found a word. “Leave them off,” she says. You take them off.
}
Kaia is angry. You know her angry, it used to be doors and cutlery. Now there are sleepers in the room, and it all has to go into the consonants.
“I rang you every Sunday. You said <i>fine</i>. You said <i>fine, and what is it doing with you, is it raining</i>.”
“It was, mostly.”
Then she asks. Since when, to the week. Which hand began it. Whether they keep still in sleep. Who has looked at them, and you say somebody in town, in June, and that he gave you a leaflet, and she asks what is in the leaflet. They are the right questions. You do them up one after the other, like buttons.
She makes the tea, and brings you yours, and moves the stool for you, and that is all well and good. Then she puts a spoon into your cup and stirs it, three times round.
You do not take sugar.
+ [Drink it, stirred]
    ~ flag_you_drank_the_tea_that_kaia_had_stirred = true
    -> both_sides_of_a_sheet
+ [“I do my own stirring.”]
    ~ flag_you_told_kaia_that_you_did_your_own = true
    -> both_sides_of_a_sheet

=== both_sides_of_a_sheet ===
# passage: Both Sides of a Sheet
{ flag_you_drank_the_tea_that_kaia_had_stirred:
    You drank it. It tasted stirred. Kaia watched the cup go up and come down again, all the way, both times.
}
{ flag_you_told_kaia_that_you_did_your_own:
    Kaia took her fingers off the spoon as if it had been on the stove. It stands in your cup now, and neither of you will be the one to take it out.
}
“The night has to be written up,” says Kaia, because there is always something that has to be done next.
She fetches the hive book from the end of the bench and opens it where the writing stops. She looks at it for longer than she would have done yesterday. Then she turns back, leaf by leaf, through the summer, until the lines begin to stand up straight.
“April,” she says, and you nod.
That is when the letter drops out. It lands on her socks.
{ flag_you_asked_kaia_how_the_city_was:
    “The city is full of people who read other people's post,” says Kaia. “I was there eleven years.”
}
{ flag_kaia_has_told_you_that_the_lamp_is_for:
    She holds it to the light. “This is what the lamp is for,” she says.
}
She takes the front of it first. “Aksel,” she says, “all forty or none,” and then, after the line with the sum in it, “Well. That is decent.”
“He is a decent man.”
“You are selling them.”
“So that you need owe them nothing.”
“I never said that I—” says Kaia, and stops, and takes it down again to where the bees are. She turns the sheet over to see whether he goes on. You have had it since November and never did that; there was a sum on the front.
He goes on. She reads it out to you, with a finger under the smears.
“<i>I came over by the bog path in October to see what I was offering for. They stood bare and it was going to freeze, so I strapped them and put on guards, as I had the things with me. The guards are only coffee tins. I hope you do not mind it. One does not like to ask. Aksel.</i>”
{ flag_you_told_kaia_that_your_hands_were_worst:
    Her finger has stayed on one word. It is <i>strapped</i>, and next to it you can see her put the buckles.
}
It goes in at once. It goes from the sheet to the nearest strap, tucked in to the left, and from there to your hands.
“You could not have done one of them,” says Kaia.
“I have done two, in bed.”
“And you let me say that it was beautiful work.”
“It was beautiful work.”
Something happens at the corner of her mouth and is put away again.
{ flag_everything_that_came_home_came_home:
    “Thirty-five in, then,” she says, and turns forward to the empty line. “And five to God and Dad's carpentry.”
}
{ flag_every_hive_is_in_the_shed_before_the:
    “Forty in, then,” she says, and turns forward to the empty line. “And ten of them not speaking to me.”
}
She lays the letter on one side of the lantern and the book, open, on the other. With the one you could both of you stop reckoning, and she could go or stay, and neither would be for the bees. With the other somebody has forty roofs to lift in spring, and will be fed for it, hardly.
“I did know what I came home for,” she says. “It was quite clear. I told it to a hive.”
“What would you like?”
“Don't ask me. If I say it, you will do it because I said it.” The pencil goes round between her fingers, end over end, and does not drop. “You tell me, Mum. Whose entry is this?”
+ [Take the pencil, and sign to Aksel]
    -> one_lantern
+ [Leave her the pencil, and the bees]
    -> one_name

=== at_the_foot ===
# passage: At the Foot
You put down your cup, and it stays where you put it.
“Mine,” you say. “And that comes first.” You draw the letter over to you.
Kaia keeps quite still. Then she turns the pencil round and gives it to you, blunt end first, as one passes a knife.
“It's for you,” you say. “You needn't be tied to forty boxes. You can go where you like.”
“I have been where I liked,” says Kaia. “I came from there.” But she says it low, and to the letter. “No. I asked you, and you have said.”
She fetches the lantern and holds it over the sheet, so that the light falls on the foot, where Aksel has ruled a line for you.
You get the right mitten off below the edge of the bench. You bring the hand up quickly, with the pencil in it, and set it down hard on the paper before it can think. The left one goes on top of the wrist, in its mitten, like a cat on a letter.
“Cold?” says Kaia.
“Cold.”
The <i>B</i> is a good one. After that it goes over the line like the track of a bird that has seen something: an <i>e</i>, a place where it took off, a <i>t</i>. Of your other name one can say that it comes down again before the margin.
The light has not moved. She is holding her breath, so as to make no draught for the flame. She reads what you have written as one reads the name on a parcel for somebody else, and she does not say anything about it.
In the racks nothing is different. In spring a lorry will come round by the road, and somebody will have to hold the gate.
Aksel has put in an envelope with the stamp already on it, so that nobody need look for one. It is sticking out of the book. You have the mitten on again by then, and in the mitten, still, the pencil.
“So,” says Kaia. “That is that.”
+ [“A hen could have signed it.”]
    ~ flag_you_said_that_a_hen_could_have_signed_it = true
    -> one_page
+ [Have Kaia lick the envelope]
    ~ flag_you_had_kaia_lick_the_envelope = true
    -> one_page
+ [Hold on to the pencil a little longer]
    ~ flag_you_held_on_to_the_pencil_after_signing = true
    -> one_page

=== one_page ===
# passage: One Page
{ flag_you_said_that_a_hen_could_have_signed_it:
    “Hens are quicker,” said Kaia, and folded the sheet in three, and it was very nearly all right.
}
{ flag_you_had_kaia_lick_the_envelope:
    Kaia licked the flap from end to end and made the face that she used to make at cod-liver oil.
}
{ flag_you_held_on_to_the_pencil_after_signing:
    “You can let go of that now,” said Kaia. “I need it for the page,” you said, and that was so.
}
The letter stands on the window sill, in its envelope, and the book lies in front of you with its empty line. This is your last big one. In spring there will be a date and the word <i>fetched</i>, and after that small lines, or none.
You take your time. You write the date. You write <i>S. wind, early</i>. You write what the ice was like, and the mare, and how many came in and how, and <i>straps: Aksel</i>. It goes uphill, it leaves the line and has to be fetched back. Every figure is a fence.
Kaia sits next to you with her hands between her knees. Once the pencil goes over the edge. She picks it up and lays it down beside your hand, not in it.
She does not say <i>let me</i>. Twice you hear her not say it.
At the bottom of the page one line is left.
+ [Read the entry out to the bees]
    ~ flag_you_read_your_last_big_entry_out_to_the = true
    -> half_the_money
+ [Leave a line empty below it]
    ~ flag_you_left_a_line_empty_below_your_entry = true
    -> half_the_money
+ [Add that Kaia was there]
    ~ flag_you_added_to_the_entry_that_kaia_was = true
    -> half_the_money

=== half_the_money ===
# passage: Half the Money
{ flag_you_read_your_last_big_entry_out_to_the:
    You read it out to the nearest rack, low. It took four breaths, and they took it as they take everything.
}
{ flag_you_left_a_line_empty_below_your_entry:
    You left it empty. Kaia looked at it and did not ask whom it was for.
}
{ flag_you_added_to_the_entry_that_kaia_was:
    <i>K. here</i>, you wrote, and these are the two words on the page that can be read.
}
“Half of it is yours,” you say. “The money.”
“No.”
“Half would be—”
“Don't,” says Kaia. “I can halve, Mum. I should just like not to hear it.”
She gets up and goes to the racks in her socks.
{ flag_you_said_that_a_hen_could_have_signed_it:
    On the way she turns the envelope with its face to the wall. “In case of hens,” she says.
}
{ flag_you_had_kaia_lick_the_envelope:
    On the way she wipes her mouth once more on her sleeve. Whatever they put on those flaps, she says, it was a fish.
}
At the first hive she goes down on her heels, puts her hair behind her ear and lays the ear to the wood. She stays until she has heard what there is. Then she does the next. She leaves none of them out, and at some she smiles with her eyes shut, like somebody who is being told a name.
{ flag_every_hive_is_in_the_shed_before_the:
    At the lowest rack, where the jolted ten stand, she stays longest. On two of them she knocks with one knuckle, and again, and gets no answer.
}
By the stove her boots are steaming, the left one fallen over. You have come to the end of what you had to say about money. Kaia is on the far side, with her cheek against the last hive of the row, and does not get up from it.
+ [Lay your ear beside hers]
    ~ flag_you_laid_your_ear_to_the_hive_beside = true
    -> two_cups
+ [Tell her the sum all the same]
    ~ flag_you_told_kaia_the_sum_all_the_same = true
    -> two_cups
+ [“Which of them did you come for?”]
    ~ flag_you_asked_kaia_which_of_the_hives_she = true
    -> two_cups
+ {flag_you_told_kaia_that_her_boots_were_louder} [“Stamp your boots, if it helps.”]
    ~ flag_you_told_kaia_that_she_might_stamp_her = true
    -> two_cups

=== a_new_page ===
# passage: A New Page
“Turn over,” you say.
“What?”
“It wants a new page. Turn over, and write your name at the head.”
Kaia does not turn over. “My name.”
“Whoever writes in it is the beekeeper. I have been telling you that since you could reach it.”
“You told me <i>only</i>. It was always <i>only the beekeeper</i>.”
“That is what I am saying now.”
She looks at the book as if it might be hot. “And that?” she says, with her chin towards the letter. “Mum, it's a great deal of money.”
“It's a fair sum.”
You take it from the bench between two mittens, like a dish from the oven, and carry it round the partition. The latch of the stove goes up for a mitten as well as for anything. The letter lies on the embers for a moment with its back to you, so that you have the straps once more, and the coffee tins. <i>One does not like to ask</i> goes last.
“He will have to be thanked,” says Kaia behind you.
“He will have to be told.”
“I'll go over by the bog and do both.”
So she will have to look the man in the face, and pay for his webbing, and come back to a house where honey buys the salt and not the bread. There will be no summer in which she can go anywhere. You could have spared her that with one name at the foot of a sheet.
“Is it a present?” says Kaia. She is not smiling. She wants to know.
“No,” you say. “It's forty hives.”
That seems to be the right answer. She wipes her palm on her trousers. You hear the leaf go over, and when you look round the end of the partition the page is as white as flour, and the lantern stands close to it. She has set the pencil to the top of it, right in the corner, and made a <i>K</i> there no bigger than a bee.
In the stove the sheet is still a sheet, black, with a red edge going round it.
+ [“Bigger. Your father wrote small from thrift.”]
    ~ flag_you_told_kaia_to_write_her_name_bigger = true
    -> a_row_of_ears
+ [Watch until the letter is ash]
    ~ flag_you_watched_the_stove_until_the_letter = true
    -> a_row_of_ears

=== a_row_of_ears ===
# passage: A Row of Ears
{ flag_you_told_kaia_to_write_her_name_bigger:
    So it stands across the whole head of the page, as over a shop. Einar would have got a week of swarms into the space.
}
{ flag_you_watched_the_stove_until_the_letter:
    You stayed until there was nothing in there that had writing on it. When you turned round, there was something out here that had.
}
“Well,” says the beekeeper.
She takes the lantern and goes along the racks, as Einar did, last thing. She bends down to every hive with an ear. You stay by the stove. Until today it was you who did that, and it turns out to be a long row of hives when one stands still.
{ flag_every_hive_is_in_the_shed_before_the:
    At the lowest rack two of the jolted ten do not answer her knuckle. She tries them again. Then she takes the chalk from its ledge, makes a cross on each, and goes on to the next.
}
She comes back and squats down before the stove, which you have fed since you came in, and shuts the draught.
“It's too warm for them,” she says. “They will think that it's March. I am letting it go out, and the door stays open a hand.”
You would have kept it in until noon. Einar would have. You have four reasons, and one of them is your knee.
The broom is beside you. Kaia looks up.
“Yes?” she says.
+ [“I have said nothing.”]
    ~ flag_you_told_kaia_that_you_had_said_nothing = true
    -> two_sums
+ [Bite on the thumb of Einar's mitten]
    ~ flag_you_bit_on_the_thumb_of_einars_mitten_to = true
    -> two_sums
+ [Sweep the floor, hard]
    ~ flag_you_swept_the_floor_hard_to_keep_quiet = true
    -> two_sums

=== two_sums ===
# passage: Two Sums
{ flag_you_told_kaia_that_you_had_said_nothing:
    “You said it very loudly,” says Kaia.
}
{ flag_you_bit_on_the_thumb_of_einars_mitten_to:
    Einar's thumb tastes of tar, horse and honey. He bit on it himself, you now remember, in much the same place.
}
{ flag_you_swept_the_floor_hard_to_keep_quiet:
    You swept from the stove to the door and back, over nothing at all, and Kaia lifted her feet for the broom and said thank you.
}
She sits down on the bench, turns the book round and opens it from the other end. Nobody has ever written on the last page.
So much honey to a hive, in a middling year. “Call it forty,” she says. Off with the sugar, the jars, the oats; something on for wax. The pencil ticks along, and then it stops.
“It isn't enough.”
“No.”
“Not for one. It's enough for two thirds of one.”
“Which two thirds?” you say.
She draws a line and does it again beside it, with a better summer and a new roof. It takes as long as the first. The two of them agree to within a jar.
“There is always the post round,” says Kaia, to herself.
The lantern is at the other end of the bench, and her own shadow lies on both sums. She does not hold the book out to you. She pulls it on to her knees and goes on looking.
+ [“Your father's came out the same.”]
    ~ flag_you_told_kaia_that_einars_reckoning_had = true
    -> the_old_lines
+ [Move the lantern nearer to her page]
    ~ flag_you_moved_the_lantern_nearer_to_kaias = true
    -> the_old_lines
+ [Offer her the hens as well]
    ~ flag_you_offered_kaia_the_hens_as_well = true
    -> the_old_lines

=== one_lantern ===
# passage: One Lantern
You hold out your hand for the pencil. It shakes where she can see it. Kaia lays the pencil in and shuts your fingers round it for you, one, two, three.
{ flag_you_told_kaia_that_you_did_your_own:
    Then she looks at the spoon in your cup, and takes her own hand back, and puts it behind her.
}
“You will owe nothing to anybody,” you say. “Not to the boxes and not to me.”
“And you?”
“I shall have half, and a leaflet.”
Kaia breathes out through her nose, which a year ago would have been a laugh. “I should have liked them,” she says.
“I know.”
“I only want it to have been said.”
“It has been.”
She takes up the lantern in one hand. With the other she holds the sheet flat, since it will not lie still for you; it picks up whatever you have. Aksel has ruled a line to sign on. Her thumb is at the end of it, with the nail cut short, and you steer for that.
You get on to the line without trouble. After that the hand walks where it likes, three toes and a toe, up and over and back, like something that has come across the snow for crumbs and heard a door.
“Is that the <i>t</i>\?” says Kaia.
“That is the <i>i</i>.”
She brings the lantern lower and puts her head on one side. She does not tell you that it is fine. You had been afraid that she would, and only now can you go on to the end of your name.
So they are sold. Nothing is any different in the racks. In spring there will be a lorry at the gate, and afterwards a shed that is easy to sweep.
He has sent an envelope along with it, with the stamp already on. Kaia draws it out of the book, and blows into it to see how it opens, and waits. The pencil is still in your hand. It has got quite warm there, between the two of you.
+ [“A hen could have signed it.”]
    ~ flag_you_said_that_a_hen_could_have_signed_it = true
    -> four_lines
+ [Have Kaia lick the envelope]
    ~ flag_you_had_kaia_lick_the_envelope = true
    -> four_lines
+ [Hold on to the pencil a little longer]
    ~ flag_you_held_on_to_the_pencil_after_signing = true
    -> four_lines

=== four_lines ===
# passage: Four Lines
{ flag_you_said_that_a_hen_could_have_signed_it:
    “A hen has four toes,” said Kaia, bent over it. “I count six.” Then she folded the sheet.
}
{ flag_you_had_kaia_lick_the_envelope:
    Kaia licked the flap and struck it flat with the side of her fist, harder than an envelope needs.
}
{ flag_you_held_on_to_the_pencil_after_signing:
    “Keep it,” said Kaia. “You want it for the next thing.” It was she who folded up the sheet.
}
The envelope leans on the lantern with the letter in it. Kaia moves the book in front of you and sits down on her hands, one under each thigh, like a child in church.
You write. One line is for the wind, that came early. One is for the ice and the mare. One is for how many came in, and how. It takes as long as plucking a fowl. In the third line the pencil gets away and rolls along the bench, up against her.
Kaia looks at it. Her shoulders rise. You reach across and fetch it back yourself.
“Sorry,” she says.
“You did nothing.”
“I know. It was dreadful.”
<i>Straps: Aksel</i> is the fourth line, and your last big entry is done. Nobody could read it who had not watched it being made. Below it there is room for one more.
+ [Read the entry out to the bees]
    ~ flag_you_read_your_last_big_entry_out_to_the = true
    -> an_ear_to_the_wood
+ [Leave a line empty below it]
    ~ flag_you_left_a_line_empty_below_your_entry = true
    -> an_ear_to_the_wood
+ [Add that Kaia was there]
    ~ flag_you_added_to_the_entry_that_kaia_was = true
    -> an_ear_to_the_wood

=== an_ear_to_the_wood ===
# passage: An Ear to the Wood
{ flag_you_read_your_last_big_entry_out_to_the:
    You read it out to the bees. In two places you could not make it out, and Kaia read those.
}
{ flag_you_left_a_line_empty_below_your_entry:
    “Who is that one for?” said Kaia of the empty line, and you said that a page likes to end on a breath.
}
{ flag_you_added_to_the_entry_that_kaia_was:
    “You have put me after the mare,” said Kaia. “By age,” you said.
}
“Half the money is yours,” you say now.
“You will need it. There ought to be a rail on those stairs.”
“That comes out of my half. Yours would be—”
“I can halve,” says Kaia. “If you say it, it's what they cost.”
{ flag_you_said_that_a_hen_could_have_signed_it:
    She is up already. “Snipe,” she says over her shoulder. “It wasn't a hen, it was a snipe.”
}
{ flag_you_had_kaia_lick_the_envelope:
    She is up already, and drinks off what is left in her cup, standing. That flap, she says, will be with her until Easter.
}
She goes along the racks, and leans on them as one leans on a cow, and lays an ear to each hive in turn. Two days ago she came home for these. Then for a quarter of an hour she had come home for you. Now she listens as if one of them might know.
{ flag_every_hive_is_in_the_shed_before_the:
    With the jolted ten in the lowest rack she takes longest. Two of them get her knuckle, and then get it again, and do not answer.
}
Her boots stand by the stove with their toes turned in.
“They sound so sure,” says Kaia to the last of them, and stays there.
+ [Lay your ear beside hers]
    ~ flag_you_laid_your_ear_to_the_hive_beside = true
    -> six_eggs
+ [Tell her the sum all the same]
    ~ flag_you_told_kaia_the_sum_all_the_same = true
    -> six_eggs
+ [“Which of them did you come for?”]
    ~ flag_you_asked_kaia_which_of_the_hives_she = true
    -> six_eggs
+ {flag_you_told_kaia_that_her_boots_were_louder} [“Stamp your boots, if it helps.”]
    ~ flag_you_told_kaia_that_she_might_stamp_her = true
    -> six_eggs

=== one_name ===
# passage: One Name
You put both hands in your lap, where they can do as they like.
“Yours,” you say. “You hold it better. Take a new page, and put your name at the head.”
The pencil has stopped going round. “Because you can't,” says Kaia.
“I can't. That is one thing. It isn't why.”
“Then why?”
You look for it. It is a long time since you had to say a thing of that kind, loud or low.
“You stood there in your socks and knocked,” you say, “and told them properly. Nobody taught you. Nobody made you. I was behind the boards, and I thought, there is somebody I should like to have here.”
Kaia looks hard at the lantern.
“It hardly feeds one,” you say. “And you will not get away in May, or in June, or to a wedding.”
“Whose wedding?”
“Anybody's.”
The letter you see to yourself. It rattles in your hand, all the way round the partition, like something with an opinion. Kaia stands up, and sits down again. The latch of the stove takes three attempts, and then the door is open and the sheet is in there, and the fire begins with the sum. On the back the straps hold out a little longer, and <i>One does not like to ask</i>.
“I shall tell him,” says Kaia from the bench. “I want to see the shears, anyway. For the tins.”
That was the rail for the stairs, and a man in town to look at your hands, and a good deal of sleep. You shut the door on it as far as it will go, which is not quite; a corner of the sheet is still outside and burning inwards.
Behind you a leaf goes over. When you come round the boards she is bent so close to the page that her hair lies on it. Up in the corner, where nobody would look for it, she has made a <i>K</i> of about the size of a bee.
“Is that all right?” she says, and for once in the course of the night it is not your hands that she means.
+ [“Bigger. Your father wrote small from thrift.”]
    ~ flag_you_told_kaia_to_write_her_name_bigger = true
    -> the_stove_door
+ [Watch until the letter is ash]
    ~ flag_you_watched_the_stove_until_the_letter = true
    -> the_stove_door

=== the_stove_door ===
# passage: The Stove Door
{ flag_you_told_kaia_to_write_her_name_bigger:
    “Thrift,” says Kaia, and goes over it again until it can be read from the racks.
}
{ flag_you_watched_the_stove_until_the_letter:
    You watched until the last of it stood up, grey, like a leaf with nothing on it, and lay down. Then you told her that it was all right.
}
She gets up from the bench, and that is the beekeeper. She takes the lantern along the racks, and an ear to every hive, and does not tell you to sit down.
{ flag_every_hive_is_in_the_shed_before_the:
    In the lowest rack two of the jolted ten give no answer to her knuckle, nor to the next. She finds the chalk and puts a cross on each, a small one, and goes on.
}
Then she is back, with her hands on her hips, where you have stood yourself on ten thousand evenings.
“Too warm,” says Kaia. “They will wake up and want their breakfast. The stove goes out, and the door stays open a crack.”
She looks at you, and at your hands, and at the stove. One can watch the daughter and the beekeeper have it out.
“They stay cold,” she says, and shuts the draught. “You have a coat.”
You would have kept it in until noon. There are four good reasons for that. The broom leans on the wall, in reach, and Kaia waits for one of them.
+ [“I have said nothing.”]
    ~ flag_you_told_kaia_that_you_had_said_nothing = true
    -> the_last_page
+ [Bite on the thumb of Einar's mitten]
    ~ flag_you_bit_on_the_thumb_of_einars_mitten_to = true
    -> the_last_page
+ [Sweep the floor, hard]
    ~ flag_you_swept_the_floor_hard_to_keep_quiet = true
    -> the_last_page

=== the_last_page ===
# passage: The Last Page
{ flag_you_told_kaia_that_you_had_said_nothing:
    “I heard you,” says Kaia.
}
{ flag_you_bit_on_the_thumb_of_einars_mitten_to:
    You had to fetch the mitten for it. The thumb comes out of your mouth with your mark in it. Kaia says that the mare has been washed more often than that.
}
{ flag_you_swept_the_floor_hard_to_keep_quiet:
    You swept until there was no more floor. Nothing shows on a broom. “You do that well,” said Kaia, and shut her eyes when she heard herself.
}
She turns the book about and opens it from the back, where the last page is empty.
“Say me a middling year,” she says.
You say it to her: jars, sugar, glass, oats. All that is in your head, and in there it does not shake. She writes it down in a column, by forty, near enough.
“A rail for the stairs,” says Kaia, and writes that in, too.
“That isn't the bees'.”
“It's the household's.” She adds up. “That is not one person.”
“No.”
“It's one person from Monday to Thursday.”
Below it she does it over again, with a summer like the one when she was nine. It comes to Friday. She puts the pencil behind her ear, where Einar had it, and leans on the page with both arms, in her own shadow, since the lantern is at the other end of the bench. The book stays where it is, under her elbows.
+ [“Your father's came out the same.”]
    ~ flag_you_told_kaia_that_einars_reckoning_had = true
    -> one_word
+ [Move the lantern nearer to her page]
    ~ flag_you_moved_the_lantern_nearer_to_kaias = true
    -> one_word
+ [Offer her the hens as well]
    ~ flag_you_offered_kaia_the_hens_as_well = true
    -> one_word

=== two_cups ===
# passage: Two Cups
{ flag_you_laid_your_ear_to_the_hive_beside:
    You got down next to her, in two stages, and laid your ear to the wood by hers. It was the same note on your side.
}
{ flag_you_told_kaia_the_sum_all_the_same:
    You told her the sum. She kept the one ear on the hive and put her palm over the other.
}
{ flag_you_asked_kaia_which_of_the_hives_she:
    “All of them,” said Kaia to the wood. “Nobody comes home for one.”
}
{ flag_you_told_kaia_that_she_might_stamp_her:
    She thought about it. Then she stood up and stamped, once, in her socks, as softly as anybody has ever stamped.
}
Sunrise finds the two of you in the doorway, on two crates, with the pot on the sill between you. It is a late one, and grey. The rain has gone over, and the lake lies under its own water, with the alders standing on their heads in it.
{ flag_everything_that_came_home_came_home:
    Far out on the other side five pale boxes stand on the platform of the hay rack. You count them, and before you drink anything you count them again.
}
{ flag_you_promised_the_five_hives_on_the_hay:
    “When the ice is out,” says Kaia. “By boat. I was standing next to you when you promised it.”
}
Through the wall one can hear Blakka, at her oats.
{ flag_every_hive_is_in_the_shed_before_the:
    Kaia has been in to her; the leg is cool, and she will be idle until Easter and know how to value it. The lowest rack has come down to a mutter, with two voices missing.
}
“I'll stay until the lorry has been,” says Kaia. “If that is all right.”
“It's your home.”
“I know. I only mean the lamp.” She looks at the water for a while. “And there is no hurry about the motor, I think.”
{ flag_you_told_kaia_that_the_motor_was_shy:
    “It may stay shy,” she adds. She does not turn round to the sack.
}
She pours. Her own cup she fills to the brim. Yours she fills to the half, and lifts the spout.
“That was the pot,” she says, “it's empty,” and sets it down on the sill as one sets down a pot that is not.
You raise the cup in both mittens. It is just as full as you can carry, and nothing comes over the edge.
{ flag_you_asked_for_honey_in_your_tea_for_the:
    There is honey at the bottom. Nobody has said a word about an occasion.
}
“Thank you,” you say.
“It's only tea.”
When she has gone across to the house, to find the lamp a corner until spring, you stay behind with them and knock on the nearest hive.
“It's Berit,” you say, low, with your mouth close to the wood. “Here is the rest.” And you tell them, properly this time, of the hands, and of the sale, and of a person who knows, and has not said so, and need not be told that you have seen it.
They take it as they take everything. On your way out you lay the cloth over the pot, which is warm, and heavy, and you leave it where she put it.
Half a Cup # ending
-> END

=== the_old_lines ===
# passage: The Old Lines
{ flag_you_told_kaia_that_einars_reckoning_had:
    “The same?” said Kaia. “And he went on doing it?” “He never did the second one,” you said.
}
{ flag_you_moved_the_lantern_nearer_to_kaias:
    With the lantern at her elbow she could see that there was no mistake in either.
}
{ flag_you_offered_kaia_the_hens_as_well:
    “Do they pay?” said Kaia, about the hens. “They owe,” you said, and she wrote them in all the same.
}
It gets light, in its own time, in the gap of the door. Kaia pushes it wide with her foot. The rain has gone, the lake lies under water from shore to shore, and through the wall one can hear Blakka, at her oats.
“I haven't written up the night,” says Kaia. “It belongs to the old page.”
She turns back to the leaf before her name. There are lines free at the bottom. Above them is your autumn, with the wasp in it, and last of all a five that sets out across the paper and goes over the edge.
{ flag_everything_that_came_home_came_home:
    She looks out first, over the grey water, to where five pale boxes stand on the hay rack. In what she is about to write there will be five places left open, with a small square round each.
}
She must see that last figure of yours. She looks at it for as long as a drop takes to come off the eaves. Then she writes below it, in a hand in which every figure has its feet on the line, what the wind did and what the ice did, and how many, and where.
{ flag_every_hive_is_in_the_shed_before_the:
    <i>Two with a cross</i>, she writes, <i>and the mare's near fore, until Easter. K. drove.</i>
}
She turns the page, without a word, and the old lines go under and her name comes up.
{ flag_you_told_kaia_to_write_her_name_bigger:
    From where you stand it can be read without your glasses. By the bees, too, if it came to that.
}
“I have been thinking about the motor,” she says. “I don't believe I'll take it apart. It will go, if one gives it a good pull.”
“It may,” you say.
{ flag_you_asked_kaia_for_her_second_plan:
    “The heather I shall do, though,” says Kaia. “Ten of them. You might prepare them for the trailer.”
}
{ flag_you_told_kaia_that_you_had_always_liked:
    “And you can steer,” says Kaia. “From the bow, with remarks.”
}
“They have to be told who it is now,” you say.
“You do that. I should like you to do the telling, Mum, from now on.” She puts the pencil into the fold of the book. “I shall have my hands full.”
She does not look at yours. She does not look at them so hard that one could hang a coat on it.
You will have to be cunning for years: cups by the half, buttons by daylight, letters by telephone. You had reckoned with one cunning person in this house. It may be that you will have to do that sum again.
You go up to the nearest hive, softly, in Einar's mittens, and knock.
“It's Berit,” you say. “There is news.” Behind you Kaia blows out the lantern, so as not to be in the way, and you tell them whose they are.
A Clear Hand # ending
-> END

=== six_eggs ===
# passage: Six Eggs
{ flag_you_laid_your_ear_to_the_hive_beside:
    You leaned there beside her and laid your ear to the same wood, and your cap rubbed on it, in time with nothing. “They will get used to it,” said Kaia.
}
{ flag_you_told_kaia_the_sum_all_the_same:
    You told her the sum. For that money, said Kaia, she would have expected them to sing.
}
{ flag_you_asked_kaia_which_of_the_hives_she:
    “It wasn't a particular one,” said Kaia. “I should know it if I heard it.”
}
{ flag_you_told_kaia_that_she_might_stamp_her:
    She got into her boots, went out as far as the jetty, stamped there and came back. “Better,” she said.
}
It is sunrise, more or less. You stand in the doorway, the two of you, and the envelope sticks out of Kaia's pocket, for the post. The lake is under water. It has stopped talking and lies there like a tray.
{ flag_everything_that_came_home_came_home:
    The first thing that you see on it, far over, is five pale boxes on the hay rack. “They are sold as well,” says Kaia. “If they will wait.”
}
{ flag_every_hive_is_in_the_shed_before_the:
    Behind you the lowest rack mutters, eight voices out of ten. “I'll tell him about those,” says Kaia. “And about the mare's leg, if he asks what she is lame from. It was me.”
}
Blakka can be heard through the wall, lying down. She does that when nothing more is wanted of anybody.
{ flag_you_put_your_shoulder_to_the_sledge:
    In daylight the print of the sledge is still on Kaia's cheek. “You have one too,” she says. “By the ear.” You had wondered what that was.
}
“So I owe you nothing,” says Kaia.
“No.”
“And you owe me nothing.”
“Not before he pays.”
You stand there and owe each other nothing. It is draughty.
“I don't know what I'm here for,” says Kaia. “I had a list. It was bees from top to bottom.” She glances at your hands and away again. “I should be no good at the other thing.”
“You would be dreadful. You stirred.”
{ flag_you_drank_the_tea_that_kaia_had_stirred:
    “You drank it, though,” says Kaia. “It was hot,” you say.
}
In spring there will be a lorry, and after that a June, and neither of you has ever been let off for one.
“Let us find out,” you say. “After breakfast.”
“Find out what?”
“What you are here for. I should like to know it, too.”
She thinks that over, with her head on one side. “After breakfast,” says Kaia.
There is a pan on the nail by the stove, and on the shelf are six eggs that you carried over yesterday, in your cap, for the middle of the night. You break them yourself. The first goes half into the pan. The second goes in with its shell.
{ flag_you_let_kaia_take_hold_of_your_hands:
    Kaia's own hands come up, both together, as they came for yours in the night. She puts them into her pockets, with the envelope.
}
By the fourth you have found out that it goes best if one leaves it to the hand, which is going to knock against something in any case.
“Shell,” says Kaia, with her mouth full.
“Where?”
“All over,” says Kaia, and holds out her plate for more.
Breakfast # ending
-> END

=== one_word ===
# passage: One Word
{ flag_you_told_kaia_that_einars_reckoning_had:
    “To Friday?” said Kaia. “To Thursday,” you said. “He never believed in that summer.”
}
{ flag_you_moved_the_lantern_nearer_to_kaias:
    You carried the lantern along the bench yourself. The shadows ran about the walls like mice, and it made no difference to the sum.
}
{ flag_you_offered_kaia_the_hens_as_well:
    “Seven hens,” said Kaia, and wrote them in. “That is Friday evening.”
}
It is light by now in the crack of the door, late and grey. Kaia pushes it open with her foot. The rain has gone; the lake lies under water, and through the wall one can hear Blakka, at her oats. Then she turns the book round to her own page and takes the pencil from behind her ear.
“You say it, I write it,” she says. “You have done more of them. But there is one condition.”
“Well?”
“I'm the beekeeper. I am not the nurse. Somebody who knows about it is to look at those hands, and I don't mean a leaflet. And if I do up your buttons, it's because we are late.”
“And the rail?”
“The rail is carpentry.”
“Done,” you say, and you shake hands on it, which with yours takes care of itself.
“<i>Solstice</i>,” you say. “<i>Wind south, hours early.</i>” She writes. Each letter stands on the line and looks straight in front of it. “<i>Straps: Aksel. The tins as well.</i>”
{ flag_you_walked_the_first_load_home_with_a:
    “<i>First load did not stir</i>,” you say. “I had my palm on it.” <i>Did not stir</i>, Kaia writes, <i>B. vouches</i>.
}
{ flag_you_held_blakkas_head_while_kaia_bound:
    “<i>Near fore bound by K.</i>,” you say. “<i>Head held by B.</i>,” says Kaia, and writes that, too. “She would want it mentioned.”
}
Then you come to the hives, and there you come to a word.
{ flag_everything_that_came_home_came_home:
    “<i>Five lost</i>,” you say. “<i>Left</i>,” says Kaia. Far over the grey water five pale boxes stand on the hay rack, and you both look at them, each for her own side.
}
{ flag_every_hive_is_in_the_shed_before_the:
    “<i>Two dead</i>,” you say, for the two with the chalk on them. “<i>Two silent</i>,” says Kaia. “You can have <i>dead</i> in March, when I have had the roofs off.”
}
{ flag_you_told_kaia_that_einar_once_took_the:
    “Your father wrote <i>lost</i>,” you say, “for the seven.” “He had looked first,” says Kaia.
}
It is a proper quarrel. It has <i>you always</i> in it, and <i>you never</i>, and a palm brought down on the bench. But all of it is low, and the palm is brought down softly, and anybody who looked in at the door would take you for two women saying grace. Not a hive minds. At the end she writes hers, as she has the pencil.
“That was the wrong word,” you say.
“It's my book.”
“Low.”
“It's my book,” says Kaia, low.
You get up, both of you, and go over to the nearest hive, and you knock: three times, or it may be five, since it is hard to say where one of yours leaves off.
“It's Berit,” you say.
“And Kaia,” says Kaia beside you. “There is news.”
Not the Nurse # ending
-> END
