import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { markParcel, parcels } from '#contract/fulfilment/parcels.staff.ts'
import { canMoveParcel, canPutRight, type ParcelState } from '#domain/fulfilment/parcel-state.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { csvDownload } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { everyRow, keysetPage, type ListQuery } from '#server/lists/keyset-page.ts'
import { nameOfLine } from '#server/modules/orders/order-line-names.sql.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { parcelIs, whatFollowed } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'

type Row = {
  id: string
  order: string
  channel: string
  code: string
  link: string | null
  carrier: string
  state: ParcelState
  sent_at: Date
  state_at: Date
  gifts: string
}

/** Parcels in transit, and updates that a colleague learned about them. */
export function parcelRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice

  serveStaff(
    app,
    backoffice,
    parcels,
    async ({ as, ...asked }, { sql, colleague, channels, within }) => {
      if (asked.channel !== undefined && !within(asked.channel)) return refuseStaff('not-found')
      const list = parcelList(colleague.language, asked, channels)
      if (as === 'csv') {
        const cells = {
          order: (row: Row) => row.order,
          channel: (row: Row) => row.channel,
          code: (row: Row) => row.code,
          carrier: (row: Row) => row.carrier,
          state: (row: Row) => row.state,
          sent_at: (row: Row) => row.sent_at.toISOString(),
          gifts: (row: Row) => row.gifts,
        }
        const rows = everyRow<Row, 'sent_at'>(sql, list, asked)
        return csvDownload('parcels.csv', colleague.language, cells, rows)
      }
      const { rows, ...page } = await keysetPage<Row, 'sent_at'>(sql, list, asked)
      return {
        items: rows.map(({ sent_at, state_at, ...row }) => ({
          ...row,
          sent_at: sent_at.toISOString(),
          state_at: state_at.toISOString(),
        })),
        ...page,
      }
    },
  )

  serveStaff(app, backoffice, markParcel, async ({ number, code, state, reason }, asker) => {
    const { colleague, within, audit } = asker
    const sql = asker.sql as Transaction
    const known = await findOrder(sql, number)
    if (!known || !within(known.channelId)) return refuseStaff('not-found')
    const locked = await lockForCredit(sql, number)
    const parcel = locked?.order.parcels.find((one) => one.code === code)
    if (!locked || !parcel) return refuseStaff('not-found')
    const by = colleague.id
    // A lost parcel that has arrived is always recorded, whatever followed: it becomes a task.
    if (canPutRight(parcel.state, state) && !canMoveParcel(parcel.state, state)) {
      const followed = await whatFollowed(sql, locked.order, parcel)
      if (followed !== undefined) return refuseStaff(followed)
    }
    if (parcel.state === 'delivered' && state !== 'delivered') return refuseStaff('has-arrived')
    if (!(await parcelIs(shop, sql, { number, code, state, by })))
      return refuseStaff('changed-since')
    audit({
      action: 'parcel.marked',
      subjectKind: 'order',
      subjectId: number,
      channelId: locked.order.channelId,
      reason,
      before: { code, state: parcel.state },
      after: { code, state },
    })
    return {}
  })
}

type Asked = Pick<z.output<(typeof parcels)['input']>, 'channel' | 'state' | 'search'>

function parcelList(
  language: string,
  { channel, state, search }: Asked,
  own: readonly string[] | null,
): ListQuery<'sent_at'> {
  const channels = channel === undefined ? own : [channel]
  return {
    select: (sql) => sql`
      parcel.order_number || ' ' || parcel.code as id, parcel.order_number as order, orders.channel_id as channel,
      parcel.code, parcel.link, parcel.carrier, parcel.state, sent_at, coalesce(state_at, sent_at) as state_at,
      coalesce((select string_agg(parcel_line.quantity || ' × ' || ${nameOfLine(sql, language)}, ', ' order by line)
        from parcel_line join order_line using (order_number, line)
        where parcel_line.order_number = parcel.order_number and parcel_line.code = parcel.code), '') as gifts`,
    from: (sql) => sql`
      parcel join orders on orders.number = parcel.order_number and orders.month = parcel.month
      where sent_at is not null
        ${channels === null ? sql`` : sql`and orders.channel_id = any(${[...channels]}::text[])`}
        ${state === undefined ? sql`` : sql`and parcel.state = any(${state}::text[])`}
        ${search === undefined ? sql`` : sql`and (parcel.order_number = ${search} or parcel.code = ${search})`}`,
    id: (sql) => sql`(parcel.order_number || ' ' || parcel.code)`,
    ids: 'text',
    sorts: { sent_at: { by: (sql) => sql`sent_at`, type: 'timestamptz' } },
    usual: 'sent_at',
  }
}
