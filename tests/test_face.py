import subprocess
import sys
from importlib import import_module

import pytest

FACES = ("suffice.rules", "suffice.engine", "suffice.engine.kernel")


@pytest.mark.parametrize("name", FACES)
def test_every_public_name_is_there_and_stays(name: str) -> None:
    package = import_module(name)
    for public in package.__all__:
        assert getattr(package, public) is vars(package)[public]


@pytest.mark.parametrize("name", FACES)
def test_what_is_not_there_is_an_error_that_names_it(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nothing'"):
        import_module(name).nothing  # noqa: B018


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import suffice.rules, suffice.engine", "clingo numpy pydantic suffice.engine.proof"),
        ("from suffice.engine import prove", "numpy numba pydantic duckdb suffice.engine.certificate"),
        ("import suffice.cli", "clingo rich numpy suffice.engine spacy"),
    ],
)
def test_a_process_loads_what_it_uses(code: str, absent: str) -> None:
    script = f"{code}\nimport sys\nprint(*set(sys.argv[1:]) & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script, *absent.split()], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
