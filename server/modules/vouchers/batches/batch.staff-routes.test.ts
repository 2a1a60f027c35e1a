import { expect, it } from 'vitest'
import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import { checkBooks } from '#tools/check/check.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  shop,
  owner,
  type Batch,
  today,
  createBatch,
  readBatch,
  codesOf,
  batchAction,
  downloadCodes,
  refusalOf,
  canLogIn,
  campaignsOf,
  startBatchShop,
} from '#server/testing/samples/batch-shop.ts'

startBatchShop()

it('creates one batch and one note when requests arrive twice with one Idempotency-Key (WIRE-11)', async () => {
  const key = { 'idempotency-key': 'a batch told twice' }
  const asked = { channel: '1014', points: 12, count: 2, valid_until: '2035-12-31' }
  const request = (input: object, guest = owner) =>
    guest.request('POST', '/backoffice/api/batches', input, key)
  const answers = await Promise.all(Array.from({ length: 8 }, () => request(asked)))
  const made = await Promise.all(answers.map((one) => jsonOf<{ id?: string }>(one)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(made[0]?.id).toMatch(/^\d+$/)
  expect((await jsonOf<{ id: string }>(await request(asked))).id).toBe(made[0]?.id)
  const other = await request({ ...asked, points: 13 })
  expect([other.status, await jsonOf(other)]).toMatchObject([
    400,
    { error: { code: 'invalid-input', field: 'Idempotency-Key' } },
  ])
  for (const sent of ['', 'x'.repeat(256)]) {
    const empty = await owner.request('POST', '/backoffice/api/batches', asked, {
      'idempotency-key': sent,
    })
    expect(empty.status).toBe(400)
  }
  // What another colleague calls the same is another.
  const second = await staffClient(shop)
  await second.signIn()
  expect((await jsonOf<{ id: string }>(await request(asked, second))).id).not.toBe(made[0]?.id)

  const holder = await shop.holder()
  const path = `/backoffice/api/vouchers/${holder.voucherId}/notes`
  const notes = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.request('POST', path, { body: 'Wants the teapot' }, { 'idempotency-key': 'a note' }),
    ),
  )
  expect(notes.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const [kept] = await shop.sql`
    select count(*)::integer from voucher_note where voucher_id = ${holder.voucherId}`
  expect(kept).toEqual({ count: 1 })
})

it('creates vouchers with points and recipients, exports their codes once, and returns their state', async () => {
  const made = await createBatch({
    count: 4,
    note: 'Christmas',
    recipients: [
      { name: 'Łukasz Wójcik', department: 'Warehouse', language: 'de' },
      { name: 'Anna de Wit', department: 'Office', email: 'anna@example.com' },
      { name: '', department: '', email: 'ANNA@example.com' },
    ],
  })
  expect(made).toMatchObject({
    state: 'waiting',
    count: 3,
    with_code: 0,
    people: 2,
    granted: 36,
    left: 36,
    skipped: [{ email: 'ANNA@example.com' }],
    warnings: [],
    no_undo: null,
  })
  const rows = await downloadCodes(made.id)
  expect(rows.map(({ name, department, points }) => [department, name, points])).toEqual([
    ['Office', 'Anna de Wit', '12'],
    ['Warehouse', 'Łukasz Wójcik', '12'],
    ['', '', '12'],
  ])
  for (const { code, link } of rows) {
    expect(link.endsWith(`/login#${code}`)).toBe(true)
    expect(await canLogIn(code)).toBe(true)
  }
  expect(await refusalOf(await codesOf(made.id))).toEqual({ status: 409, code: 'codes-given' })
  await expect
    .poll(async () => (await readBatch(made.id)).hand_overs)
    .toMatchObject([{ form: 'csv', state: 'whole', vouchers: 3 }])
  expect(await readBatch(made.id)).toMatchObject({ state: 'not-handed-over', claimed: 3 })
  expect((await batchAction(made.id, 'code-export')).status).toBe(200)
  expect(await readBatch(made.id)).toMatchObject({
    state: 'handed-over',
    exported_by: { id: String(owner.staffId) },
  })
  const list = await jsonOf<StaffResponse<'batches'>>(
    await owner.request('GET', '/backoffice/api/batches?state=handed-over&search=christ'),
  )
  expect(list.items).toMatchObject([{ id: made.id, claimed: 3, left: 36 }])
  const actions = await shop.sql<{ action: string }[]>`
    select action from audit where subject_kind = 'batch' and subject_id = ${made.id} order by id`
  expect(actions.map(({ action }) => action)).toEqual([
    'batch.created',
    'batch.export-started',
    'batch.codes-exported',
    'batch.marked-as-distributed',
  ])
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('lists the batches of one campaign, of one employer, or of both, and exports the same (SAFE-16, B2)', async () => {
  const [spring, autumn] = await campaignsOf('Spring', 'Autumn')
  const [other] = await campaignsOf('Winter')
  const inSpring = [
    (await createBatch({ campaign: spring?.id })).id,
    (await createBatch({ campaign: spring?.id })).id,
  ]
  const inAutumn = (await createBatch({ campaign: autumn?.id })).id
  await createBatch({ campaign: other?.id })
  await createBatch()
  const listed = async (query: string) => {
    const response = await owner.request('GET', `/backoffice/api/batches?${query}`)
    return (await jsonOf<StaffResponse<'batches'>>(response)).items.map(({ id }) => id).toSorted()
  }
  const employer = spring?.employer ?? ''
  expect(await listed(`campaign=${spring?.id}`)).toEqual(inSpring.toSorted())
  expect(await listed(`employer=${employer}`)).toEqual([...inSpring, inAutumn].toSorted())
  expect(await listed(`employer=${employer}&campaign=${autumn?.id}`)).toEqual([inAutumn])
  expect(await listed(`employer=${employer}&campaign=${other?.id}`)).toEqual([])
  const csv = await owner.request('GET', `/backoffice/api/batches?campaign=${spring?.id}&as=csv`)
  expect((await csv.text()).trim().split('\n')).toHaveLength(1 + 2)
})

it('lists the batches with points left that expire within 60 days, the next one first (PRODUCT section 1)', async () => {
  const campaigns = await campaignsOf('Ends')
  const until = (days: number) => ({
    campaign: campaigns[0]?.id,
    valid_until: addDays(today(), days),
    short_reason: 'Short',
  })
  const later = (await createBatch(until(55))).id
  const soon = (await createBatch(until(20))).id
  const withdrawn = (await createBatch(until(30))).id
  await createBatch(until(65))
  await createBatch({ campaign: campaigns[0]?.id, valid_until: null })
  expect((await batchAction(withdrawn, 'undo', { reason: 'Wrong' })).status).toBe(200)
  const listed = await owner.request(
    'GET',
    `/backoffice/api/batches?expiring=yes&sort=valid_until&campaign=${campaigns[0]?.id}`,
  )
  const { items } = await jsonOf<StaffResponse<'batches'>>(listed)
  expect(items.map(({ id }) => id)).toEqual([soon, later])
})

it.each([
  [{ channel: '2' }, 409, 'unknown-channel'],
  [{ channel: '999' }, 409, 'unknown-channel'],
  [{ valid_until: '2020-01-01' }, 409, 'ends-too-soon'],
  [{ valid_until: '9999-12-31' }, 409, 'ends-too-late'],
  [
    { valid_until: addDays(dayAt(Date.now(), 'Europe/Amsterdam'), 300), short_reason: ' ' },
    409,
    'needs-reason',
  ],
  [{ points: 1001 }, 400, 'invalid-input'],
  [{ valid_until: '2030-02-30' }, 400, 'invalid-input'],
  [{ count: 0 }, 400, 'invalid-input'],
  [{ points: -1 }, 400, 'invalid-input'],
  [{ count: 1, recipients: [{ name: 'a' }, { name: 'b' }] }, 400, 'invalid-input'],
  [{ campaign: '999' }, 409, 'unknown-campaign'],
])('refuses %o', async (more, status, code) => {
  const response = await owner.request('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 5,
    count: 2,
    ...more,
  })
  expect(await refusalOf(response)).toEqual({ status, code })
})

it('warns of a validity of less than 24 months', async () => {
  expect(
    (
      await createBatch({
        valid_until: addDays(today(), 300),
        short_reason: 'A gift of the season',
      })
    ).warnings,
  ).toEqual(['short-validity'])
})

it('shows batches of your own channels only, and masks people for staff without the permission (DESK-3)', async () => {
  const { id } = await createBatch({
    recipients: [{ name: 'Anna de Wit', email: 'anna@example.com' }],
  })
  const reader = await staffClient(shop, 'reader')
  await reader.signIn()
  const people = await jsonOf<StaffResponse<'batchRecipients'>>(
    await reader.request('GET', `/backoffice/api/batches/${id}/recipients`),
  )
  expect(people.items).toMatchObject([{ name: 'A•••••', email: 'a•••••@••••.com' }])
  // Names leak neither in the masked row, nor in the next page's cursor, nor by trying names.
  await owner.request('POST', `/backoffice/api/batches/${id}/recipients`, {
    name: 'Annelies',
    reason: 'Erased',
  })
  for (const sort of ['name', '-name', 'department']) {
    const response = await reader.request(
      'GET',
      `/backoffice/api/batches/${id}/recipients?sort=${sort}&limit=1`,
    )
    const page = await jsonOf<StaffResponse<'batchRecipients'>>(response)
    expect(page.next).not.toBeNull()
    const place = Buffer.from(page.next ?? '', 'base64url').toString()
    expect(`${JSON.stringify(page)} ${place}`).not.toMatch(/list_|anna|annelies/i)
    const beyond = await jsonOf<StaffResponse<'batchRecipients'>>(
      await reader.request(
        'GET',
        `/backoffice/api/batches/${id}/recipients?sort=${sort}&limit=1&cursor=${page.next}`,
      ),
    )
    expect(beyond.items.map(({ id }) => id)).not.toEqual(page.items.map(({ id }) => id))
    expect(beyond.items).toHaveLength(1)
  }
  for (const search of ['anna', 'anna@example', 'Wit']) {
    const found = async (guest: StaffClient) =>
      (
        await jsonOf<StaffResponse<'batchRecipients'>>(
          await guest.request('GET', `/backoffice/api/batches/${id}/recipients?search=${search}`),
        )
      ).total.count
    expect({ search, reader: await found(reader), owner: await found(owner) }).toEqual({
      search,
      reader: 0,
      owner: 1,
    })
  }
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await elsewhere.request('GET', `/backoffice/api/batches/${id}`)).status).toBe(404)
  expect(
    (
      await jsonOf<Batch & { items: [] }>(
        await elsewhere.request('GET', '/backoffice/api/batches?state=waiting'),
      )
    ).items,
  ).toEqual([])
})
