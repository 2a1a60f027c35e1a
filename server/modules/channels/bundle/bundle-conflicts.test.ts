import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type FieldWrite, writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import { auditImport } from '#server/modules/channels/bundle/audit-bundle-import.ts'
import { exportFolder } from '#server/modules/channels/bundle/export/export-bundle.ts'
import { importFolder, type ImportSettings } from '#server/modules/channels/bundle/import-bundle.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { headerText, releaseClient, shownText } from '#server/testing/clients/release-client.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let folder: string
let remove: () => Promise<void>
beforeAll(async () => {
  shop = await testShop()
  const temporary = await temporaryFolder({})
  folder = temporary.folder
  remove = temporary.remove
})
afterAll(async () => {
  await remove()
  await shop.stop()
})

async function runImport(more: Partial<ImportSettings> = {}) {
  const result = await importFolder({
    sql: shop.sql,
    folder,
    onRelease: auditImport,
    ...more,
  })
  await shop.shop.changeEvents.poll()
  expect(result.problems).toEqual([])
  return result
}
const text = (file: string) => readFile(path.join(folder, file), 'utf8')

it('keeps and names texts changed in the back office since the export, and overwrites them only on request (DESK-14)', async () => {
  const backoffice = await releaseClient(shop)
  const [ours, theirs] = [headerText('ours'), headerText('theirs')]
  await backoffice.write('First', ours, 'Van de map')
  await backoffice.write('First', theirs, 'Ook van de map')
  await exportFolder({ sql: shop.sql, folder })
  expect(await text('1014/content/nl/headercomponents.yaml')).toContain('ours: Van de map')
  expect(await text('1014/exported.yaml')).toMatch(/^version: \d+\n$/)
  // This channel has no back-office changes.
  await expect(text('2001/exported.yaml')).rejects.toThrow('ENOENT')
  const before = await runImport()
  expect(before.warnings.filter(({ message }) => message.includes('in the back office'))).toEqual(
    [],
  )
  expect((await shop.sql`select from release where source = 'folder'`).length).toBe(0)

  // The back office changes one text, the folder both.
  await backoffice.write('In the back office', ours, 'Van het bureau')
  const theme = { channel: '1014', field: 'theme.active' }
  const [version] = await shop.sql<{ version: number }[]>`
    select coalesce((field_versions ->> 'theme.active')::bigint, 0) as version from channel where id = '1014'`
  const look = await backoffice.draft('Look')
  await backoffice.request('PUT', `/releases/${look}/changes`, {
    kind: 'channel',
    key: theme,
    base_version: version?.version,
    after: { value: '#102030' },
  })
  await backoffice.publish(look)
  const file = '1014/content/nl/headercomponents.yaml'
  const changed = (await text(file))
    .replace('ours: Van de map', 'ours: Opnieuw van de map')
    .replace('theirs: Ook van de map', 'theirs: Beter')
  await writeFile(path.join(folder, file), changed)

  const dry = await runImport({ dryRun: true })
  const imported = await runImport()
  for (const { warnings } of [dry, imported]) {
    const named = warnings.filter(({ message }) => message.includes('in the back office'))
    expect(named.map(({ file, message }) => [file, message])).toEqual([
      [
        '1014/channel.yaml',
        expect.stringContaining("'1014 theme.active' was changed in the back office"),
      ],
      [
        file,
        expect.stringMatching(
          /^'1014 headercomponents nl text ours' was changed in the back office by The owner on \d{4}-\d\d-\d\d and is kept; the folder has 'Opnieuw van de map'$/,
        ),
      ],
    ])
  }
  expect([await shownText(shop, ours), await shownText(shop, theirs)]).toEqual([
    'Van het bureau',
    'Beter',
  ])
  const [row] = await shop.sql`select theme_options from channel where id = '1014'`
  expect(JSON.stringify(row?.['theme_options'])).toContain('#102030')

  // The import creates a release with versions, an audit entry and undo.
  const [release] = await shop.sql<{ id: number }[]>`select id from release where source = 'folder'`
  const { body } = await backoffice.request<{ items: { subject: string; source: string }[] }>(
    'GET',
    '/versions?channel=1014&limit=1',
  )
  expect(body.items).toMatchObject([
    { subject: '1014 headercomponents nl text theirs', source: 'folder', by: null },
  ])
  const lines = await shop.sql`
    select actor, action, after from audit where subject_id = ${String(release?.id)}`
  expect([...lines]).toEqual([
    { actor: 'command', action: 'release.imported', after: { written: 1 } },
  ])
  const undone = await backoffice.request('POST', `/releases/${release?.id}/undo`)
  expect(undone.body).toMatchObject({ undone: 1 })
  await shop.shop.changeEvents.poll()
  expect(await shownText(shop, theirs)).toBe('Ook van de map')

  await runImport({ overwriteStaff: true })
  expect([await shownText(shop, ours), await shownText(shop, theirs)]).toEqual([
    'Opnieuw van de map',
    'Beter',
  ])
})

it('exports a text changed in the back office, so that the next import is no conflict (DESK-14)', async () => {
  const backoffice = await releaseClient(shop)
  const key = headerText('again')
  await backoffice.write('In the back office', key, 'Van het bureau')
  await exportFolder({ sql: shop.sql, folder })
  const file = '1014/content/nl/headercomponents.yaml'
  expect(await text(file)).toContain('again: Van het bureau')
  await writeFile(
    path.join(folder, file),
    (await text(file)).replace('again: Van het bureau', 'again: Daarna in de map'),
  )
  const { warnings } = await runImport()
  expect(warnings.filter(({ message }) => message.includes('in the back office'))).toEqual([])
  expect(await shownText(shop, key)).toBe('Daarna in de map')
})

it('exports and imports focus and alt texts of images unchanged, and keeps later back-office changes (DESK-22)', async () => {
  const backoffice = await releaseClient(shop)
  const own = { folder: path.join(folder, '1014') }
  const [banner] = await shop.sql<{ hash: string }[]>`
    select left(logo, 32) as hash from channel
    where id = '1014' and logo <> ''`
  const hash = banner?.hash ?? ''
  const describe = async (nl: string) => {
    const { body } = await backoffice.request<{ version: number }>('GET', `/media/${hash}`)
    const { version } = body
    const input = { version, focus: { x: 25, y: 80 }, texts: { nl, en: 'A table, laid' } }
    expect((await backoffice.request('PUT', `/media/${hash}`, input)).status).toBe(200)
  }
  await describe('Een gedekte tafel')
  await exportFolder({ sql: shop.sql, folder })
  const written = await text('1014/pictures.yaml')
  expect(written).toMatch(
    /focus:\n {4}- 25\n {4}- 80\n {2}alt:\n {4}nl: Een gedekte tafel\n {4}en: A table, laid\n/,
  )

  // Without the data, as in another shop, the import restores the bundle's data, and an export writes it unchanged.
  await shop.sql`update picture set focal_x = null, focal_y = null, staff_version = 0 where hash = ${hash}`
  await shop.sql`delete from media_alt_text where picture_hash = ${hash}`
  await runImport(own)
  await exportFolder({ sql: shop.sql, folder })
  expect(await text('1014/pictures.yaml')).toBe(written)

  await describe('Een tafel, door het bureau')
  await writeFile(
    path.join(folder, '1014/pictures.yaml'),
    written.replace('Een gedekte tafel', 'De map'),
  )
  const kept = await runImport(own)
  expect(kept.warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(
      /was changed in the back office and is kept; the folder has 'De map \/ A table, laid'/,
    ),
  )
  const altTexts = async () =>
    (await backoffice.request<{ texts: object }>('GET', `/media/${hash}`)).body.texts
  expect(await altTexts()).toMatchObject({ nl: 'Een tafel, door het bureau' })
  await runImport({ ...own, overwriteStaff: true })
  expect(await altTexts()).toMatchObject({ nl: 'De map' })
})

it('exports and imports the alt texts of gifts, tiles, the menu and the logo (DESK-22)', async () => {
  const [shown] = await shop.sql<{ file: string }[]>`
    select logo as file from channel where id = '1014' and logo <> ''`
  const file = shown?.file ?? ''
  const gift = await shop.gift({ name: 'Gezegd' })
  const [row] = await shop.sql<{ id: string }[]>`
    update product set pictures = ${[file]}, picture_alts = ${shop.sql.json({ [file]: { nl: 'Zoals hier' } })},
      owner_channel_id = '1014'
    where id = (select product_id from article where sku = ${gift.sku}) returning id`
  await shop.sql`
    insert into product_text (product_id, channel_id, language, name) values (${row?.id ?? ''}, '1014', 'nl', 'Gezegd')`
  await shop.sql`update channel set logo_alt = '{"en": "Star and sons"}' where id = '1014'`
  await shop.sql`
    insert into navigation_item (channel_id, id, position, banner, banner_alt, texts)
    values ('1014', 'gezegd', 90, ${file}, '{"nl": "Een strook"}', '{"nl": "Gezegd"}')`
  await shop.sql`
    insert into home_tile (channel_id, kind, id, position, media, texts)
    values ('1014', 'category', 'gezegd', 90, ${file}, '{"firstText": {"nl": "Gezegd"}, "mediaAlt": {"nl": "Een tegel"}}')`
  const altTexts = () => shop.sql`
    select logo_alt, (select jsonb_object_agg(id, picture_alts) from product where id = ${row?.id ?? ''}) as gift,
      (select banner_alt from navigation_item where channel_id = '1014' and id = 'gezegd') as item,
      (select texts from home_tile where channel_id = '1014' and id = 'gezegd') as tile
    from channel where id = '1014'`
  const before = await altTexts()
  await exportFolder({ sql: shop.sql, folder })
  expect(await text('1014/channel.yaml')).toContain('logo_alt:\n  en: Star and sons\n')
  expect(await text(`1014/products/${row?.id}.yaml`)).toMatch(
    /picture_alts:\n {2}[\w.-]+:\n {4}nl: Zoals hier\n/,
  )
  await shop.sql`update product set picture_alts = '{}' where id = ${row?.id ?? ''}`
  await shop.sql`update navigation_item set banner_alt = '{}' where id = 'gezegd'`
  await shop.sql`update home_tile set texts = '{"firstText": {"nl": "Gezegd"}}' where id = 'gezegd'`
  await shop.sql`update channel set logo_alt = '{}' where id = '1014'`
  await runImport({ folder: path.join(folder, '1014') })
  expect(await altTexts()).toEqual(before)
})

it('does not count a text as changed when the back-office version is kept (DESK-14)', async () => {
  const backoffice = await releaseClient(shop)
  const kept = headerText('counted')
  const taken = headerText('counted', 'de')
  for (const language of ['nl', 'de']) {
    await backoffice.write('Before', headerText('uncounted', language), 'Ongeteld')
    await backoffice.write('Before', headerText('counted', language), 'Geteld')
    await backoffice.write('Before', headerText('alsoUncounted', language), 'Ook')
  }
  await exportFolder({ sql: shop.sql, folder })
  await backoffice.write('In the back office', kept, 'Van het bureau')
  for (const language of ['nl', 'de']) {
    const file = `1014/content/${language}/headercomponents.yaml`
    const changed = (await text(file)).replace(' counted: Geteld', ' counted: Uit de map')
    await writeFile(
      path.join(folder, file),
      changed.replace(/^counted: Geteld/m, 'counted: Uit de map'),
    )
  }
  for (const { channels } of [await runImport({ dryRun: true }), await runImport()]) {
    const { counts } = channels.find(({ id }) => id === '1014') ?? {}
    expect(counts?.content).toMatchObject({ new: 0, changed: 1, removed: 0 })
  }
  expect([await shownText(shop, kept), await shownText(shop, taken)]).toEqual([
    'Van het bureau',
    'Uit de map',
  ])
})

it('keeps and names gifts and prices changed in the back office since the export, and imports the rest (DESK-14)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const [priced, both, worded] = [
    await shop.gift({ points: 7, name: 'Baardolie', inStock: 5 }),
    await shop.gift({ points: 4, name: 'Balsamico', inStock: 5 }),
    await shop.gift({ points: 9, name: 'Olijfboom', inStock: 5 }),
  ]
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await exportFolder({ sql: shop.sql, folder })
  const write = async (product: string, writes: FieldWrite[]) =>
    shop.sql.begin((sql) =>
      writeCatalogue(
        sql,
        { kind: 'gift', about: { product }, staff: owner.staffId, at: shop.clock.now() },
        writes,
      ),
    )
  const offer = (sku: string, after: number): FieldWrite => ({
    field: 'offer.points',
    product: sku,
    id: sku,
    channel: '1014',
    after,
  })
  await write(priced.sku, [offer(priced.sku, 6)])
  await write(both.sku, [offer(both.sku, 8)])
  const channel = (
    await shop.sql<{ channel_id: string }[]>`
    select channel_id from product_text where product_id = ${worded.sku} and language = 'nl'`
  )[0]?.channel_id
  await write(worded.sku, [
    {
      field: 'text.name',
      product: worded.sku,
      channel: channel ?? '',
      language: 'nl',
      after: 'Boom van het bureau',
    },
    { field: 'gift.sustainable', product: worded.sku, after: true },
  ])
  // A gift that the folder does not contain.
  const fresh = await shop.gift({ points: 5, name: 'Nieuw', inStock: 5 })
  await shop.sql`
    insert into bulk_change_row (bulk_id, kind, product_id, id, channel_id, field, before, after)
    select (select max(id) from bulk_change), kind, ${fresh.sku}, ${fresh.sku}, channel, field, null, '5'
    from (values ('gift', '', 'made'), ('offer', '1014', 'points')) written (kind, channel, field)`

  const prices = path.join(folder, '1014/prices.csv')
  const altTexts = (await readFile(prices, 'utf8')).replace(`${both.sku},4`, `${both.sku},6`)
  await writeFile(prices, altTexts)
  const { warnings } = await runImport()
  const storedData = async () => ({
    points: Object.fromEntries(
      (
        await shop.sql<{ sku: string; points: number; active: boolean }[]>`
          select sku, points, active from offer where channel_id = '1014'
            and sku = any(${[priced, both, worded, fresh].map(({ sku }) => sku)})`
      ).map(({ sku, points, active }) => [sku, active ? points : 'gone']),
    ),
    ...(
      await shop.sql`
      select name, sustainable from product_text join product on id = product_id
      where product_id = ${worded.sku} and language = 'nl'`
    )[0],
  })
  const ours = {
    points: { [priced.sku]: 6, [both.sku]: 8, [worded.sku]: 9, [fresh.sku]: 5 },
    name: 'Boom van het bureau',
    sustainable: true,
  }
  expect(await storedData()).toEqual(ours)
  const named = warnings
    .map(({ message }) => message)
    .filter((one) => one.includes('in the back office'))
  expect(named.map((one) => /'([^']+)'/.exec(one)?.[1]).sort()).toEqual(
    [priced, both, worded, worded, fresh, fresh].map(({ sku }) => sku).sort(),
  )
  expect(named.find((one) => one.includes(both.sku))).toContain('the folder has 6 points')

  await runImport({ overwriteStaff: true })
  expect(await storedData()).toMatchObject({
    points: { [priced.sku]: 7, [both.sku]: 6 },
    name: 'Olijfboom',
    sustainable: false,
  })
})
