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

async function asked(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(shop.url + path, {
    headers: { authorization: `Bearer ${holder.token}`, ...headers },
  })
  const { date: _, 'x-request-id': id, ...rest } = Object.fromEntries(answer.headers)
  return { status: answer.status, id, headers: rest, text: await answer.text() }
}

const counted = async () => {
  const { text } = await asked('/metrics')
  const [, count] =
    /^http_request_seconds_count\{method="GET",route="\/rest\/producttags\/products",status="200"\} (\d+)/m.exec(
      text,
    ) ?? []
  return Number(count ?? 0)
}

it.each(['identity', 'br'])(
  'answers the second time just as the first time, in %s',
  async (coding) => {
    const path = `${LIST}&pointsTo=${coding.length + 10}`
    const before = await counted()
    const first = await asked(path, { 'accept-encoding': coding })
    const second = await asked(path, { 'accept-encoding': coding })
    const third = await asked(path, { 'accept-encoding': coding })

    expect(second).toEqual({ ...first, id: expect.any(String) })
    expect(third.text).toBe(first.text)
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    expect(first.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      vary: expect.any(String),
    })
    expect(await counted()).toBe(before + 3)
  },
)

it('answers a request that is not cached as the framework does', async () => {
  const before = await counted()
  // A request with a token in its address is not cached and goes through the framework.
  const question = `${LIST}&search=mok&pointsTo=13&brand=linnenhuis&brand=caf%C3%A9&onlyDigital=false`
  for (const coding of ['br', 'identity']) {
    const own = await asked(`${question}&pointsFrom=${coding.length}`, {
      'accept-encoding': coding,
    })
    const framework = await fetch(
      `${shop.url}${question}&pointsFrom=${coding.length}&wt=${holder.token}`,
      { headers: { 'accept-encoding': coding } },
    )
    const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(framework.headers)
    expect(own).toMatchObject({ status: 200, headers, text: await framework.text() })
    expect(Object.keys(own.headers).toSorted()).toEqual(Object.keys(headers).toSorted())
  }
  expect(await counted()).toBe(before + 4)
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
])('reads an address with %s as the framework does', async (part) => {
  const own = await asked(`/rest/producttags/products?language=en&${part}`)
  const framework = await fetch(
    `${shop.url}/rest/producttags/products?language=en&${part}&wt=${holder.token}`,
  )
  expect([own.status, own.text]).toEqual([framework.status, await framework.text()])
})

it('answers 304 to a client that has it, and compares what was requested, not what is cached', async () => {
  const first = await asked(LIST)
  const again = await asked(LIST, { 'if-none-match': first.headers['etag'] ?? '' })

  expect(again).toMatchObject({ status: 304, text: '', headers: { etag: first.headers['etag'] } })
  expect((await asked(LIST, { 'if-none-match': '"another"' })).status).toBe(200)
})

it('is shut after a logout', async () => {
  expect((await asked(LIST)).status).toBe(200)
  await holder.done('logOut', {})
  expect((await asked(LIST)).status).toBe(401)
  holder = await shop.holder({ points: 20 })
})
