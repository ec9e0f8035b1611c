"""Compile templates to what Python does fastest."""

from __future__ import annotations

from keyword import iskeyword

from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Call, CondExpr, Const, Expr, Getattr
from markupsafe import Markup


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
