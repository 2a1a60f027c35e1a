import { chmod, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { imageServer } from '#server/testing/samples/image-server.ts'

let stand: Awaited<ReturnType<typeof imageServer>>
beforeAll(async () => {
  stand = await imageServer()
})
afterAll(() => stand.close())

const kept = (count: number, data: string) =>
  expect.poll(async () => (await stand.filesIn(data)).length).toBe(count)

it('makes a form once, however many ask for it together', async () => {
  const shop = stand.open()
  const file = await stand.storeRaster()
  stand.asked.length = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.get(`${file}?w=480`)))

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(
    stand.asked.filter((text) => text.includes('select bytes, unusable from picture')),
  ).toHaveLength(1)
  await shop.close()
})

it('keeps what it made on disk, and makes again what was damaged there', async () => {
  const data = await stand.createFolder('disk-')
  const file = await stand.storeRaster()
  const first = stand.open({ data })
  const { rawPayload: made } = await first.get(`${file}?w=640`)
  await kept(1, data)
  await first.close()
  const [onDisk = ''] = await stand.filesIn(data)

  const intact = async () => {
    stand.asked.length = 0
    const shop = stand.open({ data })
    expect((await shop.get(`${file}?w=640`)).rawPayload).toEqual(made)
    await shop.close()
    return !stand.asked.some((text) => text.includes('select bytes, unusable from picture'))
  }
  expect(await intact()).toBe(true)

  const bytes = await readFile(onDisk)
  await writeFile(
    onDisk,
    Buffer.concat([bytes.subarray(0, -1), Buffer.from([~(bytes.at(-1) ?? 0)])]),
  )
  expect(await intact()).toBe(false)
  await kept(1, data)
  await truncate(onDisk, bytes.length - 100)
  expect(await intact()).toBe(false)
  await kept(1, data)
  await truncate(onDisk, 0)
  expect(await intact()).toBe(false)
})

it('keeps no more on disk than it may, and lets go of what was not used the longest', async () => {
  const data = await stand.createFolder('bound-')
  const shop = stand.open({ data, megabytes: '1' })
  const forms: string[] = []
  for (let count = 0; count < 30; count++) {
    const file = await stand.storeRaster(400 + count, 400)
    forms.push(file.slice(0, 32))
    await shop.get(`${file}?q=80`, { accept: 'image/jpeg' })
    await expect
      .poll(async () =>
        (await stand.filesIn(data)).some((name) => name.includes(file.slice(0, 32))),
      )
      .toBe(true)
  }
  await shop.close()

  const sizes = await Promise.all(
    (await stand.filesIn(data)).map(async (name) => (await stat(name)).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000)
  expect(sizes.length).toBeGreaterThan(1)
  const left = (await stand.filesIn(data)).map((name) => path.basename(name).slice(0, 32))
  expect(new Set(left)).toEqual(new Set(forms.slice(-left.length)))
})

it('serves without a folder it can write to', async () => {
  const data = await stand.createFolder('shut-')
  await writeFile(path.join(data, 'pictures'), 'a file where the folder should be')
  await chmod(data, 0o500)
  const shop = stand.open({ data })

  expect((await shop.get(`${await stand.storeRaster()}?w=80`)).statusCode).toBe(200)
  await shop.close()
})
