game-title = Catham City
game-blurb = Become mayor of a town full of cats, with help from detectives, hackers and the mafia.
game-sign = 🏙️
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

# A single card of each.

one-detectives = Detective
one-scientists = Scientist
one-robocats = Robocat
one-mafia = Mafia
one-hackers = Hacker
one-police = Police
one-journalists = Journalist
one-bureaucrats = Bureaucrat

cards = { $number } × { $faction }
card-copy = { $card } ({ $copy } of { $of })
list-and = { $others } and { $last }
several = { $number } cats
none = none
points =
    { $points ->
        [one] 1 point
       *[other] { $points } points
    }
hand-size =
    { $cards ->
        [one] 1 card
       *[other] { $cards } cards
    }

# What playing a faction does: in a few words, and in full

brief = { $faction }: { $effect }
brief-detectives = 3 and a card of any faction for 3 points. Others may discard a match for 1 point.
brief-scientists = 3 for 2 points and two new cards.
brief-robocats = 2 for five new cards, or 4 for 3 points.
brief-mafia = 4 for 2 points. Others discard two cards or pay 1 point.
brief-hackers = 1 to 4 go into a hand, and as many cards come out: each hacker is discarded for 1 point, others are yours. The rest stays.
brief-police = Any number and a card of another faction: as many cards as police come out of a hand, 1 point for each match.
brief-journalists = 2 for 2 points. Others may give you a card, then discard a match for 1 point.
brief-bureaucrats = Any number: as many cards come off the pile, 1 point for each different faction.

effect-detectives = Play **3 detectives and one more card** of any faction, even a fourth detective. You get 3 points. Everybody else may discard one card of that faction for 1 point.
effect-scientists = Play **3 scientists**. You get 2 points and draw two cards in secret.
effect-robocats = Play **2 robocats** and draw five cards in secret, without points. Or play **4 robocats** for 3 points.
effect-mafia = Play **4 mafia cards**. You get 2 points. Everybody else chooses: discard two cards, or give back 1 point. Whoever has fewer than two cards pays, if there is a point left. Whoever has no points discards two cards, or their only one.
effect-hackers = Play **1 to 4 hackers** against somebody who holds at least as many cards. They are shuffled into that hand, and as many cards come out at random. Each hacker that comes out is 1 point for you and is discarded; the other cards that come out go into your hand. Hackers that stay hidden stay in your victim's hand.
effect-police = Play **any number of police and one card of another faction** against somebody. As many cards as there are police come out of that hand at random. Each match with your other card is 1 point for you. For each police card among them, your victim draws a new card. Everything that came out is discarded.
effect-journalists = Play **2 journalists**. You get 2 points. Everybody else may give you one card of their choice. Whoever does so may discard a second card of that faction for 1 point.
effect-bureaucrats = Play **any number of bureaucrats** and turn up as many cards from the pile. Each different faction among them is 1 point for you, bureaucrats included. Then they are all discarded.

# How well the computer cats play

level-kitten = Kitten
level-kitten-told = Grabs what shines and misses a lot, for your first games.
level-tomcat = Tomcat
level-tomcat-told = Plans ahead with an eye on you, for those with some practice.
level-fox = Old Fox
level-fox-told = Plays on in its mind before it moves, for old hands.

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
        [one] { $name }: take or play cards
        [two] { $name }: take or play cards, twice
       *[last] { $name }: take or play cards once more
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
detectives = { $name } plays the detectives with 1 × { $card } and gets 3 points.
scientists = { $name } plays the scientists and gets 2 points.
robocats-drew =
    { $number ->
        [one] { $name } plays two robocats and draws one card.
       *[other] { $name } plays two robocats and draws { $number } cards.
    }
robocats-scored = { $name } plays four robocats and gets 3 points.
mafia = { $name } plays the mafia and gets 2 points.
hackers =
    { $scored ->
        [0] { $name } hacks { $target } and takes { $cards }.
       *[other]
            { $number ->
                [0] { $name } hacks { $target } and gets { $points }.
               *[other] { $name } hacks { $target }, takes { $cards } and gets { $points }.
            }
    }
police =
    { $number ->
        [0] { $name } searches { $target } for { $card }, but finds no cards.
       *[other] { $name } (+{ $points }) searches { $target } for { $card }: 🗑️ { $cards }.
    }
journalists = { $name } plays the journalists and gets 2 points.
bureaucrats = { $name } plays bureaucrats, turns up { $cards } and gets { $points }.
pursued = { $name } discards 1 × { $card } and gets 1 point.
paid = { $name } pays the mafia 1 point.
gave =
    { $discarded ->
        [0] { $name } gives { $receiver } 1 × { $card }.
       *[other] { $name } gives { $receiver } 1 × { $card }, discards another and gets 1 point.
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
won = 🏛️ { $name } wins the election with { $points }!

# The same, told to whom it concerns

news-took = You took { $cards }.
news-detectives = Your detectives brought you 3 points.
news-scientists = Your scientists brought you 2 points.
news-robocats-drew = Your robocats fetched you { $cards }.
news-robocats-scored = Your robocats brought you 3 points.
news-mafia = Your mafia brought you 2 points.
news-hackers =
    { $scored ->
        [0] You hacked { $target } and took { $cards }.
       *[other]
            { $number ->
                [0] You hacked { $target } and got { $points }.
               *[other] You hacked { $target }, took { $cards } and got { $points }.
            }
    }
news-police =
    { $scored ->
        [0]
            { $number ->
                [0] You searched { $target } for { $card }, but found no cards.
               *[other] You searched { $target } for { $card }: no match, 🗑️ { $cards }.
            }
       *[other] You searched { $target } for { $card } and got { $points }: 🗑️ { $cards }.
    }
news-journalists = Your journalists brought you 2 points.
news-bureaucrats = Your bureaucrats turned up { $cards } and brought you { $points }.
news-pursued = You discarded 1 × { $card } for 1 point.
news-paid = You paid the mafia 1 point.
news-gave =
    { $discarded ->
        [0] You gave { $receiver } 1 × { $card }.
       *[other] You gave { $receiver } 1 × { $card }, and discarded another for 1 point.
    }
news-discarded = You discarded { $cards }.
news-given = You got { $cards } from { $names }.
news-hackers-came =
    { $scored ->
        [0] { $name } hacked you. You lost { $cards }.
       *[other]
            { $number ->
                [0] { $name } hacked you and got { $points }.
               *[other] { $name } hacked you and got { $points }. You lost { $cards }.
            }
    }
news-police-came =
    { $scored ->
        [0]
            { $number ->
                [0] { $name } searched you for { $card }, but you had no cards.
               *[other] { $name } searched you for { $card }: no match. You lost { $cards }.
            }
       *[other] { $name } searched you for { $card } and got { $points }. You lost { $cards }.
    }
news-others-pursued =
    { $number ->
        [one] Somebody else discarded a match for 1 point.
       *[other] { $number } others discarded a match for 1 point each.
    }
news-others-paid =
    { $number ->
        [one] Somebody paid with 1 point.
       *[other] { $number } others paid with 1 point each.
    }

not-in-hand = You do not hold the cards for that. Choose something else.
no-points = You have no points to pay with. Discard two cards instead.

# The board

board-title = Catham City · turn { $turn }
board-over = Catham City · the votes are counted
standings = **First to { $target } points wins:**
board-player =
    { $mark ->
        [owes] { $name } · { $points } · { $cards } · **still to answer**
        [answered] { $name } · { $points } · { $cards } · has answered
        [active] { $name } · { $points } · { $cards } · **their turn**
       *[none] { $name } · { $points } · { $cards }
    }
played = { $name } has played { $cards }.
answers =
    { $number ->
        [0] **Still to answer:** { $signs }
       *[other] **Still to answer:** { $signs } · **answered:** { $others }
    }
market = **Market:** { $cards }
piles =
    { $discards ->
        [0] **Pile:** { $pile } · **discarded:** 0
       *[other] **Pile:** { $pile } · **discarded:** { $discards }, on top { $top }
    }
factions-in-play = In play
board-alt =
    { $discards ->
        [0] The market: { $cards }. Cards in the pile: { $pile }. Discarded: 0. { $players }. The goal is { $target }.
       *[other] The market: { $cards }. Cards in the pile: { $pile }. Discarded: { $discards }, on top: { $top }. { $players }. The goal is { $target }.
    }
alt-player =
    { $mark ->
        [owes] { $letter }: { $points }, { $cards }, still to answer
        [answered] { $letter }: { $points }, { $cards }, has answered
        [active] { $letter }: { $points }, { $cards }, their turn
        [left] { $letter }: has left
       *[none] { $letter }: { $points }, { $cards }
    }
letter-points = { $letter } { $points }
hand-alt = Your cards: { $cards }.
lesson-alt = Your cards: { $cards }. The market: { $market }. { $players }. The goal is { $target }.
market-alt = The market: { $cards }.
overview-alt = Cats of these factions: { $factions }.
banner-alt = Cats of all factions above the roofs of a city at night.

# My cards

button-hand = Your cards
hand-cards = Your cards ({ $number })
market-title = Market
hand-wait = The others are playing now. When you are asked again, press 🐾 below the board.
hand-over = The game is over.
action-todo = **Your turn: take cards, or play.**
action-take = **Your turn: take cards of one faction.** You cannot play any yet.
action-left =
    { $left ->
        [one] This is your last action.
       *[other] You have { $left } actions.
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

# On buttons: a faction, what it costs and brings, or what is missing

button-faction = { $faction } · { $told }
play-detectives = 3 + 1 → 3 points
play-scientists = 3 → 2 points + cards
play-robocats-drew = 2 → 5 cards
play-robocats-scored = 4 → 3 points
play-robocats-both = 2 or 4
play-mafia = 4 → 2 points
play-hackers =
    { $number ->
        [one] 1 → up to 1 point
       *[other] { $number } → up to { $number } points
    }
play-police =
    { $number ->
        [one] 1 + 1 → up to 1 point
       *[other] { $number } + 1 → up to { $number } points
    }
play-journalists = 2 → 2 points
play-bureaucrats =
    { $number ->
        [one] 1 → 1 point
       *[other] { $number } → up to { $most } points
    }
number-robocats =
    { $number ->
        [4] 4 robocats → 3 points
       *[other] { $number } robocats → 5 cards
    }
number-hackers =
    { $number ->
        [one] 1 hacker → up to 1 point
       *[other] { $number } hackers → up to { $number } points
    }
number-police =
    { $number ->
        [one] 1 police + 1 card → up to 1 point
       *[other] { $number } police + 1 card → up to { $number } points
    }
number-bureaucrats =
    { $number ->
        [one] 1 bureaucrat → 1 point
       *[other] { $number } bureaucrats → up to { $most } points
    }
progress = { $faction }: { $told }
progress-ready = ready
progress-some = { $held } of { $needed }
missing-all = you have none
missing-some = needs { $needed }, you have { $held }
missing-extra = needs another card
missing-another = needs one more
missing-target = no hand to hack

# Playing a faction

back = Back
step-number = **{ $cards }: how many?**
step-extra = **{ $cards }: and which card?**
step-target = **{ $cards }: whose hand?**
note-detectives = Others may discard a match for 1 point.
note-hackers = They hide in a hand, and as many cards come out: 1 point for each hacker, all others are yours. Hackers that stay in are lost.
note-police = As many cards come out: 1 point for each match with your other card.
note-bureaucrats = 1 point for each different faction that turns up.
target-label = { $name } ({ $cards })

# Answers

answer-detectives = **Do you discard 1 × { $card }, too, for 1 point?**
pursue-label = Discard { $card } → 1 point
pursue-missing = { $card } · you have none
pass-label = Do nothing
answer-mafia = **The mafia is here: discard two cards, or pay 1 point.**
drop-menu = Discard two cards …
pay-label = Pay 1 point
pay-missing = Pay 1 point · you have none
answer-journalists = **Do you give { $name } a card?** Whoever gives one may discard another of that faction for 1 point.
give-label = Give { $card }
give-missing = { $card } · you have none
give-todo = **You give 1 × { $card }.** Do you discard another for 1 point?
give-yes = Just give it
give-and-discard = Discard another → 1 point
answer-in = Your answer is in: { $answer } It stays secret until all have answered.
answered-pass = you do nothing.
answered-discard = you discard 1 × { $card } for 1 point.
answered-pay = you pay 1 point.
answered-drop = you discard { $cards }.
answered-give = you give 1 × { $card }.
answered-give-discard = you give 1 × { $card } and discard another for 1 point.

# The factions in play

button-factions = What factions do
factions-text = These five are in this game, with 15 cards each.
discard-pile = **In the discard pile:** { $cards }

# The end and the scores

end-winner = 🏛️ **{ $name } is the new mayor of Catham City, with { $points }!**
end-decided = What settled it: { $faction }.
end-place = { $medal } { $name } · { $points }
end-alt = The new mayor: { $letter }, with the chain of office. Points: { $points }.
result-won =
    { $ahead ->
        [0] 🏛️ **You are the new mayor of Catham City,** with { $points }!
        [one] 🏛️ **You are the new mayor of Catham City,** with { $points }! { $name } was only 1 point behind.
       *[other] 🏛️ **You are the new mayor of Catham City,** with { $points }! { $name } was { $ahead } points behind.
    }
result-lost =
    { $rank ->
        [2] You came 2nd with { $points }, { $ahead } behind { $name }.
        [3] You came 3rd with { $points }, { $ahead } behind { $name }.
       *[other] You came { $rank }th with { $points }, { $ahead } behind { $name }.
    }
score-target = First to { $target } points wins.
score-player = { $name }: { $points }

# Words in the pictures

picture-pile = pile
picture-discards = discarded
picture-hand = Hand
picture-market = Market

# The lesson

lesson-begin = Whoever has **{ $target } points** first is mayor: you or { $name }. **Take** cards of a faction, later **play** it.
lesson-take = Take { $cards }: then you can play **{ $faction }** next time.
lesson-collect = Take as many of one faction as you can: a full hand has the choice.
lesson-play-detectives = You can play { $faction } with one more card: **3 points**. Add one that { $name } hardly has: a match is a point for others.
lesson-play-scientists = You can play { $faction }: **2 points**, and two new cards. Hardly anything is better!
lesson-play-robocats = You can play { $faction }: two fetch **five cards**, four are **3 points**.
lesson-play-mafia = You can play { $faction }: **2 points**, and { $name } loses two cards or 1 point.
lesson-play-hackers = You can play { $faction } into { $name }’s hand. As many cards come out: a hacker is **1 point**, others are **yours**.
lesson-asked-detectives = If you hold a match, throw it in: 1 point is worth more than a card. If not, do nothing; nobody knows why.
lesson-asked-mafia = Two cards you hardly need are cheaper than a point.
lesson-full = After your turn you may keep **ten** cards. Time to play some!
lesson-discard = Let go of what you have fewest of: those are far from being a set.
lesson-own-close = Only { $points } more, and you win on the spot!
lesson-their-close =
    { $missing ->
        [one] { $name } needs only 1 point more. Hurry!
       *[other] { $name } needs only { $missing } points more. Hurry!
    }
lesson-race = At the bottom of the picture is the race to the golden { $target }.
lesson-wait = Now { $name } plays.
lesson-over =
    { $won ->
        [yes] **Well done!** That is how an election is won here. In a real game you need 16 points, or 13 if four or more play, and three other factions can join in.
       *[no] **Close, but that was the lesson, not the election.** Points count only once you have them: often a quick play beats the perfect hand. In a real game you need 16 points, or 13 if four or more play.
    }

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
rules-first-factions =
    Which five of the eight factions play, the **host** chooses in the lobby: the five for the first game, five at random, or any five.

    The five for the first game are these four and the hackers from the next page.
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
    ❓ **What do the colours of buttons mean?** Green does it at once, blue asks something more, grey tells what is missing.
    ❓ **May I take more than ten cards?** Yes, but at most ten stay at the end of your turn.
    ❓ **May I play six scientists at once?** No, three. Only police and bureaucrats come in any number, hackers up to four.
    ❓ **Police against a small hand?** Allowed: what is there comes out. Hackers need a hand that is large enough.
    ❓ **Do hackers that were there before count?** Yes, every hacker that comes out is a point.
    ❓ **May presents be refused?** No, and everybody can see them.
    ❓ **Two actions?** An option for experts: each turn has two, alike or not. Before the second one the market is full again, and only after it does the limit of ten cards count.
    ❓ **How long may I think?** As long as the lobby says for each turn, and as long for each answer.
    ❓ **What if I do nothing?** When the time is up, a computer does the mildest thing for you: it passes, takes one card, or discards at random what it must. The second time in a row it plays on at once, until you press any button.
    ❓ **What if somebody leaves?** A computer takes over. If you chose “{ choice-leavers-nobody }”, their cards are discarded and their turns are skipped.
    ❓ **Who begins?** Chance decides, and it shuffles the seats as well.

moment-stroke = { $name } fished out { $points } points at one stroke.
moment-lead = { $name } took the lead here, early on, and never gave it away again.
moment-behind = { $name } was { $points } points behind here, and still won.
moment-turn = { $whose ->
        [own] With this turn of { $name }, the
       *[other] With this turn of { $other }, for { $name } the
    } chance to win went from { $before }% to { $after }%.
moment-almost = { $name } lacked a single point from here on, and never got it.

award-every-faction = 🏛️ Played every faction in town
award-favourite = 💞 Called on the same faction four times
award-three-in-a-row = 🔥 Scored with three actions in a row
award-big-haul = 🎣 Made three points with what came out
award-joined-in = 🤝 Made three points on others’ turns
award-last-stroke = 🎆 Won with three points at one stroke
award-others-turn = 🥷 Won in the middle of somebody else’s turn
award-comeback = 🐢 Was four points behind, and still won
