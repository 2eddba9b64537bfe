"""Writes what Transformers makes of conversations by chat templates.

    python make_templates.py

`templates.json` has the templates of the folder `templates`, written for this test in the shapes of published ones, with conversations that they
render or refuse, and snippets of single features. Needs transformers and jinja2, no torch; run with transformers 5.24.0 and jinja2 3.1.6.
"""

import argparse
import datetime
import json
from pathlib import Path

import jinja2
import transformers
from transformers.utils import chat_template_utils

HERE = Path(__file__).parent

NOW = datetime.datetime(2026, 3, 7, 14, 5, 9)

SPECIAL = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}

THOUGHT = "<think>\nA sum. 2 + 2 is\n4.\n</think>\n\n4."

CONVERSATIONS = {
    "one": [("user", "Hello")],
    "system": [("system", "You are terse."), ("user", "Who are you?")],
    "turns": [("user", "Hi"), ("assistant", "Hello! How can I help?"), ("user", "Tell me a joke.")],
    "system_turns": [
        ("system", "Answer in French."),
        ("user", "One"),
        ("assistant", "Un"),
        ("user", "Two"),
        ("assistant", "Deux"),
        ("user", "Three"),
    ],
    "answered": [("user", "2 + 2?"), ("assistant", "4")],
    "spaces": [("system", "  \n Rules. \n\n"), ("user", "\t padded \n\n"), ("assistant", "\n\n yes \x1c\u00a0"), ("user", " ")],
    "signs": [("user", """<b>"It's" & 'that'</b> {{ x }} {% if %} \\n </s> [INST]"""), ("assistant", "a < b && c > d"), ("user", "\r\nok\r\n")],
    "letters": [("user", "Grüße, 日本語, Ελληνικά, é, 👩‍👩‍👧, \u202e"), ("assistant", "ﬁ ǆ ß İ"), ("user", "नमस्ते")],
    "thought": [("user", "2 + 2?"), ("assistant", THOUGHT), ("user", "And 3 + 3?"), ("assistant", "<think>six</think>6"), ("user", "ok")],
    "thought_last": [("system", "Think. /no_think"), ("user", "2 + 2?"), ("assistant", THOUGHT)],
    "overridden": [("system", "/system_override Be a pirate. /think"), ("user", "Hi")],
    "twice_user": [("user", "Hi"), ("user", "there")],
    "begins_assistant": [("assistant", "Hi"), ("user", "Hello")],
    "late_system": [("user", "Hi"), ("system", "Be kind."), ("assistant", "Hello"), ("user", "Bye")],
    "tool": [("user", "Weather?"), ("assistant", "calling"), ("tool", '{"t": 21}'), ("tool", "dry"), ("assistant", "21 and dry")],
    "unknown": [("user", "Hi"), ("critic", "No.")],
    "empty": [("system", ""), ("user", ""), ("assistant", "")],
    "none": [],
}

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather <now> & here.\nIn a \"city\".",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"type": "string"},
                    "days": {"type": "array", "items": {"type": "integer"}},
                    "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
                    "where": {"type": "object", "properties": {"lat": {"type": ["number", "null"]}, "lon": {"type": "number"}}, "required": ["lat"]},
                },
                "required": ["city"],
            },
        },
    },
    {"type": "function", "function": {"name": "é", "description": "", "parameters": {"type": "object", "properties": {}}, "return": {"type": "null"}}},
]

VARIABLES = {
    "no_thinking": {"enable_thinking": False},
    "thinking": {"enable_thinking": True},
    "tools": {"tools": TOOLS},
    "documents": {"documents": [{"title": "A", "text": "ä\n\"b\""}, {"title": "B", "text": "", "n": 1.5e20, "ok": True, "no": None}]},
    "date": {"date_string": "1 Jan 2020", "reasoning_effort": "high"},
    "tokens": {"bos_token": "<|begin|>"},
}

# What snippets find beside the messages of "turns".
VALUES = {
    "n": 7,
    "x": 2.5,
    "yes": True,
    "no": False,
    "nothing": None,
    "word": "Hello World",
    "text": "  two\nlines  ",
    "list": [3, 1, 2],
    "names": ["b", "A", "c", "a"],
    "people": [{"name": "Ann", "age": 31, "tags": ["x"]}, {"name": "bob", "age": 25, "tags": []}, {"name": "Cy", "age": 31, "tags": ["y", "z"]}],
    "box": {"a": 1, "b": [1, 2], "items": "own"},
    "deep": {"a": {"b": {"c": [10, {"d": "end"}]}}},
    "numbers": [0, 1, -1, 0.0, 1.0, -0.5, 1e16, 1e15, 123456789.123, 1e-5, 0.0001, 1e17, 2**53],
    "strange": "it's \"so\" \\ \n\t\x00\x7f\u00ad\u200b\u00e9\u0301\u65e5\U0001f600",
}

SNIPPETS = """
{{ messages|length }} {{ messages[0].role }} {{ messages[-1]['content'] }} {{ messages[5] is defined }}
{{ bos_token }}{{ eos_token }}{{ pad_token }}{{ pad_token is defined }}{{ tools }}{{ documents is none }}{{ add_generation_prompt }}
{{ none }} {{ true }} {{ false }} {{ None }} {{ True }} {{ nothing }} {{ undefined_thing }} {{ yes }}
{{ [1, 2.0, 'a', none, true] }} {{ (1,) }} {{ () }} {{ (1, 'b') }} {{ {'a': 1, 2: 'b', none: (1,)} }} {{ [] }} {{ {} }}
{{ 1, 2 }}
{{ strange }} {{ [strange] }} {{ {'k': strange} }}
{{ ["it's", 'say "x"', 'it\\'s "x"', 'a\\\\b'] }}
{{ numbers }}
{% for i in numbers %}{{ i }} {{ i|string }} {{ i|int }} {{ i|abs }} {{ i|round }};{% endfor %}
{{ 7 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ 7 % 3 }} {{ -7 % 3 }} {{ 7 % -3 }} {{ 2 ** 10 }} {{ 2 ** -1 }} {{ 7.5 // 2 }} {{ -7.5 % 2 }} {{ 1e3 }}
{{ 1 + 1.5 }} {{ 1 - 3 }} {{ 3 * 'ab' }} {{ 'ab' * 0 }} {{ [1] * 3 }} {{ [1] + [2] }} {{ (1,) + (2,) }} {{ 'a' + 'b' }} {{ true + 1 }}
{{ 1 + 2 * 3 - 4 / 2 ** 2 }} {{ (1 + 2) * 3 }} {{ -2 ** 2 }} {{ 2 ** 3 ** 2 }} {{ 1 - 2 - 3 }} {{ 'a' ~ 1 + 2 ~ 'b' }} {{ -n|abs }} {{ +n }} {{ --n }}
{{ 'a' ~ 1 ~ none ~ true ~ 1.5 ~ [1] ~ missing }}
{{ 1 == 1.0 }} {{ true == 1 }} {{ 'a' == 'b' }} {{ [1] == [1.0] }} {{ (1,) == [1] }} {{ none == false }} {{ {'a': 1} == {'a': 1.0} }} {{ missing == other }} {{ missing != none }}
{{ 1 < 2 < 3 }} {{ 3 > 2 > 2 }} {{ 'a' < 'b' }} {{ [1, 2] < [1, 3] }} {{ 1 < 2 == true }} {{ 2 >= 2 }} {{ 'Z' < 'a' }} {{ 1.5 <= 1 }}
{{ 1 in [1, 2] }} {{ 'b' in 'abc' }} {{ 'a' in box }} {{ 3 not in list }} {{ not 3 in list }} {{ 'x' in missing }} {{ 1.0 in [1] }} {{ '' in '' }}
{{ yes and no }} {{ no or 'x' }} {{ 0 or '' or [] }} {{ 1 and 2 and 3 }} {{ not yes }} {{ not not yes }} {{ not no and no }} {{ no or not no }}
{{ 'a' if yes else 'b' }} {{ 'a' if no else 'b' }} {{ 'a' if no }} {{ 'a' if no else 'b' if no else 'c' }} {{ ('a' if yes) ~ 'x' }}
{{ word[0] }} {{ word[-1] }} {{ word[1:4] }} {{ word[::-1] }} {{ word[-3:] }} {{ word[::2] }} {{ word[5:2] }} {{ word[100] }} {{ word[8:100] }} {{ word[-100:2] }}
{{ list[0] }} {{ list[-1] }} {{ list[1:] }} {{ list[::-1] }} {{ list[:-1] }} {{ list[9] }} {{ list[:] }} {{ list[-2:] }} {{ (1,2,3)[1:] }} {{ list[2:0:-1] }}
{{ box.a }} {{ box['b'][1] }} {{ box.b.0 }} {{ box.c }} {{ box['items'] }} {{ box.get('z') }} {{ box.get('z', 5) }} {{ box.get('a', 5) }} {{ box.keys()|list }} {{ box.values()|list }}
{% for k, v in box.items() %}{{ k }}={{ v }};{% endfor %}{% for k in box %}{{ k }}{% endfor %}{% for k, v in box|items %}{{ k }}{% endfor %}
{{ deep.a.b.c[1].d }} {{ deep['a']['b'] }} {{ deep.a.x is defined }} {{ deep.a.x }} {{ (deep.a.x or {}).y }}
{{ box.items() }} {{ box.keys() }} {{ box.values() }} {{ box.items()|length }} {{ {}.items()|list }}
{% set ns = namespace(a=1, b='x') %}{% set ns.a = ns.a + 1 %}{% set ns.c = [] %}{{ ns.a }}{{ ns.b }}{{ ns.c }}{{ ns.d }}{{ ns['a'] }}{{ ns.d is defined }}
{% set ns = namespace({'a': 1}, b=2) %}{{ ns.a }}{{ ns.b }}{% for i in range(3) %}{% set ns.a = ns.a + i %}{% endfor %}{{ ns.a }}
{% set x = 1 %}{% for i in range(3) %}{% set x = x + 1 %}{{ x }}{% endfor %}{{ x }}
{% set y %}a{{ n }}b{% endset %}[{{ y }}]{{ y is string }}{% set z | upper | replace('B', '-') %}abc{% endset %}{{ z }}
{% set a, b = 1, 2 %}{{ a }}{{ b }}{% set (c, d) = [3, 4] %}{{ c }}{{ d }}{% set e = 1, 2 %}{{ e }}
{% if yes %}{% set v = 1 %}{% else %}{% set v = 2 %}{% endif %}{{ v }}{% if no %}{% set w = 1 %}{% endif %}{{ w }}
{% with a = 1, b = 2 %}{{ a + b }}{% set c = 3 %}{{ c }}{% endwith %}{{ a }}{{ c }}{% with %}x{% endwith %}
{% for i in list %}{{ loop.index }}{{ loop.index0 }}{{ loop.first }}{{ loop.last }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.length }}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.depth }};{% endfor %}
{% for i in list %}{{ loop.cycle('a', 'b') }}{{ loop.changed(i > 1) }}{% endfor %}
{% for i in range(10) %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 5 %}{% break %}{% endif %}{{ i }}{% endfor %}
{% for i in [] %}x{% else %}empty{% endfor %}{% for i in missing %}x{% else %}empty{% endfor %}{% for i in [1] %}x{% else %}empty{% endfor %}
{% for i in list if i > 1 %}{{ i }}{{ loop.index }}{{ loop.length }}{% endfor %}{% for i in list if i > 5 %}{% else %}none{% endfor %}
{% for a, b in [(1, 2), [3, 4]] %}{{ a }}{{ b }}{% endfor %}{% for (a, b), c in [((1, 2), 3)] %}{{ a }}{{ b }}{{ c }}{% endfor %}{% for c in 'añb' %}{{ c }}.{% endfor %}
{% for i in range(2) %}{% for j in range(2) %}{{ loop.index }}{% endfor %}{{ loop.index }}{% endfor %}
{% for i in [[1, [2]], 3] recursive %}{% if i is iterable %}({{ loop(i) }}){% else %}{{ i }}@{{ loop.depth }}{% endif %}{% endfor %}
{{ range(5)|list }} {{ range(1, 5)|list }} {{ range(5, 0, -2)|list }} {{ range(0)|list }} {{ range(3) }} {{ range(1, 9, 3) }} {{ range(3)[1] }} {{ range(5)|length }} {{ 3 in range(5) }}
{% macro m(a, b=2, *c) %}{% endmacro %}
{% macro m(a, b=2, c=b) %}[{{ a }}{{ b }}{{ c }}]{% endmacro %}{{ m(1) }}{{ m(1, 3) }}{{ m(a=1, c=5) }}{{ m() }}
{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, x=3) }}
{% macro m(x) %}{{ x }}{{ caller(x) if caller else '' }}{% endmacro %}{% call(y) m(1) %}<{{ y }}{{ n }}>{% endcall %}{{ m(2) }}
{% macro f(i) %}{{ i }}{% if i > 0 %}{{ f(i - 1) }}{% endif %}{% endmacro %}{{ f(5) }}
{% macro m() %}{{ later }}{% endmacro %}{% set later = 'seen' %}{{ m() }}
{% macro m() %}{% set inner = 1 %}{{ inner }}{% endmacro %}{{ m() }}{{ inner }}{% for i in [1, 2] %}{% macro k() %}{{ i }}{% endmacro %}{{ k() }}{% endfor %}
{% filter upper %}a{{ word }}{% endfilter %}{% filter replace('a', 'b') | trim %} aa {% endfilter %}
{% generation %}x{% set inside = 1 %}{{ inside }}{% endgeneration %}{{ inside }}
{% raw %}{{ not }} {% this %}{% endraw %}{# a comment {{ no }} #}end
{% print 1, 'a', none %}{% autoescape false %}<{{ '<' }}>{% endautoescape %}
{{ word|upper }} {{ word|lower }} {{ 'hello world-wide (web)'|title }} {{ 'hELLO'|capitalize }} {{ text|trim }}| {{ 'xxaxx'|trim('x') }} {{ 5|upper }} {{ none|upper }} {{ missing|upper }}|
{{ list|length }} {{ word|count }} {{ missing|length }} {{ box|length }} {{ 'añ日'|length }}
{{ list|first }} {{ list|last }} {{ []|first }} {{ ''|first }} {{ word|first }} {{ word|last }} {{ box|first }} {{ range(3)|last }} {{ ([]|last) is defined }}
{{ list|join }} {{ list|join(', ') }} {{ people|join(', ', attribute='name') }} {{ []|join('x') }} {{ 'abc'|join('-') }} {{ [1, none, missing]|join('|') }}
{{ list|sort }} {{ names|sort }} {{ names|sort(case_sensitive=true) }} {{ list|sort(reverse=true) }} {{ people|sort(attribute='age,name')|map(attribute='name')|list }}
{{ list|sum }} {{ people|sum(attribute='age') }} {{ []|sum }} {{ list|min }} {{ list|max }} {{ names|max }} {{ people|min(attribute='age') }} {{ []|min }} {{ names|unique|list }} {{ [1, 1.0, true, 2]|unique|list }}
{{ list|reverse|list }} {{ word|reverse }} {{ box|dictsort }} {{ {'b': 1, 'A': 2}|dictsort }} {{ {'b': 1, 'A': 2}|dictsort(true) }} {{ {'b': 1, 'a': 2}|dictsort(by='value', reverse=true) }}
{{ people|map(attribute='name')|list }} {{ people|map(attribute='tags.0', default='-')|list }} {{ list|map('string')|join('+') }} {{ names|map('upper')|list }} {{ [' a ']|map('trim')|list }} {{ none|map('upper')|list }}
{{ people|selectattr('age', 'equalto', 31)|map(attribute='name')|list }} {{ people|rejectattr('tags')|map(attribute='name')|list }} {{ list|select('odd')|list }} {{ list|reject('gt', 1)|list }} {{ [0, 1, '']|select|list }}
{{ messages|selectattr('role', '==', 'user')|list|length }} {{ messages|selectattr('tool_calls', 'defined')|list }} {{ messages|rejectattr('role', 'in', ['user'])|list }}
{% if messages|selectattr('role', 'equalto', 'nobody') %}always{% endif %}{% set g = list|map('string') %}{{ g|first }}{{ g|list }}{{ g|list }}{{ 1 in g }}
{{ missing|default('d') }} {{ ''|default('d') }}| {{ ''|default('d', true) }} {{ none|default('d') }} {{ none|d('d', boolean=true) }} {{ box.z|default }}| {{ missing|default(none) }}
{{ word|replace('o', '0') }} {{ word|replace('o', '0', 1) }} {{ 'aaa'|replace('a', 'b', count=2) }} {{ 'ab'|replace('', '-') }} {{ 5|replace(5, 6) }}
{{ 'a\\nb\\n\\nc'|indent }} {{ 'a\\nb'|indent(2, true) }} {{ 'a\\n\\nb'|indent(1, blank=true) }} {{ 'a\\nb'|indent('>> ') }}
{{ '42'|int }} {{ '4.7'|int }} {{ 'x'|int }} {{ 'x'|int(9) }} {{ '0x1f'|int(base=16) }} {{ 4.9|int }} {{ true|int }} {{ none|int }} {{ '1_000'|int }} {{ ' 5 '|int }} {{ '-5'|int }} {{ '101'|int(0, 2) }}
{{ '4.5'|float }} {{ 'x'|float }} {{ 3|float }} {{ '1e3'|float }} {{ none|float(1.5) }} {{ 2.5|round }} {{ 3.5|round }} {{ 2.675|round(2) }} {{ 2.1|round(0, 'ceil') }} {{ 2.9|round(method='floor') }} {{ 7|round }} {{ 1234.5|round(-2) }} {{ 1250|round(-2) }}
{{ -3|abs }} {{ [1, 2, 3, 4, 5]|batch(2)|list }} {{ [1, 2, 3]|batch(2, 'x')|list }} {{ range(7)|slice(3)|list }} {{ range(7)|slice(3, 'x')|list }} {{ 'one two,three'|wordcount }} {{ 'ab'|center(7) }}|
{{ '<a href="x">\\'&'|e }} {{ '<b>'|escape }} {{ '<b>'|safe }} {{ [1]|string }} {{ 'abc'|list }} {{ box|list }} {{ box|attr('a') }}{{ ''|attr('upper') is defined }}
{{ 'foo bar baz qux'|truncate(9) }} {{ 'foo bar baz qux'|truncate(9, true) }} {{ 'foo bar baz qux'|truncate(11) }} {{ 'foo bar baz qux'|truncate(11, false, '..', 0) }}
{{ box|tojson }} {{ strange|tojson }} {{ [1, 2.0, none, true, 'é<>&\\'']|tojson }} {{ {1: 2, none: 3, true: 4, 1.5: 5}|tojson }} {{ (1, 2)|tojson }} {{ []|tojson }} {{ {}|tojson }}
{{ deep|tojson(indent=2) }} {{ [[], {}, [1]]|tojson(indent=1) }} {{ box|tojson(indent='--') }} {{ list|tojson(indent=0) }}
{{ strange|tojson(ensure_ascii=true) }} {{ box|tojson(separators=(',', ':')) }} {{ {'b': 1, 'a': {'d': 1, 'c': 2}}|tojson(sort_keys=true) }} {{ numbers|tojson }} {{ box|tojson(true, 1) }}
{{ word.upper() }} {{ word.lower() }} {{ word.title() }} {{ 'they\\'re bill\\'s'.title() }} {{ word.swapcase() }} {{ 'ß İ Σ'.upper() }} {{ 'ΑΣ'.lower() }} {{ 'hELLO wORLD'.capitalize() }} {{ 'ß'.casefold() }}
{{ text.strip() }}|{{ text.lstrip() }}|{{ text.rstrip() }}|{{ 'xxaxx'.strip('x') }}|{{ 'abcba'.lstrip('ab') }}|{{ '\\x1c\\u00a0a\\u200b'.strip()|length }}|{{ ' a '.strip(none) }}|
{{ 'a b  c '.split() }} {{ 'a,b,,c'.split(',') }} {{ 'a b c d'.split(none, 2) }} {{ ' a b '.split(' ') }} {{ 'a-b-c'.split('-', 1) }} {{ 'a-b-c'.rsplit('-', 1) }} {{ ' a b c '.rsplit(none, 1) }} {{ ''.split() }} {{ ''.split(',') }} {{ 'a-b-c'.split('-', maxsplit=1)[-1] }} {{ 'abc'.split(sep='b') }}
{{ 'a\\nb\\r\\nc\\rd\\u2028e'.splitlines() }} {{ 'a\\n\\nb\\n'.splitlines() }} {{ 'a\\nb'.splitlines(true) }} {{ ''.splitlines() }}
{{ word.startswith('Hell') }} {{ word.startswith(('x', 'H')) }} {{ word.endswith('ld') }} {{ word.endswith(('x', 'y')) }} {{ word.startswith('ello', 1) }} {{ word.endswith('ell', 0, 4) }} {{ ''.startswith('') }}
{{ word.find('o') }} {{ word.rfind('o') }} {{ word.find('z') }} {{ word.find('o', 5) }} {{ word.index('W') }} {{ word.count('l') }} {{ word.count('l', 4) }} {{ 'añb'.find('b') }} {{ 'aaa'.count('aa') }} {{ 'ab'.count('') }} {{ word.rindex('l') }}
{{ word.replace('l', 'L') }} {{ word.replace('l', 'L', 1) }} {{ 'aaa'.replace('a', 'b', -1) }} {{ 'ab'.replace('', '.') }} {{ 'ab'.replace('', '.', 2) }}
{{ word.removeprefix('Hello ') }} {{ word.removesuffix('World') }} {{ word.removeprefix('x') }} {{ 'a-b-c'.partition('-') }} {{ 'a-b-c'.rpartition('-') }} {{ 'abc'.partition('-') }} {{ 'abc'.rpartition('-') }}
{{ ', '.join(['a', 'b']) }} {{ ''.join([]) }} {{ '-'.join('abc') }} {{ ', '.join(box) }} {{ 'a'.ljust(3) }}| {{ 'a'.rjust(3, '*') }} {{ 'ab'.center(5, '-') }} {{ 'abc'.center(6, '-') }} {{ 'abc'.center(2) }} {{ '42'.zfill(5) }} {{ '-42'.zfill(5) }} {{ 'a\\tb'.expandtabs(4) }}
{{ 'abc'.isalpha() }} {{ 'ab1'.isalnum() }} {{ '12'.isdigit() }} {{ ''.isdigit() }} {{ '12'.isnumeric() }} {{ '12'.isdecimal() }} {{ 'ab'.islower() }} {{ 'AB1'.isupper() }} {{ ' \\n'.isspace() }} {{ 'Ab Cd'.istitle() }} {{ 'a_1'.isidentifier() }} {{ 'aé'.isascii() }} {{ 'a\\n'.isprintable() }}
{{ 'a{}b{}c'.format(1, 'x') }} {{ '{0}{1}{0}'.format('a', 'b') }} {{ '{name:>6}|{n:03d}|{x:.2f}'.format(name='z', n=7, x=1.005) }} {{ '{{}}'.format() }} {{ '{:,} {:x} {:#b} {:e} {:%} {:+} {:^7}|'.format(1234567, 255, 5, 12345.678, 0.25, 3, 'mid') }} {{ '{0.a} {1[0]} {2!r}'.format(box, list, 'q') }} {{ '{:g} {:g} {} {:10}|{:<5}|'.format(1e10, 0.5, 1e20, 1.5, true) }}
{{ '%s and %d and %r' % ('a', 5, 'b') }} {{ '%s' % 'x' }} {{ '%5.1f|%-5s|%05d|%x|%%' % (3.14159, 'ab', 42, 255) }} {{ '%(a)s %(b)s' % box }} {{ '%s' % [1, 2] }} {{ '%s'|format('y') }} {{ '%s=%s'|format('a', 1) }} {{ '%(k)s'|format(k='v') }} {{ '%c%c' % ('a', 98) }} {{ '%e %g' % (12345.678, 0.00001) }} {{ '%+d % d %i' % (5, 5, 5.9) }} {{ '%10s|%.2s' % ('ab', 'abc') }}
{{ list.index(1) }} {{ list.count(3) }} {{ list.copy() }} {{ box.copy() == box }} {{ (1, 2, 1).count(1) }} {{ (1, 2).index(2) }}
{{ dict(a=1, b=2) }} {{ dict({'a': 1}, b=2) }} {{ dict([('a', 1)]) }} {{ dict() }}
{{ 5 is odd }} {{ 4 is even }} {{ 9 is divisibleby 3 }} {{ 9 is divisibleby(2) }} {{ n is number }} {{ x is float }} {{ n is integer }} {{ yes is integer }} {{ yes is boolean }} {{ yes is number }} {{ yes is true }} {{ no is false }} {{ 1 is true }}
{{ word is string }} {{ list is string }} {{ list is sequence }} {{ word is sequence }} {{ box is sequence }} {{ box is mapping }} {{ list is mapping }} {{ word is iterable }} {{ 5 is iterable }} {{ missing is iterable }} {{ none is none }} {{ missing is none }} {{ missing is defined }} {{ missing is undefined }} {{ missing is sequence }} {{ box.items() is iterable }} {{ box.items() is sequence }}
{{ 'a' is lower }} {{ 'A' is upper }} {{ 1 is eq 1 }} {{ 1 is ne(2) }} {{ 1 is lt 2 }} {{ 2 is gt(1) }} {{ 2 is ge 2 }} {{ 2 is le 1 }} {{ 2 is equalto 2 }} {{ 'a' is in 'abc' }} {{ 1 is in [1] }} {{ none is sameas none }} {{ false is sameas 0 }} {{ range is callable }} {{ n is callable }} {{ 2 is not odd }} {{ n is not none and yes is defined }} {{ word is escaped }}
{{ strftime_now('%Y-%m-%d %H:%M:%S') }} {{ strftime_now('%d %B %Y, %A %a %b %-d %e %j %y %I %p %U %W %V %u %w %%') }} {{ strftime_now('%D %F %T %R %c %x %X %h %C %G %k %l|%_d|%^a|%Z') }} {{ strftime_now('') }} {{ strftime_now is defined }}
{{ raise_exception('no: ' ~ word) }}
{{ raise_exception(5) }}
a{% if yes %}{{ raise_exception('line one\\nline two') }}{% endif %}b
{{ "double \\"quoted\\"" }} {{ 'tab\\tnew\\nline' }} {{ '\\x41\\u00e9\\101\\q' }} {{ 'a' 'b' "c" }} {{ '{{ x }}' }} {{ "%}" }}
{{ 0x1f }} {{ 0b101 }} {{ 0o17 }} {{ 1_000 }} {{ 1.5e3 }} {{ 1e-7 }} {{ 00 }} {{ 12345678901234567 }} {{ .5 if no else 1 }}
{{ {'a': 1}.a }} {{ [1, 2][0] }} {{ (1, 2)[1] }} {{ 'abc'[1] }} {{ [1, 2,] }} {{ {'a': 1,} }} {{ (n) }} {{ ((n)) }} {{ [[1], [2]][1][0] }}
{{ word.split(' ')[0].lower() | upper ~ '!' }} {{ (word|lower).split('o')|last }} {{ word|replace('l', '')|length + 1 }} {{ not word|length > 3 }}
{{ list|tojson|length }} {{ (list|length) > 2 and n }} {{ n if n > 5 else x }} {{ [n, x]|max }} {{ {'a': list|first}['a'] }}
{{ box.update({'c': 1}) }}
{{ list.append(1) }}
{{ list.append is defined }} {{ word.__class__ }}|{{ word.__class__ is defined }}
{{ word.__class__.__mro__ }}
{{ missing.x }}
{{ missing[0] }}
{{ missing() }}
{{ missing + 1 }}
{{ missing < 1 }}
{{ 'a' + 1 }}
{{ 1 + 'a' }}
{{ 1 / 0 }}
{{ 1 < 'a' }}
{{ none|length }}
{{ none[0] }} {{ none.x }} {{ n.x }} {{ (none.x) is defined }}
{{ nothing[1:] }}
{% set f, = [9] %}
{{ box[1:] }}
{% for i in none %}{% endfor %}
{% for i in 5 %}{% endfor %}
{% for a, b in [1] %}{% endfor %}
{% set a, b = [1, 2, 3] %}
{{ word() }}
{{ word.nothing() }}
{{ word.upper(1) }}
{{ 'a'.join([1]) }}
{{ word.index('z') }}
{{ word|nofilter }}
{{ word is notest }}
{{ [1]|join(1, 2, 3) }}
{{ {[1]: 2} }}
{{ range(100001) }}
{{ range() }}
{{ namespace(_x=1) }}
{% set list.x = 1 %}
{{ missing|tojson }}
{{ '%d' % 'a' }}
{{ '%s %s' % 'a' }}
{{ '%s' % ('a', 'b') }}
{{ '{}'.format() }}
{{ '{:d}'.format('a') }}
{{ list|first|upper|lower }} {{ 1|string is string }} {{ {}|string }} {{ 'a'|list|tojson }}
{% if %}{% endif %}
{{ }}
{{ 1 + }}
{{ (1 }}
{{ 'open }}
{% for i in list %}
{% if yes %}a{% endfor %}
{% unknown %}
{% endif %}
{% do list %}
{% break %}
{% include 'x' %}
{% set %}
{{ a b }}
{{ a..b }}
{{ 1 is is }}
{{ [1, 2 }}
{% else %}
{# open
{{ x | }}
{% macro %}{% endmacro %}
{% call x %}{% endcall %}
{{ f(a=1, 2) }}
{% raw %}
""".strip("\n").split("\n")

# Spaces and line breaks around tags.
SNIPPETS += [
    "a\n{% if yes %}\nb\n{% endif %}\nc\n",
    "a\n  {% if yes %}  \n  b\n  {% endif %}\nc\n\n",
    "  {% if yes %}x{% endif %}\n  {{ n }}\n",
    "a  {%- if yes -%}  b  {%- endif -%}  c",
    "a \n {{- n -}} \n b",
    "a\n  {%+ if yes %}b{%+ endif +%}\nc",
    "a\n  {# comment #}\nb\n{#- c -#}\n d {#+ e +#}\nf",
    "{% raw %}\n a \n{% endraw %}\nb\n  {% raw -%}  x  {%- endraw %}\n",
    "\n\n{% if yes %}\n\n{% endif %}\n\n",
    "a\r\n{% if yes %}\r\nb\r{% endif %}c\r\n",
    "\t{% for i in list %}\n\t{{ i }}\n\t{% endfor %}\nx",
    "{%if yes%}a{%endif%}{{n}}{{-n}}{{ -n }}{{- -n }}",
    "{% for i in list -%}\n   {{ i }},\n{%- endfor %}",
    "{{ n\n  +\n 1 }}\n{% set\n q = 1\n%}\n{{ q }}",
    "{{ {'a': {'b': 1}}['a'] }}{{ {'a':{'b':1}} }}",
    "x{% generation %}\n  a\n{%- endgeneration -%}\n y",
    "\u00a0{%- if yes %}\u00a0a{% endif %}\u2028{{- n }}",
    "{%- set a = 1 %}  \n{%- set b = 2 +%}\n{{ a }}{{ b }}",
    "   {{ n }}   \n   {% set c = 1 %}   \n   {{ c }}   ",
    "{#- only a comment -#}",
    "",
    "\n",
]


class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return NOW


chat_template_utils.datetime = Clock


def rendered(source: str, messages: list, generation: bool, variables: dict) -> dict:
    """What comes of a conversation: `text`, or how it is refused: `raised` by the template itself, `syntax`, or `fails`."""
    messages = [dict(role=role, content=content) for role, content in messages]
    variables = {**SPECIAL, **variables}
    try:
        texts, _ = chat_template_utils.render_jinja_template(
            conversations=[messages], chat_template=source, add_generation_prompt=generation, **variables
        )
        return dict(text=texts[0])
    except (jinja2.TemplateSyntaxError, SyntaxError) as error:
        return dict(syntax=str(error).split("\n")[0])
    except Exception as error:
        if type(error) is jinja2.TemplateError:
            return dict(raised=str(error))
        return dict(fails=f"{type(error).__name__}: {error}")


def sorted_keys(value):
    """The same value with its keys in the order of the alphabet, in which the test reads them."""
    if isinstance(value, dict):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [sorted_keys(item) for item in value]
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    args = parser.parse_args()
    variables = sorted_keys(dict(none={}, **VARIABLES, values=VALUES))
    templates = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "templates").glob("*.jinja"))}
    cases = []
    for template, source in templates.items():
        for name, messages in CONVERSATIONS.items():
            for generation in (False, True):
                cases.append([template, name, generation, "none", rendered(source, messages, generation, {})])
        for name in VARIABLES:
            for conversation in ("turns", "system_turns", "thought"):
                result = rendered(source, CONVERSATIONS[conversation], True, variables[name])
                plain = rendered(source, CONVERSATIONS[conversation], True, {})
                # What the template does not look at is left out.
                if result != plain:
                    cases.append([template, conversation, True, name, result])
    snippets = [[source, rendered(source, CONVERSATIONS["turns"], True, variables["values"])] for source in SNIPPETS]
    value = dict(
        transformers=transformers.__version__,
        jinja2=jinja2.__version__,
        now=list(NOW.timetuple()[:6]),
        special_tokens=SPECIAL,
        conversations=CONVERSATIONS,
        variables=variables,
        templates=templates,
        cases=cases,
        snippets=snippets,
    )
    rows = ",\n".join(f"{json.dumps(key)}: {one_a_line(item)}" for key, item in value.items())
    (args.out / "templates.json").write_text("{" + rows + "}\n", encoding="ascii", newline="\n")
    kinds = [next(iter(case[-1])) for case in cases]
    print(f"{len(templates)} templates, {len(cases)} cases:", {kind: kinds.count(kind) for kind in set(kinds)})
    kinds = [next(iter(result)) for _, result in snippets]
    print(f"{len(snippets)} snippets:", {kind: kinds.count(kind) for kind in set(kinds)})


def one_a_line(value) -> str:
    """JSON with the items of a long list on lines of their own."""
    if isinstance(value, list) and len(value) > 20:
        return "[\n" + ",\n".join(json.dumps(item) for item in value) + "\n]"
    return json.dumps(value)


if __name__ == "__main__":
    main()
