import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { COMPONENTS } from '#domain/content/components.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { allLanguages } from '#domain/language.ts'
import { loadHistory, reserveNumbers } from '#tools/demo-history/load-history.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { addDemoStaff } from '#server/modules/staff/accounts/create-demo-staff.ts'
import { addDemoEmployer } from '#server/modules/employers/create-demo-employer.ts'
import { addDemoSuppliers } from '#server/modules/fulfilment/suppliers/create-demo-suppliers.ts'
import { checkBooks } from '#tools/check/check.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { dayAt, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { foreignChannels } from '#server/testing/demo/foreign-channels.ts'
import { officePages } from '#server/testing/demo/office-pages.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { DEFAULT_PEPPER, DEFAULT_SALT } from '#server/platform/config/config.ts'

const WORLD = path.join(projectRoot, 'demo/world')
const MB = 1_000_000

/** Money that a bank sent back or took: also an order that was cancelled and whose refund failed. */
const WAIT_FOR_COLLEAGUES = ['charged-back', 'refund-failed', 'cancelled-not-returned']

/** On purpose, so that the demo shows pages with the placeholder for a missing photo. */
const WITHOUT_PICTURE = ['linen-apron', 'rain-poncho', 'wool-socks']

/** The shop a newcomer meets: loaded by the same import that a real channel uses, and walked through. */
let database: TestDatabase
let shop: TestShop
beforeAll(async () => {
  database = await testDatabase()
  const keys = voucherKeys(DEFAULT_SALT, DEFAULT_PEPPER)
  const { problems, warnings } = await importFolder({
    sql: database.sql,
    folder: WORLD,
    createVoucher: (sql, voucher) => createVoucher(sql, keys, voucher),
  })
  expect(problems).toEqual([])
  expect(warnings).toEqual([])
  await database.sql.begin(async (sql) => {
    await addDemoStaff(sql)
    await addDemoEmployer(sql)
    await addDemoSuppliers(sql)
    // As in a first start: what follows gets later numbers.
    await reserveNumbers(sql)
  })
  shop = await testShop({ database })
}, 120_000)
afterAll(async () => {
  await shop?.stop()
  await database.drop()
})

const rows = <Row>(answer: PromiseLike<readonly Row[]>) => answer.then((found) => [...found])

describe('the gifts of the demo world', () => {
  it('are 240 or more, of 24 brands, under 40 tags in 9 groups', async () => {
    const [counts] = await shop.sql`
      select (select count(*)::integer from product) >= 240 as gifts,
        (select count(*)::integer from brand) as brands,
        (select count(*)::integer from tag) as tags,
        (select count(*)::integer from tag_group) as groups`
    expect(counts).toEqual({ gifts: true, brands: 24, tags: 40, groups: 9 })
  })

  it('have a unique name and description in four languages', async () => {
    const wrong = await rows(shop.sql`
      select product.id from product
      left join product_text text on text.product_id = product.id and text.channel_id = '2'
      group by product.id
      having count(distinct text.name) filter (where trim(text.name) <> '') < 4
        or count(distinct text.description) filter (where trim(text.description) <> '') < 4
        or count(distinct text.details) filter (where trim(text.details) <> '') < 4`)
    expect(wrong).toEqual([])
  })

  it('have an image, except a few that show the placeholder', async () => {
    const bare = await rows(shop.sql<{ id: string }[]>`
      select id from product where pictures = '{}' order by id`)
    expect(bare.map(({ id }) => id)).toEqual(WITHOUT_PICTURE)
    const galleries = await rows(shop.sql<{ size: number }[]>`
      select distinct cardinality(pictures) as size from product`)
    expect(galleries.map(({ size }) => size)).toEqual(expect.arrayContaining([0, 1, 2, 6]))
  })

  it('are found by every variant and every cross-sell', async () => {
    const holder = await shop.holder({ points: 40 })
    const offered = await rows(shop.sql<{ sku: string }[]>`
      select sku from offer where channel_id = '1014' and active order by sku`)
    const wrong: string[] = []
    for (const { sku } of offered) {
      const answer = await holder.call('product', { scpId: sku, language: 'de' })
      if (refused(answer)) wrong.push(sku)
      else {
        const { product_variants: variants, dim } = answer.response
        if (dim.length > 0 && !variants.some(({ scp }) => scp === sku)) wrong.push(`${sku} alone`)
        for (const { scp } of variants) {
          if (!offered.some((other) => other.sku === scp)) wrong.push(`${sku} to ${scp}`)
        }
      }
    }
    expect(wrong).toEqual([])
    const stray = await rows(shop.sql`
      select cross_sell.product_id from cross_sell
      where not exists (
        select from offer join article using (sku)
        where article.product_id = cross_sell.other_id and offer.channel_id = '1014')`)
    expect(stray).toEqual([])
  })

  it('are in every tag, brand and category of every channel', async () => {
    const empty = await rows(shop.sql`
      select 'tag ' || tag.id as what from tag
      where not exists (
        select from product_tag join article using (product_id) join offer using (sku)
        where product_tag.tag_id = tag.id and offer.channel_id = '1014')
      union all
      select 'brand ' || brand.id from brand
      where not exists (
        select from product join article on article.product_id = product.id join offer using (sku)
        where product.brand_id = brand.id and offer.channel_id = '1014')`)
    expect(empty).toEqual([])
    for (const channel of ['1014', '2001', '2002']) {
      const holder = await shop.holder({ channel, points: 40 })
      const { response } = await holder.done('navigation', { language: 'en' })
      const tiles = [
        ...response.homeCategories.map(({ code, tagId }) => ({ code, tags: tagId })),
        ...response.homeBrands.map(({ brandId, tagIds }) => ({ code: brandId, tags: tagIds })),
        ...response.navItems.map(({ id, producttags }) => ({
          code: id,
          tags: producttags.map((tag) => tag.id),
        })),
      ]
      for (const { code, tags } of tiles) {
        const list = await holder.done('products', { tagId: tags })
        expect(list.pagination.total, `${channel} ${code}`).toBeGreaterThan(0)
      }
    }
  })

  it('cost every whole number of points from 1 to 24 on 1014', async () => {
    const prices = await rows(shop.sql<{ points: number }[]>`
      select distinct points from offer where channel_id = '1014' and points between 1 and 24 order by 1`)
    expect(prices.map(({ points }) => points)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
  })

  it('come in every delivery condition, every stock status, with one and with two dimensions', async () => {
    const conditions = await rows(shop.sql`
      select distinct delivery_condition as kind from product order by 1`)
    expect(conditions.map((row) => row['kind'])).toEqual(['digital', 'dropship', 'monta'])
    const [kinds] = await shop.sql`
      select exists (select from stock where on_hand = 0) as sold_out,
        exists (select from stock where on_hand between 1 and 5) as few,
        exists (select from stock where on_hand > 20) as many,
        exists (select from article where value_0 <> '' and value_1 = '') as one,
        exists (select from article where value_1 <> '') as two,
        exists (select from product where sustainable) as sustainable`
    expect(Object.values(kinds ?? {})).toEqual([true, true, true, true, true, true])
  })
})

describe('the texts of the demo world', () => {
  it('fill all 22 components in four languages, without fallbacks', async () => {
    for (const channel of ['1014', '2001', '2002']) {
      const holder = await shop.holder({ channel })
      for (const language of allLanguages) {
        for (const component of COMPONENTS) {
          const { response } = await holder.done('component', { path: component, language })
          const fields = response.blocks.flatMap((block) => [
            ...block.custom_fields,
            ...(block.items ?? []).flatMap((item) => item.custom_fields),
          ])
          expect(fields.length, `${component} in ${language}`).toBeGreaterThan(0)
          const borrowed = fields.filter(({ lang, key }) => lang && key !== 'default_language')
          expect(
            borrowed.map(({ key }) => key),
            `${channel} ${component} in ${language}`,
          ).toEqual([])
        }
      }
    }
  })

  it('include every message key of the specification', async () => {
    const keys: Record<string, string[]> = {
      logoncomponents: [
        'generalVoucherError',
        'voucherExpired',
        'voucherBlocked',
        'voucherUsed',
        'voucherNotYetValid',
        'tooManyAttempts',
        'voucherHelp',
      ],
      basketcomponents: [
        'messageUseAllPoints',
        'messagePointsLimitExceeded',
        'messageSoldOut',
        'messageNotEnoughStock',
        'messageNoLongerOffered',
        'messagePointsChanged',
        'messageCartEmpty',
      ],
      checkoutstepscomponents: [1, 2, 3, 4, 5].map((step) => `checkout_step_${step}`),
      personaldatacomponents: ['addressInvalid', 'required', 'invalidEmail'],
      deliverydatacomponents: ['consentErrorMessage', 'submitButton'],
      productlistpagecomponents: ['no_products'],
      homepagecomponents: [
        'salutation_good_night',
        'salutation_good_morning',
        'salutation_good_afternoon',
        'salutation_good_evening',
      ],
    }
    for (const language of allLanguages) {
      for (const [component, wanted] of Object.entries(keys)) {
        const answer = await shop.call('component', { path: component, language })
        if (refused(answer)) throw new Error(component)
        const found = answer.response.blocks.flatMap((block) =>
          block.custom_fields.filter((field) => field.value_string !== '').map(({ key }) => key),
        )
        expect(
          wanted.filter((key) => !found.includes(key)),
          `${component} in ${language}`,
        ).toEqual([])
      }
    }
  })
})

it('a group of tags has the name of the menu item that contains all of them (C)', () => {
  type Texts = Record<string, string>
  type Tag = string | { tag: string }
  type Groups = Record<string, { texts: Texts; tags: object }>
  const read = (file: string): unknown => parse(readFileSync(path.join(WORLD, '2', file), 'utf8'))
  const { menu } = read('navigation.yaml') as { menu: { texts: Texts; tags: Tag[] }[] }
  const groups = Object.values(read('tags.yaml') as Groups)
  const pairs = groups.flatMap((group) => {
    const holds = ({ tags }: { tags: Tag[] }) => {
      const held = new Set(tags.map((tag) => (typeof tag === 'string' ? tag : tag.tag)))
      return Object.keys(group.tags).every((tag) => held.has(tag))
    }
    const item = menu.find(holds)
    return item ? [{ group: group.texts, menu: item.texts }] : []
  })
  expect(pairs.length).toBeGreaterThan(5)
  for (const { group, menu: called } of pairs) expect(group).toEqual(called)
})

describe('the vouchers of the demo world', () => {
  it.each([
    ['giftshop1', '1014', 20],
    ['giftshop2', '1014', 3],
    ['giftshop3', '2001', 12],
    ['giftshop4', '2002', 10],
    ['giftshop9', '1014', 0],
  ])('%s opens %s with %i points', async (code, channel, points) => {
    const { logIn } = await shop.logIn(code)
    expect(logIn.sales_channel).toBe(channel)
    expect(logIn.shoppingcart.available_points).toBe(points)
  })

  it('giftshop7 has spent its points, on one order', async () => {
    const holder = await shop.logIn('giftshop7')
    expect(holder.logIn.shoppingcart.available_points).toBe(0)
    expect((await holder.done('orders', {})).response).toHaveLength(1)
    expect(holder.logIn.latest_order_number).not.toBeNull()
  })

  it.each([
    ['giftshop5', 'voucherExpired'],
    ['giftshop6', 'voucherBlocked'],
    ['giftshop8', 'voucherNotYetValid'],
  ])('%s is turned away: %s', async (code, Message) => {
    const encrypted_code = shop.shop.voucherKeys.wireHash(code)
    expect(await shop.call('logIn', { encrypted_code })).toMatchObject({ error: { Message } })
  })
})

it('is at most 40 MB, with a film of less than 1.5 MB', () => {
  const files = readdirSync(WORLD, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const pictures = files.filter((file) => /\.(webp|svg)$/.test(file))
  const weight = pictures.reduce((sum, file) => sum + statSync(file).size, 0)
  expect(weight).toBeLessThan(40 * MB)
  const film = files.find((file) => file.endsWith('welcome.webm'))
  expect(film && statSync(film).size).toBeLessThan(1.5 * MB)
})

it('has 14 months of history that add up, in every state that the back office shows, with stock levels and demo vouchers unchanged (PRODUCT-21, DESK-40)', async () => {
  const { sql } = shop
  const stockLevels = () => rows(sql`select sku, on_hand, reserved from stock order by sku`)
  const known = () =>
    rows(sql`
      select last3, available, spent, (select array_agg(number) from orders where voucher_id = voucher.id) as orders
      from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id
      where is_demo order by voucher.id`)
  const [before, demo] = [await stockLevels(), await known()]
  // Every dropship gift has a supplier that can answer requests.
  expect(
    await rows(sql`
      select distinct brand.id from article join product on product.id = product_id join brand on brand.id = brand_id
      where delivery_condition = 'dropship' and supplier_id is null`),
  ).toEqual([])
  const now = Date.now()
  const config = { ...shop.config, PUBLIC_URL: 'https://gifts.example' }
  await loadHistory({ owner: sql, config, now })

  // Links and pictures of its mails are those of this shop.
  expect(
    await rows(sql`
      select distinct (regexp_matches(html, '(?:href|src)="(https?://[^/"]+)', 'g'))[1] as origin
      from sandbox_mail`),
  ).toEqual([{ origin: 'https://gifts.example' }])
  expect(await stockLevels()).toEqual(before)
  expect(await known()).toEqual(demo)
  // What the checks find are the cases that a colleague has to settle: each is a task.
  const { findings } = await checkBooks(sql, { all: true })
  expect(findings.filter(({ code }) => !WAIT_FOR_COLLEAGUES.includes(code))).toEqual([])
  const [world] = await sql`
    select (select count(*)::integer from orders) >= 2900 as orders,
      (select count(*)::integer from campaign) >= 40 as campaigns,
      (select count(distinct employer_id)::integer from campaign) as employers,
      (select count(distinct channel_id)::integer from orders) as channels,
      (select min(placed_at) < now() - interval '13 months' from orders) as long_ago,
      (select max(placed_at) between now() - interval '36 hours' and now() from orders) as newest,
      (select array_agg(distinct state order by state) from orders) as states,
      (select array_agg(distinct state order by state) from parcel) as parcels,
      (select count(*) > 20 from withdrawal) as withdrawals,
      (select count(*) > 10 from credit) as credits,
      (select count(*) > 0 from refund where state = 'failed') as failed_refunds,
      (select count(*) > 100 from payment where state = 'paid') as cards,
      (select array_agg(distinct state order by state) from service_request) as threads,
      (select array_agg(distinct state order by state) from release) as releases,
      (select count(*) > 3 from purchase_order_line line join purchase_order using (number)
        where state = 'open' and made_at < now() - interval '14 days') as late_suppliers,
      (select array_agg(distinct kind order by kind) from task where closed_at is null) as cases,
      (select max(at) < now() from ledger) and (select max(created_at) < now() from mail)
        and (select max(changed_at) < now() from cart) and (select max(last_at) < now() from task) as is_past`
  expect(world).toEqual({
    orders: true,
    campaigns: true,
    employers: 4,
    channels: 3,
    long_ago: true,
    newest: true,
    states: ['cancelled', 'delivered', 'placed', 'released', 'shipped'],
    parcels: ['delivered', 'lost', 'refused', 'sent'],
    withdrawals: true,
    credits: true,
    failed_refunds: true,
    cards: true,
    threads: ['answered', 'closed', 'open'],
    releases: ['draft', 'scheduled'],
    late_suppliers: true,
    cases: ['charged-back', 'refund-failed', 'supplier-silent', 'withdrawal-waits'],
    is_past: true,
  })
  const months = await rows(sql<{ month: string; orders: number }[]>`
    select to_char(placed_at, 'MM') as month, count(*)::integer as orders from orders
    where placed_at > now() - interval '12 months' group by 1 order by 2 desc`)
  expect(months[0]?.month).toBe('12')
  const today = new Date(startOfDay(dayAt(now, DEFAULT_ZONE), DEFAULT_ZONE))
  const [fresh] = await sql`
    select count(*) filter (where placed_at >= ${today})::integer as today,
      count(*) filter (where placed_at > now() - interval '30 days')::integer as lately,
      count(*) filter (where placed_at between now() - interval '60 days' and now() - interval '30 days')::integer as before
    from orders`
  expect(fresh?.['today']).toBeGreaterThan(2)
  expect(fresh?.['lately']).toBeGreaterThan(fresh?.['before'])
  const dayTimes = await rows(sql`
    select distinct extract(hour from placed_at at time zone 'Europe/Amsterdam')::integer as hour
    from orders join voucher on voucher.id = voucher_id
    where not is_demo and extract(hour from placed_at at time zone 'Europe/Amsterdam') < 6 and placed_at < ${today}`)
  expect(dayTimes).toEqual([])
  // Stock of gifts that sell ends soon.
  const [soon] = await sql`
    select count(*)::integer as gifts from stock join (
      select sku, -sum(quantity) as sold from stock_movement
      where reason = 'order' and at > now() - interval '28 days' group by sku) sales using (sku)
    where on_hand > 0 and on_hand * 28 <= sold * 14`
  expect(soon?.['gifts']).toBeGreaterThan(3)
  // The employer portal shows numbers of each employer, and no group so small that it reveals a person.
  const figures = await rows(sql`
    select employer_id, bool_or(came >= 5) as came, min(people) >= 10 as large
    from employer_statistic group by employer_id`)
  expect(figures).toHaveLength(4)
  expect(figures.filter(({ came, large }) => !came || !large)).toEqual([])
}, 240_000)

it('has typical data on each page of the back office (PRODUCT-21)', async () => {
  const owner = await staffClient(shop, 'owner')
  await owner.signIn()
  const found = await officePages(owner)
  expect(found).toMatchObject({
    imported: true,
    toRepair: true,
    webhooks: ['on well', 'on well'],
    retried: true,
    undone: true,
    differences: [],
    simulations: [true],
    overdueReturns: 1,
    neverSignedIn: [],
    incompleteEmployers: [],
  })
  expect(new Set(found.waiting)).toEqual(new Set(['points.grant', 'personal-data.erase']))
  expect(found.decided).toEqual(expect.arrayContaining(['approved', 'refused', null]))
  expect(found.codes).toEqual(expect.arrayContaining(['out', 'fine']))
  expect(found.codes.some((state) => state === 'low' || state === 'at-risk')).toBe(true)
  expect(found.deliveries).toContain('delivered')
  expect(found.tokens).toHaveLength(2)
  expect(found.tokens[0]).toBeLessThan(14)
  expect(found.changes).toEqual(expect.arrayContaining(['bulk', 'undo', 'import']))
  expect(found.payouts).toBeGreaterThan(20)
  expect(found.retention).toEqual(expect.arrayContaining(['channel looked', 'person done']))
  expect(found.jobs).toEqual(
    expect.arrayContaining(['import-take done', 'audit-export done', 'simulation done']),
  )
  expect(found.views).toBeGreaterThan(4)
  expect(found.replies).toBeGreaterThan(3)
  expect(found.dueReturns).toBeGreaterThan(1)
  const nameless = shop.sql`
    select id from voucher_batch batch where note = ''
      and exists (select from voucher where batch_id = batch.id and (is_demo or batch.campaign_id is not null))`
  expect(await rows(nameless)).toEqual([])
}, 60_000)

describe('the names of the demo world', () => {
  it('are names of campaigns, in the language of their channel (PRODUCT-21)', async () => {
    const names = await rows(shop.sql<{ channel: string; name: string }[]>`
      select channel_id as channel, name from campaign order by id`)
    const year = new Date().getFullYear()
    const of = (channel: string) =>
      names.filter((one) => one.channel === channel).map(({ name }) => name)
    expect(of('1014')).toContain('Jubileum 25 jaar')
    expect(
      of('1014').some((name) => name === `Kerst ${year}` || name === `Kerst ${year - 1}`),
    ).toBe(true)
    expect(of('2002').some((name) => /^Sommerfest \d{4}$/.test(name))).toBe(true)
    expect(names.filter(({ name }) => /[{}]/.test(name))).toEqual([])
  })
})

it('answers no staff call with rows of another channel (DESK-3)', async () => {
  const { seen, foreign, needsMore } = await foreignChannels(shop, '2002')
  expect(foreign).toEqual([])
  // A new call that needs other input is tested by its module.
  expect(needsMore).toEqual(
    new Set([
      'compareVersions',
      'launchIssueCounts',
      'previewChannelChanges',
      'importTemplate',
      'activations',
    ]),
  )
  expect(seen.size).toBeGreaterThan(15)
}, 240_000)
