import type { Queries } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import type { FolderProblem } from '#server/platform/parsing/file-errors.ts'
import { withoutPreservedRows, preservedWarning } from './preserve-staff-changes.ts'
import type { Table } from './shop-tables.ts'

/** A value of the catalogue, by the names that back-office changes use. */
export type CatalogValue = {
  kind: 'gift' | 'tags' | 'cross_selling' | 'article' | 'text' | 'offer'
  id: string
  channel?: string
  language?: string
}
const keyOf = ({ kind, id, channel = '', language = '' }: CatalogValue) =>
  [kind, id, channel, language].join(' ')

/** The last back-office author and time of each value, by `keyOf()`. */
export type CatalogChanges = ReadonlyMap<string, { by: string; at: Date }>

/** The newest catalogue change: an export contains all changes up to it. */
export async function lastCatalogChange(sql: Queries): Promise<number> {
  const [row] = await sql<
    { last: number }[]
  >`select coalesce(max(id), 0)::bigint as last from bulk_change`
  return row?.last ?? 0
}

/** Undone changes are included, because a value that equals the bundle's is not a conflict anyway. */
export async function readCatalogChanges(
  sql: Queries,
  channel: string,
  exported: number,
): Promise<CatalogChanges> {
  const rows = await sql<
    {
      kind: CatalogValue['kind']
      id: string
      channel: string
      language: string
      at: Date
      name: string | null
    }[]
  >`
    select distinct on (part, id, channel, language) part as kind, id, channel, language, at, name
    from (
      select case when row.kind = 'gift' and row.field in ('tags', 'cross_selling') then row.field else row.kind end as part,
        row.id, row.channel_id as channel, row.language, change.at, change.id as change, staff.name
      from bulk_change_row row join bulk_change change on change.id = row.bulk_id
        left join staff on staff.id = change.staff_id
      where row.bulk_id > ${exported} and row.kind in ('gift', 'article', 'text', 'offer')
        and row.channel_id in ('', ${channel})
    ) written
    order by part, id, channel, language, change desc`
  return new Map(rows.map(({ at, name, ...value }) => [keyOf(value), { by: name ?? '', at }]))
}

export type CatalogChangeFilter = {
  /** Leaves out rows that differ from the bundle because of a back-office change, and adds a warning for each. */
  withoutPreserved<Row extends object>(
    table: Table<Row>,
    wanted: Row[],
    stored: Row[],
    valueOf: (row: Row) => CatalogValue,
    describe: (row: Row) => { file: string; subject: string; bundleValue: string },
  ): [wanted: Row[], stored: Row[]]
  /** Whether the back office has written data that the bundle leaves out; adds a warning. */
  isPreserved(value: CatalogValue, file: string, subject: string): boolean
  warnings: FolderProblem[]
}

/** An import does not overwrite later back-office changes. They are preserved, and a warning names both values. */
export function catalogChangeFilter(
  { label }: Pick<ChannelBundle, 'label'>,
  changes: CatalogChanges,
): CatalogChangeFilter {
  const warnings: FolderProblem[] = []
  function preserve(value: CatalogValue, name: string, subject: string, bundleValue: string) {
    const change = changes.get(keyOf(value))
    if (!change) return false
    warnings.push(preservedWarning(label, name, { subject, change, bundleValue }))
    return true
  }
  return {
    isPreserved: (value, file, subject) => preserve(value, file, subject, 'nothing'),
    withoutPreserved(table, wanted, stored, valueOf, describe) {
      if (changes.size === 0) return [wanted, stored]
      return withoutPreservedRows(table, wanted, stored, (row, wantedRow) => {
        const { file, subject, bundleValue } = describe(wantedRow ?? row)
        return preserve(valueOf(row), file, subject, wantedRow ? bundleValue : 'nothing')
      })
    },
    warnings,
  }
}
