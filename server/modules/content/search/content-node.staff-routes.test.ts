import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  createText,
  headerText,
  releaseClient,
  type ReleaseClient,
  shownText,
  versionOf,
} from '#server/testing/clients/release-client.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let backoffice: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  backoffice = await releaseClient(shop)
})
afterAll(() => shop.stop())

type ContentNode = {
  channel: string
  kind: string
  name: string
  title: string
  texts: number
  languages: { language: string; own: number; shared: number; rest: number }[]
  changes: number
  scheduled_changes: number
  scheduled_at: string | null
  changed: { at: string; by: string | null } | null
  found: { key: string; language: string; excerpt: string; shared: boolean }[]
}
type List = { items: ContentNode[]; next: string | null; total: { count: number } }

const list = async (question: string, by = backoffice) =>
  (await by.request<List>('GET', `/content-nodes?${question}`)).body
const named = ({ items }: List) => items.map(({ channel, name }) => `${channel} ${name}`)

it('finds the pages that show a sentence, its channel, missing languages and unpublished changes (DESK-12, DESK-17)', async () => {
  await backoffice.write(
    'Dutch',
    headerText('greeting', 'nl', '2'),
    'Een zeldzame begroeting, {first_name}',
  )
  await backoffice.write('Own', headerText('greeting', 'nl', '1014'), 'Anders begroet')
  const found = await list('search=ZELDZAME%20begroeting')
  // 1014 has its own text there, so it does not show the shared one.
  expect(named(found)).toContain('2 headercomponents')
  expect(named(found)).toContain('2002 headercomponents')
  expect(named(found)).not.toContain('1014 headercomponents')
  expect(found.items.find(({ channel }) => channel === '2002')?.found).toEqual([
    {
      block: '',
      key: 'greeting',
      language: 'nl',
      excerpt: 'Een zeldzame begroeting, {first_name}',
      shared: true,
    },
  ])
  expect(named(await list('search=nowhere&named=company&channel=1014'))).toEqual(['1014 company'])

  expect(named(await list('gap=fr&kind=component&channel=2002'))).toContain('2002 headercomponents')
  await backoffice.write('French', headerText('greeting', 'fr', '2'), 'Bonjour')
  const header = (await list('channel=2002&kind=component')).items.find(
    ({ name }) => name === 'headercomponents',
  )
  const french = header?.languages.find(({ language }) => language === 'fr')
  const gapped = named(await list('gap=fr&kind=component&channel=2002'))
  expect(gapped.includes('2002 headercomponents')).toBe((french?.rest ?? 0) > 0)
  expect(header?.texts).toBe((french?.own ?? 0) + (french?.shared ?? 0) + (french?.rest ?? 0))

  // A text that is empty in every language is left out on purpose, so nothing is missing.
  const footer = async () =>
    (await list('channel=2002&kind=component')).items.find(
      ({ name }) => name === 'footercomponents',
    )
  const counted = await footer()
  await shop.sql`
    insert into content (channel_id, path, kind, key, language, value)
    select '2', 'footercomponents', 'text', 'unused', language, ''
    from unnest(array['nl', 'en', 'de', 'fr']) as language`
  expect(await footer()).toMatchObject({
    texts: counted?.texts,
    languages: counted?.languages,
  })
  await shop.sql`delete from content where key = 'unused'`

  expect(named(await list('state=changed'))).toEqual([])
  const id = await backoffice.draft('Countries')
  const fields = await backoffice.request<{
    fields: { key: { field: string }; version: number }[]
  }>('GET', '/channel-fields?channel=2002')
  const countries = fields.body.fields.find(({ key }) => key.field === 'countries')
  await backoffice.putChange(id, {
    kind: 'channel',
    key: { channel: '2002', field: 'countries' },
    base_version: countries?.version,
    after: { value: ['DE'] },
  })
  expect(named(await list('state=changed'))).toEqual(['2002 countries'])

  // What was last changed by whom: published in the shared texts, or in a draft.
  const at = (name: string) =>
    list('channel=2002').then(({ items }) => items.find((one) => one.name === name))
  const by = { at: expect.any(String) as unknown, by: expect.any(String) as unknown }
  expect(await at('headercomponents')).toMatchObject({ scheduled_at: null, changed: by })
  const country = { changes: 1, scheduled_changes: 0, scheduled_at: null, changed: by }
  expect(await at('countries')).toMatchObject(country)
  expect(await at('molliecomponents')).toMatchObject({ changes: 0, changed: null })
  const from = new Date(shop.clock.now().getTime() + 86_400_000).toISOString()
  await backoffice.publish(id, { from })
  expect(await at('countries')).toMatchObject({
    ...country,
    scheduled_changes: 1,
    scheduled_at: from,
  })
})

it('finds texts of tiles, menu items and images in the channels that show them (DESK-12)', async () => {
  const { sql } = shop
  await sql`delete from home_tile where channel_id = '2002'`
  await sql`delete from navigation_item where channel_id = '2002'`
  await sql`
    update home_tile set texts = texts || ${sql.json({
      title: { nl: 'Een "sprankelende" tegel' },
      mediaAlt: { de: 'Schimmernde Steine' },
    })}
    where (channel_id, kind, id) = (select channel_id, kind, id from home_tile where channel_id = '2' limit 1)`
  await sql`
    update navigation_item set texts = texts || '{"nl": "Zeldzaam gereedschap"}', banner_alt = '{"en": "A rusty spade"}'
    where (channel_id, id) = (select channel_id, id from navigation_item where channel_id = '2' limit 1)`
  await sql`
    insert into content (channel_id, path, kind, key, language, value, alt)
    values ('2002', 'contactpagecomponents', 'media', 'seen', 'nl', 'x.webp', 'Een glimmende klink')`
  // 1014 has its own menu and tiles, and shows none of these.
  await sql`
    insert into home_tile (channel_id, kind, id) values ('1014', 'brand', 'own') on conflict do nothing`
  await sql`insert into navigation_item (channel_id, id) values ('1014', 'own') on conflict do nothing`
  const places = async (search: string) => {
    const { items } = await list(`search=${encodeURIComponent(search)}`)
    expect(items.every(({ found }) => found.length === 1)).toBe(true)
    return items.map(
      ({ channel, name, found: [at] }) =>
        `${channel} ${name} ${at?.key} ${at?.language} ${at?.excerpt} ${at?.shared}`,
    )
  }
  for (const [search, found] of [
    ['een "SPRANKELENDE"', 'tiles title nl Een "sprankelende" tegel'],
    ['schimmernde', 'tiles mediaAlt de Schimmernde Steine'],
    ['zeldzaam GEREED', 'navigation title nl Zeldzaam gereedschap'],
    ['rusty', 'navigation banner en A rusty spade'],
  ] as const) {
    const all = await places(search)
    expect(all).toContain(`2 ${found} false`)
    expect(all).toContain(`2002 ${found} true`)
    expect(all.filter((one) => one.startsWith('1014'))).toEqual([])
  }
  expect(await places('glimmende')).toEqual([
    '2002 contactpagecomponents seen nl Een glimmende klink false',
  ])
  expect(await places('mediaAlt')).toEqual([])
})

it('pages through three hundred channels in a stable order, and exports the list as a file (DESK-12, DESK-13)', async () => {
  await shop.sql`
    insert into channel (id, name) select 9000 + n, 'Channel ' || n from generate_series(1, 300) n`
  await shop.sql`
    insert into content (channel_id, path, kind, key, language, value)
    select (9000 + n)::text, 'headercomponents', 'text', 'own' || t, 'nl', 'Eigen woorden ' || t
    from generate_series(1, 300) n, generate_series(1, 40) t`
  await shop.sql`analyze content`
  for (const question of [
    '',
    'cursor=last',
    'search=eigen%20woorden%2039',
    'gap=de,fr',
    'sort=-changes',
  ]) {
    const page = await list(question)
    expect([question, page.total.count > 0]).toEqual([question, true])
  }
  const first = await list('channel=9150&limit=20')
  const second = await list(`channel=9150&limit=20&cursor=${first.next}`)
  const all = await list('channel=9150&limit=200')
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(
    all.items.map(({ name }) => name),
  )
  expect(all.items[0]?.name).toBe('logoncomponents')

  const editor = await releaseClient(shop, 'editor', ['9001', '9002'])
  expect(new Set((await list('', editor)).items.map(({ channel }) => channel))).toEqual(
    new Set(['9001', '9002']),
  )
  expect((await editor.request('GET', '/content-nodes?channel=1014')).status).toBe(404)
  const file = await editor.guest.request(
    'GET',
    '/backoffice/api/content-nodes?as=csv&kind=component',
  )
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(1 + 2 * 22)
  expect(lines[0]).toMatch(/channel.channel_name.kind.name.texts.nl.en.de.fr.changes/)
})

it('names which of several changes is refused, and refuses to remove the last text of a key (DESK-14)', async () => {
  const key = headerText('required', 'nl', '2')
  await backoffice.write('Dutch', key, 'De laatste woorden')
  const id = await backoffice.draft('Refused')
  const change = async (of: ReturnType<typeof headerText>, value: string | null) => ({
    kind: 'content',
    key: of,
    base_version: await versionOf(shop, of),
    after: value === null ? null : { value },
  })
  const put = async (...changes: unknown[]) =>
    backoffice.request<{ error?: { place?: number } }>('PUT', `/releases/${id}/changes`, {
      changes,
    })
  const validChange = await change(headerText('other', 'nl', '2'), 'Goed')

  // A key that no page uses is refused, whatever its block or field (DESK-14).
  const item = { ...headerText('title', 'nl'), path: 'homepagecomponents', block: 'nowhere/2' }
  for (const unusedKey of [validChange.key, item, { ...headerText('basketLabel'), field: 'url' }]) {
    const refusedChange = await put(
      await change(headerText('basketLabel'), 'Mand'),
      await change(unusedKey, 'https://example.com'),
    )
    expect([refusedChange.status, refusedChange.body]).toMatchObject([409, { error: { place: 1 } }])
  }
  // Neither is a text of a missing page accepted; the default language must be one of the offered ones.
  const missingPage = { ...headerText('title'), path: 'er-is-geen-pagina' }
  const chosen = headerText('default_language')
  for (const [of, value] of [
    [missingPage, 'Titel'],
    [chosen, 'Nederlands'],
  ] as const) {
    const refusedChange = await put(
      await change(headerText('basketLabel'), 'Mand'),
      await change(of, value),
    )
    expect([refusedChange.status, refusedChange.body]).toMatchObject([409, { error: { place: 1 } }])
  }
  expect((await put(await change(chosen, 'en'))).status).toBe(200)
  await createText(shop, validChange.key)
  await createText(shop, headerText('required', 'en', '2'))

  const unknown = await put(validChange, await change(key, 'Voor {nobody}'))
  expect([unknown.status, unknown.body]).toMatchObject([409, { error: { place: 1 } }])
  const long = await put(validChange, validChange, await change(key, 'x'.repeat(100_001)))
  expect([long.status, long.body]).toMatchObject([400, { error: { place: 2 } }])
  const withoutText = await put(validChange, await change(key, null))
  expect([withoutText.status, withoutText.body]).toMatchObject([409, { error: { place: 1 } }])
  expect(await shownText(shop, key)).toBe('De laatste woorden')

  // The same draft has the text in another language.
  const moved = await put(
    await change(key, null),
    await change(headerText('required', 'en', '2'), 'The last words'),
  )
  expect(moved.status).toBe(200)
})

it('shows in a conflict the text both colleagues started from, not the current one (DESK-14)', async () => {
  const key = headerText('slower')
  await backoffice.write('One', key, 'Waarmee het begon')
  const base_version = await versionOf(shop, key)
  await backoffice.write('Two', key, 'Van een ander')
  const id = await backoffice.draft('Slower')
  const { status, body } = await backoffice.putChange(id, {
    key,
    base_version,
    after: { value: 'Van mij' },
  })
  expect([status, body]).toMatchObject([
    409,
    {
      conflicts: [
        {
          before: { value: 'Waarmee het begon' },
          mine: { value: 'Van mij' },
          theirs: { value: 'Van een ander' },
        },
      ],
    },
  ])
})

it('previews each mail in the theme of its channel with the typed text, and stores nothing', async () => {
  const editor = await releaseClient(shop, 'editor', ['2002'])
  const before = await shop.sql`select count(*) from audit`
  for (const mail of Object.keys(dutchMailTexts)) {
    for (const language of ['nl', 'en', 'de', 'fr']) {
      const { status, body } = await editor.request<{
        subject: string
        html: string
        text: string
      }>('POST', '/mail-preview', { channel: '2002', mail, language })
      expect([mail, language, status]).toEqual([mail, language, 200])
      expect(body.html).not.toMatch(/ style="|<script|undefined|\{\w+\}/)
      expect(body.subject).not.toMatch(/[{}]/)
    }
  }
  const typed = await editor.request<{ html: string; style: string; text: string }>(
    'POST',
    '/mail-preview',
    {
      channel: '2002',
      mail: 'order-confirmation',
      language: 'de',
      words: { 'order-confirmation heading': 'Danke <script>, {first_name}' },
    },
  )
  expect(typed.body.html).toContain('Danke &lt;script&gt;, Robin')
  expect(typed.body.html).toContain('alt="Alpenwerk"')
  // Gifts of the channel with their pictures, and the dark theme to choose (PRODUCT-20).
  expect(
    typed.body.html.match(/<img src="[^"]+\/images\/local\/[^"]+\.jpg/g)?.length,
  ).toBeGreaterThan(0)
  expect(typed.body.style).toContain('prefers-color-scheme:dark')
  expect(await shop.sql`select count(*) from audit`).toEqual(before)
  expect(
    (
      await editor.request('POST', '/mail-preview', {
        channel: '1014',
        mail: 'layout',
        language: 'nl',
      })
    ).status,
  ).toBe(404)
})

it('previews the mail of a new batch with the values that its sender entered', async () => {
  const editor = await releaseClient(shop, 'editor', ['2002'])
  const { body } = await editor.request<{ subject: string; text: string }>(
    'POST',
    '/mail-preview',
    {
      channel: '2002',
      mail: 'voucher-invitation',
      language: 'de',
      gift: {
        name: 'Jörg',
        points: 35,
        valid_until: '2027-12-31',
        sender_name: 'Femke Faas',
        sender_message: 'Vielen Dank für Ihren Einsatz!',
      },
    },
  )
  expect(body.subject).toContain('Femke Faas')
  for (const text of ['Jörg', '35 Punkte', '31. Dezember 2027', 'Vielen Dank für Ihren Einsatz!'])
    expect(body.text).toContain(text)
  expect(body.text).not.toMatch(/Kwartelhof|Robin|service@example\.com/)
})

it('counts the gifts that use a tag', async () => {
  const { body } = await backoffice.request<{
    items: { tag: string; gifts: number; menu: string[]; tiles: string[] }[]
  }>('GET', '/content-tags?channel=1014')
  expect(body.items.length).toBeGreaterThan(0)
  const [tag] = body.items
  const [row] = await shop.sql`select count(*) from product_tag where tag_id = ${tag?.tag ?? ''}`
  expect(tag?.gifts).toBe(row?.['count'])
})

it('lists a page by its title in the language of the colleague, with the channel’s own title first (DESK-16)', async () => {
  await shop.sql`
    insert into content (channel_id, path, block, kind, key, language, value)
    values ('2', 'over-ons', '', 'text', 'title', 'nl', 'Over ons'),
      ('2', 'over-ons', '', 'text', 'title', 'de', 'Über uns'),
      ('2001', 'over-ons', '', 'text', 'title', 'nl', 'Over Noordzee')`
  const titles = async (language: string) => {
    const reader = await releaseClient(shop, 'owner')
    await shop.sql`update staff set language = ${language} where id = ${reader.guest.staffId}`
    const { items } = await list('kind=page&search=over-ons', reader)
    return items.map(({ channel, title }) => `${channel} ${title}`)
  }
  const dutch = await titles('nl')
  expect(dutch).toContain('2002 Over ons')
  expect(dutch).toContain('2001 Over Noordzee')
  expect(await titles('de')).toContain('2002 Über uns')
  // Without the reader's language, the title is in the channel's default language.
  expect(await titles('en')).toContain('2001 Over Noordzee')
})

it('finds the alt texts of library images, logos and gift images that the colleague may see (DESK-12)', async () => {
  const { sql } = shop
  const [gift] = await sql<{ id: string; file: string; hash: string }[]>`
    select product.id, product.pictures[1] as file, left(product.pictures[1], 32) as hash
    from product join article on product_id = product.id join offer using (sku)
    where offer.channel_id = '2002' and offer.active and cardinality(product.pictures) > 0
      and product.pictures[1] ~ '^[0-9a-f]{32}'
    order by product.id limit 1`
  const { id = '', file = '', hash = '' } = gift ?? {}
  await sql`
    insert into media_alt_text (picture_hash, language, alt) values (${hash}, 'de', 'Ein Kelch aus "Mondglas"')
    on conflict (picture_hash, language) do update set alt = excluded.alt`
  await sql`
    update product set picture_alts = ${sql.json({
      [file]: { nl: 'Een kelk van MONDGLAS' },
      'gone.webp': { nl: 'Mondglas van vroeger' },
    })}
    where id = ${id}`
  const [logo] = await sql<{ logo: string }[]>`
    update channel set logo_alt = '{"en": "Mondglas works"}', logo = case logo when '' then ${file} else logo end
    where id = '2002' returning logo`
  const searchAltTexts = async (question: string, by = backoffice) =>
    (
      await by.request<{ items: { place: string; id: string }[]; count: number }>(
        'GET',
        `/alternative-texts?${question}`,
      )
    ).body
  expect(await searchAltTexts('search=mondGLAS')).toEqual({
    items: [
      expect.objectContaining({
        place: 'picture',
        id: hash,
        file: expect.stringContaining(`${hash}.`) as unknown,
        language: 'de',
        excerpt: 'Ein Kelch aus "Mondglas"',
      }),
      expect.objectContaining({
        place: 'logo',
        id: '2002',
        file: logo?.logo,
        language: 'en',
        excerpt: 'Mondglas works',
      }),
      expect.objectContaining({
        place: 'gift',
        id,
        file,
        language: 'nl',
        excerpt: 'Een kelk van MONDGLAS',
      }),
    ],
    count: 3,
  })
  expect(await searchAltTexts(`search=${encodeURIComponent('"mondglas"')}`)).toMatchObject({
    count: 1,
  })
  // Texts of images that a gift no longer shows, keys and file names are not searched.
  expect(await searchAltTexts('search=vroeger')).toEqual({ items: [], count: 0 })
  expect(await searchAltTexts(`search=${hash}`)).toEqual({ items: [], count: 0 })
  const places = async (question: string, by: ReleaseClient) =>
    (await searchAltTexts(question, by)).items.map(({ place }) => place)
  expect(await places('search=mondglas', await releaseClient(shop, 'editor', ['2002']))).toEqual([
    'picture',
    'logo',
    'gift',
  ])
  expect(
    await places('search=mondglas', await releaseClient(shop, 'editor', ['9003'])),
  ).not.toContain('logo')
  const reader = await releaseClient(shop, 'reader', ['2001', '2002'])
  expect(await places('search=mondglas&channel=2001', reader)).not.toContain('logo')
  expect((await reader.request('GET', '/alternative-texts?search=a&channel=1014')).status).toBe(404)
  await sql`update picture set decoration = true where hash = ${hash}`
  expect(await places('search=mondglas', backoffice)).toEqual(['logo', 'gift'])
})

it('lists content with own texts of a channel apart from content with shared texts only (SAFE-16, B-3)', async () => {
  const nodesWithSource = async (source: string) =>
    named(await list(`source=${source}&kind=component,mails,navigation&channel=7007`))
  await shop.sql`insert into channel (id, name) values ('7007', 'Shared texts')`
  await backoffice.write('Shared', headerText('searchButton', 'nl', '2'), 'Vinden')
  expect(await nodesWithSource('own')).not.toContain('7007 headercomponents')
  expect(await nodesWithSource('shared')).toContain('7007 headercomponents')
  const all = named(await list('kind=component,mails,navigation&channel=7007'))
  expect([...(await nodesWithSource('own')), ...(await nodesWithSource('shared'))].sort()).toEqual(
    [...all].sort(),
  )

  await backoffice.write('Own', headerText('searchButton', 'nl', '7007'), 'Zoeken maar')
  expect(await nodesWithSource('own')).toContain('7007 headercomponents')
  expect(await nodesWithSource('shared')).not.toContain('7007 headercomponents')
  expect(named(await list('source=own&channel=2'))).toContain('2 headercomponents')
})
