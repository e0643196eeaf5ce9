//! Litmus tests with the counts of GenMC's suite (specification of the engine, section 6.1), but for two
//! where GenMC departs from the definition of rc11.

use super::counts;
use super::instructions::Code;

#[track_caller]
fn check(name: &str, text: &str, expected: [usize; 4]) {
    assert_eq!(counts(&Code::new(text)), expected, "{name}: {text}");
}

#[test]
fn two_threads() {
    check("SB", "W x 1 rel; R a y acq || W y 1 rel; R b x acq", [3, 4, 4, 4]);
    check("SB+4sc", "W x 1 sc; R a y sc || W y 1 sc; R b x sc", [3, 3, 4, 3]);
    check("SB+scfs", "W x 1 rlx; F sc; R a y rlx || W y 1 rlx; F sc; R b x rlx", [3, 3, 4, 3]);
    check("SB+3sc+acq", "W x 1 sc; R a y acq || W y 1 sc; R b x sc", [3, 4, 4, 4]);
    check("MP", "W x 1 rel; W y 1 rel || R a y acq; R b x acq", [3; 4]);
    check("MP+rels+acq", "WN x 1; W y 0 rel; W y 1 rlx || R a y acq; ?a RN b x", [3, 3, 4, 4]);
    check("LB", "R a y acq; W x 1 rel || R b x acq; W y 1 rel", [3; 4]);
    check("LB2", "R a y rlx; W x 1 rlx || R b x rlx; W y 1 rlx", [3; 4]);
    check("rfi-preserved", "R a x rlx; W y 1 rel; R b y rlx; W z b rlx || R c z rlx; W x c rlx", [3; 4]);
    check("riwi", "R a y rlx; ADD b x 1 rlx || ADD c x 1 rlx; W y 1 rlx", [3; 4]);
    check("2+2W", "W x 1 rel; W y 2 rel || W y 1 rel; W x 2 rel", [3, 3, 4, 4]);
    check("S", "W x 2 rlx; W y 1 rlx || R a y rlx; W x 1 rlx", [3, 3, 4, 4]);
    check("atomicpo", "W y 1 rlx; F ar; W x 1 rlx || XCHG a x 1 rlx; XCHG b y 1 rlx", [3, 3, 4, 4]);
    check("ccr", "CAS a x 0 42 rlx rlx || CAS b x 0 17 rlx rlx; R c x rlx", [2; 4]);
}

#[test]
fn three_threads() {
    check("LB3", "R p a rlx; W b 1 rlx || R q b rlx; W c 1 rlx || R r c rlx; W a 1 rlx", [7; 4]);
    check(
        "LB+fr-fr-data+data",
        "R a x rlx; W y 1+(a^a) rlx || R c y rlx; R b y rlx; W x 1+(b^b) rlx || W y 2 rlx",
        [16, 16, 18, 18],
    );
    check("RMWFix", "R a y sc; ?a ADD b x 1 sc; ?a ADD c x 1 sc || ADD d x 1 sc || W y 42 sc", [4; 4]);
    check("isa2", "W a 1 rlx; W b 1 rel || R p b acq; W c 1 rel || R q c acq; R r a rlx", [7; 4]);
    // GenMC counts 17 under rc11: its psc does not ask for different locations in `po;hb;po`.
    check("WWmerge1", "R a x acq; R b y sc || W x 1 sc; W x 2 sc || W y 1 sc; R c x sc", [15, 15, 18, 18]);
    // GenMC counts 22 under rc11: it also splits the update in two, which the definition does not.
    check("Z6.U", "W x 1 sc; W y 1 rel || ADD a y 1 sc; R b y rlx || W y 3 sc; R c x sc", [18, 18, 24, 24]);
    check("Z6+acq", "W a 1 rlx; F sc; W b 1 rlx || R p b acq; W c 1 rlx || W c 2 rlx; F sc; R q a rlx", [7, 7, 8, 7]);
    check("RWC+syncs", "W x 1 rlx || R a x rlx; F sc; R b y rlx || W y 1 rlx; F sc; R c x rlx", [7, 7, 8, 7]);
    check("W+RWC", "W x 1 rlx; W z 1 rel || R a z acq; F sc; R b y rlx || W y 1 rlx; F sc; R c x rlx", [7, 7, 8, 7]);
    check("peterZ", "W x 1 rlx; F sc; R a y rlx || W y 1 rlx; W z 1 rel || R b z acq; F sc; R c x rlx", [7, 7, 8, 7]);
    check("cumul-release", "W x 1 rlx; W y 1 rel || R a y rlx; W z a rlx || R b z rlx; F ar; R c x rlx", [7, 7, 8, 8]);
    check("relacq-B-cumul", "W x 1 rlx; W y 1 rel || R a y acq; W z 1 rlx || R b z rlx; F ar; R c x rlx", [7, 7, 8, 8]);
    check(
        "relseq",
        "W x 1 rlx; W y 1 rel; W y 2 rlx || XCHG a y 3 rlx || R b y rlx; F ar; R c x rlx",
        [16, 16, 20, 20],
    );
    check("cii", "CAS a x 1 2 rlx rlx || ADD b x 1 rlx || ADD c x 1 rlx", [6; 4]);
    check("inc2w", "ADD a x 1 rlx || W x 4 rlx || ADD b x 2 rlx", [6; 4]);
    check("3xFAI", "ADD a x 1 rlx || ADD b x 1 rlx || ADD c x 1 rlx", [6; 4]);
    check(
        "CoA 2",
        "W x 1 rel; R a y acq; R b x acq || W x 2 rel; R c z acq; R d x acq || W y 1 rel; W z 1 rel",
        [15, 16, 16, 16],
    );
    check(
        "WWR+2WR",
        "W x 1 sc; W y 1 sc; R a z sc; ASSUME a==0 || W z 1 sc; R b y sc; ASSUME b==2 || W y 2 sc; R c x sc; ASSUME c==0",
        [0, 0, 2, 0],
    );
    check(
        "psc-ar",
        "R a y rlx; ASSUME a==1; F sc; R b z rlx; ASSUME b==0 || W z 1 rlx; F sc; W x 1 rlx || R c x rlx; ?c==1 W y 1 rlx; ASSUME c==1",
        [0, 0, 1, 1],
    );
}

#[test]
fn four_and_five_threads() {
    let coherence = "W x 1 rel || W x 2 rel || R a x acq; R b x acq || R c x acq";
    check("CoRR1", coherence, [36; 4]);
    check("CoRR2", &format!("{coherence}; R d x acq"), [72; 4]);
    check("IRIW-acq-sc", "W x 1 sc || R a x acq; R b y sc || R c y acq; R d x sc || W y 1 sc", [15, 15, 16, 16]);
    check(
        "LB+incMPs",
        "R a x acq; ADD b z 1 ar || ADD c z 1 ar; W y 1 rel || R d y acq; ADD e w 1 ar || ADD f w 1 ar; W x 1 rel",
        [15; 4],
    );
    check(
        "rel-B-cumul-acq",
        "W x 1 rlx; W y 1 rel || R a y rlx; W z a rlx || R b z rlx; F ar; R c x rlx || R d y acq",
        [14, 14, 16, 16],
    );
    check(
        "IRIWish",
        "W x 1 rlx || R a x rlx; W y a rel || R b x acq; F ar; R c y acq || R d y acq; F ar; R e x acq",
        [27, 27, 28, 28],
    );
    check("wcii", "CAS a x 1 2 rlx rlx || ADD b x 1 rlx || ADD c x 1 rlx || W x 5 rlx", [24; 4]);
    check(
        "viktor-relseq",
        "ADD a x 1 rlx; ADD b x 1 rlx || ADD c x 1 rlx; ADD d x 1 rlx || ADD e x 1 rlx || ADD f x 1 rlx",
        [180; 4],
    );
    check(
        "inc+inc+RR+W+RR",
        "ADD a x 1 rlx || ADD b x 1 rlx || R c x rlx; R d x rlx || W x 42 rlx || R e x rlx; R f x rlx",
        [600; 4],
    );
    check(
        "fr+w+w+w+reads",
        "W x 1 rlx || W x 2 rlx || W x 3 rlx || R a x rlx; R b x rlx; R c x rlx; R d x rlx",
        [210; 4],
    );
    check("wrw 2", "W x 1 rlx || R a x rlx; W x 2 rlx || R b x rlx; W x 3 rlx", [22; 4]);
    check("wrw 3", "W x 1 rlx || R a x rlx; W x 2 rlx || R b x rlx; W x 3 rlx || R c x rlx; W x 4 rlx", [300; 4]);
    check(
        "casrot 4",
        "CAS a x 0 1 rlx rlx || CAS b x 1 2 rlx rlx || CAS c x 2 3 rlx rlx || CAS d x 3 4 rlx rlx",
        [14; 4],
    );
    check(
        "casw 3",
        "CAS a x 0 1 rlx rlx; W x 3 rlx || CAS b x 0 1 rlx rlx; W x 4 rlx || CAS c x 0 1 rlx rlx; W x 5 rlx",
        [66; 4],
    );
}

#[test]
fn a_failing_compare_exchange_has_the_failure_ordering() {
    let mp = |cas: &str| counts(&Code::new(&format!("W d 1 rlx; W y 1 rel || {cas}; R b d rlx")));
    assert_eq!(mp("CAS a y 0 5 rlx acq"), [3; 4]);
    assert_eq!(mp("CAS a y 0 5 ar rlx"), [3, 3, 4, 4]);
    // Strong only when it succeeds: of the executions where it fails, one more than with `acq acq`.
    assert_eq!(mp("CAS a y 1 5 acq rlx"), [3; 4]);
}

#[test]
fn an_update_is_only_what_its_ordering_says() {
    let mp = |w: &str, r: &str| counts(&Code::new(&format!("W x 1 rlx; ADD u y 1 {w} || ADD a y 0 {r}; R b x rlx")));
    assert_eq!(mp("rel", "acq"), [3; 4]);
    assert_eq!(mp("acq", "acq"), [3, 3, 4, 4]);
    assert_eq!(mp("rel", "rel"), [3, 3, 4, 4]);
}
