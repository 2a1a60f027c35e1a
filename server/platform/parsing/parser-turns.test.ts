import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { type LaneName, parsersWaiting, withParser } from '#server/platform/parsing/parser-pool.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
let merchandiser: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  merchandiser = await staffClient(shop, 'merchandiser')
  for (const guest of [owner, merchandiser]) await guest.signIn()
})
afterAll(() => shop.stop())
let goOn = () => {}
afterEach(() => goOn())

const numbers = (length: number) => Array.from({ length }, (_, index) => index)
const TABLE = Buffer.from('sku;points 1014\nnothing;7\n')

async function send(guest: StaffClient, path: string, bytes: Buffer, signal?: AbortSignal) {
  const form = new FormData()
  form.set('kind', 'prices')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file')
  const response = await fetch(`${shop.url}/backoffice/api/${path}`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', cookie: guest.cookie() },
    body: form,
    ...(signal ? { signal } : {}),
  })
  return { status: response.status, body: await jsonOf(response) }
}
const waiting = (lane: LaneName, count: number) =>
  expect.poll(() => parsersWaiting([lane]), { timeout: 30_000 }).toBe(count)

/** Runs `meanwhile` while one task occupies the lane. */
async function whileBusy(lane: LaneName, meanwhile: () => Promise<void>) {
  const held = new Promise<void>((done) => (goOn = done))
  const holding = withParser(lane, 'another', () => held)
  try {
    await meanwhile()
  } finally {
    goOn()
    await holding
  }
}

it('reads the table of a colleague while another fills the line, and writes tables meanwhile (SAFE-1, S21)', async () => {
  let own: ReturnType<typeof send> | undefined
  let others: ReturnType<typeof send>[] = []
  await whileBusy('sheet', async () => {
    others = numbers(10).map(() => send(merchandiser, 'imports', TABLE))
    await waiting('sheet', 10)
    own = send(owner, 'imports', TABLE)
    // One of the many made room.
    expect(await Promise.race(others)).toMatchObject({ status: 503 })
    const written = await owner.ask('GET', '/backoffice/api/gifts?limit=1&as=xlsx')
    expect([written.status, (await written.arrayBuffer()).byteLength > 1000]).toEqual([200, true])
  })
  expect(await own).toMatchObject({ status: 200, body: { counts: { rows: 1 } } })
  const statuses = (await Promise.all(others)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
})

it('reads no table of a colleague who hung up (SAFE-1, S21)', async () => {
  const [before] = await shop.sql`select count(*)::integer as runs from import_run`
  let own: ReturnType<typeof send> | undefined
  await whileBusy('sheet', async () => {
    const hangUp = new AbortController()
    const gone = numbers(3).map(() => send(merchandiser, 'imports', TABLE, hangUp.signal))
    await waiting('sheet', 3)
    hangUp.abort()
    expect((await Promise.allSettled(gone)).map(({ status }) => status)).toEqual(
      Array.from(gone, () => 'rejected'),
    )
    own = send(owner, 'imports', TABLE)
    await waiting('sheet', 4)
  })
  expect(await own).toMatchObject({ status: 200 })
  // Another of theirs comes after the abandoned ones.
  expect(await send(merchandiser, 'imports', TABLE)).toMatchObject({ status: 200 })
  const [after] = await shop.sql`select count(*)::integer as runs from import_run`
  expect(after?.['runs'] - before?.['runs']).toBe(2)
})

it('takes the picture of a colleague while another fills the line (SAFE-1, S21)', async () => {
  const picture = await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#a06040' },
  })
    .png()
    .toBuffer()
  let own: ReturnType<typeof send> | undefined
  let others: ReturnType<typeof send>[] = []
  await whileBusy('upload', async () => {
    others = numbers(20).map(() => send(merchandiser, 'media', picture))
    await waiting('upload', 20)
    own = send(owner, 'media', picture)
    expect(await Promise.race(others)).toMatchObject({ status: 503 })
  })
  expect(await own).toMatchObject({ status: 200 })
  await Promise.all(others)
})
