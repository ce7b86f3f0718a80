game-title = Secret Numbers
game-blurb = Name a number that nobody else names.
game-length = 5 min
button-hand = My number
button-back = Back
level-careless = Careless
level-sound = Sound
level-sly = Sly
button-sure = Yes, that one
illegal-move = That number does not work. Press “{ button-hand }” again.
option-numbers = 🔢 Numbers: { $choice }
choice-numbers-few = 1 to 5
choice-numbers-many = 1 to 10
board-title = Secret Numbers, round { $round }
points = { $name }: { $points } points
has-answered = { $name } has written a number down.
is-gone = { $name } is out.
asked-number = { $names }: name a number
own = Your answer: { $answer }
own-none = You have nothing to name now.
pick-number = Name a number. Nobody sees it before all are in.
suspects = Which two do the others name?
pick-suspects = You name { $number }. Which two do the others name?
confirm = Your answer is { $answer }. Are you sure?
round-begins = Round { $round } begins.
answered = { $name } has answered.
shown = { $name } named { $number } and suspected { $suspected }.
news-shown = You named { $number }.
end-title = Secret Numbers, the end
place = { $rank }. { $name }: { $points } points
rules-title = Secret Numbers
rules-1 = Name a number that nobody else names: it scores its value.
rules-2 = Suspect two numbers: each that somebody else names scores one.
own-place = You finished in place { $rank } with { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
