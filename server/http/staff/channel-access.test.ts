import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type StaffCallName, staffPaths } from '#contract/paths.staff.ts'
import { may, type Role, ROLES } from '#domain/staff/permissions.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { listenToLiveEvents } from '#server/testing/clients/live-events-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }

let shop: TestShop
let owner: StaffClient
let order: string
/** Colleagues of another channel, whose roles see the most. */
const otherChannelStaff: Partial<Record<Role, StaffClient>> = {}
beforeAll(async () => {
  shop = await testShop()
  owner = await signInAs('owner')
  for (const role of ['reader', 'service', 'editor', 'merchandiser', 'fulfilment'] as const) {
    otherChannelStaff[role] = await signInAs(role, ['2001'])
  }
  order = (await sampleOrder(shop, { gifts: [TOWEL] })).number
})
afterAll(() => shop.stop())

async function signInAs(role: Role, channels?: string[]) {
  const client = await staffClient(shop, role, channels)
  await client.signIn()
  return client
}
const otherChannelUser = (role: Role) => {
  const client = otherChannelStaff[role]
  if (!client) throw new Error(`nobody elsewhere is a ${role}`)
  return client
}

type ListResponse = { items: Record<string, unknown>[]; total?: { count: number } }
const list = async (client: StaffClient, path: string) =>
  jsonOf<ListResponse>(await client.request('GET', `/backoffice/api/${path}`))

/** Lists with a channel filter, opened with the shared view of a colleague. */
const LISTS = [
  'orders',
  'vouchers',
  'batches',
  'campaigns',
  'content-nodes',
  'releases',
  'tasks',
  'approvals',
  'gifts',
  'audit',
] as const

async function fillEveryList() {
  const [batch] = await shop.sql<{ id: number }[]>`
    select id from voucher_batch where channel_id = '1014' order by id limit 1`
  await shop.sql`
    with sender as (insert into employer (name, added_at) values ('Only Here Ltd', now()) returning id)
    insert into campaign (employer_id, channel_id, name, added_at) select id, '1014', 'Only here', now() from sender`
  const created = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/releases', { name: 'Only here' }),
  )
  await renameChannelIn(created.id, 'Only here')
  await shop.sql`
    insert into task (kind, subject, cause, reason, channel_id, order_number, first_at, last_at)
    values ('unmatched-payment', 'a payment', 'only here', 'Only here', '1014', ${order}, now(), now())`
  const [voucher] = await shop.sql<{ voucher_id: number }[]>`
    select voucher_id from orders where number = ${order}`
  const asked = await owner.request(
    'POST',
    `/backoffice/api/vouchers/${voucher?.voucher_id}/block`,
    {
      reason: 'Only here',
    },
  )
  expect(asked.status).toBe(200)
  await shop.sql`
    insert into approval (kind, subject_kind, subject_id, subject_name, channel_id, asked, version, reason, asked_by, asked_at)
    values ('points.grant', 'voucher', ${String(voucher?.voucher_id)}, 'Only here', '1014', '{}', '1', 'Only here',
      ${owner.staffId}, now())`
  return { release: created.id, voucher: String(voucher?.voucher_id), batch: String(batch?.id) }
}

it('returns nothing of another channel in any list, whatever filter the address contains (DESK-3, DESK-8)', async () => {
  await fillEveryList()
  for (const path of LISTS) {
    const all = await list(owner, `${path}?channel=1014`)
    expect({ path, found: all.items.length > 0 }).toEqual({ path, found: true })
    for (const [role, client] of Object.entries(otherChannelStaff)) {
      const call = Object.values(staffPaths).find(
        (response) => response.path === `/backoffice/api/${path}`,
      )
      const needs = call?.needs ?? 'nobody'
      if (needs !== 'signed-in' && needs !== 'nobody' && !may(role as Role, needs)) continue
      for (const query of ['channel=1014', 'channel=1014&search=only']) {
        const answer = await client.request('GET', `/backoffice/api/${path}?${query}`)
        const found = answer.status === 404 ? 0 : (await jsonOf<ListResponse>(answer)).items.length
        expect({ path, role, query, found }).toEqual({ path, role, query, found: 0 })
        const file = await client.request('GET', `/backoffice/api/${path}?${query}&as=csv`)
        const lines = file.status === 404 ? 1 : (await file.text()).trimEnd().split('\r\n').length
        expect({ path, role, query, lines }).toEqual({ path, role, query, lines: 1 })
      }
    }
  }
  // A filter on another channel reveals nothing about its gifts.
  for (const query of ['not_in=1014', 'channel=1014&active=yes']) {
    expect((await list(otherChannelUser('merchandiser'), `gifts?${query}`)).items).toEqual([])
  }
  const selected = await otherChannelUser('merchandiser').request(
    'POST',
    '/backoffice/api/bulk-changes/preview',
    {
      found: { channel: '1014' },
      count: (await list(owner, 'gifts?channel=1014')).total?.count ?? 0,
      action: { field: 'points', how: 'add', value: 1, channels: ['2001'] },
    },
  )
  expect(selected.status).toBe(409)
  const moves = await jsonOf<{ moves: { order: string | null; reason: string }[] }>(
    await otherChannelUser('merchandiser').request('GET', '/backoffice/api/stock/linen-towel-sea'),
  )
  const taken = moves.moves.filter(({ reason }) => reason === 'order')
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.map((response) => response.order)).not.toContain(order)
})

it('shows a shared view only to users who may open its list and work in its channels (DESK-3, DESK-8)', async () => {
  const save = async (page: string, query: string) => {
    const name = `${page} ${query}`
    const saved = await owner.request('POST', '/backoffice/api/saved-views', {
      page,
      name,
      query,
      shared: true,
    })
    expect(saved.status).toBe(200)
    return name
  }
  const here = await save('vouchers', 'search=Jansen&channel=1014')
  const both = await save('vouchers', 'channel=1014,2001')
  const own = await save('vouchers', 'channel=2001')
  const every = await save('vouchers', 'state=open')
  const staff = await save('staff', 'search=Olga')
  const views = async (client: StaffClient, page: string) =>
    (await list(client, `saved-views?page=${page}`)).items.map(({ name }) => name)
  expect((await views(otherChannelUser('service'), 'vouchers')).sort()).toEqual([own, every].sort())
  expect(await views(otherChannelUser('editor'), 'vouchers')).toEqual([])
  expect(await views(otherChannelUser('service'), 'staff')).toEqual([])
  for (const page of ['returns', 'expired', 'batch-people', 'webhook-log', 'no-such-list']) {
    await save(page, 'search=Jansen')
    expect({ page, seen: await views(otherChannelUser('editor'), page) }).toEqual({
      page,
      seen: [],
    })
  }
  expect(await views(owner, 'vouchers')).toEqual(expect.arrayContaining([here, both, own, every]))
  expect(await views(owner, 'staff')).toEqual([staff])
})

it('hides changes and exports of a channel from a user who no longer works in it (DESK-3)', async () => {
  const mila = await signInAs('merchandiser', ['1014', '2001'])
  const { sku } = await shop.gift({ points: 5 })
  const requests = {
    ids: [sku],
    count: 1,
    action: { field: 'points', how: 'set', value: 9, channels: ['1014'] },
  }
  const seen = await jsonOf<{ seen: string }>(
    await mila.request('POST', '/backoffice/api/bulk-changes/preview', requests),
  )
  const created = await mila.request('POST', '/backoffice/api/bulk-changes', {
    ...requests,
    seen: seen.seen,
    reason: '',
  })
  expect(created.status).toBe(200)
  const change = await jsonOf<{ id: string }>(created)
  const work = await jsonOf<{ id: string }>(
    await mila.request('POST', '/backoffice/api/audit/exports', {}),
  )
  await shop.shop.jobs.drain()
  const asks = async () => {
    const ids = (response: ListResponse) => response.items.map(({ id }) => id)
    return {
      changes: ids(await list(mila, 'bulk-changes')),
      work: ids(await list(mila, 'background-jobs')),
      file: (await mila.request('GET', `/backoffice/api/background-jobs/${work.id}/file`)).status,
    }
  }
  expect(await asks()).toEqual({ changes: [change.id], work: [work.id], file: 200 })
  await shop.sql`
    delete from staff_channel where staff_id = ${mila.staffId} and channel_id = '1014'`
  expect(await asks()).toEqual({ changes: [], work: [], file: 404 })
  for (const [method, path, input] of [
    ['GET', `bulk-changes/${change.id}`, undefined],
    ['POST', `bulk-changes/${change.id}/undo`, { reason: 'Mine' }],
    ['POST', `background-jobs/${work.id}/cancel`, undefined],
  ] as const) {
    expect((await mila.request(method, `/backoffice/api/${path}`, input)).status).toBe(404)
  }
  const [points] = await shop.sql`select points from offer where sku = ${sku}`
  expect(points).toEqual({ points: 9 })

  // An owner's export contains all channels, so it is not accessible after a change of role.
  const boss = await signInAs('owner')
  const all = await jsonOf<{ id: string }>(
    await boss.request('POST', '/backoffice/api/audit/exports', {}),
  )
  await shop.shop.jobs.drain()
  await shop.sql`update staff set role = 'editor' where id = ${boss.staffId}`
  expect((await boss.request('GET', `/backoffice/api/background-jobs/${all.id}/file`)).status).toBe(
    404,
  )
})

it('sends no live event or presence of other channels (DESK-3, DESK-15)', async () => {
  const editor = otherChannelUser('editor')
  const ownChannelStaff = await signInAs('editor', ['1014'])
  const ears = {
    owner: await listenToLiveEvents(shop.url, owner),
    near: await listenToLiveEvents(shop.url, ownChannelStaff),
    far: await listenToLiveEvents(shop.url, editor),
    service: await listenToLiveEvents(shop.url, otherChannelUser('service')),
  }
  try {
    const { release, voucher } = await createReleaseAndVoucher()
    const renamed = await owner.request('PATCH', `/backoffice/api/releases/${release}`, {
      name: 'Next',
    })
    expect(renamed.status).toBe(200)
    const soon = { interval: 20 }
    await expect.poll(() => ears.near.changes(), soon).toContain(`release ${release}`)
    // Changes of several vouchers within a moment are sent as one without an id.
    await expect
      .poll(async () => {
        await shop.sql`insert into change_event (topic, subject) values ('voucher', ${voucher})`
        return ears.owner.changes()
      })
      .toContain(`voucher ${voucher}`)
    // The events before this one have arrived by then.
    await shop.sql`insert into change_event (topic, subject) values ('channel', '2001')`
    await expect.poll(() => ears.far.changes(), soon).toContain('channel 2001')
    expect(ears.far.changes()).toEqual(['channel 2001'])
    expect(ears.service.changes()).not.toContain(`voucher ${voucher}`)

    // Presence needs the permission to see the subject and is sent only to colleagues who view it.
    const be = (client: StaffClient, subject: string) =>
      client.request('POST', '/backoffice/api/presence', { subject, tab: randomUUID() })
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
      for (const [role, client] of Object.entries(otherChannelStaff)) {
        const { status } = await be(client, subject)
        expect({ role, subject, status }).toEqual({ role, subject, status: 404 })
      }
    }
    expect((await be(ownChannelStaff, `release ${release}`)).status).toBe(200)
    expect((await be(editor, 'content 2001 home')).status).toBe(200)
    const presence = (ear: (typeof ears)['far']) =>
      ear.received.flatMap((statusList) =>
        statusList.event === 'presence' ? [statusList.data.subject] : [],
      )
    await expect.poll(() => presence(ears.far), soon).toEqual(['content 2001 home'])
    expect(presence(ears.near)).toEqual([`release ${release}`])
    expect(presence(ears.service)).toEqual([])
  } finally {
    for (const ear of Object.values(ears)) ear.close()
  }
})

const colourOf = (value: string, channel = '1014') => ({
  kind: 'channel',
  key: { channel, field: 'theme.active' },
  base_version: 0,
  after: { value },
})

/** A release and a voucher in that one channel. */
async function createReleaseAndVoucher() {
  const created = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/releases', { name: 'Quietly' }),
  )
  await renameChannelIn(created.id, 'Quietly')
  const holder = await shop.holder()
  return { release: created.id, voucher: String(holder.voucherId) }
}

/** The changes in a release decide which channels it belongs to. */
async function renameChannelIn(release: string, name: string) {
  const fields = await jsonOf<{ fields: { key: { field: string }; version: number }[] }>(
    await owner.request('GET', '/backoffice/api/channel-fields?channel=1014'),
  )
  const version = fields.fields.find(({ key }) => key.field === 'name')?.version ?? 0
  const key = { channel: '1014', field: 'name' }
  const changed = await owner.request('PUT', `/backoffice/api/releases/${release}/changes`, {
    changes: [{ kind: 'channel', key, base_version: version, after: { value: name } }],
  })
  expect(changed.status).toBe(200)
}

/**
 * Calls open to all channels: they return only data of the caller's own channels, as the tests of their modules show.
 */
const OF_ALL_CHANNELS: readonly StaffCallName[] = [
  'staffSupplier',
  'exportPurchaseOrders',
  'accountingMonth',
  'paymentRows',
  'employerStatistics',
]
/** Open to the requester and to owners, whatever their channels. */
const OF_REQUESTER: readonly StaffCallName[] = ['approve', 'rejectApproval', 'withdrawApproval']
type TestRequest = { at: Record<string, string>; input?: object; role?: Role }

it('answers 404 to every call for an object of another channel (DESK-3)', async () => {
  const ownChannelStaff: Partial<Record<Role, StaffClient>> = {}
  for (const role of ROLES)
    if (role !== 'owner') ownChannelStaff[role] = await signInAs(role, ['1014', '2001'])
  const requests = await createEveryObject(ownChannelStaff)
  const roleFor = (name: StaffCallName) => {
    const { needs } = staffPaths[name]
    return ROLES.find(
      (role) =>
        role !== 'owner' && needs !== 'nobody' && (needs === 'signed-in' || may(role, needs)),
    )
  }
  const naming = (Object.keys(staffPaths) as StaffCallName[]).filter((name) => {
    const { path, channel } = staffPaths[name]
    return channel === 'own' && path.includes(':') && roleFor(name) !== undefined
  })
  // Every call with an id in its path: a new one must be added here.
  expect(naming.filter((name) => !(name in requests) && !OF_ALL_CHANNELS.includes(name))).toEqual(
    [],
  )
  const ask = async (guests: Partial<Record<Role, StaffClient>>, name: StaffCallName) => {
    const { at = {}, input, role = roleFor(name) } = requests[name] ?? {}
    const { method, path } = staffPaths[name]
    const address = path.replace(/:(\w+)/g, (_, part: string) => at[part] ?? '')
    const query =
      method === 'GET' && input ? `?${new URLSearchParams({ ...input }).toString()}` : ''
    const client = role && guests[role]
    const answer = await client?.request(
      method,
      address + query,
      method === 'GET' ? undefined : input,
    )
    return answer?.status
  }
  const statuses = async (guests: Partial<Record<Role, StaffClient>>) => {
    const statusList: [StaffCallName, number | undefined][] = []
    for (const name of Object.keys(requests) as StaffCallName[])
      statusList.push([name, await ask(guests, name)])
    return statusList
  }
  expect((await statuses(otherChannelStaff)).filter(([, status]) => status !== 404)).toEqual([])
  // The objects existed: colleagues of this channel get other statuses for the same requests.
  const here = (await statuses(ownChannelStaff)).filter(([name]) => !OF_REQUESTER.includes(name))
  expect(here.filter(([, status]) => [400, 403, 404].includes(status ?? 404))).toEqual([])
})

/** One object of each kind in this channel, and the requests for it; requests that end an object come last. */
async function createEveryObject(
  ownChannelStaff: Partial<Record<Role, StaffClient>>,
): Promise<Partial<Record<StaffCallName, TestRequest>>> {
  const { sql } = shop
  const created = async <Body = { id: string }>(path: string, input: object, by = owner) => {
    const response = await by.request('POST', `/backoffice/api/${path}`, input)
    const body = await jsonOf<Body>(response)
    expect({ path, status: response.status, body }).toMatchObject({ status: 200 })
    return body
  }
  const idOf = async (rows: PromiseLike<readonly { id: number | string }[]>) =>
    String((await rows)[0]?.id)
  const reason = 'Only here'
  const key = () => randomUUID()
  const shown = '0'.repeat(32)

  // A gift of the channel's own, which a supplier sends; ordered, and sent for.
  const gift = await shop.gift({ points: 2, inStock: 9, delivery: 'dropship' })
  await sql`insert into brand (id, name) values ('only-here', 'Only here')`
  await sql`
    update product set owner_channel_id = '1014', brand_id = 'only-here' where id = ${gift.sku}`
  await sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await shop.shop.changeEvents.poll()
  await created('suppliers', {
    name: reason,
    email: 'only@here.example',
    language: 'nl',
    way: 'mail',
    remind_days: 2,
    brands: ['only-here'],
  })
  const { number, holder } = await sampleOrder(shop, { gifts: [gift, TOWEL], quantity: 2 })
  await sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  await sql`insert into parcel (order_number, code) values (${number}, 'P1')`
  const withdrawn = await holder.done('withdrawOrder', {
    order_number: number,
    withdrawal_key: key(),
    lines: [{ shopping_cart_item: `${number}-2`, quantity: 1 }],
  })
  const units = { lines: [{ line: 1, quantity: 1 }], reason: 'goodwill' }
  const proposal = (await created(`orders/${number}/credit-proposals`, units)).id
  const choice = (
    await created(`orders/${number}/replacements`, {
      line: 2,
      quantity: 1,
      left: 1,
      cause: 'lost',
      note: '',
    })
  ).id
  const mail = await idOf(sql`
    select id from mail where template = 'order-confirmation' and split_part(subject_id, ':', 1) = ${number}`)

  // A voucher, and a recipient of a batch.
  const voucher = String((await shop.holder()).voucherId)
  await created(`vouchers/${voucher}/points`, { points: 1, reason, key: key(), granted: 20 })
  await created(`vouchers/${voucher}/block`, { reason })
  const grant = await idOf(
    sql`select id from manual_points_grant where voucher_id = ${Number(voucher)}`,
  )
  const line = await idOf(sql`
    select id from audit where action = 'voucher.blocked' and subject_id = ${voucher}`)
  const email = 'only-here@example.com'
  const batch = (
    await created('batches', {
      channel: '1014',
      points: 5,
      count: 1,
      recipients: [{ name: reason, email }],
    })
  ).id
  const person = await idOf(sql`select id from recipient where batch_id = ${Number(batch)}`)

  // Content: a draft and a published release.
  const [published = '', release = ''] = await Promise.all(
    ['#0a0b0c', '#0b0c0d'].map(async (value) => {
      const { id } = await created('releases', { name: reason })
      const changed = await owner.request(
        'PUT',
        `/backoffice/api/releases/${id}/changes`,
        colourOf(value),
      )
      expect(changed.status).toBe(200)
      return id
    }),
  )
  await created(`releases/${published}/publish`, {})
  const version = await idOf(sql`
    select id from content_version where release_id = ${Number(published)}`)
  const subject = await idOf(sql`
    select subject as id from release_change where release_id = ${Number(release)}`)
  const change = { field: 'theme.active', base_version: 9, after: { value: '#0d0e0f' } }
  const [hash, by] = ['a', 'b'].map((sign) => sign.repeat(32)) as [string, string]
  for (const response of [hash, by]) {
    await sql`
      insert into picture (hash, media_type, width, height, bytes, name)
      values (${response}, 'image/png', 9, 9, ${Buffer.from(response)}, ${response})`
    await sql`
      insert into content (channel_id, path, kind, key, language, value)
      values ('1014', 'contactpagecomponents', 'media', ${response}, '', ${`${response}.png`})`
  }
  const editor = ownChannelStaff['editor']?.staffId ?? 0
  const replacement = await idOf(sql`
    insert into picture_replacement (old_hash, new_hash, staff_id, at)
    values (${hash}, ${by}, ${editor}, now()) returning id`)

  // Catalogue, inbox and approvals.
  const merchandiser = ownChannelStaff['merchandiser']
  const points = { field: 'points', how: 'set', value: 3, channels: ['1014'] }
  const bulk = { ids: [gift.sku], count: 1, action: points }
  const { seen } = await created<{ seen: string }>('bulk-changes/preview', bulk, merchandiser)
  const bulkChange = (await created('bulk-changes', { ...bulk, seen, reason }, merchandiser)).id
  await shop.shop.jobs.drain()
  const run = await idOf(sql`
    insert into import_run (kind, file_name, file_hash, columns, mapping, staff_id, made_at)
    values ('gifts', 'x.csv', 'x', '{gift}', '["gift"]', ${merchandiser?.staffId ?? 0}, now()) returning id`)
  const code = await shop.gift({ delivery: 'digital' })
  await sql`
    update product set owner_channel_id = '1014', digital_kind = 'code' where id = ${code.sku}`
  await created(`digital-codes/${code.sku}/codes`, { text: 'ONLY-HERE-1' })
  const codes = await idOf(sql`select id from code_import where sku = ${code.sku}`)
  const question = await holder.done('askService', {
    contact_email: email,
    subject: reason,
    email_body: reason,
  })
  const request = question.response.service_request
  const attachment = await idOf(sql`
    insert into service_attachment (request_id, name, type, bytes)
    values (${Number(request)}, 'x.png', 'image/png', ${Buffer.from('x')}) returning id`)
  const texts = { nl: reason }
  const answer = (await created('saved-replies', { name: reason, channel: '1014', texts })).id
  const task = await idOf(sql`
    insert into task (kind, subject, cause, reason, channel_id, order_number, first_at, last_at)
    values ('unmatched-payment', 'another', 'another', ${reason}, '1014', ${number}, now(), now()) returning id`)
  const simulation = await idOf(sql`
    insert into simulation (channel_id, staff_id, asked, made_at)
    values ('1014', ${editor}, '{"holders": 10, "points": 1, "first_day": "2026-12-01", "days": 1, "seed": 1}', now())
    returning id`)
  // The requester now works in other channels.
  const approval = await idOf(sql`
    insert into approval (kind, subject_kind, subject_id, subject_name, channel_id, asked, version, reason, asked_by, asked_at)
    values ('points.grant', 'voucher', ${voucher}, ${reason}, '1014', '{}', '1', ${reason},
      ${otherChannelUser('service').staffId}, now()) returning id`)

  const ofVoucher = { at: { id: voucher }, input: { reason } }
  const ofOrder = { at: { number } }
  const [recipientData = {}] = await sql`
    select name, department, language, words from recipient where id = ${person}::bigint`
  const ofPerson = { at: { id: batch, recipient: person }, input: { reason } }
  const ofRelease = { at: { id: release }, input: {} }
  const ofGift = { at: { id: gift.sku } }
  const ofRun = { at: { id: run } }
  const ofPicture = { at: { hash }, input: {} }
  const ofRequest = { at: { id: request }, input: {} }
  const ofCase = { at: { id: task }, role: 'service' as const }
  const ofApproval = {
    at: { id: approval },
    input: { note: reason },
    role: 'service' as const,
  }
  const contact = {
    contact_email: email,
    contact_first_name: 'A',
    contact_surname: 'B',
  }
  return {
    voucherPage: { at: { id: voucher } },
    personalData: { at: { id: voucher } },
    grantPoints: { ...ofVoucher, input: { reason, points: 1, key: key(), granted: 21 } },
    withdrawPoints: { at: { id: voucher, grant: grant }, input: { reason } },
    revealVoucherRecipient: { ...ofVoucher, role: 'reader' },
    addVoucherNote: { ...ofVoucher, input: { body: reason } },
    actForHolder: ofVoucher,
    exportPerson: { ...ofVoucher, input: { reason, as: 'json' } },
    undoVoucherAction: { ...ofVoucher, input: { reason, line } },
    blockVoucher: ofVoucher,
    unblockVoucher: ofVoucher,
    extendVoucher: { ...ofVoucher, input: { reason, last_day: '2035-06-30', valid_until: null } },
    replaceCode: ofVoucher,
    erasePerson: ofVoucher,
    expireVoucher: { ...ofVoucher, input: { reason, valid_until: null } },
    batch: { at: { id: batch } },
    batchRecipients: { at: { id: batch } },
    correctRecipientEmail: { ...ofPerson, input: { email: 'b@example.com', was: email } },
    correctRecipient: {
      ...ofPerson,
      input: { ...recipientData, name: 'Other', was: recipientData },
    },
    mailRecipient: ofPerson,
    letterForRecipient: ofPerson,
    revokeRecipient: ofPerson,
    undoRevocation: ofPerson,
    staffOrder: ofOrder,
    revealOrderRecipient: { ...ofOrder, input: { reason } },
    sendMailAgain: { ...ofOrder, input: { mail } },
    addOrderNote: { ...ofOrder, input: { body: reason } },
    setOrderTags: { ...ofOrder, input: { tags: ['vip'], was: [] } },
    proposeCredit: { ...ofOrder, input: units },
    bookCredit: { at: {}, input: { proposal } },
    orderAddress: ofOrder,
    previewAddressChange: { ...ofOrder, input: contact },
    staffChangeAddress: { ...ofOrder, input: { ...contact, stands: '', reason } },
    markParcel: { ...ofOrder, input: { code: 'P1', state: 'lost', reason } },
    offerReplacement: { ...ofOrder, input: { line: 1, quantity: 1, left: 1, cause: 'lost' } },
    staffCancelOrder: { ...ofOrder, input: { reason } },
    cancelReplacement: { at: { id: choice }, input: { reason } },
    confirmReturn: {
      at: { number: withdrawn.response.receipt.withdrawal_number },
      input: { goods: 'shelf' },
    },
    purchaseOrderSupplierView: { at: { number: `${number}-P1` } },
    sendPurchaseOrder: { at: { number: `${number}-P1` }, input: {} },
    answerForSupplier: { at: { number: `${number}-P1` }, input: { what: 'confirm' } },
    release: { at: { id: release } },
    renameRelease: { ...ofRelease, input: { name: reason } },
    changeRelease: { ...ofRelease, input: colourOf('#0c0d0e', '2001') },
    forkMenu: { ...ofRelease, input: { channel: '2001', kind: 'navigation' } },
    copyChange: { ...ofRelease, input: { subjects: [subject], channels: ['2001'] } },
    revertRelease: { at: { id: published }, input: {} },
    undoRelease: { at: { id: published }, input: {} },
    cancelSchedule: ofRelease,
    dropChange: { ...ofRelease, input: { kind: 'channel', subject } },
    publishRelease: ofRelease,
    archiveRelease: ofRelease,
    restoreVersion: { at: { id: version }, input: {} },
    contentPage: { at: { path: 'contactpagecomponents' }, input: { channel: '1014' } },
    channelPage: { at: { id: '1014' } },
    launchCheck: { at: { id: '1014' } },
    changeChannelFields: { at: { id: '1014' }, input: { name: reason, changes: [change] } },
    picture: { at: { hash } },
    changePicture: { ...ofPicture, input: { version: 0 } },
    removePicture: ofPicture,
    restorePicture: ofPicture,
    replacePicture: { ...ofPicture, input: { by, count: 1 } },
    undoReplacement: { at: { id: replacement }, input: {} },
    gift: ofGift,
    giftHistory: ofGift,
    giftSales: ofGift,
    hiddenReasons: { ...ofGift, input: { channel: '1014', language: 'nl' } },
    changeGift: { ...ofGift, input: { version: 0 } },
    changeGiftText: {
      ...ofGift,
      input: { channel: '1014', language: 'nl', version: 9, name: 'x' },
    },
    changeOffers: {
      ...ofGift,
      input: { offers: [{ channel: '1014', sku: gift.sku, version: 0, points: 4 }] },
    },
    changeArticles: {
      ...ofGift,
      input: { version: 0, dimensions: [], articles: [{ sku: gift.sku, values: ['', ''] }] },
    },
    stockItem: { at: { sku: gift.sku } },
    correctStock: { at: { sku: gift.sku }, input: { from: 0, on_hand: 3, reason: 'count' } },
    bulkChange: { at: { id: bulkChange }, role: 'merchandiser' },
    undoBulkChange: { at: { id: bulkChange }, input: { reason } },
    importRun: { ...ofRun, role: 'merchandiser' },
    importRows: { ...ofRun, role: 'merchandiser' },
    mapImport: { ...ofRun, input: { mapping: ['gift'] } },
    resolveImport: { ...ofRun, input: { cells: [{ line: 1, column: 0, value: 'x' }] } },
    applyImport: { ...ofRun, input: { count: 1 } },
    undoImport: { ...ofRun, input: {} },
    digitalStock: { at: { sku: code.sku } },
    uploadDigitalCodes: { at: { sku: code.sku }, input: { text: 'ONLY-HERE-2' } },
    resolveSimilarCodes: { at: { sku: code.sku }, input: { codes: [codes], own: true } },
    withdrawDigitalCodes: { at: { sku: code.sku }, input: { import: codes, reason } },
    requestThread: ofRequest,
    requestAttachment: { at: { id: request, attachment } },
    takeRequest: { ...ofRequest, input: { from: null, to: 'me' } },
    addRequestNote: { ...ofRequest, input: { key: key(), body: reason } },
    snoozeRequest: { ...ofRequest, input: { day: null } },
    correctRequestSender: { ...ofRequest, input: { email, language: 'nl' } },
    assignRequestToHolder: { ...ofRequest, input: { voucher } },
    answerRequest: { ...ofRequest, input: { key: key(), version: 1, body: reason } },
    closeRequest: { ...ofRequest, input: { version: 1 } },
    reopenRequest: ofRequest,
    changeSavedReply: {
      at: { id: answer },
      input: { name: reason, channel: '1014', texts, version: 1 },
    },
    removeSavedReply: { at: { id: answer }, input: { version: 2 } },
    task: ofCase,
    assignTask: { ...ofCase, input: { staff: null } },
    closeTask: { ...ofCase, input: { shown, reason } },
    resolveTask: { ...ofCase, input: { shown } },
    approve: ofApproval,
    rejectApproval: ofApproval,
    withdrawApproval: ofApproval,
    metricRows: {
      at: { metric: 'orders' },
      input: { channel: '1014', from: '2026-11-01', to: '2026-11-30' },
    },
    simulation: { at: { id: simulation } },
  }
}
