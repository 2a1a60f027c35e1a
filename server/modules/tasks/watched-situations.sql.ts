import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import { TRIES } from '#server/platform/jobs/job.sql.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'

/** The delay doubles from five seconds, so this many tries take more than half a minute. */
const SILENT_AFTER = 3

type Situation = {
  kind: TaskKind
  /** The tasks that should exist, with the columns of `COLUMNS`. */
  opens?: (sql: Queries) => Fragment
  /** Whether an open task can be closed. */
  ends?: (sql: Queries) => Fragment
}

/** Situations that no transaction detects. All other tasks are created by the transaction that causes them. */
const SITUATIONS: readonly Situation[] = [
  {
    kind: 'service-silent',
    opens: (sql) => sql`
      select job.id::text, ${causeOfJob(sql)}, last_error.text, channel.id, subject_order.number,
        jsonb_build_object('queue', job.name, 'next', job.start_after), now(), coalesce(job.started_at, now()),
        job.tries
      from ${jobs(sql)}
      where job.failed_at is null and job.tries - (job.max_tries - ${TRIES}::integer) > ${SILENT_AFTER}`,
    ends: (sql) => sql`
      not exists (select from job where id = subject::uuid and failed_at is null and tries > 0)`,
  },
  {
    kind: 'supplier-missing',
    ends: (sql) => sql`
      exists (select from orders where number = order_number and state in ('delivered', 'cancelled'))`,
  },
  {
    kind: 'job-failed',
    // A closed task stays closed until the same job fails permanently again.
    opens: (sql) => sql`
      select job.id::text, ${causeOfJob(sql)}, last_error.text, channel.id, subject_order.number,
        jsonb_build_object('queue', job.name, 'data', job.data), job.failed_at, job.failed_at, job.tries
      from ${jobs(sql)}
      where job.failed_at is not null and not exists (
        select from task known where known.kind = 'job-failed' and known.subject = job.id::text
          and (known.closed_at is null or known.tries >= job.tries))`,
  },
]

const causeOfJob = (sql: Queries) => sql`left(job.name || ' ' || task_cause(last_error.text), 300)`

/** Jobs with their order, its channel and their last error. */
const jobs = (sql: Queries) => sql`
  job
  left join lateral (
    select number, channel_id from orders where number = case
      when job.name in ('submit-order', 'submit-to-warehouse', 'find-parcels') then job.data ->> 'number'
      when job.name = 'send-mail' then (
        select split_part(subject_id, ':', 1) from mail where id = (job.data ->> 'id')::uuid)
      when job.name = 'refund' then (
        select order_number from refund join payment on payment.key = payment_key
        where refund.key = (job.data ->> 'key')::uuid)
      when job.name = 'cancel-payment' then (
        select order_number from payment where key = (job.data ->> 'key')::uuid) end
  ) subject_order on true
  left join lateral (
    select coalesce(subject_order.channel_id, case
      when job.name = 'send-mail' then (select channel_id from mail where id = (job.data ->> 'id')::uuid)
      when job.name in ('refund', 'cancel-payment') then (
        select voucher.channel_id from payment join voucher on voucher.id = voucher_id
        where payment.key = (job.data ->> 'key')::uuid or payment.key = (
          select payment_key from refund where key = (job.data ->> 'key')::uuid)) end) as id
  ) channel on true
  cross join lateral (
    select plain_reason(left(coalesce(job.error, ''), 500)) as text
  ) last_error`

/** Creates and closes tasks of all watched situations. Safe to run in several processes at once. */
export async function updateWatchedTasks({ sql }: { sql: Queries }): Promise<void> {
  for (const { kind, opens, ends } of SITUATIONS) {
    if (opens)
      await sql`
        insert into task as known (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at, tries)
        select ${kind}::text, situation.* from (${opens(sql)}) situation
        on conflict (kind, subject) where closed_at is null do update
          set tries = excluded.tries, last_at = excluded.last_at, detail = excluded.detail
          where known.tries <> excluded.tries or known.detail <> excluded.detail`
    if (ends)
      await sql`
        update task set closed_at = now(), outcome = 'gone'
        where kind = ${kind} and closed_at is null and ${ends(sql)}`
  }
}
