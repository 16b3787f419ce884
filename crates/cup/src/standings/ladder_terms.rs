//! The terms by which a ladder ranks its bots.

#[derive(Debug, Clone)]
pub(crate) struct LadderTerms<'a> {
    /// The state of each bot: `None` if it plays, `gone`, or the reason why it plays no more.
    pub(crate) states: Vec<Option<String>>,
    /// The last rank of each league.
    pub(crate) leagues: &'a [usize],
}

impl LadderTerms<'_> {
    pub(super) fn plays(&self) -> Vec<bool> {
        self.states.iter().map(Option::is_none).collect()
    }

    /// All bots, those that play first, and the best first. A bot without a value comes last.
    pub(super) fn order(&self, value: impl Fn(usize) -> Option<f64>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        let value = |bot: usize| value(bot).unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|&one, &other| {
            let is_out = |bot: usize| self.states[bot].is_some();
            is_out(one).cmp(&is_out(other)).then(value(other).total_cmp(&value(one)))
        });
        order
    }
}
