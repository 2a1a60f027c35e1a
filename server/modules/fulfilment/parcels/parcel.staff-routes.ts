import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { markParcel, parcels } from '#contract/fulfilment/parcels.staff.ts'
import { maskedName, fullName } from '#domain/privacy/person-mask.ts'
import { DAY_MS } from '#domain/time/zone-days.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import {
  canMoveParcel,
  canCorrectParcel,
  type ParcelView,
} from '#domain/fulfilment/parcel-state.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import {
  applyParcelState,
  findConsequence,
} from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { parcelList } from '#server/modules/fulfilment/parcels/parcel.sql.ts'

type Row = {
  id: string
  order: string
  channel: string
  code: string
  link: string | null
  carrier: string
  state: ParcelView
  person: Person
  picture: string
  sent_at: Date
  state_at: Date
  gifts: string
}

/** Lists parcels, and lets staff set the state of one. */
export function parcelRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, parcels, listParcels)

  serveStaff(app, backoffice, markParcel, handleMarkParcel(backoffice))
}

const handleMarkParcel =
  ({ shop }: Backoffice) =>
  async ({ number, code, state, reason }: ParsedInput<typeof markParcel>, caller: SignedIn) => {
    const { colleague, within, audit } = caller
    const sql = caller.sql as Transaction
    const order = await findOrder(sql, number)
    if (!order || !within(order.channelId)) return refuseStaff('not-found')
    const locked = await lockForCredit(sql, number)
    const parcel = locked?.order.parcels.find((candidate) => candidate.code === code)
    if (!locked || !parcel) return refuseStaff('not-found')
    // The arrival of a lost parcel is always recorded. If its loss has had consequences, a task is created.
    if (canCorrectParcel(parcel.state, state) && !canMoveParcel(parcel.state, state)) {
      const consequence = await findConsequence(sql, locked.order, parcel)
      if (consequence !== undefined) return refuseStaff(consequence)
    }
    if (parcel.state === 'delivered' && state !== 'delivered') return refuseStaff('has-arrived')
    if (!(await applyParcelState(shop, sql, { number, code, state, staffId: colleague.id })))
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
  }

async function listParcels(query: ParsedInput<typeof parcels>, caller: SignedIn) {
  const { colleague, channels, within, may, now } = caller
  const recipientOf = ({ person }: Row) => {
    const name = fullName(person)
    return may('personal-data.view') ? name : maskedName(name)
  }
  if (query.channel !== undefined && !within(query.channel)) return refuseStaff('not-found')
  return serveList(caller, query, {
    file: 'parcels',
    list: parcelList(colleague.language, query, channels, now),
    columns: {
      order: ({ order }: Row) => order,
      channel: ({ channel }) => channel,
      recipient: recipientOf,
      code: ({ code }) => code,
      carrier: ({ carrier }) => carrier,
      state: ({ state }) => state,
      sent_at: ({ sent_at }) => sent_at.toISOString(),
      gifts: ({ gifts }) => gifts,
      ...notInFile('id', 'link', 'state_at', 'days', 'picture'),
    },
    row: (row: Row) => {
      const { person: _, sent_at, state_at, ...shown } = row
      return {
        ...shown,
        recipient: recipientOf(row),
        days: Math.floor((now.getTime() - sent_at.getTime()) / DAY_MS),
        sent_at: sent_at.toISOString(),
        state_at: state_at.toISOString(),
      }
    },
  })
}
