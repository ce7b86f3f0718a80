game-title = Moles
game-blurb = Two of you spoil what the others build.
game-length = 5 min
game-rules = Vote on each crew. Moles may spoil its job.
answered = { $seat_name } has answered.
votes-counted = The votes on { $leader_name }'s crew are in.
job-done = { $spoilers } spoilt the job.
role-told = { $is_mole ->
    [1] You are a mole.
   *[other] You are no mole.
    }
leads = { $name } leads.
job = A job with { $spoilers } spoilers.
moles = The moles: { $names }
no-mole = You are no mole.
move-vote-1 = Yes
move-vote-0 = No
move-work-0 = Work
move-work-1 = Spoil
team-moles = The moles
team-crew = The crew
