import { expect, it } from 'vitest'
import type { StaffResponse } from '#contract/client.staff.ts'
import { dayInMonths } from '#domain/vouchers/batch-validity.ts'
import { endOfDay } from '#domain/time/zone-days.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  shop,
  owner,
  today,
  createBatch,
  batchAction,
  downloadCodes,
  refusalOf,
  canLogIn,
  campaignsOf,
  startBatchShop,
} from '#server/testing/samples/batch-shop.ts'

startBatchShop()

it('adds a missing recipient once with the same end date, within the budget and with a reason (DESK-28)', async () => {
  const [campaign] = await shop.sql<{ id: string }[]>`
    with employer as (
      insert into employer (name, added_at) values ('Kwartelhof', now()) returning id)
    insert into campaign (employer_id, channel_id, name, budget_points, added_at)
    select id, '1014', 'Christmas', 40, now() from employer returning id::text`
  const until = dayInMonths(today(), 26)
  const made = await createBatch({
    campaign: campaign?.id,
    count: 2,
    valid_until: until,
    recipients: [{ name: 'Anna', email: 'anna@example.com' }],
  })
  const rows = await downloadCodes(made.id)
  const add = (more: Record<string, unknown>) =>
    owner.request('POST', `/backoffice/api/batches/${made.id}/recipients`, {
      name: 'Bo',
      reason: 'Erased',
      ...more,
    })

  expect((await add({ reason: ' ' })).status).toBe(400)
  expect(await refusalOf(await add({ email: 'Anna@Example.com' }))).toEqual({
    status: 409,
    code: 'has-one-already',
  })
  // Room for one of eight who are added at once.
  const added = await Promise.all(
    Array.from({ length: 8 }, (_, at) => add({ email: `bo-${at}@example.com` })),
  )
  expect(added.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await refusalOf(added.find(({ ok }) => !ok) ?? added[0] ?? new Response())).toEqual({
    status: 409,
    code: 'over-budget',
  })
  const more = await downloadCodes(made.id)
  expect(more).toMatchObject([{ name: 'Bo', points: '12' }])
  expect(await canLogIn(rows[0]?.code ?? '')).toBe(true)
  const [ends] = await shop.sql<{ ends: Date[] }[]>`
    select array_agg(distinct valid_until) as ends from voucher where batch_id = ${made.id}`
  expect(ends?.ends).toEqual([new Date(endOfDay(until, 'Europe/Amsterdam'))])
})

it('recognizes recipients by email, or by name and department, ignoring case, and leaves out those who no longer have a voucher (DESK-24)', async () => {
  const [campaign] = await shop.sql<{ id: string }[]>`
    with employer as (
      insert into employer (name, added_at) values ('Uilenhof', now()) returning id)
    insert into campaign (employer_id, channel_id, name, added_at)
    select id, '1014', 'Summer', now() from employer returning id::text`
  const people = (change: (text: string) => string) => [
    { name: change('Anna'), email: change('Anna@Uilenhof.Example') },
    { name: change('Bo Jansen'), department: change('Sales') },
  ]
  const give = (change: (text: string) => string) =>
    createBatch({
      campaign: campaign?.id,
      count: 3,
      recipients: [...people(change), { name: 'Nobody else' + String(shop.clock.now().getTime()) }],
    })
  const lower = (text: string) => text.toLowerCase()
  const upper = (text: string) => text.toUpperCase()
  const first = await give((text) => text)
  expect(first).toMatchObject({ people: 3, skipped: [] })
  shop.clock.advance(1)
  expect((await give(lower)).skipped).toHaveLength(2)
  shop.clock.advance(1)
  expect((await give(upper)).skipped).toHaveLength(2)

  // Who will get nothing by mail any more is given another one.
  await shop.sql`
    update recipient set mail_state = 'revoked' where batch_id = ${first.id} and email <> ''`
  shop.clock.advance(1)
  const second = await give(upper)
  expect(second.skipped).toMatchObject([{ name: 'BO JANSEN' }])
  shop.clock.advance(1)
  expect((await give(lower)).skipped).toHaveLength(2)
  // Recipients of an undone batch count as without a voucher, too.
  for (const { id } of [first, second])
    expect((await batchAction(id, 'undo', { reason: 'Twice' })).status).toBe(200)
  shop.clock.advance(1)
  expect((await give(upper)).skipped).toEqual([])
})

it('uses the first spelling of a department in the campaign for later recipients (SAFE-16, C7)', async () => {
  const [campaign] = await campaignsOf('Spellings')
  const { id } = await createBatch({
    campaign: campaign?.id,
    recipients: [
      { name: 'Anna', department: 'Magazijn' },
      { name: 'Bo', department: 'magazijn ' },
      { name: 'Cas', department: 'MAGAZIJN' },
    ],
  })
  const later = await createBatch({
    campaign: campaign?.id,
    count: 1,
    recipients: [{ name: 'Dees', department: 'magazijn' }],
  })
  const colleague = { name: 'Evi', department: 'MAGAZIJN', reason: 'Erased' }
  const added = await owner.request(
    'POST',
    `/backoffice/api/batches/${later.id}/recipients`,
    colleague,
  )
  expect(added.status).toBe(200)
  const [evi] = await shop.sql<{ id: string }[]>`
    select id::text from recipient where batch_id = ${later.id} and name = 'Evi'`
  const rest = { language: '', words: '' }
  const corrected = await owner.request(
    'PUT',
    `/backoffice/api/batches/${later.id}/recipients/${evi?.id}`,
    {
      ...rest,
      name: 'Eva',
      department: ' magazijn',
      was: { ...rest, name: 'Evi', department: 'Magazijn' },
    },
  )
  expect(corrected.status).toBe(200)
  const spelt = await shop.sql<{ department: string }[]>`
    select department from recipient where batch_id in (${id}, ${later.id})`
  expect(spelt.map(({ department }) => department)).toEqual(Array(5).fill('Magazijn'))
})

it('gives two people with one mail address a voucher each if the second is confirmed by name (SAFE-16, obstacle 6)', async () => {
  const email = 'family@example.com'
  const anna = { name: 'Anna', email }
  const skipped = await createBatch({ count: 2, recipients: [anna, { name: 'Bo', email }] })
  expect(skipped).toMatchObject({ people: 1, skipped: [{ name: 'Bo' }] })
  const kept = await createBatch({
    recipients: [anna, { name: 'Bo', email, keep: true }, { name: 'Cas', email }],
  })
  expect(kept).toMatchObject({ people: 2, skipped: [{ name: 'Cas' }] })
  expect((await downloadCodes(kept.id)).map(({ name }) => name)).toEqual(['Anna', 'Bo'])
})

it('offers to repeat the gift mail on the page of a recipient, also to customer service, without the complete address (DESK-27)', async () => {
  const made = await createBatch({
    count: 1,
    recipients: [{ name: 'Anna de Wit', email: 'anna.again@example.com' }],
  })
  const [voucher] = await shop.sql<{ id: number; person: number }[]>`
    select voucher_id as id, id as person from recipient where batch_id = ${made.id}`
  const service = await staffClient(shop, 'service')
  await service.signIn()
  const shown = await jsonOf<StaffResponse<'voucherPage'>>(
    await service.request('GET', `/backoffice/api/vouchers/${voucher?.id}`),
  )
  expect(shown.mailed_to?.person).toBe(String(voucher?.person))
  expect(shown.mailed_to?.email).not.toContain('anna.again')
  const again = await service.request(
    'POST',
    `/backoffice/api/batches/${made.id}/recipients/${voucher?.person}/mail`,
    { reason: 'Never arrived' },
  )
  expect(await jsonOf(again)).toMatchObject({ mail_state: 'waiting' })
})
