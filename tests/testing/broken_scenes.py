"""Games whose tables cannot be drawn or played, one fault each, named after it."""

from kibitz.core.move import Move
from kibitz.core.scene import Area, Piece, Scene, Touches, touch
from tests.testing.good import Duet, DuetState, Play
from tests.testing.raid import Raid, RaidState


class UnknownSymbol(Duet):
    """A piece has a symbol that no page can draw."""

    def scene(self, view: DuetState) -> Scene:
        heap = Area("pile", "Pile", pieces=(Piece("Pile", symbol="heap of cards"),))
        return super().scene(view).changed(areas=(heap,))


class TalkativeScene(Duet):
    """Equal views are shown differently."""

    def scene(self, view: DuetState) -> Scene:
        return super().scene(view).changed(status=f"{id(view)}")


class WritingScene(Duet):
    """A view is changed when it is shown."""

    def scene(self, view: DuetState) -> Scene:
        view.points[0] += 1
        return super().scene(view)


class TalkativeTouches(Duet):
    """A move touches something else in an equal view."""

    def touches(self, view: DuetState, move: Move[DuetState]) -> Touches:
        return touch("Play", f"offer:{id(view)}")


class MissingPiece(Duet):
    """A move touches what is not on the table."""

    def touches(self, view: DuetState, move: Move[DuetState]) -> Touches:
        return touch("Play", f"hand:{move.card}") if isinstance(move, Play) else Touches()


class OnePiece(Duet):
    """A move touches more than there is."""

    def scene(self, view: DuetState) -> Scene:
        return super().scene(view).changed(areas=(Area("hand", "Hand", group="hand"),))

    def touches(self, view: DuetState, move: Move[DuetState]) -> Touches:
        return touch("Play", ("hand", 2)) if isinstance(move, Play) else Touches()


class OneWord(Duet):
    """Moves that touch the same have the same words."""

    def touches(self, view: DuetState, move: Move[DuetState]) -> Touches:
        return touch("Move")

    def describe(self, view: DuetState, move: Move[DuetState]) -> str:
        return "a move"


class ForgottenHand(Raid):
    """A scene leaves out the hands."""

    def scene(self, view: RaidState) -> Scene:
        scene = super().scene(view)
        return scene.changed(areas=tuple([a for a in scene.areas if a.role != "hand"]))
