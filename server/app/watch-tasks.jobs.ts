import { sendActingSummaries } from '#server/modules/support/impersonation-summary.jobs.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { pollRegularly } from '#server/platform/jobs/polling.ts'

const EVERY_MS = 15_000
/** With a back-off that doubles from five seconds these are tried for more than half a minute. */
const SILENT_AFTER = 3

/** The order that a job is about, and its channel. */
const ABOUT = `
  left join lateral (
    select number, channel_id from orders where number = case
      when job.name in ('release-order', 'submit-to-warehouse', 'find-parcels') then job.data ->> 'number'
      when job.name = 'send-mail' then (
        select split_part(subject_id, ':', 1) from mail where id = (job.data ->> 'id')::uuid)
      when job.name = 'refund' then (
        select order_number from refund join payment on payment.key = payment_key
        where refund.key = (job.data ->> 'key')::uuid)
      when job.name = 'cancel-payment' then (
        select order_number from payment where key = (job.data ->> 'key')::uuid) end
  ) about on true
  left join lateral (
    select coalesce(about.channel_id, case
      when job.name = 'send-mail' then (select channel_id from mail where id = (job.data ->> 'id')::uuid)
      when job.name in ('refund', 'cancel-payment') then (
        select voucher.channel_id from payment join voucher on voucher.id = voucher_id
        where payment.key = (job.data ->> 'key')::uuid or payment.key = (
          select payment_key from refund where key = (job.data ->> 'key')::uuid)) end) as id
  ) channel on true
  cross join lateral (
    select plain_reason(left(coalesce(job.output ->> 'message', job.output::text, ''), 500)) as text
  ) said`

/**
 * Creates tasks for work that stopped outside a transaction of the shop: jobs retried many times, and jobs that
 * failed for good, also after a process died during the last try. Safe to run in several processes at once.
 */
export async function gatherTasks({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  await sql.unsafe(`
    insert into task as known (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at, tries)
    select 'service-silent', job.id::text, left(job.name || ' ' || cause_of(said.text), 300), said.text, channel.id,
      about.number, jsonb_build_object('queue', job.name, 'next', job.start_after), now(),
      coalesce(job.started_on, now()), job.retry_count + 1
    from pgboss.job job ${ABOUT}
    where job.state in ('retry', 'active') and job.retry_count >= ${SILENT_AFTER} and job.name not like '\\_\\_%'
    on conflict (kind, subject) where closed_at is null do update
      set tries = excluded.tries, last_at = excluded.last_at, detail = excluded.detail
      where known.tries <> excluded.tries or known.detail <> excluded.detail`)
  await sql`
    update task set closed_at = now(), outcome = 'gone'
    where kind = 'service-silent' and closed_at is null and not exists (
      select from pgboss.job where id = subject::uuid and state in ('retry', 'active'))`
  await sql`
    update task set closed_at = now(), outcome = 'gone'
    where kind = 'supplier-missing' and closed_at is null and exists (
      select from orders where number = order_number and state in ('delivered', 'cancelled'))`
  // A closed task stays closed until the same job fails for good again.
  await sql.unsafe(`
    insert into task (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at, tries)
    select 'job-failed', job.id::text, left(job.name || ' ' || cause_of(said.text), 300), said.text, channel.id,
      about.number, jsonb_build_object('queue', job.name, 'data', job.data), coalesce(job.completed_on, now()),
      coalesce(job.completed_on, now()), job.retry_count + 1
    from pgboss.job job ${ABOUT}
    where job.state = 'failed' and job.name not like '\\_\\_%' and not exists (
      select from task known where known.kind = 'job-failed' and known.subject = job.id::text
        and (known.closed_at is null or known.closed_at >= job.completed_on))
    on conflict do nothing`)
}

/** Runs in each process: tasks are listed within a minute, and the nightly check starts each night. */
export const watchTasks = (shop: Shop) =>
  pollRegularly(shop.log, {
    everyMs: EVERY_MS,
    failed: 'what needs a person could not be gathered; later again',
    look: () =>
      Promise.all([gatherTasks(shop), startNightlyCheck(shop), sendActingSummaries(shop)]),
  })
