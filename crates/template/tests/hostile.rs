//! Templates that mean no good: each ends with an error that has a name, within a second, on a small stack, and none of them panics.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use logitscope_template::{Chat, ChatTemplate, Message, Moment, TemplateError, TemplateLimit};
use serde_json::Map;

/// What a page has is 1 MiB, of which a quarter is used. Code without optimisation takes more, of this and of the time.
const STACK: usize = if cfg!(debug_assertions) {
    4 << 20
} else {
    512 << 10
};
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });

fn render(source: &str) -> Result<String, TemplateError> {
    let message = |role: &str, content: &str| Message {
        role: role.to_owned(),
        content: content.to_owned(),
    };
    let messages = [
        message("system", "Rules"),
        message("user", "Hello"),
        message("assistant", "<think>\nx\n</think>\n\nyes"),
        message("user", "more"),
    ];
    let tokens = ["bos_token", "eos_token"].map(|name| (name.to_owned(), "<s>".to_owned()));
    let special_tokens = BTreeMap::from(tokens);
    ChatTemplate::new(source)?.render(&Chat {
        messages: &messages,
        add_generation_prompt: true,
        special_tokens: &special_tokens,
        variables: &Map::new(),
        now: Moment {
            year: i32::MAX,
            month: 0,
            day: 255,
            hour: 255,
            minute: 255,
            second: 255,
        },
    })
}

/// The result on a small stack, and how long it took.
fn tried(source: String) -> (Result<String, TemplateError>, Duration) {
    let run = move || {
        let begun = Instant::now();
        let result = render(&source);
        (result, begun.elapsed())
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(run);
    thread.expect("a thread").join().expect("no panic")
}

/// How a template has to end.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    Work,
    Depth,
    Nesting,
    Output,
    Syntax,
    Failed,
    TooLong,
    /// A text, because there is nothing wrong with it.
    Text,
}

fn end(result: &Result<String, TemplateError>) -> Option<End> {
    Some(match result {
        Ok(_) => End::Text,
        Err(TemplateError::TooMuch { limit }) => match limit {
            TemplateLimit::Work => End::Work,
            TemplateLimit::Depth => End::Depth,
            TemplateLimit::Nesting => End::Nesting,
            TemplateLimit::Output => End::Output,
        },
        Err(TemplateError::Syntax { .. }) => End::Syntax,
        Err(TemplateError::Failed { .. }) => End::Failed,
        Err(TemplateError::TooLong { .. }) => End::TooLong,
        Err(TemplateError::Raised { .. }) => return None,
    })
}

fn all_end_so(cases: &[(End, String)]) {
    let mut wrong = Vec::new();
    for (expected, source) in cases {
        let shown: String = source.chars().take(100).collect();
        let (result, time) = tried(source.clone());
        if end(&result) != Some(*expected) || time > MOST_TIME {
            let got = match &result {
                Ok(text) => format!("a text of {} bytes", text.len()),
                Err(error) => format!("{error:?}"),
            };
            wrong.push(format!("{shown}: {got} in {time:?}, not {expected:?}"));
        }
        if let Err(error) = result {
            let said = error.to_string();
            assert!(!said.contains('\n'), "{shown}: {said}");
            assert!(said.chars().count() < 200, "{shown}: {said}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn cases<const N: usize>(all: [(End, &str); N]) -> Vec<(End, String)> {
    all.map(|(end, source)| (end, source.to_owned())).to_vec()
}

#[test]
fn loops_that_do_not_end() {
    all_end_so(&cases([
        (
            End::Work,
            "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}{% endfor %}{% endfor %}",
        ),
        (
            End::Work,
            "{% for a in range(99999) %}{% for b in range(99999) %}{{ missing }}{% endfor %}{% endfor %}",
        ),
        (
            End::Work,
            "{% set ns = namespace(n=0) %}{% for a in range(99999) %}{% for b in range(99999) %}{% set ns.n = ns.n + 1 %}{% endfor %}{% endfor %}",
        ),
        (
            End::Work,
            "{% macro m(n) %}{% for i in range(9) %}{% if n %}{{ m(n - 1) }}{% endif %}{% endfor %}{% endmacro %}{{ m(12) }}",
        ),
        (
            End::Work,
            "{% for a in range(99999) %}{% for b in range(99999) %}{% macro m() %}{% endmacro %}{% endfor %}{% endfor %}",
        ),
        (
            End::Work,
            "{% for i in range(9) recursive %}{% if loop.depth < 30 %}{{ loop(range(9)) }}{% endif %}{% endfor %}",
        ),
        (
            End::Work,
            "{% for a in range(99999) %}{{ range(99999)|select('odd')|map('string')|list|length }}{% endfor %}",
        ),
        (
            End::Work,
            "{% for a in range(99999) %}{% for b in range(99999) if false %}{% endfor %}{% endfor %}",
        ),
        (
            End::Work,
            "{% set x = range(99999)|list %}{{ x|unique|list|length }}",
        ),
        (
            End::Work,
            "{% for a in range(99999) %}{{ 'x' in range(99999) }}{% endfor %}",
        ),
        (
            End::Output,
            "{% for a in range(99999) %}{{ 'twelve bytes' }}{% endfor %}",
        ),
        (
            End::Output,
            "{% for a in range(99999) %}twelve bytes{% endfor %}",
        ),
        (End::Output, "{{ 'x' * 1048577 }}"),
        (End::Text, "{{ 'x' * 1048576 }}"),
    ]));
}

#[test]
fn values_that_grow() {
    all_end_so(&cases([
        (End::Work, "{{ 'a' * 10 ** 9 }}"),
        (End::Work, "{{ 10 ** 9 * 'a' }}"),
        (End::Text, "{{ '' * 10 ** 18 }}{{ [] * 10 ** 18 }}"),
        (End::Work, "{{ [0] * 10 ** 9 }}"),
        (End::Work, "{{ (0,) * 10 ** 18 }}"),
        (End::Failed, "{{ range(10 ** 9) }}"),
        (
            End::Failed,
            "{{ range(-9223372036854775807, 9223372036854775807) }}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x='a') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x=[1]) %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x|tojson(indent=9) }}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x=[1], y=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% set ns.y = [ns.y, ns.y] %}{% endfor %}{{ ns.x == ns.y }}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x=[1], y=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% set ns.y = [ns.y, ns.y] %}{% endfor %}{{ [ns.x, ns.y]|sort }}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x=(1,)) %}{% for i in range(40) %}{% set ns.x = (ns.x, ns.x) %}{% endfor %}{{ {ns.x: 1} }}",
        ),
        (
            End::Work,
            "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ (ns.x ~ '')|length }}",
        ),
        (
            End::Nesting,
            "{% set ns = namespace(x=[]) %}{% for i in range(99999) %}{% set ns.x = [ns.x] %}{% endfor %}",
        ),
        (
            End::Nesting,
            "{% set ns = namespace(x={}) %}{% for i in range(99999) %}{% set ns.x = {'a': ns.x} %}{% endfor %}",
        ),
        (
            End::Nesting,
            "{% set ns = namespace(x=[]) %}{% for i in range(99999) %}{% set ns.x = [ns.x]|map('list') %}{% endfor %}",
        ),
        (
            End::Nesting,
            "{% set ns = namespace(x='') %}{% for i in range(99999) %}{% for j in [ns.x] %}{% set ns.x = loop %}{% endfor %}{% endfor %}",
        ),
        (
            End::Nesting,
            "{% set ns = namespace() %}{% set ns.x = ns %}{{ ns }}",
        ),
        (
            End::Nesting,
            "{% set ns = namespace() %}{% set ns.x = [ns] %}{{ ns }}",
        ),
        (
            End::Text,
            "{% for i in [1, 2] %}{{ loop.changed(loop) }}{% endfor %}",
        ),
        (End::Work, "{{ 'a'.ljust(10 ** 12) }}"),
        (End::Work, "{{ 'a'.center(10 ** 12) }}"),
        (End::Work, "{{ 'a'|center(10 ** 12) }}"),
        (End::Work, "{{ '1'.zfill(10 ** 12) }}"),
        (End::Work, "{{ '\\t'.expandtabs(10 ** 12) }}"),
        (End::Work, "{{ 'a\\nb'|indent(10 ** 12) }}"),
        (End::Work, "{{ [1]|tojson(indent=10 ** 12) }}"),
        (End::Work, "{{ [1]|batch(10 ** 12, 'x')|list }}"),
        (End::Work, "{{ [1]|slice(10 ** 12)|list }}"),
        (End::Work, "{{ '%1000000000000d' % 1 }}"),
        (End::Work, "{{ '%*d' % (10 ** 12, 1) }}"),
        (End::Text, "{{ '%.1000000000000d' % 1 }}"),
        (End::Text, "{{ '%.1000000000000f' % 1 }}"),
        (End::Failed, "{{ '%99999999999999999999999d' % 1 }}"),
        (End::Work, "{{ '{:>1000000000000}'.format(1) }}"),
        (End::Work, "{{ '{:{}}'.format(1, 10 ** 12) }}"),
        (End::Text, "{{ '{:.1000000000000f}'.format(1) }}"),
        (
            End::Failed,
            "{{ '{:9999999999999999999999999}'.format(1) }}",
        ),
        (End::Work, "{{ ('a' * 100000).replace('a', 'b' * 100000) }}"),
        (End::Work, "{{ ('a' * 100000).replace('', 'b' * 100000) }}"),
        (End::Work, "{{ ('b' * 100000).join('a' * 100000) }}"),
        (End::Work, "{{ ('a' * 100000)|join('b' * 100000) }}"),
        (End::Work, "{{ strftime_now('%c' * 9999999) }}"),
        (
            End::Work,
            "{% set x = '{a}' * 100000 %}{% for i in range(99999) %}{{ x.format(a=1)|length }}{% endfor %}",
        ),
    ]));
}

#[test]
fn numbers_at_their_ends() {
    all_end_so(&cases([
        (End::Failed, "{{ 9223372036854775807 + 1 }}"),
        (End::Failed, "{{ -9223372036854775807 - 2 }}"),
        (End::Failed, "{{ 9223372036854775807 * 2 }}"),
        (End::Failed, "{{ (-9223372036854775807 - 1) // -1 }}"),
        (End::Text, "{{ (-9223372036854775807 - 1) % -1 }}"),
        (End::Failed, "{{ -(-9223372036854775807 - 1) }}"),
        (End::Failed, "{{ (-9223372036854775807 - 1)|abs }}"),
        (End::Failed, "{{ 10 ** 10 ** 10 }}"),
        (End::Failed, "{{ 2 ** 64 }}"),
        (End::Text, "{{ 1 ** 9223372036854775807 }}{{ (-1) ** 9223372036854775807 }}{{ 0 ** 0 }}"),
        (End::Failed, "{{ 10.0 ** 9999 }}"),
        (End::Failed, "{{ 99999999999999999999 }}"),
        (End::Failed, "{{ 1e300|int }}"),
        (End::Text, "{{ 1e400 }}{{ -1e400|int(5) }}{{ (1e400 - 1e400)|round }}{{ 1e300|round(300) }}"),
        (End::Text, "{{ 5|round(-9223372036854775807) }}{{ 5.5|round(9223372036854775807) }}"),
        (End::Failed, "{{ 9223372036854775807|round(-1) }}"),
        (End::Text, "{{ 'abc'[::-9223372036854775807] }}{{ 'abc'[-9223372036854775807:9223372036854775807] }}"),
        (End::Text, "{{ [1][9223372036854775807] }}{{ [1][-9223372036854775807] }}{{ 'a'[-9223372036854775807] }}"),
        (End::Text, "{{ 'abc'.find('c', -9223372036854775807, 9223372036854775807) }}"),
        (End::Text, "{{ range(9223372036854775807, 9223372036854775806, -9223372036854775807)|list }}"),
        (End::Text, "{{ range(-9223372036854775807, 9223372036854775807, 9223372036854775807)|list }}"),
        (End::Failed, "{{ range(1, 2, 0) }}"),
        (End::Failed, "{{ 'abc'[::0] }}"),
        (End::Failed, "{{ [1]|batch(0) |list }}"),
        (End::Failed, "{{ 1 % 0 }}"),
        (End::Failed, "{{ 1.0 // 0 }}"),
        (End::Failed, "{{ 0 ** -1 }}"),
        (End::Failed, "{{ 'a'|truncate(-9223372036854775807) }}"),
        (End::Text, "{{ 'a' * -9223372036854775807 }}"),
        (End::Text, "{{ 'a-b'.split('-', -9223372036854775807) }}{{ 'a'.replace('a', 'b', -9223372036854775807) }}"),
        (End::Text, "{% for i in [1] %}{{ loop.cycle(1) }}{% endfor %}"),
        (End::Failed, "{% for i in [1] %}{{ loop.cycle() }}{% endfor %}"),
        (End::Text, "{{ [1e400 - 1e400, 1, 2, 1e400 - 1e400, 0]|sort }}"),
        (End::Text, "{{ strftime_now('%a %b %j %U %W %V %G %g %C %y %Y %I %p %x %q %') }}"),
        (End::Failed, "{{ '%c' % -1 }}"),
        (End::Failed, "{{ '{:c}'.format(55296) }}"),
    ]
    .map(|(end, source)| match source {
        "{{ 99999999999999999999 }}" => (End::Syntax, source),
        _ => (end, source),
    })));
}

#[test]
fn what_is_nested() {
    let nested = |open: &str, inside: &str, close: &str, n: usize| {
        format!("{}{inside}{}", open.repeat(n), close.repeat(n))
    };
    let printed = |expr: String| format!("{{{{ {expr} }}}}");
    all_end_so(&[
        (End::Depth, printed(nested("(", "1", ")", 50_000))),
        (End::Depth, printed(nested("[", "1", "]", 50_000))),
        (End::Depth, printed(nested("{1: ", "1", "}", 50_000))),
        (End::Depth, printed(nested("a[", "1", "]", 50_000))),
        (End::Depth, printed(nested("a(", "1", ")", 50_000))),
        (End::Depth, printed(nested("a|f(", "1", ")", 50_000))),
        (End::Depth, printed(nested("a is t(", "1", ")", 30_000))),
        (End::Depth, printed(nested("(1 if ", "1", " else 1)", 15_000))),
        (End::Depth, printed("-".repeat(100_000) + "1")),
        (End::Depth, printed("1".to_owned() + &" if 1".repeat(40_000))),
        (
            End::Depth,
            printed("1 is a ".to_owned() + &nested("[", "1", "]", 50_000)),
        ),
        (End::Depth, nested("{% if 1 %}", "x", "{% endif %}", 8_000)),
        (
            End::Depth,
            nested("{% for a in [1] %}", "x", "{% endfor %}", 8_000),
        ),
        (End::Depth, nested("{% set a %}", "x", "{% endset %}", 8_000)),
        (End::Depth, nested("{% with %}", "x", "{% endwith %}", 8_000)),
        (
            End::Depth,
            nested("{% filter upper %}", "x", "{% endfilter %}", 5_000),
        ),
        (
            End::Depth,
            nested("{% macro m() %}", "x", "{% endmacro %}", 5_000),
        ),
        (
            End::Depth,
            nested("{% call m() %}", "x", "{% endcall %}", 5_000),
        ),
        (
            End::Depth,
            nested("{% generation %}", "x", "{% endgeneration %}", 5_000),
        ),
        (End::Depth, format!("{{% set {}", "(".repeat(50_000))),
        // What stands in a row is not nested.
        (End::Text, printed("1".to_owned() + &"+1".repeat(60_000))),
        (End::Text, printed("1".to_owned() + &"~1".repeat(60_000))),
        (End::Text, printed("1".to_owned() + &" < 1".repeat(60_000))),
        (End::Text, printed("1".to_owned() + &" and 1".repeat(40_000))),
        (End::Text, printed("0".to_owned() + &" or 0".repeat(40_000))),
        (End::Text, printed("not ".repeat(60_000) + "1")),
        (End::Text, printed("1".to_owned() + &"|abs".repeat(60_000))),
        (
            End::Text,
            printed("1".to_owned() + &" if 0 else 1".repeat(20_000)),
        ),
        (
            End::Failed,
            printed("a".to_owned() + &".a".repeat(100_000)),
        ),
        (
            End::Text,
            "{% if 0 %}".to_owned() + &"{% elif 0 %}".repeat(15_000) + "{% endif %}",
        ),
        (
            End::Nesting,
            "{% set x = [] %}".to_owned() + &"{% set x = [x] %}".repeat(15_000),
        ),
        (
            End::Depth,
            "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}".to_owned(),
        ),
        (
            End::Depth,
            "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}"
                .to_owned(),
        ),
        (
            End::Depth,
            "{% macro m(x=m()) %}{% endmacro %}{{ m() }}".to_owned(),
        ),
        (
            End::Depth,
            "{% macro m() %}{{ caller }}{% call m() %}{{ m() }}{% endcall %}{% endmacro %}{{ m() }}"
                .to_owned(),
        ),
        (
            End::Depth,
            "{% macro m() %}{% filter upper %}{% set a %}{% with %}{% for i in [1] %}{% if 1 %}{{ [(1, {1: -m()})] }}{% endif %}{% endfor %}{% endwith %}{% endset %}{{ a }}{% endfilter %}{% endmacro %}{{ m() }}"
                .to_owned(),
        ),
        (
            End::Depth,
            "{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}".to_owned(),
        ),
    ]);
}

#[test]
fn what_no_template_has() {
    let line = "x".repeat(300_000);
    let mut all = cases([
        (End::Syntax, "{% include 'a' %}"),
        (End::Syntax, "{% import 'a' as b %}"),
        (End::Syntax, "{% from 'a' import b %}"),
        (End::Syntax, "{% extends 'a' %}"),
        (End::Syntax, "{% block a %}{% endblock %}"),
        (End::Syntax, "{% autoescape true %}{% endautoescape %}"),
        (End::Syntax, "{% trans %}{% endtrans %}"),
        (End::Syntax, "{% debug %}"),
        (End::Failed, "{{ 1|nothing }}"),
        (End::Failed, "{{ 1|urlize }}"),
        (End::Failed, "{{ 1 is nothing }}"),
        (End::Failed, "{{ nothing() }}"),
        (End::Failed, "{{ lipsum() }}"),
        (End::Failed, "{{ ''.__class__.__mro__ }}"),
        (End::Failed, "{{ messages.append(1) }}"),
        (End::Failed, "{{ messages[0].update(a=1) }}"),
        (End::Failed, "{{ 'a'.encode() }}"),
        (End::Failed, "{{ ''.format.__globals__.x }}"),
        (End::Failed, "{{ self._TemplateReference__context }}"),
        (End::Failed, "{{ raise_exception.__globals__.x }}"),
        (End::Text, "{{ [1]|map('map', 'map', 'map')|list }}"),
        (End::Syntax, "{{ '\\ud800' }}"),
        (End::Syntax, "{{ '\\N{DIGIT ONE}' }}"),
        (End::Syntax, "{{ 'a"),
        (End::Syntax, "{{ $ }}"),
        (End::Syntax, "{{ ² }}"),
        (End::Syntax, "{{ 007 }}"),
    ]);
    all.push((End::TooLong, line));
    all.push((End::Syntax, "{% endraw x".repeat(20_000)));
    all.push((
        End::Syntax,
        "{% raw %}".to_owned() + &"{% endraw x".repeat(20_000),
    ));
    all.push((End::Syntax, "{{ ".to_owned() + &"'".repeat(99_999)));
    all.push((End::Text, "{# #}".repeat(50_000)));
    all.push((
        End::Work,
        (0..15_000)
            .map(|i| format!("{{%set a{i:x}=0%}}"))
            .collect::<String>(),
    ));
    all_end_so(&all);
}

#[test]
fn the_words_of_a_template_stay_on_one_line() {
    let message = "no\n".repeat(2_000) + "\u{202e}";
    let source = format!(
        "{{{{ raise_exception('{}') }}}}",
        message.replace('\n', "\\n")
    );
    let Err(error) = render(&source) else {
        panic!("no error");
    };
    let TemplateError::Raised { message: kept } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(kept.chars().count(), logitscope_template::LONGEST_MESSAGE);
    assert!(kept.starts_with("no\nno\n"));
    let said = error.to_string();
    assert!(said.chars().count() < 200 && !said.contains('\n'), "{said}");
    let again: TemplateError =
        serde_json::from_str(&serde_json::to_string(&error).expect("data")).expect("the same");
    assert_eq!(again, error);
}

/// A sequence of numbers, the same in every run. Source: Marsaglia 2003, Xorshift RNGs.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below as u64).unwrap_or(0)
    }
}

/// Pieces that make a difference where they do not belong.
const PIECES: [&str; 40] = [
    "{{",
    "}}",
    "{%",
    "%}",
    "{#",
    "#}",
    "-",
    "+",
    "'",
    "\"",
    "\\",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    ".",
    ",",
    ":",
    "~",
    "*",
    "**",
    "==",
    " not ",
    " in ",
    " is ",
    " if ",
    " else ",
    "for ",
    "{% endfor %}",
    "{% endif %}",
    "{% else %}",
    "{% break %}",
    "{% raw %}",
    "\n",
    "\u{a0}é",
    "0",
    "|list",
];

/// The words of a text: where they begin and end.
fn words(chars: &[char]) -> Vec<(usize, usize)> {
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let mut all = Vec::new();
    let mut at = 0;
    for run in chars.chunk_by(|a, b| is_word(a) == is_word(b)) {
        if run.first().is_some_and(is_word) {
            all.push((at, at + run.len()));
        }
        at += run.len();
    }
    all
}

/// A template with one to three changes: parts that are gone, doubled, or from another template, and signs where none were.
fn mutated(source: &str, other: &str, numbers: &mut Numbers) -> String {
    let mut chars: Vec<char> = source.chars().collect();
    let others: Vec<char> = other.chars().collect();
    for _ in 0..1 + numbers.next(3) {
        let at = numbers.next(chars.len() + 1);
        let end = (at + numbers.next(12)).min(chars.len());
        match numbers.next(8) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let again = chars[at..end].to_vec();
                chars.splice(at..at, again);
            }
            2 => {
                let piece = PIECES[numbers.next(PIECES.len())];
                chars.splice(at..at, piece.chars());
            }
            _ => {
                let (own, foreign) = (words(&chars), words(&others));
                if own.is_empty() || foreign.is_empty() {
                    continue;
                }
                let (start, end) = own[numbers.next(own.len())];
                let (from, to) = foreign[numbers.next(foreign.len())];
                chars.splice(start..end, others[from..to].iter().copied());
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn templates_with_mistakes_do_not_panic() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = here.join("../../tests/golden/templates");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the templates")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let sources: Vec<String> = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a text"))
        .collect();
    let run = move || {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut ends = BTreeMap::new();
        for _ in 0..6_000 {
            let source = &sources[numbers.next(sources.len())];
            let other = &sources[numbers.next(sources.len())];
            let source = mutated(source, other, &mut numbers);
            let kind = match render(&source) {
                Ok(_) => "text",
                Err(TemplateError::Syntax { .. }) => "syntax",
                Err(TemplateError::Raised { .. }) => "raised",
                Err(TemplateError::Failed { .. }) => "failed",
                Err(_) => "too much",
            };
            *ends.entry(kind).or_insert(0) += 1;
        }
        ends
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(run);
    let ends: BTreeMap<&str, i32> = thread.expect("a thread").join().expect("no panic");
    // The mistakes are neither all too coarse nor all too small.
    for kind in ["text", "syntax", "raised", "failed"] {
        assert!(ends.get(kind).is_some_and(|n| *n > 200), "{ends:?}");
    }
}
