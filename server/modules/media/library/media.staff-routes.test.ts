import { crc32 } from 'node:zlib'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { jsonOf } from '#server/testing/clients/staff-client.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { animatedImage } from '#server/testing/samples/animated-image.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: ReleaseClient
let editor: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  owner = await releaseClient(shop)
  editor = await releaseClient(shop, 'editor', ['1014'])
})
afterAll(() => shop.stop())

type Item = {
  id: string
  file: string
  name: string
  width: number
  uses: number
  wordless: boolean
  languages: string[]
}
type UploadAnswer = { picture: Item; known: boolean; removed: string[]; error?: { code: string } }
type Picture = Item & {
  version: number
  texts: Record<string, string>
  is_yours: boolean
  elsewhere: number
  uses_here: { kind: string; channel: string; id: string; alt: string | null }[]
  history: { id: string; way: string; undone: boolean; undo_until: string | null }[]
}
type List = { items: Item[]; total: { count: number } }

async function upload(bytes: Buffer | string, name = 'photo.jpg', backoffice = owner) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  const response = await fetch(`${shop.url}/backoffice/api/media`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', cookie: backoffice.guest.cookie() },
    body: form,
  })
  return { status: response.status, body: await jsonOf<UploadAnswer>(response) }
}
const plainImage = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
const readImage = async (hash: string, backoffice = owner) =>
  (await backoffice.request<Picture>('GET', `/media/${hash}`)).body
const listImages = async (query: string, backoffice = owner) =>
  (await backoffice.request<List>('GET', `/media?limit=200&${query}`)).body
const auditOf = async (hash: string) =>
  (
    await shop.sql<{ action: string }[]>`
    select action from audit where subject_kind = 'picture' and subject_id = ${hash} order by id`
  ).map(({ action }) => action)
async function componentOf(path: string, language = 'nl') {
  await shop.shop.changeEvents.poll()
  const answer = await shop.call('component', { path, language, sales_channel: '1014' })
  if (refused(answer)) throw new Error(answer.refused)
  return JSON.stringify(answer.response.blocks)
}
/** Sets the image as the banner of a page of channel 1014. */
async function showBanner(file: string, language = '', alt = '') {
  await shop.sql.begin(async (sql) => {
    await sql`
      insert into content (channel_id, path, kind, key, language, value, alt)
      values ('1014', 'contactpagecomponents', 'media', 'banner', ${language}, ${file}, ${alt})
      on conflict (channel_id, path, block, kind, key, language) do update set value = excluded.value, alt = excluded.alt`
    await sql`insert into change_event (topic, subject) values ('channel', '1014')`
  })
}

it('stores an upload upright and without metadata, and once for repeated uploads (DESK-22)', async () => {
  const sideways = await plainImage(300, 200, '#a06040')
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Artist: 'Nobody' },
      IFD3: { GPSLatitude: '52/1 5/1 0/1', GPSLatitudeRef: 'N' },
    })
    .toBuffer()
  expect((await sharp(sideways).metadata()).exif).toBeDefined()
  const first = await upload(sideways, 'Tuin bij Anna.jpg')
  expect(first).toMatchObject({
    status: 200,
    body: {
      known: false,
      picture: { name: 'Tuin bij Anna', kind: 'photo', width: 200, height: 300 },
    },
  })
  const { id, file } = first.body.picture
  const [stored] = await shop.sql<{ bytes: Buffer }[]>`select bytes from picture where hash = ${id}`
  const metadata = await sharp(stored?.bytes).metadata()
  expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined])
  expect((await shop.request(`/images/local/${file}?w=80`)).status).toBe(200)

  const again = await Promise.all(Array.from({ length: 8 }, () => upload(sideways, 'anders.png')))
  expect(again.every(({ body }) => body.known && body.picture.id === id)).toBe(true)
  // An image that was downloaded from the shop is recognised.
  expect((await upload(stored?.bytes ?? '', 'x.jpg')).body).toMatchObject({
    known: true,
    picture: { id },
  })
  expect(await auditOf(id)).toEqual(Array.from({ length: 10 }, () => 'picture.added'))

  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><script>alert(1)</script><rect width="9" height="9" onclick="x()"/></svg>`
  const drawn = await upload(drawing, 'ster.png')
  expect(drawn.body.picture.file).toMatch(/\.svg$/)
  expect(drawn.body.removed.length).toBeGreaterThan(0)
  const served = await (await shop.request(`/images/local/${drawn.body.picture.file}`)).text()
  expect(served).not.toMatch(/script|onclick/)
})

it('refuses files that are no images, incomplete, damaged or too large (DESK-22)', async () => {
  const before = await listImages('')
  // The header claims 400 megapixels: the upload is refused before it is decoded.
  const bomb = await plainImage(4, 4, '#000').png().toBuffer()
  bomb.writeUInt32BE(20_000, 16)
  bomb.writeUInt32BE(20_000, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  const complete = await plainImage(300, 200, '#123456').jpeg().toBuffer()
  const line = await plainImage(5000, 3, '#123456').png().toBuffer()
  const moving = await animatedImage()
  for (const [bytes, name, code, status] of [
    ['GIF89a and then some', 'a.jpg', 'no-picture', 409],
    ['%PDF-1.7', 'picture.png', 'no-picture', 409],
    [complete.subarray(0, 400), 'cut.jpg', 'cut-off', 409],
    [
      Buffer.concat([complete.subarray(0, 200), Buffer.from([0xff, 0xd9])]),
      'bad.jpg',
      'damaged',
      409,
    ],
    [bomb, 'bomb.png', 'too-many-pixels', 409],
    ['', 'nothing.png', 'no-bytes', 409],
    [line, 'line.png', 'too-narrow', 409],
    [moving, 'moving.webp', 'moving', 409],
    [Buffer.alloc(20_000_001, 1), 'large.jpg', 'too-large', 413],
  ] as const) {
    const sent = await upload(Buffer.from(bytes), name)
    expect([sent.status, sent.body.error?.code]).toEqual([status, code])
  }
  expect((await listImages('')).total).toEqual(before.total)
  expect((await upload(complete, 'a.jpg', await releaseClient(shop, 'reader'))).status).toBe(403)
})

it('shows an image with its focal point and alternative text, by language and use, in two processes (DESK-22)', async () => {
  const other = await testShop({ database: shop.database, withoutTimers: false })
  const { body: added } = await upload(
    await plainImage(400, 300, '#225577').webp().toBuffer(),
    'Hal.webp',
  )
  const { id, file } = added.picture
  await showBanner(file)
  expect(await componentOf('contactpagecomponents')).toContain(`"${file}","alt":""`)
  const { version } = await readImage(id)
  const change = {
    version,
    focus: { x: 30, y: 70 },
    texts: { nl: 'Een hal met licht', en: 'A hall with light', de: '' },
  }
  const raced = await Promise.all(
    Array.from({ length: 8 }, () => owner.request('PUT', `/media/${id}`, change)),
  )
  expect(raced.map(({ status }) => status).sort()).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ])
  const shown = `${id}.f30x70.webp`
  expect(await componentOf('contactpagecomponents', 'nl')).toContain(
    `"${shown}","alt":"Een hal met licht"`,
  )
  expect(await componentOf('contactpagecomponents', 'de')).toContain('"alt":"Een hal met licht"')
  await expect
    .poll(async () =>
      (
        await other.request(
          '/rest/hcms/cmsurls?path=contactpagecomponents&language=en&sales_channel=1014',
        )
      ).text(),
    )
    .toContain(`"${shown}","alt":"A hall with light"`)
  await other.stop()
  const answer = await shop.request(`/images/local/${shown}?w=80`)
  expect([answer.status, (await shop.request(`/images/local/${id}.f30x.webp`)).status]).toEqual([
    200, 404,
  ])

  // A use overrides the alt text in one language; the other languages still use the image's own.
  await showBanner(file, 'en', 'Where you find us')
  expect(await componentOf('contactpagecomponents', 'en')).toContain('"alt":"Where you find us"')
  expect(await componentOf('contactpagecomponents', 'nl')).toContain('"alt":"Een hal met licht"')
  const now = await readImage(id)
  expect(now.uses_here.map(({ kind, id, alt }) => [kind, id, alt])).toEqual([
    ['content', 'contactpagecomponents', null],
    ['content', 'contactpagecomponents', 'Where you find us'],
  ])
  await owner.request('PUT', `/media/${id}`, { version: now.version, decoration: true })
  expect(await componentOf('contactpagecomponents', 'nl')).toContain(`"${shown}","alt":""`)

  // A gift shows the image, too: its card with the focal point, its page with the alt text.
  const gift = await shop.gift({ name: 'Lamp' })
  await shop.sql`update product set pictures = ${[file]} where id = (select product_id from article where sku = ${gift.sku})`
  await owner.request('PUT', `/media/${id}`, {
    version: (await readImage(id)).version,
    decoration: false,
  })
  await shop.shop.changeEvents.poll()
  const holder = await shop.holder()
  const page = await holder.done('product', { scpId: gift.sku, language: 'nl' })
  expect(page.response).toMatchObject({
    media: shown,
    product_image_gallery: [{ media_url: shown, alt: 'Een hal met licht' }],
  })
})

it('shows the alternative text of a use before the one of the library, by language (DESK-22)', async () => {
  const { id, file } = (
    await upload(await plainImage(60, 40, '#771199').png().toBuffer(), 'Doos.png')
  ).body.picture
  const { version } = await readImage(id)
  await owner.request('PUT', `/media/${id}`, { version, texts: { nl: 'Een doos', en: 'A box' } })
  const sold = await shop.gift({ name: 'Doos' })
  const [row] = await shop.sql<{ gift: string }[]>`
    update product set pictures = ${[file]}
    where id = (select product_id from article where sku = ${sold.sku}) returning id as gift`
  const gift = row?.gift ?? ''

  // A gift's alt text changes at once, from the version seen, and only for its own images.
  const change = async (picture_alts: object) => {
    const { body } = await owner.request<{ version: number }>('GET', `/gifts/${gift}`)
    return owner.request<{ picture_alts: object }>('PUT', `/gifts/${gift}`, {
      version: body.version,
      picture_alts,
    })
  }
  expect((await change({ 'ffff.png': { nl: 'Van niemand' } })).status).toBe(409)
  const changed = await change({ [file]: { en: 'The box, opened', nl: '' } })
  expect(changed).toMatchObject({ status: 200 })
  expect(changed.body.picture_alts).toEqual({ [file]: { en: 'The box, opened' } })

  // The alt texts of tiles, menu items and the logo change by a release, as do their other texts.
  const draft = await owner.draft('Dozen')
  const { body: page } = await owner.request<{ fields: { field: string; version: number }[] }>(
    'GET',
    '/channels/1014',
  )
  const logo = page.fields.find(({ field }) => field === 'logo')
  const texts = { firstText: { nl: 'Dozen' }, mediaAlt: { en: 'Boxes, stacked' } }
  const banner_alt = { en: 'A row of boxes' }
  for (const kind of ['navigation', 'tile']) {
    await owner.request('POST', `/releases/${draft}/fork-menu`, { channel: '1014', kind })
  }
  for (const fieldChange of [
    {
      kind: 'tile',
      key: { tile: 'category', id: 'dozen' },
      after: { position: 9, media: file, texts },
    },
    {
      kind: 'navigation',
      key: { id: 'dozen' },
      after: { position: 9, banner: file, banner_alt, texts: { nl: 'Dozen' } },
    },
    {
      kind: 'channel',
      key: { field: 'logo' },
      base_version: logo?.version,
      after: { value: file },
    },
    { kind: 'channel', key: { field: 'logo_alt.en' }, after: { value: 'Boxes and sons' } },
  ]) {
    const key = { channel: '1014', ...fieldChange.key }
    expect(await owner.putChange(draft, { base_version: 0, ...fieldChange, key })).toMatchObject({
      status: 200,
    })
  }
  expect((await owner.publish(draft)).status).toBe(200)
  await shop.shop.changeEvents.poll()
  const holder = await shop.holder()
  const shown = async (language: 'nl' | 'en') => {
    const product = await holder.done('product', { scpId: sold.sku, language })
    const menu = await holder.done('navigation', { language, sales_channel: '1014' })
    const site = await holder.done('readCart', {})
    return [
      product.response.product_image_gallery[0]?.alt,
      menu.response.homeCategories.find(({ code }) => code === 'dozen')?.mediaAlt,
      menu.response.navItems.find(({ id }) => id === 'dozen')?.bannerAlt,
      site.response.corporate_identity.logo_alt?.[language],
    ]
  }
  expect(await shown('en')).toEqual([
    'The box, opened',
    'Boxes, stacked',
    'A row of boxes',
    'Boxes and sons',
  ])
  expect(await shown('nl')).toEqual(Array.from({ length: 4 }, () => 'Een doos'))
  const uses = (await readImage(id)).uses_here.filter(({ kind }) => kind !== 'content')
  expect(uses.map(({ kind, alt }) => [kind, alt])).toEqual([
    ['gift', 'The box, opened'],
    ['logo', 'Boxes and sons'],
    ['navigation', 'A row of boxes'],
    ['tile', 'Boxes, stacked'],
  ])

  // A replacement image keeps the alt text of the use.
  const next = (await upload(await plainImage(70, 40, '#117799').png().toBuffer(), 'Kist.png')).body
    .picture
  const path = `/media/${id}/replacement`
  expect((await owner.request('POST', path, { by: next.id, count: 4 })).status).toBe(200)
  await shop.shop.changeEvents.poll()
  expect((await shown('en'))[0]).toBe('The box, opened')
  expect(
    (await owner.request<{ picture_alts: object }>('GET', `/gifts/${gift}`)).body.picture_alts,
  ).toEqual({ [next.file]: { en: 'The box, opened' } })
  await shop.sql`update channel set logo = '', logo_alt = '{}' where id = '1014'`
})

it('replaces an image everywhere with its focal point and alternative texts, and undoes the replacement (DESK-22)', async () => {
  const [old, next] = [
    (await upload(await plainImage(300, 200, '#aa0000').jpeg().toBuffer(), 'Oud.jpg')).body.picture,
    (await upload(await plainImage(500, 400, '#00aa00').png().toBuffer(), 'Nieuw.png')).body
      .picture,
  ]
  const { version } = await readImage(old.id)
  await owner.request('PUT', `/media/${old.id}`, {
    version,
    focus: { x: 10, y: 20 },
    texts: { nl: 'Siervaas', en: 'Vase', de: 'Vase', fr: 'Vase' },
  })
  await showBanner(old.file, 'nl', 'Op deze plek anders')
  const gift = await shop.gift({ name: 'Vaas' })
  await shop.sql`update product set pictures = ${[old.file]} where id = (select product_id from article where sku = ${gift.sku})`
  await shop.sql`update channel set logo = ${old.file} where id = '1014'`
  await shop.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('1014', 'over-ons', 'area', 'body', 'nl', ${`<p><img src="/images/local/${old.file}" alt="x"></p>`})`
  const draft = await owner.draft('Voorjaar')
  await owner.putChange(draft, {
    key: {
      channel: '1014',
      path: 'contactpagecomponents',
      block: '',
      field: 'media',
      key: 'banner',
      language: 'nl',
    },
    after: { value: old.file, alt: 'Voorjaar' },
  })
  const found = await readImage(old.id)
  expect(found.uses_here.map(({ kind }) => kind)).toEqual([
    'content',
    'draft',
    'gift',
    'html',
    'logo',
  ])
  const path = `/media/${old.id}/replacement`
  expect((await owner.request('POST', path, { by: next.id, count: 4 })).status).toBe(409)
  expect((await owner.request('DELETE', `/media/${old.id}`)).status).toBe(409)
  const raced = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.request<{ id: string }>('POST', path, { by: next.id, count: 5 }),
    ),
  )
  expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
  const id = raced.find(({ status }) => status === 200)?.body.id ?? ''

  const now = await readImage(next.id)
  expect(now).toMatchObject({ focus: { x: 10, y: 20 }, texts: { nl: 'Siervaas', fr: 'Vase' } })
  expect(now.uses_here.map(({ kind, alt }) => [kind, alt])).toEqual([
    ['content', 'Op deze plek anders'],
    ['draft', null],
    ['gift', null],
    ['html', null],
    ['logo', null],
  ])
  expect((await readImage(old.id)).uses).toBe(0)
  expect(await componentOf('contactpagecomponents')).toContain(
    `"${next.id}.f10x20.png","alt":"Op deze plek anders"`,
  )
  expect((await owner.publish(draft)).status).toBe(200)
  expect(await componentOf('contactpagecomponents')).toContain(
    `"${next.id}.f10x20.png","alt":"Voorjaar"`,
  )
  expect(await auditOf(old.id)).toEqual(['picture.added', 'picture.changed', 'picture.replaced'])

  // The use that was changed since then stays; the others show the old image again.
  const undone = await owner.request('POST', `/media-replacements/${id}/undo`)
  expect(undone).toMatchObject({ status: 200, body: { put_back: 3, left_alone: 1 } })
  expect((await readImage(old.id)).uses_here.map(({ kind }) => kind)).toEqual([
    'gift',
    'html',
    'logo',
  ])
  expect((await owner.request('POST', `/media-replacements/${id}/undo`)).status).toBe(409)
  const [history] = (await readImage(old.id)).history
  expect(history).toMatchObject({ way: 'went', undone: true, undo_until: null })
})

it('shows only images of the own channels and refuses changes of images that other channels use (DESK-3, DESK-22)', async () => {
  const { picture } = (
    await upload(await plainImage(90, 60, '#0000aa').png().toBuffer(), 'Elders.png')
  ).body
  expect((await editor.request('GET', `/media/${picture.id}`)).status).toBe(404)
  expect(
    (await editor.request('PUT', `/media/${picture.id}`, { version: 1, name: 'x' })).status,
  ).toBe(404)
  await shop.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('2001', 'faq', 'media', 'banner', '', ${picture.file})`
  expect((await editor.request('GET', `/media/${picture.id}`)).status).toBe(404)
  expect((await listImages(`search=elders`, editor)).items).toEqual([])
  expect((await editor.request('GET', '/media?channel=2001')).status).toBe(404)
  // Even with the file name, their pages can only use images that they may see.
  const logo = (value: string) =>
    editor.request<{ error?: { code: string } }>('PUT', '/channels/1014/fields', {
      name: 'Logo',
      changes: [{ field: 'logo', base_version: 0, after: { value } }],
    })
  expect((await logo(picture.file)).body.error?.code).toBe('unusable-value')
  await showBanner(picture.file)
  const seen = await readImage(picture.id, editor)
  expect(seen).toMatchObject({
    is_yours: false,
    elsewhere: 1,
    uses: 1,
    uses_here: [{ channel: '1014' }],
  })
  const own = (
    await upload(await plainImage(91, 60, '#0000aa').png().toBuffer(), 'Eigen.png', editor)
  ).body
  for (const [method, path, input] of [
    ['PUT', '', { version: seen.version, name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/replacement', { by: own.picture.id, count: 2 }],
  ] as const) {
    expect((await editor.request(method, `/media/${picture.id}${path}`, input)).status).toBe(403)
  }
  const mine = await readImage(own.picture.id, editor)
  expect(mine.is_yours).toBe(true)
  expect((await editor.request('DELETE', `/media/${own.picture.id}`)).status).toBe(200)
  expect((await listImages('search=eigen', editor)).items).toEqual([])
  expect((await shop.request(`/images/local/${own.picture.file}?w=80`)).status).toBe(200)
  expect((await editor.request('POST', `/media/${own.picture.id}/restore`)).status).toBe(200)

  // A gift's name describes its image; only an image used on a page lacks a text (DESK-22).
  const sold = (await upload(await plainImage(93, 60, '#00aa99').png().toBuffer(), 'Verkocht.png'))
    .body
  const { sku } = await shop.gift({ name: 'Vaas' })
  await shop.sql`update product set pictures = ${[sold.picture.file]} where id = ${sku}`
  const wordlessOf = async (id: string, words: string) => {
    const { items } = await listImages(`words=${words}&ids=${id}`)
    return [items.map(({ wordless }) => wordless), (await readImage(id)).wordless]
  }
  expect(await wordlessOf(sold.picture.id, 'beside')).toEqual([[false], false])
  expect(await wordlessOf(sold.picture.id, 'none')).toEqual([[], false])
  expect(await wordlessOf(picture.id, 'none')).toEqual([[true], true])
  expect(await wordlessOf(picture.id, 'beside')).toEqual([[], true])

  const unused = await listImages('used=no&words=beside&kind=photo')
  expect(unused.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['Eigen']))
  expect(unused.items.every(({ uses, languages }) => uses === 0 && languages.length === 0)).toBe(
    true,
  )
  expect((await listImages('channel=2001')).items.map(({ name }) => name)).toContain('Elders')
  // Images of gifts are found by the name of the gift.
  expect((await listImages('search=vaas')).items.map(({ name }) => name)).toContain('Verkocht')
  expect((await listImages('search=siervaas')).items.map(({ name }) => name).sort()).toEqual([
    'Nieuw',
    'Oud',
  ])
  const csv = await owner.guest.request('GET', '/backoffice/api/media?as=csv&search=siervaas')
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(3)

  // A replacement can be undone for seven days.
  const replaced = await owner.request<{ id: string }>(
    'POST',
    `/media/${sold.picture.id}/replacement`,
    { by: own.picture.id, count: 1 },
  )
  expect(replaced.status).toBe(200)
  shop.clock.advance(7 * 24 * 3_600_000)
  await owner.guest.signIn()
  const late = await owner.request('POST', `/media-replacements/${replaced.body.id}/undo`)
  expect(late.body).toMatchObject({ error: { code: 'too-late' } })
})
