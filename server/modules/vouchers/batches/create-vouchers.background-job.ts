import type { Queries } from '#server/platform/db/database.ts'
import { endBatch } from '#server/modules/vouchers/batches/end-batch.ts'
import type { JobKind } from '#server/modules/tasks/background-jobs/background-job.ts'
import {
  insertRecipients,
  type NewRecipient,
} from '#server/modules/vouchers/batches/recipient.sql.ts'
import { insertVouchersWithoutCode } from '#server/modules/vouchers/insert-batch-vouchers.sql.ts'

/** Vouchers per chunk: about half a second of work. */
const CHUNK_SIZE = 400

/**
 * Creates the vouchers and recipients of a large batch. If the job is cancelled or its requester loses the
 * permission, the complete batch is undone: no partial batch stays.
 */
export const createVouchersJob: JobKind = {
  needs: 'batch.create',

  async lock(sql, { asked }) {
    await sql`select from voucher_batch where id = ${Number(asked['batch'])} for no key update`
  },

  async chunk({ ports }, sql, { asked, done, total }) {
    const id = Number(asked['batch'])
    const [batch] = await sql<{ to_make: number; made_at: Date; undone: boolean }[]>`
      select to_make, created_at as made_at, undone_at is not null as undone from voucher_batch where id = ${id}`
    if (!batch || batch.undone) return { failed: 'batch-undone' }
    const count = Math.min(CHUNK_SIZE, batch.to_make)
    const people = await takePendingRecipients(sql, id, done + count)
    const languages = Array.from({ length: count }, (_, index) => people[index]?.language ?? '')
    const ids = await insertVouchersWithoutCode(sql, id, languages, ports.clock.now())
    await insertRecipients(sql, id, ids, people, { now: batch.made_at, reason: '' })
    await sql`update voucher_batch set to_make = to_make - ${count} where id = ${id}`
    const createdCount = done + count
    return {
      place: batch.to_make === count ? null : { made: createdCount },
      done: createdCount,
      total,
      result: { batch: String(id), vouchers: createdCount },
    }
  },

  async dropped(sql, { id: jobId, asked, channel }, now) {
    const id = Number(asked['batch'])
    const [batch] = await sql<{ vouchers: number; to_make: number }[]>`
      select (select count(*)::integer from voucher where batch_id = batch.id) as vouchers, to_make
      from voucher_batch batch where id = ${id} and undone_at is null`
    if (!batch) return undefined
    await endBatch(sql, id, now, '')
    return {
      action: 'batch.undone',
      subjectKind: 'batch',
      subjectId: String(id),
      channelId: channel,
      before: { vouchers: batch.vouchers, to_make: batch.to_make },
      after: { work: String(jobId) },
    }
  },
}

/** Removes and returns the pending recipients before this position, in list order. */
async function takePendingRecipients(sql: Queries, batchId: number, before: number) {
  return sql<NewRecipient[]>`
    with taken as (
      delete from pending_recipient where batch_id = ${batchId} and place < ${before} returning *)
    select kind, name, department, email, language, words from taken order by place`
}

/** Stores the recipients whose vouchers a job creates in chunks. */
export async function savePendingRecipients(
  sql: Queries,
  batchId: number,
  people: readonly NewRecipient[],
) {
  if (people.length === 0) return
  const rows = people.map((person, place) => ({ ...person, place }))
  await sql`
    insert into pending_recipient (batch_id, place, kind, name, department, email, language, words)
    select ${batchId}, place, kind, name, department, email, language, words
    from jsonb_to_recordset(${sql.json(rows)}) as row (place integer, kind text, name text, department text,
      email text, language text, words text)`
}
