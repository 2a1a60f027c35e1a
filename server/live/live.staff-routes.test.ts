import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Role } from '#domain/staff/permissions.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { listenToLiveEvents } from '#server/testing/clients/live-events-client.ts'
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

async function signInAs(role: Role, channels?: string[]) {
  const client = await staffClient(shop, role, channels)
  await client.signIn()
  await readEvents()
  return client
}

/** A busy machine delivers the change event of a sign-in late: both processes read it before a stream is opened. */
async function readEvents() {
  for (const { changeEvents } of [shop.shop, other.shop]) {
    // The first poll may be one that began before the sign-in.
    await changeEvents.poll()
    await changeEvents.poll()
  }
}

it('sends each change within a second to open pages in both processes whose user may see it (DESK-19, DESK-3)', async () => {
  const owner = await signInAs('owner')
  const editor = await signInAs('editor')
  const otherChannel = await signInAs('editor', ['2001'])
  const fulfilment = await signInAs('fulfilment')
  const streams = {
    near: await listenToLiveEvents(shop.url, owner),
    far: await listenToLiveEvents(other.url, owner),
    editor: await listenToLiveEvents(other.url, editor),
    elsewhere: await listenToLiveEvents(other.url, otherChannel),
    fulfilment: await listenToLiveEvents(shop.url, fulfilment),
  }
  try {
    const created = await editor.request('POST', '/backoffice/api/releases', {
      name: 'Heard',
      channels: ['1014'],
    })
    const { id } = await jsonOf<{ id: string }>(created)
    const preview = await editor.request('POST', '/backoffice/api/previews', {
      channel: '1014',
      points: 8,
    })
    expect([created.status, preview.status]).toEqual([200, 200])
    const expected = [`release ${id}`, 'channel 1014']
    for (const name of ['near', 'far', 'editor'] as const) {
      await withinASecond(() => streams[name].changes().length >= expected.length)
      expect(streams[name].changes()).toEqual(expected)
    }
    const change = streams.far.received.find(({ event }) => event === 'change')
    expect(change).toEqual({
      event: 'change',
      data: {
        kind: 'release',
        id,
        channel: expect.toSatisfy((channel) => channel === null || channel === '1014'),
        action: 'release.created',
        by: { id: String(editor.staffId), name: 'The editor' },
      },
    })
    await owner.request('POST', '/backoffice/api/saved-views', {
      page: 'staff',
      name: 'Mine',
      query: '',
      shared: false,
    })
    await withinASecond(() => streams.far.changes().length >= 3)
    expect(streams.far.changes()).toHaveLength(3)
    expect(streams.editor.changes()).toEqual(expected)
    expect(streams.fulfilment.changes()).toEqual([])
    expect(streams.elsewhere.changes().filter((one) => one.startsWith('channel'))).toEqual([])

    // The shop's own events are combined and sent by permission.
    await shop.sql`
      insert into change_event (topic, subject) select 'stock', 'sku-' || n from generate_series(1, 8) n`
    await expect.poll(() => streams.far.changes()).toContain('stock ')
    expect(streams.far.changes().filter((one) => one.startsWith('stock'))).toHaveLength(1)
    await expect.poll(() => streams.fulfilment.changes()).toEqual(['stock '])
  } finally {
    for (const stream of Object.values(streams)) stream.close()
  }
})

it('opens at most 20 streams per user, and another one when they close (SAFE-6, S15)', async () => {
  const reader = await signInAs('reader')
  const closing = new AbortController()
  const openStream = () =>
    fetch(`${shop.url}/backoffice/api/live`, {
      headers: { cookie: reader.cookie() },
      signal: closing.signal,
    })
  const answers = await Promise.all(Array.from({ length: 28 }, openStream))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(8).fill(429)])
  const another = await listenToLiveEvents(shop.url, await signInAs('reader'))
  another.close()
  closing.abort()
  const reopen = async () => {
    const answer = await shop.request('/backoffice/api/live', {
      headers: { cookie: reader.cookie() },
    })
    await answer.body?.cancel()
    return answer.status
  }
  await expect.poll(reopen).toBe(200)
})

it('ends streams when the session ends in any process, and opens none for an API token (DESK-2)', async () => {
  const owner = await signInAs('owner')
  const streams = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      listenToLiveEvents(at % 2 === 0 ? shop.url : other.url, owner),
    ),
  )
  let ended = 0
  for (const stream of streams) void stream.closed.then(() => (ended += 1))
  await shop.sql`delete from staff_session where staff_id = ${owner.staffId}`
  await withinASecond(() => ended === streams.length)
  expect(ended).toBe(streams.length)
  for (const { received } of streams) {
    expect(received.map(({ event }) => event)).toEqual(['hello', 'ended'])
  }
  expect((await owner.request('GET', '/backoffice/api/live')).status).toBe(401)

  await owner.signIn()
  const token = await jsonOf<{ token: string }>(
    await owner.request('POST', '/backoffice/api/tokens', {
      name: 'Listens',
      permissions: ['content.read'],
      days: 1,
    }),
  )
  const program = await shop.request('/backoffice/api/live', {
    headers: { authorization: `Bearer ${token.token}` },
  })
  expect(program.status).toBe(403)
})

it('does not count automatic requests of open pages as activity of a session (DESK-2)', async () => {
  const owner = await signInAs('owner')
  const requestAutomatically = async () => {
    const input = { subject: 'staff 1', tab: randomUUID() }
    const page = await owner.request('POST', '/backoffice/api/presence', input)
    const list = await shop.request('/backoffice/api/staff', {
      headers: { cookie: owner.cookie(), 'x-backoffice-unattended': '1' },
    })
    return [page.status, list.status]
  }
  for (let quarters = 0; quarters < 7; quarters += 1) {
    shop.clock.advance(15 * 60_000)
    expect(await requestAutomatically()).toEqual([200, 200])
  }
  const stream = await listenToLiveEvents(shop.url, owner)
  shop.clock.advance(16 * 60_000)
  expect(await requestAutomatically()).toEqual([401, 401])
  stream.close()
})

type Presence = { others: { name: string }[]; elsewhere: boolean }
const reportPresence = async (client: StaffClient, subject: string, tab: string) =>
  jsonOf<Presence>(await client.request('POST', '/backoffice/api/presence', { subject, tab }))
const namesOf = ({ others }: Presence) => others.map(({ name }) => name)

it('shows at once who else is on a page, and removes users after 40 seconds without a report (DESK-15)', async () => {
  const editor = await signInAs('editor')
  const reader = await signInAs('reader')
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  const stream = await listenToLiveEvents(other.url, editor)
  const before = await shop.sql`select from audit`
  try {
    const presence = () =>
      stream.received.flatMap((change) =>
        change.event === 'presence' ? [change.data.subject] : [],
      )
    expect(await reportPresence(editor, 'channel 1014', one)).toEqual({
      others: [],
      elsewhere: false,
    })
    expect(namesOf(await reportPresence(reader, 'channel 1014', two))).toEqual(['The editor'])
    await withinASecond(() => presence().length >= 2)
    expect(presence()).toEqual(['channel 1014', 'channel 1014'])
    expect(namesOf(await reportPresence(editor, 'channel 1014', one))).toEqual(['The reader'])
    expect(await reportPresence(editor, 'channel 1014', three)).toMatchObject({ elsewhere: true })
    expect(namesOf(await reportPresence(editor, 'content 1014 home', one))).toEqual([])

    // A colleague cannot end the presence of another.
    await editor.request('DELETE', '/backoffice/api/presence', {
      subject: 'channel 1014',
      tab: two,
    })
    expect(namesOf(await reportPresence(editor, 'channel 1014', one))).toEqual(['The reader'])
    await reader.request('DELETE', '/backoffice/api/presence', {
      subject: 'channel 1014',
      tab: two,
    })
    expect(namesOf(await reportPresence(editor, 'channel 1014', one))).toEqual([])

    await reportPresence(reader, 'channel 1014', two)
    shop.clock.advance(30_000)
    expect(namesOf(await reportPresence(editor, 'channel 1014', one))).toEqual(['The reader'])
    shop.clock.advance(15_000)
    expect(namesOf(await reportPresence(editor, 'channel 1014', one))).toEqual([])
    const outside = { subject: 'channel 2001', tab: one }
    expect((await editor.request('POST', '/backoffice/api/presence', outside)).status).toBe(404)
    expect(await shop.sql`select from audit`).toHaveLength(before.length)
  } finally {
    stream.close()
  }
})

/** The events that a page opened a moment ago receives at once. */
async function eventsOfNewPage(client: StaffClient) {
  const stream = await listenToLiveEvents(other.url, client, { age: 500 })
  await withinASecond(() => stream.received.length > 1)
  stream.close()
  return stream.received
}

it('sends a new page the changes since it was loaded (DESK-14)', async () => {
  const owner = await signInAs('owner')
  const reader = await signInAs('fulfilment')
  const first = await listenToLiveEvents(other.url, owner)
  const created = await owner.request('POST', '/backoffice/api/releases', {
    name: 'Late',
    channels: ['1014'],
  })
  const { id } = await jsonOf<{ id: string }>(created)
  await reportPresence(owner, `release ${id}`, randomUUID())
  await expect.poll(() => first.received.some(({ event }) => event === 'presence')).toBe(true)

  const streams = {
    // Of a time that this process does not know.
    old: await listenToLiveEvents(other.url, owner, { age: 90_000 }),
    notAllowed: await listenToLiveEvents(other.url, reader, { age: 0 }),
    // Without its age, a page requests earlier changes itself.
    again: await listenToLiveEvents(other.url, owner),
  }
  try {
    await expect
      .poll(() => streams.old.received.map(({ event }) => event))
      .toEqual(['hello', 'again'])
    const presence = { event: 'presence', data: { subject: `release ${id}` } }
    await expect.poll(() => eventsOfNewPage(owner)).toContainEqual(presence)
    expect(await eventsOfNewPage(owner)).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ kind: 'release', id }) }),
    )
    expect(streams.notAllowed.changes()).not.toContain(`release ${id}`)
    expect(streams.again.received.map(({ event }) => event)).toEqual(['hello'])
    const wrong = await owner.request('GET', '/backoffice/api/live?age=-1')
    expect(wrong.status).toBe(400)
  } finally {
    for (const stream of [first, ...Object.values(streams)]) stream.close()
  }
})
