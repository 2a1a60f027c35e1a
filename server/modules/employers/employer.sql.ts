import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

type Employer = StaffResponse<'addEmployer'>

export type EmployerRow = Omit<Employer, 'id' | 'added_at'> & { id: number; added_at: Date }

type Sort = 'name' | 'added_at'

type Channels = readonly string[] | null

const columns = (sql: Queries, channels: Channels) => {
  const isInChannels =
    channels === null ? sql`true` : sql`campaign.channel_id = any(${[...channels]}::text[])`
  const own = sql`select from campaign where employer_id = employer.id`
  const visible = (figure: Fragment) => sql`
    case when exists (${own} and ${isInChannels}) or not exists (${own}) then (${figure}) end`
  const batches = sql`campaign join voucher_batch batch on batch.campaign_id = campaign.id`
  const counted = sql`employer_id = employer.id and undone_at is null and ${isInChannels}`
  return sql`
    employer.*,
    ${visible(sql`select count(*)::integer from campaign where employer_id = employer.id and ${isInChannels}`)} as campaigns,
    ${visible(sql`select count(*)::integer from ${batches} where ${counted}`)} as batches,
    ${visible(sql`
      select coalesce(sum(granted), 0)::integer from ${batches}
        join voucher on voucher.batch_id = batch.id join voucher_balance on voucher_balance.voucher_id = voucher.id
      where ${counted}`)} as granted`
}

export const employerList = (
  {
    search,
    ids,
    ...filters
  }: AskedFilters<'employers'> & { search?: string | undefined; ids?: string[] | undefined },
  channels: Channels,
): ListQuery<Sort> => ({
  select: (sql) => columns(sql, channels),
  from: (sql) => sql`
    employer where true ${filterConditions<'employers'>(sql, filters, {})}
      ${search === undefined ? sql`` : sql`and strpos(lower(name || ' ' || vat_number), ${search.toLowerCase()}) > 0`}
      ${ids === undefined ? sql`` : sql`and employer.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`employer.id`,
  sorts: {
    name: { by: (sql) => sql`lower(name)`, type: 'text' },
    added_at: { by: (sql) => sql`added_at`, type: 'timestamptz' },
  },
  defaultSort: defaultSorts.employers,
})

export async function findEmployer(sql: Queries, id: number, channels: Channels) {
  const [row] = await sql<
    EmployerRow[]
  >`select ${columns(sql, channels)} from employer where id = ${id}`
  return row && answerOf(row)
}

export const answerOf = ({ id, added_at, ...row }: EmployerRow): Employer => ({
  ...row,
  id: String(id),
  added_at: added_at.toISOString(),
})

type EmployerFields = Pick<
  Employer,
  'name' | 'vat_number' | 'peppol_id' | 'address' | 'contact' | 'email'
>

export async function insertEmployer(sql: Queries, fields: EmployerFields, now: Date) {
  const [row] = await sql<{ id: number }[]>`
    insert into employer ${sql({ ...fields, added_at: now })} returning id`
  return row
}

export async function employerExists(sql: Queries, id: string) {
  const [row] = await sql`select from employer where id = ${id}::bigint`
  return row !== undefined
}

export const lockEmployer = (sql: Queries, id: string) =>
  sql`select from employer where id = ${id}::bigint for no key update`

export const saveEmployer = (sql: Queries, id: string, fields: EmployerFields) =>
  sql`update employer set ${sql(fields)}, version = version + 1 where id = ${id}::bigint`
