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

# What playing a faction does


effect-detectives = Play **3 detectives plus one card** of any faction, even a fourth detective. You get 3 points. Everybody else can discard one card of that faction for 1 point.
effect-scientists = Play **3 scientists**. You get 2 points and draw two cards in secret.
effect-robocats = Play **2 robocats** and draw five cards in secret, but you get no points. Or play **4 robocats** for 3 points.
effect-mafia = Play **4 mafia cards**. You get 2 points. Everybody else chooses: discard two cards, or pay 1 point. Players with fewer than two cards pay, if they have a point left. Players with no points discard two cards, or the only one they have.
effect-hackers = Play **1 to 4 hackers** against somebody who has at least as many cards. Shuffle them into that hand, then pull out the same number of cards at random. Each hacker you pull out is 1 point for you and gets discarded; any other card goes into your hand. Hackers still hiding in there now belong to your victim.
effect-police = Play **any number of police cards and one card of another faction** against somebody. For each police card you played, you pull one card out of that hand at random. Each match with your other card is 1 point for you. For each police card you pull out, your victim draws a new card. Everything you pulled out is discarded.
effect-journalists = Play **2 journalists**. You get 2 points. Everybody else can give you one card of their choice. If they do, they can discard a second card of that faction for 1 point.
effect-bureaucrats = Play **any number of bureaucrats** and turn up that many cards from the pile. Each different faction among them is 1 point for you, and bureaucrats count, too. Then they're all discarded.

# How well the computer cats play

level-kitten = Kitten
level-kitten-told = Grabs anything shiny and misses a lot. Just right for your first games!
level-tomcat = Tomcat
level-tomcat-told = Plans ahead and keeps an eye on you. For when you've had some practice.
level-fox = Sly Fox
level-fox-told = Plays it all out in its head before it moves. For schemers only!

# The options

option-factions = 🐾 Factions: { $choice }
pick-factions = Or pick your own { $picks } factions …
choice-factions-first-game = the five for your first game
choice-factions-random = five at random, shown when the cards are dealt
choice-factions-detectives = Detectives
choice-factions-scientists = Scientists
choice-factions-robocats = Robocats
choice-factions-mafia = Mafia
choice-factions-hackers = Hackers
choice-factions-police = Police
choice-factions-journalists = Journalists
choice-factions-bureaucrats = Bureaucrats
option-actions = 🎬 Each turn: { $choice }
choice-actions-one = one action
choice-actions-two = two actions, for experts
option-leavers = 🚪 If somebody leaves: { $choice }
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
        [one] { $name } has to discard one card
       *[other] { $name } has to discard { $number } cards
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
        [0] { $name } searches { $target } for { $card }, but the hand is empty.
       *[other]
            { $scored ->
                [0] { $name } searches { $target } for { $card }: no match. Discarded: { $cards }.
               *[other] { $name } searches { $target } for { $card } and gets { $points }. Discarded: { $cards }.
            }
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
drew = You drew { $cards }.
hand = You have { $cards } now.
discarded = { $name } discards { $cards }.
reshuffled =
    { $number ->
        [one] The discard pile becomes the new pile: one card.
       *[other] The discard pile is shuffled: { $number } cards to draw.
    }
left = { $name } is gone: cards discarded, points lost.
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
                [0] You searched { $target } for { $card }, but the hand was empty.
               *[other] You searched { $target } for { $card }: no match. Discarded: { $cards }.
            }
       *[other] You searched { $target } for { $card } and got { $points }. Discarded: { $cards }.
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
        [one] Somebody paid 1 point.
       *[other] { $number } others paid 1 point each.
    }

not-in-hand = You don't have the cards for that. Pick something else.
no-points = You have no points to pay with. Discard two cards instead.

# The board

board-title = Catham City · turn { $turn }
board-over = Catham City · the votes are in
standings = **First to { $target } points wins:**
board-player =
    { $mark ->
        [owes] { $name } · { $points } · { $cards } · **hasn't answered yet**
        [answered] { $name } · { $points } · { $cards } · has answered
        [active] { $name } · { $points } · { $cards } · **their turn**
       *[none] { $name } · { $points } · { $cards }
    }
played = { $name } plays { $cards }.
answers = **Waiting for:** { $names }
market = **Market:** { $cards }
piles =
    { $discards ->
        [0] **Pile:** { $pile } · **discarded:** 0
       *[other] **Pile:** { $pile } · **discarded:** { $discards }, { $top } on top
    }
factions-in-play = In play
board-alt =
    { $discards ->
        [0] The market: { $cards }. Cards in the pile: { $pile }. Discarded: 0. { $players }. The goal is { $target }.
       *[other] The market: { $cards }. Cards in the pile: { $pile }. Discarded: { $discards }, on top: { $top }. { $players }. The goal is { $target }.
    }
alt-player =
    { $mark ->
        [owes] { $name }: { $points }, { $cards }, hasn't answered yet
        [answered] { $name }: { $points }, { $cards }, has answered
        [active] { $name }: { $points }, { $cards }, their turn
        [left] { $name }: has left
       *[none] { $name }: { $points }, { $cards }
    }
alt-points = { $name } { $points }
hand-alt = Your cards: { $cards }.
lesson-alt = Your cards: { $cards }. The market: { $market }. { $players }. The goal is { $target }.
market-alt = The market: { $cards }.
overview-alt = Cats of these factions: { $factions }.
banner-alt = Cats of all factions above the roofs of a city at night.

# My cards

button-hand = My cards
hand-cards = Your cards ({ $number })
market-title = Market
hand-wait = Somebody else is playing. When it's up to you again, you'll see it right here.
hand-over = The game is over.
action-todo = **Your turn: take cards or play some!**
action-take = **Your turn: take cards of one faction.** You can't play any yet.
action-left =
    { $left ->
        [one] This is your last action.
       *[other] You have { $left } actions.
    }
take-menu = Take from the market …
discard-todo =
    { $number ->
        [one] **One card too many: discard one.** You can keep { $limit }.
       *[other] **{ $number } cards too many: discard { $number }.** You can keep { $limit }.
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
        [one] 1 police card + 1 card → up to 1 point
       *[other] { $number } police cards + 1 card → up to { $number } points
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
missing-target = nobody to hack

# Playing a faction

back = Back
step-number = **{ $cards }: how many?**
step-extra = **{ $cards }: plus which card?**
step-target = **{ $cards }: whose hand?**
note-detectives = Others with the same card can discard one for 1 point.
note-hackers = They sneak into a hand, then you pull out that many cards: 1 point for each hacker, anything else is yours. You lose hackers left inside.
note-police = You pull out one card for each police card: 1 point for each match with your other card.
note-bureaucrats = 1 point for each different faction you turn up.
target-label = { $name } ({ $cards })

# Answers

answer-detectives = **Want to discard 1 × { $card }, too, for 1 point?**
pursue-label = Discard { $card } → 1 point
pursue-missing = { $card } · you have none
pass-label = Do nothing
answer-mafia = **The mafia is at your door: discard two cards or pay 1 point.**
drop-menu = Discard two cards …
pay-label = Pay 1 point
pay-missing = Pay 1 point · you have none
answer-journalists = **Want to give { $name } a card?** Then you can discard another like it for 1 point.
give-label = Give { $card }
give-missing = { $card } · you have none
give-todo = **You're giving 1 × { $card }.** Discard another for 1 point?
give-yes = Just give it
give-and-discard = Discard another → 1 point
answer-in = Your answer is in: { $answer } It stays secret until everybody has answered.
answered-pass = you do nothing.
answered-discard = you discard 1 × { $card } for 1 point.
answered-pay = you pay 1 point.
answered-drop = you discard { $cards }.
answered-give = you give 1 × { $card }.
answered-give-discard = you give 1 × { $card } and discard another for 1 point.

# The factions in play

button-factions = What the factions do
factions-text = These five are in this game, with 15 cards each.
discard-pile = **In the discard pile:** { $cards }

# The end and the scores

end-winner = 🏛️ **{ $name } is the new mayor of Catham City, with { $points }!**
end-decided = What settled it: { $faction }.
end-place = { $medal } { $name } · { $points }
end-alt = The new mayor: { $name }, with the chain of office. Points: { $points }.
result-won =
    { $ahead ->
        [0] 🏛️ **You're the new mayor of Catham City,** with { $points }!
        [one] 🏛️ **You're the new mayor of Catham City,** with { $points }! { $name } was only 1 point behind.
       *[other] 🏛️ **You're the new mayor of Catham City,** with { $points }! { $name } was { $ahead } points behind.
    }
result-lost =
    { $rank ->
        [2] You came **2nd**
        [3] You came **3rd**
       *[other] You came **{ $rank }th**
    } with { $points }, { $ahead } behind { $name }.
score-target = First to { $target } points wins.
score-player = { $name }: { $points }

# Words in the pictures

picture-pile = pile
picture-discards = discarded
picture-hand = Hand
picture-market = Market

# The lesson

lesson-begin = First to **{ $target } points** is mayor: you or { $name }. **Take** cards of one faction, **play** them later.
lesson-take = Take { $cards }: then you can play **{ $faction }** next turn.
lesson-collect = Take { $cards }: more cards, more choice.
lesson-play = **Play { $faction }** now: nothing beats that.
lesson-button-take = Take { $cards }
lesson-button-discard = Discard { $cards }
lesson-play-detectives = You can play { $faction } plus one more card: **3 points**. Add one that { $name } probably doesn't have: a match is a point for them.
lesson-play-scientists = You can play { $faction }: **2 points** and two new cards. It hardly gets better!
lesson-play-robocats = You can play { $faction }: two get you **five cards**, four get you **3 points**.
lesson-play-mafia = You can play { $faction }: **2 points**, and { $name } loses two cards or 1 point.
lesson-play-hackers = You can slip { $faction } into { $name }'s hand, then pull out that many cards: a hacker is **1 point**, anything else is **yours**.
lesson-asked-detectives = Got a match? Discard it: 1 point is worth more than a card. If not, do nothing; nobody will know why.
lesson-asked-mafia = Better to lose two cards you hardly need than a point.
lesson-full = You can only keep **ten** cards after your turn. Time to play some!
lesson-discard = Discard what you have fewest of: you won't get to play that any time soon.
lesson-own-close = Just { $points } to go, and you win on the spot!
lesson-their-close =
    { $missing ->
        [one] { $name } only needs 1 more point. Hurry!
       *[other] { $name } only needs { $missing } more points. Hurry!
    }
lesson-race = The bottom of the picture shows the race to the golden { $target }.
lesson-wait-answer = First, { $name } has to answer. Press **{ button-go-on }** to see how.
lesson-wait = Next up: { $name }. Press **{ button-go-on }** when you're ready.
lesson-over =
    { $won ->
        [yes] **Well done!** That's how you win an election here. In a real game you need 16 points, or 13 with four or more players, and three more factions can join in.
       *[no] **Luckily, it was only practice.** Don't save up for too long: a quick play often beats the perfect hand. In a real game you need 16 points, or 13 with four or more players.
    } Now play with your friends: `/cats play`.

# The rules

rules-goal-title = Who will be mayor?
rules-goal =
    🏛️ Catham City is voting, and you want to be mayor. Nobody makes it here without friends: **five factions** of cats are in play, with 15 cards each. They all help you in their own way, some by being nasty to everybody else.

    ⭐ Collect **election points**. With two or three players you need **16**, with four or more **13**. Get there first, and you win on the spot.

    🃏 You start with 6, 7 or 8 cards: the later your first turn, the more. Only you can see them: 🐾 below the board opens **{ button-hand }**. Everybody can see how many cards and points you have.

    🛒 In the middle is the **market**: seven cards, face up.
rules-turn-title = Your turn
rules-turn =
    You take turns clockwise. When it's your turn, do **one** of two things:

    🛒 **Take** cards from the market: as many as you like, but all of one faction. The market is filled up again right away.

    🎬 **Play** one faction from your hand. Each needs a certain number of cards; the next pages tell you what happens then. The cards you played are discarded, except for hackers: they go into somebody's hand.

    ✋ At the **end of your turn** you can keep ten cards at most. If you have more, choose which ones to discard, face up.

    🔁 When the pile runs out, the discarded cards are shuffled into a new one.

    You can't pass, but taking a single card won't hurt much.
rules-first-factions-title = The factions, part 1
rules-first-factions =
    The **host** picks five of the eight factions before the game: the five for your first game, five at random, or any five.

    The five for your first game are these four and the hackers on the next page.
rules-other-factions-title = The factions, part 2
rules-other-factions = “Pull out” means: you draw at random, and everybody sees what you get.
rules-end-title = The end
rules-end =
    🏁 Reach the goal and you **win at once**, even in the middle of a turn, even somebody else's.

    🥇 When it's your turn, your points count first, then the others', clockwise from you. The first to reach the goal is the only winner, and the game stops right there.

    🧮 Example: three of you play, so the goal is 16. Ada has 12 points, you and Ben have 15 each. Ada plays the detectives and now has 15: not enough. You and Ben both discard a match. Ben sits on Ada's left, so his point counts first: Ben is mayor.
rules-questions-title = Good to know
rules-questions =
    ❓ **When do I have to answer?** When somebody plays detectives, the mafia or journalists. Everybody is asked at the same time, and nobody sees an answer before they're all in.
    ❓ **Why am I asked if I can't do it?** So nobody finds out what you have. Just press the other button.
    ❓ **What do the button colours mean?** Green does it at once, blue asks you something first, grey tells you what's missing.
    ❓ **Can I take more than ten cards?** Yes, but you can only keep ten at the end of your turn.
    ❓ **Can I play six scientists at once?** No, just three. You can play any number of police or bureaucrats, and up to four hackers.
    ❓ **Police against a small hand?** That's fine: you pull out whatever is there. Hackers need a hand that's big enough.
    ❓ **Do hackers that were already there count?** Yes, every hacker you pull out is a point.
    ❓ **Can I refuse a present?** No, and everybody sees it.
    ❓ **Two actions?** An option for experts: you get two each turn, the same or different. The market is filled up before the second one, and the limit of ten cards only counts after it.
    ❓ **How long can I think?** You set the time limit before the game. It's the same for each turn and each answer.
    ❓ **What if I do nothing?** When time is up, a computer does the most harmless thing for you: it passes, takes one card, or discards at random what it has to. The second time in a row it plays on for you right away, until you press any button.
    ❓ **What if somebody leaves?** A computer takes over. If you chose “{ choice-leavers-nobody }”, their cards are discarded and their turns are skipped.
    ❓ **Who starts?** That's random, and so is who sits where.

moment-stroke = { $name } fished out { $points } points in one go.
moment-lead = { $name } took the lead here, early on, and never gave it back.
moment-behind = { $name } was { $points } points behind here and still won.
moment-turn = { $whose ->
        [own] With this turn, { $name }'s
       *[other] After { $other }'s turn, { $name }'s
    } chances of winning went from { $before }% to { $after }%.
moment-almost = { $name } was one point short from here on, and never got it.

award-every-faction = 🏛️ Played every faction in town
award-favourite = 💞 Played the same faction four times
award-three-in-a-row = 🔥 Scored with three actions in a row
award-big-haul = 🎣 Fished out three points in one go
award-joined-in = 🤝 Got three points on other players' turns
award-last-stroke = 🎆 Won with three points in one go
award-others-turn = 🥷 Won in the middle of somebody else's turn
award-comeback = 🐢 Was four points behind and still won
number-taken = { $count } { $count ->
    [one] card
   *[other] cards
} taken
number-plays = { $count } { $count ->
    [one] play
   *[other] plays
}

award-title-every-faction = All Aboard
award-title-favourite = True Love
award-title-three-in-a-row = On a Roll
award-title-big-haul = Big Catch
award-title-joined-in = Free Ride
award-title-last-stroke = Grand Finale
award-title-others-turn = Scene Stealer
award-title-comeback = Dark Horse
