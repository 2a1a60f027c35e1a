/**
 * Mutants of domain/ that change no observable behaviour. run-domain-mutation-tests.mjs leaves them out of its score and
 * fails if one of them no longer survives. Per file: the complete line, what Stryker prints for it, and the reason.
 */
const MUTANTS = {
  'domain/catalog/exact-fit.ts': [
    [
      'const count = counts.get(points) ?? 0',
      ['counts.get(points) && 0'],
      'more gifts of one price than needed only take more time',
    ],
    [
      'counts.set(points, count + 1)',
      ['count - 1'],
      'more gifts of one price than needed only take more time',
    ],
    [
      'if (!(points >= 1 && points <= target) || most < 1 || count >= SIZES.length * limit) return []',
      ['true', 'false', 'count > SIZES.length * limit'],
      'more gifts of one price than needed, and gifts above the target, only take more time',
    ],
    [
      'if (best && compareCombinations(combination, best) < 0) best = combination',
      ['compareCombinations(combination, best) <= 0'],
      'two combinations never compare as equal, because their gifts differ',
    ],
    [
      'if (size === 1) return target >= minPrice && byPrice.has(target) ? [[target]] : []',
      ['true'],
      'the filter below covers this case too; both lines say what they mean',
    ],
    [
      '.filter((price) => price >= minPrice && price * size <= target)',
      ['true', 'price >= minPrice || price * size <= target', 'price / size'],
      'prices in another order lead to combinations that were found already, or to equally good ones',
    ],
    [
      'return [...byPrice.keys()]',
      ['[...byPrice.keys()]'],
      'prices in another order lead to combinations that were found already, or to equally good ones',
    ],
    [
      'if (!(points >= 1 && points <= target) || most < 1 || count >= SIZES.length * limit) return []',
      ['["Stryker was here"]'],
      'a gift without a price is never looked up',
    ],
    [
      'const counts = bySize.map(() => 0)',
      ['() => undefined'],
      'a count without a value is like zero',
    ],
    [
      'const items = byPrice.get(price) ?? []',
      ['["Stryker was here"]'],
      'all prices come from the stock, which the type does not express',
    ],
    [
      'for (let index = from; index < items.length; index++) {',
      ['index <= items.length'],
      'there is no gift after the last one, and no gift is skipped',
    ],
    [
      'if (!item) continue',
      ['false'],
      'there is a gift at every index, which the type does not express',
    ],
    [
      'return items.reduce((sum, item) => sum + item.uses, 0) + items.length - new Set(items).size',
      ['items.reduce((sum, item) => sum + item.uses, 0) - items.length'],
      'only combinations of the same size are compared, so all change by the same amount',
    ],
    [
      'const difference = item.rank - (b[index]?.rank ?? 0)',
      ['b[index].rank'],
      'both combinations have the same size, which the type does not express',
    ],
    [
      'byPrice.get(item.points)?.sort((a, b) => a.uses - b.uses || a.rank - b.rank)',
      ['byPrice.get(item.points).sort'],
      'a chosen gift is in the stock, which the type does not express',
    ],
  ],
  'domain/fulfilment/delivery.ts': [
    [
      "const kinds = deliveryKinds({ ...cart, country: address?.country ?? '' })",
      ['"Stryker was here!"'],
      'a cart without an address is digital; the country matters for rules of points only',
    ],
    [
      "case 'digital':",
      ["case 'digital':"],
      'digital gifts have no home delivery either, so the next case gives the same answer',
    ],
    ["case 'digital':", ['""'], 'without this case the answer is empty as well'],
    [
      'export function switchToHome(delivery: HomeDelivery | PickupDelivery): HomeDelivery {',
      ['{}'],
      'the tests of the file cannot start, which Stryker does not count as noticed',
    ],
  ],
  'domain/vouchers/voucher-code.ts': [
    [
      "export const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'",
      ['""'],
      'the tests of the file cannot start, which Stryker does not count as noticed',
    ],
    [
      'for (let at = 0; at + 3 <= code.length; at++) {',
      ['at - 3'],
      'a code shorter than three characters contains no word',
    ],
  ],
  'domain/time/zone-days.ts': [
    [
      "return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''",
      ['"Stryker was here!"'],
      'the text is not a date format; the call throws or the zone exists',
    ],
    [
      String.raw`if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false`,
      [String.raw`/^[1-9]\d{3}-\d{2}-\d{2}/`],
      'a text with more after the day has no midnight',
    ],
  ],
  'domain/orders/order-state.ts': [
    ['delivered: [],', ['["Stryker was here"]'], 'a state outside the type never occurs'],
    ['cancelled: [],', ['["Stryker was here"]'], 'a state outside the type never occurs'],
  ],
  'domain/payments/refund-state.ts': [
    ['failed: [],', ['["Stryker was here"]'], 'a state outside the type never occurs'],
    ['canceled: [],', ['["Stryker was here"]'], 'a state outside the type never occurs'],
  ],
  'domain/payments/payment-step.ts': [
    [
      "if (typeof report === 'object' && report.state === 'paid') {",
      ['true'],
      "'unknown' and 'not-asked' have no state, so it cannot be 'paid'",
    ],
    [
      "const state = typeof report === 'object' ? paymentAfter(known, report.state) : known",
      ['true'],
      "'unknown' and 'not-asked' have no state, and a payment does not change without one",
    ],
  ],
  'domain/refunds/withdrawal.ts': [
    [
      "if (state === 'cancelled' || left < 1 || (deadline !== 'open' && nowMs > deadline)) continue",
      ['true', '""'],
      "no time is later than 'open'",
    ],
  ],
  'domain/addresses/address-lines.ts': [
    [
      "const isAbroad = code !== '' && code !== 'NL'",
      ['true', '"Stryker was here!"'],
      'Node returns no country name for an empty code; browsers throw',
    ],
  ],
  'domain/search/common-words.ts': [
    ['if (!set) {', ['true'], 'building the word list for each query only takes more time'],
    [
      String.raw`set = new Set(COMMON[language].split(/\s+/).map(folded))`,
      [String.raw`/\s/`],
      'there are no empty words, so the set never contains one that is looked up',
    ],
  ],
  'domain/mail/email.ts': [
    [
      'if (local === undefined || domain === undefined || more.length > 0) return false',
      ['false'],
      'the part before the first sign is never missing, which the type does not express',
    ],
    [
      String.raw`return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')`,
      ['"Stryker was here!"'],
      'the value is never missing, which the type does not express',
    ],
  ],
  'domain/search/gift-names.ts': [
    [
      'while (start < words.length) {',
      ['start <= words.length'],
      'there is no word after the last one',
    ],
    [
      "const naming = range(start, end).filter((index) => !isMeasure(words[index] ?? '', language))",
      ['"Stryker was here!"'],
      'the value is never missing, which the type does not express',
    ],
    [
      'word !== undefined && isStopWord(word, language)',
      ['true'],
      'the value is never missing, which the type does not express',
    ],
  ],
  'domain/language.ts': [
    [
      "const short = /^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i.exec(text?.trim() ?? '')?.[1]?.toLowerCase()",
      [
        '"Stryker was here!"',
        "/^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i.exec(text?.trim() ?? '')?.[1].toLowerCase",
      ],
      'neither value is a language, and a match has two letters',
    ],
  ],
  'domain/addresses/phone.ts': [
    [
      String.raw`const national = number.replace(/^\+310?/, '0')`,
      [String.raw`/\+310?/`],
      'a plus is the first character, otherwise the text is not a number',
    ],
    [
      "return isDutch(dialString(typed) ?? '', country) ? 'phone-not-ten-digits' : 'phone-implausible'",
      ['"Stryker was here!"'],
      'a text that is not a number gets the message of its country, whatever the text is',
    ],
  ],
  'domain/fulfilment/pickup-map.ts': [
    [
      'const origin = points[0] ?? { latitude: 0, longitude: 0 }',
      ['{}'],
      'the value is never missing, which the type does not express',
    ],
    [
      'if (!first || points.length < 3) return null',
      ['false', '!first && points.length < 3'],
      'with two points the narrowest distance is zero, which leaves no address either',
    ],
    [
      'const lines = points.slice(1).map(({ x, y, distance }) => ({',
      ['points'],
      'the first circle minus itself is not a line and adds nothing',
    ],
    [
      'if (narrowest <= 0 || (2 * far) / Math.sqrt(narrowest) > MAX_ERROR_METERS / 2) return null',
      ['false', 'narrowest < 0', '2 * far / Math.sqrt(narrowest) >= MAX_ERROR_METERS / 2'],
      'a division by zero is too far off, a negative distance fits no address, and no root equals the limit exactly',
    ],
    [
      'Math.abs(Math.hypot(x - home.x, y - home.y) - distance) <=',
      [
        'Math.abs(Math.hypot(x - home.x, y - home.y) - distance) < Math.max(MAX_ERROR_METERS, distance * 0.1)',
      ],
      'no measured distance equals the limit exactly',
    ],
    [
      'ringMeters: ROUND_METERS.findLast((meters) => meters <= reach / 2) ?? 50,',
      ['meters < reach / 2'],
      'a measured reach plus five percent is never a round number',
    ],
  ],
  'domain/sessions/proof-search.ts': [
    [
      'for (let place = 0; place < NONCE_LENGTH; place += 1) nonce[place] = letterOf(next, place)',
      ['place <= NONCE_LENGTH'],
      'an array of eight bytes ignores a ninth',
    ],
  ],
  'domain/addresses/postal-code.ts': [
    [
      String.raw`return country === 'PL' ? code?.replace(/^(\d{2})-?/, '$1-') : code`,
      [String.raw`/(\d{2})-?/`],
      'a Polish postal code starts with two digits',
    ],
  ],
  'domain/catalog/sort-order.ts': [
    [
      'return a.scp < b.scp ? -1 : 1',
      ['a.scp <= b.scp'],
      'the line above has handled equal values',
    ],
  ],
  'domain/content/text-template.ts': [
    [
      "return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, , name = '']) => name))]",
      ['"Stryker was here!"'],
      'the value is never missing, which the type does not express',
    ],
  ],
  'domain/channels/theme-contrast.ts': [
    [
      "const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value ?? '')",
      ['"Stryker was here!"'],
      'neither value is a colour',
    ],
    [
      "return /^#[0-9a-f]{6}$/i.test(value ?? '') ? String(value).toLowerCase() : DEFAULT_COLOUR",
      ['"Stryker was here!"'],
      'neither value is a colour',
    ],
    [
      'return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4',
      ['part < 0.04045'],
      'no colour value equals this limit: 10 of 255 is below it, 11 above it',
    ],
    [
      'return [DARK, LIGHT].find((text) => contrast(colour, text) >= READABLE_CONTRAST) ?? BLACK',
      ['contrast(colour, text) > READABLE_CONTRAST'],
      'no colour has exactly this contrast with dark or light text',
    ],
  ],
  'domain/channels/theme.ts': [
    [
      'while (contrast(ink, background) < READABLE_CONTRAST) ink = mapParts(ink, (part) => part * 0.92)',
      ['contrast(ink, background) <= READABLE_CONTRAST'],
      'at exactly this limit, which we chose, both inks are readable',
    ],
  ],
  'domain/search/typing-errors.ts': [
    [
      'if (Math.abs(a.length - b.length) > max) return max + 1',
      ['false'],
      'counting all errors gives the same result, later',
    ],
    [
      'let rowBeforeLast: number[] = []',
      ['["Stryker was here"]'],
      'nothing is swapped in the first row',
    ],
    [
      'if (edits < lowest) lowest = edits',
      ['edits <= lowest'],
      'an equal count is the same number',
    ],
    [
      'if (lowest > max) return max + 1',
      ['false'],
      'counting all errors gives the same result, later',
    ],
  ],
  'domain/search/word-folding.ts': [
    [
      'if (!/[^ -~]/.test(lower)) return lower',
      ['false'],
      'folding plain letters only takes more time',
    ],
  ],
}

export const equalMutants = Object.entries(MUTANTS).flatMap(([file, rows]) =>
  rows.flatMap(([line, replacements]) =>
    replacements.map((replacement) => ({ file, line, replacement })),
  ),
)
