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
  kept.destroy()
  await cache.close()
  await shop.stop()
})

/** A thousand questions need no thousand connections. */
const kept = new http.Agent({ keepAlive: true, maxSockets: 24 })

type Asked = { status: number; headers: http.IncomingHttpHeaders; body: string; how: string }

/** Sets any Host header, which fetch does not allow. */
function ask(
  base: string,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<Asked> {
  return new Promise((done, fail) => {
    const request = http.request(base + path, { method, headers, agent: kept }, (response) => {
      const { statusCode: status = 0, headers: said } = response
      text(response).then(
        (body) => done({ status, headers: said, body, how: String(said['x-cache'] ?? '') }),
        fail,
      )
    })
    request.on('error', fail).end()
  })
}

const as = ({ token }: TestHolder) => ({ authorization: `Bearer ${token}` })
const LIST = '/rest/producttags/products?page=1'
const WORDS = '/rest/hcms/cmsurls?path=footercomponents'

async function viewOf(holder: TestHolder) {
  const { headers } = await ask(shop.url, '/rest/shopping_cart_get', as(holder))
  return String(headers['x-shared-view'])
}

/** Responses for one holder, for all of a channel, and for everyone, in two languages. */
async function everything(holder: TestHolder, sku: string) {
  const view = `view=${await viewOf(holder)}`
  return ['nl', 'de'].flatMap((language) => [
    ...[
      `/rest/shopping_cart_get?language=${language}`,
      `/rest/orders?language=${language}`,
      `/rest/wishlist?language=${language}`,
      `${LIST}&language=${language}`,
      `/rest/saleschannelproducts/${sku}?language=${language}`,
      `${WORDS}&language=${language}`,
      `/rest/hcms/navigation?language=${language}`,
    ].flatMap((path) => [
      { path, headers: as(holder) },
      { path: `${path}&wt=${holder.token}`, headers: {} },
    ]),
    { path: `${LIST}&language=${language}&${view}`, headers: {} },
    { path: `/rest/saleschannelproducts/${sku}?language=${language}&${view}`, headers: {} },
    ...['giftpoint.localhost', 'noordzee.localhost'].flatMap((host) =>
      [
        `${WORDS}&language=${language}`,
        `${WORDS}&language=${language}&sales_channel=${holder.logIn.sales_channel}`,
        `/rest/hcms/components?path=footercomponents&path=headercomponents&language=${language}`,
        `/rest/hcms/companyinfo?language=${language}`,
        '/rest/site',
        `/login?language=${language}`,
      ].flatMap((path) => [
        { path, headers: { host } },
        { path, headers: { host, ...as(holder) } },
      ]),
    ),
  ])
}

const skuIn = async (holder: TestHolder) =>
  (await holder.done('products', {})).response[0]?.SCP ?? ''

describe('through a cache that many share', () => {
  it(
    'nobody is given what is another holder’s, in whatever order they ask (WIRE-1)',
    { timeout: 120_000 },
    async () => {
      await cas.done('changeCart', {
        spli_id: (await cas.done('products', {})).response[0]?.spli_id ?? '',
        quantity: 1,
      })
      const skus = new Map(
        await Promise.all(
          [anna, bea, cas, dora].map(async (one) => [one, await skuIn(one)] as const),
        ),
      )
      const asks = (
        await Promise.all([...skus].map(([holder, sku]) => everything(holder, sku)))
      ).flat()
      const askAt = async (base: string, at: number) => {
        const one = asks[at]
        const { status, body } = await ask(base, one?.path ?? '', one?.headers)
        // The clock of the shop, which a cart states.
        return `${status} ${body.replace(/"now":"[^"]*"/, '')}`
      }
      const rightly = await Promise.all(asks.map((_, at) => askAt(shop.url, at)))
      expect(rightly.filter((told) => !told.startsWith('200 '))).toEqual([])
      const wrongly: string[] = []
      const compare = async (at: number) => {
        if ((await askAt(cache.url, at)) !== rightly[at]) wrongly.push(asks[at]?.path ?? '')
      }
      // All at once, then eight at a time in reverse order: each may meet cached responses of the others.
      await Promise.all(asks.map((_, at) => compare(at)))
      const backwards = [...asks.keys()].toReversed()
      while (backwards.length > 0) await Promise.all(backwards.splice(0, 8).map(compare))
      expect(wrongly).toEqual([])
    },
  )

  it('what all see alike is asked of the shop once, and each holder’s own every time', async () => {
    const view = await viewOf(anna)
    expect(await viewOf(bea)).toBe(view)
    expect(await viewOf(cas)).not.toBe(view)
    const shared = [
      `${LIST}&sortOn=name_asc&view=${view}`,
      `/rest/saleschannelproducts/${await skuIn(anna)}?language=fr&view=${view}`,
      `${WORDS}&language=fr&sales_channel=1014`,
      '/rest/hcms/navigation?language=fr&sales_channel=1014',
      '/rest/site?sales_channel=1014',
      '/login?language=fr',
    ]
    const own = ['/rest/shopping_cart_get?language=fr', `${LIST}&sortOn=name_asc`, '/rest/orders']
    cache.asked.length = 0
    for (let time = 0; time < 8; time += 1) {
      for (const path of shared) await ask(cache.url, path)
      for (const path of own) await ask(cache.url, path, as(time % 2 === 0 ? anna : bea))
    }
    for (const path of shared)
      expect([path, cache.asked.filter((one) => one === `GET ${path}`).length]).toEqual([path, 1])
    for (const path of own)
      expect([path, cache.asked.filter((one) => one === `GET ${path}`).length]).toEqual([path, 8])
  })

  it('a change is seen within twenty seconds, and a gift that is sold out no longer said to be there', async () => {
    const gift = await shop.gift({ points: 3, inStock: 1, name: 'Letzter' })
    await shop.shop.changeEvents.poll()
    const view = await viewOf(anna)
    const detail = `/rest/saleschannelproducts/${gift.sku}?language=nl&view=${view}`
    const words = `${WORDS}&language=nl&sales_channel=1014&of=this`
    const before = await ask(cache.url, detail)
    const said = await ask(cache.url, words)
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
    expect((await ask(cache.url, detail)).how).toBe('hit')
    cache.clock.advance(10.5)
    const late = await Promise.all([ask(cache.url, detail), ask(cache.url, words)])
    expect(late.map(({ how, body }) => [how, body])).toEqual([
      ['stale', before.body],
      ['stale', said.body],
    ])
    await cache.settled()
    for (const seen of await Promise.all([ask(cache.url, detail), ask(cache.url, words)]))
      expect(seen.how).toBe('hit')
    const [seen, read] = await Promise.all([ask(cache.url, detail), ask(cache.url, words)])
    expect(JSON.parse(seen.body)).toMatchObject({
      response: { product_variants: [{ stock_availability: 'false' }] },
    })
    expect(read.body).toContain('a_change')

    // A response that was not requested in between is not served stale at all.
    cache.clock.advance(21)
    expect((await ask(cache.url, detail)).how).toBe('renewed')
  })

  it('caches no page under a host that only the request names', async () => {
    const headers = { host: 'giftpoint.localhost', 'x-forwarded-host': 'noordzee.localhost' }
    for (const path of [
      '/login?language=nl&of=theirs',
      '/rest/site?of=theirs',
      `${WORDS}&of=theirs`,
    ]) {
      const theirs = await ask(cache.url, path, headers)
      const ours = await ask(cache.url, path, { host: 'giftpoint.localhost' })
      expect(ours.body).toBe((await ask(shop.url, path, { host: 'giftpoint.localhost' })).body)
      expect(ours.body).not.toBe(theirs.body)
    }
  })
})

describe('a view', () => {
  it('is returned at login, and is the same for all holders of one audience', async () => {
    const { headers } = await ask(shop.url, '/rest/shopping_cart_get', as(anna))
    const response = await shop.request('/rest/giftcardcodelogin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ encrypted_code: shop.shop.voucherKeys.wireHash(bea.code) }),
    })
    expect(response.headers.get('x-shared-view')).toBe(headers['x-shared-view'])
    expect(headers['cache-control']).toBe('no-store')
  })

  it('returns the same bytes as a request with a token, the first time and again', async () => {
    for (const holder of [cas, dora]) {
      const view = await viewOf(holder)
      const questions = [
        '',
        '&payExtra=true',
        '&pointsTo=90&sortOn=name_desc',
        '&onlySustainable=true',
      ]
      for (const question of [...questions, ...questions]) {
        const path = `${LIST}&language=de${question}`
        const own = await ask(shop.url, path, as(holder))
        const seen = await ask(shop.url, `${path}&view=${view}`)
        expect([path, seen.status, seen.headers.etag]).toEqual([path, 200, own.headers.etag])
        expect(seen.body).toBe(own.body)
        expect(seen.headers['cache-control']).toContain('s-maxage')
        expect(own.headers['cache-control']).toBe('private, no-cache')
      }
    }
  })

  it('shows what its points reach and its channel sells, no matter who asks, and searches for nobody', async () => {
    const [few, many, other] = await Promise.all([cas, anna, dora].map(viewOf))
    const pointsBy = async (view: string | undefined, more = '') => {
      const { body } = await ask(shop.url, `${LIST}&pointsTo=90&view=${view}${more}`, as(dora))
      const { maximum_points } = JSON.parse(body) as { maximum_points: number }
      return maximum_points
    }
    expect(await Promise.all([few, many].map((view) => pointsBy(view)))).toEqual([10, 24])
    expect(await pointsBy(few)).toBe(10)
    const sku = await skuIn(cas)
    const path = `/rest/saleschannelproducts/${sku}?view=`
    expect((await ask(shop.url, path + few)).status).toBe(200)
    expect((await ask(shop.url, path + few, { 'accept-encoding': 'br' })).headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=10, stale-while-revalidate=10',
      vary: 'accept-encoding',
    })
    const missing = await ask(shop.url, `/rest/saleschannelproducts/none-such?view=${other}`)
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
    const wrong = await ask(shop.url, `${LIST}&pointsFrom=x&view=${few}`)
    expect([wrong.status, wrong.headers['cache-control']]).toEqual([400, 'no-store'])
    expect((await ask(shop.url, `${LIST}&search=mok&view=${few}`)).status).toBe(401)
    expect((await ask(shop.url, `${LIST}&view=${few}&wt=${cas.token}`)).headers).toMatchObject({
      'cache-control': 'private, no-cache',
    })
  })

  it('that nobody was given opens nothing, and an old one no longer', async () => {
    const view = await viewOf(cas)
    const [channel, , day, sign] = view.split('.')
    const status = async (words: string) => (await ask(shop.url, `${LIST}&view=${words}`)).status
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

  it('is spoken of nowhere where nothing is to be shared', async () => {
    const alone = await testShop({
      database: shop.database,
      environment: { PUBLIC_CACHE_SECONDS: '0' },
      storefront: pagesWithoutFiles,
    })
    const cart = await ask(alone.url, '/rest/shopping_cart_get', as(anna))
    expect(cart.status).toBe(200)
    expect(cart.headers['x-shared-view']).toBeUndefined()
    for (const path of ['/login', '/rest/site', WORDS])
      expect((await ask(alone.url, path)).headers['cache-control']).toBe('public, no-cache')
    await alone.stop()
  })
})
