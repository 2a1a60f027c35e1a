import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { releases } from '#contract/content/releases.staff.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { type ListFile, notInFile } from '#server/lists/serve-list.ts'
import { isVisibleTo, shownState } from '#server/modules/content/releases/release-response.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  releaseColumns,
  type ShownRelease,
  releaseTables,
} from '#server/modules/content/releases/release.sql.ts'
import type { StaffLanguage } from '#domain/language.ts'

export type ReleaseSort = 'made' | 'name' | 'from' | 'until' | 'published'
type ReleaseFilters = Pick<
  z.output<(typeof releases)['input']>,
  'search' | 'state' | 'channel' | 'ids' | 'sort'
>
type Viewer = Pick<StaffCaller, 'channels'> & { colleague: { id: number } }

/** The releases that a colleague may see. Those without a date to sort by come last in either direction. */
export const releaseList = (
  { search, ids, sort, ...filters }: ReleaseFilters,
  viewer: Viewer,
): ListQuery<ReleaseSort> => {
  const missingDate = sort?.startsWith('-') ? '1970-01-01' : '3000-01-01'
  return {
    select: releaseColumns,
    from: (sql) => sql`
      ${releaseTables(sql)} where ${isVisibleTo(sql, viewer)}
        ${filters.state === undefined ? sql`and release.state <> 'archived'` : sql``}
        ${filterConditions<'releases'>(sql, filters, {
          channel: (channel) => sql`${channel} = any(release.channels)`,
          state: (state) =>
            sql`case when release.source = 'end' and release.state = 'live' then 'ended' else release.state end = any(${state})`,
        })}
        ${search === undefined ? sql`` : sql`and strpos(lower(release.name), ${search.toLowerCase()}) > 0`}
        ${ids === undefined ? sql`` : sql`and release.id = any(${ids.map(Number)}::bigint[])`}`,
    id: (sql) => sql`release.id`,
    sorts: {
      made: { by: (sql) => sql`release.id`, type: 'bigint' },
      name: { by: (sql) => sql`lower(release.name)`, type: 'text' },
      from: {
        by: (sql) => sql`coalesce(release.from_at, ${missingDate}::timestamptz)`,
        type: 'timestamptz',
      },
      until: {
        by: (sql) => sql`coalesce(release.until_at, ${missingDate}::timestamptz)`,
        type: 'timestamptz',
      },
      published: {
        by: (sql) => sql`coalesce(release.published_at, ${missingDate}::timestamptz)`,
        type: 'timestamptz',
      },
    },
    defaultSort: defaultSorts.releases,
  }
}

const UNDO_OF: Record<StaffLanguage, string> = {
  nl: 'Ongedaan gemaakt',
  en: 'Undone',
  de: 'Rückgängig gemacht',
}

export const releaseCsv = (language: StaffLanguage): ListFile<'releases', ShownRelease> => ({
  // An undo has the name of the release that it undoes.
  name: ({ name, source }) => (source === 'undo' ? `${UNDO_OF[language]}: ${name}` : name),
  state: shownState,
  channels: ({ channels }) => channels.join(' '),
  changes: ({ changes }) => changes,
  from: ({ from_at }) => from_at?.toISOString() ?? null,
  until: ({ until_at }) => until_at?.toISOString() ?? null,
  time_zone: ({ time_zone }) => time_zone,
  made_by: ({ made_name }) => made_name,
  made_at: ({ made_at }) => made_at.toISOString(),
  published_by: ({ published_name }) => published_name,
  published_at: ({ published_at }) => published_at?.toISOString() ?? null,
  ...notInFile('id', 'source', 'reverts', 'ends', 'undo_until', 'stopped', 'version'),
})
