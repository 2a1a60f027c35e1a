import type { FastifyInstance } from 'fastify'

import { moneyOfDay, moneyRows } from '#contract/finance/payments-report.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { inEuros } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { moneyRowsOf, type MoneyRowsAsked } from '#server/modules/finance/money-rows.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type Day = {
  provider: string
  channel: string
  paid: number
  orders: number
  stray: number
  refunded: number
  charged_back: number
  difference: number
}
type Differing = {
  channel: string
  payment: string | null
  order: string | null
  paid: number | null
  ordered: number | null
}
type Vat = {
  channel: string
  country: string
  bp: number
  cents: number
  vat_cents: number
  cents_back: number
  vat_back: number
}

/** Money received, its use and money returned, by the same functions as the nightly check. */
export function moneyRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, moneyOfDay, async ({ day, channel }, { sql, channels, within }) => {
    if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
    const own = channel === undefined ? channels : [channel]
    const mine = own === null ? sql`true` : sql`channel_id = any(${[...own]}::text[])`
    const [items, differing, vat] = await Promise.all([
      sql<Day[]>`
        select provider, channel_id as channel, paid, ordered as orders, stray, refunded, charged_back, difference
        from money_of_day(${day}) where ${mine} order by provider, channel_id`,
      sql<Differing[]>`
        select channel_id as channel, payment_key as payment, order_number as order, paid, ordered
        from money_differing(${day}) where ${mine} order by channel_id, order_number`,
      sql<Vat[]>`
        select channel_id as channel, country, bp, cents, vat_cents, cents_back, vat_back
        from vat_of_day(${day}) where ${mine} order by channel_id, country, bp desc`,
    ])
    return { items: [...items], differing: [...differing], vat: [...vat] }
  })

  serveStaff(app, backoffice, moneyRows, listMoney)
}

async function listMoney({ channel, ...asked }: ParsedInput<typeof moneyRows>, asker: SignedIn) {
  const { sql, channels, within } = asker
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const list = rowList(asked, channel === undefined ? channels : [channel])
  return serveList(asker, asked, {
    file: `${asked.of}-${asked.from}-${asked.to}`,
    list,
    columns: CSV,
    row: rowOf,
    more: async () => ({ sum: await sumOf(sql, list) }),
  })
}

const rowOf = ({ at, channel_id, value, name, ...row }: Row) => ({
  id: row.id,
  at: at.toISOString(),
  channel: channel_id,
  provider: row.provider,
  cents: value,
  about: row.about,
  subject: row.subject,
  payment: name,
})

async function sumOf(sql: Queries, list: ListQuery<'at'>) {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(value), 0)::bigint as sum from (select value from ${list.from(sql)}) listed`
  return row?.sum ?? 0
}

type Row = {
  id: string
  at: Date
  channel_id: string
  value: number
  provider: string
  about: 'order' | 'case' | 'voucher'
  subject: string
  name: string
}

const rowList = (
  {
    search,
    ids,
    ...asked
  }: MoneyRowsAsked & { search?: string | undefined; ids?: string[] | undefined },
  own: readonly string[] | null,
): ListQuery<'at'> => ({
  select: (sql) => sql`id, at, channel_id, value, provider, about, subject, name`,
  from: (sql) => sql`(${moneyRowsOf[asked.of](sql, asked)}) figure
    where ${own === null ? sql`true` : sql`channel_id = any(${[...own]}::text[])`}
      ${search === undefined || search === '' ? sql`` : sql`and (subject = ${search} or name = ${search})`}
      ${ids === undefined ? sql`` : sql`and id = any(${ids}::text[])`}`,
  id: (sql) => sql`id`,
  ids: 'text',
  sorts: { at: { by: (sql) => sql`at`, type: 'timestamptz' } },
  usual: '-at',
})

const CSV = {
  at: ({ at }: Row) => at.toISOString(),
  channel: ({ channel_id }: Row) => channel_id,
  provider: ({ provider }: Row) => provider,
  about: ({ about }: Row) => about,
  subject: ({ subject }: Row) => subject,
  payment: ({ name }: Row) => name,
  euros: ({ value }: Row) => inEuros(value),
}
