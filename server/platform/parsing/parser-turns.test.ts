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
  for (const client of [owner, merchandiser]) await client.signIn()
})
afterAll(() => shop.stop())
let releaseLane = () => {}
afterEach(() => releaseLane())

const numbers = (length: number) => Array.from({ length }, (_, index) => index)
const TABLE = Buffer.from('sku;points 1014\nnothing;7\n')

async function send(client: StaffClient, path: string, bytes: Buffer, signal?: AbortSignal) {
  const form = new FormData()
  form.set('kind', 'prices')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file')
  const response = await fetch(`${shop.url}/backoffice/api/${path}`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', cookie: client.cookie() },
    body: form,
    ...(signal ? { signal } : {}),
  })
  return { status: response.status, body: await jsonOf(response) }
}
const expectWaiting = (lane: LaneName, count: number) =>
  expect.poll(() => parsersWaiting([lane]), { timeout: 30_000 }).toBe(count)

/** Runs `meanwhile` while one task occupies the lane. */
async function whileBusy(lane: LaneName, meanwhile: () => Promise<void>) {
  const released = new Promise<void>((resolve) => (releaseLane = resolve))
  const occupied = withParser(lane, 'another', () => released)
  try {
    await meanwhile()
  } finally {
    releaseLane()
    await occupied
  }
}

it('reads the table of one user while another fills the queue, and writes tables meanwhile (SAFE-1, S21)', async () => {
  let ownUpload: ReturnType<typeof send> | undefined
  let otherUploads: ReturnType<typeof send>[] = []
  await whileBusy('sheet', async () => {
    otherUploads = numbers(10).map(() => send(merchandiser, 'imports', TABLE))
    await expectWaiting('sheet', 10)
    ownUpload = send(owner, 'imports', TABLE)
    // One of the many made room.
    expect(await Promise.race(otherUploads)).toMatchObject({ status: 503 })
    const written = await owner.request('GET', '/backoffice/api/gifts?limit=1&as=xlsx')
    expect([written.status, (await written.arrayBuffer()).byteLength > 1000]).toEqual([200, true])
  })
  expect(await ownUpload).toMatchObject({ status: 200, body: { counts: { rows: 1 } } })
  const statuses = (await Promise.all(otherUploads)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
})

it('skips the table of a user who has disconnected (SAFE-1, S21)', async () => {
  const [before] = await shop.sql`select count(*)::integer as runs from import_run`
  let ownUpload: ReturnType<typeof send> | undefined
  await whileBusy('sheet', async () => {
    const hangUp = new AbortController()
    const abandoned = numbers(3).map(() => send(merchandiser, 'imports', TABLE, hangUp.signal))
    await expectWaiting('sheet', 3)
    hangUp.abort()
    expect((await Promise.allSettled(abandoned)).map(({ status }) => status)).toEqual(
      Array.from(abandoned, () => 'rejected'),
    )
    ownUpload = send(owner, 'imports', TABLE)
    await expectWaiting('sheet', 4)
  })
  expect(await ownUpload).toMatchObject({ status: 200 })
  // Another of theirs comes after the abandoned ones.
  expect(await send(merchandiser, 'imports', TABLE)).toMatchObject({ status: 200 })
  const [after] = await shop.sql`select count(*)::integer as runs from import_run`
  expect(after?.['runs'] - before?.['runs']).toBe(2)
})

it('reads the image of one user while another fills the queue (SAFE-1, S21)', async () => {
  const picture = await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#a06040' },
  })
    .png()
    .toBuffer()
  let ownUpload: ReturnType<typeof send> | undefined
  let otherUploads: ReturnType<typeof send>[] = []
  await whileBusy('upload', async () => {
    otherUploads = numbers(20).map(() => send(merchandiser, 'media', picture))
    await expectWaiting('upload', 20)
    ownUpload = send(owner, 'media', picture)
    expect(await Promise.race(otherUploads)).toMatchObject({ status: 503 })
  })
  expect(await ownUpload).toMatchObject({ status: 200 })
  await Promise.all(otherUploads)
})
