import http from 'node:http'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { pagesWithoutFiles } from '#server/testing/samples/pages-without-files.ts'
import { type SharedCache, sharedCache } from '#server/testing/fakes/shared-cache.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let cache: SharedCache
/** Two holders of one channel with equal points, one of it with fewer, and one of another channel. */
let anna: TestHolder
let bea: TestHolder
let cas: TestHolder
let dora: TestHolder

beforeAll(async () => {
  shop = await testShop({
    storefront: pagesWithoutFiles,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  cache = await sharedCache(shop.url)
  ;[anna, bea, cas, dora] = await Promise.all([
    shop.holder({ points: 20, firstName: 'Anna' }),
    shop.holder({ points: 20, firstName: 'Bea' }),
    shop.holder({ points: 6, firstName: 'Cas' }),
    shop.holder({ channel: '2001', points: 20, firstName: 'Dora' }),
  ])
})
afterAll(async () => {
  agent.destroy()
  await cache.close()
  await shop.stop()
})

/** A thousand questions need no thousand connections. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 24 })

type CacheResponse = {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
  cacheResult: string
}

/** Sets any Host header, which fetch does not allow. */
function request(
  base: string,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<CacheResponse> {
  return new Promise((done, fail) => {
    const request = http.request(base + path, { method, headers, agent }, (response) => {
      const { statusCode: status = 0, headers: responseHeaders } = response
      text(response).then(
        (body) =>
          done({
            status,
            headers: responseHeaders,
            body,
            cacheResult: String(responseHeaders['x-cache'] ?? ''),
          }),
        fail,
      )
    })
    request.on('error', fail).end()
  })
}

const authorize = ({ token }: TestHolder) => ({ authorization: `Bearer ${token}` })
const LIST = '/rest/producttags/products?page=1'
const CONTENT = '/rest/hcms/cmsurls?path=footercomponents'

async function viewOf(holder: TestHolder) {
  const { headers } = await request(shop.url, '/rest/shopping_cart_get', authorize(holder))
  return String(headers['x-shared-view'])
}

/** Responses for one holder, for all of a channel, and for everyone, in two languages. */
async function allRequests(holder: TestHolder, sku: string) {
  const view = `view=${await viewOf(holder)}`
  return ['nl', 'de'].flatMap((language) => [
    ...[
      `/rest/shopping_cart_get?language=${language}`,
      `/rest/orders?language=${language}`,
      `/rest/wishlist?language=${language}`,
      `${LIST}&language=${language}`,
      `/rest/saleschannelproducts/${sku}?language=${language}`,
      `${CONTENT}&language=${language}`,
      `/rest/hcms/navigation?language=${language}`,
    ].flatMap((path) => [
      { path, headers: authorize(holder) },
      { path: `${path}&wt=${holder.token}`, headers: {} },
    ]),
    { path: `${LIST}&language=${language}&${view}`, headers: {} },
    { path: `/rest/saleschannelproducts/${sku}?language=${language}&${view}`, headers: {} },
    ...['giftpoint.localhost', 'noordzee.localhost'].flatMap((host) =>
      [
        `${CONTENT}&language=${language}`,
        `${CONTENT}&language=${language}&sales_channel=${holder.logIn.sales_channel}`,
        `/rest/hcms/components?path=footercomponents&path=headercomponents&language=${language}`,
        `/rest/hcms/companyinfo?language=${language}`,
        '/rest/site',
        `/login?language=${language}`,
      ].flatMap((path) => [
        { path, headers: { host } },
        { path, headers: { host, ...authorize(holder) } },
      ]),
    ),
  ])
}

const skuIn = async (holder: TestHolder) =>
  (await holder.done('products', {})).response[0]?.SCP ?? ''

describe('responses through a shared cache', () => {
  it(
    'never reach another holder, in any order of requests (WIRE-1)',
    { timeout: 120_000 },
    async () => {
      await cas.done('changeCart', {
        spli_id: (await cas.done('products', {})).response[0]?.spli_id ?? '',
        quantity: 1,
      })
      const skus = new Map(
        await Promise.all(
          [anna, bea, cas, dora].map(async (holder) => [holder, await skuIn(holder)] as const),
        ),
      )
      const requests = (
        await Promise.all([...skus].map(([holder, sku]) => allRequests(holder, sku)))
      ).flat()
      const requestAt = async (base: string, at: number) => {
        const holder = requests[at]
        const { status, body } = await request(base, holder?.path ?? '', holder?.headers)
        // The clock of the shop, which a cart states.
        return `${status} ${body.replace(/"now":"[^"]*"/, '')}`
      }
      const expected = await Promise.all(requests.map((_, at) => requestAt(shop.url, at)))
      expect(expected.filter((line) => !line.startsWith('200 '))).toEqual([])
      const wrongPaths: string[] = []
      const compare = async (at: number) => {
        if ((await requestAt(cache.url, at)) !== expected[at])
          wrongPaths.push(requests[at]?.path ?? '')
      }
      // All at once, then eight at a time in reverse order: each may meet cached responses of the others.
      await Promise.all(requests.map((_, at) => compare(at)))
      const backwards = [...requests.keys()].toReversed()
      while (backwards.length > 0) await Promise.all(backwards.splice(0, 8).map(compare))
      expect(wrongPaths).toEqual([])
    },
  )

  it('are requested from the shop once if they are public, and every time if they belong to a holder', async () => {
    const view = await viewOf(anna)
    expect(await viewOf(bea)).toBe(view)
    expect(await viewOf(cas)).not.toBe(view)
    const shared = [
      `${LIST}&sortOn=name_asc&view=${view}`,
      `/rest/saleschannelproducts/${await skuIn(anna)}?language=fr&view=${view}`,
      `${CONTENT}&language=fr&sales_channel=1014`,
      '/rest/hcms/navigation?language=fr&sales_channel=1014',
      '/rest/site?sales_channel=1014',
      '/login?language=fr',
    ]
    const holderPaths = [
      '/rest/shopping_cart_get?language=fr',
      `${LIST}&sortOn=name_asc`,
      '/rest/orders',
    ]
    cache.forwarded.length = 0
    for (let time = 0; time < 8; time += 1) {
      for (const path of shared) await request(cache.url, path)
      for (const path of holderPaths)
        await request(cache.url, path, authorize(time % 2 === 0 ? anna : bea))
    }
    for (const path of shared)
      expect([path, cache.forwarded.filter((holder) => holder === `GET ${path}`).length]).toEqual([
        path,
        1,
      ])
    for (const path of holderPaths)
      expect([path, cache.forwarded.filter((holder) => holder === `GET ${path}`).length]).toEqual([
        path,
        8,
      ])
  })

  it('show a change and a sold-out gift after at most twenty seconds', async () => {
    const gift = await shop.gift({ points: 3, inStock: 1, name: 'Letzter' })
    await shop.shop.changeEvents.poll()
    const view = await viewOf(anna)
    const detail = `/rest/saleschannelproducts/${gift.sku}?language=nl&view=${view}`
    const viewText = `${CONTENT}&language=nl&sales_channel=1014&of=this`
    const before = await request(cache.url, detail)
    const responseHeaders = await request(cache.url, viewText)
    expect(JSON.parse(before.body)).toMatchObject({
      response: { product_variants: [{ stock_availability: 'true' }] },
    })

    await shop.sql.begin(async (sql) => {
      await sql`update stock set on_hand = 0 where sku = ${gift.sku}`
      await sql`
        insert into content (channel_id, path, kind, key, language, value)
        values ('1014', 'footercomponents', 'text', 'a_change', 'nl', 'Nieuw')`
      await sql`insert into change_event (topic, subject) values ('channel', '1014')`
    })
    await shop.shop.changeEvents.poll()
    cache.clock.advance(9)
    expect((await request(cache.url, detail)).cacheResult).toBe('hit')
    cache.clock.advance(10.5)
    const late = await Promise.all([request(cache.url, detail), request(cache.url, viewText)])
    expect(late.map(({ cacheResult, body }) => [cacheResult, body])).toEqual([
      ['stale', before.body],
      ['stale', responseHeaders.body],
    ])
    await cache.revalidated()
    for (const viewResponse of await Promise.all([
      request(cache.url, detail),
      request(cache.url, viewText),
    ]))
      expect(viewResponse.cacheResult).toBe('hit')
    const [viewResponse, read] = await Promise.all([
      request(cache.url, detail),
      request(cache.url, viewText),
    ])
    expect(JSON.parse(viewResponse.body)).toMatchObject({
      response: { product_variants: [{ stock_availability: 'false' }] },
    })
    expect(read.body).toContain('a_change')

    // A response that was not requested in between is not served stale at all.
    cache.clock.advance(21)
    expect((await request(cache.url, detail)).cacheResult).toBe('renewed')
  })

  it('are not stored under a forwarded host', async () => {
    const headers = { host: 'giftpoint.localhost', 'x-forwarded-host': 'noordzee.localhost' }
    for (const path of [
      '/login?language=nl&of=theirs',
      '/rest/site?of=theirs',
      `${CONTENT}&of=theirs`,
    ]) {
      const forwardedHost = await request(cache.url, path, headers)
      const realHost = await request(cache.url, path, { host: 'giftpoint.localhost' })
      expect(realHost.body).toBe(
        (await request(shop.url, path, { host: 'giftpoint.localhost' })).body,
      )
      expect(realHost.body).not.toBe(forwardedHost.body)
    }
  })
})

describe('a view in place of a token', () => {
  it('is returned at login, and is the same for all holders with equal channel and points', async () => {
    const { headers } = await request(shop.url, '/rest/shopping_cart_get', authorize(anna))
    const response = await shop.request('/rest/giftcardcodelogin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ encrypted_code: shop.shop.voucherKeys.wireHash(bea.code) }),
    })
    expect(response.headers.get('x-shared-view')).toBe(headers['x-shared-view'])
    expect(headers['cache-control']).toBe('no-store')
  })

  it('returns the same bytes as a request with a token, at first and from the cache', async () => {
    for (const holder of [cas, dora]) {
      const view = await viewOf(holder)
      const queries = [
        '',
        '&payExtra=true',
        '&pointsTo=90&sortOn=name_desc',
        '&onlySustainable=true',
      ]
      for (const query of [...queries, ...queries]) {
        const path = `${LIST}&language=de${query}`
        const holderPaths = await request(shop.url, path, authorize(holder))
        const viewResponse = await request(shop.url, `${path}&view=${view}`)
        expect([path, viewResponse.status, viewResponse.headers.etag]).toEqual([
          path,
          200,
          holderPaths.headers.etag,
        ])
        expect(viewResponse.body).toBe(holderPaths.body)
        expect(viewResponse.headers['cache-control']).toContain('s-maxage')
        expect(holderPaths.headers['cache-control']).toBe('private, no-cache')
      }
    }
  })

  it('decides channel and points of the response, and does not allow searches', async () => {
    const [fewPoints, manyPoints, otherChannel] = await Promise.all([cas, anna, dora].map(viewOf))
    const pointsBy = async (view: string | undefined, more = '') => {
      const { body } = await request(
        shop.url,
        `${LIST}&pointsTo=90&view=${view}${more}`,
        authorize(dora),
      )
      const { maximum_points } = JSON.parse(body) as { maximum_points: number }
      return maximum_points
    }
    expect(await Promise.all([fewPoints, manyPoints].map((view) => pointsBy(view)))).toEqual([
      10, 24,
    ])
    expect(await pointsBy(fewPoints)).toBe(10)
    const sku = await skuIn(cas)
    const path = `/rest/saleschannelproducts/${sku}?view=`
    expect((await request(shop.url, path + fewPoints)).status).toBe(200)
    expect(
      (await request(shop.url, path + fewPoints, { 'accept-encoding': 'br' })).headers,
    ).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=10, stale-while-revalidate=10',
      vary: 'accept-encoding',
    })
    const missing = await request(
      shop.url,
      `/rest/saleschannelproducts/none-such?view=${otherChannel}`,
    )
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
    const wrong = await request(shop.url, `${LIST}&pointsFrom=x&view=${fewPoints}`)
    expect([wrong.status, wrong.headers['cache-control']]).toEqual([400, 'no-store'])
    expect((await request(shop.url, `${LIST}&search=mok&view=${fewPoints}`)).status).toBe(401)
    expect(
      (await request(shop.url, `${LIST}&view=${fewPoints}&wt=${cas.token}`)).headers,
    ).toMatchObject({
      'cache-control': 'private, no-cache',
    })
  })

  it('is refused if it is forged or expired', async () => {
    const view = await viewOf(cas)
    const [channel, , day, sign] = view.split('.')
    const status = async (viewText: string) =>
      (await request(shop.url, `${LIST}&view=${viewText}`)).status
    expect(await status(view)).toBe(200)
    for (const forged of [
      `${channel}.90.${day}.${sign}`,
      `2001.6.${day}.${sign}`,
      `${channel}.6.${Number(day) + 1}.${sign}`,
      view.slice(0, -1),
      // Of the last letter only the first two bits are read.
      `${view.slice(0, -1)}${view.endsWith('A') ? 'Q' : 'A'}`,
      '',
    ])
      expect([forged, await status(forged)]).toEqual([forged, 401])
    shop.clock.advance(48 * 3600_000)
    expect(await status(view)).toBe(401)
    shop.clock.advance(-48 * 3600_000)
  })

  it('is not returned if public caching is off', async () => {
    const alone = await testShop({
      database: shop.database,
      environment: { PUBLIC_CACHE_SECONDS: '0' },
      storefront: pagesWithoutFiles,
    })
    const cart = await request(alone.url, '/rest/shopping_cart_get', authorize(anna))
    expect(cart.status).toBe(200)
    expect(cart.headers['x-shared-view']).toBeUndefined()
    for (const path of ['/login', '/rest/site', CONTENT])
      expect((await request(alone.url, path)).headers['cache-control']).toBe('public, no-cache')
    await alone.stop()
  })
})
