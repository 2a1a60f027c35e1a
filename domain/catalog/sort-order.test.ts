import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { allLanguages, type Language } from '#domain/language.ts'
import {
  compareGifts,
  SORT_ORDERS,
  type SortGift,
  sortOnOf,
  type GiftOrder,
  sortOrderOf,
} from './sort-order.ts'

const gift = (scp: string, more: Partial<SortGift> = {}): SortGift => ({
  scp,
  name: 'Mug',
  points: 5,
  ...more,
})
const named = (...names: string[]) => names.map((name, at) => gift(`s${at}`, { name }))
const sorted = (gifts: SortGift[], order: GiftOrder, language: Language = 'nl') =>
  gifts.toSorted(compareGifts(order, language))
const names = (gifts: SortGift[], order: GiftOrder, language: Language = 'nl') =>
  sorted(gifts, order, language).map(({ name }) => name)
const scps = (gifts: SortGift[], order: GiftOrder) => sorted(gifts, order).map(({ scp }) => scp)

const anyGifts = fc.uniqueArray(
  fc.record({
    scp: fc.stringMatching(/^[A-Za-z0-9]{1,3}$/),
    name: fc.constantFrom('Mug', 'mug', 'Möbel', 'Mobel', 'Set 2', 'Set 10', 'set 2', ''),
    points: fc.nat(4),
  }),
  { selector: ({ scp }) => scp, maxLength: 12 },
)
const GIFT_ORDERS = SORT_ORDERS.filter((order) => order !== 'recommended')
const anyOrder = fc.constantFrom(...GIFT_ORDERS)
const anyLanguage = fc.constantFrom(...allLanguages)

describe('the sort options', () => {
  it('are named on the wire as the contract names them (LIST-3)', () => {
    expect(SORT_ORDERS.map(sortOnOf)).toEqual([
      undefined,
      'sales_price_for_the_multitude_asc',
      'sales_price_for_the_multitude_desc',
      'name_asc',
      'name_desc',
    ])
  })

  it('are read back from the wire, absent and empty as recommended (LIST-3)', () => {
    for (const order of SORT_ORDERS) expect(sortOrderOf(sortOnOf(order))).toBe(order)
    expect(sortOrderOf('')).toBe('recommended')
    expect(sortOrderOf(null)).toBe('recommended')
    expect(sortOrderOf('price')).toBeUndefined()
  })

  it('sort by points both ways (LIST-3)', () => {
    const gifts = [gift('a', { points: 10 }), gift('b', { points: 9 }), gift('c', { points: 11 })]
    expect(scps(gifts, 'sales_price_for_the_multitude_asc')).toEqual(['b', 'a', 'c'])
    expect(scps(gifts, 'sales_price_for_the_multitude_desc')).toEqual(['c', 'a', 'b'])
  })

  it('sort by name both ways, in the reader’s alphabet (LIST-3)', () => {
    const gifts = named('Zout', 'appel', 'Set 10', 'Éclair', 'Set 2', 'Etui')
    const up = ['appel', 'Éclair', 'Etui', 'Set 2', 'Set 10', 'Zout']
    expect(names(gifts, 'name_asc')).toEqual(up)
    expect(names(gifts, 'name_desc')).toEqual(up.toReversed())
    expect(names(named('Ofen', 'Öl', 'Zange'), 'name_asc', 'de')).toEqual(['Ofen', 'Öl', 'Zange'])
  })

  it('see no difference in capitals, and one in accents (LIST-3)', () => {
    const cased = [gift('b', { name: 'mug' }), gift('a', { name: 'MUG' })]
    expect(scps(cased, 'name_asc')).toEqual(['a', 'b'])
    const accented = [gift('a', { name: 'Möbel' }), gift('b', { name: 'Mobel' })]
    expect(scps(accented, 'name_asc')).toEqual(['b', 'a'])
  })

  it('break every tie by SCP upwards, downward sorts too (LIST-3)', () => {
    const gifts = [gift('b'), gift('c'), gift('a'), gift('B')]
    for (const order of GIFT_ORDERS) expect(scps(gifts, order)).toEqual(['B', 'a', 'b', 'c'])
  })

  it('give one order only, whatever order the gifts come in (LIST-3)', () => {
    fc.assert(
      fc.property(
        anyGifts,
        anyOrder,
        anyLanguage,
        fc.infiniteStream(fc.nat()),
        (gifts, order, language, keys) => {
          const shuffled = gifts
            .map((gift) => ({ gift, key: keys.next().value }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ gift }) => gift)
          expect(sorted(shuffled, order, language)).toEqual(sorted(gifts, order, language))
        },
      ),
    )
  })

  it('never call two gifts equal, and never contradict themselves (LIST-3)', () => {
    fc.assert(
      fc.property(anyGifts, anyOrder, anyLanguage, (gifts, order, language) => {
        const compare = compareGifts(order, language)
        for (const a of gifts) {
          expect(compare(a, a)).toBe(0)
          for (const b of gifts) {
            if (a === b) continue
            expect(compare(a, b)).not.toBe(0)
            expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)))
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})
