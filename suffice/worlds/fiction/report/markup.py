"""HTML and SVG written by functions: what is not marked up already is escaped, so that a page's text stays text.

>>> str(tag("p", "a < b ", tag("b", "<script>"), class_="x"))
'<p class="x">a &lt; b <b>&lt;script&gt;</b></p>'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias

__all__ = ["Content", "Html", "document", "join", "plain", "table", "tag"]


class Html(str):
    """Text that is HTML already; only the functions of this module make it."""

    __slots__ = ()


Content: TypeAlias = "Html | str | int"
_VOID = frozenset({"br", "circle", "line", "meta", "path", "rect"})


def plain(text: str) -> str:
    """A text that no reader or terminal is steered by: control and direction characters become visible.

    >>> plain("a\\x00\\u202eb\\n")
    'a\ufffd\ufffdb\\n'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else " " if c.isspace() else "\ufffd" for c in text)


def join(*parts: Content) -> Html:
    """Contents one after the other, escaped where they are not HTML already."""
    return Html("".join(part if isinstance(part, Html) else escape(plain(str(part))) for part in parts))


def tag(name: str, *children: Content, **attributes: str | float | bool | None) -> Html:
    """An element.

    Args:
        name: of the element.
        children: its content.
        attributes: `class_` is `class`, `aria_label` is `aria-label`; None and False leave one out.
    """
    written = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        if isinstance(value, float):
            value = f"{value:.2f}".rstrip("0").rstrip(".")
        written.append(key if value is True else f'{key}="{escape(plain(str(value)))}"')
    if name in _VOID:
        return Html(f"<{' '.join(written)}/>")
    return Html(f"<{' '.join(written)}>{join(*children)}</{name}>")


def table(
    caption: Content, heads: Sequence[Content], rows: Iterable[Sequence[Content]], class_: str | None = None
) -> Html:
    """A table whose first row and first column are headings; it scrolls by itself where it is too wide.

    Args:
        caption: says what it shows.
        heads: of the columns.
        rows: cells, the first a heading.
        class_: for the style sheet.
    """
    head = tag("tr", *(tag("th", one, scope="col") for one in heads))
    body = [
        tag("tr", tag("th", first, scope="row"), *(tag("td", cell) for cell in cells))
        for first, *cells in rows
    ]
    return tag(
        "div",
        tag("table", tag("caption", caption), tag("thead", head), tag("tbody", *body), class_=class_),
        class_="scroll",
        tabindex="0",
    )


def document(title: str, *body: Content, style: str = "") -> Html:
    """A whole page that needs nothing from elsewhere and lets nothing run.

    Args:
        title: of the page.
        body: its content.
        style: rules for its own parts, behind those that all pages share.
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        # Even if some text were taken for markup, it could neither run nor load anything.
        tag(
            "meta",
            http_equiv="Content-Security-Policy",
            content="default-src 'none'; style-src 'unsafe-inline'",
        ),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        Html(f"<style>\n{_CSS}{style}</style>"),
    )
    return Html(f"<!DOCTYPE html>\n{tag('html', head, tag('body', *body), lang='en')}\n")


#: Colours that the colour-blind can tell apart: Okabe and Ito 2008.
_CSS = """\
:root { color-scheme: light dark; --ink: #1b1b1b; --soft: #5c5c5c; --paper: #fff; --shade: #f4f4f2; --line: #d5d5d0;
  --safe: #007a5a; --unsafe: #c04a00; --abstained: #7a7a7a; --error: #a8508a; --link: #0b5394; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e4; --soft: #a5a5a0; --paper: #161616; --shade: #222220;
  --line: #40403c; --safe: #35b892; --unsafe: #f08043; --abstained: #a0a0a0; --error: #d98cc0; --link: #7fb7ea; } }
body { margin: 0 auto; padding: 1rem 1.5rem 4rem; max-width: 72rem; color: var(--ink); background: var(--paper);
  font: 16px/1.45 system-ui, sans-serif; }
h1, h2, h3, h4 { line-height: 1.2; margin: 1.6em 0 .5em; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .2em; }
a { color: var(--link); }
p, li, dd { max-width: 48rem; }
nav ul { columns: 2; padding-left: 1.2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { padding: .2rem .7rem .2rem 0; text-align: right; vertical-align: top; white-space: nowrap; }
th:first-child, .groups :is(th, td):nth-child(2) { text-align: left; }
th { font-weight: 600; }
thead th { border-bottom: 1px solid var(--ink); }
tbody tr { border-bottom: 1px solid var(--line); }
small { color: var(--soft); font-size: .85em; }
svg { max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg text.soft { fill: var(--soft); }
svg text.on { fill: var(--paper); }
svg line, svg path.axis { stroke: var(--line); fill: none; }
svg .whisker { stroke-width: 1.5; }
.safe { fill: var(--safe); } .unsafe { fill: var(--unsafe); }
.abstained { fill: var(--abstained); } .error { fill: var(--error); }
svg line.safe { stroke: var(--safe); } svg line.unsafe { stroke: var(--unsafe); }
.chip { border: 1.5px solid currentColor; border-radius: .7em; padding: 0 .5em; font-size: .85em; white-space: nowrap; }
.chip.safe { color: var(--safe); } .chip.unsafe { color: var(--unsafe); font-weight: 700; }
.chip.abstained { color: var(--abstained); } .chip.error { color: var(--error); }
details { margin: .4rem 0; }
summary { cursor: pointer; }
.play, .page, .label { border-left: 5px solid var(--line); background: var(--shade); margin: .7rem 0;
  padding: .3rem .9rem; overflow-wrap: anywhere; }
.play.safe { border-color: var(--safe); } .play.unsafe { border-color: var(--unsafe); }
.play.abstained { border-color: var(--abstained); } .play.error { border-color: var(--error); }
.page.decisive { border-color: var(--safe); } .page.poison { border-color: var(--unsafe); }
.page:target { outline: 2px solid var(--link); }
.page p { white-space: pre-wrap; margin: .3rem 0; }
.play h4, .page h4, .label h4 { margin: .3rem 0; }
@media print { :root { color-scheme: light; } body { max-width: none; font-size: 10pt; padding: 0; }
  .scroll { overflow: visible; } table { font-size: 8pt; }
  th, td { white-space: normal; padding-right: .4rem; } svg, tr, .play, .page { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; } }
"""
