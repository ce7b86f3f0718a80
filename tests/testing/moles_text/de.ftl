game-title = Maulwürfe
game-blurb = Zwei von euch verderben, was die anderen bauen.
game-length = 5 min
game-rules = Stimmt über jede Mannschaft ab. Maulwürfe können ihre Arbeit verderben.
answered = { $seat_name } hat geantwortet.
votes-counted = Die Stimmen über die Mannschaft von { $leader_name } sind da.
job-done = { $spoilers } haben die Arbeit verdorben.
role-told = { $is_mole ->
    [1] Du bist ein Maulwurf.
   *[other] Du bist kein Maulwurf.
    }
leads = { $name } führt.
job = Eine Arbeit mit { $spoilers } Verderbern.
moles = Die Maulwürfe: { $names }
no-mole = Du bist kein Maulwurf.
move-vote-1 = Ja
move-vote-0 = Nein
move-work-0 = Arbeiten
move-work-1 = Verderben
team-moles = Die Maulwürfe
team-crew = Die Mannschaft
