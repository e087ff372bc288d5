"""Makes each C file of mypyc independent of the others.

mypyc writes one C file for each module, but three things in it depend on all modules: the header
that declares everything, the numbers of literals (one table for all) and the numbers of labels
(one counter for all). So an edit in one module changes the C files of most others, and all would
be compiled again. Here each file gets the declarations that it uses, a table with its own
literals, and labels counted from zero. An edit then changes only the files that it concerns.

Nothing can be lost silently: a declaration that is left out although it is used is an error of
the C compiler, and text that is not recognised stays.

mypyc also writes a shim for each module, a few lines that look up its real start in the common
library. To compile them, almost all of the time goes into reading the headers of Python; they get
the eight declarations that they use instead.

And mypyc drops the docstrings of classes, which tell people what a move does and what a question
asks. They are put back.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WORD = re.compile(r"\w+")
DECLARATION = re.compile(
    r"""
      ^\#ifndef\ MYPYC_DECLARED_(?P<tuple>\w+)\n .*? ^\#endif\n
    | ^typedef\ struct\ \{\n .*? ^\}\ (?P<object>\w+);\n
    | ^extern\ [^\n]*? (?P<symbol>\w+) [\[(;] [^\n]*\n
    | ^[^\n]+\n
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
# Both start with plain text, which is found five times faster than the start of any word.
LITERAL = re.compile(r"CPyStatics\[(\d+)\]")
LABEL = re.compile(r"__(?<!\w__)(LL|tmp)\d+\b")
FILL_LITERALS = "CPyStatics_Initialize("
OWN_INCLUDE = re.compile(r'^#include "__native.*\n', re.MULTILINE)
# What mypyc makes of a class's docstring: the signature of its constructor.
CLASS_DOC = re.compile(r'(\.tp_doc = PyDoc_STR\("(\w+)\([^"]*\\n--\\n\\n)"\)')
SHIM = "#include <Python.h>\n\nPyMODINIT_FUNC\nPyInit_"
# All of them belong to Python's stable interface.
SHIM_DECLARATIONS = """\
typedef struct _object PyObject;
#define NULL ((void *)0)
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#define Py_DECREF Py_DecRef
PyObject *Py_BuildValue(const char *, ...);
PyObject *PyImport_ImportModuleLevel(
    const char *, PyObject *, PyObject *, PyObject *, int);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
void *PyCapsule_GetPointer(PyObject *, const char *);
void PyErr_Clear(void);
void Py_DecRef(PyObject *);
"""


def separate(folder: Path, group: str) -> None:
    """Rewrites the C files of one group in place."""
    header = Header.read(folder, group)
    main = folder / f"__native_{group}.c"
    literals: dict[str, list[int]] = {}
    for path in sorted(folder.glob("__native_*.c")):
        if path != main:
            module = path.stem.removeprefix("__native_")
            body = OWN_INCLUDE.sub("", path.read_text(encoding="utf-8"))
            body, literals[module] = own_literals(renumber_labels(body), module)
            path.write_text(header.used_by(body) + body, encoding="utf-8")
    text = main.read_text(encoding="utf-8")
    main.write_text(insert_tables(text, literals), encoding="utf-8")


def restore_docstrings(folder: Path, sources: list[str]) -> None:
    """Puts the docstrings of classes into the C files of their modules."""
    for source in sources:
        module = module_name(Path(source))
        path = folder / f"__native_{module.replace('.', '___')}.c"
        docs = docstrings_of(Path(source).read_text(encoding="utf-8"))

        def with_docstring(match: re.Match[str], docs: dict[str, str] = docs) -> str:
            return f'{match[1]}{c_text(docs.get(match[2], ""))}")'

        text = path.read_text(encoding="utf-8")
        path.write_text(CLASS_DOC.sub(with_docstring, text), encoding="utf-8")


def module_name(source: Path) -> str:
    """Returns the name of a module: its file and the packages around it."""
    names = [] if source.stem == "__init__" else [source.stem]
    folder = source.parent
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    return ".".join(names)


def docstrings_of(source: str) -> dict[str, str]:
    """Returns the docstrings of the classes of a module, by name."""
    nodes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {node.name: ast.get_docstring(node) or "" for node in nodes}


def c_text(text: str) -> str:
    """Writes a text as it stands between the quotes of a C string."""
    plain = {ord("\n"): "\\n", ord('"'): '\\"', ord("\\"): "\\\\"}
    return "".join(
        plain.get(byte, chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")
        for byte in text.encode("utf-8")
    )


def lighten_shims(folder: Path) -> None:
    """Makes the shims of all modules declare what they use, and read no headers."""
    for path in folder.rglob("*.c"):
        text = path.read_text(encoding="utf-8")
        if text.startswith(SHIM):
            path.write_text(text.replace("#include <Python.h>\n", SHIM_DECLARATIONS, 1), "utf-8")


class Declaration(NamedTuple):
    """A part of the header; one without a name is kept for every file."""

    name: str | None
    text: str


class Header:
    """The declarations of a group."""

    def __init__(self, declarations: list[Declaration]) -> None:
        self.declarations = declarations
        self.words = {
            name: set(WORD.findall(text)) for name, text in declarations if name is not None
        }

    @classmethod
    def read(cls, folder: Path, group: str) -> "Header":
        """Reads the two headers of a group, types first."""
        names = (f"__native_{group}.h", f"__native_internal_{group}.h")
        text = "".join((folder / name).read_text(encoding="utf-8") for name in names)
        return cls(list(declarations_in(text)))

    def used_by(self, body: str) -> str:
        """Returns the declarations that a file needs, directly or through others."""
        found: set[str] = set()
        new = self.words.keys() & set(WORD.findall(body))
        while new:
            found |= new
            new = (self.words.keys() & set().union(*(self.words[name] for name in new))) - found
        return "".join(text for name, text in self.declarations if name is None or name in found)


def declarations_in(header: str) -> Iterator[Declaration]:
    """Splits a header into its declarations, in order and without blank lines."""
    for match in DECLARATION.finditer(OWN_INCLUDE.sub("", header)):
        yield Declaration(match[match.lastgroup] if match.lastgroup else None, match[0])


def renumber_labels(body: str) -> str:
    """Numbers labels and temporary variables in the order of their first use."""
    numbers: dict[str, str] = {}

    def renumber(match: re.Match[str]) -> str:
        return numbers.setdefault(match[0], f"__{match[1]}{len(numbers)}")

    return LABEL.sub(renumber, body)


def own_literals(body: str, module: str) -> tuple[str, list[int]]:
    """Makes a file take its literals from a table of its own.

    Returns:
        The new text, and for each place in the table the number in the common one.
    """
    places: dict[int, int] = {}

    def replace(match: re.Match[str]) -> str:
        return f"{table_of(module)}[{places.setdefault(int(match[1]), len(places))}]"

    body = LITERAL.sub(replace, body)
    if places:
        body = f"extern PyObject *{table_of(module)}[{len(places)}];\n{body}"
    return body, list(places)


def table_of(module: str) -> str:
    """Returns the C name of a module's table of literals."""
    return f"KibitzLiterals_{module}"


def insert_tables(main: str, literals: dict[str, list[int]]) -> str:
    """Makes the main file define the tables, and fill them right after the common table.

    Raises:
        ValueError: the main file does not fill the common table where it is expected.
    """
    if main.count(FILL_LITERALS) != 1:
        raise ValueError(f"mypyc writes another kind of C code: expected one {FILL_LITERALS}...)")
    definitions, copies = [], []
    for module, numbers in literals.items():
        table, size = table_of(module), len(numbers)
        if numbers:
            definitions.append(
                f"PyObject *{table}[{size}];\n"
                f"static const int {table}_numbers[] = {{{', '.join(map(str, numbers))}}};\n"
            )
            copies.append(
                f"    for (int i = 0; i < {size}; i++)\n"
                f"        {table}[i] = CPyStatics[{table}_numbers[i]];\n"
            )
    end = [match.end() for match in OWN_INCLUDE.finditer(main)][-1]
    return (
        f"{main[:end]}{''.join(definitions)}"
        f"static int KibitzLiterals_copy(void) {{\n{''.join(copies)}    return 0;\n}}\n"
        # The preprocessor does not replace a macro within itself: this calls the function.
        f"#define {FILL_LITERALS}...) "
        f"({FILL_LITERALS}__VA_ARGS__) < 0 ? -1 : KibitzLiterals_copy())\n"
        f"{main[end:]}"
    )
