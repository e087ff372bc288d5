"""Measures the table under load, kills its servers, and proves that no move is lost or doubled.

Run by `make bench WHAT=table`, which makes the compiled build first. Servers are processes of
`kibitz serve`, and clients talk to them over real sockets on this machine. The parts:

    load    matches played at once by scripted players, and a crowd of spectators on one of them
    memory  what a match costs that nobody plays
    start   how long a server takes to start with many stored matches
    kill    servers, or the processes of agents, are killed at random moments under load
    scene   how long it takes to write decisions, and how long they get; in both builds
    page    the page in Chromium: its first load, clicks, drawing and motion

A move that was acknowledged must be in the record and in the database, once and in order; every
match must go on to its end; and its record must lead to the same states again. What is not so is
listed, and makes the exit code 1. Clients take their share of the processor: on a busy machine,
look at the times that the server measures itself.

The results are saved in `benchmarks/results/table.json`, a part at a time.
"""
