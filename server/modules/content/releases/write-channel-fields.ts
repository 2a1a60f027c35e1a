import type { Transaction } from '#server/platform/db/database.ts'
import { RELEASED_COLUMNS } from '#domain/channels/channel-columns.ts'
import { writeChannelColumns } from '#server/modules/channels/core/channel.sql.ts'

export type FieldChange = { channel: string; field: string; value: unknown }

/** Columns with one value. The other fields are 'company.…', 'organisation.…', 'logo_alt.…' and 'theme.…'. */
const COLUMNS: readonly string[] = RELEASED_COLUMNS

/** JSON columns. Each of their keys is a field. */
const GROUPS = ['company', 'organisation', 'logo_alt'] as const
type Group = (typeof GROUPS)[number]
const WRITTEN_COLUMNS = [...RELEASED_COLUMNS, ...GROUPS, 'theme_options'] as const

const isColumn = (field: string) => COLUMNS.some((column) => column === field)

export type ThemeOption = { reference: string; value: string }
type Row = Record<string, unknown> & {
  id: string
  company: Record<string, unknown>
  organisation: Record<string, unknown>
  logo_alt: Record<string, unknown>
  theme_options: ThemeOption[]
}

/** Writes fields of channels. Without a value a field is removed; columns are never removed. */
export async function writeChannelFields(sql: Transaction, changes: readonly FieldChange[]) {
  if (changes.length === 0) return
  const ids = [...new Set(changes.map(({ channel }) => channel))]
  const rows = await sql<Row[]>`
    select id, company, organisation, logo_alt, theme_options, ${sql([...COLUMNS])} from channel
    where id = any(${ids}) order by id for no key update`
  const byId = new Map(rows.map((row) => [row.id, { ...row }]))
  for (const change of changes) {
    const row = byId.get(change.channel)
    if (row) setField(row, change)
  }
  await writeChannelColumns(sql, WRITTEN_COLUMNS, [...byId.values()])
}

type Fields = Pick<Row, Group | 'theme_options'> & Record<string, unknown>

/** Sets a field of a channel's row, stored or in memory. */
export function setField(row: Fields, { field, value }: Omit<FieldChange, 'channel'>) {
  const [, prefix, name = ''] = /^([a-z_]+)\.(.+)$/.exec(field) ?? []
  const group = GROUPS.find((candidate) => candidate === prefix)
  if (group) {
    const { [name]: _, ...others } = row[group]
    row[group] = value === undefined ? others : { ...row[group], [name]: value }
  } else if (prefix === 'theme') {
    row.theme_options = withOption(row.theme_options, name, value)
  } else if (isColumn(field) && value !== undefined) {
    row[field] = value
  }
}

/** A changed option keeps its position. */
function withOption(options: ThemeOption[], reference: string, value: unknown): ThemeOption[] {
  if (typeof value !== 'string') return options.filter((option) => option.reference !== reference)
  if (!options.some((option) => option.reference === reference)) {
    return [...options, { reference, value }]
  }
  return options.map((option) => (option.reference === reference ? { reference, value } : option))
}

/** The same field names as `channel_fields()` in the database. */
export function fieldsOf(row: object): Map<string, unknown> {
  const { theme_options, ...rest } = row as Row
  const group = (name: string, values: Record<string, unknown>) =>
    Object.entries(values).map(([key, value]) => [`${name}.${key}`, value] as const)
  return new Map([
    ...Object.entries(rest).filter(([column]) => isColumn(column)),
    ...GROUPS.flatMap((name) => group(name, rest[name])),
    ...theme_options.map(({ reference, value }) => [`theme.${reference}`, value] as const),
  ])
}
