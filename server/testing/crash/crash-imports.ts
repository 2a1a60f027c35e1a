import { setTimeout as pause } from 'node:timers/promises'

import { expect } from 'vitest'

import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { writeSheet } from '#server/lists/read-spreadsheet.ts'
import { resumeLostJobs } from '#server/modules/tasks/background-jobs/background-job.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { waitForIdleDatabase } from '#server/testing/database/wait-for-idle-database.ts'
import { testShop } from '#server/testing/test-shop.ts'

type Counts = Record<'rows' | 'made' | 'changed' | 'same' | 'refused' | 'taken', number>
type Run = { id: string; counts: Counts }

/** A shop, and a second process on the same database that takes the job and can be killed. */
async function twoProcesses() {
  const shop = await testShop()
  const place = await createShopStarter()
  const proxy = await postgresProxy()
  const owner = await staffClient(shop)
  await owner.signIn()
  const name = 'database' in shop.database.settings ? shop.database.settings.database : ''
  return {
    shop,
    owner,
    async start() {
      const shopProcess = place.start('start.mjs', {
        environment: { DATABASE_URL: proxy.urlOf(name) },
      })
      const url = await shopProcess.opened
      return {
        url,
        async kill() {
          shopProcess.signal('SIGKILL')
          await shopProcess.ended
          await waitForIdleDatabase(shop.sql)
        },
      }
    },
    async close() {
      await place.close()
      proxy.close()
      await shop.stop()
    },
  }
}

async function send<Body>(
  url: string,
  guest: StaffClient,
  path: string,
  fields: Record<string, string | Blob>,
): Promise<Body> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { 'x-backoffice': '1', cookie: guest.cookie() }
  return jsonOf<Body>(await fetch(url + path, { method: 'POST', headers, body }))
}

/**
 * Imports gifts from a file with some wrong cells. The process is killed between chunks, and so is the process of the
 * undo.
 */
export async function crashWhileImporting({
  gifts,
  bad,
  seed,
  undo: killsUndo = true,
}: {
  gifts: number
  bad: number
  seed: number
  /** Whether the undo is killed, too. */
  undo?: boolean
}) {
  const random = numbersFrom(seed)
  const processes = await twoProcesses()
  const { shop, owner } = processes
  try {
    const [brand] = await shop.sql<{ id: string }[]>`select id from brand order by id limit 1`
    const file = [
      'gift;brand;name nl;points 1014',
      ...Array.from(
        { length: gifts },
        (_, at) => `killed-${at};${brand?.id};Gift ${at};${at < bad ? 'acht' : 4 + (at % 20)}`,
      ),
    ].join('\n')
    const upload = async () =>
      send<Run>(shop.url, owner, '/backoffice/api/imports', {
        kind: 'gifts',
        file: new Blob([file]),
      })
    const run = await upload()
    const validCount = gifts - bad
    expect(run.counts).toMatchObject({ rows: gifts, made: validCount, refused: bad, taken: 0 })
    const stateOf = async () => {
      const [row] = await shop.sql<
        { gifts: number; named: number; offered: number; taken: number }[]
      >`
        select (select count(*)::integer from product where id like 'killed-%') as gifts,
          (select count(*)::integer from product_text where product_id like 'killed-%') as named,
          (select count(*)::integer from offer where sku like 'killed-%' and channel_id = '1014') as offered,
          (select count(taken_at)::integer from import_row where run_id = ${run.id}) as taken`
      return row ?? { gifts: 0, named: 0, offered: 0, taken: 0 }
    }
    const completeState = (count: number) => ({
      gifts: count,
      named: count,
      offered: count,
      taken: count,
    })

    let shopProcess = await processes.start()
    await owner.request('POST', `/backoffice/api/imports/${run.id}/apply`, { count: validCount })
    await expect
      .poll(async () => (await stateOf()).taken, { timeout: 120_000, interval: 5 })
      .toBeGreaterThan(0)
    await pause(random() * 300)
    await shopProcess.kill()
    const afterKill = await stateOf()
    // Nothing is partial: each row recorded as imported is complete, and nothing else exists.
    expect(afterKill).toEqual(completeState(afterKill.taken))
    const resumed = async () => {
      shop.clock.advance(20_000)
      await resumeLostJobs(shop.shop)
      await shop.shop.jobs.drain()
      return stateOf()
    }
    await expect.poll(resumed, { timeout: 120_000 }).toEqual(completeState(validCount))
    expect((await upload()).counts).toMatchObject({
      made: 0,
      changed: 0,
      same: validCount,
      refused: bad,
    })

    const undo = async (url: string) =>
      fetch(`${url}/backoffice/api/imports/${run.id}/undo`, {
        method: 'POST',
        headers: {
          'x-backoffice': '1',
          'content-type': 'application/json',
          cookie: owner.cookie(),
        },
        body: '{}',
      })
    if (killsUndo) {
      shopProcess = await processes.start()
      const undoing = undo(shopProcess.url).catch(() => null)
      await pause(random() * gifts * 0.4)
      await shopProcess.kill()
      await undoing
    }
    const after = await stateOf()
    expect([validCount, 0]).toContain(after.gifts)
    expect([after.named, after.offered]).toEqual([after.gifts, after.gifts])
    const again = await undo(shop.url)
    expect(again.status).toBe(after.gifts === 0 ? 409 : 200)
    expect(await stateOf()).toMatchObject({ gifts: 0, named: 0, offered: 0 })
    const lines = await shop.sql`
      select from audit where action = 'import.undone' and subject_id = ${run.id}`
    expect(lines.count).toBe(1)
    return { takenWhenKilled: afterKill.taken, undoneWhenKilled: after.gifts === 0 }
  } finally {
    await processes.close()
  }
}

type State = Record<'vouchers' | 'people' | 'different' | 'points' | 'to_make' | 'waiting', number>

/**
 * Creates a batch from a spreadsheet of people. The process is killed between chunks, and another one continues
 * without a duplicate voucher. Then the process of the withdrawal is killed as well.
 */
export async function crashWhileAddingRecipients({
  people,
  seed,
  undo: killsUndo = true,
}: {
  people: number
  seed: number
  /** Whether the undo is killed, too. */
  undo?: boolean
}) {
  const random = numbersFrom(seed)
  const processes = await twoProcesses()
  const { shop, owner } = processes
  try {
    const sheet = await writeSheet([
      ['Name', 'Department', 'E-mail'],
      ...Array.from({ length: people }, (_, at) => [
        `Person ${at}`,
        `00${at % 50}`,
        `person-${at}@example.com`,
      ]),
    ])
    const { rows } = await send<{ rows: string[][] }>(
      shop.url,
      owner,
      '/backoffice/api/recipient-files',
      {
        file: new Blob([new Uint8Array(sheet)]),
      },
    )
    expect(rows).toHaveLength(people + 1)
    expect(rows[1]).toEqual(['Person 0', '000', 'person-0@example.com'])
    const recipients = rows
      .slice(1)
      .map(([name, department, email]) => ({ name, department, email }))
    const [campaign] = await shop.sql<{ id: string }[]>`
      with given as (insert into employer (name, added_at) values ('Killed', now()) returning id)
      insert into campaign (employer_id, channel_id, name, added_at) select id, '1014', 'Killed', now() from given returning id::text`
    const createBatch = async (url: string) =>
      fetch(`${url}/backoffice/api/batches`, {
        method: 'POST',
        headers: {
          'x-backoffice': '1',
          'content-type': 'application/json',
          cookie: owner.cookie(),
        },
        body: JSON.stringify({
          channel: '1014',
          campaign: campaign?.id,
          points: 8,
          count: people,
          recipients,
        }),
      })
    const stateOf = async () => {
      const [row] = await shop.sql<State[]>`
        select made.*, to_make, (select count(*)::integer from pending_recipient) as waiting
        from voucher_batch batch cross join lateral (
          select count(voucher.id)::integer as vouchers, count(recipient.id)::integer as people,
            count(distinct recipient.email)::integer as different, coalesce(sum(granted), 0)::integer as points
          from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id
            left join recipient on recipient.voucher_id = voucher.id
          where voucher.batch_id = batch.id) made
        where campaign_id = ${campaign?.id ?? null}`
      return row
    }
    const completeState = (made: number) => ({
      vouchers: made,
      people: made,
      different: made,
      points: 8 * made,
      to_make: people - made,
      waiting: people - made,
    })

    let shopProcess = await processes.start()
    expect(await jsonOf(await createBatch(shop.url))).toMatchObject({
      state: 'being-made',
      count: people,
    })
    await expect
      .poll(async () => (await stateOf())?.vouchers, { timeout: 120_000, interval: 5 })
      .toBeGreaterThan(0)
    await pause(random() * people * 0.2)
    await shopProcess.kill()
    const afterKill = await stateOf()
    // No chunk is partial: people with a voucher are not waiting, and the points are those of the vouchers.
    expect(afterKill).toEqual(completeState(afterKill?.vouchers ?? -1))
    expect(await jsonOf(await createBatch(shop.url))).toMatchObject({
      error: { code: 'nobody-left' },
    })
    const resumed = async () => {
      shop.clock.advance(20_000)
      await resumeLostJobs(shop.shop)
      await shop.shop.jobs.drain()
      return stateOf()
    }
    await expect.poll(resumed, { timeout: 120_000 }).toEqual(completeState(people))
    const madeWhenKilled = afterKill?.vouchers ?? 0
    if (!killsUndo) return { madeWhenKilled }

    const [batch] = await shop.sql<{ id: string; version: number }[]>`
      select id::text, version from voucher_batch where campaign_id = ${campaign?.id ?? null} limit 1`
    const undo = async (url: string) =>
      fetch(`${url}/backoffice/api/batches/${batch?.id}/undo`, {
        method: 'POST',
        headers: {
          'x-backoffice': '1',
          'content-type': 'application/json',
          cookie: owner.cookie(),
        },
        body: JSON.stringify({ version: batch?.version, reason: 'The wrong list' }),
      })
    shopProcess = await processes.start()
    const undoing = undo(shopProcess.url).catch(() => null)
    await pause(random() * people * 0.05)
    await shopProcess.kill()
    await undoing
    const readUndoState = async () => {
      const [row] = await shop.sql<{ points: number; undone: boolean }[]>`
        select coalesce(sum(available), 0)::integer as points, bool_and(undone_at is not null) as undone
        from voucher_batch join voucher on voucher.batch_id = voucher_batch.id
          join voucher_balance on voucher_balance.voucher_id = voucher.id
        where voucher_batch.id = ${batch?.id ?? ''}`
      return row
    }
    const undoState = await readUndoState()
    expect([
      { points: 8 * people, undone: false },
      { points: 0, undone: true },
    ]).toContainEqual(undoState)
    expect((await undo(shop.url)).status).toBe(undoState?.undone ? 409 : 200)
    expect(await readUndoState()).toEqual({ points: 0, undone: true })
    return { madeWhenKilled, undoneWhenKilled: undoState?.undone ?? false }
  } finally {
    await processes.close()
  }
}
