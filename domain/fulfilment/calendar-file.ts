import type { DeliveryMoment } from './delivery-moment.ts'

export type CalendarEntry = {
  /** Stable per parcel, so that a repeated import replaces the first entry. */
  id: string
  title: string
  place: string
  text: string
  moment: DeliveryMoment
  /** The time at which the file is created. */
  now: Date
}

/** RFC 5545: a line has at most 75 bytes, and continues on the next line after a space. */
const LINE_BYTES = 75

/** One iCalendar entry. Times are local to the delivery address, because carriers name no time zone. */
export function calendarFile({ id, title, place, text, moment, now }: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Giftpoint//Delivery//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${digits(now.toISOString().slice(0, 19))}Z`,
    ...span(moment),
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(text)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** The end of an all-day entry is exclusive: the next day. */
function span(moment: DeliveryMoment): string[] {
  if (moment.kind === 'window') {
    const at = (time: string) => digits(`${moment.day}T${time}:00`)
    return [`DTSTART:${at(moment.from)}`, `DTEND:${at(moment.to)}`]
  }
  const last = moment.kind === 'days' ? moment.lastDay : moment.day
  const end = new Date(`${last}T00:00:00Z`)
  end.setUTCDate(end.getUTCDate() + 1)
  return [
    `DTSTART;VALUE=DATE:${digits(moment.day)}`,
    `DTEND;VALUE=DATE:${digits(end.toISOString().slice(0, 10))}`,
  ]
}

const digits = (moment: string) => moment.replace(/[-:]/g, '')

const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r?\n/g, '\\n')

/** Breaks a long line between characters, never within the bytes of one. */
function folded(line: string): string {
  const rows: string[] = []
  let row = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > LINE_BYTES) {
      rows.push(row)
      row = ' '
      bytes = 1
    }
    row += character
    bytes += size
  }
  return [...rows, row].join('\r\n')
}

/** The length in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
