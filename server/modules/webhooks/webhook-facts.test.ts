import { afterAll, beforeAll, expect, it } from 'vitest'

import { WEBHOOK_PAYLOADS } from '#contract/webhooks/webhook-payloads.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/webhooks/webhook-kinds.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { fillShopRecords, PAID } from '#server/testing/samples/sample-shop-records.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { type StoredEvent, webhookPayload } from '#server/modules/webhooks/webhook-payload.ts'

const ORDER = '2000001'
const REFUND = '00000000-0000-4000-8000-000000000009'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await fillShopRecords(db.sql)
  await db.sql`
    insert into webhook_endpoint (name, url, kinds, secret, made_at)
    values ('Books', 'https://books.example/', ${[...WEBHOOK_KINDS]}, 'x', now())`
})
afterAll(() => db.drop())

/** Only the triggers of webhooks run: a row alone causes its event, without the rows that belong to it. */
async function onlyWebhooks(sql: Transaction) {
  const triggers = await sql<{ name: string; on_table: string }[]>`
    select tgname as name, tgrelid::regclass::text as on_table from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid where proname like '%to\\_webhooks'`
  expect(triggers.length).toBeGreaterThan(10)
  for (const { name, on_table } of triggers)
    await sql`alter table ${sql(on_table)} enable always trigger ${sql(name)}`
  await sql`set local session_replication_role = replica`
}

const CAUSES: Readonly<Record<WebhookKind, (sql: Transaction) => Promise<unknown>>> = {
  'order.placed': (sql) => sql`
    insert into orders (number, cart_guid, voucher_id, channel_id, language, changeable_until, total_points,
      points_paid, cents_paid, capture_id, person, delivery)
    values ('7', gen_random_uuid(), 2, '1014', 'nl', now(), 8, 8, 0, 1, '{"surname": "Bos"}',
      '{"kind": "home", "address": {"street": "Lindelaan"}}')`,
  'order.changed': (sql) => sql`
    update order_line set quantity = 1 where order_number = ${ORDER}`,
  'order.released': (sql) => sql`update orders set state = 'released' where number = ${ORDER}`,
  'order.shipped': (sql) => sql`update orders set state = 'shipped' where number = ${ORDER}`,
  'order.delivered': (sql) => sql`update orders set state = 'delivered' where number = ${ORDER}`,
  'order.cancelled': (sql) => sql`update orders set state = 'cancelled' where number = '7'`,
  'parcel.sent': (sql) => sql`
    insert into parcel (order_number, code, carrier, link, sent_at) values
      (${ORDER}, 'one', 'PostNL', 'https://track.example/', now()), (${ORDER}, 'two', '', null, now())`,
  'parcel.delivered': (sql) => sql`
    update parcel set state = 'delivered', delivered_at = now() where code = 'one'`,
  'parcel.lost': (sql) => sql`update parcel set state = 'lost' where code = 'two'`,
  'parcel.refused': (sql) => sql`update parcel set state = 'refused' where code = 'two'`,
  'credit.booked': (sql) => sql`
    insert into credit (order_number, place, kind, proposal_id, goods, reason, note, points, points_back, cents_back,
      cents_sent, vat_back, staff_id, at)
    values (${ORDER}, 1, 'refund', gen_random_uuid(), 'none', 'damaged', 'Broken', 3, 1, 1000, 900, 174, 1, now())`,
  'credit.refunded': async (sql) => {
    await sql`
      insert into refund (key, payment_key, cents, reason, credit_number)
      values (${REFUND}, ${PAID}, 900, 'credit', ${`${ORDER}-C1`})`
    await sql`
      update refund set state = 'refunded', provider_id = 're_1', done_at = now() where key = ${REFUND}`
  },
  'credit.refund_failed': (sql) => sql`update refund set state = 'failed' where key = ${REFUND}`,
  'voucher.created': (sql) => sql`
    insert into voucher (batch_id, channel_id, first_name) select batch_id, '1014', 'Sanne' from voucher limit 1`,
  'voucher.dates_changed': (sql) => sql`
    update voucher set valid_until = '2027-01-01' where id = 2`,
  'voucher.blocked': (sql) => sql`update voucher set blocked_at = now() where id = 2`,
  'voucher.unblocked': (sql) => sql`update voucher set blocked_at = null where id = 2`,
  'voucher.code_replaced': (sql) => sql`
    insert into previous_voucher_code (voucher_id, last3, replaced_at, reason) values (2, 'abc', now(), 'Lost')`,
  'voucher.points_granted': (sql) => sql`
    insert into manual_points_grant (key, voucher_id, points, ledger_id, staff_id, reason, at)
    values (gen_random_uuid(), 2, 3, 1, 1, 'Birthday', now())`,
  'voucher.points_withdrawn': (sql) => sql`
    update manual_points_grant set reversal_id = 2, reversed_by = 1, reversed_at = now() where voucher_id = 2`,
  'voucher.points_expired': (sql) => sql`
    insert into ledger (voucher_id, kind, points, note) values (2, 'expire', 4, 'Expired')`,
}

it('stores with each event the values that its payload needs, and no personal data (C47)', async () => {
  await db.sql.begin(async (sql) => {
    await onlyWebhooks(sql)
    for (const [kind, cause] of Object.entries(CAUSES)) {
      await cause(sql)
      // Changes of lines cause their event at commit.
      await sql`set constraints all immediate`
      await sql`set constraints all deferred`
      const events = await sql<StoredEvent[]>`
        select kind, channel_id, facts from webhook_event order by id`
      expect([...new Set(events.map((event) => event.kind))]).toContain(kind)
      for (const event of events) {
        const schema = WEBHOOK_PAYLOADS[event.kind as WebhookKind]
        const payload = webhookPayload(event)
        expect(schema.parse(payload), event.kind).toEqual(payload)
        expect(JSON.stringify(event)).not.toMatch(
          /Bos|Lindelaan|track\.example|Sanne|Birthday|Lost|Broken|abc/,
        )
      }
      await sql`delete from webhook_event`
    }
  })
})
