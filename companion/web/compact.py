"""Compact templates as they are read: without the line breaks and the indentation that only help their writers."""

from __future__ import annotations

import re
from keyword import iskeyword

from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.nodes import Call, CondExpr, Const, Expr, Getattr
from markupsafe import Markup


class Compact(Extension):
    """Leave out what would only make pages heavier, now and when they are updated.

    A tag becomes one line; what follows its beginning and what comes before its end joins it, and so does what comes
    round a block or a shape, where no space shows. Elsewhere only the indentation goes, but for one space after a
    statement, since there the line break goes (`trim_blocks`). A form with an id is a part, which an update brings only
    if it is another now; but for counters, whose number always comes. A block that is alive is one as a whole.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Join the lines of each tag, and unindent the others; a traceback still finds their numbers."""
        parts = FORM.sub(_as_part, _alive(source))
        closed = BEFORE_END.sub(lambda found: _counted(found[0]), parts)
        closed = AFTER_BLOCK.sub(lambda found: f"{found[1]}{_counted(found[2])}", closed)
        closed = BEFORE_BLOCK.sub(lambda found: _counted(found[0]), closed)
        return INDENTED.sub("", TAG.sub(_joined, closed))


def _joined(found: re.Match[str]) -> str:
    tag, end, after = found.groups(default="")
    inner = BREAK.sub(lambda part: part[1] or f" {_counted(part[2])}", tag)
    return f"{inner}{_counted(end)}>{after if VOID.match(tag) else _counted(after)}"


def _as_part(form: re.Match[str]) -> str:
    begin = TAG.match(form[0])
    named = begin and ' id="' in begin[1] and re.search(r"{{ (move|post)\(", begin[1])
    return f"<part>{form[0]}</part>" if named else form[0]


def _alive(source: str) -> str:
    """Make a part of the block that fetches its own updates."""
    if not (begin := ALIVE.search(source)):
        return source
    deep = 0
    for tag in re.finditer(rf"<(/?){begin[1]}\b", source[begin.start() :]):
        deep += -1 if tag[1] else 1
        if not deep:
            end = source.index(">", begin.start() + tag.end()) + 1
            return f"{source[: begin.start()]}<part>{source[begin.start() : end]}</part>{source[end:]}"
    raise ValueError(source)


def _counted(space: str) -> str:
    """Write line breaks as a comment, which a template counts and a page does not have."""
    return "{#" + "\n" * space.count("\n") + "#}" if "\n" in space else ""


JINJA = r"{%.*?%}|{{.*?}}|{#.*?#}"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
ALIVE = re.compile(r"<(section|div) id=[^<]*?{{ live\(")
TAG = re.compile(rf"(<[a-z](?:{JINJA}|[^<>])*?)(\s*)>(\s*\n\s*)?", re.DOTALL | re.IGNORECASE)
VOID = re.compile(r"<(area|br|hr|img|input|link|meta|wbr)\b")
BEFORE_END = re.compile(r"\s*\n\s*(?=</)")
BLOCK = (
    "article|circle|dd|details|div|dl|dt|fieldset|form|g|h1|h2|h3|legend|li|line|ol|option|p|path|polyline|rect|section"
    "|summary|table|tbody|td|text|th|thead|tr|ul|use"
)
AFTER_BLOCK = re.compile(rf"(</(?:{BLOCK})>(?:</part>)?)(\s*\n\s*)")
BEFORE_BLOCK = re.compile(rf"\s*\n\s*(?=(?:<part>)?<(?:{BLOCK})\b)")
BREAK = re.compile(rf"({JINJA})|(\s*\n\s*)", re.DOTALL)
INDENTED = re.compile(r"(?<!%}\n)^ +|(?<=%}\n) +(?= )", re.MULTILINE)


class Direct(CodeGenerator):
    """Compile a template to what Python does fastest: a hunt page takes 0.9 of the time.

    Calls become calls: no function of ours takes a context, for which each would be searched. Only what has no such
    attribute is asked for an item, and only what is no markup yet is escaped.
    """

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call as Python does; one that brings a `caller` along stays Jinja's."""
        if forward_caller or any(iskeyword(one.key) for one in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        starred = [(star, part) for star, part in (("*", node.dyn_args), ("**", node.dyn_kwargs)) if part]
        for star, part in [("", one) for one in (*node.args, *node.kwargs)] + starred:
            self.write(star)
            self.visit(part, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:
        """Write an attribute as Python finds it; what has none of this name may have an item, as Jinja has it."""
        self.write("(_got if (_got := getattr(_of := ")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r}, missing)) is not missing else environment.getattr(_of, {node.attr!r}))")

    def visit_CondExpr(self, node: CondExpr, frame: Frame) -> None:
        """Write nothing where a condition without `else` fails: an undefined value is slow to make, and to escape."""
        super().visit_CondExpr(CondExpr(node.test, node.expr1, node.expr2 or Const(Markup())), frame)

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write("(_shown if type(_shown := (")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write(")) is Markup else escape(_shown))")
        else:
            super()._output_child_post(node, frame, finalize)
