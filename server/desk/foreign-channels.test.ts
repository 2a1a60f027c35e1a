import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { deskPaths } from '#contract/desk/desk-paths.ts'
import { may, type Role } from '#domain/desk-rights.ts'
import { deskGuest, type DeskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { liveEar } from '#server/testing/live-ear.ts'
import { sampleOrder } from '#server/testing/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }

let shop: TestShop
let owner: DeskGuest
let order: string
/** Colleagues of another channel, whose roles see the most. */
const elsewhere: Partial<Record<Role, DeskGuest>> = {}
beforeAll(async () => {
  shop = await testShop()
  owner = await guestAt('owner')
  for (const role of ['reader', 'service', 'editor', 'merchandiser'] as const) {
    elsewhere[role] = await guestAt(role, ['2001'])
  }
  order = (await sampleOrder(shop, { gifts: [TOWEL] })).number
})
afterAll(() => shop.stop())

async function guestAt(role: Role, channels?: string[]) {
  const guest = await deskGuest(shop, role, channels)
  await guest.signIn()
  return guest
}
const foreigner = (role: Role) => {
  const guest = elsewhere[role]
  if (!guest) throw new Error(`nobody elsewhere is a ${role}`)
  return guest
}

type Listed = { items: Record<string, unknown>[]; total?: { count: number } }
const list = async (guest: DeskGuest, path: string) =>
  jsonOf<Listed>(await guest.ask('GET', `/desk/api/${path}`))

/** Lists that are filtered by a channel, as somebody's shared view would open them. */
const LISTS = [
  'orders',
  'vouchers',
  'batches',
  'campaigns',
  'content-things',
  'releases',
  'attention',
  'approvals',
  'gifts',
  'audit',
] as const

async function fillEveryList() {
  const [batch] = await shop.sql<{ id: number }[]>`
    select id from voucher_batch where channel_id = '1014' order by id limit 1`
  await shop.sql`
    with giver as (insert into employer (name, added_at) values ('Only Here Ltd', now()) returning id)
    insert into campaign (employer_id, channel_id, name, added_at) select id, '1014', 'Only here', now() from giver`
  const made = await jsonOf<{ id: string }>(
    await owner.ask('POST', '/desk/api/releases', { name: 'Only here' }),
  )
  await renameIn(made.id, 'Only here')
  await shop.sql`
    insert into attention (kind, subject, cause, reason, channel_id, order_number, first_at, last_at)
    values ('stray-payment', 'a payment', 'only here', 'Only here', '1014', ${order}, now(), now())`
  const [voucher] = await shop.sql<{ voucher_id: number }[]>`
    select voucher_id from orders where number = ${order}`
  const asked = await owner.ask('POST', `/desk/api/vouchers/${voucher?.voucher_id}/block`, {
    reason: 'Only here',
  })
  expect(asked.status).toBe(200)
  await shop.sql`
    insert into approval (kind, subject_kind, subject_id, subject_name, channel_id, asked, version, reason, asked_by, asked_at)
    values ('points.give', 'voucher', ${String(voucher?.voucher_id)}, 'Only here', '1014', '{}', '1', 'Only here',
      ${owner.staffId}, now())`
  return { release: made.id, voucher: String(voucher?.voucher_id), batch: String(batch?.id) }
}

it('answers a list that somebody else’s view opens with nothing of a channel that is not one’s own (DESK-3, DESK-8)', async () => {
  await fillEveryList()
  for (const path of LISTS) {
    const all = await list(owner, `${path}?channel=1014`)
    expect({ path, found: all.items.length > 0 }).toEqual({ path, found: true })
    for (const [role, guest] of Object.entries(elsewhere)) {
      const call = Object.values(deskPaths).find((one) => one.path === `/desk/api/${path}`)
      const needs = call?.needs ?? 'nobody'
      if (needs !== 'signed-in' && needs !== 'nobody' && !may(role as Role, needs)) continue
      for (const query of ['channel=1014', 'channel=1014&search=only']) {
        const answer = await guest.ask('GET', `/desk/api/${path}?${query}`)
        const found = answer.status === 404 ? 0 : (await jsonOf<Listed>(answer)).items.length
        expect({ path, role, query, found }).toEqual({ path, role, query, found: 0 })
        const file = await guest.ask('GET', `/desk/api/${path}?${query}&as=csv`)
        const lines = file.status === 404 ? 1 : (await file.text()).trimEnd().split('\r\n').length
        expect({ path, role, query, lines }).toEqual({ path, role, query, lines: 1 })
      }
    }
  }
  // What is sold elsewhere is not found out by what is not in one's own.
  for (const query of ['not_in=1014', 'channel=1014&active=yes']) {
    expect((await list(foreigner('merchandiser'), `gifts?${query}`)).items).toEqual([])
  }
  const selected = await foreigner('merchandiser').ask(
    'POST',
    '/desk/api/catalogue-changes/preview',
    {
      found: { channel: '1014' },
      count: (await list(owner, 'gifts?channel=1014')).total?.count ?? 0,
      deed: { field: 'points', how: 'add', value: 1, channels: ['2001'] },
    },
  )
  expect(selected.status).toBe(409)
  const moves = await jsonOf<{ moves: { order: string | null; reason: string }[] }>(
    await foreigner('merchandiser').ask('GET', '/desk/api/stock/linen-towel-sea'),
  )
  const taken = moves.moves.filter(({ reason }) => reason === 'order')
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.map((one) => one.order)).not.toContain(order)
})

it('tells a shared view to whoever opens that list and works in its channels (DESK-3, DESK-8)', async () => {
  const save = async (page: string, query: string) => {
    const name = `${page} ${query}`
    const saved = await owner.ask('POST', '/desk/api/views', { page, name, query, shared: true })
    expect(saved.status).toBe(200)
    return name
  }
  const here = await save('vouchers', 'search=Jansen&channel=1014')
  const both = await save('vouchers', 'channel=1014,2001')
  const own = await save('vouchers', 'channel=2001')
  const every = await save('vouchers', 'state=open')
  const staff = await save('staff', 'search=Olga')
  const views = async (guest: DeskGuest, page: string) =>
    (await list(guest, `views?page=${page}`)).items.map(({ name }) => name)
  expect((await views(foreigner('service'), 'vouchers')).sort()).toEqual([own, every].sort())
  expect(await views(foreigner('editor'), 'vouchers')).toEqual([])
  expect(await views(foreigner('service'), 'staff')).toEqual([])
  expect(await views(owner, 'vouchers')).toEqual(expect.arrayContaining([here, both, own, every]))
  expect(await views(owner, 'staff')).toEqual([staff])
})

it('keeps from whoever left a channel what they did and had done there (DESK-3)', async () => {
  const mila = await guestAt('merchandiser', ['1014', '2001'])
  const { sku } = await shop.gift({ points: 5 })
  const asked = {
    ids: [sku],
    count: 1,
    deed: { field: 'points', how: 'set', value: 9, channels: ['1014'] },
  }
  const seen = await jsonOf<{ seen: string }>(
    await mila.ask('POST', '/desk/api/catalogue-changes/preview', asked),
  )
  const made = await mila.ask('POST', '/desk/api/catalogue-changes', {
    ...asked,
    seen: seen.seen,
    reason: '',
  })
  expect(made.status).toBe(200)
  const change = await jsonOf<{ id: string }>(made)
  const work = await jsonOf<{ id: string }>(await mila.ask('POST', '/desk/api/audit/exports', {}))
  await shop.shop.jobs.drain()
  const asks = async () => {
    const ids = (one: Listed) => one.items.map(({ id }) => id)
    return {
      changes: ids(await list(mila, 'catalogue-changes')),
      work: ids(await list(mila, 'work')),
      file: (await mila.ask('GET', `/desk/api/work/${work.id}/file`)).status,
    }
  }
  expect(await asks()).toEqual({ changes: [change.id], work: [work.id], file: 200 })
  await shop.sql`
    delete from staff_channel where staff_id = ${mila.staffId} and channel_id = '1014'`
  expect(await asks()).toEqual({ changes: [], work: [], file: 404 })
  for (const [method, path, input] of [
    ['GET', `catalogue-changes/${change.id}`, undefined],
    ['POST', `catalogue-changes/${change.id}/undo`, { reason: 'Mine' }],
    ['POST', `work/${work.id}/cancel`, undefined],
  ] as const) {
    expect((await mila.ask(method, `/desk/api/${path}`, input)).status).toBe(404)
  }
  const [points] = await shop.sql`select points from offer where sku = ${sku}`
  expect(points).toEqual({ points: 9 })

  // What an owner had made is everybody's: it does not come along into another role.
  const boss = await guestAt('owner')
  const all = await jsonOf<{ id: string }>(await boss.ask('POST', '/desk/api/audit/exports', {}))
  await shop.shop.jobs.drain()
  await shop.sql`update staff set role = 'editor' where id = ${boss.staffId}`
  expect((await boss.ask('GET', `/desk/api/work/${all.id}/file`)).status).toBe(404)
})

it('tells nobody live of what lies in other channels, nor who looks at it (DESK-3, DESK-15)', async () => {
  const editor = foreigner('editor')
  const near = await guestAt('editor', ['1014'])
  const ears = {
    owner: await liveEar(shop.url, owner),
    near: await liveEar(shop.url, near),
    far: await liveEar(shop.url, editor),
    service: await liveEar(shop.url, foreigner('service')),
  }
  try {
    const { release, voucher } = await fillSome()
    const renamed = await owner.ask('PATCH', `/desk/api/releases/${release}`, { name: 'Anew' })
    expect(renamed.status).toBe(200)
    await shop.sql`insert into news (topic, subject) values ('voucher', ${voucher})`
    const soon = { timeout: 3000, interval: 20 }
    await expect.poll(() => ears.near.changes(), soon).toContain(`release ${release}`)
    await expect.poll(() => ears.owner.changes(), soon).toContain(`voucher ${voucher}`)
    // Told after what came before it.
    await shop.sql`insert into news (topic, subject) values ('channel', '2001')`
    await expect.poll(() => ears.far.changes(), soon).toContain('channel 2001')
    expect(ears.far.changes()).toEqual(['channel 2001'])
    expect(ears.service.changes()).not.toContain(`voucher ${voucher}`)

    // Signs of life: by the right to the thing, and heard by nobody who does not look at it.
    const be = (guest: DeskGuest, subject: string) =>
      guest.ask('POST', '/desk/api/presence', { subject, tab: randomUUID() })
    const subjects = [
      `release ${release}`,
      `voucher ${voucher}`,
      `order ${order}`,
      'channel 1014',
      'content 1014 home',
      `staff ${owner.staffId}`,
      'nothing 1',
    ]
    for (const subject of subjects) {
      expect((await be(owner, subject)).status).toBe(200)
      for (const [role, guest] of Object.entries(elsewhere)) {
        const { status } = await be(guest, subject)
        expect({ role, subject, status }).toEqual({ role, subject, status: 404 })
      }
    }
    expect((await be(near, `release ${release}`)).status).toBe(200)
    expect((await be(editor, 'content 2001 home')).status).toBe(200)
    const presence = (ear: (typeof ears)['far']) =>
      ear.heard.flatMap((told) => (told.event === 'presence' ? [told.data.subject] : []))
    await expect.poll(() => presence(ears.far), soon).toEqual(['content 2001 home'])
    expect(presence(ears.near)).toEqual([`release ${release}`])
    expect(presence(ears.service)).toEqual([])
  } finally {
    for (const ear of Object.values(ears)) ear.close()
  }
})

/** A release of the one channel, and a voucher of it. */
async function fillSome() {
  const made = await jsonOf<{ id: string }>(
    await owner.ask('POST', '/desk/api/releases', { name: 'Quietly' }),
  )
  await renameIn(made.id, 'Quietly')
  const holder = await shop.holder()
  return { release: made.id, voucher: String(holder.voucherId) }
}

/** What lies in a release says whose it is. */
async function renameIn(release: string, name: string) {
  const fields = await jsonOf<{ fields: { key: { field: string }; version: number }[] }>(
    await owner.ask('GET', '/desk/api/channel-fields?channel=1014'),
  )
  const version = fields.fields.find(({ key }) => key.field === 'name')?.version ?? 0
  const key = { channel: '1014', field: 'name' }
  const changed = await owner.ask('PUT', `/desk/api/releases/${release}/changes`, {
    changes: [{ kind: 'channel', key, base_version: version, after: { value: name } }],
  })
  expect(changed.status).toBe(200)
}
