import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  headerText,
  releaseClient,
  shownText,
  versionOf,
} from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

type Versions = { items: { id: string; by: { name: string }; release: { name: string } }[] }

it('compares any two versions of a text word by word, also with the text before the first version (DESK-20)', async () => {
  const backoffice = await releaseClient(shop, 'editor')
  const key = headerText('sentence')
  const texts = [
    'Kies een cadeau voor {points} punten',
    'Kies je cadeau voor {points} punten',
    'Kies je mooiste cadeau',
  ]
  for (const [at, text] of texts.entries()) await backoffice.write(`Number ${at}`, key, text)
  const { body } = await backoffice.request<Versions>(
    'GET',
    '/versions?channel=1014&path=headercomponents',
  )
  expect(body.items.map(({ release, by }) => [release.name, by.name])).toEqual([
    ['Number 2', 'The editor'],
    ['Number 1', 'The editor'],
    ['Number 0', 'The editor'],
  ])
  const [third, second, first] = body.items.map(({ id }) => id)
  const compare = async (from: string, to: string) => {
    const { body } = await backoffice.request<{ fields: { field: string; parts: unknown[] }[] }>(
      'GET',
      `/versions/compare?from=${from}&to=${to}`,
    )
    return body.fields.find(({ field }) => field === 'value')?.parts
  }
  expect(await compare(`${first}`, `${second}`)).toEqual([
    { what: 'same', text: 'Kies ' },
    { what: 'removed', text: 'een' },
    { what: 'added', text: 'je' },
    { what: 'same', text: ' cadeau voor {points} punten' },
  ])
  expect(await compare(`${first}`, 'live')).toEqual(await compare(`${first}`, `${third}`))
  expect(await compare(`before-${second}`, `${second}`)).toEqual(
    await compare(`${first}`, `${second}`),
  )
  expect(await compare(`before-${first}`, `${first}`)).toEqual([{ what: 'added', text: texts[0] }])
  const other = await backoffice.write('Another', headerText('another'), 'Iets anders')
  const [version] = await shop.sql<{ id: number }[]>`
    select id from content_version where release_id = ${other}`
  const apart = await backoffice.request('GET', `/versions/compare?from=${first}&to=${version?.id}`)
  expect(apart.body).toMatchObject({ error: { code: 'different-things' } })
})

it('reverts a release with a draft that names the reverted release and leaves later changes of others (DESK-20)', async () => {
  const [anna, bert] = [await releaseClient(shop, 'editor'), await releaseClient(shop, 'owner')]
  const [one, two] = [headerText('oneOfTwo'), headerText('twoOfTwo')]
  await anna.write('Before', one, 'Eerst')
  const id = await anna.draft('Hers')
  await anna.putChange(id, { key: one, after: { value: 'Van haar' } })
  await anna.putChange(id, { key: two, after: { value: 'Ook van haar' } })
  await anna.publish(id)
  const since = await bert.write('His', two, 'Van hem')

  const { body } = await bert.request<{ release: { id: string } }>('POST', `/releases/${id}/revert`)
  expect(body).toMatchObject({
    release: { state: 'draft', reverts: { id, name: 'Hers' }, changes: 1 },
    undoes: { id, name: 'Hers', by: { id: String(anna.guest.staffId), name: 'The editor' } },
    left: [
      {
        subject: '1014 headercomponents nl text twoOfTwo',
        by: { id: String(bert.guest.staffId), name: 'The owner' },
        release: { id: since, name: 'His' },
      },
    ],
  })
  expect(await shownText(shop, one)).toBe('Van haar')
  expect((await bert.publish(body.release.id)).body).toMatchObject({ written: 1 })
  await shop.shop.changeEvents.poll()
  expect([await shownText(shop, one), await shownText(shop, two)]).toEqual(['Eerst', 'Van hem'])
})

it('undoes a release for seven days, once in a race of eight requests, and the undo can be undone (DESK-20)', async () => {
  const backoffice = await releaseClient(shop)
  const key = headerText('undone')
  const before = await versionOf(shop, key)
  const id = await backoffice.write('To be undone', key, 'Er is iets')
  const tried = await Promise.all(
    Array.from({ length: 8 }, () =>
      backoffice.request('POST', `/releases/${id}/undo`, { reason: 'Oops' }),
    ),
  )
  const won = tried.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(won[0]?.body).toMatchObject({ undone: 1, left: [], release: { reverts: { id } } })
  expect(tried.filter(({ status }) => status === 409)).toHaveLength(7)
  expect([before, await versionOf(shop, key)]).toEqual([0, 0])
  const lines = await shop.sql`
    select reason from audit where action = 'release.undone' and subject_id = ${id}`
  expect(lines.map(({ reason }) => reason as string)).toEqual(['Oops'])

  const undo = (won[0]?.body as { release?: { id: string } } | undefined)?.release?.id
  // The undo is offered only once: afterwards the release shows who undid it, and with which release.
  expect((await backoffice.request('GET', `/releases/${id}`)).body).toMatchObject({
    undo: null,
    undone: { release: { id: undo }, ends: false, by: { name: 'The owner' } },
  })
  await backoffice.request('POST', `/releases/${undo}/undo`)
  expect((await backoffice.request('GET', `/releases/${id}`)).body).toMatchObject({ undone: null })
  await shop.shop.changeEvents.poll()
  expect(await shownText(shop, key)).toBe('Er is iets')

  shop.clock.advance(7 * 24 * 3_600_000 + 60_000)
  await backoffice.guest.signIn()
  expect((await backoffice.request('GET', `/releases/${undo}`)).body).toMatchObject({ undo: null })
  expect((await backoffice.request('POST', `/releases/${undo}/undo`)).body).toMatchObject({
    error: { code: 'too-late' },
  })
})

it('undoes texts, menus and themes, but leaves and names later changes of others (DESK-20)', async () => {
  const backoffice = await releaseClient(shop)
  const state = () => shop.sql`
    select (select jsonb_agg(item order by id) from (
        select id, parent_id, position, banner, texts, (
          select jsonb_agg(tag_id order by t.position) from navigation_tag t
          where t.channel_id = item.channel_id and item_id = id) from navigation_item item where channel_id = '2002'
      ) item) as menu, theme_options, company from channel where id = '2002'`
  const [before] = await state()
  const [item] = await shop.sql<
    { id: string; row_version: number; position: number; texts: object }[]
  >`
    select id, row_version, position, texts from navigation_item where channel_id = '2002'
    order by position limit 1`
  const id = await backoffice.draft('All kinds')
  const theme = { channel: '2002', field: 'theme.active' }
  const put = await backoffice.request('PUT', `/releases/${id}/changes`, {
    changes: [
      {
        kind: 'navigation',
        key: { channel: '2002', id: item?.id },
        base_version: item?.row_version,
        after: { position: item?.position, texts: { de: 'Anders' }, tags: [] },
      },
      {
        kind: 'navigation',
        key: { channel: '2002', id: 'below-it' },
        base_version: 0,
        after: { parent: item?.id, position: 0, texts: { de: 'Darunter' } },
      },
      { kind: 'channel', key: theme, base_version: 0, after: { value: '#123456' } },
      {
        kind: 'channel',
        key: { channel: '2002', field: 'company.email' },
        base_version: 0,
        after: { value: 'neu@example.de' },
      },
    ],
  })
  expect(put.status).toBe(200)
  expect((await backoffice.publish(id)).body).toMatchObject({ written: 4 })
  const fields = await shop.sql`select company, theme_options from channel where id = '2002'`
  expect(fields[0]).toMatchObject({ company: { email: 'neu@example.de' } })
  expect(JSON.stringify(fields[0]?.['theme_options'])).toContain('#123456')
  // A change of another field of the same channel is no conflict.
  const [version] = await shop.sql<{ version: number }[]>`
    select (field_versions ->> 'theme.active')::bigint as version from channel where id = '2002'`
  const later = await backoffice.draft('Later')
  await backoffice.request('PUT', `/releases/${later}/changes`, {
    kind: 'channel',
    key: theme,
    base_version: version?.version,
    after: { value: '#abcdef' },
  })
  expect((await backoffice.publish(later)).status).toBe(200)
  // The later changes that the undo will leave are named in advance.
  const seen = await backoffice.request('GET', `/releases/${id}`)
  expect(seen.body).toMatchObject({
    undo: { things: 3, left: [{ subject: '2002 theme.active', release: { id: later } }] },
  })
  // An item is listed by its current title, also if it stays unchanged.
  await shop.sql`
    update navigation_item set texts = texts || '{"nl": "Van een ander"}'
    where channel_id = '2002' and id = 'below-it'`
  const named = await backoffice.request<{ undo: { left: { kind: string; value?: unknown }[] } }>(
    'GET',
    `/releases/${id}`,
  )
  expect(named.body.undo.left).toMatchObject([
    { kind: 'channel' },
    { kind: 'navigation', value: { texts: { de: 'Darunter' } } },
  ])
  expect(named.body.undo.left[0]?.value).toBeUndefined()
  await shop.sql`
    update navigation_item set texts = '{"de": "Darunter"}'
    where channel_id = '2002' and id = 'below-it'`
  const undone = await backoffice.request('POST', `/releases/${id}/undo`)
  expect(undone.body).toMatchObject({
    undone: 3,
    left: [{ kind: 'channel', subject: '2002 theme.active', release: { id: later } }],
  })
  await backoffice.request('POST', `/releases/${later}/undo`)
  const [after] = await state()
  // The field that both releases changed has its first value again.
  expect(after).toEqual(before)
})

it('restores a version with a draft that names the release it undoes, visible only once published (DESK-20)', async () => {
  const [anna, bert] = [await releaseClient(shop, 'editor'), await releaseClient(shop, 'owner')]
  const key = headerText('broughtBack')
  // Another language has a text too, because the last text of a key cannot be removed.
  await anna.write('In English', headerText('broughtBack', 'en'), 'Hers in English')
  await anna.write('Hers', key, 'Van haar')
  await bert.write('His', key, 'Van hem')
  const { body } = await anna.request<Versions>(
    'GET',
    `/versions?channel=1014&kind=content&subject=${encodeURIComponent('1014 headercomponents nl text broughtBack')}`,
  )
  const [his, hers] = body.items.map(({ id }) => id)
  const refused = await anna.request('POST', `/versions/${his}/restore`)
  expect(refused.body).toMatchObject({ error: { code: 'nothing-to-undo' } })
  const back = await anna.request<{ release: { id: string } }>('POST', `/versions/${hers}/restore`)
  expect(back.body).toMatchObject({
    release: { state: 'draft', changes: 1, channels: ['1014'] },
    undoes: { by: { id: String(bert.guest.staffId) }, release: { name: 'His' } },
  })
  expect(await shownText(shop, key)).toBe('Van hem')
  await anna.publish(back.body.release.id)
  await shop.shop.changeEvents.poll()
  expect(await shownText(shop, key)).toBe('Van haar')
  const none = await anna.request<{ release: { id: string } }>(
    'POST',
    `/versions/${hers}/restore`,
    {
      before: true,
    },
  )
  await anna.publish(none.body.release.id)
  await shop.shop.changeEvents.poll()
  expect(await shownText(shop, key)).toBeUndefined()
  const elsewhere = await releaseClient(shop, 'editor', ['2001'])
  expect((await elsewhere.request('POST', `/versions/${hers}/restore`)).status).toBe(404)
})

it('names the menu item that prevents a release from being published (DESK-14)', async () => {
  const backoffice = await releaseClient(shop)
  const change = async (id: string, parent: string | null) => {
    const key = { channel: '2002', id }
    const [item] = await shop.sql<{ row_version: number }[]>`
      select row_version from navigation_item where channel_id = '2002' and id = ${id}`
    const after = { parent, position: 90, texts: { de: id } }
    return { kind: 'navigation', key, base_version: item?.row_version ?? 0, after }
  }
  const draft = async (...changes: Promise<object>[]) => {
    const id = await backoffice.draft('Menu')
    const input = { changes: await Promise.all(changes) }
    expect((await backoffice.request('PUT', `/releases/${id}/changes`, input)).status).toBe(200)
    return id
  }
  await backoffice.publish(await draft(change('loop-one', null), change('loop-two', null)))
  const first = await draft(change('loop-one', 'loop-two'))
  const second = await draft(change('loop-two', 'loop-one'))
  expect((await backoffice.publish(first)).status).toBe(200)
  expect(await backoffice.publish(second)).toMatchObject({
    status: 409,
    body: {
      error: { code: 'unusable-value' },
      stands: { channel: '2002', id: expect.stringMatching(/^loop-/) as unknown },
    },
  })
})
