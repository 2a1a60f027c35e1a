import { expect, test } from 'vitest'

import { calendarFile } from './calendar-file.ts'

const entry = {
  id: '1000026@shop.example',
  title: 'Bestelling 1000026',
  place: 'Zilverkade 12, 1012 AB Amsterdam',
  text: 'Jouw cadeaus',
  now: new Date('2026-11-22T10:15:30.500Z'),
}
const window = { kind: 'window', day: '2026-11-24', from: '09:00', to: '17:30' } as const
const lines = (file: string) => file.split('\r\n')

test('a time window becomes an entry with local times (RFC 5545)', () => {
  const file = calendarFile({ ...entry, moment: window })
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(lines(file)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Giftpoint//Delivery//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:1000026@shop.example',
    'DTSTAMP:20261122T101530Z',
    'DTSTART:20261124T090000',
    'DTEND:20261124T173000',
    'SUMMARY:Bestelling 1000026',
    String.raw`LOCATION:Zilverkade 12\, 1012 AB Amsterdam`,
    'DESCRIPTION:Jouw cadeaus',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('one day becomes an all-day event, and several days end on the day after the last one', () => {
  const day = calendarFile({ ...entry, moment: { kind: 'day', day: '2026-12-31' } })
  expect(lines(day)).toContain('DTSTART;VALUE=DATE:20261231')
  expect(lines(day)).toContain('DTEND;VALUE=DATE:20270101')
  const days = { kind: 'days', day: '2026-02-27', lastDay: '2026-02-28' } as const
  expect(lines(calendarFile({ ...entry, moment: days }))).toContain('DTEND;VALUE=DATE:20260301')
})

test('special characters are escaped, and long lines are folded between characters', () => {
  const text = `a;b\\c\nEND:VEVENT ${'één'.repeat(60)}`
  const file = calendarFile({ ...entry, text, moment: window })
  expect(lines(file).filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  for (const line of lines(file)) expect(new TextEncoder().encode(line).length).toBeLessThan(76)
  expect(file.replaceAll('\r\n ', '')).toContain(
    `DESCRIPTION:${String.raw`a\;b\\c\nEND:VEVENT `}${'één'.repeat(60)}\r\n`,
  )
})

test('a line is folded exactly where the next character would exceed 75 bytes', () => {
  const bytes = (row: string) => new TextEncoder().encode(row).length
  const fold = (text: string) => {
    const rows = lines(calendarFile({ ...entry, text, moment: window }))
    const first = rows.findIndex((row) => row.startsWith('DESCRIPTION:'))
    return rows.slice(first, rows.indexOf('TRANSP:TRANSPARENT'))
  }
  for (const sign of ['a', '\x7f', '\x80', '\u07ff', '\u0800', '\uffff', '\u{10000}', '🎁']) {
    const rows = fold(sign.repeat(120))
    expect(rows.map((row) => row.replace(/^ /, '')).join('')).toBe(
      `DESCRIPTION:${sign.repeat(120)}`,
    )
    for (const row of rows) expect(bytes(row)).toBeLessThanOrEqual(75)
    for (const row of rows.slice(0, -1)) expect(bytes(row) + bytes(sign)).toBeGreaterThan(75)
  }
})

test('all kinds of line breaks are escaped in the same way', () => {
  const file = calendarFile({ ...entry, text: 'a\r\nb\nc', moment: window })
  expect(lines(file)).toContain(String.raw`DESCRIPTION:a\nb\nc`)
})
