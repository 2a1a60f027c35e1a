import type { FastifyInstance } from 'fastify'

import type { StaffResponse } from '#contract/client.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addEmployer,
  changeEmployer,
  employerStatistics,
  employers,
} from '#contract/employers/employers.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { employerStatisticsOf } from '#server/modules/employers/employer-statistics-view.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type Employer = StaffResponse<'addEmployer'>
type Row = Omit<Employer, 'id' | 'added_at'> & { id: number; added_at: Date }
type Sort = 'name' | 'added_at'
type Channels = readonly string[] | null

/** Employers. Their campaigns and totals are limited to the colleague's channels. */
export function employerRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, employers, listEmployers)

  serveStaff(app, backoffice, addEmployer, async (fields, { sql, now, channels, audit }) => {
    const [made] = await sql<{ id: number }[]>`
      insert into employer ${sql({ ...fields, added_at: now })} returning id`
    const added = await findEmployer(sql, made?.id ?? 0, channels)
    if (!added) throw new Error('the employer was not kept')
    audit({
      action: 'employer.added',
      subjectKind: 'employer',
      subjectId: added.id,
      after: fields,
      personal: PERSONAL,
    })
    return added
  })

  serveStaff(app, backoffice, changeEmployer, async ({ id, version, ...fields }, asker) => {
    const { sql, channels, audit } = asker
    await sql`select from employer where id = ${id}::bigint for no key update`
    const before = await findEmployer(sql, Number(id), channels)
    if (!before) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    await sql`update employer set ${sql(fields)}, version = version + 1 where id = ${id}::bigint`
    const after = await findEmployer(sql, Number(id), channels)
    if (!after) throw new Error('an employer went while being changed')
    const { name, vat_number, peppol_id, address, contact, email } = before
    audit({
      action: 'employer.changed',
      subjectKind: 'employer',
      subjectId: id,
      before: { name, vat_number, peppol_id, address, contact, email },
      after: fields,
      personal: PERSONAL,
    })
    return after
  })

  serveStaff(app, backoffice, employerStatistics, async ({ id }, { sql, channels }) => {
    const employer = await findEmployer(sql, Number(id), channels)
    if (!employer) return refuseStaff('not-found')
    const told = await employerStatisticsOf(backoffice.shop.sql, Number(id))
    if (!told) return refuseStaff('unavailable')
    const items = told.items.filter(
      ({ channel }) => channels === null || channels.includes(channel),
    )
    return { made_at: items.length > 0 ? told.made_at : null, items }
  })
}

async function listEmployers(asked: ParsedInput<typeof employers>, asker: SignedIn) {
  return serveList(asker, asked, {
    file: 'employers',
    list: employerList(asked, asker.channels),
    columns: CSV,
    row: answerOf,
  })
}

const PERSONAL = ['contact', 'email'] as const

const columns = (sql: Queries, channels: Channels) => {
  const own =
    channels === null ? sql`true` : sql`campaign.channel_id = any(${[...channels]}::text[])`
  return sql`
    employer.*,
    (select count(*)::integer from campaign where employer_id = employer.id and ${own}) as campaigns,
    (select count(*)::integer from voucher_batch batch join campaign on campaign.id = batch.campaign_id
      where employer_id = employer.id and undone_at is null and ${own}) as batches,
    (select coalesce(sum(granted), 0)::integer from campaign
        join voucher_batch batch on batch.campaign_id = campaign.id
        join voucher on voucher.batch_id = batch.id join voucher_balance on voucher_balance.voucher_id = voucher.id
      where employer_id = employer.id and undone_at is null and ${own}) as granted`
}

const employerList = (
  { search, ids }: { search?: string | undefined; ids?: string[] | undefined },
  channels: Channels,
): ListQuery<Sort> => ({
  select: (sql) => columns(sql, channels),
  from: (sql) => sql`
    employer where true
      ${search === undefined ? sql`` : sql`and strpos(lower(name || ' ' || vat_number), ${search.toLowerCase()}) > 0`}
      ${ids === undefined ? sql`` : sql`and employer.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`employer.id`,
  sorts: {
    name: { by: (sql) => sql`lower(name)`, type: 'text' },
    added_at: { by: (sql) => sql`added_at`, type: 'timestamptz' },
  },
  usual: 'name',
})

async function findEmployer(sql: Queries, id: number, channels: Channels) {
  const [row] = await sql<Row[]>`select ${columns(sql, channels)} from employer where id = ${id}`
  return row && answerOf(row)
}

const answerOf = ({ id, added_at, ...row }: Row): Employer => ({
  ...row,
  id: String(id),
  added_at: added_at.toISOString(),
})

const CSV: Record<string, (row: Row) => string | number> = {
  name: ({ name }) => name,
  vat_number: ({ vat_number }) => vat_number,
  peppol_id: ({ peppol_id }) => peppol_id,
  campaigns: ({ campaigns }) => campaigns,
  batches: ({ batches }) => batches,
  granted: ({ granted }) => granted,
}
