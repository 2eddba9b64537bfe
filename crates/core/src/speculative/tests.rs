use super::*;

/// Candidates with these shares, by falling probability, ties by id; shares of 0 are left out.
fn dice(seed: u32, position: u32) -> Dice {
    Dice {
        seed,
        position,
        roll: 0,
    }
}

fn list(shares: &[f64]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = (0..)
        .zip(shares)
        .filter(|(_, p)| **p > 0.0)
        .map(|(token, p)| Candidate {
            token,
            logit: p.ln(),
            prob: *p,
        })
        .collect();
    all.sort_by(|a, b| b.prob.total_cmp(&a.prob).then(a.token.cmp(&b.token)));
    all
}

/// Pairs of p and q: overlapping, equal, with zeros on both sides, apart, one-hot.
const PAIRS: [([f64; 4], [f64; 4]); 7] = [
    ([0.5, 0.3, 0.2, 0.0], [0.2, 0.5, 0.3, 0.0]),
    ([0.25, 0.25, 0.25, 0.25], [0.25, 0.25, 0.25, 0.25]),
    ([0.7, 0.3, 0.0, 0.0], [0.1, 0.2, 0.3, 0.4]),
    ([0.1, 0.2, 0.3, 0.4], [0.7, 0.3, 0.0, 0.0]),
    ([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]),
    ([1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
    ([0.4, 0.4, 0.1, 0.1], [0.05, 0.05, 0.45, 0.45]),
];

#[test]
fn what_comes_out_is_exactly_the_models_distribution() {
    for (p, q) in PAIRS {
        let (p_list, q_list) = (list(&p), list(&q));
        for (rule, want) in [
            (Rule::Ratio, p),
            (Rule::ExactMatch, p),
            (Rule::Everything, q),
        ] {
            let found = output(rule, &p_list, &q_list);
            for (token, want) in (0..).zip(want) {
                let got = found.get(&token).copied().unwrap_or(0.0);
                assert!(
                    (got - want).abs() < 1e-15,
                    "{rule:?} {p:?} {q:?}: {token} {got}"
                );
            }
        }
    }
    let (p, q) = (list(&PAIRS[0].0), list(&PAIRS[0].1));
    assert!((acceptance(&p, &q) - 0.7).abs() < 1e-15);
    assert!((exact_match(&p, &q) - 0.31).abs() < 1e-15);
}

#[test]
fn the_rule_as_it_runs_gives_that_distribution() {
    // What `verify` does, followed through every drafted token, with as many dice as there are seeds.
    let seeds = 4000;
    for (p, q) in PAIRS {
        let (p_list, q_list) = (list(&p), list(&q));
        for rule in [Rule::Ratio, Rule::ExactMatch, Rule::Everything] {
            let mut shares = [0.0; 4];
            for drafted in &q_list {
                for seed in 0..seeds {
                    let round = verify(
                        rule,
                        &[(drafted.token, q_list.clone())],
                        &[p_list.clone(), p_list.clone()],
                        dice(seed, 9),
                        &[],
                    );
                    let first = round.tokens()[0] as usize;
                    shares[first] += drafted.prob / f64::from(seeds);
                }
            }
            let want = output(rule, &p_list, &q_list);
            for (token, share) in (0..).zip(shares) {
                let want = want.get(&token).copied().unwrap_or(0.0);
                // Four standard errors at the most.
                assert!(
                    (share - want).abs() < 0.032,
                    "{rule:?} {p:?} {q:?}: {token} {share} {want}"
                );
            }
        }
    }
}

#[test]
fn a_token_that_the_model_rules_out_is_never_kept_and_the_residual_never_has_it() {
    let (p, q) = (list(&[0.0, 0.6, 0.4]), list(&[0.9, 0.1, 0.0]));
    for seed in 0..500 {
        let round = verify(
            Rule::Ratio,
            &[(0, q.clone())],
            &[p.clone(), p.clone()],
            dice(seed, 0),
            &[],
        );
        assert_eq!(round.accepted(), 0);
        let last = round.last.expect("a token in its place");
        assert_eq!(last.from, Source::Residual);
        assert!(last.token == 1 || last.token == 2);
    }
    assert_eq!(residual(&p, &p), p, "nothing is left over: the model's own");
}

#[test]
fn a_round_ends_at_the_first_rejection_or_with_one_more_token() {
    let sure = |token: usize| {
        let mut shares = [0.0; 3];
        shares[token] = 1.0;
        list(&shares)
    };
    let drafted = [(0, sure(0)), (1, sure(1)), (2, sure(2))];
    let all = [sure(0), sure(1), sure(2), sure(1)];
    for rule in [Rule::Ratio, Rule::ExactMatch] {
        let round = verify(rule, &drafted, &all, dice(1, 5), &[]);
        assert_eq!((round.accepted(), round.tokens()), (3, vec![0, 1, 2, 1]));
        assert_eq!(
            round.last.as_ref().map(|l| (l.from, l.draw.position)),
            Some((Source::Bonus, 8))
        );
        let other = [sure(0), sure(2), sure(2), sure(1)];
        let round = verify(rule, &drafted, &other, dice(1, 5), &[]);
        assert_eq!((round.verdicts.len(), round.tokens()), (2, vec![0, 2]));
        // An end of text that is kept: nothing after it.
        let round = verify(rule, &drafted, &all, dice(1, 5), &[1]);
        assert_eq!((round.tokens(), round.last), (vec![0, 1], None));
    }
    // A draft of nothing is a plain step.
    let round = verify(Rule::Ratio, &[], &all[..1], dice(1, 5), &[]);
    assert_eq!((round.verdicts.len(), round.tokens()), (0, vec![0]));
}

#[test]
fn by_exact_match_the_text_is_the_plain_runs() {
    let (p, q) = (list(&[0.5, 0.3, 0.2]), list(&[0.2, 0.5, 0.3]));
    for seed in 0..200 {
        let plain =
            choose(p.iter().copied(), &Draw::new(seed, 3, Stream::Token, 0)).map(|c| c.0.token);
        for drafted in 0..3 {
            let round = verify(
                Rule::ExactMatch,
                &[(drafted, q.clone())],
                &[p.clone(), p.clone()],
                dice(seed, 3),
                &[],
            );
            assert_eq!(Some(round.tokens()[0]), plain);
        }
    }
}
