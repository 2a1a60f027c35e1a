import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { checkBooks } from '#tools/check/check.ts'
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

async function request<Body>(method: string, path: string, input?: object): Promise<Body> {
  const response = await owner.request(method, `/backoffice/api${path}`, input)
  const body = await jsonOf<Body>(response)
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body
}

/** A batch of two vouchers with ten points each, in a campaign with a budget of a hundred. */
async function campaignBatch() {
  const employer = await request<{ id: string }>('POST', '/employers', { name: 'Alpenwerk AG' })
  const campaign = await request<{ id: string }>('POST', '/campaigns', {
    employer: employer.id,
    channel: '1014',
    name: 'Kerst 2026',
    budget_points: 100,
  })
  const batch = await request<{ id: string }>('POST', '/batches', {
    channel: '1014',
    campaign: campaign.id,
    points: 10,
    count: 2,
    valid_until: '2035-12-31',
  })
  const [voucher] = await shop.sql<{ id: number }[]>`
    select id from voucher where batch_id = ${batch.id}::bigint order by id limit 1`
  return { employer: employer.id, campaign: campaign.id, batch: batch.id, voucher: voucher?.id }
}

async function seen(made: Awaited<ReturnType<typeof campaignBatch>>) {
  const { batch, campaign, employer, voucher } = made
  const today = dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
  const [ofBatch, campaigns, employers, figures, balance] = await Promise.all([
    request<StaffResponse<'batch'>>('GET', `/batches/${batch}`),
    request<StaffResponse<'campaigns'>>('GET', `/campaigns?employer=${employer}`),
    request<StaffResponse<'employers'>>('GET', '/employers'),
    request<StaffResponse<'reportMetrics'>>(
      'GET',
      `/reports/metrics?channel=1014&from=${today}&to=${today}`,
    ),
    request<StaffResponse<'voucherPage'>>('GET', `/vouchers/${voucher}`),
  ])
  const own = campaigns.items.find(({ id }) => id === campaign)
  const { granted, ended, left } = figures.sums
  return {
    batch: [ofBatch.granted, ofBatch.expired, ofBatch.left],
    campaign: [own?.granted, own?.budget_left],
    employer: employers.items.find(({ id }) => id === employer)?.granted,
    balance: [balance.balance.granted, balance.balance.expired, balance.balance.available],
    figures: [granted, ended, left],
  }
}

it('returns points that a colleague withdraws to batch, campaign, figures and balance, and none expire (SAFE-16, B1)', async () => {
  const made = await campaignBatch()
  const before = await seen(made)
  expect(before).toMatchObject({
    batch: [20, 0, 20],
    campaign: [20, 80],
    employer: 20,
    balance: [10, 0, 10],
  })
  await request('POST', `/vouchers/${made.voucher}/points`, {
    points: 30,
    reason: 'Cups arrived broken',
    key: randomUUID(),
    granted: 10,
  })
  expect(await seen(made)).toMatchObject({ batch: [50, 0, 50], campaign: [50, 50], employer: 50 })
  const [gift] = await shop.sql<{ id: number }[]>`
    select id from manual_points_grant where voucher_id = ${made.voucher ?? 0}`
  const answer = await request<object>(
    'POST',
    `/vouchers/${made.voucher}/points/${gift?.id}/withdraw`,
    {
      reason: 'The wrong person',
    },
  )
  expect(answer).toMatchObject({ available: 10, granted: 10 })
  expect(await seen(made)).toEqual(before)
  // All of the remaining budget can be used again.
  await request('POST', '/batches', {
    channel: '1014',
    campaign: made.campaign,
    points: 10,
    count: 8,
    valid_until: '2035-12-31',
  })
  // Each figure is the sum of its list, even after an undo.
  const today = dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
  const period = `channel=1014&from=${today}&to=${today}`
  const rows = await request<StaffResponse<'metricRows'>>(
    'GET',
    `/reports/metrics/granted?${period}&limit=100`,
  )
  const own = rows.items.filter(({ subject }) => subject === String(made.voucher))
  expect(own.map(({ value }) => value).sort((a, b) => a - b)).toEqual([-30, 10, 30])
  const file = await (
    await owner.request('GET', `/backoffice/api/reports/metrics/granted?${period}&as=csv`)
  ).text()
  expect(file).toContain('-30')
  const ended = await request<StaffResponse<'expiries'>>('GET', '/expiries')
  expect(ended.sums.points).toBe(0)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
  // The database refuses to book it as anything else.
  await expect(
    shop.sql.begin(async (sql) => {
      const [entry] = await sql<{ id: number }[]>`
        insert into ledger (voucher_id, kind, points, staff_id)
        values (${made.voucher ?? 0}, 'grant', 5, ${owner.staffId}) returning id`
      const [back] = await sql<{ id: number }[]>`
        insert into ledger (voucher_id, kind, points, staff_id)
        values (${made.voucher ?? 0}, 'take', 4, ${owner.staffId}) returning id`
      await sql`
        insert into manual_points_grant (key, voucher_id, points, ledger_id, staff_id, reason, at, reversal_id, reversed_by, reversed_at)
        values (${randomUUID()}, ${made.voucher ?? 0}, 5, ${entry?.id ?? 0}, ${owner.staffId}, 'x', now(),
          ${back?.id ?? 0}, ${owner.staffId}, now())`
    }),
  ).rejects.toThrow('not what the ledger says')
})
