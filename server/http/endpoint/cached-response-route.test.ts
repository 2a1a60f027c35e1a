import { afterAll, beforeAll, expect, it } from 'vitest'

import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder

beforeAll(async () => {
  shop = await testShop()
  holder = await shop.holder({ points: 20 })
})
afterAll(() => shop.stop())

const LIST = '/rest/producttags/products?page=1&sortOn=name_asc'

async function request(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(shop.url + path, {
    headers: { authorization: `Bearer ${holder.token}`, ...headers },
  })
  const { date: _, 'x-request-id': id, ...rest } = Object.fromEntries(answer.headers)
  return { status: answer.status, id, headers: rest, text: await answer.text() }
}

const countRequests = async () => {
  const { text } = await request('/metrics')
  const [, count] =
    /^http_request_seconds_count\{method="GET",route="\/rest\/producttags\/products",status="200"\} (\d+)/m.exec(
      text,
    ) ?? []
  return Number(count ?? 0)
}

it.each(['identity', 'br'])(
  'answers a cached request with the same headers and body, in %s',
  async (encoding) => {
    const path = `${LIST}&pointsTo=${encoding.length + 10}`
    const before = await countRequests()
    const first = await request(path, { 'accept-encoding': encoding })
    const second = await request(path, { 'accept-encoding': encoding })
    const third = await request(path, { 'accept-encoding': encoding })

    expect(second).toEqual({ ...first, id: expect.any(String) })
    expect(third.text).toBe(first.text)
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    expect(first.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      vary: expect.any(String),
    })
    expect(await countRequests()).toBe(before + 3)
  },
)

it('answers an uncached request like the framework', async () => {
  const before = await countRequests()
  // A request with a token in its address is not cached and goes through the framework.
  const query = `${LIST}&search=mok&pointsTo=13&brand=linnenhuis&brand=caf%C3%A9&onlyDigital=false`
  for (const encoding of ['br', 'identity']) {
    const direct = await request(`${query}&pointsFrom=${encoding.length}`, {
      'accept-encoding': encoding,
    })
    const framework = await fetch(
      `${shop.url}${query}&pointsFrom=${encoding.length}&wt=${holder.token}`,
      { headers: { 'accept-encoding': encoding } },
    )
    const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(framework.headers)
    expect(direct).toMatchObject({ status: 200, headers, text: await framework.text() })
    expect(Object.keys(direct.headers).toSorted()).toEqual(Object.keys(headers).toSorted())
  }
  expect(await countRequests()).toBe(before + 4)
})

it.each([
  'page=0',
  'pointsTo=x',
  'brand=%00',
  'brand=%',
  'brand=%ED%A0%80',
  'sortOn=',
  'search=%',
  'page=%31',
  'colour=',
])('parses an address with %s like the framework', async (part) => {
  const direct = await request(`/rest/producttags/products?language=en&${part}`)
  const framework = await fetch(
    `${shop.url}/rest/producttags/products?language=en&${part}&wt=${holder.token}`,
  )
  expect([direct.status, direct.text]).toEqual([framework.status, await framework.text()])
})

it('answers 304 only if the client already has the current response', async () => {
  const first = await request(LIST)
  const repeated = await request(LIST, { 'if-none-match': first.headers['etag'] ?? '' })

  expect(repeated).toMatchObject({
    status: 304,
    text: '',
    headers: { etag: first.headers['etag'] },
  })
  expect((await request(LIST, { 'if-none-match': '"another"' })).status).toBe(200)
})

it('answers 401 after a logout', async () => {
  expect((await request(LIST)).status).toBe(200)
  await holder.done('logOut', {})
  expect((await request(LIST)).status).toBe(401)
  holder = await shop.holder({ points: 20 })
})
