import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkBooks } from '#tools/check/check.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: ReleaseClient
let service: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  owner = await releaseClient(shop)
  service = await releaseClient(shop, 'service')
})
afterAll(() => shop.stop())

type Given = { available: number; granted: number; approval: string | null }
type Item = { id: string; may_decide: boolean; mine: boolean; outcome: string | null }

const give = (backoffice: ReleaseClient, holder: TestHolder, points: number, more: object = {}) =>
  backoffice.request<Given>('POST', `/vouchers/${holder.voucherId}/points`, {
    points,
    reason: 'Cups arrived broken',
    key: randomUUID(),
    granted: 20,
    ...more,
  })
const listed = async (backoffice: ReleaseClient, query = '') =>
  (await backoffice.request<{ items: Item[] }>('GET', `/approvals?${query}`)).body.items
const linesOf = (holder: TestHolder) => shop.sql<{ action: string; staff_id: number }[]>`
  select action, staff_id from audit
  where subject_kind = 'voucher' and subject_id = ${String(holder.voucherId)} order by id`
const available = async (holder: TestHolder) => {
  const [row] = await shop.sql<{ available: number }[]>`
    select available from voucher_balance where voucher_id = ${holder.voucherId}`
  return row?.available
}

it('grants points up to the limit of the role at once, with colleague and reason in the ledger and the audit (DESK-29)', async () => {
  const holder = await shop.holder()
  const given = await give(service, holder, 8)
  expect(given).toEqual({ status: 200, body: { available: 28, granted: 28, approval: null } })
  const [entry] = await shop.sql`
    select kind, points, staff_id from ledger where voucher_id = ${holder.voucherId} order by id desc limit 1`
  expect(entry).toEqual({ kind: 'grant', points: 8, staff_id: service.guest.staffId })
  expect(await linesOf(holder)).toEqual([
    { action: 'points.granted', staff_id: service.guest.staffId },
  ])
  expect((await give(service, holder, 0, { granted: 28 })).status).toBe(400)
  expect((await give(service, holder, 1, { granted: 28, reason: ' ' })).status).toBe(400)
  expect(await available(holder)).toBe(28)

  // Small grants add up: the month's limit has two points left.
  const third = await give(service, holder, 3, { granted: 28 })
  expect(third.body.approval).toMatch(/^\d+$/)
  expect(await available(holder)).toBe(28)
})

it('requires approval by another colleague above the limit, and grants the points once in a race of eight (DESK-29)', async () => {
  const holder = await shop.holder()
  const other = await releaseClient(shop, 'service')
  const key = randomUUID()
  const asked = await give(service, holder, 50, { key })
  expect(asked.body).toEqual({ available: 20, granted: 20, approval: expect.any(String) })
  const id = asked.body.approval
  expect(await give(service, holder, 50, { key })).toEqual(asked)
  expect(await give(service, holder, 60)).toMatchObject({
    status: 409,
    body: { error: { code: 'is-asked' } },
  })

  // Visible only to the requester and to colleagues who may decide.
  const ids = async (backoffice: ReleaseClient, query: string) =>
    (await listed(backoffice, query)).map((item) => item.id)
  expect(await ids(service, 'state=waiting&whose=asked')).toContain(id)
  expect(await ids(service, 'whose=to-decide')).toEqual([])
  expect(await ids(owner, 'state=waiting&whose=to-decide')).toContain(id)
  expect(await ids(other, '')).not.toContain(id)
  expect((await other.request('POST', `/approvals/${id}/approve`, {})).status).toBe(404)
  for (const action of ['approve', 'reject']) {
    expect(
      await service.request('POST', `/approvals/${id}/${action}`, { note: 'My own' }),
    ).toMatchObject({
      status: 403,
      body: { error: { code: 'second-person' } },
    })
  }
  await expect(
    shop.sql`
      update approval set outcome = 'approved', decided_by = asked_by, decided_at = now()
      where id = ${Number(id)}`,
  ).rejects.toThrow('asked_by_somebody_else')

  // Eight parallel approvals grant the points once.
  const owners = await Promise.all(Array.from({ length: 8 }, () => releaseClient(shop)))
  const answers = await Promise.all(
    owners.map((one) => one.request('POST', `/approvals/${id}/approve`, { note: 'Seen' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const late = answers.filter(({ status }) => status === 409).map(({ body }) => body['error'])
  expect(late).toEqual(Array(7).fill(expect.objectContaining({ code: 'is-decided' })))
  expect(await available(holder)).toBe(70)
  const [entry] = await shop.sql`
    select staff_id from ledger where voucher_id = ${holder.voucherId} order by id desc limit 1`
  expect(entry?.['staff_id']).toBe(service.guest.staffId)
  const lines = await linesOf(holder)
  expect(lines.map(({ action }) => action)).toEqual(['approval.requested', 'approval.approved'])
  expect(lines[1]?.staff_id).not.toBe(service.guest.staffId)
  await expect(
    shop.sql`update approval set outcome = null, decided_by = null, decided_at = null`,
  ).rejects.toThrow('decided once')
  await expect(shop.sql`delete from approval`).rejects.toThrow('decided once')
})

/** The approver gets a conflict, and the request has lapsed. */
const CHANGED = { status: 409, body: { error: { code: 'changed-since' } } }

it('refuses points for an expired or erased voucher, directly or by approval (DESK-29)', async () => {
  const no = { status: 409, body: { error: { code: 'no-longer-possible' } } }
  const ended = await shop.holder()
  const asked = (await give(service, ended, 50)).body.approval
  const [row] = await shop.sql<{ until: Date | null }[]>`
    select nullif(valid_until, 'infinity') as until from voucher where id = ${ended.voucherId}`
  const end = { reason: 'Left', valid_until: row?.until?.toISOString() ?? null }
  expect(await owner.request('POST', `/vouchers/${ended.voucherId}/expire`, end)).toMatchObject({
    status: 200,
    body: { state: 'ended' },
  })
  expect(await give(service, ended, 5)).toMatchObject(no)
  // The request has lapsed and can never be approved.
  expect(await owner.request('POST', `/approvals/${asked}/approve`, {})).toMatchObject(CHANGED)
  const erased = await shop.holder()
  await shop.sql`update voucher set anonymised_at = now() where id = ${erased.voucherId}`
  expect(await give(service, erased, 5)).toMatchObject(no)
  const rows = await shop.sql`
    select from manual_points_grant where voucher_id in (${ended.voucherId}, ${erased.voucherId})`
  expect(rows.count).toBe(0)
})

it('refuses approval after a change of the voucher, and stores rejections and withdrawals for good (DESK-29)', async () => {
  const holder = await shop.holder()
  const stale = (await give(service, holder, 50)).body.approval
  expect((await give(owner, holder, 5)).status).toBe(200)
  expect(await owner.request('POST', `/approvals/${stale}/approve`, {})).toMatchObject(CHANGED)
  expect(await listed(owner, 'state=decided&kind=points.grant')).toContainEqual(
    expect.objectContaining({ id: stale, outcome: 'lapsed' }),
  )
  const first = (await give(service, holder, 50, { granted: 25 })).body.approval
  expect((await owner.request('POST', `/approvals/${first}/withdraw`)).status).toBe(404)
  expect((await owner.request('POST', `/approvals/${first}/reject`, {})).status).toBe(400)
  const refused = await owner.request<Item>('POST', `/approvals/${first}/reject`, {
    note: 'Too much',
  })
  expect(refused.body).toMatchObject({ outcome: 'refused', may_decide: false, mine: false })
  for (const [backoffice, action] of [
    [owner, 'approve'],
    [owner, 'reject'],
    [service, 'withdraw'],
  ] as const) {
    expect(
      await backoffice.request('POST', `/approvals/${first}/${action}`, { note: 'Once more' }),
    ).toMatchObject({ body: { error: { code: 'is-decided' } } })
  }

  const second = (await give(service, holder, 40, { granted: 25 })).body.approval
  expect((await service.request('POST', `/approvals/${second}/withdraw`)).body).toMatchObject({
    outcome: 'withdrawn',
    mine: true,
  })
  const third = (await give(service, holder, 40, { granted: 25 })).body.approval
  await shop.sql`update voucher set valid_until = now() where id = ${holder.voucherId}`
  expect(await owner.request('POST', `/approvals/${third}/approve`, {})).toMatchObject(CHANGED)
  expect(await available(holder)).toBe(25)
  expect((await linesOf(holder)).map(({ action }) => action)).toEqual([
    'approval.requested',
    'points.granted',
    'approval.lapsed',
    'approval.requested',
    'approval.refused',
    'approval.requested',
    'approval.withdrawn',
    'approval.requested',
    'approval.lapsed',
  ])
  expect((await listed(owner, 'state=decided&search=broken')).length).toBeGreaterThan(1)
})

it('grants points once in a race of eight requests with the same balance, and repeats are idempotent (DESK-29)', async () => {
  const holder = await shop.holder()
  const vase = await shop.gift({ points: 20, inStock: 1 })
  await holder.done('changeCart', {
    cart_guid: holder.cartGuid,
    spli_id: vase.spliId,
    quantity: 1,
  })
  const key = randomUUID()
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => give(service, holder, 5, { key })),
    ...Array.from({ length: 4 }, () => give(owner, holder, 5)),
    holder.call('readCart', {}),
  ])
  // The four calls with one key count as one: all of them succeed, or none.
  const done = answers.filter((one) => 'status' in one && one.status === 200)
  expect([1, 4]).toContain(done.length)
  expect(await available(holder)).toBe(25)
  // A retry after a lost response grants nothing a second time.
  const mine = randomUUID()
  const later = { key: mine, granted: 25 }
  const first = await give(owner, holder, 5, later)
  expect(first.status).toBe(200)
  expect(await give(owner, holder, 5, later)).toEqual(first)
  expect(await give(owner, holder, 5, { ...later, granted: 30 })).toMatchObject({
    status: 409,
    body: { error: { code: 'done-already' } },
  })
  expect(await available(holder)).toBe(30)
})

it('withdraws granted points once in a race of eight requests, and never points that are spent (DESK-29)', async () => {
  const holder = await shop.holder()
  await give(service, holder, 8)
  const [gift] = await shop.sql<{ id: number }[]>`
    select id from manual_points_grant where voucher_id = ${holder.voucherId}`
  const path = `/vouchers/${holder.voucherId}/points/${gift?.id}/withdraw`
  const reason = 'The wrong holder'
  await shop.sql`
    insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'expire', 25)`
  expect(await service.request('POST', path, { reason })).toMatchObject({
    status: 409,
    body: { error: { code: 'points-are-spent' } },
  })
  await shop.sql`
    insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'grant', 25)`
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.request('POST', path, { reason })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await available(holder)).toBe(20)
  await expect(shop.sql`delete from manual_points_grant`).rejects.toThrow('taken back once')
  await expect(
    shop.sql`
      insert into manual_points_grant (key, voucher_id, points, ledger_id, staff_id, reason, at)
      select gen_random_uuid(), voucher_id, 7, id, ${service.guest.staffId}, 'x', now() from ledger
      where voucher_id = ${holder.voucherId} and kind = 'grant' order by id limit 1`,
  ).rejects.toThrow('not what the ledger says')
})

/** Refusals for decisions that come too late. */
const LATE = /^(?:is-decided|batch-undone|changed-since)$/

it.each([
  ['a large batch', 300, 1000],
  ['points of a voucher', 1, 20],
])(
  'decides once when colleagues approve %s and undo its batch at the same time, and refuses the others (DESK-29)',
  async (subject, count, points) => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => releaseClient(shop)))
    for (let round = 0; round < 3; round += 1) {
      const made = await owner.request<{ id: string; version: number }>('POST', '/batches', {
        channel: '1014',
        points,
        count,
        valid_until: '2035-12-31',
      })
      const { id, version } = made.body
      if (subject !== 'a large batch') {
        const [voucher] = await shop.sql<{ id: number }[]>`
          select id from voucher where batch_id = ${id}::bigint`
        const key = randomUUID()
        const gift = { points: 500, key, granted: points, reason: 'Cups arrived broken' }
        await service.request('POST', `/vouchers/${voucher?.id}/points`, gift)
      }
      const [asked] = await shop.sql<{ id: string }[]>`
        select id::text from approval where outcome is null and (
          subject_kind = 'batch' and subject_id = ${id}
          or subject_id in (select id::text from voucher where batch_id = ${id}::bigint))`
      const answers = await Promise.all(
        owners.flatMap((one) => [
          one.request('POST', `/approvals/${asked?.id}/approve`, {}),
          one.request('POST', `/batches/${id}/undo`, { version, reason: 'Too many' }),
        ]),
      )
      const won = answers.filter(({ status }) => status === 200).length
      // Granted points do not change the batch, so it can still be withdrawn.
      expect(subject === 'a large batch' ? [1] : [1, 2]).toContain(won)
      const lost = answers.filter(({ status }) => status !== 200)
      for (const { status, body } of lost) {
        expect([status, body]).toEqual([
          409,
          { success: false, error: expect.objectContaining({ code: expect.stringMatching(LATE) }) },
        ])
      }
      const [open] = await shop.sql`
        select from approval where id = ${asked?.id ?? ''}::bigint and outcome is null`
      expect(open).toBeUndefined()
    }
  },
)

it('hides approvals from other channels and roles, and keeps the ledger consistent (DESK-3, DESK-29)', async () => {
  const holder = await shop.holder()
  const elsewhere = await releaseClient(shop, 'service', ['2001'])
  const reader = await releaseClient(shop, 'reader')
  expect((await give(elsewhere, holder, 1)).status).toBe(404)
  expect((await give(reader, holder, 1)).status).toBe(403)
  const asked = (await give(service, holder, 50)).body.approval
  await shop.sql`update staff set left_at = now() where id = ${service.guest.staffId}`
  expect(await owner.request('POST', `/approvals/${asked}/approve`, {})).toMatchObject({
    body: { error: { code: 'no-longer-possible' } },
  })
  expect(await available(holder)).toBe(20)
  const csv = await owner.guest.request('GET', '/backoffice/api/approvals?as=csv')
  expect(csv.headers.get('content-disposition')).toContain('approvals.csv')
  await expect(checkBooks(shop.sql)).resolves.toMatchObject({ findings: [] })
})
