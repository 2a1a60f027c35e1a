import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'

import Fastify from 'fastify'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ErrorAnswer } from '#contract/error-answer.ts'
import { readConfig } from '#server/config.ts'
import type { MediaType } from '#server/folder/picture-type.ts'
import { makeMetrics } from '#server/metrics.ts'
import { pictureRoutes } from '#server/pictures/picture-routes.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
let folder: string
let questions: string[] = []
const logged: string[] = []
const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })

beforeAll(async () => {
  db = await testDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'))
})
afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

function open({ data = folder, megabytes = '100', hosts = [] as string[] } = {}) {
  const app = Fastify({ exposeHeadRoutes: true })
  const config = readConfig({ GIFTPOINT_DATA: data, PICTURE_CACHE_MB: megabytes })
  const sql = new Proxy(db.sql, {
    apply(target, self, args: unknown[]) {
      questions.push((args[0] as string[]).join('?'))
      return Reflect.apply(target, self, args) as unknown
    },
  })
  pictureRoutes(app, { sql, config, log, metrics: makeMetrics() }, { hosts })
  return {
    get: (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({
        method,
        url: `/images/local/${url}`,
        headers: { accept: 'image/webp', ...headers },
      }),
    ask: (url: string) => app.inject({ url }),
    close: () => app.close(),
  }
}

async function store(bytes: Buffer, mediaType: MediaType, size = { width: 0, height: 0 }) {
  const hash = randomBytes(16).toString('hex')
  await db.sql`insert into picture ${db.sql([{ hash, media_type: mediaType, bytes, ...size }])}`
  return hash
}

async function storeRaster(width = 1000, height = 500) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const bytes = await sharp({
    create: { width, height, channels: 3, background: '#888', noise },
  })
    .jpeg()
    .toBuffer()
  return `${await store(bytes, 'image/jpeg', { width, height })}.jpg`
}

async function files(data = folder) {
  const all = await readdir(path.join(data, 'pictures'), { recursive: true }).catch(() => [])
  return all
    .filter((name) => /\.(avif|webp|jpeg)$/.test(name))
    .map((name) => path.join(data, 'pictures', name))
}

const kept = (count: number, data = folder) =>
  expect.poll(async () => (await files(data)).length, { timeout: 5000 }).toBe(count)

it('serves the form that the browser accepts, as wide as asked (WIRE-10)', async () => {
  const shop = open()
  const file = await storeRaster()

  for (const [accept, type] of [
    ['image/avif,image/webp,*/*', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['image/avif;q=0,image/webp', 'webp'],
    ['image/png,image/*;q=0.8', 'jpeg'],
  ] as const) {
    const answer = await shop.get(`${file}?w=320`, { accept })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': `image/${type}`,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: type === 'avif' ? 'heif' : type,
      width: 320,
      height: 160,
    })
  }
  await shop.close()
})

it('never makes a picture larger than it is', async () => {
  const shop = open()
  const file = await storeRaster(300, 200)

  for (const query of ['?w=1920', '?w=320', '']) {
    const answer = await shop.get(file + query)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 300, height: 200 })
  }
  const large = await shop.get(await storeRaster(2400, 20))
  expect(await sharp(large.rawPayload).metadata()).toMatchObject({ width: 1920 })
  await shop.close()
})

it('answers 304 to whoever has it', async () => {
  const shop = open()
  const file = await storeRaster()
  const { etag } = (await shop.get(`${file}?w=80`)).headers

  expect(etag).toMatch(/^"[^"]+"$/)
  const again = await shop.get(`${file}?w=80`, { 'if-none-match': String(etag) })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload).toHaveLength(0)
  const other = await shop.get(`${file}?w=80`, {
    'if-none-match': String(etag),
    accept: 'image/avif',
  })
  expect(other.statusCode).toBe(200)
  const head = await shop.get(`${file}?w=80`, {}, 'HEAD')
  expect(head).toMatchObject({ statusCode: 200, headers: { etag } })
  await shop.close()
})

it.each([
  ['w', '?w=81'],
  ['w', '?w='],
  ['w', '?w=80&w=160'],
  ['q', '?w=80&q=71'],
])('names the field %s that is wrong in %s', async (field, query) => {
  const shop = open()
  const answer = await shop.get((await storeRaster()) + query)

  expect(answer.statusCode).toBe(400)
  expect(ErrorAnswer.parse(answer.json()).error.field).toBe(field)
  await shop.close()
})

it('knows no other hosts, names or endings', async () => {
  const shop = open({ hosts: ['cdn'] })
  const file = await storeRaster()
  const hash = file.slice(0, 32)

  for (const url of [
    `/images/elsewhere/${file}`,
    `/images/169.254.169.254/${file}`,
    `/images/local/${hash}.png`,
    `/images/local/${hash}`,
    `/images/local/${'0'.repeat(32)}.jpg`,
    `/images/local/..%2f..%2f${file}`,
    '/images/local/%00.jpg',
  ]) {
    const answer = await shop.ask(url)
    expect(answer.statusCode).toBe(404)
    expect(ErrorAnswer.parse(answer.json()).error.code).toBe('not-found')
  }
  expect((await shop.ask(`/images/cdn/${file}?w=80`)).statusCode).toBe(200)
  await shop.close()
})

it('serves drawings as they are, where nothing in them can run', async () => {
  const shop = open()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')
  const answer = await shop.get(`${await store(svg, 'image/svg+xml')}.svg?w=80`)

  expect(answer.rawPayload).toEqual(svg)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  await shop.close()
})

it('serves a film in parts', async () => {
  const shop = open()
  const film = randomBytes(100_000)
  const file = `${await store(film, 'video/webm')}.webm`
  const part = (range: string, more = {}) => shop.get(file, { range, ...more })

  expect((await shop.get(file)).headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '100000',
  })
  for (const [range, from, to] of [
    ['bytes=0-9', 0, 9],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-5', 99_995, 99_999],
    ['bytes=50-200000', 50, 99_999],
  ] as const) {
    const answer = await part(range)
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/100000`)
    expect(answer.rawPayload).toEqual(film.subarray(from, to + 1))
  }
  expect(await part('bytes=100000-')).toMatchObject({
    statusCode: 416,
    headers: { 'content-range': 'bytes */100000' },
  })
  for (const range of ['bytes=5-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=-']) {
    expect((await part(range)).statusCode).toBe(200)
  }
  expect((await part('bytes=0-9', { 'if-range': '"another"' })).statusCode).toBe(200)
  await shop.close()
})

it('makes a form once, however many ask for it together', async () => {
  const shop = open()
  const file = await storeRaster()
  questions = []
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.get(`${file}?w=480`)))

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(questions.filter((text) => text.includes('select bytes from picture'))).toHaveLength(1)
  await shop.close()
})

it('keeps what it made on disk, and makes again what was damaged there', async () => {
  const data = await mkdtemp(path.join(folder, 'disk-'))
  const file = await storeRaster()
  const first = open({ data })
  const { rawPayload: made } = await first.get(`${file}?w=640`)
  await kept(1, data)
  await first.close()
  const [onDisk = ''] = await files(data)

  const intact = async () => {
    questions = []
    const shop = open({ data })
    expect((await shop.get(`${file}?w=640`)).rawPayload).toEqual(made)
    await shop.close()
    return !questions.some((text) => text.includes('select bytes from picture'))
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
  const data = await mkdtemp(path.join(folder, 'bound-'))
  const shop = open({ data, megabytes: '1' })
  const forms: string[] = []
  for (let count = 0; count < 30; count++) {
    const file = await storeRaster(400 + count, 400)
    forms.push(file.slice(0, 32))
    await shop.get(`${file}?q=80`, { accept: 'image/jpeg' })
    await expect
      .poll(async () => (await files(data)).some((name) => name.includes(file.slice(0, 32))))
      .toBe(true)
  }
  await shop.close()

  const sizes = await Promise.all((await files(data)).map(async (name) => (await stat(name)).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000)
  expect(sizes.length).toBeGreaterThan(1)
  const left = (await files(data)).map((name) => path.basename(name).slice(0, 32))
  expect(new Set(left)).toEqual(new Set(forms.slice(-left.length)))
})

it('serves without a folder it can write to', async () => {
  const data = await mkdtemp(path.join(folder, 'shut-'))
  await writeFile(path.join(data, 'pictures'), 'a file where the folder should be')
  await chmod(data, 0o500)
  const shop = open({ data })

  expect((await shop.get(`${await storeRaster()}?w=80`)).statusCode).toBe(200)
  await shop.close()
})

it('says that it cannot keep up rather than letting everybody wait', async () => {
  const shop = open()
  const names = await Promise.all(Array.from({ length: 12 }, () => storeRaster(2000, 2)))
  const urls = names.flatMap((file) =>
    [80, 160, 240, 320, 480, 640, 800, 960, 1200, 1600].map((w) => `${file}?w=${w}`),
  )
  const answers = await Promise.all(urls.map((url) => shop.get(url)))

  const busy = answers.filter(({ statusCode }) => statusCode === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(100)
  expect(Number(busy[0]?.headers['retry-after'])).toBeGreaterThan(0)
  await shop.close()
})

it('does not unfold a picture of hostile dimensions, nor show a damaged one', async () => {
  const shop = open()
  const bomb = await pngThatSays(20_000, 20_000)

  for (const bytes of [bomb, randomBytes(500)]) {
    const answer = await shop.get(`${await store(bytes, 'image/png')}.png?w=80`)
    expect(answer.statusCode).toBe(404)
  }
  expect(logged[0]).toContain('exceeds pixel limit')
  await shop.close()
})

/** Some bytes that promise many pixels. */
async function pngThatSays(width: number, height: number) {
  const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}
