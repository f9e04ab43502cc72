"""The server of the model benchmark, as far as it goes without a model."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.models.server import serve


def test_a_file_that_is_no_model_is_no_server(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp", reason="the benchmark's server needs `pip install xllamacpp`")
    file = tmp_path / "small.gguf"
    file.write_bytes(b"no model")
    with pytest.raises(SystemExit, match=r"no server for .*small\.gguf"), serve(file):
        pytest.fail("it serves")
