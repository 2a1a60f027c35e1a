import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  createText,
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
async function callNineTimes<Answer = { id: string }>(path: string, input: object = {}) {
  const key = { 'idempotency-key': randomUUID() }
  const request = async () => {
    const response = await owner.request('POST', `/backoffice/api${path}`, input, key)
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

it('creates one draft when a version is restored or a release is reverted nine times with one key (WIRE-11)', async () => {
  const key = headerText('toldAgain')
  await backoffice.write('Before', key, 'Eerst')
  const id = await backoffice.write('To be reverted', key, 'Daarna')
  const reverted = await callNineTimes<{ release: { id: string } }>(`/releases/${id}/revert`)
  const [version] = await shop.sql<{ id: number }[]>`
    select id from content_version where release_id = ${id}`
  const restored = await callNineTimes<{ release: { id: string } }>(
    `/versions/${version?.id}/restore`,
    { before: true },
  )
  expect(
    await shop.sql`select id::text from release where name like '↩ To be reverted%' order by id`,
  ).toEqual([{ id: reverted.release.id }, { id: restored.release.id }])
  expect([await actions('release.reverted'), await actions('version.restored')]).toEqual([1, 1])
})

it('creates one draft together with its changes, and none if a change is refused (WIRE-11)', async () => {
  const key = headerText('madeWith')
  await createText(shop, key)
  const created = async () => shop.sql<{ id: string; changes: number }[]>`
    select id::text, (select count(*)::integer from release_change where release_id = release.id) as changes
    from release where name like 'Made with%'`
  const change = { kind: 'content', key, base_version: 0, after: { value: 'Nu' } }
  const refusals = await Promise.all(
    [
      { ...change, base_version: 9 },
      { ...change, after: { value: '{unknown}' } },
    ].map((client) =>
      backoffice.request('POST', '/releases', { name: 'Made with', changes: [client] }),
    ),
  )
  expect(refusals.map(({ status }) => status)).toEqual([409, 409])
  expect(await created()).toEqual([])
  const { id } = await callNineTimes('/releases', { name: 'Made with', changes: [change] })
  expect(await created()).toEqual([{ id, changes: 1 }])
})

it('assigns one request to a client that repeats a key, and the next one for a new key (WIRE-11)', async () => {
  for (let index = 0; index < 3; index += 1) {
    await (
      await shop.holder()
    ).done('askService', {
      contact_email: 'anna@example.com',
      subject: `Question ${index}`,
      email_body: 'Where is it?',
    })
  }
  const assigned = await callNineTimes('/inbox/take-oldest')
  const ownRequests = () => shop.sql<{ id: string }[]>`
    select id::text from service_request where owner_id = ${owner.staffId} order by id`
  expect(await ownRequests()).toEqual([{ id: assigned.id }])
  const next = await callNineTimes('/inbox/take-oldest')
  expect(await ownRequests()).toEqual([{ id: assigned.id }, { id: next.id }])
})

it('creates one export of the audit and one review of a VAT rate for repeated calls (WIRE-11)', async () => {
  await callNineTimes('/audit/exports')
  expect(await actions('audit.exported')).toBe(1)
  const [rate] = await shop.sql<
    { country: string; class: string; from_date: string; bp: number }[]
  >`
    select country, class, from_date::text, bp from vat_rate order by country, class, from_date limit 1`
  await callNineTimes('/vat-rates/checks', { ...rate, source: 'Told again' })
  expect(await shop.sql`select from vat_rate_review where source = 'Told again'`).toHaveLength(1)
})

it('sends one test event and one retry to a webhook for repeated calls (WIRE-11)', async () => {
  const created = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/webhooks', {
      name: 'Elsewhere',
      url: 'https://elsewhere.invalid/heard',
      kinds: ['order.placed'],
      channels: [],
    }),
  )
  await callNineTimes(`/webhooks/${created.id}/test`)
  const [event, ...others] = await shop.sql<{ id: string }[]>`
    select id::text from webhook_delivery where endpoint_id = ${created.id}`
  expect(others).toEqual([])
  await callNineTimes(`/webhooks/${created.id}/retry`, { ids: [event?.id] })
  expect(await actions('webhook.sent-again')).toBe(1)
})

it('mails a code to a recipient once for repeated calls (WIRE-11)', async () => {
  const batch = await jsonOf<{ id: string; version: number }>(
    await owner.request('POST', '/backoffice/api/batches', {
      channel: '1014',
      points: 12,
      count: 1,
      recipients: [{ name: 'Bo', email: 'bo@kept.example' }],
    }),
  )
  const path = `/batches/${batch.id}`
  const { items } = await jsonOf<{ items: { id: string }[] }>(
    await owner.request('GET', `/backoffice/api${path}/recipients`),
  )
  await callNineTimes(`${path}/recipients/${items[0]?.id}/mail`, { reason: 'Nothing arrived' })
  expect(await actions('batch.recipient-mailed')).toBe(1)
})

it('runs the call again for another user with the same key (WIRE-11)', async () => {
  const second = await staffClient(shop)
  await second.signIn()
  const key = { 'idempotency-key': 'of two' }
  const created = await Promise.all(
    [owner, second].map(async (client) =>
      jsonOf<{ id: string }>(
        await client.request('POST', '/backoffice/api/audit/exports', {}, key),
      ),
    ),
  )
  expect(created[0]?.id).not.toBe(created[1]?.id)
})
