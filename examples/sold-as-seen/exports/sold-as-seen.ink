# title: Sold as Seen
# hook: Two undertakers, one booking, and a client who would like a bacon sandwich before he goes.
# language: en
# ifid: 9C384A81-31B3-4048-A836-D1FADAB72B50
VAR flag_telling_winifred_default_1 = false // Winifred believes that she is burying a dead man, and will screw the lid down in good faith.
VAR flag_telling_winifred_default_2 = false // You have the sale book, from Pask's own hand, and he trusts you.
VAR flag_telling_winifred_default_3 = false // You know from Pask himself how he took bids off the wall for Lot 41 and parted Winifred and Desmond.
VAR flag_telling_winifred_alternative_1 = false // Winifred knows that Pask is alive, will go through with the funeral, and has not read the sale book.
VAR flag_telling_winifred_alternative_2 = false // You have the sale book, from Winifred's hand, and Pask, who feels sold, knows that you have it.
VAR flag_telling_winifred_alternative_3 = false // You know from the page how Pask took bids off the wall for Lot 41 and parted Winifred and Desmond.
VAR flag_opening_the_book_default_1 = false // Pask's good name is whole, and so is the quarrel.
VAR flag_opening_the_book_default_2 = false // Pask has heard what the town says of him, and nobody but you knows what it did not say.
VAR flag_opening_the_book_alternative_1 = false // The whole town knows that Pask took bids off the wall and that he was alive at his own funeral.
VAR flag_opening_the_book_alternative_2 = false // Winifred knows that Desmond never bid against her until he heard her break their limit.
VAR flag_opening_the_book_alternative_3 = false // Desmond knows that Winifred never meant to have the hearse alone.
-> passage_setup_1

=== passage_setup_1 ===
# passage: One Gentleman, Boxed
“Brown sauce,” says the client. “If it's no trouble.”
You are alone with him, holding four yards of satin frill and a tack hammer. He is your first. For six weeks you have polished coffin furniture and answered the telephone in the voice, and at eight this morning Mrs Orme said that you might finish Mr Pask by yourself, since he was hardly in a position to complain.
He lies in the Windermere, oak veneer, eleven hundred and forty pounds. His hands are crossed and one eye is open. The eye is blue and in good working order.
“You're dead,” you say. “It's on the form.”
“Four minutes, that doctor gave me. I've valued teaspoons with more care.” Cornelius Pask moves nothing but his mouth. “His hands were cold, his car was running and I held my breath to see what he'd do. He knocked me down at twenty to six.”
“I have to tell Mrs Orme.”
“Is that what you said at the bakery?”
All Stoke Tansy knows what you said at the bakery. You told a bride that her middle tier was polystyrene. Only Mrs Orme took you on after it, with a handshake and no questions. By rights she is Miss Orme; the Mrs is a courtesy title, since widows will not discuss lining with a Miss.
“Hear the particulars,” says Mr Pask. “Ninety-one years old, heart beyond repair. The hospital gave me until September, and it's November. I've a day in me, perhaps two, and I want to hear my funeral. Fifty years I stood in the Corn Exchange and told this town what things were worth. Nobody's ever put a figure on me.”
“When is it?”
“Tomorrow at eleven. First Friday after, come what may. It's in both contracts.”
“Both?” There is one contract. You filed it yourself.
The eye shuts. “I'm not a well man.” It opens again. “A bacon sandwich, and not a word till it's over. Then I'll go quietly. Do I hear yes?”
“I don't tell lies, Mr Pask. I'm no good at it.”
“Nobody's asked you anything yet. And leave the pillow be. It's how I want it.”
The pillow stands a good two inches higher than the manual allows, and has corners.
\* \* \*
At nine you have tacked the frill all round him, and bought two rashers, and are buttering bread on the embalming trolley when the yard door opens. It does not lock. Nor does the other one.
“Only me,” says Dr Hugo Lamb. Behind him his engine is running. “I think I left my pen in the, in his waistcoat. I leaned on him to write.”
He comes three steps in. You get to the coffin first and stand in front of the face.
“I'll find it. He's just been arranged.”
“So kind. It's engraved.” The doctor fixes his eyes on a shelf of urns. It comes to you that he does not want to look any more than you want him to.
The right-hand pocket holds a cloth coin bag, full, and you leave it alone. The left holds the pen. It also holds Mr Pask's finger and thumb, which have closed on it.
You pull. Ninety-one years old, and a grip like a bench vice.
“Trouble?” says Dr Lamb.
“He won't let go,” you say, because it is true.
“No. They can be like that.”
“He's quite warm.” You hear yourself say it. It is how you lost the bakery.
“The radiator,” says Dr Lamb at once.
There is no radiator. “And he's got a bit of colour.”
“Rouge. Mrs Orme's an artist.” He has gone rather white himself. “Four minutes is above the average, you know. For the county.”
You pinch Mr Pask hard above the wrist. The pen comes free, and so does a small noise, and you cough to cover it, and the doctor coughs too, to help. He takes his pen at the full length of his arm. In the doorway he stops with his back to you.
“There wasn't anything about him that struck you?”
“You're the doctor,” you say.
“Yes,” says Dr Lamb. “Well, there we are.” His car is in second before the door has swung to.
“Gold nib,” says the coffin. “You might have asked a reward.”
You lay the lid across him at a slant, for air, and hide the bread behind the urns.
+ [Going once]
    -> passage_telling_winifred_shared_1

=== passage_telling_winifred_shared_1 ===
# passage: A Contract, in Duplicate
“Miss Gathercole,” says Desmond Bellwether from the yard door, at noon, with his hat against his chest. “Kindly tell your employer that she has my client.”
Mrs Orme stands two yards from him, arranging lilies. She does not turn her head. “Tell the gentleman that he has mistaken the house.”
“She says—” you begin, and see that he is waiting to be told. He has not heard her since 1986. So you tell him, in full, and he thanks you.
He lays a paper on the coffin lid. Bellwether and Son, one funeral complete for C. Pask, the Corn Exchange, first Friday at eleven, come what may. Four pounds ten a month since October 1986, the balance of two thousand pounds on completion. Mrs Orme goes to the filing cabinet and lays her own paper beside it. The same date, the same sum, the same typewriter with the same broken e. Only the name of the house is another.
“Ask the gentleman if he takes me for a fool.”
“Tell the lady that I was about to ask.”
You rest your hand on the lid, where it lies at a slant. Nobody in the room is listening harder than Mr Pask.
“There's one of him,” you say. “There's two of you. He can't be done twice.”
It is the kind of remark that cost you the bakery. They consider it, separately.
“Ask her,” says Mr Bellwether, “what she has him in.”
“The Windermere.”
“A sound box. And what does she mean to put the Windermere in?”
Mrs Orme moves one lily from the left of the vase to the right. Orme's hearse is a Volvo with a hundred and ninety thousand miles on it, and it has been in Tewbury since Monday with its gearbox on a bench. “Tell him that the Volvo is indisposed.”
“Tell her that the Daimler is not.”
He says <i>Daimler</i> as other men say the name of a daughter. Something crosses Mrs Orme's face and is put away. Under your palm, the faint stir of breath against the wood has stopped.
“My coffin, then,” says Mrs Orme to you. “In the other house's car. The balance halved.”
“And Miss Gathercole to sit up front with me, so that nobody else need.”
They shake hands on it: she with you, and then he with you.
\* \* \*
At six she comes in with the big screwdriver and six brass screws in a saucer. She has taken off her black jacket, which she does for nobody. Beyond the inner door and the shop window the Daimler goes by at walking pace, empty, being practised.
You have two rashers in greaseproof in your coat pocket, fried at half past nine. There has been somebody in the room all day.
“I close them the night before,” she says. “It settles the mind. Did you do the frill?”
“All round.”
“Then I shan't look.” She squares the lid. You see the slant close over a strip of satin, a waistcoat button, and one blue eye, which is not on her but on you. It has no joke in it. Do not, it says, as plainly as print.
“A thousand pounds,” says Mrs Orme. “It was to be two, and the bank wanted all of that by Monday. But they'll wait for a house that can bury a man in front of the whole town with nothing out of place. They won't wait for a laughing stock.” She turns a screw in the light. “I'd not tell that to anyone, Nell.”
“No, Mrs Orme.”
“I took a person's word once. A long while back. Since then I've counted everything, the handles when they come, the change, the stamps. I counted after you, your first fortnight.” She seems to find something wrong with the screw. “I stopped. You're the first in thirty-eight years that I haven't had to check. I thought that somebody should mention it.”
Her hand lies flat on the veneer, the way you would quieten a horse. Four inches below it a man of ninety-one is holding his breath, and he is not doing it out of curiosity now.
She sets the first screw in its hole, fits the blade to the slot, and looks up at you over her glasses.
“So. Is everything as it should be?”
+ [“All as it should be. Let me close him up.”]
    ~ flag_telling_winifred_default_1 = true
    ~ flag_telling_winifred_default_2 = true
    ~ flag_telling_winifred_default_3 = true
    -> passage_telling_winifred_default_commit_1
+ [“No, Mrs Orme. Our client isn't dead.”]
    ~ flag_telling_winifred_alternative_1 = true
    ~ flag_telling_winifred_alternative_2 = true
    ~ flag_telling_winifred_alternative_3 = true
    -> passage_telling_winifred_alternative_commit_1

=== passage_telling_winifred_default_commit_1 ===
# passage: A Bacon Sandwich, Cold
“All as it should be,” you say. “Let me close him up.”
It is your first lie, and it goes down like butter, which alarms you. Mrs Orme folds your fingers round the screwdriver. “You're a good girl, Nell,” she says, and she puts her jacket back on and goes home without looking behind her.
You start all six screws and stop every one of them at the veneer.
At ten Mr Pask is sitting up in the Windermere with a duster tucked in his collar. You made the sandwich with your back to him, so that he should not see what twelve hours in a coat pocket had done to the bacon. There is no brown sauce. He eats the whole of it, and the rind, and dabs up the crumbs from the satin with one finger.
“You needn't have done that,” he says. “Told her.”
“You asked me to.”
“I asked. I never thought that I'd get it at the first time of asking.” He reaches behind him, under the pillow, and what comes out is a long green ledger with a ribbon in it. He does not give it to you yet. “Sale book. The fourteenth of June, 1986. You'll find it in there at Lot 41, but I'd sooner say it.”
He says it to the plate.
“They were to marry in September, those two. They wanted that Daimler for one firm, with both names on the glass. Winifred sat in front to bid, and six hundred was their limit. Desmond kept out of the way, behind the pillar. Well, at six hundred nobody was against her. She had it. And I was behind with the rent.”
The tap drips in the sluice. He waits for it.
“So I nodded at the pillar and took six fifty off the wall. That means there's nobody there. You look at a place, and you say a figure, and whoever wants the thing pays it. I'd done it a hundred times, for a wardrobe. Only she looked round to see who was against her, and it was him.”
“And she went on.”
“She went on. He heard her break their limit, and thought that she meant to have it alone. Then he bid in earnest. I never saw two people so quiet. Eighteen hundred and thirty, to Bellwether. My five per cent on the difference came to sixty-one pounds fifty.” The coin bag clinks under his hand. “I've not spent it. I never found the thing that I wanted for it. In October I went to the pair of them and signed, so that one day they'd have to stand in one room and I could tell them. Then I found that I hadn't the nerve to be awake.”
He puts the book in your lap. It is heavier than it looks.
“You do as you like with that,” says Mr Pask, and lies down.
\* \* \*
At nine on Friday Mrs Orme comes in with her hat in one hand and runs her thumb round the lid. “Two a bit shy,” she says. She takes the screwdriver from the hook and drives them home, and she blames the screws, which are a new make, and not you. Then she puts the screwdriver in her bag.
You have the time that it takes a careful woman to pin a hat. You have a teaspoon. The second one turns as she is turning round.
“Much obliged,” says the veneer.
+ [Going once]
    -> passage_opening_the_book_shared_1

=== passage_telling_winifred_alternative_commit_1 ===
# passage: A Hand Drill, with Bits
Mrs Orme says nothing for one minute by the wall clock. Then she takes the screw out of its hole, puts it back in the saucer with the others, and lifts the lid.
“Good evening, Mr Pask.”
“Mrs Orme.” He has shut his eyes, out of habit, and opens them again one at a time. “I can explain.”
“I'm sure.” She goes away. You hear three drawers. When she comes back she has her apron on, and is carrying a hand drill and a roll of bits.
“Nine millimetre,” she says to you. “Hold the handle up.”
Three holes go under each handle, where the shadow falls. She catches the dust in her palm so that it shall not mark the floor. Between the second hole and the third she addresses the side of the coffin.
“This funeral is paid for. You were thirty-eight years about it, and never late. So it will take place tomorrow at eleven, and it will take place <i>quietly</i>, and at one o'clock, Mr Pask, you may get out and make your apologies to the bank.”
“I don't expect to trouble the bank,” says Mr Pask. “I've it in writing from the hospital.”
The drill stops. She looks in at him for some time, the way she looks at a handle that has come up heavier than the invoice. When it starts again it goes a good deal slower.
Feeling under his pillow to see what room he has, she meets something with corners, and draws out a long green ledger with a ribbon in it. Mr Pask puts out a hand, and then takes it back. She does not open it. A client's accounts are his own. “Hold on to that, Nell. He'd rattle.” She sets all six screws, for show, no deeper than the veneer, and puts on her hat. At the door she says, “Thank you,” as one does for correct change, and then seems to find it short.
“I'd have been told it by the other house,” she says, “in front of everyone,” and goes home.
“Sold,” says Mr Pask to you, through three neat holes. “And without a reserve.”
“She'd have been made a fool of.”
“So she would. I don't say that I'd not have done the same. I say that I'll not discuss it.” Nor will he. When you pass him in the sandwich it comes out again.
Somebody has to sit up with him. At two in the morning, for something to read, you open the ledger at its ribbon. Lot 41, 14 June 1986, the Daimler. It is set down as he set down everything, in a clerk's hand, to the penny. Miss Orme in front, to bid for the two of them, engaged to be married in September, limit six hundred. Bellwether behind the pillar. <i>At six hundred there was nobody against her. I nodded at the pillar and took six fifty off the wall. She looked round and saw him. She went on against him. He heard her go over, and then he bid in earnest.</i> To Bellwether, £1,830. <i>My commission on the difference, £61.50. Not spent.</i>
Under that come the payments, two a month, in ten different inks, and after the last of them a line in pencil. <i>To have them in one room. To ask.</i>
You read it twice. The tap drips in the sluice. When you look up the lid has moved a hand's breadth, screws and all, and he is watching you turn back the page.
“Well,” says Mr Pask. “That's the lot viewed.”
You hold up the sandwich. This time he takes it.
+ [Going once]
    -> passage_opening_the_book_shared_1

=== passage_opening_the_book_shared_1 ===
# passage: Hymn 23, with Percussion
The Daimler comes backwards through the yard gate with two inches to spare on either side, and Mr Bellwether gets down from it in grey gloves. Coachwork by Woodall Nicholson, twenty-one feet, black, one careful owner. He opens the tailgate and addresses the drainpipe beside you.
“I have a bearer off with his back, Miss Gathercole. I can take the head if somebody can be found for the foot.”
“You may say that somebody can,” says Mrs Orme, and hands you her bag.
You count for them, since neither could start on the other's word. On three they lift. They go down the step together, change grip at the same flagstone, and turn at the gatepost without a glance. Nobody has carried anything with anybody like that in your lifetime. When the coffin is on its rollers they both stand back to look at it, and then both notice, and look at the sky.
You sit up in front with the sale book on your knees. He takes it for a Bible. The High Street has its hats off from the butcher's to the bank, and he drives through it at four miles an hour.
“Thirty-eight years I've kept this motor,” he says to the windscreen, outside the Co-op. “I'd have given it up for one word. We said six hundred. I only ever wanted to hear her say that she went over.” He changes down. “That's between you and me, Miss Gathercole.”
\* \* \*
By eleven all two hundred and forty chairs in the Corn Exchange are taken, and the radiators have people sitting on them. The Windermere stands where the lots used to stand, with the lilies on it and Mr Pask's brown auction hat among them. You happen to know that not one of its six brass screws goes deeper than the veneer. Mrs Orme is in the front row with her back straight. Mr Bellwether has walked past four empty places reserved for the trade, to stand behind the third pillar on the left. Dr Lamb has a chair by the doors and is studying the ceiling.
They sing Hymn 23. In the second verse, in the breath between two lines, something inside the coffin knocks. It knocks twice, like a man who wishes to know how much longer. The hat moves an inch.
{ flag_telling_winifred_default_1:
    Mrs Orme's mouth goes on singing. Her eyes travel to the coffin, to the two screws that she tightened at nine and that stand a little proud, and from there to you, and you watch her count. Then she comes in on the next line loudly enough for three.
}
{ flag_telling_winifred_alternative_1:
    Mrs Orme lets go of a hymn book. It meets the boards like a pistol shot, the front row jumps, and when she has picked it up and dusted it she takes out of her sleeve the one that she is really singing from. She has come with a spare.
}
The hymn closes over the place. A woman in the fourth row asks her husband whether he heard that, and he says that it's the pipes. But the vicar is nearest of all. He has heard it, and he turns over two pages of his service together and finds himself at the end of it.
“The reading,” he says, “will be, yes. Miss Gathercole. If she would.”
The rostrum is Mr Pask's own, with a dent in its top from fifty years of the hammer. The psalm is laid out ready on it, the fifteenth, in large print: <i>He that sweareth to his own hurt, and changeth not.</i> You put the green book down next to it. They are much of a size.
From up here you see what he saw. There is the woman whose clock he told her to keep, and the boy, past sixty now, whom he let have the bicycle for a shilling. They have put on black for him and brought handkerchiefs, ironed. There is the manager of the bank, with an aisle seat. There is Mrs Orme, and there is one grey glove round the edge of an iron pillar, and between the two of them run forty feet of people who never knew that there was anything to know.
The coffin is so quiet that you can tell he is listening.
+ [Leave the book shut and read the psalm]
    ~ flag_opening_the_book_default_1 = true
    ~ flag_opening_the_book_default_2 = true
    -> passage_opening_the_book_default_commit_1
+ [Leave the psalm and open the book at Lot 41]
    ~ flag_opening_the_book_alternative_1 = true
    ~ flag_opening_the_book_alternative_2 = true
    ~ flag_opening_the_book_alternative_3 = true
    -> passage_opening_the_book_alternative_commit_1

=== passage_opening_the_book_default_commit_1 ===
# passage: A Book, Unopened
You lay your hand on the green cover, and leave it there, and read them the psalm. <i>He that putteth not out his money to usury, nor taketh reward against the innocent.</i> Two hundred and forty heads nod. It could have been written for him.
It is over in forty seconds, and the vicar is still hunting for his place. Somebody has to say something.
“Whoever has a good word for Mr Pask,” you tell them, “would they stand up and say it.”
It is not done in Stoke Tansy. There is a silence in which you can hear chairs being regretted. Then the woman with the clock gets up. He could have had it off her for ten pounds, she says, and he told her to take it home and wind it. He was straight, and she sits down crimson. The bicycle stands up. The bank stands up. A farmer from Upper Tansy says that he once sold a cow through Mr Pask and got what the cow was worth, which had not happened before and has not happened since. By a quarter to twelve you have heard <i>straight</i> eleven times.
“He knocked me down the one good thing I own,” says the third pillar on the left. People turn. It has not been known to speak. “I gave more for it than I meant, and that was another's doing. It was none of his. He was always straight.”
Mrs Orme gets up last. She does not face the hall. She speaks to the Windermere, at a point a little below the handles, in the tone that she keeps for customers of whom she expects better.
“He paid by the month for thirty-eight years,” she says, “and he was never a day late. I don't know why he came to two houses. I dare say there was a reason, and that it was a straight one. I hope he hears what is thought of him.”
Inside, something that was going to be a cough is thought better of.
They carry him down the aisle between them, he at the head and she at the foot. Their left feet fall together and their faces are turned two different ways, like the couple in a weather house, and behind them the whole town stands up with a noise of chairs.
\* \* \*
The Daimler has small grey curtains on brass rods. At noon you draw them, and say that you are seeing to the flowers, and ease the lid.
He is a bad colour, worse than rouge could do. But both eyes are open, and wet, and as blue as a gas ring.
“Straight,” says Mr Pask. “Thirteen. I kept the tally on my fingers.”
“You were what they said, mostly.”
“Mostly.” He gets his breath, and it takes some getting. “You left it shut.”
“Yes.”
{ flag_telling_winifred_default_1:
    “You can lie, then,” he says, and pats your sleeve. “You told me you were no good at it. I ought to have had you in the saleroom.”
}
{ flag_telling_winifred_alternative_1:
    “I said that you'd sold me,” he says. “I withdraw it. With those holes I got every word, as if I'd had a seat.”
}
Through the gap in the curtain two black backs stand on the Corn Exchange steps, one on each side, shaking hands with the town. They are six feet off. You could touch the glass and they would turn round.
“I could call them,” you say. “You could ask.”
He looks at the two backs for a long time.
“They carried me nicely,” he says. “Did you feel it? Not a jolt.” And then, “What was it Winifred said, at the end?”
“That she hopes you hear it.”
“Well,” says Mr Pask. He seems to turn it over and look for the mark on the bottom, and to find it there. You wait for the rest. It is some time before you understand that there is none, and that you are holding his hand.
You rap on the glass for Dr Lamb. He climbs in among the lilies in his good coat and he does not look at any urns. He takes the wrist. He listens at the chest, front and sides, he holds up a mirror, and then he does all of it again. It takes him thirty-five minutes. When he has filled in a clean form with the gold nib he tears Thursday's in four and puts the pieces in his own pocket.
“Twelve minutes past twelve, that would have been,” he says. It is ten to one. “Would you say so?”
“You're the doctor,” you say, and this time you mean it kindly.
+ {flag_telling_winifred_default_1 and flag_telling_winifred_default_2 and flag_telling_winifred_default_3} [Going once]
    -> passage_opening_the_book_default_epilogue_1_after_telling_winifred_default
+ {flag_telling_winifred_alternative_1 and flag_telling_winifred_alternative_2 and flag_telling_winifred_alternative_3} [Going once]
    -> passage_opening_the_book_default_epilogue_1_after_telling_winifred_alternative

=== passage_opening_the_book_alternative_commit_1 ===
# passage: Lot 41, One Careful Owner
“Lot 41,” you read.
There is a rustle as two hundred and forty people look for it in the psalms.
“One Daimler hearse, black. Miss W. Orme in the front row, limit six hundred, buying for two. D. Bellwether behind the pillar. To be married in September.” You look up. Mrs Orme has stopped moving, down to the gloves. “Five hundred, Orme. Five fifty, Tewbury. Six hundred, Orme. Six fifty, the wall.”
“Which Wall?” says the man in the fourth row. “Not Eric?”
“Just the wall. There was nobody there. It says that he nodded at the pillar.” You look at the pillar. The glove has gone from it. “Seven hundred, Orme, having looked round. Eight hundred, the wall. Nine hundred, Orme. A thousand, Bellwether, <i>in earnest</i>. He'd heard her go over. Then it's the two of them, up and up, and at the bottom, eighteen hundred and thirty, Bellwether. Commission on the difference, sixty-one pounds.”
“Fifty,” says the coffin.
The lid rises four inches, hangs, and goes over the side with a crash of brass. Mr Pask sits up in his frill.
“Sixty-one pounds <i>fifty</i>. I'll not be rounded down in my own saleroom.”
Five hats go down in the fourth row and one in the seventh. The vicar sits on the harmonium, which answers him.
{ flag_telling_winifred_default_1:
    Mrs Orme turns her head, and it is not the coffin that she looks at. She looks at you, the way she looks at a delivery, and begins to count.
}
{ flag_telling_winifred_alternative_1:
    Mrs Orme is the only soul in the front row who has not jumped. But she gave you that book with her own hand, unopened, and she looks from it to the pillar as if the floor between had been taken up.
}
“Now that I have the room,” says Mr Pask, and stops. He holds on to the side. What comes next is in a smaller voice. “I was behind with the rent. It's no reason. I've been ashamed on the first of every month for thirty-eight years, and I paid you both so that one day you'd have to stand in one place and I could ask. Then I thought that I'd sooner do it lying down. Winifred. Desmond. I parted you. Can you forgive it?”
Dr Lamb has come up the aisle with both palms out. “Mr Pask, you really must lie down. You are, that is, you have been—”
“You've had your four minutes,” says Mr Pask.
Desmond Bellwether walks out from behind his pillar. He has to be let through. He stands in front of the Windermere with his hat against his chest and rust on his glove.
“I've been angry with the wrong party since I was twenty-five,” he says. “I haven't the wind to begin again on you. Yes. I forgive it.”
Mr Pask nods several times. He looks to the front row.
“No,” says Mrs Orme.
Nobody coughs. She has got to her feet to say it. “I would have had that man to breakfast for thirty-eight years. No, Mr Pask. You may ask me again on the first of the month.”
“That's fair,” he says. “That's a fair price.”
Then Mr Bellwether turns round. “We said six hundred, Winifred.”
You open your mouth to pass it on, and shut it.
“I looked round,” says Mrs Orme, “and it was you.”
“I heard you say seven.”
“I thought that you—”
“Yes,” he says. “So did I.”
\* \* \*
“I only ever sold it,” says Mr Pask. “I never had a turn.”
So they carry him out as he is, sitting up with the lid off, and he bows to both sides of the aisle. By the doors he has no breath left for it. They slide him in facing the street. Mr Bellwether takes the wheel. After a moment's thought Mrs Orme goes round and gets in beside him, and you climb in behind with Mr Pask's hat and the book.
“You're in third,” says Mrs Orme.
“I'm aware of it.”
Through the glass there is the whole High Street, with its mouth open, in the sun. Mr Pask looks at it from end to end as he might look over a good sale. The clock on the Corn Exchange begins to strike twelve. The coin bag lies open in his palm.
“What would she fetch now?” he says.
You tell him that you don't know. You tell him that they wouldn't sell. The engine catches, and the last stroke goes, and he is still looking out, and you put up your hand to the window in front and knock, twice, so that they will stop.
+ {flag_telling_winifred_default_1 and flag_telling_winifred_default_2 and flag_telling_winifred_default_3} [Going once]
    -> passage_opening_the_book_alternative_epilogue_1_after_telling_winifred_default
+ {flag_telling_winifred_alternative_1 and flag_telling_winifred_alternative_2 and flag_telling_winifred_alternative_3} [Going once]
    -> passage_opening_the_book_alternative_epilogue_1_after_telling_winifred_alternative

=== passage_opening_the_book_default_epilogue_1_after_telling_winifred_default ===
# passage: A Brown Envelope, Sealed
They buried him at two. By half past five the chairs are stacked, the lilies have gone up to the cottage hospital, and Mrs Orme is at the bench in the back room with the lamp pulled down.
Mr Pask's solicitor has sent the balance round in cash, as instructed in 1986. She counts a thousand pounds into the bank's envelope, licks it, and presses the flap down with her fist. The manager shook her hand at the church gate, in front of people. He told her that nothing had been out of place.
Then she goes on counting, and it is not into the envelope. Nine twenties, a ten, four pound coins. She squares them off beside the saucer, in which she has stood the six brass screws upright, two of them a little apart.
“I did those up at nine,” she says. “I thought it was the make.”
“No, Mrs Orme.”
“I thought, I've brought a living man down the High Street with his lid on. I thought, she'll have her reasons. And then I thought, so did the last one.” She puts down another ten. “He asked you to, I suppose.”
“Yes.”
“And you gave him your word.”
“Not exactly. I gave it to you.”
She nods. She is not angry. You could do something with angry. “That doctor was half an hour and more in the car. So he heard it, what I said?”
“Every word. He asked me what you'd said at the end. He wanted it again.”
She takes off her glasses and wipes them, both sides, and the rims. “Well,” she says, “I'm glad somebody had what they paid for. What was in the book, Nell?”
It lies in front of you, long and green, with its ribbon hanging out at June. Through the inner door and the shop window you can see across the road. Mr Bellwether has the Daimler out on his forecourt under the lamp, and he is going over the nearside wing with a cloth. It is a Friday. You could set a calendar by that car, and its day is Sunday.
“Prices,” you say.
It is true. It goes down nothing like butter.
Mrs Orme looks at you for a while, and she does not ask whose. A week ago she would have known that there was no need to. “Wages to the end of the month,” she says, and pushes them over. “You'd better count it.”
“I don't need to count it.”
“No,” says Mrs Orme. “That was always the nice thing.” She holds out her palm. “And I'll have the key.”
“It doesn't lock, Mrs Orme. Neither of them does.”
“Nevertheless.”
So you work it off your ring, a good brass key with slight wear, which has opened nothing since before you were born. She hangs it on its hook, and gives you a sheet of the house paper that was written before you came in. You read it in the yard, under the light. <i>To whom it may concern. Miss Gathercole has been with me for six weeks, and I have found her punctual, clean and discreet.</i> The last word has been gone over twice.
You have been put out of a bakery for one thing and a funeral parlour for the other, and there are only so many shops in Stoke Tansy.
At the gate you stop with the book under your coat. Mr Bellwether has seen you, and lifts his hat an inch.
“Did she say anything,” he asks the wing mirror, “when we were carrying?”
“No, Mr Bellwether.”
“No,” he says. “She kept good step, though.” He breathes on the chrome.
From the bridge it makes less of a splash than you would think. It was fifty years in the keeping, and most of it was straight. You stand until the ribbon has gone under. Then you walk home by the High Street, where they are all still saying how well it went.
Wages to the End of the Month # ending
-> END

=== passage_opening_the_book_default_epilogue_1_after_telling_winifred_alternative ===
# passage: Two Stools, Unmatched
They buried him at two. At half past five Mrs Orme pulls the lamp down over the bench in the back room and counts a thousand pounds into the bank's envelope, in twenties, all with the Queen's head the same way up.
“Nothing out of place,” she says. “He told me so himself at the church gate. He said the hymn book might have happened to anyone.”
She licks the flap and leans on it. Then she reaches up to the beam, where a stool hangs by one leg over the spare trestles, and unhooks it and blows off the dust. There has only ever been the one stool in here. You have stood for six weeks. This one is lower than hers, and of another wood, and was not bought for her.
“Sit,” says Mrs Orme. “You've been up two days.”
You sit. It is the right height for a man with his boots off.
The wall hook has the drill on it again, with its bits in order, clean. Eighteen holes, she tells you, will be a question for somebody in a thousand years. You tell her that he withdrew what he said about being sold. He had heard every word of it through those holes, as if he had had a seat.
“Did he.” She straightens the saucer. “And what I said?”
“He asked me for it over again.”
“I was in two minds, you know, speaking to him like that. It isn't usual, when they can hear.” She finds a thread on her cuff and follows it. “I shouldn't have had that, but for you. I'd have stood up and said it to a box.”
Out past the inner door and the dark shop, on the other side of the road, there is a lamp lit on Bellwether's forecourt. He has the Daimler out. He is going over the nearside wing with a cloth, and it is a Friday, and he does it of a Sunday.
“Left foot first,” says Mrs Orme. “I never said. He went off on the left, and I was there.”
You say nothing. The book is in your lap, with the ribbon hanging out at June.
“What was in it, Nell?”
She asks as she asks about the post. It is five lines on a page, and you have them by heart. You tell the truth by reflex, and it comes up now like a hiccup, and you get one word of it out.
“Prices.”
“I dare say.” She waits, in case there is more. “Fair ones?”
“Mostly.”
Mrs Orme takes the book from you. She holds it on the flat of both hands as if to guess at the postage, and her thumb comes to rest on the ribbon and stays there. You can hear the tap in the sluice. You can hear the cloth, or you think so, all the way from over the road. He got his good name, and he died with it on, like a hat. Thirteen people stood up for it, and she was one.
“A client's accounts,” says Mrs Orme, “are his own.”
She gets up, pulls out the second drawer of the cabinet, and walks her fingers back to P. She lays the book in flat, with the contract on top, and the doctor's form, the good one, and writes <i>Closed</i> on a card. The drawer runs in on its rollers without a sound.
“There,” she says. “That's him settled. I shall want you at eight. We've Mrs Dacre's mother on Tuesday, and I thought that you could take her. I'll not come in.”
“I haven't done one by myself.”
“You've done one,” says Mrs Orme, “that would make a bishop sweat. Put that light out when you're ready.”
You reach up for the switch. Across the road the man with the cloth stands back to look at his wing, folds it in four and reaches up for his. The two lamps go out together, hers and his, on the same second. You have your hand still on the cord. Neither of them would have seen it from where they were standing, so there is nobody to tell.
Two Bearers, in Step # ending
-> END

=== passage_opening_the_book_alternative_epilogue_1_after_telling_winifred_default ===
# passage: A Kettle, Descaled
Mr Bellwether comes over at half past five, by the front, with a contract in his hand, and finds another one lying on the coffin.
“First Friday after death,” he says. “At eleven. Come what may. Well, he wasn't, this morning, so it isn't done. It falls due this day week.”
“I can read, Desmond. I've the same words.”
“Then you'll see that it falls to me. You've had your turn.”
“I had the vicar on the harmonium,” says Mrs Orme, “and the bank manager out by the goods door with his hat over his face. I don't call that a turn. I've a man here that I am paid to bury, and I've not buried him.”
He lies between them in the Windermere with his eyes shut, one careful owner. The lid is on and nobody has screwed it. Two doctors came from the county this afternoon to check Dr Lamb's sums.
They have been at it for ten minutes before you notice what is odd. You are standing by with your mouth half open, ready, and nothing comes your way.
“Tea,” says Mrs Orme to you. It is the first word that she has said to you since noon. “For three, I suppose.”
The kettle was descaled in October, by you. While it sings you get down the cups, and hear her come up behind you. She counts them. She counts the spoons. She counts the sugar, and there are nine lumps, and she writes it down.
“You looked me in the face,” she says, low, “and told me that it was all as it should be.”
“Yes. He asked me not to. It was all he did ask, that and the sandwich.” You look at the nine lumps. “I won't say that I wouldn't again. I'd be lying.”
“And then you stand up in front of two hundred people and read out the whole of <i>that</i>. I can't make you out, Nell. You're like a tap with the washer gone.” She shuts the drawer. “I shall count after you. Everything, for a year. The frill, the handles, the stamps. If you can bear it you may stop.”
“I can bear it,” you say.
“If she can't,” says Mr Bellwether from the stool, to nobody, “there is a house across the road.”
“You keep out of my kettle,” says Mrs Orme, and then, since she has said it to him, and it is thirty-eight years late, she turns rather pink.
You pour. He takes two sugars, and she crosses out nine and writes seven. On the lid, by the saucer of screws, is the cloth coin bag, turned out: sixty-one pounds and fifty pence. Thirty pounds seventy-five each, and neither will touch it.
“I don't forgive him,” she says.
“You said so. He took it well.”
“I may by the first of the month. I said that he could ask, and now it's he that's broken the appointment.” She drinks. “Sixty-one pounds. I'd have lent it to him.”
“Sixty-one fifty,” says Mr Bellwether.
“It's fifteen,” you say.
They both look at you. It is out, like the polystyrene.
“Fifteen months. At four pounds ten, it comes to sixty-one fifty exactly. I only mean that it would be instalments.”
Nobody speaks. Mr Bellwether turns his own contract over, so that the blank side is up. He gets out a pencil, and feels the point.
“There's the double plot,” he says, “by the yew. I've had my eye on that since the sewer went through.”
“Desmond. It's very early days.”
“It's a long contract. I only say put down the first fifteen.” He writes, and stops. “Whose house?”
“Mine for the box.”
“Mine for the car.”
“We'll halve the balance,” says Mrs Orme, and takes the pencil from him to see to the spelling. “And on Friday I carry the head.”
They draw up their stools on either side of Mr Pask and begin to argue about the handles. You fill the kettle again. You put out the sugar, five lumps, and you tell her so before she looks.
A Kettle for Three # ending
-> END

=== passage_opening_the_book_alternative_epilogue_1_after_telling_winifred_alternative ===
# passage: A Brass Plate, Blank on One Side
The Windermere stands on its trestles again with Mr Pask in it, and this time three doctors have signed for him.
“First Friday after, at eleven, come what may,” says Desmond Bellwether. He has come across the road to say it, through the front, with his contract in his hand. It is half past five. He has wiped his feet for so long that you went to look. “This morning doesn't signify. The man was alive. It falls due today week, and it falls due to me.”
“To me,” says Mrs Orme. Hers is out already, on the lid, weighted with the screw saucer.
“You've had yours.”
“I have had a shambles. I had the vicar carried out. The bank went home at <i>fifty</i>.”
They say it straight at each other, across the veneer, without you. It is like hearing two people speak a language that they were last fluent in at school. You put the kettle on.
“Your coffin,” says Mr Bellwether, “is not what I should call watertight.” He has bent down to the handles. He takes off one grey glove and puts a fingertip to a hole, and then to the next. “Nine millimetre. With the grain. This was done by somebody with time.” He straightens. “This was done last night.”
Mrs Orme looks at the lilies.
“You knew. You sat there in the front row with a straight back, with him alive in it. I carried the head of him out of your gate this morning, and you had the foot. And you <i>knew</i>.”
“I was told,” says Mrs Orme. “I have somebody who tells me things. It's a great convenience. If either of us had had one in 1986 we should have been spared a good deal.”
Mr Bellwether turns and looks at you, with your teapot, as though you had been entered in the catalogue under the wrong heading.
“What would you have done?” he asks her. “If I'd come over, that same night, and asked?”
“Told you six hundred. I'd gone over only because I saw you there.” It takes her some trouble. “I did go over, Desmond. I'll say that much. I went over.”
He has waited so long for it that he does not seem to know where to put it down. He feels for a stool, and sits.
You pour. On the lid between the two papers stand sixty-one pounds and fifty pence, in columns, out of Mr Pask's waistcoat. She has pushed them to him twice and he has pushed them back.
“Then it had better go on this,” says Mrs Orme, and lifts something in a yellow duster out of the bottom drawer. It is a brass plate for a door, two foot by one. The left side says ORME, with an ampersand. The right side is blank. “I had it cut that May,” she says, “as far as I could be sure of.”
Mr Bellwether looks at the blank half, and his ears go red.
“No,” says Mrs Orme, not unkindly. “It was to be. But I want a name there that I needn't check.” She turns the plate round on the lid, so that it faces you, and puts a pen on top of a sheet of house paper. “There's a debt of two thousand goes with it, and the bank won't wait now. You'd be a partner in that as well.”
It is the longest reference anybody has given you. You read it through to the end, because she would. Then you sign.
“Engraver's four pounds ten a letter,” says Mr Bellwether after a time. He has done it on his fingers. “There's fifteen letters in that money, and Gathercole's ten. You could have <i>motor</i> put underneath.” He clears his throat. “<i>Motor, Bellwether.</i> In a smaller face. I'd pay for the Bellwether.”
“We'll see,” says Mrs Orme, “about the face.”
She passes him the sugar. He says thank you. He says it to her, and you have nothing to repeat to anyone, so you sit down at last, on the step, with your back to the wall of the firm.
The Brass Plate, Amended # ending
-> END
