//! A template as a tree. What stands in a row is a list, never a chain: so the tree is only as deep as brackets and blocks are.

use crate::ops::Arithmetic;

/// Statements in turn.
pub(crate) type Body = Vec<Statement>;

/// A statement and its line.
pub(crate) struct Statement {
    pub(crate) line: usize,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// Text that is written as it is.
    Data(String),
    Print(Expr),
    If {
        branches: Vec<(Expr, Body)>,
        otherwise: Body,
    },
    For(Box<For>),
    Set {
        target: Target,
        value: Expr,
    },
    SetBlock {
        target: Target,
        filters: Vec<Step>,
        body: Body,
    },
    With {
        values: Vec<(Target, Expr)>,
        body: Body,
    },
    Filtered {
        filters: Vec<Step>,
        body: Body,
    },
    Macro(Box<Macro>),
    /// A call that is given a body.
    Call {
        callee: Expr,
        args: Arguments,
        caller: Box<Macro>,
    },
    /// Statements with variables of their own.
    Scope(Body),
    Break,
    Continue,
}

pub(crate) struct For {
    pub(crate) target: Target,
    pub(crate) items: Expr,
    pub(crate) condition: Option<Expr>,
    pub(crate) recursive: bool,
    pub(crate) body: Body,
    pub(crate) otherwise: Body,
}

/// A macro, or what `{% call %}` gives one.
pub(crate) struct Macro {
    pub(crate) name: String,
    pub(crate) parameters: Vec<(String, Option<Expr>)>,
    /// Whether it takes more arguments by place, as `varargs`.
    pub(crate) takes_more: bool,
    /// Whether it takes more arguments by name, as `kwargs`.
    pub(crate) takes_named: bool,
    /// Whether it takes the body of a `{% call %}`, as `caller`.
    pub(crate) takes_caller: bool,
    pub(crate) body: Body,
}

/// What is assigned to.
pub(crate) enum Target {
    Name(String),
    /// An attribute of a namespace.
    Attribute(String, String),
    Tuple(Vec<Target>),
}

pub(crate) enum Expr {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Name(String),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    Positive(Box<Expr>),
    /// Operators of one rank, from left to right.
    Arithmetic(Box<Expr>, Vec<(Arithmetic, Expr)>),
    Joined(Vec<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Compared(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `value if condition else …`
    Choice {
        branches: Vec<(Expr, Expr)>,
        otherwise: Option<Box<Expr>>,
    },
    /// A value and what is done with it in turn.
    Steps(Box<Expr>, Vec<Step>),
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
}

pub(crate) enum Step {
    Attribute(String),
    Item(Expr),
    Slice(Box<[Option<Expr>; 3]>),
    Call(Arguments),
    Filter(String, Arguments),
    Test {
        name: String,
        args: Arguments,
        negated: bool,
    },
}

#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Expr>,
    pub(crate) named: Vec<(String, Expr)>,
    /// `*more`
    pub(crate) more: Option<Box<Expr>>,
    /// `**more`
    pub(crate) more_named: Option<Box<Expr>>,
}
