import { afterAll, beforeAll, expect, it } from 'vitest'

import { connect, type Sql } from '#server/platform/db/database.ts'
import {
  headerText,
  type ReleaseClient,
  releaseClient,
  shownText,
} from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
/** A separate connection, because the test ends those of the shop. */
let apart: Sql
beforeAll(async () => {
  shop = await testShop()
  apart = connect(shop.database.settings, { max: 1 })
  await shop.sql`
    insert into channel (id, name, theme_options)
    select 9000 + n, 'Channel ' || n, '[{"reference": "heading", "value": "#111111"}]' from generate_series(1, 300) n`
})
afterAll(async () => {
  await apart.end()
  await shop.stop()
})

const channels = Array.from({ length: 300 }, (_, at) => String(9001 + at))

/** The number of the three hundred channels with each value. */
const channelCounts = async () => {
  const [row] = await shop.sql<{ texts: number; themes: number; kept: number }[]>`
    select (select count(*) from content where key = 'copied' and channel_id >= '9001' and value = 'Voor allen') as texts,
      count(*) filter (where theme_options @> '[{"reference": "active", "value": "#224466"}]') as themes,
      count(*) filter (where theme_options @> '[{"reference": "heading", "value": "#111111"}]') as kept
    from channel where id >= '9001' and length(id) = 4`
  return row
}

it('copies a text and a theme colour to 300 channels, previews 20, and undoes all but later changes (DESK-11)', async () => {
  const backoffice = await releaseClient(shop)
  const id = await backoffice.draft('For all')
  await backoffice.putChange(id, { key: headerText('copied'), after: { value: 'Voor allen' } })
  await backoffice.request('PUT', `/releases/${id}/changes`, {
    kind: 'channel',
    key: { channel: '1014', field: 'theme.active' },
    base_version: 0,
    after: { value: '#224466' },
  })
  await backoffice.write('Of all', headerText('copied', 'nl', '2'), 'Van allen')
  await backoffice.write('One says so already', headerText('copied', 'nl', '9007'), 'Voor allen')
  await backoffice.write('Another says otherwise', headerText('copied', 'nl', '9008'), 'Zelf')
  const subjects = ['1014 headercomponents nl text copied', '1014 theme.active']
  const copy = (more: object) =>
    backoffice.request<{
      shown: unknown[]
      changed: number
      same: number
      release: { changes: number }
    }>('POST', `/releases/${id}/copies`, { subjects, channels, ...more })
  const everywhere = await copy({ channels: ['9001', '2'] })
  expect(everywhere.body).toMatchObject({ error: { code: 'not-copyable', field: 'channels' } })
  const looked = await copy({ dry_run: true })
  expect(looked.body).toMatchObject({ changed: 599, same: 1, release: { changes: 2 } })
  expect(looked.body.shown).toHaveLength(20)
  // The preview names the text, its language and the fallback that holders read now.
  const silent = await copy({ subjects: subjects.slice(0, 1), channels: ['9001'], dry_run: true })
  expect(silent.body.shown).toContainEqual(
    expect.objectContaining({
      key: headerText('copied', 'nl', '9001'),
      before: null,
      reads: expect.objectContaining({ value: 'Van allen' }) as unknown,
    }),
  )
  const done = await copy({})
  expect(done.body).toMatchObject({ changed: 599, same: 1, release: { changes: 601 } })
  expect(done.body.shown).toContainEqual(
    expect.objectContaining({
      channel: '9008',
      before: expect.objectContaining({ value: 'Zelf' }),
    }),
  )
  expect(await channelCounts()).toEqual({ texts: 1, themes: 0, kept: 300 })
  expect((await backoffice.publish(id)).body).toMatchObject({ written: 601 })
  expect(await channelCounts()).toEqual({ texts: 300, themes: 300, kept: 300 })
  expect((await copy({})).body).toMatchObject({ error: { code: 'not-a-draft' } })
  await expect.poll(() => shownText(shop, headerText('copied', 'nl', '9300'))).toBe('Voor allen')

  const since = await backoffice.write('Since', headerText('copied', 'nl', '9009'), 'Daarna')
  const undone = await backoffice.request('POST', `/releases/${id}/undo`)
  expect(undone.body).toMatchObject({
    undone: 600,
    left: [{ subject: '9009 headercomponents nl text copied', release: { id: since } }],
  })
  expect(await channelCounts()).toEqual({ texts: 1, themes: 0, kept: 300 })
  expect(await shownText(shop, headerText('copied', 'nl', '9008'))).toBe('Zelf')
})

it('refuses to copy fields the colleague may not edit, or a removal that leaves a channel without the text (DESK-3, DESK-14)', async () => {
  const owner = await releaseClient(shop)
  const editor = await releaseClient(shop, 'editor', ['1014', '9001'])
  const id = await owner.draft('Longer to undo')
  const [field] = await shop.sql<{ version: number }[]>`
    select coalesce((field_versions ->> 'undo_minutes')::bigint, 0) as version from channel where id = '1014'`
  await owner.putChange(id, {
    kind: 'channel',
    key: { channel: '1014', field: 'undo_minutes' },
    base_version: field?.version,
    after: { value: 90 },
  })
  const copy = (backoffice: ReleaseClient, subject: string, more: object = {}) =>
    backoffice.request('POST', `/releases/${id}/copies`, {
      subjects: [subject],
      channels: ['9001'],
      ...more,
    })
  expect((await copy(editor, '1014 undo_minutes')).status).toBe(403)
  expect((await copy(editor, '1014 undo_minutes', { dry_run: true })).status).toBe(403)
  expect((await copy(owner, '1014 undo_minutes')).status).toBe(200)
  const elsewhere = await copy(editor, '1014 undo_minutes', { channels: ['9002'] })
  expect(elsewhere.status).toBe(404)
  // Single menu items cannot be copied.
  await owner.request('POST', `/releases/${id}/fork-menu`, { channel: '1014', kind: 'navigation' })
  const [item] = await shop.sql<{ subject: string }[]>`
    select subject from release_change where release_id = ${id} and kind = 'navigation' limit 1`
  expect((await copy(owner, item?.subject ?? '')).body).toMatchObject({
    error: { code: 'not-copyable' },
  })

  // This channel has two languages. The other one has only the language that is removed.
  await owner.write('Here', headerText('last'), 'Hier')
  await owner.write('Here, too', headerText('last', 'en'), 'Here')
  await owner.write('There', headerText('last', 'nl', '9001'), 'Daar')
  expect((await editor.putChange(id, { key: headerText('last'), after: null })).status).toBe(200)
  expect((await copy(editor, '1014 headercomponents nl text last')).body).toMatchObject({
    error: { code: 'required-text' },
  })
  await owner.write('There, too', headerText('last', 'de', '9001'), 'Dort')
  expect((await copy(editor, '1014 headercomponents nl text last')).body).toMatchObject({
    changed: 1,
  })
})

it('publishes and undoes completely or not at all, with versions and audit entry, when the connection breaks (DESK-6, DESK-19)', async () => {
  const backoffice = await releaseClient(shop)
  const id = await backoffice.draft('Broken off')
  await backoffice.putChange(id, { key: headerText('broken'), after: { value: 'Heel' } })
  await backoffice.request('POST', `/releases/${id}/copies`, {
    subjects: ['1014 headercomponents nl text broken'],
    channels: channels.slice(0, 100),
  })
  const state = async () => {
    const [row] = await apart<Record<string, unknown>[]>`
      select (select count(*) from content where key = 'broken' and value <> '') as texts,
        (select count(*) from content_version where key ->> 'key' = 'broken') as versions,
        (select state from release where id = ${id}) as state,
        (select count(*) from audit where subject_id = ${id} and action in ('release.published', 'release.undone')) as lines`
    return row
  }
  const [none, all, back] = [
    { texts: 0, versions: 0, state: 'draft', lines: 0 },
    { texts: 101, versions: 101, state: 'live', lines: 1 },
    { texts: 0, versions: 202, state: 'ended', lines: 2 },
  ]
  for (const { work, before, after } of [
    { work: () => backoffice.publish(id), before: none, after: all },
    { work: () => backoffice.request('POST', `/releases/${id}/undo`), before: all, after: back },
  ]) {
    expect(await state()).toEqual(before)
    // Each round ends the connection one statement later in the transaction.
    let turns = 0
    for (let isDone = false; !isDone && turns < 60;) {
      turns += 1
      const { status } = await endAfter(turns, work)
      isDone = status === 200
      expect(await state()).toEqual(isDone ? after : before)
    }
    expect(turns).toBeGreaterThan(5)
    expect(await state()).toEqual(after)
  }
})

/** Ends the publishing connection as soon as it has written this many rows. */
async function endAfter<Result>(passed: number, work: () => Promise<Result>) {
  await apart`drop table if exists broken_off`
  await apart`create table broken_off (statements integer not null)`
  await apart`insert into broken_off values (${passed})`
  const tables = [
    'release',
    'release_change',
    'content',
    'content_version',
    'change_event',
    'audit',
  ]
  await apart.unsafe(`
    create or replace function break_off() returns trigger language plpgsql as $$
    begin
      perform set_config('test.passed', (coalesce(nullif(current_setting('test.passed', true), ''), '0')::int + 1)::text, true);
      if current_setting('test.passed')::int >= (select statements from broken_off) then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return null;
    end $$;
    ${tables.map((table) => `drop trigger if exists break_off on ${table}; create trigger break_off after insert or update or delete on ${table} for each statement execute function break_off();`).join('\n')}`)
  try {
    return await work()
  } finally {
    await apart.unsafe(tables.map((table) => `drop trigger break_off on ${table};`).join('\n'))
  }
}
