"""Templates as HTML for notebooks: one card a template. Everything that comes from pages is escaped."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from html import escape
from typing import Optional

from ._templates import Template

_MOST = 48  # cards
_STYLE = """
.pagekin-wall{display:flex;flex-wrap:wrap;gap:8px;font:13px/1.4 system-ui,sans-serif}
.pagekin-wall .card{border:1px solid #8886;border-left-width:6px;border-radius:4px;padding:6px 10px;
width:21em;box-sizing:border-box;overflow:hidden}
.pagekin-wall .name{font-weight:600;overflow-wrap:anywhere}
.pagekin-wall .share{background:#8883;height:4px;margin:4px 0}
.pagekin-wall .share i{display:block;height:4px;background:currentColor;opacity:.6}
.pagekin-wall small{opacity:.75;overflow-wrap:anywhere}
.pagekin-wall code{font-size:11px;overflow-wrap:anywhere}
""".strip().replace("\n", "")


def _link(address: str) -> str:
    text = escape(address if len(address) <= 70 else address[:67] + "...")
    if address.startswith(("http://", "https://")):
        return f'<a href="{escape(address)}" rel="noopener noreferrer nofollow" target="_blank">{text}</a>'
    return text


def _colour(template: Template) -> str:
    return f"hsl({zlib.crc32(template.name.encode('utf-8', 'replace')) % 360} 60% 50%)"


def _card(template: Template) -> str:
    marks = " ".join(f"<code>{escape(mark)}</code>" for mark in template.marks[:4])
    confidence = "" if template.confidence is None else f", confidence {template.confidence:.2f}"
    return (
        f'<div class="card" style="border-left-color:{_colour(template)}">'
        f'<div class="name">{escape(template.name)}</div>'
        f'<div class="share"><i style="width:{100 * template.share:.1f}%"></i></div>'
        f"<small>template {template.id}: {template.pages:,} pages ({template.share:.1%}){confidence}</small>"
        f"<div><small>{escape(template.url_shape)}</small></div>"
        f"<div>{marks}</div>"
        f"<div><small>{_link(template.exemplar)}</small></div></div>"
    )


def wall(templates: Sequence[Template], pages: int, most: Optional[int] = _MOST, caution: str = "") -> str:
    """The largest templates as cards."""
    shown = templates if most is None else templates[:most]
    rest = len(templates) - len(shown)
    more = f"<p>and {rest:,} smaller templates</p>" if rest else ""
    warned = f"<p><strong>Caution:</strong> {escape(caution)}</p>" if caution else ""
    return (
        f"<style>{_STYLE}</style><p>{pages:,} pages, {len(templates):,} templates</p>{warned}"
        f'<div class="pagekin-wall">{"".join(map(_card, shown))}</div>{more}'
    )

