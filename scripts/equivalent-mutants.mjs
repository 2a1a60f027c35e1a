/**
 * Equivalent mutants of domain/: they change no observable behaviour. mutants.mjs leaves them out of its score and
 * fails if one of them no longer survives. `line` is the complete changed line, `now` the text that mutants.mjs
 * prints for it.
 */
const noState = { now: '["Stryker was here"]', why: 'a word that is no state is never asked about' }

/** What cannot be missing, and whose type does not know. */
const NEVER_MISSING = 'it is never missing; the type does not know'
const said = (file, line, nows, why) => nows.map((now) => ({ file, line, now, why }))

/** exactFits() answers the same, only later, or with another of two choices that are as good. */
const fit = (line, nows, why) =>
  nows.map((now) => ({ file: 'domain/catalog/exact-fit.ts', line, now, why }))

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
    'if (size === 1) return target >= least && stock.has(target) ? [[target]] : []',
    ['true'],
    'the filter below has seen to it; one of the two could go, and both say what they mean',
  ),
  ...fit(
    '.filter((price) => price >= least && price * size <= target)',
    ['true', 'price >= least || price * size <= target', 'price / size'],
    'prices in another order lead to gifts that were found already, or to a choice as good',
  ),
  ...fit(
    'return [...stock.keys()]',
    ['[...stock.keys()]'],
    'prices in another order lead to gifts that were found already, or to a choice as good',
  ),
  ...fit(
    'if (!(points >= 1 && points <= target) || most < 1 || count >= SIZES.length * limit) return []',
    ['["Stryker was here"]'],
    'what has no price is under no price that is asked for',
  ),
  ...fit(
    'const places = found.map(() => 0)',
    ['() => undefined'],
    'no place taken yet counts as none taken',
  ),
  ...fit(
    'const items = stock.get(price) ?? []',
    ['["Stryker was here"]'],
    'prices are those of the stock; the type does not know',
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
    'stock.get(item.points)?.sort((a, b) => a.shown - b.shown || a.rank - b.rank)',
    ['stock.get(item.points).sort'],
    'what was taken is in the stock; the type does not know',
  ),
  {
    file: 'domain/fulfilment/delivery.ts',
    line: "const kinds = deliveryKinds({ ...cart, country: address?.country ?? '' })",
    now: '"Stryker was here!"',
    why: 'what has no address is digital; the country decides over points alone',
  },
  {
    file: 'domain/fulfilment/delivery.ts',
    line: "case 'digital':",
    now: "case 'digital':",
    why: 'what is digital has no home either, so the next case answers the same',
  },
  {
    file: 'domain/fulfilment/delivery.ts',
    line: "case 'digital':",
    now: '""',
    why: 'without a case nothing is answered, too; the type does not know',
  },
  {
    file: 'domain/fulfilment/delivery.ts',
    line: 'export function switchToHome(delivery: HomeDelivery | PickupDelivery): HomeDelivery {',
    now: '{}',
    why: 'noticed: the tests of the file cannot even begin, which Stryker does not count',
  },
  {
    file: 'domain/vouchers/voucher-code.ts',
    line: "export const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'",
    now: '""',
    why: 'noticed: the tests of the file cannot even begin, which Stryker does not count',
  },
  {
    file: 'domain/vouchers/voucher-code.ts',
    line: 'for (let at = 0; at + 3 <= code.length; at++) {',
    now: 'at - 3',
    why: 'what is shorter than three letters is no word',
  },
  {
    file: 'domain/time/zone-days.ts',
    line: "return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''",
    now: '"Stryker was here!"',
    why: 'no date is written so, nor as nothing: it throws, or it is a zone',
  },
  {
    file: 'domain/time/zone-days.ts',
    line: String.raw`if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false`,
    now: String.raw`/^[1-9]\d{3}-\d{2}-\d{2}/`,
    why: 'with more behind a day there is no midnight of it',
  },
  { file: 'domain/orders/order-state.ts', line: 'delivered: [],', ...noState },
  { file: 'domain/orders/order-state.ts', line: 'cancelled: [],', ...noState },
  { file: 'domain/payments/refund-state.ts', line: 'failed: [],', ...noState },
  { file: 'domain/payments/refund-state.ts', line: 'canceled: [],', ...noState },
  {
    file: 'domain/payments/payment-step.ts',
    line: "if (typeof word === 'object' && word.state === 'paid') {",
    now: 'true',
    why: "'unknown' and 'not-asked' have no state that could be 'paid'",
  },
  {
    file: 'domain/payments/payment-step.ts',
    line: "const state = typeof word === 'object' ? paymentAfter(known, word.state) : known",
    now: 'true',
    why: "'unknown' and 'not-asked' have no state, and by none a payment does not move",
  },
  {
    file: 'domain/refunds/withdrawal.ts',
    line: "if (state === 'cancelled' || left < 1 || (deadline !== 'open' && nowMs > deadline)) continue",
    now: 'true',
    why: "no moment is later than 'open'",
  },
  {
    file: 'domain/refunds/withdrawal.ts',
    line: "if (state === 'cancelled' || left < 1 || (deadline !== 'open' && nowMs > deadline)) continue",
    now: '""',
    why: "no moment is later than 'open'",
  },
  ...said(
    'domain/addresses/address-lines.ts',
    "const abroad = code !== '' && code !== 'NL'",
    ['true', '"Stryker was here!"'],
    'Node names no country where there is none; browsers throw',
  ),
  ...said(
    'domain/search/common-words.ts',
    'if (!set) {',
    ['true'],
    'words that are gathered again for every question only cost time',
  ),
  ...said(
    'domain/search/common-words.ts',
    String.raw`set = new Set(COMMON[language].split(/\s+/).map(folded))`,
    [String.raw`/\s/`],
    'no word is empty, so it is not asked whether that is a common one',
  ),
  ...said(
    'domain/mail/email.ts',
    'if (local === undefined || domain === undefined || more.length > 0) return false',
    ['false'],
    'what stands before the first sign is never missing; the type does not know',
  ),
  ...said(
    'domain/mail/email.ts',
    String.raw`return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')`,
    ['"Stryker was here!"'],
    NEVER_MISSING,
  ),
  ...said(
    'domain/search/gift-names.ts',
    'while (start < words.length) {',
    ['start <= words.length'],
    'behind the last word there is none, and none is placed',
  ),
  ...said(
    'domain/search/gift-names.ts',
    "const naming = range(start, end).filter((at) => !isMeasure(words[at] ?? '', language))",
    ['"Stryker was here!"'],
    NEVER_MISSING,
  ),
  ...said(
    'domain/search/gift-names.ts',
    'word !== undefined && isEmptyWord(word, language)',
    ['true'],
    NEVER_MISSING,
  ),
  ...said(
    'domain/language.ts',
    String.raw`const short = /^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i.exec(text?.trim() ?? '')?.[1]?.toLowerCase()`,
    [
      '"Stryker was here!"',
      String.raw`/^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i.exec(text?.trim() ?? '')?.[1].toLowerCase`,
    ],
    'neither of the two is a language, and what was found has its two letters',
  ),
  ...said(
    'domain/addresses/phone.ts',
    String.raw`const national = number.replace(/^\+310?/, '0')`,
    [String.raw`/\+310?/`],
    'a plus stands at the beginning, or it is no number',
  ),
  ...said(
    'domain/addresses/phone.ts',
    "return isDutch(dialString(typed) ?? '', country) ? 'phone-not-ten-digits' : 'phone-implausible'",
    ['"Stryker was here!"'],
    'what is no number is that of the country, whatever it is',
  ),
  ...said(
    'domain/fulfilment/pickup-map.ts',
    'const origin = points[0] ?? { latitude: 0, longitude: 0 }',
    ['{}'],
    NEVER_MISSING,
  ),
  ...said(
    'domain/fulfilment/pickup-map.ts',
    'if (!first || points.length < 3) return null',
    ['false', '!first && points.length < 3'],
    'of two points narrowest is nothing, which leaves no door either',
  ),
  ...said(
    'domain/fulfilment/pickup-map.ts',
    'const lines = points.slice(1).map(({ x, y, distance }) => ({',
    ['points'],
    'the first circle less itself is no line, and adds nothing',
  ),
  ...said(
    'domain/fulfilment/pickup-map.ts',
    'if (narrowest <= 0 || (2 * far) / Math.sqrt(narrowest) > MOST_METERS_OFF / 2) return null',
    ['false', 'narrowest < 0', '2 * far / Math.sqrt(narrowest) >= MOST_METERS_OFF / 2'],
    'what is divided by nothing is too far off, and by less than that no door fits; and no root meets the bound exactly',
  ),
  ...said(
    'domain/fulfilment/pickup-map.ts',
    'Math.abs(Math.hypot(x - home.x, y - home.y) - distance) <=',
    [
      'Math.abs(Math.hypot(x - home.x, y - home.y) - distance) < Math.max(MOST_METERS_OFF, distance * 0.1)',
    ],
    'no measured distance meets the bound exactly',
  ),
  ...said(
    'domain/fulfilment/pickup-map.ts',
    'ringMeters: ROUND_METERS.findLast((meters) => meters <= reach / 2) ?? 50,',
    ['meters < reach / 2'],
    'a reach is no round number: it is measured, and five in a hundred more',
  ),
  ...said(
    'domain/sessions/proof-search.ts',
    'for (let place = 0; place < NONCE_LENGTH; place += 1) nonce[place] = letterOf(next, place)',
    ['place <= NONCE_LENGTH'],
    'an array of eight bytes takes no more',
  ),
  ...said(
    'domain/addresses/postal-code.ts',
    String.raw`return country === 'PL' ? code?.replace(/^(\d{2})-?/, '$1-') : code`,
    [String.raw`/(\d{2})-?/`],
    'a Polish code begins with two digits',
  ),
  ...said(
    'domain/catalog/sort-order.ts',
    'return a.scp < b.scp ? -1 : 1',
    ['a.scp <= b.scp'],
    'the line above has answered for what is the same',
  ),
  ...said(
    'domain/content/text-template.ts',
    "return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, , name = '']) => name))]",
    ['"Stryker was here!"'],
    NEVER_MISSING,
  ),
  ...said(
    'domain/channels/theme-contrast.ts',
    "const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value ?? '')",
    ['"Stryker was here!"'],
    'neither of the two is a colour',
  ),
  ...said(
    'domain/channels/theme-contrast.ts',
    "return /^#[0-9a-f]{6}$/i.test(value ?? '') ? String(value).toLowerCase() : DEFAULT_COLOUR",
    ['"Stryker was here!"'],
    'neither of the two is a colour',
  ),
  ...said(
    'domain/channels/theme-contrast.ts',
    'return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4',
    ['part < 0.04045'],
    'no part of a colour is that: ten of 255 is less, eleven is more',
  ),
  ...said(
    'domain/channels/theme-contrast.ts',
    'return [DARK, LIGHT].find((text) => contrast(colour, text) >= READABLE_CONTRAST) ?? BLACK',
    ['contrast(colour, text) > READABLE_CONTRAST'],
    'none of the sixteen million colours has exactly that contrast with either',
  ),
  ...said(
    'domain/channels/theme.ts',
    'while (contrast(ink, ground) < READABLE_ON_GROUND) ink = mapParts(ink, (part) => part * 0.92)',
    ['contrast(ink, ground) <= READABLE_ON_GROUND'],
    'at exactly that figure, which is ours, either of two inks reads',
  ),
  ...said(
    'domain/search/typing-errors.ts',
    'if (Math.abs(a.length - b.length) > most) return most + 1',
    ['false'],
    'counting them all comes to the same, later',
  ),
  ...said(
    'domain/search/typing-errors.ts',
    'let beforeLast: number[] = []',
    ['["Stryker was here"]'],
    'nothing is swapped in the first row',
  ),
  ...said(
    'domain/search/typing-errors.ts',
    'if (errors < least) least = errors',
    ['errors <= least'],
    'what is as few is the same number',
  ),
  ...said(
    'domain/search/typing-errors.ts',
    'if (least > most) return most + 1',
    ['false'],
    'counting them all comes to the same, later',
  ),
  ...said(
    'domain/search/word-folding.ts',
    'if (!/[^ -~]/.test(lower)) return lower',
    ['false'],
    'folding what has nothing to fold only costs time',
  ),
]
