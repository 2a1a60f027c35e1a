import { randomBytes } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { jsonOf } from '#server/testing/clients/staff-client.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: ReleaseClient
beforeAll(async () => {
  shop = await testShop({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  owner = await releaseClient(shop)
})
afterAll(() => shop.stop())

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">${inside}</svg>`)
/** Takes hours to render. Such an image may have been stored before uploads were limited. */
const ENDLESS_SVG = svg(
  `<filter id="f">${'<feTurbulence numOctaves="9000"/>'.repeat(999)}</filter><rect width="4000" height="4000" filter="url(#f)"/>`,
)
const PLAIN_SVG = svg('<rect width="4000" height="4000" fill="#a06040"/>')

async function store(bytes: Buffer, media_type: string, extension: string, width = 4000) {
  const hash = randomBytes(16).toString('hex')
  await shop.sql`
    insert into picture ${shop.sql([{ hash, media_type, bytes, width, height: width, name: 'a' }])}`
  return `${hash}.${extension}`
}
/** A request of a visitor with this address behind the proxy. */
const requestImage = (file: string, from: string) =>
  shop.request(`/images/local/${file}`, { headers: { 'x-forwarded-for': from } })
const countUnusable = async () =>
  (await shop.sql`select from picture where unusable is not null`).count
const listTasks = async () =>
  (
    await owner.request<{ items: { cases: number }[] }>(
      'GET',
      '/tasks?kind=picture-unreadable&state=open',
    )
  ).body.items

it('serves other images while hostile SVGs are rendered, and stops each of these after its time limit without a retry (SAFE-4, S22)', async () => {
  const hostile = await Promise.all(
    Array.from({ length: 2 }, () => store(ENDLESS_SVG, 'image/svg+xml', 'svg')),
  )
  const drawing = await store(PLAIN_SVG, 'image/svg+xml', 'svg.png')
  const bytes = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#a06040' },
  })
    .jpeg()
    .toBuffer()
  const photo = await store(bytes, 'image/jpeg', 'jpg', 600)

  const variants = [800, 960, 1200, 1600, 1920].map((width) => `png?w=${width}`)
  const requests = hostile.flatMap((file) =>
    variants.map((variant) => requestImage(`${file}.${variant}`, '192.0.2.66')),
  )
  // All of them are in the queue before another visitor sends a request.
  await expect
    .poll(
      async () =>
        (await (await shop.request('/metrics')).text()).match(/^pictures_waiting \d+/m)?.[0],
    )
    .toBe('pictures_waiting 9')
  const otherRequest = requestImage(`${drawing}?w=80`, '198.51.100.7')
  expect((await requestImage(`${photo}?w=80`, '198.51.100.7')).status).toBe(200)
  expect(await countUnusable()).toBe(0)
  expect((await otherRequest).status).toBe(200)
  // It waited for the one SVG that was being rendered, but not for all of them.
  expect(await countUnusable()).toBeLessThan(hostile.length)

  const answers = await Promise.all(requests)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(await countUnusable()).toBe(hostile.length)
  expect(await listTasks()).toMatchObject([{ cases: hostile.length }])
  // The bytes are valid now, but the image is not rendered again until staff start a retry.
  await shop.sql`update picture set bytes = ${PLAIN_SVG} where unusable is not null`
  expect((await requestImage(`${hostile[0]}.png?w=640`, '192.0.2.66')).status).toBe(404)
})

it('refuses an upload of an SVG that takes too much work, and stores nothing (SAFE-4, S22)', async () => {
  const stored = async () => (await shop.sql`select from picture`).count
  const before = await stored()
  const groups = Array.from(
    { length: 9 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  )
  const bomb = svg(`<g id="l0"><rect width="9" height="9"/></g>${groups.join('')}`)
  // Within all limits of its elements, but takes minutes to render: only the time limit stops it.
  const slow = svg(
    `<filter id="f">${'<feGaussianBlur stdDeviation="50"/>'.repeat(95)}</filter><circle cx="2000" cy="2000" r="1500" filter="url(#f)"/>`,
  )
  for (const bytes of [ENDLESS_SVG, bomb, slow]) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'drawing.svg')
    const response = await fetch(`${shop.url}/backoffice/api/media`, {
      method: 'POST',
      headers: { 'x-backoffice': '1', cookie: owner.guest.cookie() },
      body: form,
    })
    const { error } = await jsonOf<{ error?: { code: string } }>(response)
    expect([response.status, error?.code]).toEqual([409, 'too-complex'])
  }
  expect(await stored()).toBe(before)
})

it('renders an image again after the machine was paused, and does not mark it as unusable (SAFE-4, S3)', async () => {
  const bytes = await sharp({
    create: { width: 500, height: 500, channels: 3, background: '#406040' },
  })
    .jpeg()
    .toBuffer()
  const photo = await store(bytes, 'image/jpeg', 'jpg', 500)
  const before = await countUnusable()
  // The timeout of a photo ends before the parser process answers.
  const timer = globalThis.setTimeout
  const stalled = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms: number) =>
      timer(work, ms === 150_000 ? 0 : ms)) as typeof setTimeout)
  try {
    expect((await requestImage(`${photo}.jpg?w=400`, '192.0.2.9')).status).toBe(503)
  } finally {
    stalled.mockRestore()
  }
  expect(await countUnusable()).toBe(before)
  expect((await requestImage(`${photo}.jpg?w=400`, '192.0.2.9')).status).toBe(200)
})
