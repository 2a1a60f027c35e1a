import { createHmac } from 'node:crypto'

import type { Client } from '#contract/client.shop.ts'
import { EURO_CENTS_PER_POINT } from '#domain/vouchers/points.ts'
import { codeFromRandom } from '#domain/vouchers/voucher-code.ts'
import { addDays } from '#domain/time/zone-days.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { done, enter, type Past } from '#tools/demo-history/history-clients.ts'
import {
  type Batch,
  MINUTE,
  momentOf,
  type Person,
  type Story,
} from '#tools/demo-history/history-plan.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  insertRecipients,
  type NewRecipient,
} from '#server/modules/vouchers/batches/recipient.sql.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'

const DEPARTMENTS = ['Office', 'Warehouse']

/** Derived from the pepper, so that a later process that continues the history gets the same code. */
function codeOf({ config }: Shop, { name }: Person): string {
  const chance = createHmac('sha256', config.GIFTPOINT_PEPPER).update(`demo past ${name}`).digest()
  let at = 0
  return codeFromRandom(() => (chance[at++] ?? 0) % 31, { check: true })
}

async function voucherOf(sql: Queries, { voucherKeys }: Shop, code: string) {
  const lookups = voucherKeys.lookups(voucherKeys.wireHash(code)).map(({ lookup }) => lookup)
  const [voucher] = await sql<{ id: number; batch_id: number }[]>`
    select id, batch_id from voucher where lookup in ${sql(lookups)}`
  return voucher
}

/** Reads what a visit in an earlier process created: a voucher, and possibly an order. */
export async function recallVisit({ shop }: Past, story: Story) {
  const code = codeOf(shop, story.person)
  const voucher = await voucherOf(shop.sql, shop, code)
  if (!voucher) return
  story.code = code
  const [order] = await shop.sql<{ number: string }[]>`
    select number from orders where voucher_id = ${voucher.id}`
  if (order) story.number = order.number
}

/** Adds the person as a recipient, so that the employer's page of people shows them. */
async function nameToEmployer(
  sql: Transaction,
  shop: Shop,
  { code, story: { person, plan, at } }: { code: string; story: Story },
) {
  const voucher = await voucherOf(sql, shop, code)
  if (!voucher) throw new Error(`the voucher of ${person.name} not found`)
  const department = DEPARTMENTS[plan.people.indexOf(person) % DEPARTMENTS.length] ?? ''
  const named = { kind: 'own', name: person.name, department, email: '', language: '', words: '' }
  const why = { now: new Date(at), reason: '' }
  await insertRecipients(sql, voucher.batch_id, [voucher.id], [named as NewRecipient], why)
}

/** Creates the voucher of a person, with its place at the employer and the stock that they will order. */
async function giveVoucher(shop: Shop, story: Story, batch: Batch): Promise<string> {
  const { person, today, at } = story
  const code = codeOf(shop, person)
  await shop.sql.begin(async (sql) => {
    const made = await createVoucher(sql, shop.voucherKeys, {
      channelId: batch.channel,
      code,
      points: batch.points,
      validFrom: null,
      validUntil: null,
      firstName: person.name.split(' ')[0] ?? '',
      salutation: '',
      language: '',
      blocked: false,
      isDemo: true,
      spentOn: [],
      madeWith: { note: batch.note, at: new Date(momentOf(addDays(today, -batch.made), '10:00')) },
    })
    // An interrupted run created the voucher completely.
    if (made === 'known') return
    if (batch.employer) await nameToEmployer(sql, shop, { code, story })
    // The past sale gets past stock, so that today's stock count does not change.
    if (!person.after.includes('undone') && !person.stops) {
      for (const [sku, quantity] of Object.entries(person.gifts)) {
        await sql`
          insert into stock_movement (sku, quantity, reason, at)
          select sku, ${quantity}, 'count', ${new Date(at - 60 * MINUTE)} from stock where sku = ${sku}`
      }
    }
  })
  return code
}

/** The holder logs in with a new voucher and acts up to their last step. Repeats what a kill has interrupted. */
export async function comeIn(past: Past, story: Story) {
  const { shop } = past
  const { person, plan } = story
  const batch = plan.batches[person.batch]
  if (!batch) throw new Error(`batch ${person.batch} not found`)
  await recallVisit(past, story)
  if (story.number) return
  const [firstName = '', ...surname] = person.name.split(' ')
  story.code = await giveVoucher(shop, story, batch)
  const { client, cartGuid } = await enter(past, story.code)
  for (const [sku, quantity] of Object.entries(person.gifts)) {
    const gift = { cart_guid: cartGuid, spli_id: `${batch.channel}-${sku}`, quantity }
    await done(client, 'changeCart', gift, `demo past ${sku}`)
  }
  if (person.stops === 'cart') return
  await done(client, 'saveAddress', {
    cart_guid: cartGuid,
    ...addressOf(firstName, surname.join(' ')),
  })
  if (person.stops === 'address') return
  const points = await pointsOf(shop, batch.channel, person.gifts)
  const short = points - batch.points
  if (short > 0) await payByCard(past, client, short)
  const answer = await done(client, 'convertCart', {
    payment_method: short > 0 ? 'MOL' : 'FC',
    cart_guid: cartGuid,
  })
  story.number = answer.response.order_number
}

async function pointsOf({ sql }: Shop, channel: string, gifts: Person['gifts']): Promise<number> {
  const rows = await sql<{ sku: string; points: number }[]>`
    select sku, points from offer where channel_id = ${channel} and sku = any(${Object.keys(gifts)})`
  return rows.reduce((sum, { sku, points }) => sum + points * (gifts[sku] ?? 0), 0)
}

async function payByCard({ shop }: Past, client: Client, points: number): Promise<void> {
  const { payments } = shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox accepts a payment state')
  const { id } = await done(client, 'createPayment', {
    amount: ((points * EURO_CENTS_PER_POINT) / 100).toFixed(2),
    cancelUrl: `${publicUrl(shop.config)}/checkout`,
    redirectUrl: `${publicUrl(shop.config)}/confirmation?extra_payments=1`,
  })
  await payments.choose(id, 'paid')
}

export const mailOf = (name: string) =>
  `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@giftpoint.example`

const addressOf = (firstName: string, surname: string) => ({
  contact_email: mailOf(`${firstName} ${surname}`),
  contact_first_name: firstName,
  contact_surname_prefix: '',
  contact_surname: surname,
  contact_telephone: '0612345678',
  delivery_address_street: 'Zilverkade',
  delivery_address_housenr: '12',
  delivery_address_housenr_appendix: '',
  delivery_address_postal_code: '1012AB',
  delivery_address_city: 'Amsterdam',
  delivery_address_country_code: 'NL',
  direct_delivery_consent: true,
})
