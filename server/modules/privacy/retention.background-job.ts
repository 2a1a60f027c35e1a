import type { Queries } from '#server/platform/db/database.ts'
import { eraseHolders, eraseContacts } from '#server/modules/privacy/erase-holders.ts'
import type {
  Chunk,
  JobKind,
  RunningJob,
} from '#server/modules/tasks/background-jobs/background-job.ts'
import { dueHolders, dueThreads, erasureHold } from '#server/modules/privacy/retention-due.sql.ts'
import {
  findRun,
  monthsBefore,
  retentionTerm,
  type RunRow,
} from '#server/modules/privacy/retention-run.sql.ts'
import { erasePersonalBefore } from '#server/modules/audit/audit-personal.sql.ts'

const RECIPIENTS_AT_ONCE = 100
const AUDIT_ENTRIES_AT_ONCE = 5000

/**
 * Erases the recipients that a dry run found, after an approval: first recipients by id, then contacts without a voucher,
 * then personal values of the audit log. Recipients with open orders or requests are skipped, as in the dry run.
 */
export const retentionJob: JobKind = {
  needs: 'retention.run',
  async chunk({ ports }, sql, work) {
    const run = await findRun(sql, Number(work.asked['run']))
    if (!run || run.ended_at) return { failed: 'not-found' }
    const now = ports.clock.now()
    const stage = work.place?.['stage']
    if (stage === 'audit') return eraseAuditValues(sql, run, work, now)
    if (stage === 'strangers') return eraseThreads(sql, run, work, now)
    return eraseDueHolders(sql, run, work, now)
  },
}

const termOfRun = (sql: Queries, { channel_id: channel, as_of: asOf, months }: RunRow) =>
  retentionTerm(sql, { channel, asOf, months })

async function eraseDueHolders(
  sql: Queries,
  run: RunRow,
  { place, done, result }: RunningJob,
  now: Date,
): Promise<Chunk> {
  const page = await sql<{ id: number; held: string | null }[]>`
    select voucher_id as id, ${erasureHold(sql, sql`page.voucher_id`, run.as_of)} as held from (
      select voucher_id from (${dueHolders(sql, termOfRun(sql, run))}) found
      where voucher_id > ${Number(place?.['after'] ?? 0)} order by voucher_id limit ${RECIPIENTS_AT_ONCE}) page
    order by voucher_id`
  const ready = page.filter(({ held }) => held === null).map(({ id }) => id)
  await eraseHolders(sql, ready, { run: run.id, now })
  const last = page.at(-1)
  const hasMore = last && page.length === RECIPIENTS_AT_ONCE
  return {
    place: hasMore ? { after: last.id } : { stage: 'strangers' },
    done: done + ready.length,
    total: run.counts.vouchers,
    result: { ...result, run: String(run.id), erased: done + ready.length },
  }
}

/** Contacts without a voucher. Erased threads are no longer due, so each chunk starts with the remaining ones. */
async function eraseThreads(
  sql: Queries,
  run: RunRow,
  { done, total, result }: RunningJob,
  now: Date,
): Promise<Chunk> {
  const due = await sql<{ id: number }[]>`
    select request_id as id from (${dueThreads(sql, termOfRun(sql, run))}) found
    order by request_id limit ${RECIPIENTS_AT_ONCE}`
  const requests = due.map(({ id }) => id)
  await eraseContacts(sql, requests, { run: run.id, now })
  const strangers = Number(result['strangers'] ?? 0) + requests.length
  return {
    place:
      due.length === RECIPIENTS_AT_ONCE
        ? { stage: 'strangers', after: due.at(-1)?.id }
        : { stage: 'audit' },
    done,
    total,
    result: { ...result, ...(strangers > 0 ? { strangers } : {}) },
  }
}

/** Personal values in the channel's old audit entries, including those of batches and recipient lists. */
async function eraseAuditValues(
  sql: Queries,
  run: RunRow,
  { done, total, result }: RunningJob,
  now: Date,
): Promise<Chunk> {
  const erased = await erasePersonalBefore(sql, run.channel_id, {
    before: monthsBefore(run.as_of, run.months),
    limit: AUDIT_ENTRIES_AT_ONCE,
  })
  const lines = Number(result['lines'] ?? 0) + erased
  if (erased === AUDIT_ENTRIES_AT_ONCE)
    return { place: { stage: 'audit', lines }, done, total, result: { ...result, lines } }
  await sql`
    update retention_run set ended_at = ${now}, last_xid = pg_current_xact_id() where id = ${run.id}`
  return { place: null, done, total: done, result: { ...result, lines } }
}
