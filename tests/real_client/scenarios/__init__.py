"""All scenarios, in the order they run. Each module says what it shows, with which clients, and does it."""

from dataclasses import dataclass
from importlib import import_module

NAMES = (
    "s0_client_facts",
    "s1_loop",
    "s2_extraction",
    "s3_interactive",
    "s4_killed",
    "s5_refused",
    "s6_copies",
    "s7_bad_model",
    "s8_disable",
    "s9_plugin",
    "s10_doctor",
    "s11_results",
    "s12_reviewers",
    "s13_within",
    "s14_statusline",
    "s15_uninstall",
    "s16_said",
    "s17_guards",
)


@dataclass(frozen=True)
class Scenario:
    number: str
    title: str
    clients: tuple
    run: callable


def _load(name):
    module = import_module(f"scenarios.{name}")
    return Scenario(name.split("_")[0][1:], module.TITLE, module.CLIENTS, module.run)


ALL = [_load(name) for name in NAMES]
