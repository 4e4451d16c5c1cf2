"""Correct passages, each with a feature that a hasty rule might report as a fault."""

from attrs import frozen

from questfoundry.domain.story.voice import Person, Tense


@frozen(kw_only=True)
class Good:
    """A passage with its person and tense, and the labels of the following choices."""

    text: str
    person: Person = Person.SECOND
    tense: Tense = Tense.PRESENT
    labels: tuple[str, ...] = ("Open the floodgate", "Hold out the mouthpiece")


FIRST, SECOND, THIRD = Person.FIRST, Person.SECOND, Person.THIRD
PAST, PRESENT = Tense.PAST, Tense.PRESENT

GOOD = {
    "plain": Good(
        text="The tide bell wakes you, and it should not. Below the window the street is a canal "
        "again, black and slow. You reach for the lamp, for your boots, for the ledger that has "
        "slept under your pillow since spring.\n\nSomebody is knocking at the wrong door."
    ),
    "speech in the first person": Good(
        text='Mara shakes her head. "I knew it," she says. "I told my brother, I told my mother, '
        'I told everyone I met: I was not going down there." She looks past you at the water.'
    ),
    "speech over two paragraphs that closes once": Good(
        text='The clerk clears his throat. "I was there when it broke. I saw the wall go. I had my '
        'lamp and I ran.\n\n"I was the only one who did. I lost my boat and I lost my hat." He '
        "folds his hands on the desk and waits for you to laugh."
    ),
    "british speech": Good(
        text="'I was a diver once,' he said. 'I didn't like it. I had my fill of mud and I came "
        "up.' She poured him another and waited for the rest, which never came.",
        person=THIRD,
        tense=PAST,
    ),
    "speech after a dash": Good(
        text="— I was young, and I was a fool, and my father knew it.\n— Were you?\n\nShe put "
        "down her cup. He went on as if she had not asked.",
        person=THIRD,
        tense=PAST,
    ),
    "a memory in the past": Good(
        text="You stand on the quay. Your father stood here once, the night the wall gave way. He "
        "held a lamp. He shouted your name, and you were too small to answer. Now you turn the "
        "same lamp in your hands, and it weighs nothing."
    ),
    "as if it were": Good(
        text="You step inside as though you owned the house. The clerk nods as if he knew you, as "
        "if he had seen you here, as if it was nothing at all. You sign. You wait."
    ),
    "a letter addressed to you": Good(
        text="You left me that winter, and I let you go. I kept your coat. I kept your books, and "
        "I told myself that I would burn them in spring; I never did.",
        person=FIRST,
        tense=PAST,
    ),
    "a narrator who turns to you": Good(
        text="You must know that the quay had no lamps then. You could walk it only by the smell "
        "of the nets; you kept your hand on the wall and your thoughts to yourself. So I did.",
        person=FIRST,
        tense=PAST,
    ),
    "an apology": Good(
        text="Sorry is what the note says, and the ink has run. You cannot help it: you laugh. The "
        "stairs take the sound and keep it. Then you go and look for whoever wrote it."
    ),
    "a saying about you and me": Good(
        text="Fog like that closed behind you and left no door. Mara walked with one hand on the "
        "wall. She counted lamps, and when the lamps ended she counted steps.",
        person=THIRD,
        tense=PAST,
    ),
    "what is always true": Good(
        text="The Drowned Quarter is what they call it now, and it is wet as it sounds. I went "
        "down there with a borrowed lamp. I found what I looked for, and I wished I had not.",
        person=FIRST,
        tense=PAST,
    ),
    "a refrain": Good(
        text="The bell rings. You wait for it. The bell rings. You wait for it. Then comes the "
        "silence that the whole quarter has feared, and you wait for it no longer."
    ),
    "a long name, three times": Good(
        text="The Keeper of the Drowned Bell does not look up. They say the Keeper of the Drowned "
        "Bell has not slept in a year. You put the coin before the Keeper of the Drowned Bell, "
        "and the coin begins to hum."
    ),
    "of course": Good(
        text="Of course, the boat leaks. Sure, it has been patched, but with tar and hope. Here is "
        "the passage that leads down to the crypt: nine steps, then water. You take the oar."
    ),
    "a list in the middle": Good(
        text="The slip of paper is damp.\n\n1. One brass key\n2. Two candles\n3. No bread\n\nYou "
        "fold it and put it where the water cannot reach it, against your skin."
    ),
    "a break between scenes": Good(
        text="You sleep, after a fashion, with your back to the door.\n\n***\n\nMorning comes up "
        "green through the window glass. The ledger is where you left it. The key is not."
    ),
    "what a sign says": Good(
        text="The last shop of the row has its shutters down. You wipe the glass with a sleeve and "
        "read what somebody has painted there, in letters that begin to run:\n\nCLOSED FOR GOOD"
    ),
    "what a character asks": Good(
        text='"And what do you do?" the widow asks, pouring. You tell her about the ledger. She '
        'listens with her head on one side. "The choice is yours," she says at last.'
    ),
    "a choice that is weighed": Good(
        text="If you open the floodgate, the lower streets will drown before they wake. You weigh "
        "the wheel in both hands. It has been greased. Somebody wanted this to be easy."
    ),
    "a choice that an order names": Good(
        text='"You open the floodgate," Oren says, "or I will." The wheel is between you, wet and '
        "patient, and neither of you looks away from it."
    ),
    "a machine that speaks of itself": Good(
        text="You wake as an AI wakes: all at once, and with the clock wrong. The ship is dark. As "
        "an AI you have no lungs to hold, so you hold the doors instead, all forty of them."
    ),
    "words with a banned one inside": Good(
        text="You search the hearth, the flashing lamps of the harbour on the wall behind you. The "
        "ashen boards come up easily. There is nothing beneath but older boards."
    ),
    "breaking off on purpose": Good(
        text="You count the lamps along the quay, nine, ten, and then the eleventh goes out, and "
        "the tenth, and something that is not the wind comes along the wall towards\u2014"
    ),
    "what others do": Good(
        text="Along the dyke the neighbours have come with spades. They wait for the tide. Oren "
        "waits for the tide as well, and he does not look your way. You are out of breath.",
        labels=("Wait for the tide", "Leave for the hills"),
    ),
    "a king by number": Good(
        text="Under Elizabeth I they built the wall; under George I they let it rot. Victoria has "
        "a statue on the quay, George I a tavern. You take shelter in the tavern, and wait."
    ),
    "stressed words": Good(
        text="You count the lamps along the quay, nine, ten, and the eleventh is *not* out.\n\n"
        "* * *\n\nBy morning the tide has taken nine of them, and *nobody else* has counted."
    ),
}
