"""Refusals: why a move is not allowed, for machines and for people."""


class Reject:
    """One reason why a move is refused: a code for machines, a sentence for people, the facts."""

    __match_args__ = ("code", "reason", "context")

    def __init__(self, code: str, reason: str, **context: object) -> None:
        """Takes the facts behind the refusal as keyword arguments, such as `held=2, needed=3`."""
        self.code = code
        self.reason = reason
        self.context: dict[str, object] = context

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Reject)
            and self.code == other.code
            and self.reason == other.reason
            and self.context == other.context
        )

    def __hash__(self) -> int:
        return hash((self.code, self.reason))

    def __repr__(self) -> str:
        facts = "".join(f", {name}={value!r}" for name, value in self.context.items())
        return f"Reject({self.code!r}, {self.reason!r}{facts})"

    def __reduce__(self) -> tuple[object, ...]:
        return (rebuild_reject, (self.code, self.reason, self.context))


def rebuild_reject(code: str, reason: str, context: dict[str, object]) -> Reject:
    """Remakes a refusal that was pickled."""
    return Reject(code, reason, **context)
