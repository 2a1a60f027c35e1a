import type { Queries } from '#server/platform/db/database.ts'
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
  return sql`
    employer.*,
    (select count(*)::integer from campaign where employer_id = employer.id and ${isInChannels}) as campaigns,
    (select count(*)::integer from voucher_batch batch join campaign on campaign.id = batch.campaign_id
      where employer_id = employer.id and undone_at is null and ${isInChannels}) as batches,
    (select coalesce(sum(granted), 0)::integer from campaign
        join voucher_batch batch on batch.campaign_id = campaign.id
        join voucher on voucher.batch_id = batch.id join voucher_balance on voucher_balance.voucher_id = voucher.id
      where employer_id = employer.id and undone_at is null and ${isInChannels}) as granted`
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
