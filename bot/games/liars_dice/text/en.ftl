game-title = Liar's Dice
game-blurb = How many sixes are under all the cups? You only see your own dice. Bluff, and catch the liars!
game-sign = 🎲
game-length =
    { $dice ->
        [3] 10 min
        [1] 3 min
       *[other] 15 min
    }

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

option-dice = 🎲 Everybody starts with: { $choice }
choice-dice-5 = five dice
choice-dice-3 = three dice, a shorter game
choice-dice-1 = just one die, over in a flash
option-ones = 🃏 Ones: { $choice }
choice-ones-wild = wild, they count as any face
choice-ones-plain = plain, just ones
option-help = 🔎 Help with the odds: { $choice }
choice-help-odds = a notebook with the chances
choice-help-none = none

# Who owes what

asked-first = { $name }: make the first bid
asked-bid = { $name }: bid or call “Liar!”
asked-lift = { $name } calls { $bidder } a liar … cups up!
asked-look = Cups up! New roll

# What happened

begins = { $name } starts.
bid = { $name } bids { $bid }.
opened = { $name } calls “Liar!” on { $bidder }'s { $bid }. There { $found ->
        [0] were none
        [one] was 1
       *[other] were { $found }
    }.
lost-die = { $left ->
        [0] { $name } loses their last die and is out.
        [one] { $name } loses a die and has 1 left.
       *[other] { $name } loses a die and has { $left } left.
    }

# What happened to you

news-you-called = { $true ->
        [1] Oops, no lie! { $bidder } bid { $bid }, and there { $found ->
            [one] was 1
           *[other] were { $found }
        }.
       *[0] Caught! { $bidder } bid { $bid }, but there { $found ->
            [0] were none
            [one] was only 1
           *[other] were only { $found }
        }.
    }
news-called-you = { $true ->
        [1] { $name } didn't believe your { $bid }, but it was true: there { $found ->
            [one] was 1
           *[other] were { $found }
        }!
       *[0] { $name } caught you! You bid { $bid }, but there { $found ->
            [0] were none
            [one] was only 1
           *[other] were only { $found }
        }.
    }
news-lost = { $left ->
        [0] That was your last die: you're out.
        [one] That costs you a die: 1 left.
       *[other] That costs you a die: { $left } left.
    }

# The board

board-title = Liar's Dice · { $dice } dice
board-over = Liar's Dice · the end
board-no-bid = **No bid yet.** { $name } starts.
board-bid = { $name } bids **{ $bid }**.
board-opened = { $name } calls “Liar!” on { $bidder }'s **{ $bid }**. There { $found ->
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
banner-alt = Dice cups with cat faces smile on a table full of dice.
table-alt-none = No bid yet.
table-alt-bid = Bid by { $name }: { $bid }.
table-alt-opened = Bid by { $name }: { $bid }. There { $found ->
        [0] were none
        [one] was 1
       *[other] were { $found }
    }.
table-alt-dice = { $name } had { $dice }.
table-alt-podium = On the podium, first to third: { $names }.
board-ones = { $wild ->
        [1] Ones are wild: they count as any face.
       *[0] Ones are just ones.
    }

# What is mine

button-hand = My dice
hand-dice = Your dice
hand-table = { $wild ->
        [1] { $dice } dice in all. Ones are wild: any face.
       *[0] { $dice } dice in all. Ones are just ones.
    }
hand-alt = Your dice: { $dice }.
hand-first = **You start! How many dice do you bid?**
hand-bid = **Bid higher, or call “Liar!”**
hand-face = **{ $count } of what?**
hand-wait = Somebody else is bidding … Your turn pops up right here.
hand-look = Cups up! { $out ->
        [1] In a moment, the others roll again.
       *[0] In a moment, everybody rolls again.
    }
hand-out = You're out of dice. Sit back and see who lies best.
predict-lie = 🔮 **Lie or not?** { $name } bids **{ $bid }**.
predict-lie-lie = Lie!
predict-lie-true = True
hand-more = More dice …
hand-count = { $count ->
        [one] 1 die
       *[other] { $count } dice
    }
hand-from = { $claim } or higher
hand-back = Back

# The notebook

button-notebook = Notebook
notebook-text = How likely each bid is, going by your own dice. Only you see this.
notebook-table = The last bid
notebook-higher = The next higher bids
notebook-chance = { $bid }: { $chance }%

# The lesson

lesson-begin = Welcome! You and { $name } have three dice each, and you only see yours. Bid on how many dice of one face are **under both cups**: *{ $bid }* is true for sure{ $paw ->
        [1] , as your paw is a one and counts as any face
       *[0] {""}
    }. (`/cats learn` brings you back here.)
lesson-again = New dice, and you start. *{ $bid }* is true for sure{ $paw ->
        [1] , thanks to your paw: it's a one
       *[0] {""}
    }. A bolder bid is harder to beat, but it might be a lie.
lesson-wait = Next up: { $name }. Press **{ button-go-on }** when you're ready.
lesson-raise = { $bid }: **{ $chance }%** likely to be true. Better bid higher: *{ $better }*, **{ $odds }%** likely.
lesson-challenge = { $bid }: only **{ $chance }%** likely to be true, and any higher bid is riskier. Call **“{ move-liar }”**
lesson-impossible = Look at your own dice: { $bid } can't be true. Call **“{ move-liar }”**
lesson-opened = { $wild ->
        [1] { $paw ->
            [1] Counting the ones (the paws), there
           *[0] Counting the ones, there
        } { $found ->
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
       *[0] too high
    }: { $lost ->
        [you] you lose a die
       *[they] { $name } loses a die
    }.
lesson-over = **That was the lesson, well done!** Now play with your friends: `/cats play`.

# The end and the scores

end-winner = 🏆 **{ $name } wins!**
end-line = { $medal } { $name }
end-order = No dice left? Whoever lasted longer comes first.
feat-lie = 🤥 { $most ->
        [1] boldest lie:{" "}
       *[0] {""}
    }{ $bid }, { $found ->
        [0] none there
       *[other] only { $found } there
    }
feat-caught = 🔎 { $most ->
        [1] best nose:{" "}
       *[0] {""}
    }{ $count ->
        [one] 1 lie caught
       *[other] { $count } lies caught
    }
feat-honest = 😇 never bid too high
feat-quiet = 😼 gave nothing away
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
# The rules

rules-idea-title = Dice under cups
rules-idea =
    🎲 Everybody rolls at the same time, each under their own cup. You only see your own dice.

    🗣️ Take turns bidding on **all the dice on the table together**. *5 fours* means: “There are at least five fours under all our cups.” You don't have to tell the truth.

    🤥 Don't believe the bid before yours? Call **“{ move-liar }”** All the cups go up. If the bid was too high, the bidder loses a die. If not, you do.

    🏆 No dice left? You're out. **The last player with dice wins.**

rules-bid-title = Bidding
rules-bid =
    When it's your turn, press 🐾 below the board. Bid **higher** than the last bid:

    ⬆️ **more dice**, any face: after *4 fives*, for example *5 twos*;
    ➡️ or **the same number of dice, but a higher face**: after *4 fives*, that's *4 sixes*.

    You can't bid more dice than there are on the table.

    🃏 **Ones are wild** unless the host turned that off: they count as any face (in the pictures, a one is a paw). You can't bid on ones while they're wild.

    First press how many dice, then which face.

rules-liar-title = “Liar!”
rules-liar =
    You have { $own }, Ada has { $ada }. Ada bids *5 threes*, and you call “{ move-liar }”

    The cups go up. There are three threes, and your one is wild: that makes four. *5 threes* was too high, so **Ada loses a die**.

    With five or more, the bid would have been true, and **you** would have lost a die.

    👀 You all see the dice for a moment. Then everybody rolls again, and the player who lost a die starts. If that was their last one, the next player with dice starts.

rules-end-title = Going out and winning
rules-end =
    💨 Lost your last die? You're out, but you can watch the others. Onlookers only see dice when the cups go up.

    🏆 The last player with dice wins. The sooner you're out, the lower your place.

    💡 Count your own dice first. Out of six hidden dice, about one shows the face you need, or about two if ones are wild.

## Computers

level-kitten = Kitten
level-kitten-told = Bids on a whim and calls “Liar!” far too soon. Just right for your first games!
level-tomcat = Tomcat
level-tomcat-told = Knows the odds of every bid. For when you've had some practice.
level-fox = Sly Fox
level-fox-told = Reads your bids and bluffs without twitching a whisker. For steady nerves!

moment-bluff = { $name } bid { $bid } and got away with it: there { $there ->
        [0] were none
        [one] was only 1
       *[other] were only { $there }
    }.
moment-caught = { $name } caught { $other } bidding { $bid }: there { $there ->
        [0] were none
        [one] was only 1
       *[other] were only { $there }
    }.
moment-exact = { $name } didn't believe { $other }'s { $bid }, but it was exactly right.
moment-back = { $name } was down to one die here and still won.
moment-turn = { $what ->
        [own-bid] { $name } bid { $bid }: { $name }'s chances
        [other-bid] { $other } bid { $bid }: { $name }'s chances
        [own-challenge] { $name } doubted { $bid }: { $name }'s chances
       *[other-challenge] { $other } doubted { $bid }: { $name }'s chances
    } of winning went from { $before }% to { $after }%.

award-never-wrong = 🔎 Called “Liar!” three times or more and was always right
award-four-in-a-row = 🔥 Caught four lies in a row
award-opening = 👃 Sniffed out a lie in the first bid of a round
award-exact = 🎯 Doubted twice, but exactly right both times
award-bold-bid = 🦁 Raised by two dice at once and wasn't lying
award-last-die = 🎲 Right three times with just one die left
award-duel = 🤺 Won the final duel from behind
award-hardly-a-die = 🛡️ Won and lost one die at most
medal-points = { $points ->
    [one] 1 die
   *[other] { $points } dice
}
number-rounds = { $count } { $count ->
    [one] round
   *[other] rounds
}
number-lies = { $count } { $count ->
    [one] lie
   *[other] lies
} caught

award-title-never-wrong = Lie Detector
award-title-four-in-a-row = Hot Streak
award-title-opening = Bloodhound
award-title-exact = Bull's-Eye
award-title-bold-bid = Lionheart
award-title-last-die = One Is Enough
award-title-duel = Table Turner
award-title-hardly-a-die = Iron Cup
