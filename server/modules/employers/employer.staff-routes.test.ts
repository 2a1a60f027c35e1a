import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

const add = async <Name extends 'addEmployer' | 'addCampaign' | 'createBatch'>(
  path: string,
  input: object,
) => {
  const response = await owner.request('POST', `/backoffice/api/${path}`, input)
  expect(response.status).toBe(200)
  return jsonOf<StaffResponse<Name>>(response)
}

it('shows the subject’s name in audit entries: of a batch, that of its campaign (PRODUCT-11)', async () => {
  const employer = await add<'addEmployer'>('employers', {
    name: 'Merelstee',
    email: 'people@merelstee.example',
    contact: 'Renske',
  })
  const campaign = await add<'addCampaign'>('campaigns', {
    employer: employer.id,
    channel: '1014',
    name: 'Spring',
    opens: '2026-12-01',
    closes: '2027-01-31',
    budget_points: 100,
  })
  const batch = await add<'createBatch'>('batches', {
    channel: '1014',
    campaign: campaign.id,
    points: 10,
    count: 1,
    valid_until: '2030-12-31',
  })
  const nameOf = async (kind: string, id: string) => {
    const lines = await owner.request(
      'GET',
      `/backoffice/api/audit?subject_kind=${kind}&subject_id=${id}`,
    )
    return (await jsonOf<StaffResponse<'audit'>>(lines)).items[0]?.subject_name
  }
  expect(await nameOf('employer', employer.id)).toBe('Merelstee')
  expect(await nameOf('campaign', campaign.id)).toBe('Spring')
  expect(await nameOf('batch', batch.id)).toBe('Spring')
  expect(await nameOf('channel', '1014')).toBeOneOf([null, undefined])
})

it('keeps a campaign within its budget in a race of eight batches, and does not count withdrawn batches (DESK-28)', async () => {
  const employer = await add<'addEmployer'>('employers', {
    name: 'Kwartelhof',
    email: 'people@kwartelhof.example',
    contact: 'Renske',
  })
  const campaign = await add<'addCampaign'>('campaigns', {
    employer: employer.id,
    channel: '1014',
    name: 'Christmas',
    opens: '2026-12-01',
    closes: '2027-01-31',
    budget_points: 100,
  })
  expect(campaign).toMatchObject({ granted: 0, budget_left: 100, opens: '2026-12-01' })
  const createBatch = () =>
    owner.request('POST', '/backoffice/api/batches', {
      channel: '1014',
      campaign: campaign.id,
      points: 10,
      count: 4,
      valid_until: '2030-12-31',
    })
  const responses = await Promise.all(Array.from({ length: 8 }, createBatch))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(2)
  const read = async () =>
    (
      await jsonOf<StaffResponse<'campaigns'>>(
        await owner.request('GET', `/backoffice/api/campaigns?employer=${employer.id}`),
      )
    ).items[0]
  expect(await read()).toMatchObject({ batches: 2, vouchers: 8, granted: 80, budget_left: 20 })

  const made = await jsonOf<StaffResponse<'createBatch'>>(
    responses.find(({ ok }) => ok) ?? new Response(),
  )
  const undone = await owner.request('POST', `/backoffice/api/batches/${made.id}/undo`, {
    version: made.version,
    reason: 'Twice',
  })
  expect(undone.status).toBe(200)
  expect(await read()).toMatchObject({ batches: 1, granted: 40, budget_left: 60 })
  expect((await createBatch()).status).toBe(200)

  const { name, opens, closes, unclaimed_rule } = campaign
  const lower = await owner.request('PUT', `/backoffice/api/campaigns/${campaign.id}`, {
    name,
    opens,
    closes,
    unclaimed_rule,
    version: campaign.version,
    budget_points: 79,
  })
  expect(lower.status).toBe(409)
  const late = await owner.request('PUT', `/backoffice/api/campaigns/${campaign.id}`, {
    name,
    opens,
    closes,
    unclaimed_rule,
    version: campaign.version - 1,
    budget_points: 100,
  })
  expect(await jsonOf(late)).toMatchObject({ error: { code: 'changed-since' } })
  const list = await jsonOf<StaffResponse<'employers'>>(
    await owner.request('GET', '/backoffice/api/employers?search=kwartel'),
  )
  expect(list.items).toMatchObject([{ id: employer.id, campaigns: 1, batches: 2, granted: 80 }])

  // A colleague of another channel sees the employer without its campaigns.
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  const seen = await jsonOf<StaffResponse<'employers'>>(
    await elsewhere.request('GET', '/backoffice/api/employers?search=kwartel'),
  )
  expect(seen.items).toMatchObject([{ campaigns: null, batches: null, granted: null }])
  const none = await elsewhere.request('GET', '/backoffice/api/campaigns')
  expect((await jsonOf<StaffResponse<'campaigns'>>(none)).items).toEqual([])
})

it('sorts campaigns by first and last day, and campaigns without a last day at the end', async () => {
  const employer = await add<'addEmployer'>('employers', { name: 'Zuiderlicht' })
  for (const [name, opens, closes] of [
    ['Spring', '2026-03-01', null],
    ['Winter', '2026-12-01', '2026-12-31'],
    ['Summer', '2026-06-01', '2027-01-31'],
  ])
    await add('campaigns', { employer: employer.id, channel: '1014', name, opens, closes })
  const sorted = async (sort?: string) => {
    const path = `/backoffice/api/campaigns?employer=${employer.id}${sort ? `&sort=${sort}` : ''}`
    const { items } = await jsonOf<StaffResponse<'campaigns'>>(await owner.request('GET', path))
    return items.map(({ name }) => name)
  }
  expect(await sorted('-opens')).toEqual(['Winter', 'Summer', 'Spring'])
  expect(await sorted('closes')).toEqual(['Winter', 'Summer', 'Spring'])
  expect(await sorted('name')).toEqual(['Spring', 'Summer', 'Winter'])
  expect(await sorted()).toEqual(['Spring', 'Summer', 'Winter'])
})

it('changes an employer once in a race of eight requests, with one audit entry (DESK-6)', async () => {
  const { id, version } = await add<'addEmployer'>('employers', { name: 'Alpenwerk' })
  const changed = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      owner.request('PUT', `/backoffice/api/employers/${id}`, { version, name: `Alpenwerk ${at}` }),
    ),
  )
  expect(changed.map(({ status }) => status).toSorted()).toEqual([
    200, 409, 409, 409, 409, 409, 409, 409,
  ])
  const lines =
    await shop.sql`select from audit where subject_kind = 'employer' and subject_id = ${id}`
  expect(lines.count).toBe(2)
})

it.each([
  ['campaigns', { employer: '999', channel: '1014', name: 'x' }, 404],
  ['campaigns', { employer: '1', channel: '2', name: 'x' }, 409],
  [
    'campaigns',
    { employer: '1', channel: '1014', name: 'x', opens: '2027-01-02', closes: '2027-01-01' },
    400,
  ],
  ['employers', { name: ' ' }, 400],
])('refuses %s of %o', async (path, input, status) => {
  expect((await owner.request('POST', `/backoffice/api/${path}`, input)).status).toBe(status)
})

it.each([
  ['employers', { name: 'x', email: 'no' }, 'email'],
  ['employers', { name: 'x', vat_number: 'garbage' }, 'vat_number'],
  ['campaigns', { employer: '1', channel: '1014', name: 'x', budget_points: 0 }, 'budget_points'],
  ['batches', { channel: '1014', points: 0, count: 1 }, 'points'],
])('names the invalid field of %s of %o (DESK-28)', async (path, input, field) => {
  const answer = await owner.request('POST', `/backoffice/api/${path}`, input)
  expect(await jsonOf(answer)).toMatchObject({ error: { code: 'invalid-input', field } })
})

it('stores a VAT number without separators (DESK-28)', async () => {
  const { vat_number } = await add<'addEmployer'>('employers', {
    name: 'Ketelhuis',
    vat_number: 'nl 8580.65.334.b01',
  })
  expect(vat_number).toBe('NL858065334B01')
})
