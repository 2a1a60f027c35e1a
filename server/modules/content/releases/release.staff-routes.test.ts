import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  createText,
  headerText,
  type ReleaseClient,
  releaseClient,
  shownText,
  versionOf,
} from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { withinASecond } from '#server/testing/within-seconds.ts'

let shop: TestShop
let other: TestShop
beforeAll(async () => {
  shop = await testShop()
  other = await testShop({ database: shop.database })
})
afterAll(async () => {
  await other.stop()
  await shop.stop()
})

type Conflicts = { error: { code: string }; conflicts: Record<string, unknown>[] }

/** All stored texts of the shop except one key. */
const rowsBut = async (key: string) =>
  JSON.stringify(
    await shop.sql`
      select * from content where key <> ${key}
      order by channel_id, path, block, kind, key, language`,
  )

it('shows a published text in both processes of the shop within a second (DESK-19)', async () => {
  const editor = await releaseClient(shop, 'editor')
  const key = headerText('aNewWord')
  expect(await shownText(shop, key)).toBeUndefined()
  expect(await shownText(other, key)).toBeUndefined()
  const id = await editor.draft('Before Christmas')
  const put = await editor.putChange(id, {
    key,
    base_version: 0,
    after: { value: '  Vrolijk kerstfeest ' },
  })
  expect(put.status).toBe(200)
  expect(await shownText(shop, key)).toBeUndefined()

  const published = await editor.publish(id, { reason: 'It is time' })
  expect(published).toMatchObject({
    status: 200,
    body: { written: 1, release: { id, state: 'live', changes: 1, channels: ['1014'] } },
  })
  for (const process of [shop, other]) {
    const shown = () => shownText(process, key)
    await withinASecond(async () => (await shown()) !== undefined)
    expect(await shown()).toBe('Vrolijk kerstfeest')
  }

  // Published changes stay as they are, and a draft cannot be undone.
  const dropped = { kind: 'content', subject: '1014 headercomponents nl text aNewWord' }
  const draft = await editor.draft('Not yet')
  for (const [method, path, input, code] of [
    [
      'PUT',
      `${id}/changes`,
      { changes: [{ kind: 'content', key, base_version: 1, after: { value: 'x' } }] },
      'not-a-draft',
    ],
    ['DELETE', `${id}/changes`, dropped, 'not-a-draft'],
    ['DELETE', id, {}, 'not-a-draft'],
    ['PATCH', id, { name: 'Otherwise' }, 'not-a-draft'],
    ['DELETE', `${id}/schedule`, {}, 'not-scheduled'],
    ['POST', `${draft}/undo`, {}, 'not-published'],
    ['POST', `${draft}/revert`, {}, 'not-published'],
    ['POST', `${draft}/publish`, {}, 'empty-release'],
  ] as const) {
    const response = await editor.request(method, `/releases/${path}`, input)
    expect([path, response.status, response.body]).toMatchObject([path, 409, { error: { code } }])
  }
  expect(await shownText(shop, key)).toBe('Vrolijk kerstfeest')

  const [line, ...more] = await shop.sql`
    select * from audit where subject_kind = 'release' and subject_id = ${id} order by id desc`
  expect(line).toMatchObject({
    action: 'release.published',
    staff_id: editor.guest.staffId,
    channel_id: '1014',
    reason: 'It is time',
    after: { written: 1 },
  })
  expect(more.map(({ action }) => action as string)).toEqual(['release.changed', 'release.created'])
  expect((await editor.publish(id)).body).toMatchObject({ error: { code: 'not-a-draft' } })
  expect((await editor.putChange(id, { key, after: null })).body).toMatchObject({
    error: { code: 'not-a-draft' },
  })
  await expect(
    shop.sql`update release_change set after = null where release_id = ${id}`,
  ).rejects.toThrow('only a draft')
  await expect(shop.sql`update content_version set after = null`).rejects.toThrow('append-only')
})

it('leaves all other texts unchanged, and shows the shared text after the own one is removed (DESK-17)', async () => {
  const editor = await releaseClient(shop)
  const key = headerText('aWordOfTwo')
  const before = await rowsBut('aWordOfTwo')
  await editor.write('German', headerText('aWordOfTwo', 'de'), 'Zwei')
  const german = await versionOf(shop, headerText('aWordOfTwo', 'de'))
  await editor.write('Dutch', key, 'Twee')
  await editor.write('For all', headerText('aWordOfTwo', 'nl', '2'), 'Van allen')
  expect(await versionOf(shop, headerText('aWordOfTwo', 'de'))).toBe(german)
  expect(await rowsBut('aWordOfTwo')).toBe(before)

  await editor.write('Without', key, null)
  await expect.poll(() => shownText(other, key)).toBe('Van allen')
  expect(await shownText(shop, headerText('aWordOfTwo', 'de'))).toBe('Zwei')
})

describe('two editors', () => {
  it('both publish different texts of one page; for the same text the second sees both versions and chooses (DESK-14)', async () => {
    const [anna, bert] = [await releaseClient(shop, 'editor'), await releaseClient(shop, 'editor')]
    const [one, two] = [headerText('first'), headerText('second')]
    await anna.write('A start', one, 'Zoals het was')
    await anna.write('A start', two, 'Ook zo')
    const [hers, his] = [await anna.draft('Hers'), await bert.draft('His')]
    await anna.putChange(hers, { key: one, after: { value: 'Van Anna' } })
    await bert.putChange(his, { key: two, after: { value: 'Van Bert' } })
    const base = await versionOf(shop, one)
    await bert.putChange(his, { key: one, after: { value: 'Ook van Bert' } })
    expect((await anna.publish(hers)).status).toBe(200)

    const refused = await bert.publish(his)
    expect(refused.status).toBe(409)
    expect((refused.body as Conflicts).error.code).toBe('changed-since')
    const now = await versionOf(shop, one)
    expect((refused.body as Conflicts).conflicts).toEqual([
      {
        kind: 'content',
        key: one,
        subject: '1014 headercomponents nl text first',
        before: { value: 'Zoals het was', alt: '', position: 0 },
        mine: { value: 'Ook van Bert', alt: '', position: 0 },
        theirs: { value: 'Van Anna', alt: '', position: 0 },
        version: now,
        by: { id: String(anna.guest.staffId), name: 'The editor' },
        at: expect.any(String),
        release: { id: hers, name: 'Hers' },
        change_version: null,
      },
    ])
    // Nothing of the release is published, and no typed text is lost.
    expect(await shownText(shop, two)).toBe('Ook zo')
    const seen = await bert.request<{ changed_since: unknown }>('GET', `/releases/${his}`)
    expect(seen.body.changed_since).toMatchObject([
      {
        subject: '1014 headercomponents nl text first',
        by: { name: 'The editor' },
        version: now,
        change_version: 1,
        by_mine: [
          {
            field: 'value',
            parts: expect.arrayContaining([{ what: 'removed', text: 'Zoals' }]) as unknown,
          },
        ],
        by_theirs: [{ field: 'value' }],
      },
    ])

    expect(now).toBeGreaterThan(base)
    const stale = await bert.putChange(his, {
      key: one,
      base_version: base,
      after: { value: 'Samen' },
    })
    expect((stale.body as Conflicts).conflicts[0]).toMatchObject({ mine: { value: 'Samen' } })
    await bert.putChange(his, { key: one, base_version: now, after: { value: 'Samen' } })
    expect((await bert.publish(his)).body).toMatchObject({ written: 2 })
    await expect.poll(() => shownText(other, one)).toBe('Samen')
    expect(await shownText(other, two)).toBe('Van Bert')
  })

  it('get a conflict instead of overwriting each other in one draft (DESK-14)', async () => {
    const [anna, bert] = [await releaseClient(shop, 'editor'), await releaseClient(shop, 'editor')]
    const key = headerText('ofBoth')
    const id = await anna.draft('Ours')
    await anna.putChange(id, { key, after: { value: 'Van Anna' } })
    await anna.putChange(id, { key, after: { value: 'Van Anna, beter' } })
    const refused = await bert.putChange(id, { key, after: { value: 'Van Bert' } })
    expect((refused.body as Conflicts).conflicts[0]).toMatchObject({
      mine: { value: 'Van Bert' },
      theirs: { value: 'Van Anna, beter' },
      change_version: 2,
    })
    const chosen = { key, after: { value: 'Van ons' }, change_version: 2 }
    expect((await bert.putChange(id, chosen)).status).toBe(200)
    expect((await bert.putChange(id, { ...chosen, change_version: 2 })).status).toBe(409)
    await bert.publish(id)
    await expect.poll(() => shownText(other, key)).toBe('Van ons')
  })

  it('get one success in a race of eight releases of one text, and the other seven learn which one won (DESK-14)', async () => {
    const owner = await releaseClient(shop)
    const backoffices = Array.from({ length: 8 }, () => owner)
    const key = headerText('wanted')
    const ids = await Promise.all(
      backoffices.map(async (backoffice, at) => {
        const id = await backoffice.draft(`Number ${at}`)
        await backoffice.putChange(id, { key, base_version: 0, after: { value: `Number ${at}` } })
        await backoffice.putChange(id, {
          key: headerText(`own${at}`),
          after: { value: `Own ${at}` },
        })
        return id
      }),
    )
    const answers = await Promise.all(
      backoffices.map((backoffice, at) =>
        // Half of them through the other process.
        at % 2 === 0
          ? backoffice.publish(ids[at] ?? '')
          : fetch(`${other.url}/backoffice/api/releases/${ids[at]}/publish`, {
              method: 'POST',
              headers: { 'x-backoffice': '1', cookie: backoffice.guest.cookie() },
            }).then(async (response) => ({
              status: response.status,
              body: (await response.json()) as Record<string, unknown>,
            })),
      ),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect((body as Conflicts).conflicts.map(({ release }) => release)).toEqual([
        { id: ids[won], name: `Number ${won}` },
      ])
    }
    const written =
      await shop.sql`select value from content where (key = 'wanted' or key ~ '^own[0-7]$') and value <> '' order by key`
    expect(written.map(({ value }) => value as string)).toEqual([`Own ${won}`, `Number ${won}`])
    const lines = await shop.sql`
      select from audit where action = 'release.published' and subject_id = any(${ids})`
    expect(lines).toHaveLength(1)
  })
})

it('shows a release only to colleagues who work in all of its channels (DESK-3)', async () => {
  const owner = await releaseClient(shop)
  const editor = await releaseClient(shop, 'editor', ['1014'])
  const reader = await releaseClient(shop, 'reader', ['1014'])
  const id = await owner.draft('Both')
  await owner.putChange(id, { key: headerText('aPlace'), after: { value: 'Hier' } })
  expect((await editor.request('GET', `/releases/${id}`)).status).toBe(200)
  expect((await reader.request('GET', `/releases/${id}`)).status).toBe(200)
  expect((await reader.publish(id)).status).toBe(403)
  await owner.putChange(id, { key: headerText('aPlace', 'nl', '2001'), after: { value: 'Daar' } })
  const seen = await Promise.all([
    editor.request('GET', `/releases/${id}`),
    editor.publish(id),
    editor.putChange(id, { key: headerText('aPlace'), after: null }),
    editor.request('GET', '/releases?channel=2001'),
    editor.request('GET', '/versions?channel=2001'),
  ])
  expect(seen.map(({ status }) => status)).toEqual(Array(5).fill(404))
  const listed = await editor.request<{ items: { id: string }[] }>('GET', '/releases?limit=200')
  expect(listed.body.items.map((one) => one.id)).not.toContain(id)
  const own = await editor.draft('Mine')
  const foreign = await editor.putChange(own, {
    key: headerText('aPlace', 'nl', '2001'),
    after: { value: 'Elders' },
  })
  expect(foreign.status).toBe(404)
  expect((await owner.publish(id)).body).toMatchObject({ written: 2 })
})

it('lists releases by state, channel and search text, page by page in both directions, and as a file (DESK-7, DESK-13)', async () => {
  const owner = await releaseClient(shop)
  const names = Array.from({ length: 5 }, (_, at) => `Listed ${at}`)
  const ids: string[] = []
  for (const name of names) {
    const id = await owner.draft(name)
    await owner.putChange(id, { key: headerText(`listed${name.at(-1)}`), after: { value: name } })
    ids.push(id)
  }
  const soon = new Date(shop.clock.now().getTime() + 3_600_000).toISOString()
  await owner.publish(ids[1] ?? '', { from: soon })
  await owner.request('DELETE', `/releases/${ids[2]}`)
  type Page = { items: { name: string }[]; next: string | null; total: { count: number } }
  const list = async (query: string) =>
    (await owner.request<Page>('GET', `/releases?search=listed&${query}`)).body
  const first = await list('sort=name&limit=2')
  const second = await list(`sort=name&limit=2&cursor=${first.next}`)
  expect([first, second].map(({ items }) => items.map(({ name }) => name))).toEqual([
    ['Listed 0', 'Listed 1'],
    ['Listed 3', 'Listed 4'],
  ])
  expect(first.total.count).toBe(4)
  for (const sort of ['from', '-from']) {
    const [leading, ...others] = (await list(`sort=${sort}&limit=1`)).items
    expect([leading?.name, others]).toEqual(['Listed 1', []])
    const nextPage = await list(
      `sort=${sort}&limit=3&cursor=${(await list(`sort=${sort}&limit=1`)).next}`,
    )
    expect(nextPage.items).toHaveLength(3)
  }
  const some = await list('state=scheduled,archived')
  expect(some.items.map(({ name }) => name)).toEqual(['Listed 2', 'Listed 1'])
  expect((await list('channel=2001')).items).toEqual([])
  const file = await owner.guest.request(
    'GET',
    '/backoffice/api/releases?search=listed&as=csv&sort=name',
  )
  const text = await file.text()
  expect(text.split('\r\n').map((line) => line.split(/[;,]/)[0])).toEqual([
    'name',
    'Listed 0',
    'Listed 1',
    'Listed 3',
    'Listed 4',
    '',
  ])
})

it('numbers drafts of the same name, also when eight are created at the same time (DESK-14)', async () => {
  const owner = await releaseClient(shop)
  const made = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.request<{ name: string }>('POST', '/releases', { name: 'Christmas' }),
    ),
  )
  expect(made.map(({ body }) => body.name).sort()).toEqual([
    'Christmas',
    ...[2, 3, 4, 5, 6, 7, 8].map((number) => `Christmas (${number})`),
  ])
})

it('increases the version of a draft with each change, but not when nothing changes (DESK-14)', async () => {
  const editor = await releaseClient(shop, 'editor')
  const key = headerText('saidOnce')
  const id = await editor.draft('Said once')
  type Draft = { release: { version: number }; changes: { change_version: number }[] }
  const versions = async (value: string) => {
    const put = await editor.putChange(id, { key, after: { value } })
    const { release, changes } = put.body as unknown as Draft
    return [release.version, changes[0]?.change_version]
  }
  const first = await versions('Een keer')
  expect(await versions('Een keer')).toEqual(first)
  const other = await versions('Anders')
  expect(other).not.toEqual(first)
  // An empty value equals a missing one, so no change is listed.
  const empty = { position: 3, banner: '', texts: { nl: 'Leeg' }, tags: [] }
  const menu = await releaseClient(shop)
  const items = await menu.draft('Empty')
  const item = { kind: 'navigation', key: { channel: '2', id: 'leeg' }, base_version: 0 }
  expect((await menu.putChange(items, { ...item, after: empty })).status).toBe(200)
  const { body } = await menu.request<{ changes: { fields: { field: string }[] }[] }>(
    'GET',
    `/releases/${items}`,
  )
  expect(body.changes[0]?.fields.map(({ field }) => field).sort()).toEqual(['position', 'texts.nl'])
})

it('compares the first own text of a channel with the shared text that it replaces (DESK-20)', async () => {
  const owner = await releaseClient(shop)
  await owner.write('Shared', headerText('replaced', 'nl', '2'), 'Dag allemaal')
  const id = await owner.draft('Own')
  await owner.putChange(id, { key: headerText('replaced'), after: { value: 'Dag samen' } })
  type Parts = { changes: { fields: { field: string; parts: unknown[] }[] }[] }
  const { body } = await owner.request<Parts>('GET', `/releases/${id}`)
  expect(body.changes[0]?.fields.find(({ field }) => field === 'value')?.parts).toEqual([
    { what: 'same', text: 'Dag ' },
    { what: 'removed', text: 'allemaal' },
    { what: 'added', text: 'samen' },
  ])
})

it('gives two drafts that revert the same release different names (DESK-20)', async () => {
  const owner = await releaseClient(shop)
  const id = await owner.write('Tweemaal', headerText('twice'), 'Twee')
  const names = []
  for (const _ of [1, 2]) {
    const { body } = await owner.request<{ release: { name: string } }>(
      'POST',
      `/releases/${id}/revert`,
    )
    names.push(body.release.name)
  }
  expect(names).toEqual(['↩ Tweemaal', '↩ Tweemaal (2)'])
})

it('refuses to revert a release that is undone already (DESK-20)', async () => {
  const owner = await releaseClient(shop)
  const key = headerText('takenBack')
  await owner.write('Before', key, 'Dertig')
  const id = await owner.write('After', key, 'Vijftig')
  const revert = () => owner.request<{ release: { id: string } }>('POST', `/releases/${id}/revert`)
  const { body: early } = await revert()
  expect((await owner.request('POST', `/releases/${id}/undo`)).status).toBe(200)
  const undone = { status: 409, body: { error: { code: 'nothing-to-undo' } } }
  expect(await revert()).toMatchObject(undone)
  // A draft created before the undo is refused, too.
  const { body } = await owner.request('GET', `/releases/${early.release.id}`)
  expect(body).toMatchObject({ changes: [{ before: { value: 'Dertig' }, fields: [] }] })
  expect(await owner.publish(early.release.id)).toMatchObject(undone)
  const soon = new Date(shop.clock.now().getTime() + 3_600_000).toISOString()
  expect(await owner.publish(early.release.id, { from: soon })).toMatchObject(undone)
  expect(await shownText(shop, key)).toBe('Dertig')
})

it('refuses to publish, schedule, undo or revert a release with fields the colleague may not edit (DESK-3)', async () => {
  const [owner, editor] = [await releaseClient(shop), await releaseClient(shop, 'editor')]
  const draftWithField = async (field: string, value: unknown, by: ReleaseClient) => {
    const id = await by.draft(field)
    const { body } = await by.request<{ fields: { field: string; version: number }[] }>(
      'GET',
      '/channels/1014',
    )
    const base_version = body.fields.find((one) => one.field === field)?.version ?? 0
    const key = { channel: '1014', field }
    const put = await by.putChange(id, { kind: 'channel', key, base_version, after: { value } })
    return { id, status: put.status }
  }
  const { id } = await draftWithField('undo_minutes', 17, owner)
  const refusal = async (path: string, how: object = {}) => {
    const { status, body } = await editor.request<{ error?: { code: string; message: string } }>(
      'POST',
      `/releases/${id}/${path}`,
      how,
    )
    return [status, body.error?.code]
  }
  const notPermitted = [403, 'not-your-fields']
  expect(await refusal('publish')).toEqual(notPermitted)
  const soon = new Date(shop.clock.now().getTime() + 86_400_000).toISOString()
  expect(await refusal('publish', { from: soon })).toEqual(notPermitted)
  expect((await owner.publish(id)).status).toBe(200)
  expect(await refusal('undo')).toEqual(notPermitted)
  expect(await refusal('revert')).toEqual(notPermitted)
  expect((await owner.request('POST', `/releases/${id}/undo`)).status).toBe(200)
  // Editors may change the theme.
  const look = await draftWithField('theme.accent', '#225577', editor)
  expect((await editor.publish(look.id)).status).toBe(200)
})

it('returns the changes of a release page by page, with the time zones of its channels', async () => {
  const owner = await releaseClient(shop)
  const id = await owner.draft('Parts')
  for (const at of [1, 2, 3]) {
    await owner.putChange(id, { key: headerText(`part${at}`), after: { value: `Deel ${at}` } })
  }
  type Result = { changes: { subject: string }[]; next: string | null; zones: unknown }
  const response = async (query: string) =>
    (await owner.request<Result>('GET', `/releases/${id}?${query}`)).body
  const first = await response('limit=2')
  expect(first.zones).toEqual([{ zone: 'Europe/Amsterdam', channels: ['1014'] }])
  const nextPage = await response(`limit=2&after=${encodeURIComponent(first.next ?? '')}`)
  expect([...first.changes, ...nextPage.changes].map(({ subject }) => subject.at(-1))).toEqual([
    '1',
    '2',
    '3',
  ])
  expect(nextPage.next).toBeNull()
})

describe('immediate publication', () => {
  const changeOf = (key: string, value: string) => ({
    kind: 'content',
    key: headerText(key),
    base_version: 0,
    after: { value },
  })

  it('creates one published release in a race of eight calls with the same idempotency key (SAFE-16, C-1)', async () => {
    const editor = await releaseClient(shop, 'editor')
    await createText(shop, headerText('publishedNow'))
    const input = { name: 'Header, today', changes: [changeOf('publishedNow', 'Meteen live')] }
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        editor.guest.request('POST', '/backoffice/api/publications', input, {
          'idempotency-key': 'published once',
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await shownText(shop, headerText('publishedNow'))).toBe('Meteen live')
    const made = await shop.sql`select state from release where name = 'Header, today'`
    expect(made).toEqual([{ state: 'live' }])
  })

  it('leaves no draft when a change is refused, and publishes an existing draft with the added changes (SAFE-16, C-1)', async () => {
    const editor = await releaseClient(shop, 'editor')
    for (const key of ['kept', 'outdated', 'added']) await createText(shop, headerText(key))
    await editor.write('Someone was first', headerText('outdated'), 'Van een ander')
    const refusal = await editor.request('POST', '/publications', {
      name: 'Half a release',
      changes: [changeOf('kept', 'Nieuw'), changeOf('outdated', 'Van mij')],
    })
    expect(refusal).toMatchObject({ status: 409, body: { error: { code: 'changed-since' } } })
    expect(await shop.sql`select from release where name = 'Half a release'`).toHaveLength(0)
    expect(await shownText(shop, headerText('kept'))).toBeUndefined()

    const draft = await editor.draft('A draft')
    await editor.putChange(draft, { key: headerText('kept'), after: { value: 'Nieuw' } })
    const out = await editor.request('POST', '/publications', {
      release: draft,
      changes: [changeOf('added', 'Ook nieuw')],
    })
    expect(out).toMatchObject({ status: 200, body: { written: 2, release: { state: 'live' } } })
    expect(await editor.request('POST', '/publications', { name: 'Nothing' })).toMatchObject({
      status: 409,
      body: { error: { code: 'empty-release' } },
    })
  })

  it('is refused with the scheduled release of the same text until the colleague confirms (SAFE-16, C-1)', async () => {
    const editor = await releaseClient(shop, 'editor')
    const key = headerText('planned')
    await createText(shop, key)
    const later = await editor.draft('Planned')
    await editor.putChange(later, { key, after: { value: 'Later' } })
    const from = new Date(shop.clock.now().getTime() + 86_400_000).toISOString()
    expect((await editor.publish(later, { from })).status).toBe(200)
    const input = { name: 'Now', changes: [changeOf('planned', 'Nu')] }
    expect(await editor.request('POST', '/publications', input)).toMatchObject({
      status: 409,
      body: { error: { code: 'overlaps' }, stands: [{ release: { name: 'Planned' } }] },
    })
    expect((await editor.request('POST', '/publications', { ...input, anyway: true })).status).toBe(
      200,
    )
  })
})
