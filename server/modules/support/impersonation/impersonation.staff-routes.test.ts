import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Answer, createClient } from '#contract/client.shop.ts'
import { checkBooks } from '#tools/check/check.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'
import mailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }

let shop: TestShop
let service: ReleaseClient
const mailer = recordingMailer()
beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  service = await releaseClient(shop, 'service')
})
afterAll(() => shop.stop())

type Acting = { address: string; told: boolean; ends_at: string }
const act = (backoffice: ReleaseClient, { voucherId }: TestHolder) =>
  backoffice.request<Acting>('POST', `/vouchers/${voucherId}/act`, {
    reason: 'Cannot see the screen',
  })
const takeOver = ({ address }: Acting) =>
  shop.call('takeOver', { ticket: address.split('#hand-over=')[1] ?? '', from: shop.url })
/** A shop client for the session that the URL opens. */
async function shopOf(acting: Acting) {
  const taken = (await takeOver(acting)) as Answer<'takeOver'>
  return createClient({
    base: shop.url,
    token: () => taken.wt,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      return { status: response.status, headers: response.headers, text: () => response.text() }
    },
  })
}
const booked = (holder: TestHolder) => shop.sql<{ what: string; staff_id: number | null }[]>`
  select type as what, staff_id from order_event where voucher_id = ${holder.voucherId}
  union all select kind, staff_id from ledger where voucher_id = ${holder.voucherId} and kind <> 'grant'
  order by what, staff_id`

it('places an order for the holder, recorded with the colleague and notified to the holder by mail (DESK-29)', async () => {
  const mug = await shop.gift({ points: 4 })
  const holder = await shop.holder()
  await sampleOrder(shop, { holder, gifts: [mug] })
  await holder.done('changeCart', { spli_id: mug.spliId, quantity: 1 })
  expect((await booked(holder)).map(({ staff_id }) => staff_id)).toEqual([null, null, null])
  mailer.sent.length = 0

  const { status, body } = await act(service, holder)
  expect({ status, told: body.told }).toEqual({ status: 200, told: true })
  expect(body.address.startsWith(`${shop.url}/#hand-over=`)).toBe(true)
  const acting = await shopOf(body)
  // The URL works once, also in a race.
  expect(await takeOver(body)).toMatchObject({ refused: 'no-such-ticket' })
  expect(
    await acting.call('saveAddress', { ...sampleContact, direct_delivery_consent: true }),
  ).toMatchObject({ success: true })
  expect(await acting.call('convertCart', { payment_method: 'FC' })).toMatchObject({
    success: true,
  })
  expect((await holder.done('orders', {})).response).toHaveLength(2)
  const mine = service.guest.staffId
  expect(await booked(holder)).toEqual(
    ['capture', 'placed', 'reserve'].flatMap((what) => [
      { what, staff_id: mine },
      { what, staff_id: null },
    ]),
  )
  expect((await holder.done('actedFor', {})).response).toMatchObject([
    { reason: 'Cannot see the screen', time_zone: 'Europe/Amsterdam' },
  ])
  await shop.shop.jobs.drain()
  const told = mailer.sent.find(({ subject }) => subject === mailTexts['acted-for'].subject)
  expect(told).toMatchObject({ to: sampleContact.contact_email })
  expect(told?.text).toContain('Reden: Cannot see the screen')

  const { timeline } = (
    await service.request<{ timeline: { kind: string; who: string | null }[] }>(
      'GET',
      `/vouchers/${holder.voucherId}`,
    )
  ).body
  expect(timeline).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'acted', who: 'The service' }),
      expect.objectContaining({ kind: 'order', who: 'The service' }),
      expect.objectContaining({ kind: 'order', who: null }),
    ]),
  )
  expect(timeline.filter(({ kind }) => kind === 'visit')).toHaveLength(1)
  const [line] = await shop.sql`
    select action, reason from audit where subject_id = ${String(holder.voucherId)}
      and action = 'voucher.impersonated'`
  expect(line).toMatchObject({ reason: 'Cannot see the screen' })
})

it('does not activate the voucher until an order is placed or the holder logs in (DESK-29, DESK-28)', async () => {
  const mug = await shop.gift({ points: 4 })
  const owner = await releaseClient(shop, 'owner')
  const { body: batch } = await owner.request<{ id: string }>('POST', '/batches', {
    channel: '1014',
    points: 8,
    count: 3,
    valid_until: '2035-12-31',
  })
  const file = await owner.guest.request('GET', `/backoffice/api/batches/${batch.id}/codes?as=csv`)
  const codes = parse<{ code: string }>(await file.text(), {
    columns: true,
    bom: true,
    delimiter: ';',
  }).map(({ code }) => code.replaceAll(/[^a-z0-9]/gi, ''))
  const vouchers = await shop.sql<{ id: number; last3: string }[]>`
    select id, last3 from voucher where batch_id = ${batch.id} order by id`
  const claimed = async () =>
    (
      await owner.request<{ claimed: number; no_undo: string | null }>(
        'GET',
        `/batches/${batch.id}`,
      )
    ).body
  const [seen, ordered] = vouchers.map(({ id }) => ({ voucherId: id }) as TestHolder)
  if (!seen || !ordered) throw new Error('three vouchers were made')
  // The same is true the second time, when the cart already exists.
  await shopOf((await act(service, seen)).body)
  await shopOf((await act(service, seen)).body)
  expect(await claimed()).toMatchObject({ claimed: 0, no_undo: null })

  // An order by a colleague is still accepted.
  const acting = await shopOf((await act(service, ordered)).body)
  await acting.call('changeCart', { spli_id: mug.spliId, quantity: 1 })
  await acting.call('saveAddress', { ...sampleContact, direct_delivery_consent: true })
  expect(await acting.call('convertCart', { payment_method: 'FC' })).toMatchObject({
    success: true,
  })
  expect(await claimed()).toMatchObject({ claimed: 1, no_undo: 'already-activated' })

  // The holder of the cart that staff created logs in.
  const code = codes.find((one) =>
    one.toUpperCase().endsWith(vouchers[0]?.last3.toUpperCase() ?? '-'),
  )
  await shop.logIn(code?.toLowerCase() ?? '')
  expect(await claimed()).toMatchObject({ claimed: 2 })
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('leaves the basket and session of the holder unchanged, and expires by itself (DESK-29)', async () => {
  const mug = await shop.gift({ points: 4 })
  const holder = await shop.holder()
  await holder.done('changeCart', { spli_id: mug.spliId, quantity: 2 })
  const acting = await shopOf((await act(service, holder)).body)
  expect(await acting.call('logOut', {})).toMatchObject({ success: true })
  expect((await holder.done('readCart', {})).response.shopping_cart_items).toHaveLength(1)

  const later = await shopOf((await act(service, holder)).body)
  const unused = (await act(service, holder)).body
  expect(unused.told).toBe(false)
  shop.clock.advance(61_000)
  expect(await takeOver(unused)).toMatchObject({ refused: 'no-such-ticket' })
  expect(await later.call('readCart', {})).toMatchObject({ success: true })
  shop.clock.advance(30 * 60_000)
  expect(await later.call('readCart', {})).toMatchObject({ refused: 'no-session' })
  expect(await holder.call('readCart', {})).toMatchObject({ success: true })
})

it('allows only staff with the permission, and only for a voucher that is not blocked (DESK-3, DESK-29)', async () => {
  const holder = await shop.holder()
  const fulfilment = await releaseClient(shop, 'fulfilment')
  const elsewhere = await releaseClient(shop, 'service', ['2001'])
  expect((await act(fulfilment, holder)).status).toBe(403)
  expect((await act(elsewhere, holder)).status).toBe(404)
  await service.request('POST', `/vouchers/${holder.voucherId}/block`, { reason: 'Stolen' })
  expect(await act(service, holder)).toMatchObject({
    status: 409,
    body: { error: { code: 'voucher-closed' } },
  })
  await expect(shop.sql`update impersonation set reason = 'x'`).rejects.toThrow('append-only')
})

it('starts one impersonation for eight simultaneous requests: the holder is notified once, and each address works (DESK-29, DESK-11)', async () => {
  const holder = await shop.holder()
  await sampleOrder(shop, { holder, gifts: [await shop.gift({ points: 4 })] })
  await shop.shop.jobs.drain()
  mailer.sent.length = 0
  const asked = await Promise.all(Array.from({ length: 8 }, () => act(service, holder)))
  expect(new Set(asked.map(({ status, body }) => `${status} ${body.ends_at}`)).size).toBe(1)
  const lines = async () => {
    const [row] = await shop.sql<{ acted: number; told: number }[]>`
      select (select count(*)::integer from impersonation where voucher_id = ${holder.voucherId}) as acted,
        (select count(*)::integer from audit where action = 'voucher.impersonated' and subject_id = ${String(holder.voucherId)}) as told`
    return row
  }
  expect(await lines()).toEqual({ acted: 1, told: 8 })
  await shop.shop.jobs.drain()
  expect(mailer.sent).toHaveLength(1)
  for (const { body } of asked)
    expect(await takeOver(body)).toMatchObject({ wt: expect.any(String) })
  // Another reason starts a new session, and so does the same reason later.
  await service.request('POST', `/vouchers/${holder.voucherId}/act`, { reason: 'Called again' })
  shop.clock.advance(11_000)
  await act(service, holder)
  expect(await lines()).toEqual({ acted: 3, told: 10 })
})
