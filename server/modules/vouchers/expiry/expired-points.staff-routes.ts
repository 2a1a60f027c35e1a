import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import type { UNCLAIMED_RULES } from '#contract/employers/employers.staff.ts'
import { expiries } from '#contract/vouchers/expiry.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type CsvColumns, inEuros } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type Row = {
  id: number
  voucher_id: number
  last3: string
  channel_id: string
  batch_id: number
  note: string
  at: Date
  points: number
  claimed: boolean
  rule: (typeof UNCLAIMED_RULES)[number]
  billed_cents: number
  told: boolean
  back_at: Date | null
}

/** Points that ended with their vouchers; its sums are of what it lists. */
export function expiryRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, expiries, listExpiries)
}

async function listExpiries(asked: ParsedInput<typeof expiries>, asker: SignedIn) {
  const list = expiryList(asked, asker.channels)
  return serveList(asker, asked, {
    file: 'expired',
    list,
    columns: CSV,
    row: expiryOf,
    more: async () => ({ sums: await sumsOf(asker.sql, list) }),
  })
}

const expiryOf = ({ voucher_id, channel_id, batch_id, note, at, back_at, ...row }: Row) => ({
  ...row,
  id: String(row.id),
  voucher: String(voucher_id),
  channel: channel_id,
  batch: { id: String(batch_id), note },
  at: at.toISOString(),
  back_at: back_at?.toISOString() ?? null,
})

async function sumsOf(sql: Queries, list: ListQuery<'at'>) {
  const [row] = await sql<{ vouchers: number; points: number; billed_cents: number }[]>`
    select count(*)::integer as vouchers, coalesce(sum(points), 0)::integer as points,
      coalesce(sum(billed_cents), 0)::bigint as billed_cents
    from (select expiry.points, billed_cents, back_id from ${list.from(sql)}) found where back_id is null`
  return row ?? { vouchers: 0, points: 0, billed_cents: 0 }
}

type Asked = Omit<z.output<(typeof expiries)['input']>, 'as' | 'sort' | 'cursor' | 'limit'>

const expiryList = (
  { search, channel, batch, claimed, from, to, ids }: Asked,
  channels: readonly string[] | null,
): ListQuery<'at'> => ({
  select: (sql) => sql`
    expiry.id, expiry.voucher_id, last3, voucher.channel_id, voucher.batch_id, note, expiry.at, expiry.points, claimed, rule,
    billed_cents, told, back_at`,
  from: (sql) => sql`
    voucher_expiry expiry join voucher on voucher.id = expiry.voucher_id
      join voucher_batch batch on batch.id = batch_id join channel on channel.id = voucher.channel_id
    where true
      ${channels === null ? sql`` : sql`and voucher.channel_id = any(${[...channels]}::text[])`}
      ${channel === undefined ? sql`` : sql`and voucher.channel_id = ${channel}`}
      ${batch === undefined ? sql`` : sql`and voucher.batch_id = ${Number(batch)}`}
      ${claimed === undefined ? sql`` : sql`and claimed = ${claimed === 'yes'}`}
      ${from === undefined ? sql`` : sql`and expiry.at >= ${from}::timestamp at time zone time_zone`}
      ${to === undefined ? sql`` : sql`and expiry.at < (${to}::date + 1)::timestamp at time zone time_zone`}
      ${search === undefined ? sql`` : sql`and (last3 = ${search.toLowerCase()} or strpos(lower(note), ${search.toLowerCase()}) > 0)`}
      ${ids === undefined ? sql`` : sql`and expiry.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`expiry.id`,
  sorts: { at: { by: (sql) => sql`expiry.at`, type: 'timestamptz' } },
  usual: '-at',
})

const CSV: CsvColumns<Row> = {
  at: ({ at }) => at.toISOString(),
  channel: ({ channel_id }) => channel_id,
  batch: ({ batch_id }) => batch_id,
  batch_note: ({ note }) => note,
  voucher: ({ voucher_id }) => voucher_id,
  code_ends: ({ last3 }) => last3,
  points: ({ points }) => points,
  claimed: ({ claimed }) => claimed,
  rule: ({ rule }) => rule,
  billed: ({ billed_cents }) => inEuros(billed_cents),
  told: ({ told }) => told,
  given_back_at: ({ back_at }) => back_at?.toISOString() ?? null,
}
