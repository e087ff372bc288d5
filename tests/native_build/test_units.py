"""Each C file gets what it uses, and numbers that do not depend on other files."""

from contextlib import chdir
from pathlib import Path

import pytest

from native_build.units import (
    lighten_shims,
    own_literals,
    renumber_labels,
    restore_docstrings,
    separate,
)

TYPES = """#ifndef MYPYC_NATIVE_g_H
#define MYPYC_NATIVE_g_H
#include <Python.h>
#ifndef MYPYC_DECLARED_tuple_T2OO
#define MYPYC_DECLARED_tuple_T2OO
typedef struct tuple_T2OO {
    PyObject *f0;
} tuple_T2OO;
#endif

typedef struct {
    PyObject_HEAD
    tuple_T2OO _pair;
} a___PairObject;

typedef struct {
    PyObject_HEAD
} b___OtherObject;

#endif
"""
SYMBOLS = """#ifndef MYPYC_LIBRT_INTERNAL_g_H
#define MYPYC_LIBRT_INTERNAL_g_H
#include <CPy.h>
#include "__native_g.h"

int CPyGlobalsInit(void);

extern PyObject *CPyStatics[4];
extern PyObject *CPyDef_a___one(PyObject *cpy_r_self, CPyTagged cpy_r_x);
extern PyTypeObject *CPyType_b___Other;
#endif
"""
INCLUDES = '#include "__native_g.h"\n#include "__native_internal_g.h"\n'
MAIN = f"{INCLUDES}int CPyGlobalsInit(void) {{ return CPyStatics_Initialize(CPyStatics); }}\n"


def files(folder: Path, main: str = MAIN, **modules: str) -> dict[str, str]:
    """Writes a group as mypyc does, separates its files, and reads them back."""
    texts = {"g.h": TYPES, "internal_g.h": SYMBOLS, "g.c": main}
    texts |= {f"{module}.c": INCLUDES + body for module, body in modules.items()}
    for name, text in texts.items():
        (folder / f"__native_{name}").write_text(text)
    separate(folder, "g")
    return {name: (folder / f"__native_{name}").read_text() for name in texts}


def test_file_gets_the_declarations_it_uses_directly_or_through_others(tmp_path: Path) -> None:
    a = files(tmp_path, a="sizeof(a___PairObject);\n")["a.c"]
    assert "} a___PairObject;" in a
    assert "} tuple_T2OO;" in a
    assert "b___OtherObject" not in a
    assert "CPyDef_a___one" not in a
    assert "CPyStatics" not in a


def test_declarations_of_functions_and_variables_are_found_by_name(tmp_path: Path) -> None:
    a = files(tmp_path, a="CPyDef_a___one(0, 1);\n")["a.c"]
    assert "extern PyObject *CPyDef_a___one(PyObject *cpy_r_self, CPyTagged cpy_r_x);" in a
    assert "CPyType_b___Other" not in a


def test_other_text_of_the_header_stays_but_its_file_is_no_longer_included(tmp_path: Path) -> None:
    a = files(tmp_path, a="0;\n")["a.c"]
    assert "#include <Python.h>\n" in a
    assert "#include <CPy.h>\n" in a
    assert "int CPyGlobalsInit(void);" in a
    assert "__native" not in a
    assert a.count("#endif") == 2
    assert "\n\n" not in a


def test_labels_are_numbered_in_each_file() -> None:
    assert renumber_labels("goto __LL17; __tmp3 = 1; __LL17: __LL20: x__LL17; __LL_17;") == (
        "goto __LL0; __tmp1 = 1; __LL0: __LL2: x__LL17; __LL_17;"
    )


def test_literals_come_from_a_table_of_the_file() -> None:
    body, numbers = own_literals("CPyStatics[30]; CPyStatics[7] /* 'x' */; CPyStatics[30];", "a")
    assert numbers == [30, 7]
    assert body == (
        "extern PyObject *KibitzLiterals_a[2];\n"
        "KibitzLiterals_a[0]; KibitzLiterals_a[1] /* 'x' */; KibitzLiterals_a[0];"
    )


def test_main_file_fills_the_tables_of_the_others(tmp_path: Path) -> None:
    found = files(tmp_path, a="CPyStatics[3];\n", b="0;\n")
    assert "static const int KibitzLiterals_a_numbers[] = {3};" in found["g.c"]
    assert "KibitzLiterals_b" not in found["g.c"]
    assert found["g.c"].index("#define CPyStatics_Initialize") < found["g.c"].index(
        "return CPyStatics_Initialize"
    )


def test_unknown_kind_of_main_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected one CPyStatics_Initialize"):
        files(tmp_path, main=INCLUDES)


def test_shim_reads_no_headers_and_other_files_stay(tmp_path: Path) -> None:
    shim, other = tmp_path / "kibitz" / "shim.c", tmp_path / "other.c"
    shim.parent.mkdir()
    shim.write_text("#include <Python.h>\n\nPyMODINIT_FUNC\nPyInit_shim(void) { return NULL; }\n")
    other.write_text("#include <Python.h>\nint x;\n")
    lighten_shims(tmp_path)
    assert "#include" not in shim.read_text()
    assert "PyObject *Py_BuildValue(" in shim.read_text()
    assert shim.read_text().endswith("PyInit_shim(void) { return NULL; }\n")
    assert other.read_text() == "#include <Python.h>\nint x;\n"


def test_docstrings_of_classes_are_put_back(tmp_path: Path) -> None:
    source = tmp_path / "src" / "kibitz" / "pets.py"
    source.parent.mkdir(parents=True)
    (source.parent / "__init__.py").touch()
    docstring = '"""Says "mi\u00e9ow" \\\\o/.\n\n    Often.\n    """'
    source.write_text(f"class Cat:\n    {docstring}\n\nclass Dog: ...\n", encoding="utf-8")
    path = tmp_path / "__native_kibitz___pets.c"
    docs = [f'    .tp_doc = PyDoc_STR("{name}(x)\\n--\\n\\n"),\n' for name in ("Cat", "Dog")]
    path.write_text("".join(docs))
    module = str(source.relative_to(tmp_path))
    with chdir(tmp_path):
        restore_docstrings(tmp_path, [module])
    cat, dog = path.read_text().splitlines()
    said = r"Says \"mi\303\251ow\" \\o/.\n\nOften."
    assert cat == rf'    .tp_doc = PyDoc_STR("Cat(x)\n--\n\n{said}"),'
    assert dog == docs[1].rstrip("\n")
