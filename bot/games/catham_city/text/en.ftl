game-title = Catham City
game-blurb = Become mayor of a town full of cats, with help from detectives, hackers and the mafia.
game-length = 30 min

# Factions: short, they stand on buttons and in pictures.

faction-detectives = Detectives
faction-scientists = Scientists
faction-robocats = Robocats
faction-mafia = Mafia
faction-hackers = Hackers
faction-police = Police
faction-journalists = Journalists
faction-bureaucrats = Bureaucrats

cards = { $number } × { $faction }
card-copy = { $card } ({ $copy } of { $of })
list-and = { $others } and { $last }
none = none

# What playing a faction does: in a few words for the board, and in full

brief = { $faction }: { $effect }
brief-detectives = 3 and a card of any faction for ⭐ 3. Others may discard a match for ⭐ 1.
brief-scientists = 3 for ⭐ 2 and two new cards.
brief-robocats = 2 for five new cards, or 4 for ⭐ 3.
brief-mafia = 4 for ⭐ 2. Others discard two cards or pay ⭐ 1.
brief-hackers = 1 to 4 into a hand, as many cards come out: hackers are discarded for ⭐ 1 each, others go to you. The rest stays.
brief-police = Any number and a card of another faction: as many cards as police come out of a hand, ⭐ 1 for each match.
brief-journalists = 2 for ⭐ 2. Others may give you a card, then discard a match for ⭐ 1.
brief-bureaucrats = Any number: as many come off the pile, ⭐ 1 for each different faction.

effect-detectives = Play **3 detectives and one more card** of any faction, even a fourth detective. You get ⭐ 3. Everybody else may discard one card of that faction for ⭐ 1.
effect-scientists = Play **3 scientists**. You get ⭐ 2 and draw two cards in secret.
effect-robocats = Play **2 robocats** and draw five cards in secret, without points. Or play **4 robocats** for ⭐ 3.
effect-mafia = Play **4 mafia cards**. You get ⭐ 2. Everybody else chooses: discard two cards, or give back ⭐ 1. Whoever has fewer than two cards pays, if there is a point left. Whoever has no points discards two cards, or their only one.
effect-hackers = Play **1 to 4 hackers** against somebody who holds at least as many cards. They are shuffled into that hand, and as many cards come out at random. Each hacker that comes out is ⭐ 1 for you and is discarded; the other cards that come out go into your hand. Hackers that stay hidden stay in your victim's hand.
effect-police = Play **any number of police and one card of another faction** against somebody. As many cards as there are police come out of that hand at random. Each match with your other card is ⭐ 1 for you. For each police card among them, your victim draws a new card. Everything that came out is discarded.
effect-journalists = Play **2 journalists**. You get ⭐ 2. Everybody else may give you one card of their choice. Whoever does so may discard a second card of that faction for ⭐ 1.
effect-bureaucrats = Play **any number of bureaucrats** and turn up as many cards from the pile. Each different faction among them is ⭐ 1 for you, bureaucrats included. Then they are all discarded.

# How well the computer cats play

level-kitten = Kitten
level-tomcat = Tomcat

# The options

option-factions = 🐾 Factions: { $choice }
pick-factions = Or pick { $picks } factions …
choice-factions-first-game = the five for the first game
choice-factions-random = five at random, shown when cards are dealt
choice-factions-detectives = Detectives
choice-factions-scientists = Scientists
choice-factions-robocats = Robocats
choice-factions-mafia = Mafia
choice-factions-hackers = Hackers
choice-factions-police = Police
choice-factions-journalists = Journalists
choice-factions-bureaucrats = Bureaucrats
option-actions = 🎬 In each turn: { $choice }
choice-actions-one = one action
choice-actions-two = two actions, for experts
option-leavers = 🚪 When somebody leaves: { $choice }
choice-leavers-computer = a computer takes over
choice-leavers-nobody = nobody takes over

# Who owes what

asked-action =
    { $many ->
        [one] { $name }: take cards or play a faction
        [two] { $name }: take cards or play a faction (two actions to go)
       *[last] { $name }: take cards or play a faction (one action to go)
    }
asked-discard =
    { $number ->
        [one] { $name } has one card too many and discards it
       *[other] { $name } has { $number } cards too many and discards them
    }
asked-detectives = { $names }: answer the detectives
asked-mafia = { $names }: answer the mafia
asked-journalists = { $names }: answer the journalists

# What happened

took = { $name } takes { $cards }.
detectives = { $name } plays the detectives with 1 × { $card }: ⭐ 3.
scientists = { $name } plays the scientists: ⭐ 2.
robocats-drew =
    { $number ->
        [one] { $name } plays two robocats and draws one card.
       *[other] { $name } plays two robocats and draws { $number } cards.
    }
robocats-scored = { $name } plays four robocats: ⭐ 3.
mafia = { $name } plays the mafia: ⭐ 2.
hackers =
    { $number ->
        [one] { $name } slips { $target } one hacker. Out comes { $signs }: ⭐ { $points }.
       *[other] { $name } slips { $target } { $number } hackers. Out come { $signs }: ⭐ { $points }.
    }
police = { $name } sends { $number } × police to { $target } for { $card }. Found: { $signs }, ⭐ { $points }.
journalists = { $name } plays the journalists: ⭐ 2.
bureaucrats = { $name } plays bureaucrats and turns up { $signs }: ⭐ { $points }.
pursued = { $name } discards 1 × { $card }: ⭐ 1.
paid = { $name } pays the mafia ⭐ 1.
gave =
    { $discarded ->
        [0] { $name } gives { $receiver } 1 × { $card }.
       *[other] { $name } gives { $receiver } 1 × { $card } and discards another: ⭐ 1.
    }
drew = You draw { $cards }.
hand = You hold { $cards } now.
discarded = { $name } discards { $cards }.
reshuffled =
    { $number ->
        [one] The discard pile becomes the new pile: one card.
       *[other] The discard pile is shuffled: { $number } cards to draw again.
    }
left = The cards of { $name } are discarded, and the points are gone.
won =
    { $points ->
        [one] 🏛️ { $name } wins the election with one point!
       *[other] 🏛️ { $name } wins the election with { $points } points!
    }

illegal-move = That does not work right now. Press 🐾 to see what you can do.
not-in-hand = You do not hold the cards for that. Choose something else.
no-points = You have no points to pay with. Discard two cards instead.

# The board

board-title = Catham City · turn { $turn }
board-over = Catham City · the votes are counted
market = **Market:** { $cards }
piles =
    { $discards ->
        [0] **Pile:** { $pile } · **discarded:** 0
       *[other] **Pile:** { $pile } · **discarded:** { $discards }, on top { $top }
    }
factions-in-play = **In play:**
standings = First to ⭐ { $target } wins
board-player = { $name } · ⭐ { $points } · 🃏 { $cards }
played = { $name } has played { $cards }.
answers-in = Answers are in from { $names }, still secret.
market-alt =
    { $discards ->
        [0] The market: { $cards }. Cards in the pile: { $pile }. Discarded: 0.
       *[other] The market: { $cards }. Cards in the pile: { $pile }. Discarded: { $discards }, on top: { $top }.
    }
race-alt = Points: { $points }. The goal is { $target }.
race-alt-player = { $letter } { $points }
hand-alt = My cards: { $cards }.
overview-alt = Cats of these factions: { $factions }.
banner-alt = Cats of all factions above the roofs of a city at night.

# My cards

button-hand = My cards
hand-cards = My cards ({ $number })
hand-wait = It is up to the others now. When you are asked, press 🐾 below the board.
hand-over = The game is over. Look at the board to see who won.
action-todo = **Your turn: take cards of one faction from the menu, or play a faction with a blue button.**
action-take = **Your turn: take cards of one faction from the menu.** No faction can be played yet.
action-left =
    { $left ->
        [one] This is the last action of your turn.
       *[other] You have { $left } actions in this turn.
    }
take-menu = Take from the market …
discard-todo =
    { $number ->
        [one] **One card too many: discard it.** You may keep { $limit }.
       *[other] **{ $number } cards too many: discard them.** You may keep { $limit }.
    }
discard-menu =
    { $number ->
        [one] Discard one card …
       *[other] Discard { $number } cards …
    }

# Playing a faction

play-title = Play: { $faction }
play-yes = Play
back = Back
step-number = **How many of them?**
step-extra = **Which card goes with them?**
step-target = **Whose hand?**
step-so-far = So far: { $cards }
target-label =
    { $cards ->
        [one] { $letter } · { $name } (1 card)
       *[other] { $letter } · { $name } ({ $cards } cards)
    }
confirm-detectives = **Play 3 detectives and 1 × { $extra }?** You get ⭐ 3. The others may each discard 1 × { $extra } for ⭐ 1.
confirm-scientists = **Play 3 scientists?** You get ⭐ 2 and draw two cards.
confirm-robocats =
    { $number ->
        [2] **Play 2 robocats?** You draw five cards, without points.
       *[other] **Play 4 robocats?** You get ⭐ 3.
    }
confirm-mafia = **Play 4 mafia cards?** You get ⭐ 2. The others each discard two cards or give back ⭐ 1.
confirm-hackers =
    { $number ->
        [one] **Slip { $target } one hacker?** One card comes out of that hand: a hacker is ⭐ 1 for you, any other card you keep.
       *[other] **Slip { $target } { $number } hackers?** { $number } cards come out of that hand: each hacker is ⭐ 1 for you, the others you keep. What stays hidden stays there.
    }
confirm-police =
    { $number ->
        [one] **Send one police card and 1 × { $extra } to { $target }?** One card comes out of that hand: ⭐ 1 if it matches { $extra }.
       *[other] **Send { $number } police cards and 1 × { $extra } to { $target }?** { $number } cards come out of that hand, or all if there are fewer: ⭐ 1 for each that matches { $extra }.
    }
confirm-journalists = **Play 2 journalists?** You get ⭐ 2. The others may each give you a card.
confirm-bureaucrats =
    { $number ->
        [one] **Play one bureaucrat?** You turn up one card from the pile for ⭐ 1.
       *[other] **Play { $number } bureaucrats?** You turn up { $number } cards from the pile: ⭐ 1 for each different faction.
    }

# Answers

answer-detectives-title = The detectives are here
answer-detectives = { $name } has played the detectives with 1 × { $card }. **You may discard 1 × { $card } for ⭐ 1.**
pursue-label = Discard 1 × { $card } for a point
pass-label = Pass
answer-mafia-title = The mafia is here
answer-mafia = { $name } has sent the mafia. **Discard two of your cards, or pay ⭐ 1.**
drop-menu = Discard two cards …
pay-label = Pay 1 point
answer-journalists-title = The journalists are here
answer-journalists = { $name } has called the journalists. **Do you give { $name } a card?** If you do, you may discard a second one of that faction for ⭐ 1.
give-nothing = Give nothing
give-todo = **You give 1 × { $card }.** Would you like to discard another one for ⭐ 1 as well?
give-yes = Give it
give-and-discard = Give, and discard another
answer-in = Your answer is in: { $answer } It stays secret until all have answered.
answered-pass = you do nothing.
answered-discard = you discard 1 × { $card } for ⭐ 1.
answered-pay = you pay ⭐ 1.
answered-drop = you discard { $cards }.
answered-give = you give 1 × { $card }.
answered-give-discard = you give 1 × { $card } and discard another for ⭐ 1.

# The factions in play

button-factions = What factions do
factions-text = These five are in this game, with 15 cards each.
discard-pile = **In the discard pile:** { $cards }

# The end and the scores

end-winner =
    { $points ->
        [one] 🏛️ **{ $names } is the new mayor of Catham City, with one point!**
       *[other] 🏛️ **{ $names } is the new mayor of Catham City, with { $points } points!**
    }
end-place = { $rank }. { $name }
end-player = ⭐ { $points } of { $target } · 🃏 { $cards }
end-alt = The ranking: { $points }.
score-target = First to { $target } points wins.
score-player =
    { $points ->
        [one] { $name }: ⭐ one point
       *[other] { $name }: ⭐ { $points } points
    }

# Words in the pictures

picture-pile = pile
picture-discards = discarded
picture-hand = hand
picture-points = points
picture-target = goal:

# The rules

rules-goal-title = Who will be mayor?
rules-goal =
    🏛️ Catham City votes, and you want to be mayor. In this town nobody makes it without friends: **five factions** of cats are in play, with 15 cards each. Every one of them helps in its own way, some by being nasty to everybody else.

    ⭐ Collect **election points**. With two or three players the goal is **16**, with four or more it is **13**. Whoever gets there first wins on the spot.

    🃏 You begin with 6, 7 or 8 cards: the later your first turn, the more. Only you see them: 🐾 below the board opens **{ button-hand }**. How many cards and points you have, everybody can see.

    🛒 In the middle lies the **market**: seven cards, face up.
rules-turn-title = Your turn
rules-turn =
    Play goes clockwise. When it is your turn, do **one** of two things:

    🛒 **Take** cards from the market: as many as you like, but all of one faction. New cards fill the market up again at once.

    🎬 **Play** one faction from your hand. Each needs a certain number of cards; the next pages tell what happens then. The cards you played are discarded, except for hackers: those go into somebody's hand.

    ✋ At the **end of your turn** you may hold at most ten cards. If you have more, you choose which ones to discard, face up.

    🔁 When the pile has run out, the discarded cards are shuffled into a new one.

    Passing is not possible, but taking a single card does little harm.
rules-first-factions-title = The factions, part 1
rules-first-factions = For the first game, take these four and the hackers from the next page.
rules-other-factions-title = The factions, part 2
rules-other-factions = “Come out” means: drawn at random, and everybody sees it.
rules-end-title = The end
rules-end =
    🏁 Whoever reaches the goal **wins at once**, even in the middle of a turn, even in somebody else's.

    🥇 If it is your turn, your points count first, then those of the others, clockwise from you. The first to reach the goal wins alone, and whatever would still follow no longer happens.

    🧮 Example: three of you play, so the goal is 16. Ada has 12 points, Ben and you have 15 each. Ada plays the detectives and now has 15: not enough. Ben and you both discard a matching card. Ben sits to Ada's left, so his point counts first: Ben is the mayor.
rules-questions-title = Good to know
rules-questions =
    ❓ **When must I answer?** When detectives, the mafia or journalists are played. Everybody is asked at the same time, and nobody sees an answer before all are in.
    ❓ **Why am I asked if I cannot do it?** So that nobody learns what you hold. Just press the other button.
    ❓ **May I take more than ten cards?** Yes, but at most ten stay at the end of your turn.
    ❓ **May I play six scientists at once?** No, three. Only police and bureaucrats come in any number, hackers up to four.
    ❓ **Police against a small hand?** Allowed: what is there comes out. Hackers need a hand that is large enough.
    ❓ **Do hackers that were there before count?** Yes, every hacker that comes out is a point.
    ❓ **May presents be refused?** No, and everybody can see them.
    ❓ **Two actions?** An option for experts: each turn has two, alike or not. Before the second one the market is full again, and only after it does the limit of ten cards count.
    ❓ **What if somebody is away?** A computer does the mildest thing: it passes, takes one card, or discards at random what it must.
    ❓ **What if somebody leaves?** A computer takes over. If you chose “{ choice-leavers-nobody }”, their cards are discarded and their turns are skipped.
    ❓ **Who begins?** Chance decides, and it shuffles the seats as well.
