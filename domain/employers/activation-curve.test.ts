import { expect, it } from 'vitest'

import { missedNights } from '#domain/employers/activation-curve.ts'

const part = (people: number) => ({ people, granted: people * 8 })
const NOVEMBER = { first: '2026-11-02', last: '2026-11-06' }

it('gives each missed night the figure of that night, in steps of five (PRODUCT-15)', () => {
  const nights = missedNights(
    { whole: part(30), departments: [] },
    [
      { department: '', day: '2026-11-03', count: 7 },
      { department: '', day: '2026-11-01', count: 4 },
      { department: '', day: '2026-11-05', count: 19 },
    ],
    NOVEMBER,
  )
  expect(nights).toEqual([
    { day: '2026-11-02', came: null },
    { day: '2026-11-03', came: null },
    { day: '2026-11-04', came: 10 },
    { day: '2026-11-05', came: 10 },
    // All thirty: five are never told.
    { day: '2026-11-06', came: 25 },
  ])
})

it('hides a campaign with fewer than ten people, and shows no more than its departments allow (PRODUCT-15)', () => {
  const activations = [
    { department: 'Kraan', day: '2026-11-01', count: 4 },
    { department: 'Directie', day: '2026-11-01', count: 1 },
  ]
  expect(
    missedNights({ whole: part(9), departments: [] }, activations, NOVEMBER).map(
      ({ came }) => came,
    ),
  ).toEqual([null, null, null, null, null])
  // Five of twelve came, four of them from a department of eleven: the fifth would be known.
  const departments = [{ department: 'Kraan', ...part(11) }]
  expect(missedNights({ whole: part(12), departments }, activations, NOVEMBER).at(-1)).toEqual({
    day: '2026-11-06',
    came: null,
  })
})
