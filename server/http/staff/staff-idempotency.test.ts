import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  haveText,
  headerText,
  releaseClient,
  type ReleaseClient,
} from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let backoffice: ReleaseClient
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  backoffice = await releaseClient(shop)
  owner = backoffice.guest
})
afterAll(() => shop.stop())

/** Eight parallel calls with one key, and a later retry as after a lost response: all get the same response. */
async function toldNineTimes<Answer = { id: string }>(path: string, input: object = {}) {
  const key = { 'idempotency-key': randomUUID() }
  const request = async () => {
    const response = await owner.ask('POST', `/backoffice/api${path}`, input, key)
    const answer = await jsonOf<Answer>(response)
    expect({ path, status: response.status, answer }).toMatchObject({ status: 200 })
    return answer
  }
  const answers = await Promise.all(Array.from({ length: 8 }, request))
  answers.push(await request())
  const [first] = answers
  expect(answers).toEqual(Array(9).fill(first))
  return first as Answer
}
/** The number of audit entries: one per action. */
const actions = async (action: string) =>
  (await shop.sql`select from audit where staff_id = ${owner.staffId} and action = ${action}`).count

it('makes one draft that brings back a version, and one that takes a release back (WIRE-11)', async () => {
  const key = headerText('toldAgain')
  await backoffice.write('Before', key, 'Eerst')
  const id = await backoffice.write('To be reverted', key, 'Daarna')
  const reverted = await toldNineTimes<{ release: { id: string } }>(`/releases/${id}/revert`)
  const [version] = await shop.sql<{ id: number }[]>`
    select id from content_version where release_id = ${id}`
  const brought = await toldNineTimes<{ release: { id: string } }>(
    `/versions/${version?.id}/restore`,
    { before: true },
  )
  expect(
    await shop.sql`select id::text from release where name like '↩ To be reverted%' order by id`,
  ).toEqual([{ id: reverted.release.id }, { id: brought.release.id }])
  expect([await actions('release.reverted'), await actions('version.restored')]).toEqual([1, 1])
})

it('makes a draft with what it is made for, once, and none of what is refused (WIRE-11)', async () => {
  const key = headerText('madeWith')
  await haveText(shop, key)
  const made = async () => shop.sql<{ id: string; changes: number }[]>`
    select id::text, (select count(*)::integer from release_change where release_id = release.id) as changes
    from release where name like 'Made with%'`
  const change = { kind: 'content', key, base_version: 0, after: { value: 'Nu' } }
  const refusals = await Promise.all(
    [
      { ...change, base_version: 9 },
      { ...change, after: { value: '{unknown}' } },
    ].map((one) => backoffice.request('POST', '/releases', { name: 'Made with', changes: [one] })),
  )
  expect(refusals.map(({ status }) => status)).toEqual([409, 409])
  expect(await made()).toEqual([])
  const { id } = await toldNineTimes('/releases', { name: 'Made with', changes: [change] })
  expect(await made()).toEqual([{ id, changes: 1 }])
})

it('gives a client that repeats the oldest key one action, and a new key the next one (WIRE-11)', async () => {
  for (let place = 0; place < 3; place += 1) {
    await (
      await shop.holder()
    ).done('askService', {
      contact_email: 'anna@example.com',
      subject: `Question ${place}`,
      email_body: 'Where is it?',
    })
  }
  const taken = await toldNineTimes('/inbox/take-oldest')
  const mine = () => shop.sql<{ id: string }[]>`
    select id::text from service_request where owner_id = ${owner.staffId} order by id`
  expect(await mine()).toEqual([{ id: taken.id }])
  const next = await toldNineTimes('/inbox/take-oldest')
  expect(await mine()).toEqual([{ id: taken.id }, { id: next.id }])
})

it('makes one file of the audit, and notes one look at a rate (WIRE-11)', async () => {
  await toldNineTimes('/audit/exports')
  expect(await actions('audit.exported')).toBe(1)
  const [rate] = await shop.sql<
    { country: string; class: string; from_date: string; bp: number }[]
  >`
    select country, class, from_date::text, bp from vat_rate order by country, class, from_date limit 1`
  await toldNineTimes('/vat-rates/checks', { ...rate, source: 'Told again' })
  expect(await shop.sql`select from vat_rate_review where source = 'Told again'`).toHaveLength(1)
})

it('sends a test to a webhook, and what it missed, once (WIRE-11)', async () => {
  const made = await jsonOf<{ id: string }>(
    await owner.ask('POST', '/backoffice/api/webhooks', {
      name: 'Elsewhere',
      url: 'https://elsewhere.invalid/heard',
      kinds: ['order.placed'],
      channels: [],
    }),
  )
  await toldNineTimes(`/webhooks/${made.id}/test`)
  const [event, ...others] = await shop.sql<{ id: string }[]>`
    select id::text from webhook_delivery where endpoint_id = ${made.id}`
  expect(others).toEqual([])
  await toldNineTimes(`/webhooks/${made.id}/retry`, { ids: [event?.id] })
  expect(await actions('webhook.sent-again')).toBe(1)
})

it('sends a user one more code (WIRE-11)', async () => {
  const batch = await jsonOf<{ id: string; version: number }>(
    await owner.ask('POST', '/backoffice/api/batches', {
      channel: '1014',
      points: 12,
      count: 1,
      recipients: [{ name: 'Bo', email: 'bo@kept.example' }],
    }),
  )
  const path = `/batches/${batch.id}`
  const { items } = await jsonOf<{ items: { id: string }[] }>(
    await owner.ask('GET', `/backoffice/api${path}/recipients`),
  )
  await toldNineTimes(`${path}/recipients/${items[0]?.id}/mail`, { reason: 'Nothing arrived' })
  expect(await actions('batch.recipient-mailed')).toBe(1)
})

it('runs again for another user who sends the same key (WIRE-11)', async () => {
  const second = await staffClient(shop)
  await second.signIn()
  const key = { 'idempotency-key': 'of two' }
  const made = await Promise.all(
    [owner, second].map(async (one) =>
      jsonOf<{ id: string }>(await one.ask('POST', '/backoffice/api/audit/exports', {}, key)),
    ),
  )
  expect(made[0]?.id).not.toBe(made[1]?.id)
})
