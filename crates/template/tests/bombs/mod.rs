//! Templates that mean no good, and how each has to end. Here they are run on a small stack; `tests/tests/templates.rs` runs them in a browser, too.

use std::collections::BTreeMap;

use logitscope_template::{Chat, ChatTemplate, Message, Moment, TemplateError, TemplateLimit};
use serde_json::Map;

/// Templates, each with its end.
pub type Cases = Vec<(End, String)>;

/// A conversation as the text of the template `source`.
pub fn render(source: &str) -> Result<String, TemplateError> {
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

/// How a template has to end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    /// Its work was too much.
    Work,
    /// It is nested or calls itself too deeply.
    Depth,
    /// Its values are nested too deeply.
    Nesting,
    /// Its text became too long.
    Output,
    /// It cannot be read.
    Syntax,
    /// Something in it cannot be.
    Failed,
    /// It is too long itself.
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

/// What is wrong with the way that `source` ended; `None` if it ended as it has to.
pub fn fault(
    expected: End,
    source: &str,
    result: &Result<String, TemplateError>,
) -> Option<String> {
    let shown: String = source.chars().take(100).collect();
    let said = match result {
        Ok(text) => format!("a text of {} bytes", text.len()),
        Err(error) => error.to_string(),
    };
    let is_line = !said.contains('\n') && said.chars().count() < 200;
    let good = is_line && end(result) == Some(expected);
    (!good).then(|| format!("{shown}: {result:.200?}, not {expected:?}"))
}

fn cases<const N: usize>(all: [(End, &str); N]) -> Cases {
    all.map(|(end, source)| (end, source.to_owned())).to_vec()
}

/// Loops that do not end.
pub fn loops_that_do_not_end() -> Cases {
    cases([
        // Texts of one length are compared to their ends.
        (
            End::Work,
            "{% set s = 'a' * 1000000 %}{% set t = 'a' * 1000000 %}{% for i in range(9999) %}{% if s == t %}{% endif %}{% endfor %}",
        ),
        (
            End::Work,
            "{% set s = 'a' * 1000000 %}{% set t = 'a' * 1000000 ~ 'b' %}{% for i in range(9999) %}{% if s < t %}{% endif %}{% endfor %}",
        ),
        (
            End::Work,
            "{% set s = 'a' * 1000000 %}{% set t = 'a' * 1000000 %}{% set x = [t] * 9999 %}{{ x.count(s) }}",
        ),
        (
            End::Work,
            "{% set s = 'a' * 1000000 %}{% set t = 'a' * 1000000 %}{% set d = {t: 1} %}{% for i in range(9999) %}{% if s in d %}{% endif %}{% endfor %}",
        ),
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
    ])
}

/// Values that grow.
pub fn values_that_grow() -> Cases {
    cases([
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
        (End::Work, "{{ ('a\\n' * 1000)|indent(10 ** 7) }}"),
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
    ])
}

/// Numbers at their ends.
pub fn numbers_at_their_ends() -> Cases {
    cases([
        (End::Failed, "{{ 9223372036854775807 + 1 }}"),
        (End::Failed, "{{ -9223372036854775807 - 2 }}"),
        (End::Failed, "{{ 9223372036854775807 * 2 }}"),
        (End::Failed, "{{ (-9223372036854775807 - 1) // -1 }}"),
        (End::Text, "{{ (-9223372036854775807 - 1) % -1 }}"),
        (End::Failed, "{{ -(-9223372036854775807 - 1) }}"),
        (End::Failed, "{{ (-9223372036854775807 - 1)|abs }}"),
        (End::Failed, "{{ 10 ** 10 ** 10 }}"),
        (End::Failed, "{{ 2 ** 64 }}"),
        (
            End::Text,
            "{{ 1 ** 9223372036854775807 }}{{ (-1) ** 9223372036854775807 }}{{ 0 ** 0 }}",
        ),
        (End::Failed, "{{ 10.0 ** 9999 }}"),
        (End::Syntax, "{{ 99999999999999999999 }}"),
        (End::Failed, "{{ 1e300|int }}"),
        (
            End::Text,
            "{{ 1e400 }}{{ -1e400|int(5) }}{{ (1e400 - 1e400)|round }}{{ 1e300|round(300) }}",
        ),
        (
            End::Text,
            "{{ 5|round(-9223372036854775807) }}{{ 5.5|round(9223372036854775807) }}",
        ),
        (End::Failed, "{{ 9223372036854775807|round(-1) }}"),
        (
            End::Text,
            "{{ 'abc'[::-9223372036854775807] }}{{ 'abc'[-9223372036854775807:9223372036854775807] }}",
        ),
        (
            End::Text,
            "{{ [1][9223372036854775807] }}{{ [1][-9223372036854775807] }}{{ 'a'[-9223372036854775807] }}",
        ),
        (
            End::Text,
            "{{ 'abc'.find('c', -9223372036854775807, 9223372036854775807) }}",
        ),
        (
            End::Text,
            "{{ range(9223372036854775807, 9223372036854775806, -9223372036854775807)|list }}",
        ),
        (
            End::Text,
            "{{ range(-9223372036854775807, 9223372036854775807, 9223372036854775807)|list }}",
        ),
        (End::Failed, "{{ range(1, 2, 0) }}"),
        (End::Failed, "{{ 'abc'[::0] }}"),
        (End::Failed, "{{ [1]|batch(0) |list }}"),
        (End::Failed, "{{ 1 % 0 }}"),
        (End::Failed, "{{ 1.0 // 0 }}"),
        (End::Failed, "{{ 0 ** -1 }}"),
        (End::Failed, "{{ 'a'|truncate(-9223372036854775807) }}"),
        (End::Text, "{{ 'a' * -9223372036854775807 }}"),
        (
            End::Text,
            "{{ 'a-b'.split('-', -9223372036854775807) }}{{ 'a'.replace('a', 'b', -9223372036854775807) }}",
        ),
        (
            End::Text,
            "{% for i in [1] %}{{ loop.cycle(1) }}{% endfor %}",
        ),
        (
            End::Failed,
            "{% for i in [1] %}{{ loop.cycle() }}{% endfor %}",
        ),
        (
            End::Text,
            "{{ [1e400 - 1e400, 1, 2, 1e400 - 1e400, 0]|sort }}",
        ),
        (
            End::Text,
            "{{ strftime_now('%a %b %j %U %W %V %G %g %C %y %Y %I %p %x %q %') }}",
        ),
        (End::Failed, "{{ '%c' % -1 }}"),
        (End::Failed, "{{ '{:c}'.format(55296) }}"),
    ])
}

/// What is nested.
pub fn what_is_nested() -> Cases {
    let nested = |open: &str, inside: &str, close: &str, n: usize| {
        format!("{}{inside}{}", open.repeat(n), close.repeat(n))
    };
    let printed = |expr: String| format!("{{{{ {expr} }}}}");
    vec![
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
    ]
}

/// What no template has.
pub fn what_no_template_has() -> Cases {
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
    all
}
