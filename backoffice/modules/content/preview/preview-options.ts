import type { StaffInput } from '#contract/client.staff.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'

type PreviewLanguage = NonNullable<StaffInput<'createPreview'>['language']>

/** The values of a query parameter, which are separated by commas. */
export const listOf = (text: string | null): string[] =>
  (text ?? '').split(',').filter((value) => value !== '')

/** Reads the options of a preview from the query of its address. */
export function previewOptionsOf(
  query: URLSearchParams,
  channel: string,
): StaffInput<'createPreview'> {
  const points = Number(query.get('points') ?? '20')
  const language = query.get('language')
  const day = momentOfWallTime(query.get('day') ?? '', query.get('zone') ?? 'UTC')
  return {
    channel,
    points: Number.isInteger(points) ? points : 20,
    releases: listOf(query.get('releases')),
    sold_out: listOf(query.get('sold_out')),
    ...(language ? { language: language as PreviewLanguage } : {}),
    ...(day === undefined ? {} : { date: new Date(day).toISOString() }),
  }
}

/** Adds an entry to a list of the preview's address, or removes it. */
export type Toggle = (name: 'releases' | 'sold_out', id: string) => void
