import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { checkBooks } from '#tools/check/check.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

/** More than are made at once: four portions. */
const MANY = 1500
/** Vouchers still to be created at the end of the third chunk. */
const LEFT_AFTER_THREE = 300

const said: string[] = []
let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop({ log: { write: (line) => void said.push(line) } })
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

type Batch = StaffResponse<'batch'>
type Work = StaffResponse<'backgroundJob'>

async function campaignOf(budget: number) {
  const [campaign] = await shop.sql<{ id: string }[]>`
    with given as (insert into employer (name, added_at) values ('Kwartelhof', now()) returning id)
    insert into campaign (employer_id, channel_id, name, budget_points, added_at)
    select id, '1014', 'Christmas', ${budget}, now() from given returning id::text`
  return campaign?.id ?? ''
}
const recipients = Array.from({ length: MANY - 1 }, (_, at) => ({
  name: `Person ${String(at).padStart(4, '0')}`,
  email: `person-${at}@example.com`,
  language: at % 2 === 0 ? 'de' : 'nl',
}))
const ask = async (more: Record<string, unknown> = {}, guest = owner) =>
  guest.request('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 2,
    count: MANY,
    valid_until: '2035-12-31',
    ...more,
  })
const made = async (answer: Response) => {
  expect(answer.status).toBe(200)
  return jsonOf<StaffResponse<'createBatch'>>(answer)
}
const read = async (id: string) =>
  jsonOf<Batch>(await owner.request('GET', `/backoffice/api/batches/${id}`))
const workOf = async (id: string | null) =>
  jsonOf<Work>(await owner.request('GET', `/backoffice/api/background-jobs/${id}`))
const action = async (id: string, verb: string, more: Record<string, unknown> = {}) => {
  const { version } = await read(id)
  return owner.request('POST', `/backoffice/api/batches/${id}/${verb}`, { version, ...more })
}
const refusalOf = async (response: Response) => [
  response.status,
  (await jsonOf<{ error?: { code: string } }>(response)).error?.code,
]
/** It goes as far as two portions; what comes after fails until the given is done. */
async function stuckMeanwhile(work: () => Promise<void>) {
  await shop.sql.unsafe(
    `alter table voucher_batch add constraint gate check (to_make <> ${LEFT_AFTER_THREE}) not valid`,
  )
  try {
    await shop.shop.jobs.drain()
    await work()
  } finally {
    await shop.sql`alter table voucher_batch drop constraint gate`
  }
}
const actionsAbout = async (kind: string, id: string) =>
  (
    await shop.sql<{ action: string }[]>`
      select action from audit where subject_kind = ${kind} and subject_id = ${id} order by id`
  ).map(({ action }) => action)

it('creates many vouchers in portions, once each and within the budget for eight requests, and shows none before all exist (DESK-24, DESK-13)', async () => {
  const campaign = await campaignOf(4 * MANY - 1)
  const begun = await Promise.all(
    Array.from({ length: 8 }, (_, at) => ask({ campaign, points: at % 2 === 0 ? 2 : 3 })),
  )
  expect(begun.filter(({ ok }) => ok)).toHaveLength(1)
  const numbers = await made(begun.find(({ ok }) => ok) ?? new Response())
  expect(await jsonOf(await actionOfWork(numbers.making, 'cancel'))).toMatchObject({
    state: 'cancelled',
  })

  const batch = await made(await ask({ campaign, recipients }))
  expect(batch).toMatchObject({ state: 'being-made', count: MANY, granted: 0, people: 0 })
  // Pending recipients count as having a voucher, and pending vouchers use the budget.
  const others = await ask({ campaign, count: 1, recipients: recipients.slice(7, 8) })
  expect(await refusalOf(others)).toEqual([409, 'nobody-left'])
  expect(await refusalOf(await ask({ campaign }))).toEqual([409, 'over-budget'])
  const [shown] = (
    await jsonOf<StaffResponse<'campaigns'>>(
      await owner.request('GET', '/backoffice/api/campaigns?limit=100'),
    )
  ).items.filter(({ id }) => id === campaign)
  expect(shown).toMatchObject({ vouchers: MANY, granted: 2 * MANY, budget_left: 2 * MANY - 1 })

  await stuckMeanwhile(async () => {
    expect(await read(batch.id)).toMatchObject({ state: 'being-made', granted: 1600, people: 800 })
    expect(await workOf(batch.making)).toMatchObject({ done: 800, total: MANY })
    const waits = [409, 'being-made']
    const [person] = await shop.sql<{ id: string; voucher: string }[]>`
      select id::text, voucher_id::text as voucher from recipient where batch_id = ${batch.id} limit 1`
    const early = [
      owner.request('GET', `/backoffice/api/batches/${batch.id}/codes?as=csv`),
      action(batch.id, 'mails'),
      action(batch.id, 'undo', { reason: 'Twice' }),
      owner.request('POST', `/backoffice/api/batches/${batch.id}/recipients`, {
        name: 'Bo',
        reason: 'Erased',
      }),
      owner.request('POST', `/backoffice/api/batches/${batch.id}/recipients/${person?.id}/mail`, {
        reason: 'x',
      }),
      owner.request('POST', `/backoffice/api/vouchers/${person?.voucher}/act`, { reason: 'x' }),
    ]
    for (const answer of await Promise.all(early)) expect(await refusalOf(answer)).toEqual(waits)
    const { version } = await read(batch.id)
    const changed = await owner.request('PUT', `/backoffice/api/batches/${batch.id}`, {
      version,
      note: 'Meanwhile',
      valid_until: '2034-12-31',
    })
    expect(changed.status).toBe(200)
  })
  await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.shop.jobs.send(shop.sql, [
        { name: 'background-job', data: { id: Number(batch.making) } },
      ]),
    ),
  )
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(await read(batch.id)).toMatchObject({
    state: 'waiting',
    making: null,
    granted: 2 * MANY,
    people: MANY - 1,
    note: 'Meanwhile',
  })
  expect(await actionsAbout('batch', batch.id)).toEqual(['batch.created', 'batch.changed'])
  expect(await actionsAbout('background-job', batch.making ?? '')).toEqual(['job.done'])
  const [kept] = await shop.sql<{ waiting: number; ends: number }[]>`
    select (select count(*)::integer from pending_recipient) as waiting,
      (select count(distinct valid_until)::integer from voucher where batch_id = ${batch.id}) as ends`
  expect(kept).toEqual({ waiting: 0, ends: 1 })
  const file = await owner.request('GET', `/backoffice/api/batches/${batch.id}/codes?as=csv`)
  const rows = parse(await file.text(), { columns: true, bom: true, delimiter: [';', ','] }) as {
    name: string
    code: string
  }[]
  expect(rows.map(({ name }) => name)).toEqual([...recipients.map(({ name }) => name), ''])
  expect(new Set(rows.map(({ code }) => code)).size).toBe(MANY)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

const actionOfWork = (id: string | null, verb: string) =>
  owner.request('POST', `/backoffice/api/background-jobs/${id}/${verb}`)

it('removes a batch completely when its creation is cancelled once of eight times, or its creator loses the permission (DESK-9, DESK-3)', async () => {
  const campaign = await campaignOf(2 * MANY)
  const batch = await made(await ask({ campaign, recipients }))
  await stuckMeanwhile(async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => actionOfWork(batch.making, 'cancel')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(await read(batch.id)).toMatchObject({ state: 'undone', count: 800, left: 0, making: null })
  expect(await workOf(batch.making)).toMatchObject({ state: 'cancelled', done: 800 })
  expect(await actionsAbout('batch', batch.id)).toEqual(['batch.created', 'batch.undone'])
  expect(await shop.sql`select from pending_recipient`).toHaveLength(0)

  // Their budget is free again.
  const clerk = await staffClient(shop)
  await clerk.signIn()
  const second = await made(await ask({ campaign, recipients }, clerk))
  await stuckMeanwhile(async () => {
    await shop.sql`update staff set role = 'reader' where id = ${clerk.staffId}`
  })
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(await read(second.id)).toMatchObject({ state: 'undone', left: 0 })
  expect(await workOf(second.making)).toMatchObject({ state: 'failed', problem: 'not-allowed' })
  expect(await shop.sql`select from pending_recipient`).toHaveLength(0)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('keeps an incomplete batch whose creation failed, until an owner continues or removes it (DESK-33, DESK-9)', async () => {
  const brokenMaking = async () => {
    const batch = await made(await ask({ recipients }))
    await stuckMeanwhile(async () => {
      for (let tries = 0; tries < 8; tries += 1)
        await shop.shop.jobs.drain({ includeScheduled: true })
    })
    expect(await workOf(batch.making)).toMatchObject({
      state: 'failed',
      problem: 'broken',
      done: 800,
    })
    expect(await read(batch.id)).toMatchObject({ state: 'being-made', people: 800 })
    const { items } = await jsonOf<StaffResponse<'tasks'>>(
      await owner.request('GET', `/backoffice/api/tasks?kind=work-failed&search=${batch.making}`),
    )
    const { id, shown } = await jsonOf<StaffResponse<'task'>>(
      await owner.request('GET', `/backoffice/api/tasks/${items[0]?.id}`),
    )
    return {
      batch,
      decide: (action: string, more = {}) =>
        owner.request('POST', `/backoffice/api/tasks/${id}/${action}`, {
          shown,
          note: '',
          ...more,
        }),
    }
  }
  const resolved = await brokenMaking()
  expect((await resolved.decide('resolve')).status).toBe(200)
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(await read(resolved.batch.id)).toMatchObject({
    state: 'waiting',
    people: MANY - 1,
    granted: 2 * MANY,
  })

  const ended = await brokenMaking()
  expect((await ended.decide('close', { reason: 'Created again with fewer' })).status).toBe(200)
  expect(await read(ended.batch.id)).toMatchObject({ state: 'undone', left: 0, making: null })
  expect(await actionsAbout('batch', ended.batch.id)).toEqual(['batch.created', 'batch.undone'])
  expect(await shop.sql`select from pending_recipient`).toHaveLength(0)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('stops a code file on cancellation or disconnection, reports where it stopped, and can create it again (DESK-26)', async () => {
  const batch = await made(await ask({ count: 500 }))
  const outcomes: string[] = []
  const halfWay = async (end: (handOver: string, stop: () => void) => Promise<unknown>) => {
    const leaving = new AbortController()
    let file: Promise<string> = Promise.resolve('')
    let ended: Promise<unknown> = Promise.resolve()
    await shop.sql.begin(async (sql) => {
      // Its first hundred wait here.
      await sql`lock table pending_voucher_code in share mode`
      file = fetch(`${shop.url}/backoffice/api/batches/${batch.id}/codes?as=pdf`, {
        headers: { cookie: owner.cookie() },
        signal: leaving.signal,
      })
        .then(async (response) =>
          response.ok
            ? response.arrayBuffer().then(
                () => 'whole',
                () => 'broken',
              )
            : String(await refusalOf(response)),
        )
        .catch(() => 'broken')
      await expect.poll(() => waiting('insert into pending_voucher_code')).toBe(1)
      const [hand] = await sql<{ id: string }[]>`
        select id from code_export where batch_id = ${batch.id} and state = 'open'`
      ended = end(hand?.id ?? '', () => leaving.abort())
      await expect.poll(() => waiting('update code_export set state')).toBe(1)
    })
    await ended
    // Before the first byte the error is reported; afterwards the file is cut off.
    outcomes.push(await file)
    await expect.poll(async () => (await read(batch.id)).state).toBe('waiting')
    const [last] = (await read(batch.id)).hand_overs
    // Who waits for its row may see one more hundred go first.
    expect(last).toMatchObject({ state: 'broken', vouchers: 500 })
    expect([100, 200, 300, 400]).toContain(last?.made)
    return last
  }
  const stop = (hand_over: string) =>
    owner.request('POST', `/backoffice/api/batches/${batch.id}/code-export/cancel`, { hand_over })
  const stopped = await halfWay(async (id) => expect((await stop(id)).status).toBe(200))
  expect(await refusalOf(await stop(stopped?.id ?? ''))).toEqual([409, 'work-ended'])
  await halfWay(async (_id, goAway) => goAway())
  expect(['409,codes-stopped', 'broken']).toContain(outcomes[0])
  expect(outcomes[1]).toBe('broken')
  expect(said.filter((line) => line.includes('"level":50'))).toEqual([])

  expect(await shop.sql`select from pending_voucher_code`).toHaveLength(0)
  const file = await owner.request('GET', `/backoffice/api/batches/${batch.id}/codes?as=csv`)
  expect((await file.text()).trim().split('\r\n')).toHaveLength(501)
  const [given] = (await read(batch.id)).hand_overs
  expect(await refusalOf(await stop(given?.id ?? ''))).toEqual([409, 'codes-given'])
  const [told] = await shop.sql<{ after: unknown }[]>`
    select after from audit where action = 'batch.export-cancelled'`
  expect(told?.after).toMatchObject({ form: 'pdf', made: stopped?.made, vouchers: 500 })
})

async function waiting(query: string) {
  const rows = await shop.sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${query}%`}`
  return rows.length
}
