import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { LIMIT_HOURS, ROLE_LIMITS } from '#domain/approvals/staff-limits.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

type Given = { granted: number; approval: string | null }

const give = (backoffice: ReleaseClient, holder: TestHolder, points = 10) =>
  backoffice.request<Given>('POST', `/vouchers/${holder.voucherId}/points`, {
    points,
    reason: 'Cups arrived broken',
    key: randomUUID(),
    granted: 20,
  })
const holders = (count: number) => Promise.all(Array.from({ length: count }, () => shop.holder()))
const LIMIT = ROLE_LIMITS.service.grantedToAllVouchers

it('adds up the points that a colleague grants within 24 hours, over all vouchers; more needs approval (SAFE-9, S26)', async () => {
  const service = await releaseClient(shop, 'service')
  const owner = await releaseClient(shop)
  for (const holder of await holders(LIMIT / 10))
    expect((await give(service, holder)).body).toMatchObject({ granted: 30, approval: null })
  const [next] = await holders(1)
  if (!next) throw new Error('a holder was made')
  const seen = await service.request<{ points_alone: number }>('GET', `/vouchers/${next.voucherId}`)
  expect(seen.body.points_alone).toBe(0)
  const asked = (await give(service, next, 1)).body
  expect(asked).toMatchObject({ granted: 20, approval: expect.stringMatching(/^\d+$/) })

  // An approved grant does not use the staff member's limit, and each of them has their own.
  expect((await owner.request('POST', `/approvals/${asked.approval}/approve`, {})).status).toBe(200)
  const other = await releaseClient(shop, 'service')
  const [another] = await holders(1)
  if (!another) throw new Error('a holder was made')
  expect((await give(other, another)).body.approval).toBeNull()

  // The limit counts the last 24 hours, not the calendar day.
  shop.clock.advance(LIMIT_HOURS * 3_600_000 - 60_000)
  await service.guest.signIn()
  const [early, late] = await holders(2)
  if (!early || !late) throw new Error('holders were made')
  expect((await give(service, early)).body.approval).not.toBeNull()
  shop.clock.advance(120_000)
  expect((await give(service, late)).body.approval).toBeNull()
})

it('keeps eight simultaneous grants to eight vouchers under the limit together (SAFE-9, S26)', async () => {
  const service = await releaseClient(shop, 'service')
  const answers = await Promise.all((await holders(8)).map((holder) => give(service, holder)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(answers.filter(({ body }) => body.approval === null)).toHaveLength(LIMIT / 10)
  const [given] = await shop.sql<{ points: number }[]>`
    select sum(points)::integer as points from manual_points_grant where staff_id = ${service.guest.staffId}`
  expect(given?.points).toBe(LIMIT)
})
