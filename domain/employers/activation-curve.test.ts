import { expect, it } from 'vitest'

import { missedNights } from '#domain/employers/activation-curve.ts'

const group = (people: number) => ({ people, granted: people * 8 })
const NOVEMBER = { first: '2026-11-02', last: '2026-11-06' }

it('returns the figure of each missed night in steps of five (PRODUCT-15)', () => {
  const nights = missedNights(
    { campaign: group(30), departments: [] },
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
    // All thirty came, but the figure stays five below the size.
    { day: '2026-11-06', came: 25 },
  ])
})

it('publishes nothing for a campaign of fewer than ten people, or if a department would reveal a person (PRODUCT-15)', () => {
  const activations = [
    { department: 'Kraan', day: '2026-11-01', count: 4 },
    { department: 'Directie', day: '2026-11-01', count: 1 },
  ]
  expect(
    missedNights({ campaign: group(9), departments: [] }, activations, NOVEMBER).map(
      ({ came }) => came,
    ),
  ).toEqual([null, null, null, null, null])
  // Five of twelve came, four of them in a department of eleven: the figure would reveal the twelfth person.
  const departments = [{ department: 'Kraan', ...group(11) }]
  expect(missedNights({ campaign: group(12), departments }, activations, NOVEMBER).at(-1)).toEqual({
    day: '2026-11-06',
    came: null,
  })
})
