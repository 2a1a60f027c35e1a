import type { Bucket } from '#backoffice/kit/charts/time-buckets.ts'
import { isDay } from '#domain/time/zone-days.ts'
import { type StaffLanguage, tagOf } from '#domain/language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(language: StaffLanguage) {
  const created =
    formats.get(language) ??
    new Intl.DateTimeFormat(tagOf(language), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  formats.set(language, created)
  return created
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** '24 Dec', '18–24 Dec', '07:00'. */
export function bucketName(
  bucket: Bucket | undefined,
  at: readonly string[],
  language: StaffLanguage,
): string {
  const first = at[bucket?.first ?? -1] ?? ''
  const last = at[bucket?.last ?? -1] ?? ''
  if (!isDay(first) || !isDay(last)) return first
  const format = dayFormat(language)
  return first === last ? format.format(noon(first)) : format.formatRange(noon(first), noon(last))
}

/** The label at the axis, which has room for one day. */
export const axisName = (
  bucket: Bucket | undefined,
  at: readonly string[],
  language: StaffLanguage,
) => bucketName(bucket && { first: bucket.last, last: bucket.last }, at, language)
