import type { FastifyInstance } from 'fastify'

import { moneyOfDay } from '#contract/desk/money-api.ts'
import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import type { Desk } from '#server/desk/desk.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'

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

/** What came in, what became of it, what went back: by the same functions that the nightly check asks. */
export function moneyRoutes(app: FastifyInstance, desk: Desk) {
  serveDesk(app, desk, moneyOfDay, async ({ day, channel }, { sql, channels, within }) => {
    if (channel !== undefined && !within(channel)) return refuseDesk('not-found')
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
}
