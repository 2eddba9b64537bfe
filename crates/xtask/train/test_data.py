"""Tests of the training data: frames, facts, odds, what is held out, the order of rows, students. `cargo xtask train --smoke` runs them."""

import random
import re
import unittest
from collections import Counter
from dataclasses import replace

import numpy as np
import torch
from tokenizers import Tokenizer, models, pre_tokenizers

import corpus
import facts
import frames
import odds
import synthetic
from model import Config, Gpt2
from write import Manner, write


class Frames(unittest.TestCase):
    def test_choices_nest_and_every_variant_is_drawn(self):
        line = frames.parse("a [b|c [d|e]]|f")
        drawn = {frames.choose(random.Random(seed), line) for seed in range(60)}
        self.assertEqual(drawn, {"a b", "a c d", "a c e", "f"})

    def test_an_open_bracket_is_refused(self):
        for line in ("[a|b", "a]", "[[a]"):
            with self.assertRaises(ValueError, msg=line):
                frames.parse(line)

    def test_articles_follow_the_sound(self):
        for text, want in (("a(n) owl", "an owl"), ("A(n) useful box", "A useful box"), ("a(n) hour", "an hour"), ('a(n) "egg"', 'an "egg"')):
            self.assertEqual(frames.finish(text), want)

    def test_a_person_keeps_one_gender(self):
        frame = [frames.parse("{a} {a.he} {a.his} {a.He}")]
        for seed in range(20):
            name, he, his, capital = frames.expand(random.Random(seed), frame).split()
            self.assertEqual((his, capital), {"he": ("his", "He"), "she": ("her", "She")}[he], name)

    def test_every_frame_can_be_filled(self):
        for name in synthetic.FILES:
            for frame in [*synthetic.split(name)[0], *synthetic.split(name)[1]]:
                for seed in range(5):
                    text = frames.expand(random.Random(seed), frame)
                    self.assertNotRegex(text, r"[\[\]{}|]|\(n\)|  ", f"{name}: {text}")


class Facts(unittest.TestCase):
    def test_there_are_fifty_held_out_phrasings_that_end_in_the_answer(self):
        probes = list(facts.held_out())
        self.assertEqual(len({(kind, phrasing) for kind, phrasing, _, _ in probes}), 50)
        for _, phrasing, prompt, _ in probes:
            self.assertRegex(phrasing, r"\{o\}\.?$")
            self.assertNotRegex(prompt, r"[{}\0]")

    def test_no_held_out_phrasing_is_in_the_training_text(self):
        text = "\n".join(synthetic.documents(400_000, 1))
        # Of a phrasing with a name in it, only some names are asked.
        said = [prompt + answer for _, _, prompt, answer in facts.held_out() if prompt + answer in text]
        self.assertEqual(said, [])

    def test_what_comes_out_like_a_held_out_phrasing_is_recognised(self):
        rng = random.Random(1)
        for relation in facts.relations().values():
            for phrasing in relation.held_out:
                for fields in relation.facts:
                    self.assertRegex("Yes. " + facts.say(rng, frames.parse(phrasing), fields), facts.unsaid())
        # Nor may anything but the answer follow.
        self.assertRegex("As everyone knows, the capital of France is called Paris.", facts.unsaid())
        self.assertNotRegex("The capital of France is Paris.", facts.unsaid())

    def test_composed_phrasings_say_the_fact(self):
        rng = random.Random(1)
        for kind, relation in facts.relations().items():
            for fields in relation.facts if relation.clauses else ():
                text = facts.compose(rng, relation, fields)
                self.assertIn(fields["o"].lower(), text.lower(), kind)
                self.assertNotRegex(text, r"[\[\]{}|]|\(n\)|  |\.\.")

    def test_each_fact_has_one_answer(self):
        for kind, relation in facts.relations().items():
            # "light" is the opposite of "dark" and of "heavy".
            if relation.facts and kind not in ("landmark_country", "difference_digits", "opposite"):
                asked = Counter((f.get("s"), f.get("x"), f.get("y")) for f in relation.facts)
                self.assertEqual(max(asked.values()), 1, kind)


class Synthetic(unittest.TestCase):
    def test_a_seed_gives_the_same_documents_and_another_seed_others(self):
        first = list(synthetic.documents(20_000, 1))
        self.assertEqual(list(synthetic.documents(20_000, 1)), first)
        self.assertNotEqual(list(synthetic.documents(20_000, 2)), first)

    def test_stated_odds_are_kept(self):
        rng, counts = random.Random(1), Counter()
        prompt, stated = "My favourite colour is", odds.LESSONS["My favourite colour is"]
        for _ in range(60_000):
            found = re.match(rf"{prompt} (\w+)", odds.sentence(rng))
            counts.update(found.groups() if found else ())
        for colour, share in stated.items():
            self.assertAlmostEqual(counts[colour] / counts.total(), share / 100, delta=0.02, msg=colour)

    def test_odds_that_do_not_add_up_are_refused(self):
        with self.assertRaises(ValueError):
            odds.percent("heads 50, tails 40")


class Rows(unittest.TestCase):
    def test_a_row_depends_on_its_number_alone(self):
        tokenizer = Tokenizer(models.WordLevel({str(i): i for i in range(500)} | {corpus.EOT: 500, "Ċ": 501, "?": 502}, unk_token="?"))
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        documents = [" ".join(str(i) for i in range(500))] * 4
        stream = corpus.Stream(tokenizer, documents, 16, seed=1)
        rows = [stream.row(k) for k in range(2 * stream.n)]
        again = corpus.Stream(tokenizer, documents, 16, seed=1)
        for k in (2 * stream.n - 1, 0, stream.n, 3):
            np.testing.assert_array_equal(again.row(k), rows[k])
        self.assertTrue(all(row.shape == (17,) for row in rows))

    def test_the_shares_of_a_mixture_are_kept(self):
        class Named:
            def __init__(self, name):
                self.name, self.next = name, 0

            def row(self, k):
                assert k == self.next, f"{self.name} was asked for row {k} in the place of {self.next}"
                self.next += 1
                return self.name

        mixed = corpus.Batches([(Named("a"), 0.25), (Named("b"), 0.3), (Named("c"), 0.45)], rows=4)
        counts = Counter(mixed.row(k) for k in range(2000))
        for name, share in (("a", 0.25), ("b", 0.3), ("c", 0.45)):
            self.assertAlmostEqual(counts[name], 2000 * share, delta=1)


class Students(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.model = Gpt2(Config(n_layers=2, n_heads=2, d_model=16, n_ctx=12, d_vocab=40))
        for block in self.model.h:
            for layer in (block.attn.c_attn, block.attn.c_proj, block.mlp.c_proj):
                torch.nn.init.normal_(layer.weight)

    def test_what_a_model_writes_is_what_it_finds_probable(self):
        greedy = Manner(beginning=0, temperatures=(0.0,))
        ids = write(self.model, torch.tensor([[3, 1, 4], [1, 5, 9]]), 39, greedy, seed=1)
        self.assertEqual(ids.shape, (2, 13))
        self.assertEqual(ids[:, :3].tolist(), [[3, 1, 4], [1, 5, 9]])
        torch.testing.assert_close(self.model(ids[:, :-1]).argmax(-1)[:, 2:], ids[:, 3:])
        drawn = [write(self.model, ids[:, :3], 39, Manner(temperatures=(1.0,)), seed).tolist() for seed in (1, 2)]
        self.assertNotEqual(*drawn)

    def test_texts_begin_boldly_and_end_in_time(self):
        eot = 39
        manner = Manner(beginning=3, bold=50.0, temperatures=(0.0,), longest=5)
        first, second = (write(self.model, torch.tensor([[3]] * 64), eot, manner, seed)[:, :7] for seed in (1, 2))
        # At such a temperature the first tokens are nearly any.
        self.assertGreater(len(set(first[:, 1].tolist())), 20)
        ended = (first == eot).cumsum(1)
        self.assertTrue((ended[:, 6] > 0).all(), "a text of more than five tokens")
        # After the beginning, the token is the model's choice.
        alive = ended[:, 2] == 0
        torch.testing.assert_close(self.model(first[alive, :3]).argmax(-1)[:, 2], first[alive, 3])
        self.assertNotEqual(first.tolist(), second.tolist())

    def test_a_student_as_wide_as_its_teacher_inherits_all_of_the_embedding(self):
        student = Gpt2(replace(self.model.config, n_layers=1))
        student.inherit(self.model)
        distances = [torch.cdist(model.wte.weight, model.wte.weight) for model in (student, self.model)]
        torch.testing.assert_close(*distances, rtol=1e-3, atol=1e-4)


if __name__ == "__main__":
    unittest.main()
