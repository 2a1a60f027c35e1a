import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Role } from '#domain/staff/permissions.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { liveEar } from '#server/testing/clients/live-events-client.ts'
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

async function guestAt(role: Role, channels?: string[]) {
  const guest = await staffClient(shop, role, channels)
  await guest.signIn()
  await readEvents()
  return guest
}

/** A busy machine delivers the change event of a sign-in late: both processes read it before a stream is opened. */
async function readEvents() {
  for (const { changeEvents } of [shop.shop, other.shop]) {
    // The first poll may be one that began before the sign-in.
    await changeEvents.poll()
    await changeEvents.poll()
  }
}

it('sends each change to every open page of both processes within a second, by permission and channel (DESK-19, DESK-3)', async () => {
  const owner = await guestAt('owner')
  const editor = await guestAt('editor')
  const elsewhere = await guestAt('editor', ['2001'])
  const fulfilment = await guestAt('fulfilment')
  const ears = {
    near: await liveEar(shop.url, owner),
    far: await liveEar(other.url, owner),
    editor: await liveEar(other.url, editor),
    elsewhere: await liveEar(other.url, elsewhere),
    fulfilment: await liveEar(shop.url, fulfilment),
  }
  try {
    const made = await editor.ask('POST', '/backoffice/api/releases', {
      name: 'Heard',
      channels: ['1014'],
    })
    const { id } = await jsonOf<{ id: string }>(made)
    const preview = await editor.ask('POST', '/backoffice/api/previews', {
      channel: '1014',
      points: 8,
    })
    expect([made.status, preview.status]).toEqual([200, 200])
    const heardBy = [`release ${id}`, 'channel 1014']
    for (const name of ['near', 'far', 'editor'] as const) {
      await withinASecond(() => ears[name].changes().length >= heardBy.length)
      expect(ears[name].changes()).toEqual(heardBy)
    }
    const told = ears.far.heard.find(({ event }) => event === 'change')
    expect(told).toEqual({
      event: 'change',
      data: {
        kind: 'release',
        id,
        channel: expect.toSatisfy((channel) => channel === null || channel === '1014'),
        action: 'release.created',
        by: { id: String(editor.staffId), name: 'The editor' },
      },
    })
    await owner.ask('POST', '/backoffice/api/saved-views', {
      page: 'staff',
      name: 'Mine',
      query: '',
      shared: false,
    })
    await withinASecond(() => ears.far.changes().length >= 3)
    expect(ears.far.changes()).toHaveLength(3)
    expect(ears.editor.changes()).toEqual(heardBy)
    expect(ears.fulfilment.changes()).toEqual([])
    expect(ears.elsewhere.changes().filter((one) => one.startsWith('channel'))).toEqual([])

    // The shop's own events are combined and sent by permission.
    await shop.sql`
      insert into change_event (topic, subject) select 'stock', 'sku-' || n from generate_series(1, 8) n`
    await expect.poll(() => ears.far.changes()).toContain('stock ')
    expect(ears.far.changes().filter((one) => one.startsWith('stock'))).toHaveLength(1)
    await expect.poll(() => ears.fulfilment.changes()).toEqual(['stock '])
  } finally {
    for (const ear of Object.values(ears)) ear.close()
  }
})

it('opens 20 streams of one person, and others when those close (SAFE-6, S15)', async () => {
  const reader = await guestAt('reader')
  const closing = new AbortController()
  const listen = () =>
    fetch(`${shop.url}/backoffice/api/live`, {
      headers: { cookie: reader.cookie() },
      signal: closing.signal,
    })
  const answers = await Promise.all(Array.from({ length: 28 }, listen))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(8).fill(429)])
  const another = await liveEar(shop.url, await guestAt('reader'))
  another.close()
  closing.abort()
  const again = async () => {
    const answer = await shop.request('/backoffice/api/live', {
      headers: { cookie: reader.cookie() },
    })
    await answer.body?.cancel()
    return answer.status
  }
  await expect.poll(again).toBe(200)
})

it('ends the line with the session, wherever that was ended, and opens none for a program (DESK-2)', async () => {
  const owner = await guestAt('owner')
  const ears = await Promise.all(
    Array.from({ length: 8 }, (_, at) => liveEar(at % 2 === 0 ? shop.url : other.url, owner)),
  )
  let ended = 0
  for (const ear of ears) void ear.ended.then(() => (ended += 1))
  await shop.sql`delete from staff_session where staff_id = ${owner.staffId}`
  await withinASecond(() => ended === ears.length)
  expect(ended).toBe(ears.length)
  for (const { heard } of ears) {
    expect(heard.map(({ event }) => event)).toEqual(['hello', 'ended'])
  }
  expect((await owner.ask('GET', '/backoffice/api/live')).status).toBe(401)

  await owner.signIn()
  const token = await jsonOf<{ token: string }>(
    await owner.ask('POST', '/backoffice/api/tokens', {
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

it('lets a session lie idle while only its pages ask for themselves (DESK-2)', async () => {
  const owner = await guestAt('owner')
  const asks = async () => {
    const here = { subject: 'staff 1', tab: randomUUID() }
    const page = await owner.ask('POST', '/backoffice/api/presence', here)
    const list = await shop.request('/backoffice/api/staff', {
      headers: { cookie: owner.cookie(), 'x-backoffice-unattended': '1' },
    })
    return [page.status, list.status]
  }
  for (let quarters = 0; quarters < 7; quarters += 1) {
    shop.clock.advance(15 * 60_000)
    expect(await asks()).toEqual([200, 200])
  }
  const ear = await liveEar(shop.url, owner)
  shop.clock.advance(16 * 60_000)
  expect(await asks()).toEqual([401, 401])
  ear.close()
})

type Here = { others: { name: string }[]; elsewhere: boolean }
const be = async (guest: StaffClient, subject: string, tab: string) =>
  jsonOf<Here>(await guest.ask('POST', '/backoffice/api/presence', { subject, tab }))
const namesOf = ({ others }: Here) => others.map(({ name }) => name)

it('shows who else is on a page at once, and removes users who gave no sign for a minute (DESK-15)', async () => {
  const editor = await guestAt('editor')
  const reader = await guestAt('reader')
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  const ear = await liveEar(other.url, editor)
  const before = await shop.sql`select from audit`
  try {
    const presence = () =>
      ear.heard.flatMap((told) => (told.event === 'presence' ? [told.data.subject] : []))
    expect(await be(editor, 'channel 1014', one)).toEqual({ others: [], elsewhere: false })
    expect(namesOf(await be(reader, 'channel 1014', two))).toEqual(['The editor'])
    await withinASecond(() => presence().length >= 2)
    expect(presence()).toEqual(['channel 1014', 'channel 1014'])
    expect(namesOf(await be(editor, 'channel 1014', one))).toEqual(['The reader'])
    expect(await be(editor, 'channel 1014', three)).toMatchObject({ elsewhere: true })
    expect(namesOf(await be(editor, 'content 1014 home', one))).toEqual([])

    // A colleague cannot end the presence of another.
    await editor.ask('DELETE', '/backoffice/api/presence', { subject: 'channel 1014', tab: two })
    expect(namesOf(await be(editor, 'channel 1014', one))).toEqual(['The reader'])
    await reader.ask('DELETE', '/backoffice/api/presence', { subject: 'channel 1014', tab: two })
    expect(namesOf(await be(editor, 'channel 1014', one))).toEqual([])

    await be(reader, 'channel 1014', two)
    shop.clock.advance(30_000)
    expect(namesOf(await be(editor, 'channel 1014', one))).toEqual(['The reader'])
    shop.clock.advance(15_000)
    expect(namesOf(await be(editor, 'channel 1014', one))).toEqual([])
    const outside = { subject: 'channel 2001', tab: one }
    expect((await editor.ask('POST', '/backoffice/api/presence', outside)).status).toBe(404)
    expect(await shop.sql`select from audit`).toHaveLength(before.length)
  } finally {
    ear.close()
  }
})

/** The events that a page opened a moment ago receives at once. */
async function heardLate(guest: StaffClient) {
  const ear = await liveEar(other.url, guest, { age: 500 })
  await withinASecond(() => ear.heard.length > 1)
  ear.close()
  return ear.heard
}

it('sends a page that was just opened the changes between its read and its subscription (DESK-14)', async () => {
  const owner = await guestAt('owner')
  const reader = await guestAt('fulfilment')
  const first = await liveEar(other.url, owner)
  const made = await owner.ask('POST', '/backoffice/api/releases', {
    name: 'Late',
    channels: ['1014'],
  })
  const { id } = await jsonOf<{ id: string }>(made)
  await be(owner, `release ${id}`, randomUUID())
  await expect.poll(() => first.heard.some(({ event }) => event === 'presence')).toBe(true)

  const ears = {
    // Of a time that this process does not know.
    old: await liveEar(other.url, owner, { age: 90_000 }),
    notAllowed: await liveEar(other.url, reader, { age: 0 }),
    // Without its age, a page requests earlier changes itself.
    again: await liveEar(other.url, owner),
  }
  try {
    await expect.poll(() => ears.old.heard.map(({ event }) => event)).toEqual(['hello', 'again'])
    const presence = { event: 'presence', data: { subject: `release ${id}` } }
    await expect.poll(() => heardLate(owner)).toContainEqual(presence)
    expect(await heardLate(owner)).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ kind: 'release', id }) }),
    )
    expect(ears.notAllowed.changes()).not.toContain(`release ${id}`)
    expect(ears.again.heard.map(({ event }) => event)).toEqual(['hello'])
    const wrong = await owner.ask('GET', '/backoffice/api/live?age=-1')
    expect(wrong.status).toBe(400)
  } finally {
    for (const ear of [first, ...Object.values(ears)]) ear.close()
  }
})
