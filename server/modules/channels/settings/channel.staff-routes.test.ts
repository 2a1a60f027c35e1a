import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Finding } from '#contract/channels/launch-check.staff.ts'
import { refuseTakenHost } from '#server/modules/channels/settings/channel-settings.staff-routes.ts'
import {
  readEmptyCategories,
  readGiftChoice,
} from '#server/modules/channels/launch/launch-check.sql.ts'
import {
  headerText,
  type ReleaseClient,
  releaseClient,
  shownText,
} from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const MANY = 300

let shop: TestShop
let owner: ReleaseClient
let editor: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  owner = await releaseClient(shop)
  await shop.sql`
    insert into channel (id, name, theme_options, company, voucher_vat, voucher_vat_by, voucher_vat_at, voucher_vat_adviser)
    select 8000 + n, case n when 7 then '=Seven' else 'Channel ' || n end, '[{"reference": "heading", "value": "#111111"}]',
      company, 'multi', ${owner.guest.staffId}, now(), 'Adviser'
    from generate_series(1, ${MANY}) n, channel where id = '1014'`
  await shop.sql`insert into channel_host (host, channel_id) select 'shop-' || id || '.example', id from channel where id like '8%' and length(id) = 4`
  await shop.sql`
    insert into offer (channel_id, sku, points, position, active)
    select '8' || lpad(n::text, 3, '0'), sku, points, position, active from offer, generate_series(1, ${MANY}) n where channel_id = '1014'`
  editor = await releaseClient(shop, 'editor', ['1014', '8001'])
})
afterAll(() => shop.stop())

type Row = {
  id: string
  name: string
  state: string
  hosts: string[]
  languages: string[]
  undo_minutes: number
}
type List = { items: Row[]; next: string | null; total: { count: number; exact: boolean } }
type Page = {
  version: number
  state: string
  settings: Record<string, unknown>
  fields: { field: string; version: number; value: unknown }[]
  voucher_vat: { kind: string; adviser: string; by: { name: string } } | null
}
const list = async (query: string, by = owner) =>
  (await by.request<List>('GET', `/channels?${query}`)).body
const pageOf = async (id: string, by = owner) =>
  (await by.request<Page>('GET', `/channels/${id}`)).body
const check = async (id: string) =>
  (await owner.request<{ findings: Finding[] }>('GET', `/channels/${id}/launch-check`)).body
    .findings
const kindsOf = (findings: Finding[], level?: Finding['level']) =>
  findings.filter((one) => level === undefined || one.level === level).map(({ kind }) => kind)
const settingsOf = ({ settings, version }: Page, more: object) => ({
  ...settings,
  version,
  ...more,
})

it('lists three hundred channels with hosts, languages, state and findings, only those of the colleague (DESK-3, DESK-7, DESK-12)', async () => {
  const all = await list('limit=200&search=channel')
  expect(all.total).toEqual({ count: MANY - 1, exact: true })
  expect(all.items[0]).toMatchObject({
    id: '8001',
    hosts: ['shop-8001.example'],
    // Only the languages that the shop offers.
    languages: ['nl', 'en'],
    state: 'open',
    undo_minutes: 30,
  })
  const last = await list('limit=3&cursor=last')
  expect(last.items.map(({ id }) => id)).toEqual(['8298', '8299', '8300'])
  expect((await list('host=8017')).items.map(({ id }) => id)).toEqual(['8017'])
  expect((await list('sort=-name&search=channel&limit=1')).items[0]?.name).toBe('Channel 99')
  expect((await list('', editor)).items.map(({ id }) => id)).toEqual(['1014', '8001'])
  expect((await editor.request('GET', '/launch-issue-counts?ids=8002')).body).toEqual({ items: [] })
  for (const path of ['/channels/8002', '/channels/8002/launch-check']) {
    expect((await editor.request('GET', path)).status).toBe(404)
  }
  const ids = all.items.slice(0, 49).map(({ id }) => id)
  const counted = await owner.request<{ items: { id: string }[] }>(
    'GET',
    `/launch-issue-counts?ids=${ids.join(',')},2`,
  )
  expect(counted.body.items.map(({ id }) => id)).toEqual(ids)
  const own = await check('8002')
  expect(counted.body.items[1]).toEqual({
    id: '8002',
    bad: kindsOf(own, 'bad').length,
    warn: kindsOf(own, 'warn').length,
  })
})

it('computes the gift findings of the launch check exactly, for few and many gifts and after changes (DESK-22)', async () => {
  const { sql } = shop
  const [many, few] = ['8050', '8051']
  await sql`insert into brand (id, name) values ('reach', 'Reach') on conflict do nothing`
  await sql`
    insert into product (id, brand_id, delivery_condition, owner_channel_id)
    select 'reach-' || n, 'reach', 'monta', case when n % 7 = 0 then ${many} else '2' end from generate_series(1, 600) n`
  await sql`insert into article (sku, product_id) select 'reach-' || n, 'reach-' || n from generate_series(1, 600) n`
  // Some gifts have a name in a channel that sells them, some a shared name, some none.
  await sql`
    insert into product_text (product_id, channel_id, language, name)
    select 'reach-' || n, case n % 5 when 0 then ${few} when 1 then ${many} else '2' end, 'nl', 'Gift ' || n
    from generate_series(1, 600) n where n % 11 > 0`
  await sql`
    insert into stock (sku, on_hand) select 'reach-' || n, 0 from generate_series(1, 600, 3) n`
  await sql`
    insert into offer (channel_id, sku, points, active)
    select ${many}, 'reach-' || n, 5 + n % 400, n % 13 > 0 from generate_series(1, 600) n
    union all select ${few}, 'reach-' || n, 8 + n, true from generate_series(1, 20) n`
  await sql`
    insert into product_tag (product_id, tag_id)
    select 'reach-' || n, (select tag_id from navigation_tag where channel_id = '2' order by tag_id limit 1)
    from generate_series(1, 3) n`
  const ids = [many, few]
  const expectedChoice = () => sql`
    select channel.id as channel_id, null as points, sold.sold_out, sold.unnamed, sold.sells, sold.affordable
    from channel cross join lateral (
      select count(*) > 0 as sells, count(distinct product_id) filter (where none_left)::integer as sold_out,
        count(distinct product_id) filter (where not is_named)::integer as unnamed,
        array[least(10, count(*) filter (where points <= 10 and not gone)), least(10, count(*) filter (where points <= 20 and not gone))]::integer[] as affordable
      from (
        select points, product_id, coalesce(on_hand - reserved <= 0, false) as gone,
          bool_and(coalesce(on_hand - reserved <= 0, false)) over (partition by offer.channel_id, product_id) as none_left,
          exists (select from product_text where product_text.product_id = product.id and name <> ''
            and product_text.channel_id in (offer.channel_id, owner_channel_id, '2')) as is_named
        from offer join article using (sku) join product on product.id = product_id left join stock using (sku)
        where offer.channel_id = channel.id and active) each) sold
    where channel.id = any(${ids}) order by 1`
  const expectedEmptyCategories = () => sql`
    select channel.id as channel_id, count(*)::integer as count, (array_agg(item.id order by item.position, item.id))[1:20] as ids
    from channel join navigation_item item on item.channel_id = '2'
    where channel.id = any(${ids})
      and exists (select from navigation_tag where navigation_tag.channel_id = '2' and item_id = item.id)
      and not exists (select from navigation_tag join product_tag using (tag_id) join article using (product_id)
        join offer using (sku) where navigation_tag.channel_id = '2' and item_id = item.id
        and offer.channel_id = channel.id and active)
    group by 1 order by 1`
  const byChannel = <Row extends { channel_id: string }>(rows: readonly Row[]) =>
    [...rows].sort((a, b) => a.channel_id.localeCompare(b.channel_id))
  for (const change of [
    sql`select`,
    sql`update stock set on_hand = 2 where sku in ('reach-1', 'reach-4')`,
    sql`update offer set active = false where channel_id = ${few} and sku <> 'reach-19'`,
    sql`update offer set active = false where channel_id = ${many}`,
  ]) {
    await change
    expect(byChannel(await readGiftChoice(sql, ids))).toEqual([...(await expectedChoice())])
    expect(byChannel(await readEmptyCategories(sql, ids))).toEqual([
      ...(await expectedEmptyCategories()),
    ])
  }
  const plan = await sql<{ 'QUERY PLAN': string }[]>`explain ${readGiftChoice(sql, ids)}`
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Limit[^]*offer_in_reach/)
})

it('counts in the launch check as many images and gifts as the linked list shows (DESK-22)', async () => {
  const { sql } = shop
  const counted = async (kind: Finding['kind']) => {
    const finding = (await check('8060')).find((one) => one.kind === kind)
    const [, list = '', query = ''] =
      /^\/backoffice\/(\w+)\?(.*)#list$/.exec(finding?.at ?? '') ?? []
    if (!finding) return null
    const { body } = await owner.request<List>('GET', `/${list}?${query}`)
    expect([kind, body.total.count]).toEqual([kind, finding.count])
    return finding.count
  }
  const pictures = (await counted('pictures-without-words')) ?? 0
  expect(pictures).toBeGreaterThan(1)
  // A channel's own image with an alternative text replaces a shared one.
  const [place] = await sql<{ path: string; block: string; key: string }[]>`
    select path, block, key from content join picture on hash = left(value, 32)
    where channel_id = '2' and kind = 'media' and alt = '' and not decoration
      and (select count(*) from content other where kind = 'media' and left(other.value, 32) = hash) = 1
      and not exists (select from media_alt_text where picture_hash = hash)
    limit 1`
  const { path = '', block = '', key = '' } = place ?? {}
  await sql`
    insert into content (channel_id, path, block, kind, key, language, value, alt)
    select '8060', path, block, kind, key, language, value, 'Wat het is' from content
    where channel_id = '2' and kind = 'media' and path = ${path} and block = ${block} and key = ${key}`
  expect(await counted('pictures-without-words')).toBe(pictures - 1)

  const before = (await counted('sold-out')) ?? 0
  const gone = await shop.gift({ channel: '8060', points: 5, inStock: 0 })
  // A gift that is sold out in another channel, or in one of two variants, is not sold out here.
  await shop.gift({ channel: '8061', points: 5, inStock: 0 })
  const half = await shop.gift({ channel: '8060', points: 5, inStock: 0 })
  const [other] = await sql<{ sku: string }[]>`
    insert into article (sku, product_id, value_0)
    select sku || '-b', product_id, 'other' from article where sku = ${half.sku} returning sku`
  await sql`insert into stock (sku, on_hand) values (${other?.sku ?? ''}, 3)`
  expect(await counted('sold-out')).toBe(before + 2)
  await sql`insert into offer (channel_id, sku, points) values ('8060', ${other?.sku ?? ''}, 5)`
  expect(await counted('sold-out')).toBe(before + 1)
  await sql`delete from stock where sku = ${gone.sku}`
  expect((await counted('sold-out')) ?? 0).toBe(before)
})

it('does not report links to pages of the shop itself as broken (DESK-22)', async () => {
  await shop.sql`
    insert into content (channel_id, path, block, kind, key, language, value)
    select '8062', 'homepagecomponents', '', 'url', 'to' || n, '', at
    from unnest('{/what-your-employer-sees,/choose-again,/cart,/no-such-page}'::text[]) with ordinality said (at, n)`
  const links = async () => (await check('8062')).find(({ kind }) => kind === 'dead-links')
  expect((await links())?.items.map(({ name }) => name)).toEqual([
    'homepagecomponents: /no-such-page',
  ])
})

it('exports the channel list row by row, with formulas made harmless for spreadsheets (DESK-13)', async () => {
  const file = await owner.guest.request('GET', '/backoffice/api/channels?as=csv&search=80&sort=id')
  const lines = (await file.text()).slice(1).trimEnd().split('\r\n').slice(1)
  const shown = await list('search=80&sort=id&limit=200')
  expect(lines.map((line) => line.split(';')[0])).toEqual(shown.items.map(({ id }) => id))
  expect(lines.find((line) => line.startsWith('8007;'))).toContain("'=Seven;")
})

it('saves hosts, time zone and terms once in a race of eight, and refuses a host of another channel (DESK-6)', async () => {
  const before = await pageOf('8010')
  const set = (id: string, page: Page, more: object) =>
    owner.request('PUT', `/channels/${id}/settings`, settingsOf(page, more))
  const tried = await Promise.all(
    Array.from({ length: 8 }, (_, at) => set('8010', before, { hosts: [`new-${at}.example`] })),
  )
  expect(tried.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const taking = await pageOf('8011')
  const others = await Promise.all(
    ['8011', '8012', '8013', '8014', '8015', '8016', '8017', '8018'].map((id) =>
      set(id, taking, { hosts: ['wanted.example'] }),
    ),
  )
  expect(others.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  // A refusal names the host and its channel; for a colleague outside that channel it only reports that the host is
  // taken.
  const [winner] = await shop.sql<{ id: string; name: string }[]>`
    select id, name from channel join channel_host on channel_id = id where host = 'wanted.example'`
  for (const { status, body } of others) {
    if (status === 200) continue
    expect(body).toMatchObject({
      error: { code: 'host-taken', field: 'hosts' },
      stands: { host: 'wanted.example', channel: winner },
    })
  }
  const hidden = { id: '1014', hosts: ['wanted.example'], within: (id: string) => id === '1014' }
  expect(await refuseTakenHost(shop.sql, hidden)).toMatchObject({
    message: 'wanted.example is already in use.',
    stands: { host: 'wanted.example', channel: null },
  })
  const holder = await shop.holder({ channel: '8020' })
  await shop.sql`update voucher set valid_until = '2026-12-31T23:00:00Z' where id = ${holder.voucherId}`
  const moved = await set('8020', await pageOf('8020'), {
    time_zone: 'America/New_York',
    retention_months: 36,
  })
  expect(moved.body).toMatchObject({ vouchers_moved: 1 })
  const [row] =
    await shop.sql`select valid_until, settings from voucher join channel on channel.id = channel_id where voucher.id = ${holder.voucherId}`
  expect(row).toMatchObject({
    valid_until: new Date('2027-01-01T05:00:00Z'),
    settings: { retention_months: 36 },
  })
  const refusedZone = await set('8020', await pageOf('8020'), { time_zone: 'Mars/Olympus' })
  expect(refusedZone.status).toBe(400)
  const [lines] =
    await shop.sql`select count(*) as lines from audit where action = 'channel.settings-changed'`
  expect(lines?.['lines']).toBe(3)
  expect((await editor.request('PUT', '/channels/8001/settings', {})).status).toBe(403)
})

it('records who decided on the voucher VAT of a channel, with the adviser; refuses editors (DESK-3, DESK-6)', async () => {
  const { version } = await pageOf('1014')
  const decide = (by: ReleaseClient, more = {}) =>
    by.request('PUT', '/channels/1014/voucher-vat', {
      version,
      kind: 'multi',
      adviser: 'Mr Tax',
      ...more,
    })
  expect((await decide(editor)).status).toBe(403)
  expect((await decide(owner, { adviser: ' ' })).status).toBe(400)
  const tried = await Promise.all(Array.from({ length: 8 }, () => decide(owner)))
  expect(tried.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await pageOf('1014', editor)).voucher_vat).toMatchObject({
    kind: 'multi',
    adviser: 'Mr Tax',
    by: { name: 'The owner' },
  })
})

it('changes fields at once where the colleague may, and refuses a field that was changed since (DESK-3, DESK-11, DESK-14)', async () => {
  const change = (by: ReleaseClient, changes: object[]) =>
    by.request<{ release: { id: string }; changed: number; error: { code: string } }>(
      'PUT',
      '/channels/8001/fields',
      { name: 'Look', changes },
    )
  const colour = (value: string, base_version = 0) => [
    { field: 'theme.active', base_version, after: { value } },
  ]
  const done = await change(editor, colour('#224466'))
  expect(done.body).toMatchObject({ changed: 1 })
  const twice = await change(owner, colour('#993366'))
  expect(twice.body).toMatchObject({ error: { code: 'changed-since' } })
  const undo = [{ field: 'undo_minutes', base_version: 0, after: { value: 15 } }]
  expect((await change(editor, undo)).status).toBe(403)
  expect((await change(owner, undo)).status).toBe(200)
  expect((await change(owner, colour('red'))).body).toMatchObject({
    error: { code: 'unusable-value', field: 'theme.active' },
  })
  const unknown = [{ field: 'theme.foo', base_version: 0, after: { value: '#112233' } }]
  expect((await change(owner, unknown)).body).toMatchObject({ error: { code: 'unusable-value' } })
  const again = [...undo, ...undo].map((one) => ({ ...one, base_version: 1 }))
  expect((await change(owner, again)).body).toMatchObject({ error: { code: 'unusable-value' } })
  const undone = await editor.request('POST', `/releases/${done.body.release.id}/undo`)
  expect(undone.body).toMatchObject({ undone: 1 })
})

it('offers the languages chosen by an owner, always with the default language, and undoes the choice (SAFE-16, B-4)', async () => {
  const choose = async (by: ReleaseClient, value: unknown) => {
    const { fields } = await pageOf('8005', by)
    const base_version = fields.find(({ field }) => field === 'offered_languages')?.version ?? 0
    return by.request<{ release: { id: string }; error: { code: string; field: string } }>(
      'PUT',
      '/channels/8005/fields',
      {
        name: 'Languages',
        changes: [{ field: 'offered_languages', base_version, after: { value } }],
      },
    )
  }
  const offered = async () => {
    const answer = await shop.request('/rest/site?sales_channel=8005')
    const site = (await answer.json()) as { languages: { code: string; selectable: boolean }[] }
    return site.languages.filter(({ selectable }) => selectable).map(({ code }) => code)
  }
  expect(await offered()).toEqual(['nl', 'en'])
  const chosen = await choose(owner, ['nl', 'en', 'de'])
  expect(chosen.body).toMatchObject({ changed: 1 })
  await expect.poll(offered).toEqual(['nl', 'en', 'de'])
  expect((await list('ids=8005')).items[0]?.languages).toEqual(['nl', 'en', 'de'])
  expect((await list('language=de&search=Channel 5')).items.map(({ id }) => id)).toContain('8005')

  for (const wrong of [['nl', 'it'], ['nl', 'nl'], 'nl', true]) {
    expect([wrong, (await choose(owner, wrong)).body]).toMatchObject([
      wrong,
      { error: { code: 'unusable-value', field: 'offered_languages' } },
    ])
  }
  const writer = await releaseClient(shop, 'editor', ['8005'])
  expect((await choose(writer, ['nl'])).status).toBe(403)
  // A copy of the channel offers the same languages.
  const made = { from: '8005', id: '7005', name: 'Made', hosts: [], parts: [] }
  expect((await owner.request('POST', '/channels', made)).status).toBe(200)
  expect((await list('ids=7005')).items[0]?.languages).toEqual(['nl', 'en', 'de'])

  const undone = await owner.request('POST', `/releases/${chosen.body.release.id}/undo`)
  expect(undone.body).toMatchObject({ undone: 1 })
  await expect.poll(offered).toEqual(['nl', 'en'])
  // The default language is always offered, even if it was not chosen.
  expect((await choose(owner, ['fr'])).status).toBe(200)
  await expect.poll(offered).toEqual(['nl', 'fr'])
})

it('changes 300 channels after a preview of 20 if the count matches, and undoes all but later changes (DESK-10, DESK-11)', async () => {
  const changes = [
    { field: 'undo_minutes', value: 45 },
    { field: 'theme.active', value: '#224466' },
  ]
  const found = { search: 'shop-8' }
  const looked = await owner.request<{ shown: { before: unknown }[] }>(
    'GET',
    `/channel-changes?search=shop-8&changes=${encodeURIComponent(JSON.stringify(changes))}`,
  )
  const channels = (await list('search=shop-8')).total.count
  const { undo_minutes: before } = (await list('search=shop-8&limit=1')).items[0] ?? {}
  expect(looked.body).toMatchObject({ channels })
  expect(looked.body.shown).toHaveLength(20)
  expect(looked.body.shown[0]).toMatchObject({
    channel: '8001',
    before: { value: expect.any(Number) },
    after: { value: 45 },
  })
  const change = (more: object) =>
    owner.request<{ release: { id: string }; changed: number }>('POST', '/channel-changes', {
      found,
      count: channels,
      name: 'Minutes and colour',
      changes,
      ...more,
    })
  expect((await change({ count: channels - 1 })).body).toMatchObject({
    error: { code: 'count-differs' },
  })
  expect((await list('search=shop-8&limit=1')).items[0]?.undo_minutes).toBe(before)
  const done = await change({})
  expect(done.body).toMatchObject({ changed: channels * 2 })
  expect(
    (await list('search=shop-8&limit=200')).items.every(({ undo_minutes }) => undo_minutes === 45),
  ).toBe(true)
  expect((await change({})).body).toMatchObject({ release: null, changed: 0, same: channels * 2 })

  const since = (await pageOf('8030')).fields.find(({ field }) => field === 'theme.active')
  await owner.request('PUT', '/channels/8030/fields', {
    name: 'Since',
    changes: [{ field: 'theme.active', base_version: since?.version, after: { value: '#000000' } }],
  })
  const undone = await owner.request('POST', `/releases/${done.body.release.id}/undo`)
  expect(undone.body).toMatchObject({
    undone: channels * 2 - 1,
    left: [{ subject: '8030 theme.active' }],
  })
  const minutes = await editor.request('POST', '/channel-changes', {
    ids: '8001',
    count: 1,
    name: 'Not mine',
    changes: [{ field: 'undo_minutes', value: 1 }],
  })
  expect(minutes.status).toBe(403)
})

it('copies a channel completely or not at all, once in a race of eight, closed to holders until opened (DESK-22)', async () => {
  await owner.write('Own words', headerText('made'), 'Van 1014')
  const make = (more = {}) =>
    owner.request('POST', '/channels', {
      from: '1014',
      id: '7001',
      name: 'New shop',
      hosts: ['new.example'],
      parts: ['texts', 'theme', 'navigation', 'tiles', 'offers'],
      ...more,
    })
  expect((await make({ hosts: ['shop-8100.example'] })).body).toMatchObject({
    error: { code: 'host-taken', field: 'hosts' },
    stands: { host: 'shop-8100.example', channel: { id: '8100', name: 'Channel 100' } },
  })
  for (const host of [
    'new..example',
    '-new.example',
    'new.example.',
    `${'a'.repeat(64)}.example`,
  ]) {
    const refused = await make({ hosts: [host] })
    expect([host, refused.status]).toEqual([host, 400])
  }
  const tried = await Promise.all(Array.from({ length: 8 }, () => make()))
  expect(tried.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const [counted] = await shop.sql`
    select (select count(*) from offer where channel_id = '7001') - (select count(*) from offer where channel_id = '1014') as offers,
      (select count(*) from content where channel_id = '7001') - (select count(*) from content where channel_id = '1014') as texts,
      (select theme_options from channel where id = '7001') = (select theme_options from channel where id = '1014') as theme`
  expect(counted).toEqual({ offers: 0, texts: 0, theme: true })
  expect(await pageOf('7001')).toMatchObject({ state: 'making', voucher_vat: null })
  expect(await shownText(shop, headerText('made', 'nl', '7001'))).toBe('Van 1014')

  // Holders of a closed channel cannot log in, and existing sessions end.
  await expect(shop.holder({ channel: '7001' })).rejects.toThrow('voucherNotYetValid')
  const page = await pageOf('7001')
  const open = (version: number) => owner.request('POST', '/channels/7001/opening', { version })
  const close = (version: number) =>
    owner.request('DELETE', `/channels/7001/opening?version=${version}&reason=Mistake`)
  expect((await close(page.version)).body).toMatchObject({ error: { code: 'is-closed' } })
  // Opening and closing are refused when the channel has changed since it was loaded.
  expect((await open(page.version - 1)).body).toMatchObject({ error: { code: 'changed-since' } })
  expect((await open(page.version)).body).toMatchObject({ state: 'open' })
  const holder = await shop.holder({ channel: '7001' })
  expect(await holder.call('readCart', {})).toMatchObject({ success: true })
  const { version } = await pageOf('7001')
  expect((await open(version)).body).toMatchObject({ error: { code: 'is-open' } })
  expect((await close(version - 1)).body).toMatchObject({ error: { code: 'changed-since' } })
  expect((await close(version)).status).toBe(200)
  await expect.poll(() => holder.call('readCart', {})).toMatchObject({ refused: 'no-session' })
  await expect(shop.logIn(holder.code)).rejects.toThrow('voucherBlocked')
})

it('refuses a channel number with a leading zero (DESK-22)', async () => {
  const asked = { from: '1014', id: '01014', name: 'Again', hosts: [], parts: [] }
  const made = await owner.request('POST', '/channels', asked)
  expect(made).toMatchObject({ status: 400, body: { error: { field: 'id' } } })
})

it('finds launch check errors of a channel, links each to its field, and refuses to open the channel (DESK-22)', async () => {
  await owner.request('POST', '/channels', {
    from: '1014',
    id: '7002',
    name: 'Red',
    hosts: [],
    parts: ['offers'],
  })
  const first = await check('7002')
  expect(kindsOf(first)).toContain('no-hosts')
  expect(kindsOf(first)).toContain('vat-undecided')
  await shop.sql`
    update channel set theme_options = '[{"reference": "heading", "value": "#c8d8e8"}]', company = '{}', countries = '{NL,US}',
      default_language = 'fr' where id = '7002'`
  await shop.sql`update offer set points = 400 where channel_id = '7002'`
  await shop.sql`
    insert into content (channel_id, path, block, kind, key, language, value) values
      ('7002', 'homepagecomponents', '', 'text', 'onlyhere', 'nl', 'Alleen hier'),
      ('7002', 'homepagecomponents', '', 'url', 'nowhere', '', '/no-such-page'),
      ('7002', 'homepagecomponents', '', 'media', 'unsaid', '', (select hash || '.webp' from picture where media_type = 'image/webp' order by hash limit 1))`
  const found = await check('7002')
  expect(kindsOf(found, 'bad')).toEqual(
    expect.arrayContaining([
      'contrast',
      'sender-missing',
      'countries-unserved',
      'texts-fallback',
      'none-in-reach',
    ]),
  )
  expect(found).toContainEqual(
    expect.objectContaining({
      kind: 'contrast',
      items: expect.arrayContaining([
        {
          name: expect.stringMatching(/^heading\.rest 1\./),
          at: '/backoffice/channels/7002/theme#theme.heading',
        },
      ]),
    }),
  )
  expect(found).toContainEqual(
    expect.objectContaining({
      kind: 'dead-links',
      items: [
        {
          name: 'homepagecomponents: /no-such-page',
          at: '/backoffice/content/texts/homepagecomponents?channel=7002#link-%252Fno-such-page',
        },
      ],
    }),
  )
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'pictures-without-words', count: expect.any(Number) }),
  )
  const unsaid = (findings: Finding[]) =>
    findings.find(({ kind }) => kind === 'pictures-without-words')?.items ?? []
  const [silent] = unsaid(found)
  const hash = /^\/backoffice\/media\/([0-9a-f]{32})#words$/.exec(silent?.at ?? '')?.[1] ?? ''
  const { body: picture } = await owner.request<{ version: number }>('GET', `/media/${hash}`)
  await owner.request('PUT', `/media/${hash}`, {
    version: picture.version,
    texts: { nl: 'Een plank' },
  })
  expect(unsaid(await check('7002')).map(({ at }) => at)).not.toContain(silent?.at)
  const { version } = await pageOf('7002')
  const refused = await owner.request('POST', '/channels/7002/opening', { version })
  expect(refused.body).toMatchObject({ error: { code: 'launch-check' } })
  expect((await pageOf('7002')).state).toBe('making')
})

it('opens despite errors only when all are named, with a reason and an approval (DESK-22)', async () => {
  const { version } = await pageOf('7002')
  const red = [...new Set(kindsOf(await check('7002'), 'bad'))]
  const open = (more: object) =>
    owner.request<{ state: string }>('POST', '/channels/7002/opening', { version, ...more })
  expect((await open({ override: red.slice(1), reason: 'The opening day' })).body).toMatchObject({
    error: { code: 'launch-check' },
  })
  expect((await open({ override: red })).body).toMatchObject({ error: { code: 'reason-missing' } })
  // An API token with this permission cannot request an override in its owner's name.
  const { body: program } = await owner.request<{ token: string }>('POST', '/tokens', {
    name: 'Opens channels',
    permissions: ['channel.write'],
    days: 1,
  })
  const byProgram = await fetch(`${shop.url}/backoffice/api/channels/7002/opening`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${program.token}`,
      'x-backoffice': '1',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ version, override: red, reason: 'The opening day' }),
  })
  expect(byProgram.status).toBe(403)
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => open({ override: red, reason: 'The opening day' })),
  )
  expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await pageOf('7002')).state).toBe('making')
  const waiting = async (by: ReleaseClient) =>
    (
      await by.request<{ items: { id: string; kind: string; may_decide: boolean }[] }>(
        'GET',
        '/approvals?state=waiting&kind=channel.open',
      )
    ).body.items[0]
  const second = await releaseClient(shop)
  const question = await waiting(second)
  expect(question).toMatchObject({ may_decide: true })
  expect((await waiting(owner))?.may_decide).toBe(false)
  const approve = (by: ReleaseClient) => by.request('POST', `/approvals/${question?.id}/approve`)
  expect((await approve(owner)).status).toBe(403)
  // A further blocking finding was not part of the request.
  await shop.sql`delete from offer where channel_id = '7002'`
  expect((await approve(second)).body).toMatchObject({ error: { code: 'no-longer-possible' } })
  await shop.sql`insert into offer (channel_id, sku, points, position, active) select '7002', sku, 400, position, active from offer where channel_id = '1014'`
  expect((await approve(second)).status).toBe(200)
  expect((await pageOf('7002')).state).toBe('open')
})
