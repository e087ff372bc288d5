"""The card kit: cards as numbers inside, names at the border.

A game declares its cards (`load_catalogue`), zones and rows (`make_layout`), variables (`Board`),
moves (`TableMove`) and what happens by itself (`CardGame`). Views, sampled worlds, positions and
drawings follow. See the concept page "The card kit" and the guide "How to write ...".
"""

from kibitz.kit.board import Board as Board
from kibitz.kit.catalogue import Card as Card
from kibitz.kit.catalogue import Catalogue as Catalogue
from kibitz.kit.catalogue import Row as Row
from kibitz.kit.catalogue import load_catalogue as load_catalogue
from kibitz.kit.catalogue import load_data as load_data
from kibitz.kit.catalogue import load_words as load_words
from kibitz.kit.catalogue import read_catalogue as read_catalogue
from kibitz.kit.decks import DeckLists as DeckLists
from kibitz.kit.decks import load_decks as load_decks
from kibitz.kit.decks import read_decks as read_decks
from kibitz.kit.effects import AbilityQuestion as AbilityQuestion
from kibitz.kit.effects import Effect as Effect
from kibitz.kit.effects import Event as Event
from kibitz.kit.effects import Mulligan as Mulligan
from kibitz.kit.effects import Operations as Operations
from kibitz.kit.effects import PutAway as PutAway
from kibitz.kit.effects import Question as Question
from kibitz.kit.effects import QuestionAbout as QuestionAbout
from kibitz.kit.effects import Spell as Spell
from kibitz.kit.errors import CardDataError as CardDataError
from kibitz.kit.errors import FlowError as FlowError
from kibitz.kit.errors import LayoutError as LayoutError
from kibitz.kit.game import CardGame as CardGame
from kibitz.kit.game import Texts as Texts
from kibitz.kit.knowledge import fill as fill
from kibitz.kit.layout import ANY as ANY
from kibitz.kit.layout import FOE as FOE
from kibitz.kit.layout import YOU as YOU
from kibitz.kit.layout import Layout as Layout
from kibitz.kit.layout import Zone as Zone
from kibitz.kit.layout import make_layout as make_layout
from kibitz.kit.modifiers import FOREVER as FOREVER
from kibitz.kit.modifiers import Modifier as Modifier
from kibitz.kit.moves import Answer as Answer
from kibitz.kit.moves import Concede as Concede
from kibitz.kit.moves import TableMove as TableMove
from kibitz.kit.moves import answers_to as answers_to
from kibitz.kit.state import NOBODY as NOBODY
from kibitz.kit.state import NOWHERE as NOWHERE
from kibitz.kit.state import TRUTH as TRUTH
from kibitz.kit.state import InPlay as InPlay
from kibitz.kit.state import TableState as TableState
from kibitz.kit.state import Unit as Unit
