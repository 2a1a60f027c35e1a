import { expect, it } from 'vitest'

import { partOf } from '#domain/orders/partial-state.ts'

it('returns the progress of parts ahead of the slowest one, and null if all parts have the same state (DESK-34)', () => {
  expect(partOf('released', ['released', 'sent'])).toBe('partly-sent')
  expect(partOf('released', ['released', 'delivered'])).toBe('partly-sent')
  expect(partOf('shipped', ['shipped', 'delivered'])).toBe('partly-delivered')
  expect(partOf('shipped', ['shipped', 'shipped', 'sent'])).toBeNull()
  // What was lost or came back is no part that has left.
  expect(partOf('released', ['released', 'lost', 'refused'])).toBeNull()
  expect(partOf('delivered', ['delivered', 'sent'])).toBeNull()
  expect(partOf('placed', ['placed'])).toBeNull()
  expect(partOf('cancelled', ['cancelled', 'delivered'])).toBeNull()
})
