import { expect, it } from 'vitest'

import { canMoveParcel, linesInParcel, parcelStateOf } from './parcel-state.ts'

it('reads the words of carriers, and leaves alone what nobody knows (DESK-34)', () => {
  const told = (words: string) => parcelStateOf(words)
  expect(['Delivered at the front door', 'Bezorgd', 'DELIVERED'].map(told)).toEqual(
    Array(3).fill('delivered'),
  )
  expect(['Not yet delivered', 'Niet bezorgd', 'On the van', ''].map(told)).toEqual(
    Array(4).fill('sent'),
  )
  expect(['Parcel lost', 'Pakket vermist'].map(told)).toEqual(['lost', 'lost'])
  expect(['Refused by receiver', 'Geweigerd', 'Returned to sender'].map(told)).toEqual(
    Array(3).fill('refused'),
  )
  expect(canMoveParcel('lost', 'delivered')).toBe(true)
  expect(canMoveParcel('delivered', 'lost')).toBe(false)
})

it('finds the pieces of a parcel in the lines of its order, each once (DESK-34)', () => {
  const lines = [
    { line: 1, sku: 'towel', quantity: 2, packed: 1 },
    { line: 2, sku: 'vase', quantity: 1, packed: 0 },
    { line: 3, sku: 'towel', quantity: 3, packed: 0 },
  ]
  expect(linesInParcel([{ sku: 'towel', quantity: 3 }], lines)).toEqual([
    { line: 1, quantity: 1 },
    { line: 3, quantity: 2 },
  ])
  expect(linesInParcel([{ sku: 'vase', quantity: 9 }], lines)).toEqual([{ line: 2, quantity: 1 }])
  expect(linesInParcel([{ sku: 'bowl', quantity: 1 }], lines)).toEqual([])
})
