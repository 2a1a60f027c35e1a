import type { Queries } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import type { FolderProblem } from '#server/platform/parsing/file-errors.ts'
import { rowsApart, stays } from './preserve-staff-changes.ts'
import type { Table } from './shop-tables.ts'

/** The place of a catalogue row, with the names that back-office changes use. */
export type CataloguePlace = {
  kind: 'gift' | 'tags' | 'cross_selling' | 'article' | 'text' | 'offer'
  id: string
  channel?: string
  language?: string
}
const nameOf = ({ kind, id, channel = '', language = '' }: CataloguePlace) =>
  [kind, id, channel, language].join(' ')

/** The last back-office author and time of each value, by `nameOf()`. */
export type CatalogueWork = ReadonlyMap<string, { by: string; at: Date }>

/** The newest catalogue change: an export contains all changes up to it. */
export async function lastCatalogueChange(sql: Queries): Promise<number> {
  const [row] = await sql<
    { last: number }[]
  >`select coalesce(max(id), 0)::bigint as last from bulk_change`
  return row?.last ?? 0
}

/** Includes undone changes: a field that is back to the bundle's value does not differ anyway. */
export async function readCatalogueWork(
  sql: Queries,
  channel: string,
  exported: number,
): Promise<CatalogueWork> {
  const rows = await sql<
    {
      kind: CataloguePlace['kind']
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
  return new Map(rows.map(({ at, name, ...place }) => [nameOf(place), { by: name ?? '', at }]))
}

export type CatalogueKeeper = {
  /** Removes rows that differ from the bundle because of back-office work, and adds a warning for each. */
  apart<Row extends object>(
    table: Table<Row>,
    wanted: Row[],
    stored: Row[],
    place: (row: Row) => CataloguePlace,
    says: (row: Row) => { file: string; subject: string; words: string },
  ): [wanted: Row[], stored: Row[]]
  /** Whether the back office has written data that the bundle leaves out; adds a warning. */
  isPreserved(place: CataloguePlace, file: string, subject: string): boolean
  warnings: FolderProblem[]
}

/** An import never overwrites merchandisers' later changes silently: they stay, and a warning names both values. */
export function catalogueKeeper(
  { label }: Pick<ChannelBundle, 'label'>,
  work: CatalogueWork,
): CatalogueKeeper {
  const warnings: FolderProblem[] = []
  function keep(place: CataloguePlace, name: string, subject: string, words: string) {
    const written = work.get(nameOf(place))
    if (!written) return false
    warnings.push(stays(label, name, { subject, written, says: words }))
    return true
  }
  return {
    isPreserved: (place, file, subject) => keep(place, file, subject, 'nothing'),
    apart(table, wanted, stored, place, says) {
      if (work.size === 0) return [wanted, stored]
      return rowsApart(table, wanted, stored, (row, one) => {
        const { file, subject, words } = says(one ?? row)
        return keep(place(row), file, subject, one ? words : 'nothing')
      })
    },
    warnings,
  }
}
