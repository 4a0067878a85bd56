"""`registry.yaml`: the draft of a record of this release for OpenDP's registry of deployments of differential privacy.

The keys are those of `schemas/deployments-schema.yaml` in the repository opendp/deployments-registry-data. What a
release knows is filled in. What only the office knows (for what the tables are meant, which region they describe) the
plan says; where it does not, the field is left empty with a remark, as the registry's own drafts have it. The registry
decides whether a record is more than a draft.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from dpdesk.privacy.neighbours import Neighbours
from dpdesk.publish import folders, methods
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.release.canonical import number_text
from dpdesk.release.result import Release

NAME = "registry.yaml"
_LANGUAGE = "en"  # the registry's
_OPEN = "to be filled in"
_TIER = 2  # variant, unit and parameters are told, and more; what tier 3 asks of the office is not
_VARIANTS = {"epsilon": "Pure DP", "delta": "Approximate DP", "rho": "Zero-concentrated DP"}


def page(release: Release) -> bytes:
    """The record as YAML; nothing for a rehearsal, which is no deployment, and for what was withdrawn."""
    if release.rehearsal or release.withdrawn is not None:
        return b""
    return "".join(f"{line}\n" for line in _lines(record(release))).encode()


def record(release: Release) -> dict[str, Any]:
    """The record as a tree."""
    offices = list(dict.fromkeys(release.offices.values()))
    publisher = facts.publisher(release, _LANGUAGE)
    curators = [publisher] if publisher else offices or [facts.contact(release, _LANGUAGE)]
    exact = facts.exact_words(release, _LANGUAGE)
    return {
        "url_slug": f"{folders.stem(release, _LANGUAGE).lower()}-{release.release_id}",
        "status": "Draft",
        "tier": _TIER,
        "deployment": {
            "basic": {
                "name": facts.title(release, _LANGUAGE),
                "data_curators": curators,
                "intended_use": facts.words(release.plan.record.intended_use, _LANGUAGE),
                "data_product_type": "Summary statistics",
                "data_product_region": facts.region(release, _LANGUAGE),
                "description": methods.what(release, _LANGUAGE),
                "publication_date": release.date,
            },
            "dp_variant": {
                "variant_name": _variant(release),
                "unprotected_quantities": " ".join(exact)
                or said(_LANGUAGE, "Nothing: no figure counted in the file is published."),
            },
            "privacy_loss": {
                "privacy_unit": release.dictionary.unit.label.show(_LANGUAGE),
                "privacy_unit_details": _neighbours(release),
                "privacy_parameters": _parameters(release),
                "privacy_parameters_details": f"{release.loss}, over all tables of the release together.",
            },
            "deployment_model": {
                "model_name": "Central",
                "release_type": "One release" if release.wave is None else "Many releases",
                **({} if release.wave is None else {"release_type_details": facts.wave(release, _LANGUAGE)}),
                "data_source_type": "Static" if release.wave is None else "Dynamic",
                "access_type": "Non-interactive",
            },
            "accounting": {"post_processing": methods.adjustment(release, _LANGUAGE)},
            "implementation": {"mechanisms": methods.made(release, _LANGUAGE)},
            "administrative": {
                "notes": methods.proof(release, _LANGUAGE),
                "registry_authors": offices or curators,
            },
        },
    }


def _variant(release: Release) -> str:
    loss = release.loss.to_json()
    return next(_VARIANTS[name] for name in ("rho", "delta", "epsilon") if loss[name] is not None)


def _parameters(release: Release) -> dict[str, float]:
    """The parameters as numbers, rounded up."""
    loss = release.loss.to_json()
    found = {name: loss[f"{name}_float"] for name in ("epsilon", "delta", "rho")}
    return {name: value for name, value in found.items() if isinstance(value, float)}


def _neighbours(release: Release) -> str:
    meant = (
        "Neighbouring data sets differ by the presence of all records of one unit."
        if release.dictionary.neighbours is Neighbours.ADD_REMOVE
        else "Neighbouring data sets differ in what the records of one unit say."
    )
    return f"{meant} {said(_LANGUAGE, 'The unit of protection is {unit}', unit=facts.unit(release, _LANGUAGE))}"


# YAML ---------------------------------------------------------------------------------------------------------------


def _lines(tree: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    """A tree as lines of YAML, each text in quotation marks: so none is taken for a number, a date or a mark."""
    start = "  " * depth
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield f"{start}{name}:"
            yield from _lines(value, depth + 1)
        elif isinstance(value, list):
            yield f"{start}{name}:"
            yield from (f"{start}  - {_scalar(one)}" for one in value)
        else:
            yield f"{start}{name}: {_scalar(value)}"


def _scalar(value: str | float) -> str:
    if not isinstance(value, str):
        return number_text(value)  # without an exponent, which some readers take for a text
    if not value:
        return f'""  # {_OPEN}'
    kept = "".join(one if one.isprintable() else " " for one in carried(value))
    return json.dumps(" ".join(kept.split()), ensure_ascii=False)
