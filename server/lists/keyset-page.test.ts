import { afterAll, beforeAll, expect, it } from 'vitest'

import { everyRow, type ListQuery } from '#server/lists/keyset-page.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { mailedInvitation } from '#server/testing/clients/mailed-invitation.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  owner = await staffClient(shop)
  await owner.signIn()
  // Names that sort, one that a spreadsheet would run, and two alike.
  const names = ['Anna', 'anna', 'Bea', '=1+1', 'Zoë "de" Wit; Smit', 'Örs']
  for (const [at, name] of names.entries()) {
    await shop.sql`
      insert into staff (email, name, role, password_hash, left_at)
      values (${`list-${at}@giftpoint.example`}, ${name}, 'reader', null, ${at === 2 ? new Date() : null})`
  }
})
afterAll(() => shop.stop())

type Page = {
  items: { id: string; name: string }[]
  next: string | null
  previous: string | null
  total: { count: number; exact: boolean }
}
const read = async (query: string) =>
  jsonOf<Page>(await owner.request('GET', `/backoffice/api/staff?${query}`))
const idsOf = ({ items }: Page) => items.map(({ id }) => id)

it.each(['name', '-name', 'role', 'seen_at', '-added_at'])(
  'finds all pages forwards, backwards and from the last one, sorted by %s (DESK-7)',
  async (sort) => {
    const allIds = idsOf(await read(`sort=${sort}&limit=200`))
    const readPages = async (first: string, direction: 'next' | 'previous') => {
      const pages: string[][] = []
      for (let cursor: string | null = first; cursor !== null;) {
        const page: Page = await read(`sort=${sort}&limit=3&cursor=${cursor}`)
        pages.push(idsOf(page))
        expect(page.total).toEqual({ count: allIds.length, exact: true })
        cursor = page[direction]
      }
      return direction === 'next' ? pages.flat() : pages.reverse().flat()
    }
    expect(allIds.length).toBeGreaterThan(6)
    expect(await readPages('', 'next')).toEqual(allIds)
    expect(await readPages('last', 'previous')).toEqual(allIds)
    expect((await read(`sort=${sort}&limit=3`)).previous).toBeNull()
    expect((await read(`sort=${sort}&limit=3&cursor=last`)).next).toBeNull()
  },
)

it('starts at the first page for an invalid cursor or one of another sort (DESK-7)', async () => {
  const first = idsOf(await read('sort=-name&limit=2'))
  const { next } = await read('sort=-added_at&limit=2')
  const forged = (cursor: unknown) =>
    Buffer.from(typeof cursor === 'string' ? cursor : JSON.stringify(cursor)).toString('base64url')
  for (const cursor of [
    next ?? '',
    forged('no JSON'),
    forged(null),
    forged(['a', '-name', 1, 2]),
  ]) {
    expect(idsOf(await read(`sort=-name&limit=2&cursor=${cursor}`))).toEqual(first)
  }
  const invalid = await owner.request(
    'GET',
    `/backoffice/api/staff?sort=seen_at&cursor=${forged(['a', 'seen_at', 'x', 1])}`,
  )
  expect(invalid.status).toBe(200)
})

it('combines the filters for search text, role, channel and state (DESK-7)', async () => {
  const editor = await staffClient(shop, 'editor')
  expect(idsOf(await read('search=ANNA'))).toHaveLength(2)
  expect(idsOf(await read('search=%25'))).toEqual([])
  expect(idsOf(await read('state=left'))).toHaveLength(1)
  expect(idsOf(await read('role=editor&channel=1014'))).toEqual([String(editor.staffId)])
  expect(idsOf(await read('role=editor,owner&channel=2001'))).toEqual([String(owner.staffId)])
})

it('exports the rows of the list in its order, and escapes formulas (DESK-13)', async () => {
  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  const response = await owner.request(
    'GET',
    '/backoffice/api/staff?as=csv&sort=-name&role=reader&limit=1',
  )
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="staff.csv"')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const [head, ...lines] = bytes.toString().slice(1).trimEnd().split('\r\n')
  expect(head).toBe('name,email,role,channels,second_factor,seen_at,added_at,left_at')
  const listed = await read('sort=-name&role=reader&limit=200')
  const cell = (name: string) => {
    const escaped = /^[=+\-@]/.test(name) ? `'${name}` : name
    return /[",]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
  }
  expect(lines.map((line) => line.slice(0, line.indexOf(',list-')))).toEqual(
    listed.items.map(({ name }) => cell(name)),
  )
  expect(lines.some((line) => line.startsWith("'=1+1,"))).toBe(true)

  await shop.sql`update staff set language = 'de' where id = ${owner.staffId}`
  const german = await owner.request('GET', '/backoffice/api/audit?as=csv')
  expect((await german.text()).split('\r\n')[1]).toMatch(/^[\dT:.-]+Z;staff;The owner;/)
})

it('saves views per owner, shares them read-only, and creates one of eight parallel views with the same name (DESK-8)', async () => {
  const reader = await staffClient(shop, 'reader')
  const service = await staffClient(shop, 'service')
  await reader.signIn()
  await service.signIn()
  const view = { page: 'vouchers', name: 'Late', query: 'state=open', shared: false }
  const saved = await Promise.all(
    Array.from({ length: 8 }, () => reader.request('POST', '/backoffice/api/saved-views', view)),
  )
  expect(saved.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const created = saved.find(({ status }) => status === 200)
  const { id } = await jsonOf<{ id: string }>(created ?? new Response('{}'))
  const seenBy = async (guest: StaffClient) =>
    (
      await jsonOf<{ items: { name: string; mine: boolean }[] }>(
        await guest.request('GET', '/backoffice/api/saved-views?page=vouchers'),
      )
    ).items.map(({ name, mine }) => ({ name, mine }))
  expect(await seenBy(reader)).toEqual([{ name: 'Late', mine: true }])
  expect(await seenBy(service)).toEqual([])
  const change = { name: 'Late', query: 'state=ended', shared: true }
  expect((await service.request('PUT', `/backoffice/api/saved-views/${id}`, change)).status).toBe(
    404,
  )
  expect((await reader.request('PUT', `/backoffice/api/saved-views/${id}`, change)).status).toBe(
    200,
  )
  expect(await seenBy(service)).toEqual([{ name: 'Late', mine: false }])
  const setLeft = (left: boolean) => shop.sql`
    update staff set left_at = ${left ? new Date() : null} where id = ${reader.staffId}`
  await setLeft(true)
  expect(await seenBy(service)).toEqual([])
  await setLeft(false)
  expect((await service.request('PUT', `/backoffice/api/saved-views/${id}`, change)).status).toBe(
    403,
  )
  expect((await service.request('DELETE', `/backoffice/api/saved-views/${id}`)).status).toBe(403)
  expect((await reader.request('DELETE', `/backoffice/api/saved-views/${id}`)).status).toBe(200)
  expect(await seenBy(service)).toEqual([])
})

it('ends sessions only if the count still matches, and never those of the caller (DESK-10)', async () => {
  const people = await Promise.all([1, 2, 3].map(() => staffClient(shop, 'fulfilment')))
  await Promise.all(people.map((guest) => guest.signIn()))
  const end = (more: object) =>
    owner.request('POST', '/backoffice/api/staff-sessions/end', {
      reason: 'A lost laptop',
      ...more,
    })
  expect(await jsonOf(await end({ found: { role: 'fulfilment' }, count: 2 }))).toMatchObject({
    error: { code: 'changed-since' },
  })
  const sessions = await Promise.all(
    people.map((guest) => guest.request('GET', '/backoffice/api/session')),
  )
  expect(sessions.map(({ status }) => status)).toEqual([200, 200, 200])
  const selectedIds = people.slice(0, 2).map(({ staffId }) => staffId)
  expect(
    await jsonOf(await end({ ids: [...selectedIds, owner.staffId].join(','), count: 3 })),
  ).toEqual({
    colleagues: 3,
    ended: 2,
    tokens: 0,
  })
  expect(await jsonOf(await end({ found: { role: 'fulfilment' }, count: 3 }))).toEqual({
    colleagues: 3,
    ended: 1,
    tokens: 0,
  })
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(200)
  expect((await end({ count: 3 })).status).toBe(400)
})

it('accepts an invitation once in a race of eight requests, and refuses an expired or replaced one (DESK-1)', async () => {
  const email = 'nieuw@giftpoint.example'
  const invite = async (path: string, input: object) => {
    const { id } = await jsonOf<{ id: string }>(await owner.request('POST', path, input))
    return { id, token: await mailedInvitation(shop, mailer, email) }
  }
  const invitation = { email, name: 'Nina', role: 'service', channels: ['1014'], language: 'nl' }
  const { id, token } = await invite('/backoffice/api/staff', invitation)
  expect(token).toMatch(/^[\w-]{43}$/)
  const twice = await owner.request('POST', '/backoffice/api/staff', invitation)
  expect(await jsonOf(twice)).toMatchObject({ error: { code: 'is-here' } })
  const accept = (token: string, password = 'a password of my own') =>
    fetch(`${shop.url}/backoffice/api/invitation`, {
      method: 'POST',
      headers: { 'x-backoffice': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    })
  const again = await invite(`/backoffice/api/staff/${id}/invitation`, {})
  expect((await accept(token)).status).toBe(409)
  const attempts = await Promise.all(Array.from({ length: 8 }, () => accept(again.token)))
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const signIn = (password: string) =>
    owner.request('POST', '/backoffice/api/session', { email, password })
  const opened = await signIn('a password of my own')
  expect(opened.status).toBe(200)
  await owner.signIn()

  // A new password ends the sessions opened with the previous one.
  const invited = await invite(`/backoffice/api/staff/${id}/invitation`, {})
  expect((await accept(invited.token, 'a second one of my own')).status).toBe(200)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const before = await fetch(`${shop.url}/backoffice/api/session`, { headers: { cookie } })
  expect(before.status).toBe(401)

  const late = await invite(`/backoffice/api/staff/${id}/invitation`, {})
  shop.clock.advance(3 * 24 * 3_600_000 + 1)
  expect((await accept(late.token, 'another of my own')).status).toBe(409)
  await owner.signIn()
  const removed = await invite(`/backoffice/api/staff/${id}/invitation`, {})
  await owner.request('DELETE', `/backoffice/api/staff/${id}`, { reason: 'Moved on' })
  expect((await accept(removed.token, 'another of my own')).status).toBe(409)
})

it('exports each row of a list longer than one batch exactly once, in its order (DESK-13)', async () => {
  await shop.sql`
    insert into staff (email, name, role, password_hash)
    select 'many-' || at || '@giftpoint.example', 'Many ' || at % 3, 'fulfilment', null
    from generate_series(1, 2100) at`
  for (const sort of ['name', '-name']) {
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Pick<Page, 'next'> & { items: { email: string }[] } = await jsonOf(
        await owner.request(
          'GET',
          `/backoffice/api/staff?search=many-&sort=${sort}&limit=200&cursor=${cursor}`,
        ),
      )
      listed.push(...page.items.map(({ email }) => email))
      cursor = page.next
    }
    const file = await owner.request(
      'GET',
      `/backoffice/api/staff?search=many-&sort=${sort}&as=csv`,
    )
    const [, ...lines] = (await file.text()).trimEnd().split('\r\n')
    expect(new Set(listed).size).toBe(2100)
    expect(lines.map((line) => line.split(/[;,]/)[1])).toEqual(listed)
  }
})

it('continues after the last exported row, also if rows are added or deleted meanwhile (DESK-13)', async () => {
  const list: ListQuery<'name'> = {
    select: (sql) => sql`email`,
    from: (sql) => sql`staff where email like 'more-%'`,
    id: (sql) => sql`staff.id`,
    sorts: { name: { by: (sql) => sql`name`, type: 'text' } },
    defaultSort: 'name',
  }
  const add = (from: number, to: number) => shop.sql`
    insert into staff (email, name, role, password_hash)
    select 'more-' || at || '@giftpoint.example', 'More ' || lpad(at::text, 5, '0'), 'reader', null
    from generate_series(${from}::integer, ${to}::integer) at`
  await add(101, 1300)
  const parts = everyRow<{ email: string }, 'name'>(shop.sql, list, {})
  const exported: string[] = []
  for await (const rows of parts) {
    if (exported.length === 0) {
      expect(rows).toHaveLength(1000)
      // Before it: forty have gone and a hundred have come; behind it: one of each.
      await shop.sql`delete from staff where email = any(${rows.slice(0, 40).map(({ email }) => email)})`
      await shop.sql`delete from staff where email = 'more-1200@giftpoint.example'`
      await add(1, 100)
      await add(1301, 1301)
    }
    exported.push(...rows.map(({ email }) => email))
  }
  const expected = Array.from({ length: 1201 }, (_, at) => at + 101).filter((at) => at !== 1200)
  expect(exported).toEqual(expected.map((at) => `more-${at}@giftpoint.example`))
})
