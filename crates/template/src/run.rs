//! Evaluates a template's tree.

use std::cell::RefCell;
use std::rc::Rc;

use crate::access;
use crate::arguments::{integer, string};
use crate::budget::{Budget, Fault, NODE, Res, failed};
use crate::checks;
use crate::error::{TemplateError, TemplateLimit};
use crate::filters;
use crate::format;
use crate::methods;
use crate::moment::Moment;
use crate::ops::{self, Arithmetic};
use crate::text;
use crate::tree::{Arguments, Comparison, Expr, For, Kind, Macro, Statement, Step, Target};
use crate::value::{Args, Function, Loop, Namespace, Range, Value};

/// The most bytes that a template may write.
pub(crate) const MOST_OUTPUT: usize = 1 << 20;
/// The longest range: that of Jinja's sandbox.
const LONGEST_RANGE: i128 = 100_000;

/// Variables, and the place of those around them.
struct Scope<'t> {
    around: Option<usize>,
    values: Vec<(&'t str, Value)>,
}

/// How statements end.
#[derive(PartialEq)]
enum Flow {
    On,
    Break,
    Continue,
}

struct Run<'t> {
    budget: Budget,
    now: Moment,
    scopes: Vec<Scope<'t>>,
    /// How many scopes a macro may still need.
    pinned: usize,
    /// Macros, and the scopes in which they stand.
    macros: Vec<(&'t Macro, usize)>,
    /// Recursive loops, and the scopes in which they stand.
    recursive: Vec<(&'t For, usize)>,
    out: String,
    /// How many texts that are caught for a value are being written.
    caught: usize,
    line: usize,
}

/// Renders a tree with these variables.
pub(crate) fn render<'t>(
    body: &'t [Statement],
    variables: Vec<(&'t str, Value)>,
    budget: Budget,
    now: Moment,
) -> Result<String, TemplateError> {
    let mut run = Run {
        budget,
        now,
        scopes: vec![Scope {
            around: None,
            values: variables,
        }],
        pinned: 1,
        macros: Vec::new(),
        recursive: Vec::new(),
        out: String::new(),
        caught: 0,
        line: 1,
    };
    match run.body(body, 0) {
        Ok(_) => Ok(run.out),
        Err(fault) => Err(fault.at(run.line)),
    }
}

impl Fault {
    /// The error of a fault in this line.
    pub(crate) fn at(self, line: usize) -> TemplateError {
        match self {
            Fault::Failed(why) => TemplateError::failed(line, &why),
            Fault::Raised(message) => TemplateError::raised(&message),
            Fault::TooMuch(limit) => TemplateError::TooMuch { limit },
        }
    }
}

impl<'t> Run<'t> {
    // Scopes.

    fn open(&mut self, around: usize) -> Res<usize> {
        self.budget.items(2)?;
        self.scopes.push(Scope {
            around: Some(around),
            values: Vec::new(),
        });
        Ok(self.scopes.len() - 1)
    }

    /// Forgets a scope and those in it, but for those that a macro may need.
    fn close(&mut self, scope: usize) {
        self.scopes.truncate(scope.max(self.pinned));
    }

    fn set(&mut self, scope: usize, name: &'t str, value: Value) -> Res<()> {
        let Some(Scope { values, .. }) = self.scopes.get_mut(scope) else {
            return failed("the scope is gone");
        };
        self.budget.bytes(2 * values.len())?;
        match values.iter_mut().find(|(own, _)| *own == name) {
            Some(found) => found.1 = value,
            None => values.push((name, value)),
        }
        Ok(())
    }

    fn find(&mut self, scope: usize, name: &str) -> Res<Value> {
        let mut at = Some(scope);
        while let Some(scope) = at.and_then(|at| self.scopes.get(at)) {
            self.budget.bytes(scope.values.len() + 1)?;
            if let Some((_, value)) = scope.values.iter().find(|(own, _)| *own == name) {
                return Ok(value.clone());
            }
            at = scope.around;
        }
        Ok(match name {
            "dict" => Value::Function(Function::Dict),
            "namespace" => Value::Function(Function::Namespace),
            "raise_exception" => Value::Function(Function::RaiseException),
            "range" => Value::Function(Function::Range),
            "strftime_now" => Value::Function(Function::StrftimeNow),
            "cycler" | "joiner" | "lipsum" => {
                return failed(format!("the function '{name}' is not supported"));
            }
            _ => Value::undefined(format!("'{name}' is undefined")),
        })
    }

    fn assign(&mut self, target: &'t Target, value: Value, scope: usize) -> Res<()> {
        match target {
            Target::Name(name) => self.set(scope, name, value)?,
            Target::Attribute(name, attribute) => match self.find(scope, name)? {
                Value::Namespace(namespace) => {
                    namespace.set(attribute, value, &mut self.budget)?;
                }
                _ => return failed("cannot assign attribute on non-namespace object"),
            },
            Target::Tuple(targets) => {
                let values = value.iterate(&mut self.budget)?;
                if values.len() != targets.len() {
                    return failed(match values.len() > targets.len() {
                        true => format!("too many values to unpack (expected {})", targets.len()),
                        false => format!(
                            "not enough values to unpack (expected {}, got {})",
                            targets.len(),
                            values.len()
                        ),
                    });
                }
                for (target, value) in targets.iter().zip(values) {
                    self.assign(target, value, scope)?;
                }
            }
        }
        Ok(())
    }

    // Statements.

    fn write(&mut self, text: &str) -> Res<()> {
        self.budget.bytes(text.len())?;
        if self.caught == 0 && self.out.len() + text.len() > MOST_OUTPUT {
            return Err(Fault::TooMuch(TemplateLimit::Output));
        }
        self.out.push_str(text);
        Ok(())
    }

    /// What statements write, as a value.
    fn catch(&mut self, body: &'t [Statement], scope: usize) -> Res<(Flow, Value)> {
        let outer = std::mem::take(&mut self.out);
        self.caught += 1;
        let flow = self.body(body, scope)?;
        self.caught -= 1;
        let written = std::mem::replace(&mut self.out, outer);
        Ok((flow, Value::text(written, &mut self.budget)?))
    }

    fn body(&mut self, body: &'t [Statement], scope: usize) -> Res<Flow> {
        self.budget.enter()?;
        for statement in body {
            self.budget.spend(NODE)?;
            self.line = statement.line;
            let flow = self.statement(&statement.kind, scope)?;
            if flow != Flow::On {
                self.budget.leave();
                return Ok(flow);
            }
        }
        self.budget.leave();
        Ok(Flow::On)
    }

    fn statement(&mut self, kind: &'t Kind, scope: usize) -> Res<Flow> {
        match kind {
            Kind::Data(text) => self.write(text)?,
            Kind::Print(expr) => {
                let value = self.eval(expr, scope)?;
                let text = text::text(&value, &mut self.budget)?;
                self.write(&text)?;
            }
            Kind::If {
                branches,
                otherwise,
            } => {
                for (condition, body) in branches {
                    self.budget.spend(NODE)?;
                    if self.eval(condition, scope)?.is_true() {
                        return self.body(body, scope);
                    }
                }
                return self.body(otherwise, scope);
            }
            Kind::For(of) => {
                if !of.recursive {
                    let items = self.eval(&of.items, scope)?;
                    return self.run_loop(of, items, scope, 0, None);
                }
                self.recursive.push((of, scope));
                self.pinned = self.pinned.max(self.scopes.len());
                let place = self.recursive.len() - 1;
                let items = self.eval(&of.items, scope)?;
                return self.run_loop(of, items, scope, 0, Some(place));
            }
            Kind::Set { target, value } => {
                let value = self.eval(value, scope)?;
                self.assign(target, value, scope)?;
            }
            Kind::SetBlock {
                target,
                filters,
                body,
            } => {
                let (flow, value) = self.caught_in_scope(body, filters, scope)?;
                if flow != Flow::On {
                    return Ok(flow);
                }
                self.assign(target, value, scope)?;
            }
            Kind::Filtered { filters, body } => {
                let (flow, value) = self.caught_in_scope(body, filters, scope)?;
                if flow != Flow::On {
                    return Ok(flow);
                }
                self.write(&string(&value)?)?;
            }
            Kind::With { values, body } => {
                let inner = self.open(scope)?;
                for (target, expr) in values {
                    let value = self.eval(expr, scope)?;
                    self.assign(target, value, inner)?;
                }
                let flow = self.body(body, inner)?;
                self.close(inner);
                return Ok(flow);
            }
            Kind::Scope(body) => {
                let inner = self.open(scope)?;
                let flow = self.body(body, inner)?;
                self.close(inner);
                return Ok(flow);
            }
            Kind::Macro(of) => {
                let value = self.define(of, scope)?;
                self.set(scope, &of.name, value)?;
            }
            Kind::Call {
                callee,
                args,
                caller,
            } => {
                let callee = self.eval(callee, scope)?;
                let mut args = self.arguments(args, scope)?;
                let caller = self.define(caller, scope)?;
                args.named.push(("caller".into(), caller));
                let value = self.call(&callee, args)?;
                let text = text::text(&value, &mut self.budget)?;
                self.write(&text)?;
            }
            Kind::Break => return Ok(Flow::Break),
            Kind::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::On)
    }

    fn caught_in_scope(
        &mut self,
        body: &'t [Statement],
        filters: &'t [Step],
        scope: usize,
    ) -> Res<(Flow, Value)> {
        let inner = self.open(scope)?;
        let (flow, value) = self.catch(body, inner)?;
        self.close(inner);
        let value = self.steps(value, filters, scope)?;
        Ok((flow, value))
    }

    fn define(&mut self, of: &'t Macro, scope: usize) -> Res<Value> {
        self.budget.items(4)?;
        self.pinned = self.pinned.max(self.scopes.len());
        self.macros.push((of, scope));
        Ok(Value::Macro(self.macros.len() - 1))
    }

    fn run_loop(
        &mut self,
        of: &'t For,
        items: Value,
        scope: usize,
        level: usize,
        recursive: Option<usize>,
    ) -> Res<Flow> {
        let mut items = items.iterate(&mut self.budget)?;
        if let Some(condition) = &of.condition {
            let mut kept = Vec::new();
            for item in items {
                self.budget.spend(NODE)?;
                let inner = self.open(scope)?;
                self.assign(&of.target, item.clone(), inner)?;
                if self.eval(condition, inner)?.is_true() {
                    kept.push(item);
                }
                self.close(inner);
            }
            items = kept;
        }
        let the_loop = Rc::new(Value::the_loop(items, level, recursive)?);
        let completed = self.iterations(of, &the_loop, scope);
        // What was compared may hold the loop itself.
        the_loop.changed.take();
        if completed? {
            return Ok(Flow::On);
        }
        let inner = self.open(scope)?;
        let flow = self.body(&of.otherwise, inner)?;
        self.close(inner);
        Ok(flow)
    }

    /// Whether one of the iterations came to its end: as Jinja has it, `else` follows on loops of which none did.
    fn iterations(&mut self, of: &'t For, the_loop: &Rc<Loop>, scope: usize) -> Res<bool> {
        let mut completed = false;
        for (i, item) in the_loop.items.iter().enumerate() {
            self.budget.spend(NODE)?;
            the_loop.index.set(i);
            let inner = self.open(scope)?;
            self.set(inner, "loop", Value::Loop(the_loop.clone()))?;
            self.assign(&of.target, item.clone(), inner)?;
            let flow = self.body(&of.body, inner)?;
            self.close(inner);
            match flow {
                Flow::On => completed = true,
                Flow::Continue => {}
                Flow::Break => break,
            }
        }
        Ok(completed)
    }

    // Expressions.

    fn eval(&mut self, expr: &'t Expr, scope: usize) -> Res<Value> {
        self.budget.spend(NODE)?;
        match expr {
            Expr::None => Ok(Value::None),
            Expr::Bool(value) => Ok(Value::Bool(*value)),
            Expr::Int(value) => Ok(Value::Int(*value)),
            Expr::Float(value) => Ok(Value::Float(*value)),
            Expr::Text(text) => Value::text(text, &mut self.budget),
            Expr::Name(name) => self.find(scope, name),
            _ => {
                self.budget.enter()?;
                let value = self.compound(expr, scope)?;
                self.budget.leave();
                Ok(value)
            }
        }
    }

    fn all(&mut self, exprs: &'t [Expr], scope: usize) -> Res<Vec<Value>> {
        exprs.iter().map(|expr| self.eval(expr, scope)).collect()
    }

    fn compound(&mut self, expr: &'t Expr, scope: usize) -> Res<Value> {
        match expr {
            Expr::Steps(value, steps) => {
                let value = self.eval(value, scope)?;
                self.steps(value, steps, scope)
            }
            Expr::Not(inner) => Ok(Value::Bool(!self.eval(inner, scope)?.is_true())),
            Expr::Negative(inner) => ops::negative(&self.eval(inner, scope)?),
            Expr::Positive(inner) => ops::positive(&self.eval(inner, scope)?),
            Expr::All(exprs) => self.first_that(exprs, false, scope),
            Expr::Any(exprs) => self.first_that(exprs, true, scope),
            Expr::Compared(first, rest) => self.compared(first, rest, scope),
            Expr::Choice {
                branches,
                otherwise,
            } => {
                for (value, condition) in branches {
                    if self.eval(condition, scope)?.is_true() {
                        return self.eval(value, scope);
                    }
                }
                match otherwise {
                    Some(otherwise) => self.eval(otherwise, scope),
                    None => Ok(Value::undefined(
                        "the inline if-expression evaluated to false and no else section was defined.",
                    )),
                }
            }
            Expr::Arithmetic(first, rest) => {
                let mut left = self.eval(first, scope)?;
                for (op, right) in rest {
                    let right = self.eval(right, scope)?;
                    left = match (op, &left) {
                        (Arithmetic::Remainder, Value::Str(text)) => {
                            let text = format::percent(text, &right, &mut self.budget)?;
                            Value::text(text, &mut self.budget)?
                        }
                        _ => ops::arithmetic(*op, &left, &right, &mut self.budget)?,
                    };
                }
                Ok(left)
            }
            Expr::Joined(exprs) => {
                let mut out = String::new();
                for expr in exprs {
                    let value = self.eval(expr, scope)?;
                    text::write_text(&value, &mut out, &mut self.budget)?;
                }
                Value::text(out, &mut self.budget)
            }
            Expr::List(exprs) => {
                let all = self.all(exprs, scope)?;
                Value::list(all, &mut self.budget)
            }
            Expr::Tuple(exprs) => {
                let all = self.all(exprs, scope)?;
                Value::tuple(all, &mut self.budget)
            }
            Expr::Dict(pairs) => {
                let mut entries = Vec::with_capacity(pairs.len());
                for (key, value) in pairs {
                    let key = self.eval(key, scope)?;
                    let value = self.eval(value, scope)?;
                    ops::insert(&mut entries, key, value, &mut self.budget)?;
                }
                Value::dict(entries, &mut self.budget)
            }
            _ => self.eval(expr, scope),
        }
    }

    /// The first value that is true, or false, or else the last one: `or` and `and`.
    fn first_that(&mut self, exprs: &'t [Expr], is_true: bool, scope: usize) -> Res<Value> {
        let mut last = Value::None;
        for expr in exprs {
            last = self.eval(expr, scope)?;
            if last.is_true() == is_true {
                break;
            }
        }
        Ok(last)
    }

    fn compared(
        &mut self,
        first: &'t Expr,
        rest: &'t [(Comparison, Expr)],
        scope: usize,
    ) -> Res<Value> {
        let mut left = self.eval(first, scope)?;
        for (op, right) in rest {
            let right = self.eval(right, scope)?;
            if !self.compare(*op, &left, &right)? {
                return Ok(Value::Bool(false));
            }
            left = right;
        }
        Ok(Value::Bool(true))
    }

    fn compare(&mut self, op: Comparison, left: &Value, right: &Value) -> Res<bool> {
        let budget = &mut self.budget;
        let mut order = |sign: &str| ops::order(left, right, sign, budget);
        Ok(match op {
            Comparison::Less => order("<")?.is_some_and(|order| order.is_lt()),
            Comparison::LessOrEqual => order("<=")?.is_some_and(|order| order.is_le()),
            Comparison::Greater => order(">")?.is_some_and(|order| order.is_gt()),
            Comparison::GreaterOrEqual => order(">=")?.is_some_and(|order| order.is_ge()),
            Comparison::Equal => ops::equal(left, right, budget)?,
            Comparison::Unequal => !ops::equal(left, right, budget)?,
            Comparison::In => ops::contains(right, left, budget)?,
            Comparison::NotIn => !ops::contains(right, left, budget)?,
        })
    }

    fn steps(&mut self, mut value: Value, steps: &'t [Step], scope: usize) -> Res<Value> {
        for step in steps {
            self.budget.spend(NODE)?;
            value = match step {
                Step::Attribute(name) => access::attribute(&value, name, &mut self.budget)?,
                Step::Item(key) => {
                    let key = self.eval(key, scope)?;
                    access::item(&value, &key, &mut self.budget)?
                }
                Step::Slice(bounds) => {
                    let mut values = [Value::None, Value::None, Value::None];
                    for (value, bound) in values.iter_mut().zip(bounds.iter()) {
                        if let Some(bound) = bound {
                            *value = self.eval(bound, scope)?;
                        }
                    }
                    access::slice(&value, values, &mut self.budget)?
                }
                Step::Call(args) => {
                    let args = self.arguments(args, scope)?;
                    self.call(&value, args)?
                }
                Step::Filter(name, args) => {
                    let args = self.arguments(args, scope)?;
                    filters::apply(name, value, args, &mut self.budget)?
                }
                Step::Test {
                    name,
                    args,
                    negated,
                } => {
                    let args = self.arguments(args, scope)?;
                    let passes = checks::test(name, &value, args, &mut self.budget)?;
                    Value::Bool(passes != *negated)
                }
            };
        }
        Ok(value)
    }

    // Calls.

    fn arguments(&mut self, of: &'t Arguments, scope: usize) -> Res<Args> {
        let mut args = Args {
            positional: self.all(&of.positional, scope)?,
            named: Vec::new(),
        };
        for (name, value) in &of.named {
            args.named
                .push((name.as_str().into(), self.eval(value, scope)?));
        }
        if let Some(more) = &of.more {
            let more = self.eval(more, scope)?.iterate(&mut self.budget)?;
            args.positional.extend(more);
        }
        if let Some(more) = &of.more_named {
            let Value::Dict(more) = self.eval(more, scope)? else {
                return failed("argument after ** must be a mapping");
            };
            self.budget.items(more.entries.len())?;
            for (name, value) in &more.entries {
                args.named.push((string(name)?, value.clone()));
            }
        }
        self.budget.spend(args.cost())?;
        Ok(args)
    }

    fn call(&mut self, callee: &Value, args: Args) -> Res<Value> {
        match callee {
            Value::Undefined(why) => failed(&**why),
            Value::Method(method) => methods::call(&method.of, method.name, args, &mut self.budget),
            Value::Function(function) => self.call_function(*function, args),
            Value::Macro(place) => match self.macros.get(*place) {
                Some((of, scope)) => self.call_macro(of, *scope, args),
                None => failed("the macro is gone"),
            },
            Value::Loop(of) => self.call_loop(of, args),
            _ => failed(format!("'{}' object is not callable", callee.kind())),
        }
    }

    fn call_loop(&mut self, of: &Loop, args: Args) -> Res<Value> {
        let found = of.recursive.and_then(|place| self.recursive.get(place));
        let Some((body, scope)) = found.copied() else {
            return failed("The loop must have the 'recursive' marker to be called recursively.");
        };
        let mut bound = args.bind("loop", &["iterable"])?;
        let items = bound.pop().flatten().unwrap_or(Value::None);
        let outer = std::mem::take(&mut self.out);
        let line = self.line;
        self.caught += 1;
        self.budget.enter()?;
        self.run_loop(body, items, scope, of.level + 1, of.recursive)?;
        self.budget.leave();
        self.caught -= 1;
        self.line = line;
        let written = std::mem::replace(&mut self.out, outer);
        Value::text(written, &mut self.budget)
    }

    fn call_macro(&mut self, of: &'t Macro, around: usize, args: Args) -> Res<Value> {
        let scope = self.open(around)?;
        let n = of.parameters.len();
        let mut positional = args.positional.into_iter();
        let mut named = args.named;
        for (name, default) in &of.parameters {
            self.budget.bytes(named.len())?;
            let at = named.iter().position(|(own, _)| **own == **name);
            let value = match (positional.next(), at) {
                (Some(value), _) => value,
                (None, Some(at)) => named.remove(at).1,
                (None, None) => match default {
                    Some(default) => self.eval(default, scope)?,
                    None => Value::undefined(format!("parameter '{name}' was not provided")),
                },
            };
            self.set(scope, name, value)?;
        }
        let rest: Vec<Value> = positional.collect();
        if of.takes_more {
            let rest = Value::tuple(rest, &mut self.budget)?;
            self.set(scope, "varargs", rest)?;
        } else if !rest.is_empty() {
            return failed(format!(
                "macro '{}' takes not more than {n} argument(s)",
                of.name
            ));
        }
        if of.takes_caller {
            let at = named.iter().position(|(name, _)| &**name == "caller");
            let caller = at.map(|at| named.remove(at).1);
            let missing = || Value::undefined("No caller defined");
            self.set(scope, "caller", caller.unwrap_or_else(missing))?;
        }
        if of.takes_named {
            let entries = named.into_iter();
            let entries = entries.map(|(name, value)| (Value::Str(name), value));
            let named = Value::dict(entries.collect(), &mut self.budget)?;
            self.set(scope, "kwargs", named)?;
        } else if let Some((name, _)) = named.first() {
            return failed(format!(
                "macro '{}' takes no keyword argument '{name}'",
                of.name
            ));
        }
        let line = self.line;
        let (_, value) = self.catch(&of.body, scope)?;
        self.line = line;
        self.close(scope);
        Ok(value)
    }

    fn call_function(&mut self, function: Function, args: Args) -> Res<Value> {
        let name = text::name(function);
        match function {
            Function::RaiseException => {
                let mut bound = args.bind(name, &["message"])?;
                let message = bound.pop().flatten().unwrap_or(Value::None);
                let message = text::text(&message, &mut self.budget)?;
                Err(Fault::Raised(message.to_string()))
            }
            Function::StrftimeNow => {
                let mut bound = args.bind(name, &["format"])?;
                let format = string(&bound.pop().flatten().unwrap_or(Value::None))?;
                let text = self.now.format(&format, &mut self.budget)?;
                Value::text(text, &mut self.budget)
            }
            Function::Range => {
                let bound = args.bind(name, &["start", "stop", "step"])?;
                let whole: Vec<i64> = bound.iter().flatten().map(integer).collect::<Res<_>>()?;
                range(&whole)
            }
            Function::Dict | Function::Namespace => self.dict_of(function, args),
        }
    }

    /// `dict(…)` and `namespace(…)`: a mapping or pairs, and then the arguments by name.
    fn dict_of(&mut self, function: Function, args: Args) -> Res<Value> {
        let budget = &mut self.budget;
        let mut entries = Vec::new();
        if args.positional.len() > 1 {
            return failed(format!(
                "{} expected at most 1 argument",
                text::name(function)
            ));
        }
        match args.positional.first() {
            None => {}
            Some(Value::Dict(dict)) => {
                budget.items(dict.entries.len())?;
                entries.clone_from(&dict.entries);
            }
            Some(other) => {
                for pair in other.iterate(budget)? {
                    let pair = pair.iterate(budget)?;
                    let [key, value] = pair.as_slice() else {
                        return failed("a pair of a key and a value is required");
                    };
                    ops::insert(&mut entries, key.clone(), value.clone(), budget)?;
                }
            }
        }
        for (name, value) in args.named {
            ops::insert(&mut entries, Value::Str(name), value, budget)?;
        }
        if function == Function::Dict {
            return Value::dict(entries, budget);
        }
        let namespace = Namespace {
            values: RefCell::new(Vec::with_capacity(entries.len())),
        };
        for (name, value) in entries {
            namespace.set(&string(&name)?, value, budget)?;
        }
        Ok(Value::Namespace(Rc::new(namespace)))
    }
}

fn range(whole: &[i64]) -> Res<Value> {
    let (start, stop, step) = match *whole {
        [stop] => (0, stop, 1),
        [start, stop] => (start, stop, 1),
        [start, stop, step] => (start, stop, step),
        _ => return failed("range expected at least 1 argument, got 0"),
    };
    if step == 0 {
        return failed("range() arg 3 must not be zero");
    }
    let (from, to, by) = (i128::from(start), i128::from(stop), i128::from(step));
    let len = match step > 0 {
        true => (to - from + by - 1) / by,
        false => (from - to - by - 1) / -by,
    };
    if len > LONGEST_RANGE {
        return failed("Range too big. The sandbox blocks ranges larger than MAX_RANGE (100000).");
    }
    let len = usize::try_from(len.max(0)).unwrap_or(0);
    Ok(Value::Range(Rc::new(Range {
        start,
        stop,
        step,
        len,
    })))
}
