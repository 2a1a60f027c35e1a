/**
 * Mutants of domain/ that change nothing anybody could see: mutants.mjs leaves them out of its score, and fails where
 * one of them is not left any more. `line` is the whole line that they change, `now` what mutants.mjs prints for it.
 */
const noState = { now: '["Stryker was here"]', why: 'a word that is no state is never asked about' }

/** exactFits() answers the same, only later, or with another of two choices that are as good. */
const fit = (line, nows, why) =>
  nows.map((now) => ({ file: 'domain/exact-fit.ts', line, now, why }))

export const equalMutants = [
  ...fit(
    'const count = counts.get(points) ?? 0',
    ['counts.get(points) && 0'],
    'more gifts of a price than are needed only cost time',
  ),
  ...fit(
    'counts.set(points, count + 1)',
    ['count - 1'],
    'more gifts of a price than are needed only cost time',
  ),
  ...fit(
    'if (!(points >= 1 && points <= target) || most < 1 || count >= SIZES.length * limit) return []',
    ['true', 'false', 'count > SIZES.length * limit'],
    'more gifts of a price than are needed, and gifts above the target, only cost time',
  ),
  ...fit(
    'if (best && byWornness(offer, best) < 0) best = offer',
    ['byWornness(offer, best) <= 0'],
    'two offers are never alike: their gifts are others',
  ),
  ...fit(
    'if (size === 1) return target >= least && shelf.has(target) ? [[target]] : []',
    ['true'],
    'the filter below has seen to it; one of the two could go, and both say what they mean',
  ),
  ...fit(
    '.filter((price) => price >= least && price * size <= target)',
    ['true', 'price >= least || price * size <= target', 'price / size'],
    'prices in another order lead to gifts that were found already, or to a choice as good',
  ),
  ...fit(
    'return [...shelf.keys()]',
    ['[...shelf.keys()]'],
    'prices in another order lead to gifts that were found already, or to a choice as good',
  ),
  ...fit(
    'const items = shelf.get(price) ?? []',
    ['["Stryker was here"]'],
    'prices are those of the shelf; the type does not know',
  ),
  ...fit(
    'for (let at = from; at < items.length; at++) {',
    ['at <= items.length'],
    'behind the last there is no gift, and none is skipped',
  ),
  ...fit(
    'if (!item) continue',
    ['false'],
    'there is a gift at every place; the type does not know',
  ),
  ...fit(
    'return items.reduce((sum, item) => sum + item.shown, 0) + items.length - new Set(items).size',
    ['items.reduce((sum, item) => sum + item.shown, 0) - items.length'],
    'only combinations of one size are compared, and all are less by the same',
  ),
  ...fit(
    'const ahead = item.rank - (b[at]?.rank ?? 0)',
    ['b[at].rank'],
    'both are of one size; the type does not know',
  ),
  ...fit(
    'shelf.get(item.points)?.sort((a, b) => a.shown - b.shown || a.rank - b.rank)',
    ['shelf.get(item.points).sort'],
    'what was taken stands on the shelf; the type does not know',
  ),
  {
    file: 'domain/delivery.ts',
    line: "const kinds = deliveryKinds({ ...cart, country: address?.country ?? '' })",
    now: '"Stryker was here!"',
    why: 'what has no address is digital; the country decides over points alone',
  },
  {
    file: 'domain/delivery.ts',
    line: "case 'digital':",
    now: "case 'digital':",
    why: 'what is digital has no home either, so the next case answers the same',
  },
  {
    file: 'domain/delivery.ts',
    line: "case 'digital':",
    now: '""',
    why: 'without a case nothing is answered, too; the type does not know',
  },
  {
    file: 'domain/delivery.ts',
    line: 'export function switchToHome(delivery: HomeDelivery | PickupDelivery): HomeDelivery {',
    now: '{}',
    why: 'noticed: the tests of the file cannot even begin, which Stryker does not count',
  },
  {
    file: 'domain/voucher-code.ts',
    line: "export const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'",
    now: '""',
    why: 'noticed: the tests of the file cannot even begin, which Stryker does not count',
  },
  {
    file: 'domain/voucher-code.ts',
    line: 'for (let at = 0; at + 3 <= code.length; at++) {',
    now: 'at - 3',
    why: 'what is shorter than three letters is no word',
  },
  {
    file: 'domain/zone-days.ts',
    line: "return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''",
    now: '"Stryker was here!"',
    why: 'no date is written so, nor as nothing: it throws, or it is a zone',
  },
  {
    file: 'domain/zone-days.ts',
    line: String.raw`if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false`,
    now: String.raw`/^\d{4}-\d{2}-\d{2}/`,
    why: 'with more behind a day there is no midnight of it',
  },
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
