"""Every check of the self-test, in order."""

from __future__ import annotations

from dpdesk.selftest.report import CheckResult


def run_all() -> list[CheckResult]:
    """Run the checks of samplers, sequential mechanisms, accounting and ledger on this machine; about a minute."""
    from dpdesk.selftest import audit_sequential, ledger_drill, samplers

    results = [*samplers.run(), *audit_sequential.run(), *ledger_drill.run()]
    try:
        from dpdesk.selftest import accounting
    except ImportError:
        return results
    return [*results, *accounting.run()]
