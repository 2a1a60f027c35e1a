import { expect, it } from 'vitest'

import { addDays } from '#domain/time/zone-days.ts'
import { createRowShifter } from '#tools/demo-history/shift-days.ts'

const head = { anchor: '2026-11-29', seasons: { '7': '2026-02-14' } }
const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

const at = (moment: string) => Date.parse(moment)
/** A time of that day after noon at home. */
const on = (day: string) => at(`${day}T14:00:00Z`)

it('ends today, and before noon shortens its last morning to the past hours (PRODUCT-21)', () => {
  const row =
    '\\N\t2026-11-29 09:00:00\t2026-11-29 12:30:00\t2026-11-28 20:00:00\t{"at": "2026-11-29T08:00:00Z"}'
  expect(createRowShifter(head, at('2027-03-03T11:00:00Z'))(row)).toBe(
    '2027-03-03 09:00:00\t2027-03-03 12:30:00\t2027-03-02 20:00:00\t{"at": "2027-03-03T08:00:00Z"}',
  )
  expect(createRowShifter(head, at('2027-03-03T03:00:00Z'))(row)).toBe(
    '2027-03-03 03:00:00.000\t2027-03-03 04:50:00.000\t2027-03-02 20:00:00\t{"at": "2027-03-03T02:00:00.000Z"}',
  )
  expect(createRowShifter(head, at('2027-07-03T10:00:00Z'))(row)).toMatch(/^2027-07-03 09:00:00\t/)
})

it('moves every date of a row by the same number of days, without changing times and numbers (PRODUCT-21)', () => {
  const shift = createRowShifter(head, on('2026-12-04'))
  expect(shift('\\N\t2026-11-29 19:42:00\t1002026\t{"from": "2026-11-30T09:00:00Z"}')).toBe(
    '2026-12-04 19:42:00\t1002026\t{"from": "2026-12-05T09:00:00Z"}',
  )
  expect(shift('3\tinfinity\tWelkom in 2026')).toBe('infinity\tWelkom in 2026')
})

it('puts a row into the month of its moved day (PRODUCT-21)', () => {
  const shift = createRowShifter(head, on('2026-12-04'))
  expect(shift('\\N\t~2026-11-26')).toBe('2026-12-01')
  expect(shift('\\N\t~2026-11-25')).toBe('2026-11-01')
})

it('keeps a seasonal campaign in its season, on its weekday, with the year in its name (PRODUCT-21)', () => {
  for (const end of ['2026-11-29', '2027-01-15', '2027-06-01', '2028-02-20', '2031-11-29']) {
    const [day = '', name] = createRowShifter(
      head,
      on(end),
    )('7\t2025-12-04 20:00:00\tKerst 2025').split('\t')
    const moved = day.slice(0, 10)
    expect(weekday(moved), end).toBe(weekday('2025-12-04'))
    expect(moved.slice(5, 7), end).toMatch(/11|12/)
    expect(name, end).toBe(`Kerst ${addDays(moved, 10).slice(0, 4)}`)
    expect(moved < end, end).toBe(true)
    expect(addDays(moved, 366 + 72) >= end, end).toBe(true)
  }
})
