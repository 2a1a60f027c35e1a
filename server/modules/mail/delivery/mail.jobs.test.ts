import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { sendMail, sendMails } from '#server/modules/mail/delivery/mail.jobs.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
beforeEach(() => {
  mailer.sent = []
  mailer.failure = undefined
})

/** The confirmation of a new order, waiting to be sent. */
async function queued() {
  const { number } = await sampleOrder(shop, { gifts: [await shop.gift()] })
  const [mail] = await shop.sql<{ id: string }[]>`select id from mail where subject_id = ${number}`
  const id = mail?.id ?? ''
  const row = async () => {
    const [row] = await shop.sql`
      select state, tries, last_error, sent_at is not null as sent from mail where id = ${id}`
    return row
  }
  return { id, number, row }
}

it('sends one mail when eight workers run its job (PAY-6)', async () => {
  const { id, row } = await queued()
  await Promise.all(Array.from({ length: 8 }, () => sendMail(shop.shop, id)))
  await sendMail(shop.shop, id)

  expect(mailer.sent).toHaveLength(1)
  expect(mailer.sent[0]).toMatchObject({ id, to: 'anna@example.com' })
  expect(await row()).toEqual({ state: 'sent', tries: 1, last_error: null, sent: true })
})

it('sends the mail with the job that was queued with the order (PAY-6)', async () => {
  const { id } = await queued()
  await shop.shop.jobs.drain()
  expect(mailer.sent.map((mail) => mail.id)).toContain(id)
})

it('retries while the mail server is down, and counts the attempts', async () => {
  const { id, row } = await queued()
  mailer.failure = new ServiceDown('mail', 'The mail was not taken')
  await expect(sendMail(shop.shop, id)).rejects.toThrow('not taken')
  await expect(sendMail(shop.shop, id)).rejects.toThrow('not taken')
  expect(await row()).toEqual({
    state: 'queued',
    tries: 2,
    last_error: 'The mail was not taken',
    sent: false,
  })

  mailer.failure = undefined
  await sendMail(shop.shop, id)
  expect(await row()).toEqual({ state: 'sent', tries: 3, last_error: null, sent: true })
})

it('stops when the address is refused, and stores the mail as refused', async () => {
  const { id, row } = await queued()
  mailer.failure = new ServiceRefused('mail', 'address-refused', 'The address was refused (550)')
  await sendMail(shop.shop, id)
  mailer.failure = undefined
  await sendMail(shop.shop, id)
  expect(mailer.sent).toEqual([])
  expect(await row()).toEqual({
    state: 'refused',
    tries: 1,
    last_error: 'The address was refused (550)',
    sent: false,
  })
})

it('sends each mail of a batch once, and a failing one does not delay the others (speed)', async () => {
  const mails = await Promise.all(Array.from({ length: 6 }, queued))
  const [unwritable] = mails
  await shop.sql`update mail set subject_id = 'none' where id = ${unwritable?.id ?? ''}`
  const ids = mails.map(({ id }) => id)
  const failures = await Promise.all(Array.from({ length: 8 }, () => sendMails(shop.shop, ids)))

  expect(mailer.sent.map(({ id }) => id).sort()).toEqual(ids.slice(1).sort())
  const failed = failures.flatMap((one) => [...one.keys()])
  expect(failed.length).toBeGreaterThan(0)
  expect(new Set(failed)).toEqual(new Set(ids.slice(0, 1)))
  for (const { row } of mails.slice(1)) expect(await row()).toMatchObject({ state: 'sent' })
  expect(await unwritable?.row()).toMatchObject({ state: 'queued', sent: false })
})

it('retries alone the mail that broke its batch, and sends the others (speed)', async () => {
  const mails = await Promise.all(Array.from({ length: 4 }, queued))
  // Not a number: the query that reads it aborts the transaction.
  await shop.sql`
    update mail set template = 'service-request', subject_id = 'none' where id = ${mails[0]?.id ?? ''}`
  await shop.shop.jobs.drain()
  expect(mailer.sent.map(({ id }) => id)).toEqual(
    expect.arrayContaining(mails.slice(1).map(({ id }) => id)),
  )
  expect(mailer.sent.filter(({ id }) => id === mails[1]?.id)).toHaveLength(1)
  expect(await mails[0]?.row()).toMatchObject({ state: 'queued' })
})

it('limits the mails per holder within one batch, too (PAY-6)', async () => {
  const { number } = await queued()
  const [like] = await shop.sql<{ channel: string }[]>`
    select channel_id as channel from mail where subject_id = ${number}`
  const rows = await shop.sql<{ id: string }[]>`
    insert into mail (template, subject_id, channel_id, language, recipient, created_at)
    select 'order-confirmation', ${number}, ${like?.channel ?? ''}, 'nl', 'anna' || n || '@example.com',
      ${shop.shop.ports.clock.now()}
    from generate_series(1, 14) n returning id`
  await sendMails(
    shop.shop,
    rows.map(({ id }) => id),
  )
  expect(mailer.sent).toHaveLength(10)
})

it('creates the date and number formats of a language once, not for each mail (speed)', async () => {
  const gift = await shop.gift()
  const one = async () => {
    const { number } = await sampleOrder(shop, { gifts: [gift], pickup: true })
    const [mail] = await shop.sql<
      { id: string }[]
    >`select id from mail where subject_id = ${number}`
    await sendMail(shop.shop, mail?.id ?? '')
  }
  await one()
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const moneys = vi.spyOn(Intl, 'NumberFormat')
  await one()
  expect([made.mock.calls, moneys.mock.calls]).toEqual([[], []])
  vi.restoreAllMocks()
})
