import { setTimeout as pause } from 'node:timers/promises'

import { expect } from 'vitest'

import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { expireVouchers } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import { resumeLostJobs } from '#server/modules/tasks/background-jobs/background-job.jobs.ts'
import { releaseAllClaims } from '#server/platform/jobs/job.sql.ts'
import { checkBooks } from '#tools/check/check.ts'
import { createMailbox } from '#tools/simulation/simulation-mailbox.ts'
import { startShopProcess } from '#tools/simulation/shop-processes.ts'
import { buildIfStale } from '#server/testing/run/build-shop.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { waitForIdleDatabase } from '#server/testing/database/wait-for-idle-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const DAY = 24 * 3_600_000
const RETENTION_MONTHS = 3
type CrashPlan = { holders: number; kills: number; seed: number }
/** The number of finished vouchers at each kill. */
type CrashOutcome = { doneWhenKilled: number[] }

/** Runs background jobs in shop processes and kills each of them halfway. */
async function killHalfway(
  shop: TestShop,
  { kills, seed }: CrashPlan,
  { countDone, checkState }: { countDone: () => Promise<number>; checkState: () => Promise<void> },
): Promise<number[]> {
  const random = numbersFrom(seed)
  const temporary = await temporaryFolder()
  const { settings } = shop.database
  if (!('host' in settings)) throw new Error('database address missing')
  await buildIfStale()
  await createMailbox(shop.sql)
  const doneWhenKilled: number[] = []
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const at = shop.clock.now().getTime()
      const before = await countDone()
      const shopProcess = await startShopProcess(
        {
          settings,
          channel: '1014',
          ruleCChannel: '1014',
          folder: temporary.folder,
          seed: seed + kill,
          failing: 0,
          at,
        },
        () => {},
      )
      const turnDone = shopProcess.send({ at, down: [], turn: 1 })
      await expect.poll(countDone, { interval: 2, timeout: 60_000 }).toBeGreaterThan(before)
      await pause(random() * 40)
      await shopProcess.kill()
      await turnDone
      await waitForIdleDatabase(shop.sql)
      doneWhenKilled.push(await countDone())
      await checkState()
      // Otherwise other processes get its jobs only when its claims end.
      await releaseAllClaims(shop.sql)
      shop.clock.advance(20_000)
      await resumeLostJobs(shop.shop)
    }
    return doneWhenKilled
  } finally {
    await temporary.remove()
  }
}

/** Vouchers with an end date, each with a mail address, a note, a session and an audit entry that contains the name. */
async function addRecipients(
  { sql }: TestShop,
  holders: number,
  staff: ReleaseClient,
  until: Date,
) {
  await sql`
    with batch as (
      insert into voucher_batch (channel_id, points, unclaimed_rule, valid_until)
      values ('1014', 7, 'half', ${until}) returning id
    ), made as (
      insert into voucher (batch_id, channel_id, last3, lookup, pepper_id, valid_until, first_name)
      select id, '1014', 'abc', sha256(('killed ' || n)::bytea), 'test', ${until}, 'Naamloos' || n
      from batch, generate_series(1, ${holders}) n returning id, batch_id
    ), voucher_balances as (
      insert into voucher_balance (voucher_id) select id from made
    )
    insert into recipient (voucher_id, batch_id, name, email, language, mail_state, added_at)
    select id, batch_id, 'Naamloos ' || id, 'killed-' || id || '@firma.example', 'de', 'sent', now() from made`
  const known = sql`select voucher_id as id from recipient where email like 'killed-%'`
  await sql`insert into ledger (voucher_id, kind, points) select id, 'grant', 7 from (${known}) known`
  await sql`
    insert into voucher_note (voucher_id, staff_id, body, at)
    select id, ${staff.guest.staffId}, 'Belt Naamloos ' || id, now() from (${known}) known`
  await sql`
    with told as (
      insert into audit (at, actor, staff_id, action, subject_kind, subject_id, channel_id, reason)
      select now(), 'staff', ${staff.guest.staffId}, 'voucher.changed', 'voucher', id::text, '1014', 'Naamloos belde'
      from (${known}) known returning id)
    insert into audit_personal (audit_id, before) select id, '{"name": "Naamloos"}' from told`
}

/**
 * Expires vouchers in processes that are killed. Each voucher is booked and notified once and completely, or not at
 * all.
 */
export async function crashWhileExpiring(killing: CrashPlan): Promise<CrashOutcome> {
  const shop = await testShop()
  const { sql } = shop
  try {
    const owner = await releaseClient(shop)
    // The expired vouchers of the demo world are not part of the test.
    await expireVouchers(shop.shop)
    await shop.shop.jobs.drain({ includeScheduled: true })
    const until = new Date(shop.clock.now().getTime() + DAY)
    await addRecipients(shop, killing.holders, owner, until)
    shop.clock.advance(DAY + 60_000)
    const ofTheseVouchers = sql`voucher_id in (select voucher_id from recipient where name like 'Naamloos %')`
    const count = async () => {
      const [row] = await sql<{ ended: number; booked: number; noted: number; mails: number }[]>`
        select (select count(*)::integer from voucher where ended_at is not null and first_name like 'Naamloos%') as ended,
          (select count(*)::integer from ledger where kind = 'expire' and points = 7 and ${ofTheseVouchers}) as booked,
          (select count(*)::integer from voucher_expiry where notified and billed_cents = 1750 and ${ofTheseVouchers}) as noted,
          (select count(*)::integer from mail where template = 'voucher-ended' and recipient like 'killed-%') as mails`
      return row ?? { ended: 0, booked: 0, noted: 0, mails: 0 }
    }
    const all = (ended: number) => ({ ended, booked: ended, noted: ended, mails: ended })
    const look = async () => {
      const counts = await count()
      expect(counts).toEqual(all(counts.ended))
      expect((await checkBooks(sql)).findings).toEqual([])
    }
    const howFar = async () => (await count()).ended
    const doneWhenKilled = await killHalfway(shop, killing, { countDone: howFar, checkState: look })

    await expireVouchers(shop.shop)
    await shop.shop.jobs.drain({ includeScheduled: true })
    await look()
    expect(await count()).toEqual(all(killing.holders))
    const mails = await sql<{ once: boolean; count: number }[]>`
      select count(*) = count(distinct recipient) as once, count(*)::integer from sandbox_mail
      where recipient like 'killed-%'`
    expect(mails).toEqual([{ once: true, count: killing.holders }])
    expect(
      await sql`select from voucher_balance where available <> 0 and ${ofTheseVouchers}`,
    ).toHaveLength(0)
    return { doneWhenKilled }
  } finally {
    await shop.stop()
  }
}

/** Erases names in processes that are killed. Each holder is erased everywhere or nowhere, and no sum changes. */
export async function crashWhileErasing(killing: CrashPlan): Promise<CrashOutcome> {
  const shop = await testShop()
  const { sql } = shop
  try {
    let owner = await releaseClient(shop)
    await addRecipients(shop, killing.holders, owner, new Date(shop.clock.now().getTime() + DAY))
    await sql`
      update channel set settings = settings || ${sql.json({ retention_months: RETENTION_MONTHS })} where id = '1014'`
    shop.clock.advance(DAY + 60_000)
    await expireVouchers(shop.shop)
    await shop.shop.jobs.drain({ includeScheduled: true })
    shop.clock.advance((RETENTION_MONTHS + 1) * 31 * DAY)
    owner = await releaseClient(shop)
    const approver = await releaseClient(shop)
    const countAuditEntries = async () => (await sql`select from audit`).count
    const sums = () => sql`
      select (select md5(string_agg(voucher_balance::text, ',' order by voucher_id)) from voucher_balance) as voucher_balances,
        (select md5(string_agg(ledger::text, ',' order by id)) from ledger) as ledger,
        (select count(*)::integer from mail) as mails,
        (select sum(billed_cents)::integer from voucher_expiry) as billed`
    const before = await sums()

    const { body: run } = await owner.request<{ id: string; counts: { vouchers: number } }>(
      'POST',
      '/privacy/erasure-runs',
      { channel: '1014' },
    )
    // Due holders of the demo world are erased in the same run.
    expect(run.counts.vouchers).toBeGreaterThanOrEqual(killing.holders)
    const request = await owner.request<{ approval: string }>(
      'POST',
      `/privacy/erasure-runs/${run.id}/approval-request`,
      {
        reason: 'Their time is over',
      },
    )
    const approval = await approver.request(
      'POST',
      `/approvals/${request.body.approval}/approve`,
      {},
    )
    expect(approval.status).toBe(200)
    const entriesBefore = await countAuditEntries()

    const count = async () => {
      const [row] = await sql<{ known: number; told: number; places: number[]; whole: boolean }[]>`
        select erased as known, background_job.done as told,
          array[
            (select count(*)::integer from voucher where first_name = '' and id in (
              select (subject_id)::bigint from audit where action = 'voucher.changed')),
            (select count(*)::integer from recipient where name = '' and added_reason = '' and email = ''
              and voucher_id in (select voucher_id from voucher_note)),
            (select count(*)::integer from voucher_note where body = '–'),
            (select count(*)::integer from audit where action = 'voucher.changed' and reason = '')
          ] as places,
          (select count(*) from audit where action = 'voucher.changed') = ${killing.holders} as whole
        from retention_run join background_job on background_job.id = job_id where retention_run.id = ${Number(run.id)}`
      if (!row) throw new Error('run not found')
      return row
    }
    const look = async () => {
      const { known, told, places, whole } = await count()
      expect(told).toBe(known)
      expect(whole).toBe(true)
      expect(new Set(places).size, places.join()).toBe(1)
      const left = await sql<{ count: number }[]>`
        select count(*)::integer from audit_personal join audit on audit.id = audit_id
        where action = 'voucher.changed' and reason = ''`
      expect(left).toEqual([{ count: 0 }])
    }
    const howFar = async () => (await count()).known
    const doneWhenKilled = await killHalfway(shop, killing, { countDone: howFar, checkState: look })

    await shop.shop.jobs.drain({ includeScheduled: true })
    await look()
    expect((await count()).places[0]).toBe(killing.holders)
    expect(await howFar()).toBe(run.counts.vouchers)
    expect(await sums()).toEqual(before)
    expect((await checkBooks(sql, { all: true })).findings).toEqual([])
    // The end of the job is recorded once, whichever processes were killed.
    const ends = await sql`
      select from audit where actor = 'shop' and action like 'job.%' and subject_kind = 'background-job'`
    expect(ends.count).toBe(1)
    expect(await countAuditEntries()).toBe(entriesBefore + 1)
    return { doneWhenKilled }
  } finally {
    await shop.stop()
  }
}
