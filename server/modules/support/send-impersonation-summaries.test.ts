import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Answer, createClient } from '#contract/client.shop.ts'
import { addDays, dayAt, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import { sendImpersonationSummaries } from '#server/modules/support/send-impersonation-summaries.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())

/** Half past six the next morning, and the mails after eight processes ran the job at once. */
async function nextMorning() {
  const now = shop.clock.now().getTime()
  const next = startOfDay(addDays(dayAt(now, DEFAULT_ZONE), 1), DEFAULT_ZONE) + 6.5 * 3_600_000
  shop.clock.advance(next - now)
  await shop.shop.jobs.drain()
  mailer.sent.length = 0
  await Promise.all(Array.from({ length: 8 }, () => sendImpersonationSummaries(shop.shop)))
  await sendImpersonationSummaries(shop.shop)
  await shop.shop.jobs.drain()
  return mailer.sent
}

async function orderFor(backoffice: ReleaseClient, holder: TestHolder, points: number) {
  const gift = await shop.gift({ points })
  const { body } = await backoffice.request<{ address: string }>(
    'POST',
    `/vouchers/${holder.voucherId}/act`,
    {
      reason: 'Cannot see the screen',
    },
  )
  const ticket = body.address.split('#hand-over=')[1] ?? ''
  const { wt } = (await shop.call('takeOver', { ticket, from: shop.url })) as Answer<'takeOver'>
  const acting = createClient({
    base: shop.url,
    token: () => wt,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      return { status: response.status, headers: response.headers, text: () => response.text() }
    },
  })
  await acting.call('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await acting.call('saveAddress', { ...sampleContact, direct_delivery_consent: true })
  const ordered = await acting.call('convertCart', { payment_method: 'FC' })
  return 'response' in ordered ? ordered.response.order_number : ''
}
const last3Of = async ({ voucherId }: TestHolder) => {
  const [row] = await shop.sql<
    { last3: string }[]
  >`select last3 from voucher where id = ${voucherId}`
  return row?.last3 ?? '-'
}

it('mails each owner once a day in their language what colleagues did for recipients, if anything (SAFE-9, S26)', async () => {
  const [dutch, english, left] = [
    await releaseClient(shop),
    await releaseClient(shop),
    await releaseClient(shop),
  ]
  await shop.sql`update staff set language = 'en' where id = ${english.guest.staffId}`
  await shop.sql`update staff set left_at = now() where id = ${left.guest.staffId}`
  expect(await nextMorning()).toEqual([])

  const service = await releaseClient(shop, 'service')
  const ordering = await shop.holder({ points: 50 })
  const given = await shop.holder()
  const number = await orderFor(service, ordering, 30)
  // The holder's own orders are not in the summary.
  const own = await shop.holder()
  const vase = await shop.gift({ points: 4 })
  await own.done('changeCart', { spli_id: vase.spliId, quantity: 1 })
  await own.done('saveAddress', { ...sampleContact, direct_delivery_consent: true })
  await own.done('convertCart', { payment_method: 'FC' })
  const gift = { points: 7, reason: 'Cups arrived broken', key: randomUUID(), granted: 20 }
  expect((await service.request('POST', `/vouchers/${given.voucherId}/points`, gift)).status).toBe(
    200,
  )

  const lost = await shop.holder()
  const replaced = `/vouchers/${lost.voucherId}/replace-code`
  expect((await service.request('POST', replaced, { reason: 'Lost the card' })).status).toBe(200)

  const mails = await nextMorning()
  const about = mails.filter(({ to }) =>
    [dutch, english, left].some((one) => one.guest.email === to),
  )
  expect(about.map(({ to }) => to).toSorted()).toEqual(
    [dutch.guest.email, english.guest.email].toSorted(),
  )
  expect(mails).toHaveLength(about.length)
  const mail = about.find(({ to }) => to === english.guest.email)
  expect(mail?.subject).toContain('Actions on behalf of recipients on')
  expect(mail?.text).toContain(`The service, voucher ···${await last3Of(ordering)}`)
  expect(mail?.text).toContain(`Orders for 30 points: ${number}`)
  expect(mail?.text).toContain(`The service, voucher ···${await last3Of(given)}`)
  expect(mail?.text).toContain('7 points given manually')
  expect(mail?.text).toContain(
    `The service, voucher ···${await last3Of(lost)}\nLost code replaced with a new one`,
  )
  expect(mail?.text).not.toContain(await last3Of(own))
  expect(mail?.text).not.toMatch(/\{\w+\}|undefined/)
  const other = about.find(({ to }) => to === dutch.guest.email)
  expect(other?.subject).toContain('Acties namens ontvangers op')
  expect(await nextMorning()).toEqual([])
})
