"""`dpdesk completion SHELL`: a script with which a shell completes commands, actions and options.

The script is made of the parser, and holds all words: completing starts no Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from dpdesk.cli.common import Add
from dpdesk.printing import print_lines

Words = dict[str, tuple[list[str], list[str]]]
"""For each way of words typed so far ("", "plan", "plan new"): the actions and the options that may follow."""

_BASH = r"""_dpdesk() {
  local way="" word current="${COMP_WORDS[COMP_CWORD]}" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="${COMP_WORDS[at]}"
    case " $(_dpdesk_actions "$way") " in *" $word "*) way="${way:+$way }$word" ;; esac
  done
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$(_dpdesk_options "$way")" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$(_dpdesk_actions "$way")" -- "$current"))
  fi
}"""
_POWERSHELL = r"""Register-ArgumentCompleter -Native -CommandName dpdesk -ScriptBlock {
  param($current, $tree, $place)
  $way = ''
  foreach ($element in $tree.CommandElements | Select-Object -Skip 1) {
    $word = $element.ToString()
    if ($element.Extent.EndOffset -lt $place -and $dpdeskActions[$way] -contains $word) { $way = "$way $word".Trim() }
  }
  $found = if ($current -like '-*') { $dpdeskOptions[$way] } else { $dpdeskActions[$way] }
  $found | Where-Object { $_ -like "$current*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}"""


def add_to(add: Add) -> None:
    """What may be written after `dpdesk completion`."""
    help_text = "Print a script that lets a shell complete what is typed."
    completion = add("completion", _completion, help_text)
    completion.add_argument("shell", choices=tuple(_SHELLS))


def _completion(options: argparse.Namespace) -> int:
    print_lines(_SHELLS[options.shell](words(options.parser)))
    return 0


def words(parser: argparse.ArgumentParser) -> Words:
    """All that may follow whatever was typed."""
    return dict(_words(parser, ()))


def _words(parser: argparse.ArgumentParser, way: tuple[str, ...]) -> Iterator[tuple[str, tuple[list[str], list[str]]]]:
    options = sorted(option for option in parser._option_string_actions if option.startswith("--"))
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    chosen = [
        str(word)
        for action in parser._actions
        if action.choices and not action.option_strings
        for word in action.choices
    ]
    yield " ".join(way), (chosen, options)
    for branch in below:
        for name, child in branch.choices.items():
            yield from _words(child, (*way, name))


def _bash(known: Words) -> Iterator[str]:
    for name, place in (("actions", 0), ("options", 1)):
        yield f"_dpdesk_{name}() {{"
        yield '  case "$1" in'
        yield from (f"    '{way}') echo '{' '.join(both[place])}' ;;" for way, both in known.items() if both[place])
        yield "  esac"
        yield "}"
    yield from _BASH.splitlines()
    yield "complete -o default -F _dpdesk dpdesk"


def _zsh(known: Words) -> Iterator[str]:
    yield "autoload -U +X bashcompinit && bashcompinit"
    yield from _bash(known)


def _fish(known: Words) -> Iterator[str]:
    for way, (actions, options) in known.items():
        typed = way.split()
        seen = [f"__fish_seen_subcommand_from {word}" for word in typed]
        free = f"not __fish_seen_subcommand_from {' '.join(actions)}" if actions else ""
        if not typed and not actions:
            continue
        condition = "; and ".join([*seen, *([free] if free else [])])
        if actions:
            yield f"complete -c dpdesk -n '{condition}' -a '{' '.join(actions)}'"
        yield from (f"complete -c dpdesk -n '{condition}' -l {option.removeprefix('--')}" for option in options)


def _powershell(known: Words) -> Iterator[str]:
    for name, place in (("Actions", 0), ("Options", 1)):
        yield f"$dpdesk{name} = @{{"
        for way, both in known.items():
            yield f"  '{way}' = @({', '.join(repr(word) for word in both[place])})"
        yield "}"
    yield from _POWERSHELL.splitlines()


_SHELLS: dict[str, Callable[[Words], Iterator[str]]] = {
    "bash": _bash, "zsh": _zsh, "fish": _fish, "powershell": _powershell,
}  # fmt: skip
