import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { LIMIT_HOURS } from '#domain/approvals/staff-limits.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import { jsonOf } from '#server/testing/clients/staff-client.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

type Batch = StaffResponse<'batch'>
const REASON = { reason: 'The letters of December' }
const NEEDS = { status: 409, code: 'codes-need-approval' }

/** Vouchers of 1,000 points each; with people where they are to be mailed. */
async function made(backoffice: ReleaseClient, count: number, mailed = false): Promise<Batch> {
  const recipients = Array.from({ length: mailed ? count : 0 }, (_, at) => ({
    name: `Person ${at}`,
    email: `person-${at}@example.org`,
  }))
  const { status, body } = await backoffice.request<Batch>('POST', '/batches', {
    channel: '1014',
    points: 1000,
    count,
    valid_until: '2035-12-31',
    ...(mailed ? { recipients } : {}),
  })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
/** The file as a whole, or why there is none. */
async function take(backoffice: ReleaseClient, { id }: { id: string }, as = 'csv') {
  const response = await backoffice.guest.request(
    'GET',
    `/backoffice/api/batches/${id}/codes?as=${as}`,
  )
  if (response.status === 200) {
    await response.arrayBuffer()
    return { status: 200 }
  }
  const { error } = await jsonOf<{ error: { code: string } }>(response)
  return { status: response.status, code: error.code }
}
const request = async (
  backoffice: ReleaseClient,
  method: string,
  path: string,
  input: object = {},
) => {
  const { status, body } = await backoffice.request<{ error?: { code: string } }>(
    method,
    path,
    input,
  )
  return status === 200 ? { status, body } : { status, code: body.error?.code }
}
const read = async (backoffice: ReleaseClient, { id }: { id: string }) =>
  (await backoffice.request<Batch>('GET', `/batches/${id}`)).body
const standing = async (backoffice: ReleaseClient, { id }: { id: string }) =>
  (await backoffice.request<StaffResponse<'codeExport'>>('GET', `/batches/${id}/code-export`)).body
const askFor = async (backoffice: ReleaseClient, batch: Batch, how: object) => {
  const { version } = await read(backoffice, batch)
  return request(backoffice, 'POST', `/batches/${batch.id}/code-export/approval-request`, {
    version,
    ...REASON,
    ...how,
  })
}
const withCode = async ({ id }: { id: string }) => {
  const [row] = await shop.sql<{ count: number }[]>`
    select count(lookup)::integer as count from voucher where batch_id = ${id}::bigint`
  return row?.count
}

it('exports codes of more than 25,000 points only as a file and after approval (SAFE-9, C10)', async () => {
  const [owner, second] = [await releaseClient(shop), await releaseClient(shop)]
  const batch = await made(owner, 26)
  for (const form of ['csv', 'pdf', 'large', 'zip'])
    expect(await take(owner, batch, form)).toEqual(NEEDS)
  expect(await withCode(batch)).toBe(0)
  expect(await standing(owner, batch)).toMatchObject({
    alone: 25_000,
    file: { points: 26_000, allowed: false, asked: null },
  })

  const answers = await Promise.all([1, 2].map(() => askFor(owner, batch, { way: 'file' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { asked } = (await standing(second, batch)).file
  expect(asked).toMatchObject({ by: { id: String(owner.guest.staffId) } })
  const path = `/approvals/${asked?.approval}/approve`
  expect(await request(owner, 'POST', path)).toEqual({ status: 403, code: 'second-person' })
  expect(await take(owner, batch)).toEqual(NEEDS)
  expect((await request(second, 'POST', path)).status).toBe(200)

  // The approval is valid only for its users, and only once.
  expect((await standing(owner, batch)).file).toMatchObject({ allowed: true, asked: null })
  expect(await take(await releaseClient(shop), batch)).toEqual(NEEDS)
  expect(await take(owner, batch)).toEqual({ status: 200 })
  expect(await withCode(batch)).toBe(26)
  const { version } = await read(owner, batch)
  await request(owner, 'POST', `/batches/${batch.id}/replace-codes`, { version, ...REASON })
  expect(await take(owner, batch)).toEqual(NEEDS)
  // What was approved is not of the colleague's own limit.
  expect(await standing(owner, batch)).toMatchObject({ alone: 25_000 })
})

it('adds up the exports of 24 hours, by file, email and API token (SAFE-9, C10)', async () => {
  const owner = await releaseClient(shop)
  const first = await made(owner, 20)
  expect(await take(owner, first)).toEqual({ status: 200 })
  const mailed = await made(owner, 6, true)
  const mails = { version: mailed.version }
  expect(await request(owner, 'POST', `/batches/${mailed.id}/mails`, mails)).toEqual(NEEDS)
  const small = await made(owner, 5, true)
  const ordered = await request(owner, 'POST', `/batches/${small.id}/mails`, {
    version: small.version,
    at: '2035-01-02T09:00',
  })
  expect(ordered.status).toBe(200)
  expect(await standing(owner, small)).toMatchObject({ alone: 0 })

  const created = await owner.guest.request('POST', '/backoffice/api/tokens', {
    name: 'Codes',
    permissions: ['batch.create'],
    days: 1,
  })
  const { token } = await jsonOf<{ token: string }>(created)
  const one = await made(owner, 1)
  const byToken = await fetch(`${shop.url}/backoffice/api/batches/${one.id}/codes?as=csv`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(byToken.status).toBe(409)

  // A single code, read out or mailed on its own.
  const [voucher] = await shop.sql<{ id: number }[]>`
    select id from voucher where batch_id = ${first.id}::bigint limit 1`
  const limit = { status: 409, code: 'codes-limit' }
  const replace = () => request(owner, 'POST', `/vouchers/${voucher?.id}/replace-code`, REASON)
  expect(await replace()).toEqual(limit)
  const [person] = await shop.sql<{ id: number }[]>`
    select id from recipient where batch_id = ${mailed.id}::bigint limit 1`
  const mailOne = () =>
    request(owner, 'POST', `/batches/${mailed.id}/recipients/${person?.id}/mail`, REASON)
  expect(await mailOne()).toEqual(limit)

  // Mails that were cancelled before they left do not count.
  const { version } = await read(owner, small)
  const cancelled = await request(owner, 'DELETE', `/batches/${small.id}/mails`, {
    version,
    ...REASON,
  })
  expect(cancelled.status).toBe(200)
  expect(await standing(owner, small)).toMatchObject({ alone: 5000 })
  expect((await replace()).status).toBe(200)
  expect((await mailOne()).status).toBe(200)
  expect(await standing(owner, small)).toMatchObject({ alone: 3000 })
  // Another user has their own limit, and it renews the next day.
  expect(await take(await releaseClient(shop), await made(owner, 25))).toEqual({ status: 200 })
  shop.clock.advance(LIMIT_HOURS * 3_600_000 + 60_000)
  await owner.guest.signIn()
  expect(await standing(owner, small)).toMatchObject({ alone: 25_000 })
})

it('keeps eight simultaneous files of eight batches under the limit together (SAFE-9, C10)', async () => {
  const owner = await releaseClient(shop)
  const batches = await Promise.all(Array.from({ length: 8 }, () => made(owner, 5)))
  const answers = await Promise.all(batches.map((batch) => take(owner, batch)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toEqual(Array.from({ length: 3 }, () => NEEDS))
})

it('sends the emails of a large batch after approval, as requested and to the recipients that the approver saw (SAFE-9, C10)', async () => {
  const [owner, second] = [await releaseClient(shop), await releaseClient(shop)]
  const batch = await made(owner, 26, true)
  const at = '2035-01-02T09:00'
  expect((await askFor(owner, batch, { way: 'mail', at })).status).toBe(200)
  const path = async () =>
    `/approvals/${(await standing(owner, batch)).mail.asked?.approval}/approve`
  // Another address than the one that was seen ends it.
  const [person] = await shop.sql<{ id: number; email: string }[]>`
    select id, email from recipient where batch_id = ${batch.id}::bigint limit 1`
  const moved = { email: 'elsewhere@example.org', was: person?.email }
  const corrected = await request(
    owner,
    'PUT',
    `/batches/${batch.id}/recipients/${person?.id}/address`,
    moved,
  )
  expect(corrected.status).toBe(200)
  expect(await request(second, 'POST', await path())).toEqual({
    status: 409,
    code: 'changed-since',
  })
  expect((await standing(owner, batch)).mail.asked).toBeNull()
  expect(await read(owner, batch)).toMatchObject({ send_at: null, mails: { waiting: 0 } })

  await askFor(owner, batch, { way: 'mail', at, per_minute: 7 })
  const again = await path()
  const owners = await Promise.all(Array.from({ length: 8 }, () => releaseClient(shop)))
  const answers = await Promise.all(owners.map((one) => request(one, 'POST', again)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await read(owner, batch)).toMatchObject({
    send_at: '2035-01-02T08:00:00.000Z',
    send_per_minute: 7,
    mails: { waiting: 26 },
  })
  expect(await standing(owner, batch)).toMatchObject({ alone: 25_000 })
})

it('counts an email that is sent again with a new code for the colleague who sends it (SAFE-9, C10)', async () => {
  const [owner, second] = [await releaseClient(shop), await releaseClient(shop)]
  const mailed = await made(second, 1, true)
  await shop.sql`
    update recipient set mail_state = 'bounced', bounce = 'Unknown', bounced_at = ${shop.clock.now()}
    where batch_id = ${mailed.id}::bigint`
  await updateBounceTasks(shop.sql, Number(mailed.id), shop.clock.now())
  expect(await take(owner, await made(owner, 25))).toEqual({ status: 200 })
  const { body } = await owner.request<{ items: { id: string; cause: string }[] }>(
    'GET',
    '/tasks?kind=invitation-bounced',
  )
  const found = body.items.find(({ cause }) => cause === `batch ${mailed.id}`)
  const resolve = async (backoffice: ReleaseClient) => {
    const cause = await backoffice.request<{ shown: string }>('GET', `/tasks/${found?.id}`)
    return request(backoffice, 'POST', `/tasks/${found?.id}/resolve`, { shown: cause.body.shown })
  }
  expect(await resolve(owner)).toEqual({ status: 409, code: 'codes-limit' })
  expect(await read(owner, mailed)).toMatchObject({ mails: { waiting: 0 } })
  expect((await resolve(second)).status).toBe(200)
  expect(await read(owner, mailed)).toMatchObject({ mails: { waiting: 1 } })
  expect(await standing(second, mailed)).toMatchObject({ alone: 24_000 })
})
