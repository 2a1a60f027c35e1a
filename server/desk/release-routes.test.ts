import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { headerText, releaseDesk, shownText, versionOf } from '#server/testing/release-desk.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

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

/** Every text of the shop, as it lies in the table. */
const rowsBut = async (key: string) =>
  JSON.stringify(
    await shop.sql`
      select * from content where key <> ${key}
      order by channel_id, path, block, kind, key, language`,
  )

it('has a text in the shop, in both of two processes, within a second of its publishing (DESK-19)', async () => {
  const editor = await releaseDesk(shop, 'editor')
  const key = headerText('aNewWord')
  expect(await shownText(shop, key)).toBeUndefined()
  expect(await shownText(other, key)).toBeUndefined()
  const id = await editor.draft('Before Christmas')
  const put = await editor.put(id, {
    key,
    base_version: 0,
    after: { value: '  Vrolijk kerstfeest ' },
  })
  expect(put.status).toBe(200)
  expect(await shownText(shop, key)).toBeUndefined()

  const published = await editor.publish(id, { reason: 'It is time' })
  const at = performance.now()
  expect(published).toMatchObject({
    status: 200,
    body: { written: 1, release: { id, state: 'live', changes: 1, channels: ['1014'] } },
  })
  await expect
    .poll(async () => [await shownText(shop, key), await shownText(other, key)], { interval: 20 })
    .toEqual(['Vrolijk kerstfeest', 'Vrolijk kerstfeest'])
  expect(performance.now() - at).toBeLessThan(1000)

  const [line, ...more] = await shop.sql`
    select * from audit where subject_kind = 'release' and subject_id = ${id} order by id desc`
  expect(line).toMatchObject({
    action: 'release.published',
    staff_id: editor.guest.staffId,
    channel_id: '1014',
    reason: 'It is time',
    after: { written: 1 },
  })
  expect(more.map(({ action }) => action as string)).toEqual(['release.changed', 'release.made'])
  expect((await editor.publish(id)).body).toMatchObject({ error: { code: 'not-a-draft' } })
  expect((await editor.put(id, { key, after: null })).body).toMatchObject({
    error: { code: 'not-a-draft' },
  })
  await expect(
    shop.sql`update release_change set after = null where release_id = ${id}`,
  ).rejects.toThrow('only a draft')
  await expect(shop.sql`update content_version set after = null`).rejects.toThrow('append-only')
})

it('leaves all other texts as they are, byte for byte, and reads what stands behind one that went (DESK-17)', async () => {
  const editor = await releaseDesk(shop)
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
  it('of different texts of one page are both in; of one text the second sees both and chooses (DESK-14)', async () => {
    const [anna, bert] = [await releaseDesk(shop, 'editor'), await releaseDesk(shop, 'editor')]
    const [one, two] = [headerText('first'), headerText('second')]
    await anna.write('A start', one, 'Zoals het was')
    await anna.write('A start', two, 'Ook zo')
    const [hers, his] = [await anna.draft('Hers'), await bert.draft('His')]
    await anna.put(hers, { key: one, after: { value: 'Van Anna' } })
    await bert.put(his, { key: two, after: { value: 'Van Bert' } })
    const base = await versionOf(shop, one)
    await bert.put(his, { key: one, after: { value: 'Ook van Bert' } })
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
    // Nothing of it is in the shop, and nothing that was typed is lost.
    expect(await shownText(shop, two)).toBe('Ook zo')
    const seen = await bert.tell<{ changed_since: unknown }>('GET', `/releases/${his}`)
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
    const stale = await bert.put(his, { key: one, base_version: base, after: { value: 'Samen' } })
    expect((stale.body as Conflicts).conflicts[0]).toMatchObject({ mine: { value: 'Samen' } })
    await bert.put(his, { key: one, base_version: now, after: { value: 'Samen' } })
    expect((await bert.publish(his)).body).toMatchObject({ written: 2 })
    await expect.poll(() => shownText(other, one)).toBe('Samen')
    expect(await shownText(other, two)).toBe('Van Bert')
  })

  it('of one draft do not write over each other unseen (DESK-14)', async () => {
    const [anna, bert] = [await releaseDesk(shop, 'editor'), await releaseDesk(shop, 'editor')]
    const key = headerText('ofBoth')
    const id = await anna.draft('Ours')
    await anna.put(id, { key, after: { value: 'Van Anna' } })
    await anna.put(id, { key, after: { value: 'Van Anna, beter' } })
    const refused = await bert.put(id, { key, after: { value: 'Van Bert' } })
    expect((refused.body as Conflicts).conflicts[0]).toMatchObject({
      mine: { value: 'Van Bert' },
      theirs: { value: 'Van Anna, beter' },
      change_version: 2,
    })
    const chosen = { key, after: { value: 'Van ons' }, change_version: 2 }
    expect((await bert.put(id, chosen)).status).toBe(200)
    expect((await bert.put(id, { ...chosen, change_version: 2 })).status).toBe(409)
    await bert.publish(id)
    await expect.poll(() => shownText(other, key)).toBe('Van ons')
  })

  it('lets one of eight publishers of one text win, and names it to the others (DESK-14)', async () => {
    const owner = await releaseDesk(shop)
    const desks = Array.from({ length: 8 }, () => owner)
    const key = headerText('wanted')
    const ids = await Promise.all(
      desks.map(async (desk, at) => {
        const id = await desk.draft(`Number ${at}`)
        await desk.put(id, { key, base_version: 0, after: { value: `Number ${at}` } })
        await desk.put(id, { key: headerText(`own${at}`), after: { value: `Own ${at}` } })
        return id
      }),
    )
    const answers = await Promise.all(
      desks.map((desk, at) =>
        // Half of them through the other process.
        at % 2 === 0
          ? desk.publish(ids[at] ?? '')
          : fetch(`${other.url}/desk/api/releases/${ids[at]}/publish`, {
              method: 'POST',
              headers: { 'x-desk': '1', cookie: desk.guest.cookie() },
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

it('is there for whoever works in all of its channels, and for nobody else (DESK-3)', async () => {
  const owner = await releaseDesk(shop)
  const editor = await releaseDesk(shop, 'editor', ['1014'])
  const reader = await releaseDesk(shop, 'reader', ['1014'])
  const id = await owner.draft('Both')
  await owner.put(id, { key: headerText('aPlace'), after: { value: 'Hier' } })
  expect((await editor.tell('GET', `/releases/${id}`)).status).toBe(200)
  expect((await reader.tell('GET', `/releases/${id}`)).status).toBe(200)
  expect((await reader.publish(id)).status).toBe(403)
  await owner.put(id, { key: headerText('aPlace', 'nl', '2001'), after: { value: 'Daar' } })
  const seen = await Promise.all([
    editor.tell('GET', `/releases/${id}`),
    editor.publish(id),
    editor.put(id, { key: headerText('aPlace'), after: null }),
    editor.tell('GET', '/releases?channel=2001'),
    editor.tell('GET', '/versions?channel=2001'),
  ])
  expect(seen.map(({ status }) => status)).toEqual(Array(5).fill(404))
  const listed = await editor.tell<{ items: { id: string }[] }>('GET', '/releases?limit=200')
  expect(listed.body.items.map((one) => one.id)).not.toContain(id)
  const own = await editor.draft('Mine')
  const foreign = await editor.put(own, {
    key: headerText('aPlace', 'nl', '2001'),
    after: { value: 'Elders' },
  })
  expect(foreign.status).toBe(404)
  expect((await owner.publish(id)).body).toMatchObject({ written: 2 })
})

it('lists releases by state, channel and words, page by page either way, and as a file (DESK-7, DESK-13)', async () => {
  const owner = await releaseDesk(shop)
  const names = Array.from({ length: 5 }, (_, at) => `Listed ${at}`)
  const ids: string[] = []
  for (const name of names) {
    const id = await owner.draft(name)
    await owner.put(id, { key: headerText(`listed${name.at(-1)}`), after: { value: name } })
    ids.push(id)
  }
  const soon = new Date(shop.clock.now().getTime() + 3_600_000).toISOString()
  await owner.publish(ids[1] ?? '', { from: soon })
  await owner.tell('DELETE', `/releases/${ids[2]}`)
  type Page = { items: { name: string }[]; next: string | null; total: { count: number } }
  const list = async (query: string) =>
    (await owner.tell<Page>('GET', `/releases?search=listed&${query}`)).body
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
    const rest = await list(
      `sort=${sort}&limit=3&cursor=${(await list(`sort=${sort}&limit=1`)).next}`,
    )
    expect(rest.items).toHaveLength(3)
  }
  const some = await list('state=scheduled,archived')
  expect(some.items.map(({ name }) => name)).toEqual(['Listed 2', 'Listed 1'])
  expect((await list('channel=2001')).items).toEqual([])
  const file = await owner.guest.ask('GET', '/desk/api/releases?search=listed&as=csv&sort=name')
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

it('tells drafts of one name apart by a number, of eight made at the same time (DESK-14)', async () => {
  const owner = await releaseDesk(shop)
  const made = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.tell<{ name: string }>('POST', '/releases', { name: 'Christmas' }),
    ),
  )
  expect(made.map(({ body }) => body.name).sort()).toEqual([
    'Christmas',
    ...[2, 3, 4, 5, 6, 7, 8].map((number) => `Christmas (${number})`),
  ])
})

it('tells its changes a part at a time, and the clocks of its channels', async () => {
  const owner = await releaseDesk(shop)
  const id = await owner.draft('Parts')
  for (const at of [1, 2, 3]) {
    await owner.put(id, { key: headerText(`part${at}`), after: { value: `Deel ${at}` } })
  }
  type Told = { changes: { subject: string }[]; next: string | null; zones: unknown }
  const told = async (query: string) =>
    (await owner.tell<Told>('GET', `/releases/${id}?${query}`)).body
  const first = await told('limit=2')
  expect(first.zones).toEqual([{ zone: 'Europe/Amsterdam', channels: ['1014'] }])
  const rest = await told(`limit=2&after=${encodeURIComponent(first.next ?? '')}`)
  expect([...first.changes, ...rest.changes].map(({ subject }) => subject.at(-1))).toEqual([
    '1',
    '2',
    '3',
  ])
  expect(rest.next).toBeNull()
})
