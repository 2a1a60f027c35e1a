import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { deleteExpiredData } from '#server/modules/privacy/clean-up.ts'
import { withParser } from '#server/platform/parsing/parser-pool.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const TOKEN = 'a token of the mail server'
let shop: TestShop
let service: ReleaseClient
beforeAll(async () => {
  shop = await testShop({
    environment: { MAIL_REPLY_TO: 'answers@post.example', MAIL_INBOUND_TOKEN: TOKEN },
  })
  service = await releaseClient(shop, 'service')
})
afterAll(() => shop.stop())

const SECRET = 'giftshop9'
const HEADS = 'From: anna@example.com\r\nTo: answers@post.example\r\n'
/** A mail with more parts than the parser accepts. */
const hostile = (subject: string) =>
  `${HEADS}Subject: ${subject}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${SECRET}\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(2000)}--b--`
const keyOf = (raw: string) => createHash('sha256').update(raw).digest('hex')

async function handOver(raw: string) {
  const response = await fetch(`${shop.url}/webhooks/incoming-mails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'message/rfc822' },
    body: raw,
  })
  return { status: response.status, body: await response.json() }
}
const UNREADABLE = { status: 200, body: { outcome: 'unreadable' } }
type List = StaffResponse<'tasks'>
const cases = async (state = 'open') =>
  (await service.request<List>('GET', `/tasks?kind=mail-unreadable&state=${state}`)).body.items
async function readAgain() {
  const [found] = await cases()
  const { body } = await service.request<StaffResponse<'task'>>('GET', `/tasks/${found?.id}`)
  const told = await service.request('POST', `/tasks/${found?.id}/resolve`, { shown: body.shown })
  expect(told.status).toBe(200)
  await shop.shop.jobs.drain()
}

it('accepts a mail with 4000 nested address groups, and the process stays alive (SAFE-2, S1, A1)', async () => {
  const raw = `From: a@b.example\r\nTo: ${'g: '.repeat(4000)}x@y.z;\r\nSubject: hello\r\n\r\nhello\r\n`
  expect(await handOver(raw)).toMatchObject({ status: 200, body: { outcome: 'begun' } })
  expect((await shop.request('/health/live')).status).toBe(200)
})

it('stores a mail that cannot be parsed encrypted, creates one task, and does not parse it again (SAFE-1, S1)', async () => {
  const raw = hostile('Hello')
  const answers = await Promise.all(Array.from({ length: 8 }, () => handOver(raw)))
  expect(answers).toEqual(answers.map(() => UNREADABLE))
  const [found, ...more] = await cases()
  expect(more).toEqual([])
  expect(found).toMatchObject({ cases: 1, tries: 1, detail: { why: 'error', door: 'answers' } })
  // The mail server sends it again.
  expect(await handOver(raw)).toEqual(UNREADABLE)
  expect((await cases())[0]).toMatchObject({ cases: 1, tries: 1 })

  const [kept] = await shop.sql<{ sealed: Buffer; size: number }[]>`
    select sealed, size from unreadable_mail where key = ${keyOf(raw)}`
  expect(kept?.size).toBe(raw.length)
  expect(kept?.sealed.includes(SECRET)).toBe(false)
  const secrets = sealedSecrets(shop.config.GIFTPOINT_PEPPER, 'giftpoint unreadable mails')
  expect(secrets.open(kept?.sealed ?? Buffer.alloc(0), keyOf(raw)).toString()).toBe(raw)

  // Staff request another try, which fails. The mail stays unchanged.
  await readAgain()
  expect((await cases())[0]).toMatchObject({ cases: 1, tries: 2 })
  expect(await handOver(raw)).toEqual(UNREADABLE)
})

it('parses a stored mail again when a colleague requests it, and closes the task (SAFE-1, S1)', async () => {
  await clearAll()
  const raw = `${HEADS}Subject: A question\r\n\r\nWhere is my parcel?\r\n`
  const secrets = sealedSecrets(shop.config.GIFTPOINT_PEPPER, 'giftpoint unreadable mails')
  const key = keyOf(raw)
  await shop.sql`
    insert into unreadable_mail (key, door, sealed, size, why, at)
    values (${key}, 'answers', ${secrets.seal(Buffer.from(raw), key)}, ${raw.length}, 'error', ${shop.clock.now()})`
  await shop.sql`
    select open_task('mail-unreadable', ${key}, 'answers error', '', '1014', null, '{"why": "error"}', now())`
  // The mail could be parsed by now, but is not parsed until staff request it.
  expect(await handOver(raw)).toEqual(UNREADABLE)
  await readAgain()
  expect(await cases()).toEqual([])
  expect((await cases('closed'))[0]?.outcome).toBe('gone')
  expect((await shop.sql`select from unreadable_mail`).count).toBe(0)
  const { items } = (
    await service.request<StaffResponse<'inbox'>>('GET', '/inbox?folder=unassigned')
  ).body
  expect(items.map(({ line }) => line)).toContain('Where is my parcel?')
})

it('deletes an unreadable mail after 90 days, and closes its task (SAFE-1)', async () => {
  await handOver(hostile('Once more'))
  await clearAfter(89)
  expect(await cases()).toHaveLength(1)
  await clearAll()
  expect(await cases()).toEqual([])
  expect((await shop.sql`select from unreadable_mail`).count).toBe(0)
})

it('stores at most 250 MB of unreadable mails, and refuses more for good (SAFE-1, S1)', async () => {
  await shop.sql`
    insert into unreadable_mail (key, door, sealed, size, why, at)
    values (${keyOf('all')}, 'answers', '', 249_999_000, 'error', ${shop.clock.now()})`
  const refused = await handOver(hostile('One too many'))
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } })
  expect((await shop.sql`select from unreadable_mail`).count).toBe(1)
  await shop.sql`delete from unreadable_mail`
})

it('asks for a later retry when too many mails are waiting, and does not report the mail as unreadable (SAFE-1, S21)', async () => {
  let goOn = () => {}
  const held = new Promise<void>((done) => (goOn = done))
  // One is parsed at a time, and twenty can wait.
  const all = Array.from({ length: 21 }, () => withParser('mail', 'answers', () => held))
  const raw = `${HEADS}Subject: Later\r\n\r\nIs it here?\r\n`
  expect(await handOver(raw)).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable' } },
  })
  goOn()
  await Promise.all(all)
  expect((await shop.sql`select from unreadable_mail`).count).toBe(0)
  expect(await handOver(raw)).toMatchObject({ status: 200, body: { outcome: 'begun' } })
})

const clearAll = () => clearAfter(91)
async function clearAfter(days: number) {
  shop.clock.advance(days * 86_400_000)
  await deleteExpiredData(shop.shop)
  // The sessions have expired as well.
  service = await releaseClient(shop, 'service')
}
