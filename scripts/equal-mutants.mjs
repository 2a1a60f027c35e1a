/**
 * Mutants of domain/ that change nothing anybody could see: mutants.mjs leaves them out of its score, and fails where
 * one of them is not left any more. `line` is the whole line that they change, `now` what mutants.mjs prints for it.
 */
const noState = { now: '["Stryker was here"]', why: 'a word that is no state is never asked about' }

export const equalMutants = [
  { file: 'domain/order-state.ts', line: 'delivered: [],', ...noState },
  { file: 'domain/order-state.ts', line: 'cancelled: [],', ...noState },
  { file: 'domain/refund-state.ts', line: 'failed: [],', ...noState },
  { file: 'domain/refund-state.ts', line: 'canceled: [],', ...noState },
  {
    file: 'domain/payment-step.ts',
    line: "if (typeof word === 'object' && word.state === 'paid') {",
    now: 'true',
    why: "'unknown' and 'not-asked' have no state that could be 'paid'",
  },
  {
    file: 'domain/payment-step.ts',
    line: "const state = typeof word === 'object' ? paymentAfter(known, word.state) : known",
    now: 'true',
    why: "'unknown' and 'not-asked' have no state, and by none a payment does not move",
  },
  {
    file: 'domain/withdrawal.ts',
    line: "if (state === 'cancelled' || left < 1 || (deadline !== 'open' && nowMs > deadline)) continue",
    now: 'true',
    why: "no moment is later than 'open'",
  },
  {
    file: 'domain/withdrawal.ts',
    line: "if (state === 'cancelled' || left < 1 || (deadline !== 'open' && nowMs > deadline)) continue",
    now: '""',
    why: "no moment is later than 'open'",
  },
]
