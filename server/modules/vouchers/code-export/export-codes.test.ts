import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: ReleaseClient
let service: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  owner = await releaseClient(shop)
  service = await releaseClient(shop, 'service')
})
afterAll(() => shop.stop())

type Batch = StaffResponse<'batch'>
const read = async (id: string) => (await owner.request<Batch>('GET', `/batches/${id}`)).body
/** A batch of two, and its vouchers. */
async function make() {
  const asked = { channel: '1014', points: 12, count: 2 }
  const { id } = (await owner.request<{ id: string }>('POST', '/batches', asked)).body
  const vouchers = await shop.sql<{ id: number }[]>`
    select id from voucher where batch_id = ${id} order by id`
  return { id, vouchers: vouchers.map((one) => one.id) }
}
const codesOf = (id: string, signal?: AbortSignal) =>
  fetch(`${shop.url}/backoffice/api/batches/${id}/codes?as=csv`, {
    headers: { cookie: owner.guest.cookie() },
    ...(signal ? { signal } : {}),
  })
const rowsOf = (text: string): { code: string }[] =>
  parse(text, { columns: true, bom: true, delimiter: [';', ','] })
const take = async (id: string) => rowsOf(await (await codesOf(id)).text())
const opens = async (code: string) => {
  const answer = await shop.call('logIn', { encrypted_code: shop.shop.voucherKeys.wireHash(code) })
  return 'code_is_valid' in answer && answer.code_is_valid
}
const replace = (voucher: number | undefined) =>
  service.request<{ code: string }>('POST', `/vouchers/${voucher}/replace-code`, { reason: 'Lost' })
const replaceAll = async (id: string) =>
  owner.request('POST', `/batches/${id}/replace-codes`, {
    version: (await read(id)).version,
    reason: 'Printed twice',
  })

/** Resolves when a statement with this text waits for a lock. */
const lockWaitOf = (words: string) =>
  expect
    .poll(
      async () => {
        const waiting = await shop.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and strpos(query, ${words}) > 0`
        return waiting.count
      },
      { timeout: 20_000 },
    )
    .toBe(1)
/** The content of a code export that is paused when its codes are generated but not stored; '' if it was aborted. */
async function duringExport(id: string, work: () => Promise<void>) {
  let file = Promise.resolve('')
  await shop.sql.begin(async (sql: Queries) => {
    await sql`lock table pending_voucher_code in share mode`
    file = codesOf(id).then(
      (answer) => answer.text(),
      () => '',
    )
    await lockWaitOf('insert into pending_voucher_code')
    await work()
  })
  return file.catch(() => '')
}

it('exports no code for a HEAD request (DESK-25)', async () => {
  const { id } = await make()
  const head = await owner.guest.request('HEAD', `/backoffice/api/batches/${id}/codes?as=csv`)
  expect(head.ok).toBe(false)
  expect(await read(id)).toMatchObject({ state: 'waiting', with_code: 0, hand_overs: [] })
  expect(await take(id)).toHaveLength(2)
})

it('reports after an interruption that it is unknown who has the codes, and otherwise that all were sent (DESK-26)', async () => {
  const { id, vouchers } = await make()
  const line = new AbortController()
  await shop.sql.begin(async (sql: Queries) => {
    await sql`select from voucher where id = ${vouchers[1] ?? 0} for no key update`
    const file = codesOf(id, line.signal).then((answer) => answer.text())
    file.catch(() => '')
    await lockWaitOf('update voucher set lookup')
    line.abort()
    // The end of the connection is recorded after the codes have become valid.
    await lockWaitOf("update code_export set state = 'broken'")
  })
  await expect
    .poll(async () => (await read(id)).hand_overs)
    .toMatchObject([{ state: 'given', ended_at: expect.any(String) }])
  expect(await read(id)).toMatchObject({ state: 'not-handed-over', with_code: 2 })

  expect((await replaceAll(id)).status).toBe(200)
  expect(await take(id)).toHaveLength(2)
  await expect.poll(async () => (await read(id)).hand_overs[0]?.state).toBe('whole')
})

it('replaces no code while the codes of its batch are being exported (DESK-27)', async () => {
  const { id, vouchers } = await make()
  const [old] = await take(id)
  const late = { name: 'Vera', reason: 'Started late' }
  expect((await owner.request('POST', `/batches/${id}/recipients`, late)).status).toBe(200)
  let asked: { status: number } | undefined
  const file = await duringExport(id, async () => {
    asked = await replace(vouchers[0])
  })
  expect(asked).toMatchObject({ status: 409, body: { error: { code: 'no-code-yet' } } })
  expect(rowsOf(file)).toMatchObject([{ name: 'Vera' }])
  expect(await opens(old?.code ?? '')).toBe(true)
  expect((await replace(vouchers[0])).status).toBe(200)
})

it('contains no second code for a recipient who got one while the export was interrupted (DESK-27)', async () => {
  const { id, vouchers } = await make()
  await take(id)
  expect((await replaceAll(id)).status).toBe(200)
  let told = ''
  const file = await duringExport(id, async () => {
    // After this time without progress, the export has ended, so support can replace a code.
    shop.clock.advance(3 * 60_000)
    told = (await replace(vouchers[0])).body.code
  })
  expect(file).not.toContain(told)
  expect(await opens(told)).toBe(true)
  // The codes of the partial file are void. The other voucher is in the next export.
  await expect.poll(async () => (await read(id)).hand_overs[0]?.state).toBe('broken')
  const [rest, ...more] = await take(id)
  expect(more).toEqual([])
  expect(await opens(rest?.code ?? '')).toBe(true)
  expect(await opens(told)).toBe(true)
})

it('contains no code for an erased person (DESK-27)', async () => {
  const holder = await shop.holder()
  await shop.sql`update voucher set anonymised_at = now() where id = ${holder.voucherId}`
  expect(await replace(holder.voucherId)).toMatchObject({
    status: 409,
    body: { error: { code: 'no-longer-possible' } },
  })
})
