import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleReport } from '#server/testing/samples/sample-simulation-report.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
let editor: StaffClient
let reader: StaffClient
let place: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  place = await temporaryFolder()
  // A simulation started here finds no shop in that folder and ends: the tests write its results themselves.
  shop = await testShop({ environment: { GIFTPOINT_DATA: place.folder } })
  owner = await staffClient(shop)
  editor = await staffClient(shop, 'editor')
  reader = await staffClient(shop, 'reader', ['2001'])
})
beforeEach(async () => {
  for (const guest of [owner, editor, reader]) await guest.signIn()
})
afterAll(async () => {
  await shop.stop()
  await place.remove()
})

const INPUT = { holders: 50, points: 20, first_day: '2096-12-01', days: 10, seed: 4 }
const start = async (guest = editor, channel = '1014', asked = INPUT) =>
  guest.request('POST', '/backoffice/api/simulations', { channel, ...asked })
const read = async (id: string, guest = editor) =>
  jsonOf<StaffResponse<'simulation'>>(
    await guest.request('GET', `/backoffice/api/simulations/${id}`),
  )
const readJob = async (id: string) =>
  jsonOf<StaffResponse<'backgroundJob'>>(
    await owner.request('GET', `/backoffice/api/background-jobs/${id}`),
  )
const runnerOf = async (id: string) => {
  const [row] = await shop.sql<{ runner: string | null; runs: number }[]>`
    select runner, runs from simulation where id = ${id}`
  return row
}
const startSimulation = async () => jsonOf<{ id: string; work: string }>(await start())

it('starts one simulation at a time for staff with the permission, with an audit entry (DESK-6)', async () => {
  const fulfilment = await staffClient(shop, 'fulfilment')
  await fulfilment.signIn()
  expect((await start(fulfilment)).status).toBe(403)
  expect((await start(editor, '2001')).status).toBe(404)
  expect((await start(owner, '4711')).status).toBe(404)
  const yesterday = new Date(shop.clock.now().getTime() - 36 * 3_600_000).toISOString().slice(0, 10)
  for (const [field, invalid] of [
    ['first_day', yesterday],
    ['holders', 5001],
    ['holders', 9],
    ['days', 93],
    ['days', 0],
  ] as const) {
    const refused = await start(owner, '1014', { ...INPUT, [field]: invalid })
    expect(await jsonOf(refused)).toMatchObject({ error: { code: 'invalid-input', field } })
  }
  const responses = await Promise.all(Array.from({ length: 8 }, async () => start()))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const { id, work: jobId } = await jsonOf<{ id: string; work: string }>(
    responses.find(({ ok }) => ok) ?? new Response(),
  )
  // Nor while a simulation is running.
  await shop.sql`update background_job set state = 'working' where id = ${jobId}`
  expect((await start(owner)).status).toBe(409)
  await shop.sql`update background_job set state = 'waiting' where id = ${jobId}`
  expect(await read(id)).toMatchObject({
    state: 'waiting',
    asked: INPUT,
    channel: '1014',
    report: null,
    went_well: null,
  })
  const lines = await shop.sql`
    select after, channel_id from audit where action = 'simulation.started' and subject_id = ${id}`
  expect([...lines]).toEqual([{ after: INPUT, channel_id: '1014' }])
  expect((await reader.request('GET', `/backoffice/api/simulations/${id}`)).status).toBe(404)
  const seen = await jsonOf<StaffResponse<'simulations'>>(
    await reader.request('GET', '/backoffice/api/simulations'),
  )
  expect(seen.items).toEqual([])
  expect((await reader.request('GET', '/backoffice/api/simulations?channel=1014')).status).toBe(404)

  // After a cancellation another simulation can start.
  expect(
    (await owner.request('POST', `/backoffice/api/background-jobs/${jobId}/cancel`)).status,
  ).toBeLessThan(500)
  await shop.sql`update background_job set state = 'cancelled', ended_at = now() where id = ${jobId} and ended_at is null`
  expect((await read(id)).state).toBe('cancelled')
})

it('shows the progress that its process reports, and stores a report that editors can read and download', async () => {
  const { id, work: jobId } = await startSimulation()
  const watching = shop.shop.jobs.drain()
  await expect.poll(async () => (await runnerOf(id))?.runner ?? null).not.toBeNull()
  await shop.sql`update simulation set done = 30, total = 90, heartbeat_at = now() where id = ${id}`
  await expect
    .poll(async () => readJob(jobId))
    .toMatchObject({ state: 'working', done: 30, total: 90 })
  await shop.sql`
    update simulation set done = 90, report = ${shop.sql.json(sampleReport)}, played_at = now() where id = ${id}`
  await watching
  expect(await readJob(jobId)).toMatchObject({
    state: 'done',
    result: { went_well: true, ordered: 40 },
  })
  expect(await read(id)).toMatchObject({
    state: 'done',
    went_well: true,
    ordered: 40,
    sold_out: 1,
    report: sampleReport,
  })
  const csv = await (await editor.request('GET', `/backoffice/api/simulations/${id}?as=csv`)).text()
  expect(csv).toContain('2026-12-03')
  expect(csv).toContain("'=Vaas")
  // The report stays after the background job is deleted.
  await shop.sql`delete from background_job where id = ${jobId}`
  expect(await read(id)).toMatchObject({ state: 'done', work: null, report: sampleReport })
})

it('restarts a simulation whose process letProcessDie, and reports it as failed after repeated crashes', async () => {
  const { id, work: jobId } = await startSimulation()
  const watching = shop.shop.jobs.drain()
  const letProcessDie = async (runs: number) => {
    await expect.poll(async () => (await runnerOf(id))?.runs).toBe(runs)
    await shop.sql`update simulation set heartbeat_at = now() - interval '2 minutes' where id = ${id}`
  }
  await letProcessDie(1)
  const first = (await runnerOf(id))?.runner
  await letProcessDie(2)
  expect((await runnerOf(id))?.runner).not.toBe(first)
  await letProcessDie(3)
  await watching
  expect(await readJob(jobId)).toMatchObject({ state: 'failed', problem: 'broken' })
  expect(await read(id)).toMatchObject({ state: 'failed', report: null, went_well: null })

  // The failed simulation becomes a task, and staff restart it from zero.
  const { items } = await jsonOf<StaffResponse<'tasks'>>(
    await owner.request('GET', `/backoffice/api/tasks?kind=work-failed&search=${jobId}`),
  )
  expect(items).toMatchObject([{ detail: { kind: 'simulation' } }])
  const task = await jsonOf<StaffResponse<'task'>>(
    await owner.request('GET', `/backoffice/api/tasks/${items[0]?.id}`),
  )
  const resolved = await owner.request('POST', `/backoffice/api/tasks/${task.id}/resolve`, {
    shown: task.shown,
    note: '',
  })
  expect(resolved.status).toBe(200)
  const before = (await runnerOf(id))?.runner
  expect(await runnerOf(id)).toMatchObject({ runs: 0 })
  const running = shop.shop.jobs.drain()
  await expect.poll(async () => (await runnerOf(id))?.runs).toBe(1)
  expect((await runnerOf(id))?.runner).not.toBe(before)
  await owner.request('POST', `/backoffice/api/background-jobs/${jobId}/cancel`)
  await running
})
