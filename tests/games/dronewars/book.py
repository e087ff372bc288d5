"""The tables of Drone Wars, written down from its rule book and not from the data of the package.

Tests compare the data with them, and `dronewars_naive` plays by them.
"""

# class, limit (0 for a token), attack, hull, shields, speed, slots; then what is special.
DRONES = """
Scout Drone: 1 3 1 1 1 5 2
Standard Fighter: 2 3 3 2 1 4 2
Heavy Fighter: 3 2 4 4 1 3 2
Guardian Drone: 3 2 1 5 1 1 2; guardian
Bomber: 3 3 1 2 1 1 2; ship bonus 4
Repair Drone: 1 2 0 1 3 2 2; heal one 3 for 1
Interceptor: 3 3 1 4 0 6 2; defender
Aegis Drone: 3 2 1 2 2 2 2; aura 1
Kamikaze Drone: 1 4 3 1 0 3 2; destroyed by attack
Swarm Drone: 0 3 1 1 0 3 3
Sniper Drone: 4 2 1 1 0 2 2; snipe 4 for 1
Sabot Drone: 3 2 2 3 1 2 2; piercing
Avenger Drone: 1 2 1 1 1 3 2; attack 3 with damaged section
Gladiator: 2 2 2 2 2 3 2; attack 1 by attack
Vindicator Drone: 1 3 1 1 1 3 2; attack 1 by damaged sections
Skirmisher Drone: 1 3 1 1 1 1 2; attack 1 outside; speed 2 outside
Phase Jumper: 1 3 1 1 1 1 2; attack 1 by move; speed 1 by move
Nano Repair Drone: 1 2 0 1 3 2 2; heal lane 1 for 1
Jammer: 0 0 0 1 0 1 0; jammer; token; 1 in lane
"""

# Id; cost; target; effect; how often a deck may have it; then Go Again.
CARDS = """
Laser Blast: CARD001; 3; any drone; damage 3; 4
Laser Blast+: CARD001_ENHANCED; 2; any drone; damage 4; 4
System Reboot: CARD002; 1; none; draw 2; 4; go again
System Reboot+: CARD002_ENHANCED; 2; none; draw 3; 4; go again
Out Think: CARD003; 1; none; draw 1; 4
Energy Surge: CARD004; 0; none; energy 2; 4; go again
Energy Surge+: CARD004_ENHANCED; 0; none; energy 3; 4; go again
Adrenaline Rush: CARD005; 2; own exhausted drone; ready; 4
Adrenaline Rush+: CARD005_ENHANCED; 3; own exhausted drone; ready; 4; go again
Nanobot Repair: CARD006; 1; own drone; heal hull 3; 4; go again
Emergency Patch: CARD007; 3; own section; heal section 4; 4
Emergency Patch+: CARD007_ENHANCED; 3; own section; heal section 5; 4
Shield Recharge: CARD008; 1; own lane; heal shields 2; 4; go again
Target Lock: CARD009; 5; any drone; destroy; 4
Shrieker Missiles: CARD010; 4; enemy lane; destroy speed 5 up; 4
Nuke: CARD011; 7; lane; destroy; 2
Piercing Shot: CARD012; 4; any drone; damage 2 piercing; 4
Piercing Shot+: CARD012_ENHANCED; 3; any drone; damage 2 piercing; 4
Sidewinder Missiles: CARD013; 3; enemy lane; damage 2 speed 3 down; 4
Overcharge: CARD014; 0; own drone; attack +2 this round; 4
Streamline: CARD015; 2; own lane; speed +1 for good; 4; go again
Static Field: CARD016; 1; enemy drone; attack -2 this round; 4; go again
Boosters: CARD017; 1; own drone; speed +2 this round; 4
Desperate Measures: CARD018; 1; none; draw and energy 1 by damaged sections; 4; go again
Reposition: CARD019; 1; lanes; move 3; 4
System Sabotage: CARD022; 1; enemy upgrade; destroy upgrade; 4
Maneuver: CARD023; 1; own ready drone and lane; move 1; 4; go again
Maneuver+: CARD023_ENHANCED; 0; own ready drone and lane; move 1; 4; go again
Strategic Planning: CARD025; 2; none; search 5; 4
Equipment Cache: CARD026; 4; none; search upgrades; 4
Deploy Jammers: CARD030; 3; none; jammers; 4
Slimline Bodywork: CARD020; 3; drone type; upgrade limit +1 at most 1; 2; go again
Overclocked Thrusters: CARD021; 3; drone type; upgrade speed +1 at most 2; 2
Piercing Rounds: CARD024; 6; drone type; upgrade piercing +1 at most 1; 1
Efficiency Module: CARD027; 4; drone type; upgrade cost -1 at most 1; 2
Combat Enhancement: CARD028; 5; drone type; upgrade attack +1 at most 2; 2
Shield Amplifier: CARD029; 4; drone type; upgrade shields +1 at most 2; 2
"""

# What the balance patch changes, and the cards that it adds.
PATCHED_CARDS = """
Laser Blast: CARD001; 3; any drone; damage 2; 4
Laser Blast+: CARD001_ENHANCED; 3; any drone; damage 3; 4
System Reboot: CARD002; 2; none; draw 2; 4; go again
Energy Surge: CARD004; 1; none; energy 2; 4; go again
Energy Surge+: CARD004_ENHANCED; 1; none; energy 3; 4; go again
Target Lock: CARD009; 6; any drone; destroy; 2
Shrieker Missiles: CARD010; 5; enemy lane; destroy speed 5 up; 2
Nuke: CARD011; 8; lane; destroy; 2
Overcharge: CARD014; 1; own drone; attack +2 this round; 4
Static Field: CARD016; 2; enemy drone; attack -2 this round; 4; go again
Deploy Jammers: CARD030; 5; none; jammers; 4
Railgun Strike: RAILGUN_STRIKE; 5; enemy drone; railgun 2 or 4 piercing; 2
Barrage: BARRAGE; 4; enemy drone; barrage 1 or 2 with 3; 4
"""

# Healthy, damaged, critical, and more in the middle lane.
SECTIONS = """
Bridge: hand limit 5 5 4 1; discards 3 2 1 1; recalculate for 1
Power Cell: energy 10 10 9 2; max energy 10 10 9 2; shields 3 2 1 1; cap 1; reallocate for 1
Drone Control Hub: initial deployment 6 5 4 2; cpu limit 10 10 8 2; deployment budget 3 2 2 2; recall for 1
Tactical Bridge: hand limit 5 5 4 1; discards 3 2 1 1; mark for 2
"""  # noqa: E501 - one line for each section

MANTICORE_DRONES = "Heavy Fighter, Standard Fighter, Kamikaze Drone, Bomber, Avenger Drone"
MANTICORE_CARDS = (
    "Nuke 1, Target Lock 2, Shrieker Missiles 2, Laser Blast+ 4, Piercing Shot+ 4,"
    " Sidewinder Missiles 4, Overcharge 4, Boosters 3, Static Field 3, Adrenaline Rush+ 2,"
    " Energy Surge+ 2, Out Think 2, System Reboot+ 3, Desperate Measures 4"
)
# Difficulty, brain, drones, placement, cards.
DECKS = {
    "test ai": (
        "easy",
        "tactical",
        "Heavy Fighter, Standard Fighter, Kamikaze Drone, Bomber, Swarm Drone",
        "Power Cell, Bridge, Drone Control Hub",
        "Laser Blast+ 40",
    ),
    "manticore": (
        "normal",
        "tactical",
        MANTICORE_DRONES,
        "Bridge, Drone Control Hub, Power Cell",
        MANTICORE_CARDS,
    ),
    "manticore strategic": (
        "hard",
        "strategic",
        MANTICORE_DRONES,
        "Bridge, Drone Control Hub, Power Cell",
        MANTICORE_CARDS,
    ),
    "standard": (
        "",
        "",
        (
            "Scout Drone, Standard Fighter, Heavy Fighter, Guardian Drone, Bomber, Repair Drone,"
            " Interceptor, Aegis Drone, Kamikaze Drone, Swarm Drone"
        ),
        "",
        (
            "Desperate Measures 4, Reposition 2, Target Lock 2, Emergency Patch 2, Piercing Shot 2,"
            " Adrenaline Rush 4, Nanobot Repair 2, Streamline 2, Shield Recharge 2, Laser Blast 2,"
            " System Reboot 4, Out Think 4, Energy Surge 4, Static Field 4"
        ),
    ),
}


def rows(table: str) -> dict[str, list[str]]:
    """Reads a table: the parts of each line by its name."""
    lines = [line.partition(": ") for line in table.strip().splitlines()]
    return {name: rest.split("; ") for name, _, rest in lines}


def card_table(patched: bool) -> dict[str, list[str]]:
    """Returns the card table of an edition."""
    return rows(CARDS) | (rows(PATCHED_CARDS) if patched else {})
