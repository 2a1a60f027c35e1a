import { expect, it } from 'vitest'

import { canMoveParcel, parcelStateOf } from './parcel-state.ts'

it('reads the states of carriers, and ignores unknown ones (DESK-34)', () => {
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
