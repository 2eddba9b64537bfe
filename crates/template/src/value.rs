//! The values of templates: those of Python, none of which changes but a namespace.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::budget::{Budget, Fault, ITEM, MOST_NESTED, Res, failed};
use crate::error::TemplateLimit;

/// A value.
#[derive(Clone)]
pub(crate) enum Value {
    /// What does not exist, and what is said if it is used.
    Undefined(Rc<str>),
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Rc<str>),
    List(Rc<Items>),
    Tuple(Rc<Items>),
    Lazy(Rc<Lazy>),
    Dict(Rc<Dict>),
    Range(Rc<Range>),
    Namespace(Rc<Namespace>),
    Method(Rc<Method>),
    Function(Function),
    /// By its place in the evaluation's table.
    Macro(usize),
    Loop(Rc<Loop>),
}

/// The items of a list or a tuple.
pub(crate) struct Items {
    pub(crate) all: Vec<Value>,
    depth: usize,
}

/// What Python gives instead of a list: a generator, which gives each item once, or a view of a dict.
pub(crate) struct Lazy {
    items: Vec<Value>,
    at: Cell<usize>,
    /// The name of the view; `None` of a generator.
    pub(crate) view: Option<&'static str>,
    /// Why a generator has no more items, which is said only where one more is asked for.
    broken: Option<String>,
    depth: usize,
}

/// A dict, in the order in which its keys came.
pub(crate) struct Dict {
    pub(crate) entries: Vec<(Value, Value)>,
    depth: usize,
}

/// `range(start, stop, step)`, with its length.
pub(crate) struct Range {
    pub(crate) start: i64,
    pub(crate) stop: i64,
    pub(crate) step: i64,
    pub(crate) len: usize,
}

/// The one value that changes.
pub(crate) struct Namespace {
    pub(crate) values: RefCell<Vec<(Rc<str>, Value)>>,
}

/// A method with the value that it belongs to.
pub(crate) struct Method {
    pub(crate) of: Value,
    pub(crate) name: &'static str,
    depth: usize,
}

/// The functions that every template has.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Function {
    Dict,
    Namespace,
    RaiseException,
    Range,
    StrftimeNow,
}

/// The variable `loop`.
pub(crate) struct Loop {
    pub(crate) items: Vec<Value>,
    pub(crate) index: Cell<usize>,
    /// How many recursive calls it stands in.
    pub(crate) level: usize,
    /// Its place in the evaluation's table, if it is recursive.
    pub(crate) recursive: Option<usize>,
    pub(crate) changed: RefCell<Option<Vec<Value>>>,
    depth: usize,
}

/// Arguments of a call.
#[derive(Default)]
pub(crate) struct Args {
    pub(crate) positional: Vec<Value>,
    pub(crate) named: Vec<(Rc<str>, Value)>,
}

/// One more than the deepest of `values`, within the bound: a value that is too deep would be too deep for the stack.
fn depth_around<'v>(values: impl Iterator<Item = &'v Value>) -> Res<usize> {
    let depth = 1 + values.map(Value::depth).max().unwrap_or(0);
    match depth > MOST_NESTED {
        true => Err(Fault::TooMuch(TemplateLimit::Nesting)),
        false => Ok(depth),
    }
}

impl Value {
    pub(crate) fn undefined(why: impl AsRef<str>) -> Value {
        Value::Undefined(why.as_ref().into())
    }

    pub(crate) fn text(text: impl AsRef<str>, budget: &mut Budget) -> Res<Value> {
        budget.bytes(text.as_ref().len())?;
        Ok(Value::Str(text.as_ref().into()))
    }

    fn items(all: Vec<Value>, budget: &mut Budget) -> Res<Rc<Items>> {
        budget.items(all.len())?;
        let depth = depth_around(all.iter())?;
        Ok(Rc::new(Items { all, depth }))
    }

    pub(crate) fn list(all: Vec<Value>, budget: &mut Budget) -> Res<Value> {
        Ok(Value::List(Value::items(all, budget)?))
    }

    pub(crate) fn tuple(all: Vec<Value>, budget: &mut Budget) -> Res<Value> {
        Ok(Value::Tuple(Value::items(all, budget)?))
    }

    /// The view of a dict.
    pub(crate) fn view(items: Vec<Value>, name: &'static str, budget: &mut Budget) -> Res<Value> {
        Value::lazy(items, Some(name), None, budget)
    }

    /// A generator, of which not all items can be made if `end` is a failure.
    pub(crate) fn generator(items: Vec<Value>, end: Res<()>, budget: &mut Budget) -> Res<Value> {
        let broken = match end {
            Ok(()) => None,
            Err(Fault::Failed(why)) => Some(why),
            Err(fault) => return Err(fault),
        };
        Value::lazy(items, None, broken, budget)
    }

    fn lazy(
        items: Vec<Value>,
        view: Option<&'static str>,
        broken: Option<String>,
        budget: &mut Budget,
    ) -> Res<Value> {
        budget.items(items.len())?;
        let depth = depth_around(items.iter())?;
        let at = Cell::new(0);
        Ok(Value::Lazy(Rc::new(Lazy {
            items,
            at,
            view,
            broken,
            depth,
        })))
    }

    /// A dict of keys that differ: [`crate::ops::insert`] sees to that.
    pub(crate) fn dict(entries: Vec<(Value, Value)>, budget: &mut Budget) -> Res<Value> {
        budget.items(entries.len())?;
        let depth = depth_around(entries.iter().flat_map(|(key, value)| [key, value]))?;
        Ok(Value::Dict(Rc::new(Dict { entries, depth })))
    }

    pub(crate) fn method(of: Value, name: &'static str) -> Res<Value> {
        let depth = depth_around([&of].into_iter())?;
        Ok(Value::Method(Rc::new(Method { of, name, depth })))
    }

    pub(crate) fn the_loop(items: Vec<Value>, level: usize, recursive: Option<usize>) -> Res<Loop> {
        Ok(Loop {
            depth: depth_around(items.iter())?,
            items,
            index: Cell::new(0),
            level,
            recursive,
            changed: RefCell::new(None),
        })
    }

    /// How deep values stand in it. A namespace could hold itself, so it counts as too deep to stand in anything.
    fn depth(&self) -> usize {
        match self {
            Value::List(items) | Value::Tuple(items) => items.depth,
            Value::Lazy(lazy) => lazy.depth,
            Value::Dict(dict) => dict.depth,
            Value::Method(method) => method.depth,
            Value::Loop(of) => of.depth,
            Value::Namespace(_) => MOST_NESTED,
            _ => 0,
        }
    }

    /// Python's name of the type.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Undefined(_) => "Undefined",
            Value::None => "NoneType",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Float(_) => "float",
            Value::Str(_) => "str",
            Value::List(_) => "list",
            Value::Tuple(_) => "tuple",
            Value::Lazy(lazy) => lazy.view.unwrap_or("generator"),
            Value::Dict(_) => "dict",
            Value::Range(_) => "range",
            Value::Namespace(_) => "Namespace",
            Value::Method(_) => "method",
            Value::Function(_) => "function",
            Value::Macro(_) => "Macro",
            Value::Loop(_) => "LoopContext",
        }
    }

    /// Whether Python takes it for true.
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Value::Undefined(_) | Value::None => false,
            Value::Bool(value) => *value,
            Value::Int(value) => *value != 0,
            Value::Float(value) => *value != 0.0,
            Value::Str(text) => !text.is_empty(),
            Value::List(items) | Value::Tuple(items) => !items.all.is_empty(),
            Value::Lazy(lazy) => lazy.view.is_none() || !lazy.items.is_empty(),
            Value::Dict(dict) => !dict.entries.is_empty(),
            Value::Range(range) => range.len > 0,
            Value::Loop(of) => !of.items.is_empty(),
            Value::Namespace(_) | Value::Method(_) | Value::Function(_) | Value::Macro(_) => true,
        }
    }

    /// `len(value)`.
    pub(crate) fn len(&self, budget: &mut Budget) -> Res<usize> {
        Ok(match self {
            Value::Undefined(_) => 0,
            Value::Str(text) => {
                budget.bytes(text.len())?;
                text.chars().count()
            }
            Value::List(items) | Value::Tuple(items) => items.all.len(),
            Value::Lazy(lazy) if lazy.view.is_some() => lazy.items.len(),
            Value::Dict(dict) => dict.entries.len(),
            Value::Range(range) => range.len,
            Value::Loop(of) => of.items.len(),
            _ => return failed(format!("object of type '{}' has no len()", self.kind())),
        })
    }

    /// The items in turn; those of a generator are gone afterwards.
    pub(crate) fn iterate(&self, budget: &mut Budget) -> Res<Vec<Value>> {
        Ok(match self {
            Value::Undefined(_) => Vec::new(),
            Value::Str(text) => {
                budget.items(text.len())?;
                let letter = |c: char| Value::Str(c.encode_utf8(&mut [0; 4]).into());
                text.chars().map(letter).collect()
            }
            Value::List(items) | Value::Tuple(items) => {
                budget.items(items.all.len())?;
                items.all.clone()
            }
            Value::Lazy(lazy) => {
                let from = lazy.begin();
                budget.items(lazy.items.len() - from)?;
                lazy.go_on()?;
                lazy.items[from..].to_vec()
            }
            Value::Dict(dict) => {
                budget.items(dict.entries.len())?;
                dict.entries.iter().map(|(key, _)| key.clone()).collect()
            }
            Value::Range(range) => {
                budget.items(range.len)?;
                (0..range.len).map(|i| Value::Int(range.at(i))).collect()
            }
            _ => return failed(format!("'{}' object is not iterable", self.kind())),
        })
    }

    /// The first item, of which a generator then has one less.
    pub(crate) fn first(&self, budget: &mut Budget) -> Res<Option<Value>> {
        match self {
            Value::Lazy(lazy) if lazy.view.is_none() => {
                let at = lazy.at.get();
                lazy.at.set((at + 1).min(lazy.items.len()));
                match lazy.items.get(at) {
                    Some(item) => Ok(Some(item.clone())),
                    None => lazy.go_on().map(|()| None),
                }
            }
            Value::List(items) | Value::Tuple(items) => Ok(items.all.first().cloned()),
            _ => Ok(self.iterate(budget)?.into_iter().next()),
        }
    }
}

impl Lazy {
    /// Where its items begin that are still to come.
    fn begin(&self) -> usize {
        match self.view {
            Some(_) => 0,
            None => self.at.replace(self.items.len()),
        }
    }

    /// Goes beyond the last item.
    fn go_on(&self) -> Res<()> {
        match &self.broken {
            Some(why) => failed(why.clone()),
            None => Ok(()),
        }
    }
}

impl Range {
    /// The item with the number `i` of those that it has.
    pub(crate) fn at(&self, i: usize) -> i64 {
        self.start
            .wrapping_add(self.step.wrapping_mul(i64::try_from(i).unwrap_or(0)))
    }
}

impl Namespace {
    pub(crate) fn get(&self, name: &str) -> Option<Value> {
        let values = self.values.borrow();
        let found = values.iter().find(|(key, _)| **key == *name)?;
        Some(found.1.clone())
    }

    /// Sets an attribute, which may not be a namespace: it could hold itself.
    pub(crate) fn set(&self, name: &str, value: Value, budget: &mut Budget) -> Res<()> {
        if name.starts_with('_') {
            return failed(format!(
                "Chat templates cannot store underscore-prefixed attributes on a namespace, but got '{name}'."
            ));
        }
        depth_around([&value].into_iter())?;
        let mut values = self.values.borrow_mut();
        budget.items(values.len())?;
        match values.iter_mut().find(|(key, _)| **key == *name) {
            Some(found) => found.1 = value,
            None => values.push((name.into(), value)),
        }
        Ok(())
    }
}

impl Args {
    /// The arguments by the names of the parameters, in their order.
    pub(crate) fn bind(self, of: &str, names: &[&str]) -> Res<Vec<Option<Value>>> {
        if self.positional.len() > names.len() {
            return failed(format!(
                "{of} takes at most {} arguments ({} given)",
                names.len(),
                self.positional.len()
            ));
        }
        let mut bound: Vec<Option<Value>> = self.positional.into_iter().map(Some).collect();
        bound.resize(names.len(), None);
        for (name, value) in self.named {
            match names.iter().position(|own| **own == *name) {
                Some(at) if bound[at].is_none() => bound[at] = Some(value),
                Some(_) => return failed(format!("{of} got two values for '{name}'")),
                None => return failed(format!("{of} has no argument '{name}'")),
            }
        }
        Ok(bound)
    }

    /// The same arguments once more.
    pub(crate) fn copy(&self, budget: &mut Budget) -> Res<Args> {
        budget.spend(self.cost())?;
        Ok(Args {
            positional: self.positional.clone(),
            named: self.named.clone(),
        })
    }

    /// Units of work that the arguments are worth.
    pub(crate) fn cost(&self) -> u64 {
        (self.positional.len() + self.named.len()) as u64 * ITEM
    }
}
