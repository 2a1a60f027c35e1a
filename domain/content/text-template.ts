import { languages, type Language } from '#domain/language.ts'
import { withFirstDay } from '#domain/time/day-ordinal.ts'
import { DEFAULT_ZONE, dayAt } from '#domain/time/zone-days.ts'

export type TemplateValues = Record<string, string | number | null | undefined>

/**
 * Replaces {points}, {valid_until}, {first_name} … with values. A placeholder without a value is removed with the
 * space before it, so that no holder reads braces or 'Hello , welcome'. A value that looks like a placeholder is not
 * replaced again. The result is plain text: the caller must escape it for HTML.
 */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text
    .split('\n')
    .map((line) => fillLine(line, values))
    .join('\n')
}

const PLACEHOLDER = /( ?)\{\s*([a-z][\w.-]*)\s*\}/gi

/** The names of all placeholders in a text, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, , name = '']) => name))]
}

function fillLine(line: string, values: TemplateValues): string {
  const filled = line.replace(PLACEHOLDER, (match, space: string, name: string, index: number) => {
    const value = Object.hasOwn(values, name) ? String(values[name] ?? '') : ''
    if (value === '') return ''
    // A value such as 'Noordzee B.V.' already ends the sentence with a full stop.
    const hasDoubleStop = value.endsWith('.') && line[index + match.length] === '.'
    return space + (hasDoubleStop ? value.slice(0, -1) : value)
  })
  return line.startsWith('{') ? filled.trimStart() : filled
}

const DATE = String.raw`[12]\d{3}-\d{2}-\d{2}`
const TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`
const ZONE = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`
const ISO = new RegExp(`^${DATE}(?:${TIME}(${ZONE})?)?$`)

/** A date that is not part of a word, a file name, a URL or a longer number. */
const ISO_IN_TEXT = new RegExp(
  String.raw`(^|[^\w/.=-])(${DATE}(?:${TIME}${ZONE}?)?)(?![\w/-]|\.\w)`,
  'g',
)

/** '24 december 2026', or the unchanged value if it is not a date. */
export function localizedDate(value: string, language: Language): string {
  const day = dayOf(value)
  return day ? longDay(day, language) : value
}

/** Formats every valid date of the text in the long form. */
export function localizedDates(text: string, language: Language): string {
  return text.replace(
    ISO_IN_TEXT,
    (_, before: string, value: string) => before + localizedDate(value, language),
  )
}

/** '24 dec 2026', in German '24. Dez 2026', or the unchanged value if it is not a date. */
export function shortDate(value: string, language: Language): string {
  const day = dayOf(value)
  if (!day) return value
  const date = String(day.getUTCDate()).padStart(2, '0')
  const dot = language === 'de' ? '.' : ''
  return `${date}${dot} ${shortMonths[language][day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** The calendar day as midnight UTC. A time with a zone is converted to Amsterdam; without one it is used as it is. */
function dayOf(value: string): Date | undefined {
  const parts = ISO.exec(value)
  if (!parts) return undefined
  const isoDay = value.slice(0, 10)
  const day = midnight(isoDay)
  // JavaScript parses 30 February as 2 March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== isoDay) return undefined
  return parts[1] ? midnight(dayAt(Date.parse(value), DEFAULT_ZONE)) : day
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter is slow. */
function format(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const created = formats.get(tag) ?? new Intl.DateTimeFormat(tag, { year: 'numeric', ...options })
  formats.set(tag, created)
  return created
}

function longDay(day: Date, language: Language): string {
  const options = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  const formatted = format(languages[language].tag, options).format(day)
  return withFirstDay(formatted, day.getUTCDate(), language)
}

/** Three letters each. The platform's own abbreviations differ by version and language: 'Sept', 'Dez.', 'juil.'. */
const shortMonths: Record<Language, string[]> = {
  nl: 'jan feb mrt apr mei jun jul aug sep okt nov dec'.split(' '),
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  de: 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'.split(' '),
  fr: 'jan fév mar avr mai jun jul aoû sep oct nov déc'.split(' '),
}
