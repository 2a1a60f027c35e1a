import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  headerText,
  releaseClient,
  type ReleaseClient,
  shownText,
} from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let backoffice: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  backoffice = await releaseClient(shop)
})
afterAll(() => shop.stop())

type Page = {
  texts: {
    key: string
    block: string
    field: string
    variables: string[]
    languages: {
      language: string
      version: number
      value: string | null
      change: unknown
      reads: { value: string; channel: string; language: string } | null
    }[]
  }[]
}

const textOf = (page: Page, key: string, block = '') =>
  page.texts.find((text) => text.key === key && text.block === block)
const textIn = (page: Page, key: string, language: string, block = '') =>
  textOf(page, key, block)?.languages.find((one) => one.language === language)

it('shows all languages of a text side by side, with the fallback that holders read for an empty one (DESK-17)', async () => {
  await backoffice.write('Dutch', headerText('greeting', 'nl', '2'), 'Dag allemaal')
  await backoffice.write('Own English', headerText('greeting', 'en', '2002'), 'Hello you')
  const page = async (more = '') =>
    (await backoffice.request<Page>('GET', `/content/headercomponents?channel=2002${more}`)).body
  const before = await page()
  // 2002 falls back to German; the last fallback is Dutch.
  expect(textIn(before, 'greeting', 'en')).toMatchObject({
    value: 'Hello you',
    version: expect.any(Number),
    reads: { value: 'Hello you', channel: '2002', language: 'en' },
  })
  for (const language of ['nl', 'de', 'fr']) {
    const one = textIn(before, 'greeting', language)
    expect(one).toMatchObject({
      value: null,
      version: 0,
      reads: { value: 'Dag allemaal', channel: '2', language: 'nl' },
    })
    expect(one?.reads?.value).toBe(await shownText(shop, headerText('greeting', language, '2002')))
  }
  expect(textOf(before, 'pointsLabel')?.variables).toEqual(
    expect.arrayContaining(['points', 'first_name']),
  )

  const id = await backoffice.draft('German')
  await backoffice.putChange(id, {
    key: headerText('greeting', 'de', '2002'),
    after: { value: 'Hallo' },
  })
  const withDraft = await page(`&release=${id}`)
  expect(textIn(withDraft, 'greeting', 'fr')?.reads).toEqual({
    value: 'Hallo',
    channel: '2002',
    language: 'de',
  })
  expect(textIn(withDraft, 'greeting', 'de')).toMatchObject({
    value: null,
    change: { after: { value: 'Hallo' }, change_version: 1 },
  })
  expect(textIn(await page(), 'greeting', 'fr')?.reads?.language).toBe('nl')

  const { body: mails } = await backoffice.request<{
    texts: {
      mail: string
      key: string
      variables: string[]
      languages: { language: string; reads: unknown }[]
    }[]
  }>('GET', '/mails?channel=2002')
  const subject = mails.texts.find(
    ({ mail, key }) => mail === 'order-confirmation' && key === 'subject',
  )
  expect(subject).toMatchObject({ variables: ['order_number'] })
  expect(subject?.languages[0]?.reads).toEqual({
    value: 'We hebben bestelling {order_number} ontvangen',
    from: 'shop',
  })
})

it('marks an empty text that was published earlier (DESK-14, DESK-17)', async () => {
  await backoffice.write('Shared', headerText('salute', 'nl', '2'), 'Dag')
  await backoffice.write('For a while', headerText('salute', 'de', '2002'), 'Hallo')
  await backoffice.write('Ended', headerText('salute', 'de', '2002'), null)
  const { body } = await backoffice.request<Page>('GET', '/content/headercomponents?channel=2002')
  expect(textIn(body, 'salute', 'de')).toMatchObject({ value: null, was_published: true })
  expect(textIn(body, 'salute', 'fr')).toMatchObject({ value: null, was_published: false })
})

it('lists the mail texts of a channel with a thousand texts in under a second of processor time (DESK-12)', async () => {
  await shop.sql`
    insert into content (channel_id, path, kind, key, language, value)
    select '2001', 'websitetranslationcomponents', 'text', 'own' || t, 'nl', 'Eigen'
    from generate_series(1, 1000) t`
  await backoffice.request('GET', '/mails?channel=2001')
  const before = process.cpuUsage()
  const { status } = await backoffice.request('GET', '/mails?channel=2001')
  const { user } = process.cpuUsage(before)
  expect(status).toBe(200)
  expect(user / 1000).toBeLessThan(1000)
})

it('lists the content of one of three hundred channels in under 150 ms of processor time (DESK-12, DESK-17)', async () => {
  await shop.sql`
    insert into channel (id, name) select 9000 + n, 'Channel ' || n from generate_series(1, 300) n`
  await shop.sql`
    insert into content (channel_id, path, kind, key, language, value)
    select (9000 + n)::text, 'headercomponents', 'text', 'own' || t, 'nl', 'Eigen'
    from generate_series(1, 300) n, generate_series(1, 40) t`
  await shop.sql`analyze content`
  const took: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const before = process.cpuUsage()
    const { status, body } = await backoffice.request<{
      pages: {
        path: string
        kind: string
        texts: number
        languages: { language: string; own: number }[]
      }[]
      navigation: { own: boolean }
    }>('GET', '/content?channel=9150')
    const { user, system } = process.cpuUsage(before)
    took.push((user + system) / 1000)
    expect(status).toBe(200)
    expect(body.pages.filter(({ kind }) => kind === 'component')).toHaveLength(22)
    const header = body.pages.find(({ path }) => path === 'headercomponents')
    expect(header?.languages.find(({ language }) => language === 'nl')).toMatchObject({ own: 40 })
    expect(header?.languages.find(({ language }) => language === 'en')).toMatchObject({ own: 0 })
    expect(body.navigation.own).toBe(false)
  }
  // The fastest run, because other work on the machine slows the others.
  expect(Math.min(...took)).toBeLessThan(150)
})

describe('pasted text', () => {
  const area = { ...headerText('pasted', 'nl'), field: 'area' }
  const put = async (key: Record<string, unknown>, value: string) =>
    backoffice.putChange(await backoffice.draft('Pasted'), {
      key,
      base_version: 0,
      after: { value },
    })

  it('is reduced to allowed tags and links, and the removed scripts and tags are listed (DESK-21)', async () => {
    const { status, body } = await put(
      area,
      `<!--[if mso]><xml></xml><![endif]--><p class="MsoNormal" style="mso-x:y">Dag <b>jij</b>
       <o:p></o:p><script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">hier</a>
       <a href="/nowhere-at-all">daar</a> <a href="/contact">ginds</a> <iframe src="//x.example"></iframe></p>`,
    )
    expect(status).toBe(200)
    const { changes, removed, warnings } = body as {
      changes: { after: { value: string } }[]
      removed: { what: string[] }[]
      warnings: { message: string }[]
    }
    const kept = changes[0]?.after.value ?? ''
    expect(kept.replaceAll(/\s+/g, ' ')).toBe(
      '<p>Dag <b>jij</b> <a>hier</a> <a href="/nowhere-at-all">daar</a> <a href="/contact">ginds</a> </p>',
    )
    expect(removed[0]?.what).toEqual(
      expect.arrayContaining(['<script>', '<iframe>', 'href="javascript:alert(1)" of <a>']),
    )
    expect(warnings.map(({ message }) => message)).toEqual([
      "'/nowhere-at-all' leads to no page of this shop.",
    ])
  })

  it.each([
    ['unknown-variable', 'Je hebt {punten} punten'],
    ['broken-variable', 'Je hebt {points punten'],
    ['broken-variable', 'Je hebt points} punten'],
    ['broken-variable', 'Je hebt {{points}} punten'],
    ['broken-variable', '<p>Je hebt {poi<b>nts</b>} punten</p>'],
  ])('is refused as %s: %s (DESK-21)', async (code, value) => {
    const key = value.startsWith('<') ? area : headerText('pasted')
    const { body } = await put(key, value)
    expect(body).toMatchObject({
      error: { code },
      stands: { there: expect.arrayContaining(['points']) as unknown },
    })
    // Quoted exactly, so that it can be found in a long pasted text.
    const { variables } = (body as { stands: { variables: string[] } }).stands
    expect(variables.every((one) => value.replaceAll(/<[^>]*>/g, '').includes(one))).toBe(true)
    expect(variables).toHaveLength(1)
  })

  it('may be 100,000 characters long, and a longer one is refused with its position (DESK-21)', async () => {
    const request = async (...texts: string[]) =>
      backoffice.request('PUT', `/releases/${await backoffice.draft('Long')}/changes`, {
        changes: texts.map((value, at) => ({
          kind: 'content',
          key: headerText(`long${at}`),
          base_version: 0,
          after: { value },
        })),
      })
    expect((await request('é'.repeat(100_000), 'x'.repeat(100_000))).status).toBe(409)
    expect(await request('x', 'x'.repeat(180_000))).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-input', place: 1 } },
    })
    expect(await request(...Array.from({ length: 25 }, () => 'x'.repeat(100_000)))).toMatchObject({
      status: 413,
      body: { error: { code: 'too-large' } },
    })
  })

  it.each([
    ['a link', { ...headerText('link', ''), field: 'url' }, 'javascript:alert(1)'],
    ['a picture', { ...headerText('link', ''), field: 'media' }, 'not-there.png'],
    ['a number', { ...headerText('link', ''), field: 'number' }, 'vier'],
    ['a page', { ...headerText('x'), path: 'cart' }, 'An address of the shop’s own'],
    [
      'a text',
      { ...headerText('mail_layout_terms'), path: 'websitetranslationcomponents' },
      'A sentence of the mails',
    ],
  ])('is refused when it is %s that the shop cannot use (DESK-21)', async (_, key, value) => {
    expect((await put(key, value)).body).toMatchObject({ error: { code: 'unusable-value' } })
  })

  it('is validated as strictly in mails, theme and channel fields (DESK-21)', async () => {
    const request = async (change: Record<string, unknown>) =>
      (
        await backoffice.request('PUT', `/releases/${await backoffice.draft('Kinds')}/changes`, {
          base_version: 0,
          ...change,
        })
      ).body
    const mail = { channel: '1014', mail: 'order-shipped', key: 'heading', language: 'nl' }
    expect(
      await request({ kind: 'mail', key: mail, after: { value: 'Dag {naam}' } }),
    ).toMatchObject({
      error: { code: 'unknown-variable' },
    })
    expect(
      await request({ kind: 'mail', key: { ...mail, key: 'nothing' }, after: { value: 'x' } }),
    ).toMatchObject({ error: { code: 'unusable-value' } })
    expect(
      await request({ kind: 'mail', key: mail, after: { value: 'Onderweg, {first_name}!' } }),
    ).toMatchObject({ release: { changes: 1 } })
    const subject = { ...mail, key: 'subject' }
    expect(
      await request({ kind: 'mail', key: subject, after: { value: 'Dag\r\nBcc: x@example.com' } }),
    ).toMatchObject({ error: { code: 'unusable-value' } })
    const change = { kind: 'mail', key: mail, base_version: 0, after: { value: 'Dag' } }
    expect(await request({ changes: [change, change] })).toMatchObject({
      error: { code: 'unusable-value' },
    })
    for (const [field, value] of [
      ['theme.active', 'red; } body { display: none'],
      ['company.email', 'a\nb'],
      ['company.nothing', 'x'],
      ['company.email', '<script>@x'],
      ['company.email', 'a@b'],
      ['countries', ['Nederland']],
      ['countries', ['NL', 'ZZ']],
      ['undo_minutes', 5000],
      ['settings', 'x'],
    ] as const) {
      const response = await request({
        kind: 'channel',
        key: { channel: '1014', field },
        after: { value },
      })
      expect({ field, response }).toMatchObject({ field, response: { success: false } })
    }
    const editor = await releaseClient(shop, 'editor')
    const put = async (field: string, value: unknown) =>
      (
        await editor.request('PUT', `/releases/${await editor.draft('Look')}/changes`, {
          kind: 'channel',
          key: { channel: '1014', field },
          base_version: 0,
          after: { value },
        })
      ).status
    expect([await put('theme.active', '#123456'), await put('no_filter', true)]).toEqual([200, 403])
  })
})

it('copies the complete shared menu to a channel before one of its items can be changed (DESK-18)', async () => {
  const id = await backoffice.draft('A menu of our own')
  const item = {
    kind: 'navigation',
    key: { channel: '2001', id: 'ours' },
    base_version: 0,
    after: { position: 99, texts: { nl: 'Van ons' } },
  }
  const alone = await backoffice.request('PUT', `/releases/${id}/changes`, item)
  expect(alone.body).toMatchObject({ error: { code: 'shared-menu' } })
  const taken = await backoffice.request('POST', `/releases/${id}/fork-menu`, {
    channel: '2001',
    kind: 'navigation',
  })
  expect(taken.status).toBe(200)
  expect((await backoffice.request('PUT', `/releases/${id}/changes`, item)).status).toBe(200)
  const titles = async () => {
    const answer = await shop.call('navigation', { language: 'nl', sales_channel: '2001' })
    return 'response' in answer ? answer.response.navItems.map(({ title }) => title) : []
  }
  const before = await titles()
  expect((await backoffice.publish(id)).status).toBe(200)
  await shop.shop.changeEvents.poll()
  expect(await titles()).toEqual([...before, 'Van ons'])
  const again = await backoffice.request(
    'POST',
    `/releases/${await backoffice.draft('Again')}/fork-menu`,
    {
      channel: '2001',
      kind: 'navigation',
    },
  )
  expect(again.body).toMatchObject({ error: { code: 'is-own' } })
  const orphan = await backoffice.draft('Without its parent')
  const { body: menu } = await backoffice.request<{
    navigation: {
      items: { key: { id: string }; version: number; value: { parent: string | null } }[]
    }
  }>('GET', '/menus?channel=2001')
  const child = menu.navigation.items.find(({ value }) => value.parent !== null)
  const parent = menu.navigation.items.find(({ key }) => key.id === child?.value.parent)
  await backoffice.request('PUT', `/releases/${orphan}/changes`, {
    kind: 'navigation',
    key: { channel: '2001', id: parent?.key.id ?? 'ours' },
    base_version: parent?.version ?? 0,
    after: null,
  })
  if (child) {
    expect((await backoffice.publish(orphan)).body).toMatchObject({
      error: { code: 'unusable-value' },
    })
  }
})

it('names the drafts with changes of a page, only to colleagues who may see them (PRODUCT-7)', async () => {
  const key = headerText('farewell', 'nl', '2002')
  const before = await backoffice.draft('Winter')
  await backoffice.putChange(before, { key, after: { value: 'Tot ziens' } })
  const elsewhere = await backoffice.draft('Elsewhere')
  await backoffice.putChange(elsewhere, {
    key: headerText('farewell', 'nl', '1014'),
    after: { value: 'Dag' },
  })
  type Drafts = { drafts: { id: string; name: string; state: string; subjects: string[] }[] }
  const drafts = async (client = backoffice) =>
    (
      await client.request<Drafts>('GET', '/content/headercomponents?channel=2002')
    ).body.drafts.filter(({ name }) => name === 'Winter')
  expect(await drafts()).toEqual([
    {
      id: before,
      name: 'Winter',
      state: 'draft',
      subjects: ['2002 headercomponents nl text farewell'],
    },
  ])
  // The draft also changes a channel that this editor cannot access.
  const local = await releaseClient(shop, 'editor', ['2002'])
  expect(await drafts(local)).toHaveLength(1)
  await backoffice.putChange(before, {
    key: headerText('farewell', 'nl', '1014'),
    after: { value: 'Dag' },
  })
  expect(await drafts(local)).toEqual([])
  await backoffice.publish(before)
  expect(await drafts()).toEqual([])
})
