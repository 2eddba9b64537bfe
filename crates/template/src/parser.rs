//! Reads a template, as Jinja's parser does.

use crate::budget::MOST_NESTED;
use crate::lexer::{self, Token, Wrong, wrong};
use crate::ops::Arithmetic;
use crate::tree::{Arguments, Body, Comparison, Expr, For, Kind, Macro, Statement, Step, Target};

/// Why a template is not read.
pub(crate) enum Refused {
    Wrong(Wrong),
    /// Blocks in blocks or brackets in brackets.
    TooDeep,
}

impl From<Wrong> for Refused {
    fn from(wrong: Wrong) -> Self {
        Refused::Wrong(wrong)
    }
}

type Read<T> = Result<T, Refused>;

/// Reads a template.
pub(crate) fn parse(source: &str) -> Read<Body> {
    let mut parser = Parser {
        tokens: lexer::tokens(source)?,
        at: 0,
        depth: 0,
        in_loops: 0,
        loops: 0,
        used: [false; SPECIAL.len()],
    };
    Ok(parser.body(&[])?.0)
}

struct Parser {
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: usize,
    /// Loops around.
    in_loops: usize,
    /// Those of them that `break` can leave.
    loops: usize,
    /// Which of the [`SPECIAL`] names stand in the macro that is read.
    used: [bool; SPECIAL.len()],
}

/// What a macro takes if it speaks of it.
const SPECIAL: [&str; 3] = ["varargs", "kwargs", "caller"];

/// Ranks of operators; the higher one binds more closely.
const ANY: u8 = 1;
const ALL: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const JOINED: u8 = 6;
const PRODUCT: u8 = 7;
const POWER: u8 = 8;

/// How a token is spoken of.
fn described(token: &Token) -> String {
    match token {
        Token::Data(_) => "template data / text".to_owned(),
        Token::PrintBegin => "begin of print statement".to_owned(),
        Token::PrintEnd => "end of print statement".to_owned(),
        Token::BlockBegin => "begin of statement block".to_owned(),
        Token::BlockEnd => "end of statement block".to_owned(),
        Token::Name(name) => name.clone(),
        Token::Text(text) => text.clone(),
        Token::Int(value) => value.to_string(),
        Token::Float(value) => value.to_string(),
        Token::Sign(sign) => (*sign).to_owned(),
        Token::End => "end of template".to_owned(),
    }
}

impl Parser {
    fn token(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, n: usize) -> &Token {
        match self.tokens.get(self.at + n) {
            Some((token, _)) => token,
            None => &Token::End,
        }
    }

    fn line(&self) -> usize {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens
            .get(self.at.min(last))
            .map_or(1, |(_, line)| *line)
    }

    fn fail<T>(&self, why: impl Into<String>) -> Read<T> {
        Ok(wrong(self.line(), why)?)
    }

    fn next(&mut self) -> Token {
        let token = self.token().clone();
        self.at += 1;
        token
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.token(), Token::Sign(own) if *own == sign)
    }

    fn is_name(&self, name: &str) -> bool {
        matches!(self.token(), Token::Name(own) if own == name)
    }

    fn skip(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn skip_name(&mut self, name: &str) -> bool {
        let found = self.is_name(name);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        match self.skip(sign) {
            true => Ok(()),
            false => self.unexpected(sign),
        }
    }

    fn unexpected<T>(&self, expected: &str) -> Read<T> {
        let got = described(self.token());
        match self.token() {
            Token::End => self.fail(format!(
                "unexpected end of template, expected '{expected}'."
            )),
            _ => self.fail(format!("expected token '{expected}', got '{got}'")),
        }
    }

    fn expect_name(&mut self, name: &str) -> Read<()> {
        match self.skip_name(name) {
            true => Ok(()),
            false => self.unexpected(name),
        }
    }

    fn name(&mut self) -> Read<String> {
        match self.token() {
            Token::Name(name) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => self.unexpected("name"),
        }
    }

    /// A name that is assigned to.
    fn new_name(&mut self) -> Read<String> {
        let name = self.name()?;
        match name.as_str() {
            "true" | "false" | "none" | "True" | "False" | "None" => {
                self.fail("can't assign to 'const'")
            }
            _ => Ok(name),
        }
    }

    /// Goes one step deeper; what fails is read no further, so only a success needs a step back.
    fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        match self.depth > MOST_NESTED {
            true => Err(Refused::TooDeep),
            false => Ok(()),
        }
    }

    // Statements.

    /// Statements up to a tag with one of these names, which is given back and stands before what follows it.
    fn body(&mut self, ends: &[&str]) -> Read<(Body, String)> {
        self.enter()?;
        let mut body = Body::new();
        loop {
            let line = self.line();
            match self.next() {
                Token::Data(text) => {
                    let kind = Kind::Data(text);
                    body.push(Statement { line, kind });
                }
                Token::PrintBegin => {
                    let kind = Kind::Print(self.tuple(true)?);
                    if *self.token() != Token::PrintEnd {
                        return self.unexpected("end of print statement");
                    }
                    self.at += 1;
                    body.push(Statement { line, kind });
                }
                Token::BlockBegin => {
                    let end = match self.token() {
                        Token::Name(name) if ends.contains(&name.as_str()) => Some(name.clone()),
                        _ => None,
                    };
                    if let Some(end) = end {
                        self.at += 1;
                        self.depth -= 1;
                        return Ok((body, end));
                    }
                    let kind = self.statement(ends)?;
                    self.block_end()?;
                    body.push(Statement { line, kind });
                }
                Token::End if ends.is_empty() => {
                    self.depth -= 1;
                    return Ok((body, String::new()));
                }
                _ => {
                    self.at = self.tokens.len().saturating_sub(1);
                    return self.fail(format!(
                        "Unexpected end of template. Jinja was looking for the following tags: {}.",
                        looked_for(ends)
                    ));
                }
            }
        }
    }

    fn block_end(&mut self) -> Read<()> {
        if *self.token() != Token::BlockEnd {
            return self.unexpected("end of statement block");
        }
        self.at += 1;
        Ok(())
    }

    /// The body of a block from behind what its first tag says.
    fn block(&mut self, ends: &[&str]) -> Read<(Body, String)> {
        self.skip(":");
        self.block_end()?;
        self.body(ends)
    }

    /// The body of a function: loops around it cannot be left from it.
    fn function_body(&mut self, end: &str) -> Read<Body> {
        let loops = std::mem::take(&mut self.loops);
        let (body, _) = self.block(&[end])?;
        self.loops = loops;
        Ok(body)
    }

    fn statement(&mut self, ends: &[&str]) -> Read<Kind> {
        let Token::Name(name) = self.token().clone() else {
            return self.fail("tag name expected");
        };
        self.at += 1;
        match name.as_str() {
            "if" => self.parse_if(),
            "for" => self.parse_for(),
            "set" => self.parse_set(),
            "with" => self.parse_with(),
            "macro" => self.parse_macro(),
            "call" => self.parse_call(),
            "filter" => {
                let filters = self.filters(true)?;
                let (body, _) = self.block(&["endfilter"])?;
                Ok(Kind::Filtered { filters, body })
            }
            "print" => self.parse_print(),
            "autoescape" => match self.expression()? {
                Expr::Bool(false) => Ok(Kind::Scope(self.block(&["endautoescape"])?.0)),
                _ => self.fail("escaping is not supported"),
            },
            // What an assistant says, for those who train on it.
            "generation" => Ok(Kind::Scope(self.function_body("endgeneration")?)),
            "break" | "continue" if self.loops == 0 => self.fail(format!("'{name}' outside loop")),
            "break" => Ok(Kind::Break),
            "continue" => Ok(Kind::Continue),
            "block" | "extends" | "include" | "import" | "from" => {
                self.fail(format!("the tag '{name}' is not supported"))
            }
            _ => {
                self.at -= 1;
                let sought = match ends.is_empty() {
                    true => String::new(),
                    false => format!(
                        " Jinja was looking for the following tags: {}.",
                        looked_for(ends)
                    ),
                };
                self.fail(format!("Encountered unknown tag '{name}'.{sought}"))
            }
        }
    }

    fn parse_if(&mut self) -> Read<Kind> {
        let mut branches = Vec::new();
        let mut otherwise = Body::new();
        loop {
            let condition = self.tuple(false)?;
            let (body, end) = self.block(&["elif", "else", "endif"])?;
            branches.push((condition, body));
            if end == "else" {
                otherwise = self.block(&["endif"])?.0;
            }
            if end != "elif" {
                return Ok(Kind::If {
                    branches,
                    otherwise,
                });
            }
        }
    }

    fn parse_for(&mut self) -> Read<Kind> {
        self.in_loops += 1;
        let target = self.target(false)?;
        self.expect_name("in")?;
        let items = self.tuple(false)?;
        let condition = match self.skip_name("if") {
            true => Some(self.expression()?),
            false => None,
        };
        let recursive = self.skip_name("recursive");
        self.loops += 1;
        let (body, end) = self.block(&["endfor", "else"])?;
        self.loops -= 1;
        let otherwise = match end == "else" {
            true => self.block(&["endfor"])?.0,
            false => Body::new(),
        };
        self.in_loops -= 1;
        Ok(Kind::For(Box::new(For {
            target,
            items,
            condition,
            recursive,
            body,
            otherwise,
        })))
    }

    fn parse_set(&mut self) -> Read<Kind> {
        let target = self.target(true)?;
        if self.skip("=") {
            let value = self.tuple(true)?;
            return Ok(Kind::Set { target, value });
        }
        let filters = self.filters(false)?;
        let (body, _) = self.block(&["endset"])?;
        Ok(Kind::SetBlock {
            target,
            filters,
            body,
        })
    }

    fn parse_with(&mut self) -> Read<Kind> {
        let mut values = Vec::new();
        while *self.token() != Token::BlockEnd {
            if !values.is_empty() {
                self.expect(",")?;
            }
            let target = self.target(false)?;
            self.expect("=")?;
            values.push((target, self.expression()?));
        }
        let (body, _) = self.block(&["endwith"])?;
        Ok(Kind::With { values, body })
    }

    fn parse_print(&mut self) -> Read<Kind> {
        let mut all = Vec::new();
        while *self.token() != Token::BlockEnd {
            if !all.is_empty() {
                self.expect(",")?;
            }
            all.push(self.expression()?);
        }
        Ok(Kind::Print(Expr::Joined(all)))
    }

    fn parse_macro(&mut self) -> Read<Kind> {
        let name = self.new_name()?;
        let parameters = self.parameters()?;
        Ok(Kind::Macro(Box::new(
            self.macro_body(name, parameters, "endmacro")?,
        )))
    }

    fn parse_call(&mut self) -> Read<Kind> {
        let parameters = match self.is("(") {
            true => self.parameters()?,
            false => Vec::new(),
        };
        let Expr::Steps(callee, mut steps) = self.expression()? else {
            return self.fail("expected call");
        };
        let Some(Step::Call(args)) = steps.pop() else {
            return self.fail("expected call");
        };
        let callee = match steps.is_empty() {
            true => *callee,
            false => Expr::Steps(callee, steps),
        };
        let caller = self.macro_body("caller".to_owned(), parameters, "endcall")?;
        Ok(Kind::Call {
            callee,
            args,
            caller: Box::new(caller),
        })
    }

    fn parameters(&mut self) -> Read<Vec<(String, Option<Expr>)>> {
        self.expect("(")?;
        let mut all: Vec<(String, Option<Expr>)> = Vec::new();
        while !self.is(")") {
            if !all.is_empty() {
                self.expect(",")?;
            }
            let name = self.new_name()?;
            let default = match self.skip("=") {
                true => Some(self.expression()?),
                false if all.last().is_some_and(|(_, default)| default.is_some()) => {
                    return self.fail("non-default argument follows default argument");
                }
                false => None,
            };
            all.push((name, default));
        }
        self.expect(")")?;
        Ok(all)
    }

    fn macro_body(
        &mut self,
        name: String,
        parameters: Vec<(String, Option<Expr>)>,
        end: &str,
    ) -> Read<Macro> {
        let around = std::mem::take(&mut self.used);
        let body = self.function_body(end)?;
        let takes =
            |at: usize| self.used[at] && !parameters.iter().any(|(name, _)| name == SPECIAL[at]);
        let (takes_more, takes_named, takes_caller) = (takes(0), takes(1), takes(2));
        // What stands in it stands in the one around it, too.
        for (own, outer) in self.used.iter_mut().zip(around) {
            *own |= outer;
        }
        Ok(Macro {
            name,
            parameters,
            takes_more,
            takes_named,
            takes_caller,
            body,
        })
    }

    fn target(&mut self, with_namespace: bool) -> Read<Target> {
        let mut all = Vec::new();
        loop {
            if self.ends_tuple() {
                break;
            }
            all.push(self.one_target(with_namespace)?);
            if !self.skip(",") {
                // Without a comma behind it, one target is no tuple.
                if all.len() == 1
                    && let Some(only) = all.pop()
                {
                    return Ok(only);
                }
                break;
            }
        }
        match all.is_empty() {
            true => self.fail(format!(
                "Expected an expression, got '{}'",
                described(self.token())
            )),
            false => Ok(Target::Tuple(all)),
        }
    }

    fn one_target(&mut self, with_namespace: bool) -> Read<Target> {
        if self.skip("(") {
            self.enter()?;
            let inner = self.target(false)?;
            self.depth -= 1;
            self.expect(")")?;
            return Ok(inner);
        }
        let name = self.new_name()?;
        if with_namespace && self.skip(".") {
            return Ok(Target::Attribute(name, self.name()?));
        }
        if name == "loop" && self.in_loops > 0 {
            return self.fail("Can't assign to special loop variable in for-loop target");
        }
        Ok(Target::Name(name))
    }

    // Expressions.

    fn ends_tuple(&self) -> bool {
        matches!(self.token(), Token::PrintEnd | Token::BlockEnd) || self.is(")")
    }

    /// An expression, or several with commas between them, which are a tuple.
    fn tuple(&mut self, with_choice: bool) -> Read<Expr> {
        let mut all = Vec::new();
        let mut is_tuple = false;
        loop {
            if self.ends_tuple() {
                break;
            }
            all.push(match with_choice {
                true => self.expression()?,
                false => self.without_choice()?,
            });
            if !self.skip(",") {
                break;
            }
            is_tuple = true;
        }
        match (is_tuple, all.pop()) {
            (false, Some(only)) => Ok(only),
            (true, Some(last)) => {
                all.push(last);
                Ok(Expr::Tuple(all))
            }
            (_, None) => self.fail(format!(
                "Expected an expression, got '{}'",
                described(self.token())
            )),
        }
    }

    fn without_choice(&mut self) -> Read<Expr> {
        self.enter()?;
        let expr = self.ranked(ANY)?;
        self.depth -= 1;
        Ok(expr)
    }

    /// An expression with all that it may have.
    fn expression(&mut self) -> Read<Expr> {
        self.enter()?;
        let expr = self.choice()?;
        self.depth -= 1;
        Ok(expr)
    }

    /// `value if condition else other if …`
    fn choice(&mut self) -> Read<Expr> {
        let mut branches = Vec::new();
        loop {
            let mut value = self.ranked(ANY)?;
            let mut wrapped = 0;
            loop {
                if !self.skip_name("if") {
                    if branches.is_empty() {
                        return Ok(value);
                    }
                    let otherwise = Some(Box::new(value));
                    return Ok(Expr::Choice {
                        branches,
                        otherwise,
                    });
                }
                let condition = self.ranked(ANY)?;
                if self.skip_name("else") {
                    branches.push((value, condition));
                    break;
                }
                // Another `if` is then about this one.
                wrapped += 1;
                if wrapped > MOST_NESTED / 4 {
                    return Err(Refused::TooDeep);
                }
                value = Expr::Choice {
                    branches: vec![(value, condition)],
                    otherwise: None,
                };
            }
        }
    }

    /// The rank of the operator that comes next.
    fn rank(&self) -> u8 {
        match self.token() {
            Token::Sign(sign) => match *sign {
                "==" | "!=" | "<" | ">" | "<=" | ">=" => COMPARISON,
                "+" | "-" => SUM,
                "~" => JOINED,
                "*" | "/" | "//" | "%" => PRODUCT,
                "**" => POWER,
                _ => 0,
            },
            Token::Name(name) => match name.as_str() {
                "or" => ANY,
                "and" => ALL,
                "in" => COMPARISON,
                "not" if matches!(self.ahead(1), Token::Name(name) if name == "in") => COMPARISON,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// An expression whose operators are of the rank `least` or higher ones.
    fn ranked(&mut self, least: u8) -> Read<Expr> {
        let mut negations = 0;
        while least <= NOT && self.skip_name("not") {
            negations += 1;
        }
        let mut left = match negations {
            0 => self.unary(true)?,
            _ => {
                let inner = Expr::Not(Box::new(self.ranked(COMPARISON)?));
                match negations % 2 {
                    1 => inner,
                    _ => Expr::Not(Box::new(inner)),
                }
            }
        };
        loop {
            let rank = self.rank();
            if rank == 0 || rank < least {
                return Ok(left);
            }
            left = self.row(left, rank)?;
        }
    }

    /// The operators of one rank, and what stands between them.
    fn row(&mut self, first: Expr, rank: u8) -> Read<Expr> {
        match rank {
            ANY | ALL | JOINED => {
                let mut all = vec![first];
                while self.rank() == rank {
                    self.at += 1;
                    all.push(self.ranked(rank + 1)?);
                }
                Ok(match rank {
                    ANY => Expr::Any(all),
                    ALL => Expr::All(all),
                    _ => Expr::Joined(all),
                })
            }
            COMPARISON => {
                let mut all = Vec::new();
                while self.rank() == rank {
                    let op = self.comparison();
                    all.push((op, self.ranked(rank + 1)?));
                }
                Ok(Expr::Compared(Box::new(first), all))
            }
            _ => {
                let mut all = Vec::new();
                while self.rank() == rank {
                    let op = match self.next() {
                        Token::Sign("+") => Arithmetic::Add,
                        Token::Sign("-") => Arithmetic::Subtract,
                        Token::Sign("*") => Arithmetic::Multiply,
                        Token::Sign("/") => Arithmetic::Divide,
                        Token::Sign("//") => Arithmetic::FloorDivide,
                        Token::Sign("%") => Arithmetic::Remainder,
                        _ => Arithmetic::Power,
                    };
                    all.push((op, self.ranked(rank + 1)?));
                }
                Ok(Expr::Arithmetic(Box::new(first), all))
            }
        }
    }

    fn comparison(&mut self) -> Comparison {
        match self.next() {
            Token::Sign("==") => Comparison::Equal,
            Token::Sign("!=") => Comparison::Unequal,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=") => Comparison::LessOrEqual,
            Token::Sign(">") => Comparison::Greater,
            Token::Sign(">=") => Comparison::GreaterOrEqual,
            Token::Name(name) if name == "in" => Comparison::In,
            _ => {
                self.at += 1;
                Comparison::NotIn
            }
        }
    }

    fn unary(&mut self, with_filters: bool) -> Read<Expr> {
        let sign = match self.token() {
            Token::Sign(sign @ ("-" | "+")) => Some(*sign),
            _ => None,
        };
        let value = match sign {
            Some(sign) => {
                self.at += 1;
                self.enter()?;
                let inner = Box::new(self.unary(false)?);
                self.depth -= 1;
                match sign {
                    "-" => Expr::Negative(inner),
                    _ => Expr::Positive(inner),
                }
            }
            None => self.primary()?,
        };
        let mut steps = Vec::new();
        self.postfix(&mut steps)?;
        if with_filters {
            self.filters_and_tests(&mut steps)?;
        }
        Ok(match steps.is_empty() {
            true => value,
            false => Expr::Steps(Box::new(value), steps),
        })
    }

    fn primary(&mut self) -> Read<Expr> {
        match self.next() {
            Token::Name(name) => Ok(match name.as_str() {
                "true" | "True" => Expr::Bool(true),
                "false" | "False" => Expr::Bool(false),
                "none" | "None" => Expr::None,
                _ => {
                    for (used, special) in self.used.iter_mut().zip(SPECIAL) {
                        *used |= name == special;
                    }
                    Expr::Name(name)
                }
            }),
            Token::Text(mut text) => {
                while let Token::Text(more) = self.token() {
                    text.push_str(more);
                    self.at += 1;
                }
                Ok(Expr::Text(text))
            }
            Token::Int(value) => Ok(Expr::Int(value)),
            Token::Float(value) => Ok(Expr::Float(value)),
            Token::Sign("(") if self.skip(")") => Ok(Expr::Tuple(Vec::new())),
            Token::Sign("(") => {
                let inner = self.tuple(true)?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign("[") => {
                let mut all = Vec::new();
                while !self.is("]") {
                    if !all.is_empty() {
                        self.expect(",")?;
                    }
                    if self.is("]") {
                        break;
                    }
                    all.push(self.expression()?);
                }
                self.expect("]")?;
                Ok(Expr::List(all))
            }
            Token::Sign("{") => {
                let mut all = Vec::new();
                while !self.is("}") {
                    if !all.is_empty() {
                        self.expect(",")?;
                    }
                    if self.is("}") {
                        break;
                    }
                    let key = self.expression()?;
                    self.expect(":")?;
                    all.push((key, self.expression()?));
                }
                self.expect("}")?;
                Ok(Expr::Dict(all))
            }
            token => {
                self.at -= 1;
                self.fail(format!("unexpected '{}'", described(&token)))
            }
        }
    }

    /// Attributes, items and calls.
    fn postfix(&mut self, steps: &mut Vec<Step>) -> Read<()> {
        loop {
            if self.skip(".") {
                steps.push(match self.next() {
                    Token::Name(name) => Step::Attribute(name),
                    Token::Int(at) => Step::Item(Expr::Int(at)),
                    _ => {
                        self.at -= 1;
                        return self.fail("expected name or number");
                    }
                });
            } else if self.skip("[") {
                let step = self.subscript()?;
                steps.push(step);
            } else if self.is("(") {
                let args = self.arguments()?;
                steps.push(Step::Call(args));
            } else {
                return Ok(());
            }
        }
    }

    fn subscript(&mut self) -> Read<Step> {
        let mut bounds = [None, None, None];
        let mut at = 0;
        while !self.is("]") {
            if self.skip(":") {
                at += 1;
                if at == bounds.len() {
                    return self.unexpected("]");
                }
            } else if bounds[at].is_some() {
                // `x[1, 2]`, which nothing here has.
                return self.unexpected("]");
            } else {
                bounds[at] = Some(self.expression()?);
            }
        }
        self.expect("]")?;
        match (at, &mut bounds) {
            (0, [item, ..]) => match item.take() {
                Some(item) => Ok(Step::Item(item)),
                None => Ok(Step::Item(Expr::Tuple(Vec::new()))),
            },
            _ => Ok(Step::Slice(Box::new(bounds))),
        }
    }

    fn arguments(&mut self) -> Read<Arguments> {
        self.expect("(")?;
        let mut args = Arguments::default();
        let mut first = true;
        while !self.is(")") {
            if !first {
                self.expect(",")?;
                if self.is(")") {
                    break;
                }
            }
            first = false;
            let invalid = "invalid syntax for function call expression";
            if self.skip("*") {
                if args.more.is_some() || args.more_named.is_some() {
                    return self.fail(invalid);
                }
                args.more = Some(Box::new(self.expression()?));
            } else if self.skip("**") {
                if args.more_named.is_some() {
                    return self.fail(invalid);
                }
                args.more_named = Some(Box::new(self.expression()?));
            } else if matches!(
                (self.token(), self.ahead(1)),
                (Token::Name(_), Token::Sign("="))
            ) {
                if args.more_named.is_some() {
                    return self.fail(invalid);
                }
                let name = self.name()?;
                self.at += 1;
                args.named.push((name, self.expression()?));
            } else {
                let only_named = args.more.is_some() || args.more_named.is_some();
                if only_named || !args.named.is_empty() {
                    return self.fail(invalid);
                }
                args.positional.push(self.expression()?);
            }
        }
        self.expect(")")?;
        Ok(args)
    }

    /// The name of a filter or a test, which may have dots.
    fn dotted(&mut self) -> Read<String> {
        let mut name = self.name()?;
        while self.skip(".") {
            name = name + "." + &self.name()?;
        }
        Ok(name)
    }

    /// Filters behind a `set` or a `filter`, of which the first one there has no bar.
    fn filters(&mut self, mut first_is_bare: bool) -> Read<Vec<Step>> {
        let mut steps = Vec::new();
        while first_is_bare || self.skip("|") {
            first_is_bare = false;
            let step = self.filter()?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn filter(&mut self) -> Read<Step> {
        let name = self.dotted()?;
        let args = match self.is("(") {
            true => self.arguments()?,
            false => Arguments::default(),
        };
        Ok(Step::Filter(name, args))
    }

    fn filters_and_tests(&mut self, steps: &mut Vec<Step>) -> Read<()> {
        loop {
            let step = if self.skip("|") {
                self.filter()?
            } else if self.skip_name("is") {
                self.test()?
            } else if self.is("(") {
                Step::Call(self.arguments()?)
            } else {
                return Ok(());
            };
            steps.push(step);
        }
    }

    fn test(&mut self) -> Read<Step> {
        let negated = self.skip_name("not");
        let name = self.dotted()?;
        let takes_one = match self.token() {
            Token::Name(name) => !["else", "or", "and"].contains(&name.as_str()),
            Token::Text(_) | Token::Int(_) | Token::Float(_) | Token::Sign("[" | "{") => true,
            _ => false,
        };
        let args = if self.is("(") {
            self.arguments()?
        } else if takes_one {
            if self.is_name("is") {
                return self.fail("You cannot chain multiple tests with is");
            }
            self.enter()?;
            let value = self.primary()?;
            let mut steps = Vec::new();
            self.postfix(&mut steps)?;
            self.depth -= 1;
            Arguments {
                positional: vec![match steps.is_empty() {
                    true => value,
                    false => Expr::Steps(Box::new(value), steps),
                }],
                ..Arguments::default()
            }
        } else {
            Arguments::default()
        };
        Ok(Step::Test {
            name,
            args,
            negated,
        })
    }
}

/// Tags as a message lists them.
fn looked_for(ends: &[&str]) -> String {
    let quoted: Vec<String> = ends.iter().map(|end| format!("'{end}'")).collect();
    quoted.join(" or ")
}
