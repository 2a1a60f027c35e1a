import { afterAll, beforeAll, expect, it } from 'vitest'

import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { eraseOldJobs } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import { resumeLostJobs } from '#server/modules/tasks/background-jobs/background-job.jobs.ts'

type Work = {
  id: string
  state: string
  done: number
  total: number | null
  result: Record<string, unknown>
  problem: string
  file: { name: string; bytes: number } | null
}

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
  await addLines(12_000)
})
afterAll(() => shop.stop())

const addLines = (count: number) => shop.sql`
  insert into audit (at, actor, staff_id, action, subject_kind, subject_id, reason)
  select now(), 'staff', ${owner.staffId}, 'staff.changed', 'many', n::text, '=reason ' || n
  from generate_series(1, ${count}) n`

const startExport = async (guest = owner, filters = {}) =>
  (
    await jsonOf<{ id: string }>(
      await guest.request('POST', '/backoffice/api/audit/exports', filters),
    )
  ).id
const look = async (id: string, guest = owner) =>
  jsonOf<Work>(await guest.request('GET', `/backoffice/api/background-jobs/${id}`))
const fileOf = async (id: string, guest = owner) =>
  guest
    .request('GET', `/backoffice/api/background-jobs/${id}/file`)
    .then((response) => response.text())
const waitAtParts = (count: number) =>
  expect
    .poll(
      () => shop.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%background_job_part%'`,
    )
    .toHaveLength(count)
const linesAbout = async (id: string) =>
  (
    await shop.sql<{ action: string }[]>`
      select action from audit where subject_kind = 'background-job' and subject_id = ${id} order by id`
  ).map(({ action }) => action)

it('exports the complete audit in chunks, once when several processes work on it (DESK-13, DESK-6)', async () => {
  const id = await startExport(owner, { subject_kind: 'many' })
  expect(await look(id)).toMatchObject({ state: 'waiting', done: 0, total: null, file: null })
  await shop.shop.jobs.send(
    shop.sql,
    Array.from({ length: 8 }, () => ({
      name: 'background-job' as const,
      data: { id: Number(id) },
    })),
  )
  const other = await testShop({ database: shop.database })
  try {
    await Promise.all([shop.shop.jobs.drain(), other.shop.jobs.drain()])
  } finally {
    await other.stop()
  }
  expect(await look(id)).toMatchObject({
    state: 'done',
    done: 12_000,
    total: 12_000,
    result: { lines: 12_000 },
    file: { name: expect.stringMatching(/^audit-[\d-]+\.csv$/) },
  })
  const listed = await owner.request('GET', '/backoffice/api/audit?as=csv&subject_kind=many')
  expect(await fileOf(id)).toBe(await listed.text())
  expect(await linesAbout(id)).toEqual(['audit.exported', 'job.done'])

  shop.clock.advance(8 * 86_400_000)
  await eraseOldJobs(shop.sql, shop.clock.now())
  await owner.signIn()
  expect(await look(id)).toMatchObject({ state: 'done', file: null })
  expect((await owner.request('GET', `/backoffice/api/background-jobs/${id}/file`)).status).toBe(
    404,
  )
})

it('is visible only to its requester and to owners, and fails when the requester loses the permission (DESK-3)', async () => {
  const editor = await staffClient(shop, 'editor')
  const service = await staffClient(shop, 'service')
  await editor.signIn()
  await service.signIn()
  const id = await startExport(editor)
  const lost = await startExport(service)
  expect((await service.request('GET', `/backoffice/api/background-jobs/${id}`)).status).toBe(404)
  expect(
    (await service.request('POST', `/backoffice/api/background-jobs/${id}/cancel`)).status,
  ).toBe(404)
  await shop.sql`update staff set role = 'reader' where id = ${service.staffId}`
  await shop.shop.jobs.drain()
  expect(await look(id)).toMatchObject({ state: 'done', staff: { name: 'The editor' } })
  expect((await owner.request('GET', `/backoffice/api/background-jobs/${id}/file`)).status).toBe(
    404,
  )
  // Only the editor's own entries.
  const file = await fileOf(id, editor)
  expect(file).toContain('The editor')
  expect(file).not.toContain('The owner')
  expect(await look(lost)).toMatchObject({ state: 'failed', problem: 'not-allowed', file: null })
  const all = await jsonOf<{ items: Work[] }>(
    await editor.request('GET', '/backoffice/api/background-jobs'),
  )
  expect(all.items.map((one) => one.id)).toEqual([id])
  const csv = await (
    await owner.request('GET', '/backoffice/api/background-jobs?as=csv&state=failed')
  ).text()
  expect(csv).toContain('audit-export;The service;;failed')
  // A user without the permission by now cannot download an existing file either.
  await shop.sql`update staff set role = 'reader' where id = ${editor.staffId}`
  expect((await editor.request('GET', `/backoffice/api/background-jobs/${id}`)).status).toBe(200)
  expect((await editor.request('GET', `/backoffice/api/background-jobs/${id}/file`)).status).toBe(
    404,
  )
})

it('leaves no chunk when it is cancelled while one is written (DESK-3)', async () => {
  const id = await startExport()
  let running: Promise<unknown> = Promise.resolve()
  let cancelling: Promise<Response> | undefined
  await shop.sql.begin(async (sql) => {
    await sql`lock table background_job_part in access exclusive mode`
    running = shop.shop.jobs.drain()
    await waitAtParts(1)
    cancelling = owner.request('POST', `/backoffice/api/background-jobs/${id}/cancel`)
    await waitAtParts(2)
  })
  const cancelled = await cancelling
  await running
  const work = await look(id)
  expect([cancelled?.status, work.state, work.file]).toEqual([200, 'cancelled', null])
  expect(await shop.sql`select from background_job_part where job_id = ${id}`).toHaveLength(0)
  expect(await linesAbout(id)).toEqual(['audit.exported', 'job.cancelled'])
  const again = await owner.request('POST', `/backoffice/api/background-jobs/${id}/cancel`)
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('work-ended')])
})

/** A job that fails from its second chunk on at every try. */
async function brokenHalfway(id: string) {
  await shop.sql`alter table background_job_part add constraint none check (part < 1) not valid`
  try {
    for (let tries = 0; tries < 8; tries += 1)
      await shop.shop.jobs.drain({ includeScheduled: true })
  } finally {
    await shop.sql`alter table background_job_part drop constraint none`
  }
  expect(await look(id)).toMatchObject({ state: 'failed', problem: 'broken', file: null })
}
type Case = {
  id: string
  shown: string
  reason: string
  detail: Record<string, unknown>
  resolve: { rows: Record<string, unknown>[] } | null
}
async function caseOf(id: string): Promise<Case> {
  const { items } = await jsonOf<{ items: { id: string }[] }>(
    await owner.request('GET', `/backoffice/api/tasks?kind=work-failed&search=${id}`),
  )
  expect(items).toHaveLength(1)
  return jsonOf(await owner.request('GET', `/backoffice/api/tasks/${items[0]?.id}`))
}
const decide = (action: 'resolve' | 'close', { id, shown }: Case, beside = {}) =>
  owner.request('POST', `/backoffice/api/tasks/${id}/${action}`, { shown, note: '', ...beside })

it('becomes a task after repeated failures, and continues once in a race of eight requests (DESK-33)', async () => {
  const id = await startExport(owner, { subject_kind: 'many' })
  await brokenHalfway(id)
  expect(await linesAbout(id)).toEqual(['audit.exported', 'job.failed'])
  const { done } = await look(id)
  expect(done).toBeGreaterThan(0)
  const waiting = await caseOf(id)
  expect(waiting).toMatchObject({
    reason: expect.stringContaining('check constraint'),
    detail: { kind: 'audit-export', done },
    resolve: {
      rows: [{ what: 'job.audit-export', subject: `#${id}`, before: 'given-up', after: 'goes-on' }],
    },
  })
  // While a decision is open, neither the job nor its partial file is deleted.
  shop.clock.advance(90 * 86_400_000)
  await eraseOldJobs(shop.sql, shop.clock.now())
  await owner.signIn()

  const answers = await Promise.all(Array.from({ length: 8 }, () => decide('resolve', waiting)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await shop.shop.jobs.drain()
  expect(await look(id)).toMatchObject({ state: 'done', done: 12_000, problem: '' })
  const listed = await owner.request('GET', '/backoffice/api/audit?as=csv&subject_kind=many')
  expect(await fileOf(id)).toBe(await listed.text())
})

it('deletes the chunks of a failed job when its task is closed (DESK-33)', async () => {
  const id = await startExport(owner, { subject_kind: 'many' })
  await brokenHalfway(id)
  expect(await shop.sql`select from background_job_part where job_id = ${id}`).toHaveLength(1)
  const answer = await decide('close', await caseOf(id), { reason: 'Nobody wants it any more' })
  expect(answer.status).toBe(200)
  expect(await shop.sql`select from background_job_part where job_id = ${id}`).toHaveLength(0)
  expect(await look(id)).toMatchObject({ state: 'failed', file: null })
  // After the decision it is deleted in due time.
  shop.clock.advance(90 * 86_400_000)
  await eraseOldJobs(shop.sql, shop.clock.now())
  await owner.signIn()
  expect((await owner.request('GET', `/backoffice/api/background-jobs/${id}`)).status).toBe(404)
})

it('continues after an interrupted chunk without writing a line twice (DESK-13)', async () => {
  const id = await startExport(owner, { subject_kind: 'many' })
  let running: Promise<unknown> = Promise.resolve()
  await shop.sql.begin(async (sql) => {
    await sql`lock table background_job_part in access exclusive mode`
    running = shop.shop.jobs.drain()
    await waitAtParts(1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%background_job_part%'`
  })
  await running
  expect(await look(id)).toMatchObject({ state: 'waiting', done: 0 })
  // No retry is left.
  await shop.sql`delete from job where name = 'background-job'`
  shop.clock.advance(20_000)
  await owner.signIn()
  expect(await resumeLostJobs(shop.shop)).toBe(1)
  await shop.shop.jobs.drain()
  expect(await look(id)).toMatchObject({ state: 'done', done: 12_000, total: 12_000 })
  const lines = (await fileOf(id)).split('\r\n').slice(1, -1)
  expect(new Set(lines).size).toBe(12_000)
})
