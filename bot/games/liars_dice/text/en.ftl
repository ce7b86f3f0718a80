game-title = Liar's Dice
game-blurb = Bid on what all the dice show, though you see only your own. Bluff well, and call the others out!
game-sign = 🎲
game-length = 15 min

# Dice and bids: short, they stand on buttons.

face-1 = { $count ->
        [one] one
       *[other] ones
    }
face-2 = { $count ->
        [one] two
       *[other] twos
    }
face-3 = { $count ->
        [one] three
       *[other] threes
    }
face-4 = { $count ->
        [one] four
       *[other] fours
    }
face-5 = { $count ->
        [one] five
       *[other] fives
    }
face-6 = { $count ->
        [one] six
       *[other] sixes
    }
claim = { $count } { $faces }
move-liar = Liar!

option-dice = 🎲 Each begins with: { $choice }
choice-dice-5 = five dice
choice-dice-3 = three dice, a shorter game
choice-dice-1 = a single die, over in a blink
option-ones = 🃏 Ones: { $choice }
choice-ones-wild = wild, they count as every face
choice-ones-plain = plain, a face like the others
option-help = 🔎 Help with the odds: { $choice }
choice-help-odds = a notebook with the chances
choice-help-none = none

# Who owes what

asked-first = { $name }: make the first bid
asked-bid = { $name }: bid higher, or say “Liar!”
asked-look = The cups are up: look at the dice

# What happened

begins = { $name } begins.
bid = { $name } bids { $bid }.
opened = { $name } says “Liar!” to { $bidder }. The bid was { $bid }: there { $found ->
        [0] were none
        [one] was 1
       *[other] were { $found }
    }.
lost-die = { $left ->
        [0] { $name } loses the last die and is out.
        [one] { $name } loses a die and has 1 left.
       *[other] { $name } loses a die and has { $left } left.
    }

# What happened to you

news-you-called = { $true ->
        [1] You said “Liar!” to { $bidder }, but { $bid } was true: there were { $found }.
       *[0] You caught { $bidder }! { $bid } was too much: there { $found ->
            [0] were none
            [one] was only 1
           *[other] were only { $found }
        }.
    }
news-called-you = { $true ->
        [1] { $name } did not believe your { $bid }, but it was true: there were { $found }!
       *[0] { $name } caught you: of your { $bid } there { $found ->
            [0] were none
            [one] was only 1
           *[other] were only { $found }
        }.
    }
news-lost = { $left ->
        [0] That was your last die: you are out.
        [one] It costs you a die: 1 left.
       *[other] It costs you a die: { $left } left.
    }

# The board

board-title = Liar's Dice · { $dice } dice
board-over = Liar's Dice · the end
board-no-bid = **No bid yet.** { $name } begins.
board-bid = **{ $bid }**, bids { $name }.
board-opened = **{ $bid }?** “Liar!”, said { $name } to { $bidder }. There { $found ->
        [0] were none
        [one] was **1**
       *[other] were **{ $found }**
    }: { $loser } loses a die.
board-shown = { $name }: { $dice }
board-player = { $name }: { $dice ->
        [0] out
        [one] **1** die
       *[other] **{ $dice }** dice
    }
banner-alt = Cats that are dice cups smile across a table full of dice.
table-alt-none = No bid yet.
table-alt-bid = Bid by { $letter }: { $bid }.
table-alt-opened = Bid by { $letter }: { $bid }. There were { $found }.
table-alt-dice = { $letter } had { $dice }.
board-ones = { $wild ->
        [1] Ones count as every face.
       *[0] Ones are only ones.
    }

# What is mine

button-hand = Your dice
hand-dice = Your dice
hand-table = { $wild ->
        [1] { $dice } dice are on the table, and ones count as every face.
       *[0] { $dice } dice are on the table, and ones are only ones.
    }
hand-alt = Your dice: { $dice }.
hand-first = **You begin: how many dice do you bid?**
hand-bid = **More than { $bid }, or is that a lie?**
hand-face = **At least { $count }: of which face?**
hand-wait = { $name } is thinking. When it is your turn, press 🐾 below the board.
hand-look = The cups are up! In a moment, you all roll anew.
hand-out = You have no dice left. Sit back and watch who lies best.
hand-times = { $count } ×
hand-more = More dice …
hand-count = { $count } dice
hand-back = Back

# The notebook

button-notebook = Notebook
notebook-text = How likely bids are, from your own dice alone: the others' dice may show anything. Only you see this.
notebook-table = On the table
notebook-higher = Next on each face
notebook-chance = { $bid }: { $chance }%

# The lesson

lesson-begin = Welcome to the table! You and { $name } have three dice each. You see yours, and { $dice } are hidden. Bid how many dice of one face there are **under both cups**: *{ $bid }* is true for sure. Press how many, then which face. (`/cats learn` brings you back here.)
lesson-again = New dice, and you begin. *{ $bid }* is true for sure, but a bolder bid is harder to beat.
lesson-wait = { $name } is thinking. If nothing moves, press **{ button-go-on }**.
lesson-likely = { $bid } is true with a chance of **{ $chance }%**. Better bid higher: a little more, or bluff!
lesson-unlikely = { $bid } is true with a chance of only **{ $chance }%**. **“{ move-liar }”** is worth a try.
lesson-impossible = Your own dice show that { $bid } cannot be true: say **“{ move-liar }”**
lesson-opened = { $wild ->
        [1] Ones count, too: there { $found ->
            [0] are none
            [one] is 1
           *[other] are { $found }
        }.
       *[0] There { $found ->
            [0] are none
            [one] is 1
           *[other] are { $found }
        }.
    } { $bid } was { $true ->
        [1] true
       *[0] a lie
    }, so { $lost ->
        [you] you lose a die
       *[they] { $name } loses a die
    }.
lesson-over = **That was the lesson, well done!** Now play with your friends: `/cats play`.

# The end and the scores

end-winner = 🏆 **{ $name } wins!**
end-line = { $medal } { $name }
result-place =
    { $rank ->
        [1] 🏆 **You won**, with { $dice ->
            [one] 1 die
           *[other] { $dice } dice
        } left!
        [2] You came **2nd**.
        [3] You came **3rd**.
       *[other] You came **{ $rank }th**.
    }
button-story = In numbers
story-round = **{ $round }.** { $name } doubted { $bid } of { $bidder }: { $found } { $true ->
        [1] ✅
       *[0] ❌
    }

# The rules

rules-idea-title = Dice under cups
rules-idea =
    🎲 You all roll your dice at once, each under a cup. You look at your own dice, and at nobody else's.

    🗣️ In turn, you bid on what **all dice on the table together** show, such as *5 fours*: “Under all our cups, there are at least five fours.” Nobody has to tell the truth.

    🤥 Whoever does not believe the last bid says **“{ move-liar }”** All cups go up, and whoever of the two is wrong loses a die.

    🏆 Who has no dice left is out. **The last one with dice wins.**

rules-bid-title = Bidding
rules-bid =
    When it is your turn, press 🐾 below the board. Bid **higher** than the last bid:

    ⬆️ **more dice**, of any face: after *4 fives* comes *5 twos*, say;
    ➡️ or **as many dice of a higher face**: after *4 fives* comes *4 sixes*.

    Nobody can bid more dice than there are on the table.

    🃏 **Ones are wild**, unless the host chose otherwise: they count as every face (look for the paw on pictures of dice). Then nobody bids on ones.

    First press how many dice, then which face.

rules-liar-title = “Liar!”
rules-liar =
    You hold { $own }, Ada holds { $ada }. Ada bids *5 threes*, and you say “{ move-liar }”

    The cups go up. There are three threes, and your one is wild: that makes four. *5 threes* was a lie, so **Ada loses a die**.

    Had there been five or more, the bid would have been true, and **you** would have lost one.

    👀 You all see the dice for a moment. Then everybody rolls anew, and whoever lost a die begins. If that was their last one, the next player with dice does.

rules-end-title = Out, and the end
rules-end =
    💨 Whoever has lost the last die is out, and watches the others. Onlookers see dice only when the cups go up.

    🏆 The last one with dice wins. The others' places are the other way round from how they went out: first out is last.

    💡 Count your own dice first. Of each six hidden dice, about one shows the face you need, or about two where ones are wild.

## Computers

level-kitten = Kitten
level-kitten-told = Bids on a whim and believes nearly anything, just right for your first games.
level-tomcat = Tomcat
level-tomcat-told = Knows the odds of each bid, for those with some practice.
level-fox = Old Fox
level-fox-told = Reads your bids and bluffs with a straight face, for old hands.

moment-bluff = { $name } bid { $bid }, and all believed it: there { $there ->
        [0] were none
        [one] was only 1
       *[other] were only { $there }
    }.
moment-caught = { $name } caught { $other } at { $bid }: there { $there ->
        [0] were none
        [one] was only 1
       *[other] were only { $there }
    }.
moment-exact = { $other } bid { $bid }, { $name } did not believe it, and it was exactly right.
moment-back = { $name } had a single die left here, and still won.
moment-turn = { $what ->
        [own-bid] { $name } bid { $bid }: the
        [other-bid] { $other } bid { $bid }: for { $name }, the
        [own-challenge] { $name } doubted { $bid }: the
       *[other-challenge] { $other } doubted { $bid }: for { $name }, the
    } chance to win went from { $before }% to { $after }%.

award-never-wrong = 🔎 Said “Liar!” three times or more, and never in vain
award-four-in-a-row = 🔥 Caught four bids in a row that were too high
award-opening = 👃 Smelled the lie in the first bid of a round
award-exact = 🎯 Twice bid exactly what was there, and was doubted
award-bold-bid = 🦁 Raised by two dice at once, and it was true
award-last-die = 🎲 Right three times with a single die left
award-duel = 🤺 Was behind in the duel, and still won
award-hardly-a-die = 🛡️ Won, and lost a single die at most
