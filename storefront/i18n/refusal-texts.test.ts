import { expect, it } from 'vitest'

import { type Refusal, refuse, refused, type ReasonOf } from '#contract/shared/refusals.shop.ts'
import {
  ADD_TEXTS,
  hasReason,
  LINE_TEXTS,
  ORDER_TEXTS,
  sentenceFor,
  type Texts,
} from '#storefront/i18n/refusal-texts.ts'

const pageTexts = (written: Record<string, string> = {}) => ({
  text: (key: string, _?: object, fallback = '') => written[key] ?? fallback,
})
const common = pageTexts({
  somethingWentWrong: 'Something went wrong.',
  cartFull: 'Your cart is full.',
})

it('returns the text of each reason, and a general text if the editors wrote none (B44)', () => {
  expect(sentenceFor(ADD_TEXTS, 'too-many-lines', { common })).toBe('Your cart is full.')
  const basket = pageTexts({ tooMany: 'So many do not fit.' })
  expect(sentenceFor(LINE_TEXTS, 'too-many', { common, basket })).toBe('So many do not fit.')
  expect(sentenceFor(LINE_TEXTS, 'too-many', { common, basket: pageTexts() })).toBe(
    'Something went wrong.',
  )
  expect(sentenceFor(ADD_TEXTS, 'too-many', { common: pageTexts() }, 'Too many.')).toBe('Too many.')
})

it('returns a general text for a reason that this page does not know (B44)', () => {
  const [newer] = JSON.parse('["moon-is-full"]') as ReasonOf<'changeCart'>[]
  if (newer === undefined) throw new Error('the list above has one reason')
  expect(sentenceFor(ADD_TEXTS, newer, { common })).toBe('Something went wrong.')
  expect([hasReason(ORDER_TEXTS, newer), hasReason(ORDER_TEXTS, 'toString')]).toEqual([
    false,
    false,
  ])
  expect(hasReason(ORDER_TEXTS, 'sold-out')).toBe(true)
})

/** These lines must not compile. A line that compiles is reported as an unused `@ts-expect-error`. */
it('does not compile for a reason without a text or a reason that the call never returns (B44)', () => {
  const { 'too-many': tooMany, ...withoutTooMany } = ADD_TEXTS
  // @ts-expect-error a reason of the call has no text
  const incomplete: Texts<ReasonOf<'changeCart'>> = withoutTooMany
  const outcome: Refusal<ReasonOf<'changeCart'>> = refuse('too-many')
  // @ts-expect-error a cart change is never refused for this reason
  const otherCall = refused(outcome, 'voucher-expired')
  // @ts-expect-error no call of the contract is refused for this reason
  const unknownReason = refuse('moon-is-full')
  // @ts-expect-error the reason is not one of this call
  const otherReason: Refusal<ReasonOf<'changeCart'>> = refuse('sold-out')

  expect(Object.keys(incomplete)).not.toContain('too-many')
  expect([tooMany.key, otherCall, unknownReason.refused, otherReason.refused]).toEqual([
    'tooManyPieces',
    false,
    'moon-is-full',
    'sold-out',
  ])
})
