import { afterAll, beforeAll, expect, it } from 'vitest'

import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const QUESTION = {
  contact_email: 'anna@example.com',
  subject: 'Waar blijft mijn cadeau?',
  email_body: 'Anna de Vries\n\nIk wacht nu al <b>twee</b> weken.',
}

async function asked(holder: TestHolder) {
  return shop.sql<{ id: number; subject: string; channel_id: string }[]>`
    select id, subject, channel_id from service_request where voucher_id = ${holder.voucherId}`
}

const mailsAbout = (id: string) => shop.sql`
  select from mail where template = 'service-request' and subject_id = ${id}`

it('stores the question and mails it to the channel, with the holder as reply address (WIRE-8)', async () => {
  const holder = await shop.holder()
  const { response } = await holder.done('askService', QUESTION)
  expect(await asked(holder)).toMatchObject([{ subject: QUESTION.subject, channel_id: '1014' }])

  await shop.shop.jobs.drain()
  const [mail] = await shop.sql`
    select * from sandbox_mail where recipient = 'service@giftpoint.example'`
  expect(mail).toMatchObject({
    reply_to: 'anna@example.com',
    subject: `Vraag ${response.service_request}: ${QUESTION.subject}`,
    plain: expect.stringContaining('Ik wacht nu al <b>twee</b> weken.'),
    html: expect.stringContaining('Ik wacht nu al &lt;b&gt;twee&lt;/b&gt; weken.'),
  })
})

it('shows HTML in a subject as plain text in the sandbox mailbox (B42)', async () => {
  const holder = await shop.holder()
  const subject = `<img src=x onerror="alert('&')">`
  await holder.done('askService', { ...QUESTION, subject })
  await shop.shop.jobs.drain()
  const page = await (await shop.request('/sandbox/mails')).text()
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;</span>')
  expect(page).not.toContain('<img')
})

it('stores one question when it is sent eight times at once (WIRE-8)', async () => {
  const holder = await shop.holder()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => holder.done('askService', QUESTION)),
  )
  const ids = new Set(answers.map(({ response }) => response.service_request))
  expect(ids.size).toBe(1)
  expect(await asked(holder)).toHaveLength(1)
  expect(await mailsAbout([...ids][0] ?? '')).toHaveLength(1)
})

it('stores another question after a minute, or when its text has changed (WIRE-8)', async () => {
  const holder = await shop.holder()
  await holder.done('askService', QUESTION)
  await holder.done('askService', { ...QUESTION, email_body: 'En nog iets.' })
  shop.clock.advance(61_000)
  await holder.done('askService', QUESTION)
  expect(await asked(holder)).toHaveLength(3)
})

it('returns the first response for a repeated Idempotency-Key (WIRE-8)', async () => {
  const holder = await shop.holder()
  const key = { idempotencyKey: 'question-1' }
  const first = await holder.done('askService', QUESTION, key)
  shop.clock.advance(61_000)
  expect(await holder.done('askService', QUESTION, key)).toEqual(first)
  expect(await asked(holder)).toHaveLength(1)
})

it('accepts ten questions an hour, also when twelve are sent at once (WIRE-11)', async () => {
  const holder = await shop.holder()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      holder.call('askService', { ...QUESTION, subject: `Vraag ${place}` }),
    ),
  )
  const refusals = answers.filter((answer) => 'refused' in answer)
  expect(refusals).toHaveLength(2)
  expect(refusals[0]).toMatchObject({ refused: 'too-many-requests' })
  const wait = refusals[0]?.retryAfterSeconds ?? 0
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)

  shop.clock.advance(wait * 1000)
  await holder.done('askService', QUESTION)
})

it('accepts questions again after the clock was set back (B39)', async () => {
  const holder = await shop.holder()
  const ask = (subject: string) => holder.call('askService', { ...QUESTION, subject })
  for (let place = 0; place < 10; place += 1) await ask(`Vraag ${place}`)
  expect(await ask('Te veel')).toMatchObject({ refused: 'too-many-requests' })
  shop.clock.advance(-3_600_000)
  expect(await ask('Nog een')).toMatchObject({ success: true })
  shop.clock.advance(3_600_000)
})

it.each([
  ['contact_email', 'anna@example'],
  ['subject', ' '],
  ['email_body', ''],
])('refuses an invalid %s and names the field (WIRE-11)', async (field, value) => {
  const holder = await shop.holder()
  const answer = await holder.call('askService', { ...QUESTION, [field]: value })
  expect(answer).toMatchObject({ refused: 'invalid-input', field })
})
