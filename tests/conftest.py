"""Fixtures of all tests. Data that lies beside the checkout is found here, or the test is skipped, aloud."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "smoke: fast tests that hold the whole together")
    config.addinivalue_line("markers", "slow: minutes, not seconds; run with -m slow")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of development data beside the checkout."""
    folder = Path(os.environ.get("NAMEBRIDGE_SHARED", ROOT.parent / "shared"))
    if not (folder / "evaluation").is_dir():
        message = "the development data (../shared) is not beside the checkout"
        if os.environ.get("NAMEBRIDGE_STRICT") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return folder
