import { chmod, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { imageServer } from '#server/testing/samples/image-server.ts'

let images: Awaited<ReturnType<typeof imageServer>>
beforeAll(async () => {
  images = await imageServer()
})
afterAll(() => images.close())

const expectFilesOnDisk = (count: number, data: string) =>
  expect.poll(async () => (await images.filesIn(data)).length).toBe(count)

it('renders a variant once for concurrent requests', async () => {
  const shop = images.open()
  const file = await images.storeRaster()
  images.queries.length = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.get(`${file}?w=480`)))

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(
    images.queries.filter((text) => text.includes('select bytes, unusable from picture')),
  ).toHaveLength(1)
  await shop.close()
})

it('caches variants on disk, and renders damaged ones again', async () => {
  const data = await images.createFolder('disk-')
  const file = await images.storeRaster()
  const first = images.open({ data })
  const { rawPayload: rendered } = await first.get(`${file}?w=640`)
  await expectFilesOnDisk(1, data)
  await first.close()
  const [onDisk = ''] = await images.filesIn(data)

  const isReadFromDisk = async () => {
    images.queries.length = 0
    const shop = images.open({ data })
    expect((await shop.get(`${file}?w=640`)).rawPayload).toEqual(rendered)
    await shop.close()
    return !images.queries.some((text) => text.includes('select bytes, unusable from picture'))
  }
  expect(await isReadFromDisk()).toBe(true)

  const bytes = await readFile(onDisk)
  await writeFile(
    onDisk,
    Buffer.concat([bytes.subarray(0, -1), Buffer.from([~(bytes.at(-1) ?? 0)])]),
  )
  expect(await isReadFromDisk()).toBe(false)
  await expectFilesOnDisk(1, data)
  await truncate(onDisk, bytes.length - 100)
  expect(await isReadFromDisk()).toBe(false)
  await expectFilesOnDisk(1, data)
  await truncate(onDisk, 0)
  expect(await isReadFromDisk()).toBe(false)
})

it('limits its size on disk by removing the least recently used variants', async () => {
  const data = await images.createFolder('bound-')
  const shop = images.open({ data, megabytes: '1' })
  const hashes: string[] = []
  for (let count = 0; count < 30; count++) {
    const file = await images.storeRaster(400 + count, 400)
    hashes.push(file.slice(0, 32))
    await shop.get(`${file}?q=80`, { accept: 'image/jpeg' })
    await expect
      .poll(async () =>
        (await images.filesIn(data)).some((name) => name.includes(file.slice(0, 32))),
      )
      .toBe(true)
  }
  await shop.close()

  const sizes = await Promise.all(
    (await images.filesIn(data)).map(async (name) => (await stat(name)).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000)
  expect(sizes.length).toBeGreaterThan(1)
  const remaining = (await images.filesIn(data)).map((name) => path.basename(name).slice(0, 32))
  expect(new Set(remaining)).toEqual(new Set(hashes.slice(-remaining.length)))
})

it('serves images without a writable folder', async () => {
  const data = await images.createFolder('shut-')
  await writeFile(path.join(data, 'pictures'), 'a file where the folder should be')
  await chmod(data, 0o500)
  const shop = images.open({ data })

  expect((await shop.get(`${await images.storeRaster()}?w=80`)).statusCode).toBe(200)
  await shop.close()
})
