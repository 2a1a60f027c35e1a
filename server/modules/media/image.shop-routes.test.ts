import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ErrorAnswer } from '#contract/shared/error-response.ts'
import { imageServer } from '#server/testing/samples/image-server.ts'

let images: Awaited<ReturnType<typeof imageServer>>
beforeAll(async () => {
  images = await imageServer()
})
afterAll(() => images.close())

it('serves an image in a format that the browser accepts and in the requested width (WIRE-10)', async () => {
  const shop = images.open()
  const file = await images.storeRaster()

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

it('never enlarges an image', async () => {
  const shop = images.open()
  const file = await images.storeRaster(300, 200)

  for (const query of ['?w=1920', '?w=320', '']) {
    const answer = await shop.get(file + query)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 300, height: 200 })
  }
  const large = await shop.get(await images.storeRaster(2400, 20))
  expect(await sharp(large.rawPayload).metadata()).toMatchObject({ width: 1920 })
  await shop.close()
})

it('responds with 304 to a client that has the image', async () => {
  const shop = images.open()
  const file = await images.storeRaster()
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
  ['q', '?w=80&q=0'],
])('names the invalid field %s of %s', async (field, query) => {
  const shop = images.open()
  const answer = await shop.get((await images.storeRaster()) + query)

  expect(answer.statusCode).toBe(400)
  expect(ErrorAnswer.parse(answer.json()).error.field).toBe(field)
  await shop.close()
})

it('responds with 404 to unknown hosts, names and file extensions', async () => {
  const shop = images.open({ hosts: ['cdn'] })
  const file = await images.storeRaster()
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
    const answer = await shop.getUrl(url)
    expect(answer.statusCode).toBe(404)
    expect(ErrorAnswer.parse(answer.json()).error.code).toBe('not-found')
  }
  expect((await shop.getUrl(`/images/cdn/${file}?w=80`)).statusCode).toBe(200)
  await shop.close()
})

it('serves SVGs as stored, with headers that prevent scripts', async () => {
  const shop = images.open()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')
  const answer = await shop.get(`${await images.store(svg, 'image/svg+xml')}.svg?w=80`)

  expect(answer.rawPayload).toEqual(svg)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    // Webmail shows images of mails on another origin (SAFE-14, S14).
    'cross-origin-resource-policy': 'cross-origin',
  })
  await shop.close()
})

it('serves images and SVGs in the fixed format at the end of the address (B17)', async () => {
  const shop = images.open()
  const raster = await images.storeRaster()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 16"><rect width="48" height="16"/></svg>',
  )
  const drawing = `${await images.store(svg, 'image/svg+xml', { width: 48, height: 16 })}.svg`
  for (const [file, format, height] of [
    [`${raster}.jpg`, 'jpeg', 160],
    [`${raster}.png`, 'png', 160],
    [`${drawing}.png`, 'png', 107],
    [`${drawing}.jpg`, 'jpeg', 107],
  ] as const) {
    const answer = await shop.get(`${file}?w=320`, { accept: 'image/avif,image/webp' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe(`image/${format}`)
    expect(answer.headers['vary']).toBeUndefined()
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 320, height })
  }
  expect((await shop.get(`${raster}.webp`)).statusCode).toBe(404)
  await shop.close()
})

it('serves byte ranges of a video', async () => {
  const shop = images.open()
  const film = randomBytes(100_000)
  const file = `${await images.store(film, 'video/webm')}.webm`
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

it('responds with 503 when too many images are waiting', async () => {
  const shop = images.open()
  const names = await Promise.all(Array.from({ length: 12 }, () => images.storeRaster(2000, 2)))
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

it('refuses an image with too many pixels and a damaged one', async () => {
  const shop = images.open()
  const bomb = await pngWithDimensions(20_000, 20_000)

  for (const bytes of [bomb, randomBytes(500)]) {
    const answer = await shop.get(`${await images.store(bytes, 'image/png')}.png?w=80`)
    expect(answer.statusCode).toBe(404)
  }
  expect(images.logged[0]).toContain('exceeds pixel limit')
  await shop.close()
})

/** A small PNG whose header claims these dimensions. */
async function pngWithDimensions(width: number, height: number) {
  const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}
