"""The moves, in the words of the rules, and the quick list of legal ones.

Moves name cards, drones and sections by their words: `attack bomber 1 > scout 1`, where 1 is the
lane. The second of two equal drones in a lane is `bomber 1.2`. Equal cards give one move. What
needs more than one decision asks for the others one by one.
"""

from kibitz.games.dronewars.moves.actions import MARKS as MARKS
from kibitz.games.dronewars.moves.actions import MOVES as MOVES
from kibitz.games.dronewars.moves.actions import PASS_MOVE as PASS_MOVE
from kibitz.games.dronewars.moves.actions import REALLOCATES as REALLOCATES
from kibitz.games.dronewars.moves.actions import RECALCULATE_MOVE as RECALCULATE_MOVE
from kibitz.games.dronewars.moves.actions import RECALLS as RECALLS
from kibitz.games.dronewars.moves.actions import Attack as Attack
from kibitz.games.dronewars.moves.actions import Mark as Mark
from kibitz.games.dronewars.moves.actions import MoveDrone as MoveDrone
from kibitz.games.dronewars.moves.actions import Pass as Pass
from kibitz.games.dronewars.moves.actions import Play as Play
from kibitz.games.dronewars.moves.actions import Reallocate as Reallocate
from kibitz.games.dronewars.moves.actions import Recalculate as Recalculate
from kibitz.games.dronewars.moves.actions import Recall as Recall
from kibitz.games.dronewars.moves.actions import Use as Use
from kibitz.games.dronewars.moves.actions import attack_move as attack_move
from kibitz.games.dronewars.moves.actions import play_move as play_move
from kibitz.games.dronewars.moves.actions import use_move as use_move
from kibitz.games.dronewars.moves.answers import CHOOSE_CARDS as CHOOSE_CARDS
from kibitz.games.dronewars.moves.answers import CHOOSE_DRONES as CHOOSE_DRONES
from kibitz.games.dronewars.moves.answers import DECLINE_MOVE as DECLINE_MOVE
from kibitz.games.dronewars.moves.answers import INTERCEPTS as INTERCEPTS
from kibitz.games.dronewars.moves.answers import Choose as Choose
from kibitz.games.dronewars.moves.answers import Decline as Decline
from kibitz.games.dronewars.moves.answers import Intercept as Intercept
from kibitz.games.dronewars.moves.common import SECTION_CODE as SECTION_CODE
from kibitz.games.dronewars.moves.common import lane_codes as lane_codes
from kibitz.games.dronewars.moves.common import unique as unique
from kibitz.games.dronewars.moves.legal import KINDS as KINDS
from kibitz.games.dronewars.moves.legal import list_moves as list_moves
from kibitz.games.dronewars.moves.preparation import DEPLOYS as DEPLOYS
from kibitz.games.dronewars.moves.preparation import DISCARDS as DISCARDS
from kibitz.games.dronewars.moves.preparation import DONE_MOVE as DONE_MOVE
from kibitz.games.dronewars.moves.preparation import KEEPS as KEEPS
from kibitz.games.dronewars.moves.preparation import PLACEMENTS as PLACEMENTS
from kibitz.games.dronewars.moves.preparation import PLACES as PLACES
from kibitz.games.dronewars.moves.preparation import REMOVES as REMOVES
from kibitz.games.dronewars.moves.preparation import SHIELDS as SHIELDS
from kibitz.games.dronewars.moves.preparation import Deploy as Deploy
from kibitz.games.dronewars.moves.preparation import Discard as Discard
from kibitz.games.dronewars.moves.preparation import Done as Done
from kibitz.games.dronewars.moves.preparation import Keep as Keep
from kibitz.games.dronewars.moves.preparation import Place as Place
from kibitz.games.dronewars.moves.preparation import Remove as Remove
from kibitz.games.dronewars.moves.preparation import Shield as Shield
