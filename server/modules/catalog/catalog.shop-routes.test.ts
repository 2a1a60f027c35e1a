import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import type { InputOf } from '#contract/shared/endpoint.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'
import { withinASecond } from '#server/testing/within-seconds.ts'

let shop: TestShop
let holder: TestHolder
beforeAll(async () => {
  shop = await testShop()
  holder = await shop.logIn('giftshop1')
})
afterAll(() => shop.stop())

type Ask = InputOf<Endpoints['products']>

async function everyPage(holder: TestHolder, ask: Ask = {}) {
  const cards: ProductCard[] = []
  for (let page = 1; ; page += 1) {
    const { response, pagination } = await holder.done('products', { ...ask, page: String(page) })
    cards.push(...response)
    if (page >= pagination.total_pages) return { cards, pagination }
  }
}

describe('the product list', () => {
  it('has pages of 24 without gaps or repetitions (WIRE-4)', async () => {
    const { cards, pagination } = await everyPage(holder)
    expect(pagination.page_size).toBe(24)
    expect(cards).toHaveLength(pagination.total)
    expect(new Set(cards.map((card) => card.SCP)).size).toBe(cards.length)
  })

  it.each([
    'sales_price_for_the_multitude_asc',
    'sales_price_for_the_multitude_desc',
    'name_asc',
    'name_desc',
  ] as const)('really sorts by %s, ties by SCP (LIST-3)', async (sortOn) => {
    const { cards } = await everyPage(holder, { sortOn })
    const down = sortOn.endsWith('desc')
    const collator = new Intl.Collator('nl', { numeric: true })
    for (const [index, card] of cards.entries()) {
      const next = cards[index + 1]
      if (!next) continue
      const order = sortOn.startsWith('name')
        ? collator.compare(card.name, next.name)
        : card.points - next.points
      expect(down ? -order : order).toBeLessThanOrEqual(0)
      if (order === 0 && card.points === next.points) expect(card.SCP < next.SCP).toBe(true)
    }
  })

  it('contains nothing above the maximum, whatever pointsTo says (LIST-8, LIST-9)', async () => {
    for (const [code, maximum] of [
      ['giftshop1', 24],
      ['giftshop2', 5],
      ['giftshop3', 12],
      ['giftshop9', 2],
    ] as const) {
      const holder = await shop.logIn(code)
      const { cards } = await everyPage(holder, { pointsTo: '9999' })
      expect(Math.max(0, ...cards.map((card) => card.points))).toBeLessThanOrEqual(maximum)
      const { maximum_points } = await holder.done('products', {})
      expect(maximum_points).toBe(maximum)
    }
  })

  it('offers other brands beside a chosen one, and keeps the chosen one selectable (LIST-2, LIST-6)', async () => {
    const names = async (ask: object) => {
      const { brands } = await holder.done('products', ask)
      return brands.map(({ brand_id, is_selected }) => `${brand_id}${is_selected ? ' x' : ''}`)
    }
    const table = await names({ tagId: ['table'] })
    expect(table).toEqual(expect.arrayContaining(['linnenhuis', 'zonnekeramiek']))
    expect(table).not.toContain('kleinberg')
    expect(await names({ tagId: ['table'], brand: ['linnenhuis'] })).toEqual(
      table.map((brand) => (brand === 'linnenhuis' ? 'linnenhuis x' : brand)),
    )
    expect(await names({ tagId: ['table'], brand: ['kleinberg'] })).toEqual(
      [...table, 'kleinberg x'].toSorted(),
    )
    expect(await names({ brandId: ['kleinberg'] })).toEqual(['kleinberg x'])
  })

  it('combines filters of different kinds with and, and several tags with or (WIRE-4)', async () => {
    const { cards: all } = await everyPage(holder)
    const [first] = all
    const brand = first?.brand_id ?? ''
    const { cards } = await everyPage(holder, { brand: [brand], pointsFrom: '2', pointsTo: '10' })
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.map((card) => card.SCP).sort()).toEqual(
      all
        .filter((card) => card.brand_id === brand && card.points >= 2 && card.points <= 10)
        .map((card) => card.SCP)
        .sort(),
    )
    const tags = [
      ...new Set(all.flatMap((card) => card.breadcrumb.map((crumb) => crumb.product_tag_id))),
    ]
    const one = await everyPage(holder, { tagId: [tags[0] ?? ''] })
    const two = await everyPage(holder, { tagId: [tags[0] ?? '', tags[1] ?? ''] })
    expect(two.cards.length).toBeGreaterThanOrEqual(one.cards.length)
    const sustainable = await everyPage(holder, { onlySustainable: 'true' })
    expect(sustainable.cards.every((card) => card.isSustainable)).toBe(true)
    expect(sustainable.cards.length).toBeLessThan(all.length)
  })

  it('filters by colours, and shows each gift in the first of them that is affordable (WIRE-4)', async () => {
    const { colours } = await holder.done('products', {})
    expect(colours.map(({ colour_id }) => colour_id)).toEqual(
      expect.arrayContaining(['sea', 'moss']),
    )
    const { cards } = await everyPage(holder, { colour: ['sea'] })
    expect(cards.length).toBeGreaterThan(0)
    for (const card of cards) {
      const { response } = await holder.done('product', { scpId: card.SCP })
      expect(response.dim.map(({ value }) => value)).toContain('sea')
      expect(card).toMatchObject({ spli_id: response.spli_id, points: response.points })
      expect(card.media).toBe(response.product_image_gallery[0]?.media_url)
    }
    const both = await everyPage(holder, { colour: ['sea', 'moss'] })
    expect(both.cards.length).toBeGreaterThanOrEqual(cards.length)
    const { cards: all } = await everyPage(holder)
    const inBoth = all.filter(({ colours: own }) =>
      colours.some(
        ({ colour_id, hexcode }) =>
          ['sea', 'moss'].includes(colour_id) && own.some((one) => one.hexcode === hexcode),
      ),
    )
    expect(both.cards).toHaveLength(inBoth.length)
    const beside = await holder.done('products', { colour: ['sea'], pointsTo: '1' })
    expect(beside.colours.find(({ is_selected }) => is_selected)?.colour_id).toBe('sea')
  })

  it('filters gifts by email, and counts them beforehand (WIRE-4)', async () => {
    const { digital_total, pagination } = await holder.done('products', {})
    const { cards } = await everyPage(holder, { onlyDigital: 'true' })
    expect(cards).toHaveLength(digital_total)
    expect(digital_total).toBeGreaterThan(0)
    expect(digital_total).toBeLessThan(pagination.total)
    for (const { SCP } of cards) {
      const { response } = await holder.done('product', { scpId: SCP })
      expect(response.delivery_condition).toBe('digital')
    }
    const { digital_total: of } = await holder.done('products', { tagId: ['table'] })
    expect((await everyPage(holder, { tagId: ['table'], onlyDigital: 'true' })).cards).toHaveLength(
      of,
    )
  })

  it('ends at the available points when pay extra is ticked (LIST-7)', async () => {
    const { cards } = await everyPage(holder, { payExtra: 'true' })
    expect(Math.max(...cards.map((card) => card.points))).toBeLessThanOrEqual(20)
    const { cards: moved } = await everyPage(holder, { payExtra: 'true', pointsTo: '24' })
    expect(moved.length).toBeGreaterThan(cards.length)
  })

  it('searches name, brand, description and tag, and ignores accents, case and one typing error (WIRE-4)', async () => {
    const gift = await shop.gift({ points: 3, name: 'Crème brûlée-brander Overvecht' })
    const found = async (search: string) =>
      (await everyPage(holder, { search })).cards.map((card) => card.SCP)
    for (const search of ['creme BRULEE', 'Overvecht', 'overvcht', 'brander']) {
      expect(await found(search), search).toContain(gift.sku)
    }
    expect(await found('zzzzqqqq')).toEqual([])
    const { cards } = await everyPage(holder)
    const [card] = cards
    expect(await found(card?.brand_name ?? '')).toContain(card?.SCP)
  })

  it('ranks a match in the name above a match in the description (B1)', async () => {
    const [inName, inText] = [
      await shop.gift({ name: 'Amforavaas uit Wezep' }),
      await shop.gift({ name: 'Tak uit Wezep' }),
    ]
    await shop.sql.begin(async (sql) => {
      await sql`
        update product_text set description = 'Voor in een vaas, een vaas die al een vaas is.'
        where product_id = ${inText.sku}`
      await sql`insert into change_event (topic, subject) values ('channel', '1014')`
    })
    await shop.shop.changeEvents.poll()
    const { cards } = await everyPage(holder, { search: 'vaas Wezep' })
    // Other vases follow.
    expect(cards.slice(0, 2).map(({ SCP }) => SCP)).toEqual([inName.sku, inText.sku])
  })

  it('returns the term it searched for instead, and can search for the exact term (B1)', async () => {
    const gift = await shop.gift({ name: 'Gespikkelde hoornblazer' })
    const ask = async (search: string, more: Ask = {}) => {
      const answer = await holder.done('products', { search, ...more })
      return { found: answer.response.map(({ SCP }) => SCP), said: answer.did_you_mean }
    }
    expect(await ask('hoornblazer')).toEqual({ found: [gift.sku], said: undefined })
    const instead = { used: 'hoornblazer', nearest: [] }
    expect(await ask('hoornblaezr')).toEqual({ found: [gift.sku], said: instead })
    expect(await ask('hoornblazer wijdverbreid')).toEqual({ found: [gift.sku], said: instead })
    const near = { used: null, nearest: ['hoornblazer'] }
    expect(await ask('hoornblaezr', { exactly: 'true' })).toEqual({ found: [], said: near })
    expect(await ask('hoorblaezr')).toEqual({ found: [gift.sku], said: instead })
    expect(await ask('horblaezr')).toEqual({ found: [], said: near })
    expect((await ask('gespikelde', { sortOn: 'name_asc' })).said?.used).toBe('gespikkelde')
  })

  it('finds gifts by search words of editors as soon as they are saved (B1)', async () => {
    const gift = await shop.gift({ name: 'Trommelstok' })
    const found = async (search: string) =>
      (await everyPage(holder, { search })).cards.map((card) => card.SCP)
    expect(await found('roffelhout')).toEqual([])
    await shop.sql.begin(async (sql) => {
      await sql`
        insert into gift_keyword (channel_id, language, kind, position, words)
        values ('1014', 'nl', 'same', 0, '{trommelstok,roffelhout}')`
      await sql`insert into change_event (topic, subject) values ('channel', '1014')`
    })
    await shop.shop.changeEvents.poll()
    expect(await found('roffelhout')).toEqual([gift.sku])
    expect(await found('roffelhouten')).toEqual([gift.sku])
  })

  it('names the error in a query (WIRE-11)', async () => {
    const ask = async (query: string) => {
      const response = await shop.request(`/rest/producttags/products?${query}`, {
        headers: { authorization: `Bearer ${holder.token}` },
      })
      return { status: response.status, body: await response.json() }
    }
    for (const [query, field] of [
      ['page=0', 'page'],
      ['page=x', 'page'],
      ['pointsFrom=1.5', 'pointsFrom'],
      ['sortOn=price', 'sortOn'],
      ['payExtra=maybe', 'payExtra'],
    ]) {
      expect(await ask(query ?? '')).toMatchObject({
        status: 400,
        body: { success: false, error: { code: 'invalid-input', field } },
      })
    }
  })

  it('returns the same bytes with an ETag, and 304 to a client that has them', async () => {
    const headers = { authorization: `Bearer ${holder.token}` }
    const first = await shop.request('/rest/producttags/products?page=1', { headers })
    const etag = first.headers.get('etag') ?? ''
    const again = await shop.request('/rest/producttags/products?page=1', {
      headers: { ...headers, 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    expect(first.headers.get('cache-control')).toContain('private')
  })

  it('contains every gift once on the pages of each filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          pointsFrom: fc.integer({ min: 0, max: 12 }).map(String),
          pointsTo: fc.integer({ min: 1, max: 30 }).map(String),
          onlySustainable: fc.constantFrom('true' as const, 'false' as const),
        }),
        async (ask) => {
          const { cards, pagination } = await everyPage(holder, ask)
          expect(new Set(cards.map((card) => card.SCP)).size).toBe(pagination.total)
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('a gift', () => {
  it('has all its fields in the requested language (WIRE-5)', async () => {
    const { cards } = await everyPage(holder)
    for (const card of cards) {
      const { response } = await holder.done('product', { scpId: card.SCP, language: 'en' })
      expect(response.points).toBe(card.points)
      expect(response.product_variants.map((variant) => variant.scp)).toContain(card.SCP)
      for (const variant of response.product_variants) {
        const other = await holder.done('product', { scpId: variant.scp })
        expect(other.response.spli_id).toBe(variant.spli_id)
      }
    }
  })

  it('returns the fallback language of each text (statement 3)', async () => {
    const gift = await shop.gift({ name: 'Vaas' })
    await shop.sql.begin(async (sql) => {
      await sql`update product_text set description = 'Van klei.' where product_id = ${gift.sku}`
      await sql`
        insert into product_text (product_id, channel_id, language, name, warranty)
        values (${gift.sku}, '2', 'en', 'Vase', 'Two years.')`
      await sql`insert into change_event (topic, subject) values ('channel', '1014'), ('channel', '2')`
    })
    await shop.shop.changeEvents.poll()
    const inEnglish = await holder.done('product', { scpId: gift.sku, language: 'en' })
    expect(inEnglish.response).toMatchObject({ name: 'Vase', description: 'Van klei.' })
    expect(inEnglish.response.lang).toBeUndefined()
    expect(inEnglish.response.langs).toEqual({ description: 'nl' })
    const inGerman = await holder.done('product', { scpId: gift.sku, language: 'de' })
    expect(inGerman.response).toMatchObject({ name: 'Vaas', lang: 'nl', warranty_description: '' })
    expect(inGerman.response.langs).toEqual({ description: 'nl' })
  })

  it('returns 404 on a channel that does not offer it, like a gift that does not exist (WIRE-5, WIRE-11)', async () => {
    const gift = await shop.gift({ channel: '2001' })
    for (const scpId of [gift.sku, 'no-such-thing']) {
      expect(await holder.call('product', { scpId })).toMatchObject({ refused: 'no-such-gift' })
    }
  })
})

describe('stock', () => {
  it('is announced exactly when the visible stock changes, whichever code changed it', async () => {
    const gift = await shop.gift({ inStock: 7 })
    let seen = stockStatus(7).status
    for (const [move, available] of [
      [-1, 6],
      [-1, 5],
      [-4, 1],
      [-1, 0],
      [3, 3],
      [4, 7],
    ] as const) {
      await shop.sql`delete from change_event where topic = 'stock'`
      await shop.sql`insert into stock_movement (sku, quantity, reason) values (${gift.sku}, ${move}, 'count')`
      const told =
        await shop.sql`select 1 from change_event where topic = 'stock' and subject = ${gift.sku}`
      const { status } = stockStatus(available)
      expect(told.length > 0, `${available} left`).toBe(status !== seen)
      seen = status
    }
  })
})

describe('two processes on one database', () => {
  it('see each other’s price, text and stock within a second', async () => {
    const other = await testShop({ database: shop.database, withoutTimers: true })
    const gift = await shop.gift({ points: 4, inStock: 9, name: 'Oude naam' })
    const there = await other.logIn('giftshop1')
    const look = async () => (await there.done('product', { scpId: gift.sku })).response
    expect((await look()).name).toBe('Oude naam')

    await shop.sql.begin(async (sql) => {
      await sql`update offer set points = 6 where spli_id = ${gift.spliId}`
      await sql`update product_text set name = 'Nieuwe naam' where product_id = ${gift.sku}`
      await sql`insert into change_event (topic, subject) values ('channel', '1014')`
    })
    await withinASecond(async () => (await look()).name === 'Nieuwe naam')
    expect(await look()).toMatchObject({ name: 'Nieuwe naam', points: 6 })

    await shop.sql.begin(async (sql) => {
      await sql`insert into stock_movement (sku, quantity, reason) values (${gift.sku}, -9, 'count')`
    })
    await withinASecond(async () => (await look()).stock_status_color === '#FF686C')
    expect((await look()).stock_status_color).toBe('#FF686C')
    await other.stop()
  })
})
