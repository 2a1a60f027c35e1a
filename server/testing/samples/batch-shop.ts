import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect } from 'vitest'
import type { StaffResponse } from '#contract/client.staff.ts'
import { dayInMonths } from '#domain/vouchers/batch-validity.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

export const logLines: string[] = []

export let shop: TestShop

export let owner: StaffClient

export type Batch = StaffResponse<'batch'>

export const today = () => dayAt(shop.clock.now().getTime(), 'Europe/Amsterdam')

export async function createBatch(
  more: Record<string, unknown> = {},
): Promise<StaffResponse<'createBatch'>> {
  const response = await owner.request('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 12,
    count: 3,
    valid_until: dayInMonths(today(), 30),
    ...more,
  })
  const body = await jsonOf<StaffResponse<'createBatch'>>(response)
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return body
}

export const readBatch = async (id: string) =>
  jsonOf<Batch>(await owner.request('GET', `/backoffice/api/batches/${id}`))

export const codesOf = (id: string, as = 'csv') =>
  owner.request('GET', `/backoffice/api/batches/${id}/codes?as=${as}`)

export const batchAction = async (id: string, verb: string, more: Record<string, unknown> = {}) => {
  const { version } = await readBatch(id)
  return owner.request('POST', `/backoffice/api/batches/${id}/${verb}`, { version, ...more })
}

type CodeRow = { code: string; points: string; name: string; department: string; link: string }

export const rowsOf = (text: string): CodeRow[] =>
  parse(text, { columns: true, bom: true, delimiter: [';', ','] })

export const downloadCodes = async (id: string) => rowsOf(await (await codesOf(id)).text())

export const refusalOf = async (response: Response) => ({
  status: response.status,
  code: (await jsonOf<{ error: { code: string } }>(response)).error.code,
})

export const canLogIn = async (code: string) => {
  const answer = await shop.call('logIn', { encrypted_code: shop.shop.voucherKeys.wireHash(code) })
  return 'code_is_valid' in answer && answer.code_is_valid
}

/** Adds one more voucher to the batch. */
export const addVera = (id: string) =>
  owner.request('POST', `/backoffice/api/batches/${id}/recipients`, {
    name: 'Vera',
    reason: 'Started late',
  })

export async function campaignsOf(...names: string[]) {
  const rows = await shop.sql<{ id: string; employer: string }[]>`
    with employer as (
      insert into employer (name, added_at) values (${names.join(' and ')}, now()) returning id)
    insert into campaign (employer_id, channel_id, name, added_at)
    select id, '1014', name, now() from employer, unnest(${names}::text[]) name
    returning id::text, employer_id::text as employer`
  return rows.map(({ id, employer }) => ({ id, employer }))
}

/** A shop for tests of voucher batches, with a signed-in owner. */
export function startBatchShop() {
  beforeAll(async () => {
    shop = await testShop({
      log: { write: (line) => void logLines.push(line) },
    })
    owner = await staffClient(shop)
    await owner.signIn()
  })
  afterAll(() => shop.stop())
}
