import { expect, it } from 'vitest'

import { type Refusal, refuse, refused, type ReasonOf } from '#contract/shared/refusals.shop.ts'
import {
  ADD_TEXTS,
  knows,
  LINE_TEXTS,
  ORDER_TEXTS,
  sentenceFor,
  type Texts,
} from '#storefront/i18n/refusal-texts.ts'

const words = (written: Record<string, string> = {}) => ({
  text: (key: string, _?: object, fallback = '') => written[key] ?? fallback,
})
const common = words({
  somethingWentWrong: 'Something went wrong.',
  cartFull: 'Your cart is full.',
})

it('says for each reason what was written for it, and never nothing (B44)', () => {
  expect(sentenceFor(ADD_TEXTS, 'too-many-lines', { common })).toBe('Your cart is full.')
  const basket = words({ tooMany: 'So many do not fit.' })
  expect(sentenceFor(LINE_TEXTS, 'too-many', { common, basket })).toBe('So many do not fit.')
  expect(sentenceFor(LINE_TEXTS, 'too-many', { common, basket: words() })).toBe(
    'Something went wrong.',
  )
  expect(sentenceFor(ADD_TEXTS, 'too-many', { common: words() }, 'Too many.')).toBe('Too many.')
})

it('has a sentence for a reason of a shop that is newer than the page (B44)', () => {
  const [newer] = JSON.parse('["moon-is-full"]') as ReasonOf<'changeCart'>[]
  if (newer === undefined) throw new Error('a reason was written above')
  expect(sentenceFor(ADD_TEXTS, newer, { common })).toBe('Something went wrong.')
  expect([knows(ORDER_TEXTS, newer), knows(ORDER_TEXTS, 'toString')]).toEqual([false, false])
  expect(knows(ORDER_TEXTS, 'sold-out')).toBe(true)
})

/** What must not compile: each line that did would be an error of its own, as nothing was expected then. */
it('takes no reason without its sentence, and none that the call does not know (B44)', () => {
  const { 'too-many': left, ...lessOne } = ADD_TEXTS
  // @ts-expect-error a reason of the call has no sentence
  const incomplete: Texts<ReasonOf<'changeCart'>> = lessOne
  const outcome: Refusal<ReasonOf<'changeCart'>> = refuse('too-many')
  // @ts-expect-error a change of the cart is never refused for that
  const otherCall = refused(outcome, 'voucher-expired')
  // @ts-expect-error no call of the contract refuses for that
  const unheardOf = refuse('moon-is-full')
  // @ts-expect-error what a call says no for is among its reasons
  const wider: Refusal<ReasonOf<'changeCart'>> = refuse('sold-out')

  expect(Object.keys(incomplete)).not.toContain('too-many')
  expect([left.key, otherCall, unheardOf.refused, wider.refused]).toEqual([
    'tooManyPieces',
    false,
    'moon-is-full',
    'sold-out',
  ])
})
