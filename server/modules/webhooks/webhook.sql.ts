import { retainedSince } from '#domain/privacy/clean-up-rules.ts'
import { WEBHOOK_TEST } from '#domain/webhooks/webhook-kinds.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { SENT_KINDS, type StoredEvent } from '#server/modules/webhooks/webhook-payload.ts'

const ERASED_AT_ONCE = 10_000
/** Only the first rows of the queue are checked, so that a long queue costs no more. Few rows wait for earlier ones. */
const CHECKED_ROWS = 256

export type EndpointRow = {
  id: number
  name: string
  url: string
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: Date | null
  state: 'on' | 'off' | 'gone' | 'removed'
  failures: number
  failing_since: Date | null
  paused_until: Date | null
  silence_notified_at: Date | null
}

/** The context with selection a webhook's secret is encrypted. */
export const webhookOwner = (id: number) => `webhook ${id}`

export async function listEndpointsWithWork(sql: Queries, now: Date): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from webhook_endpoint where state = 'on' and coalesce(paused_until, '-infinity') <= ${now}
      and exists (select from webhook_delivery
        where endpoint_id = webhook_endpoint.id and state = 'waiting' and due_at <= ${now})
    order by id`
  return rows.map(({ id }) => id)
}

export async function findEndpoint(sql: Queries, id: number): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    select id, name, url, secret, old_secret, old_secret_until, state, failures, failing_since, paused_until,
      silence_notified_at
    from webhook_endpoint where id = ${id}`
  return row
}

/**
 * Changes to a webhook or its deliveries take locks in this order: its tasks, because a resolution locks them first;
 * the webhook; its deliveries. Orders only read the webhook.
 */
export async function lockEndpoint(sql: Queries, id: number): Promise<void> {
  await sql`
    select from task where kind = 'webhook-silent' and subject = ${String(id)} and closed_at is null for update`
  await sql`select from webhook_endpoint where id = ${id} for no key update`
}

export type DueDelivery = StoredEvent & {
  id: number
  tries: number
  manual_retries: number
  subject: string
  message_id: string
  at: Date
}

/** Due deliveries: for each subject only the first undelivered one, so that events arrive in order. */
export async function listDueDeliveries(
  sql: Queries,
  endpoint: number,
  now: Date,
  limit: number,
): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    select delivery.id, delivery.tries, delivery.manual_retries, delivery.subject, event.message_id, event.kind, event.channel_id, event.at, event.facts
    from (
      select id, tries, manual_retries, subject, event_id, due_at from webhook_delivery
      where endpoint_id = ${endpoint} and state = 'waiting' and due_at <= ${now}
      order by due_at, event_id limit ${CHECKED_ROWS}
    ) delivery
    cross join lateral (
      select min(event_id) as id from webhook_delivery
      where endpoint_id = ${endpoint} and subject = delivery.subject and state = 'waiting'
    ) first
    join webhook_event event on event.id = delivery.event_id
    where first.id = delivery.event_id and event.kind = any(${SENT_KINDS})
    order by delivery.due_at, delivery.event_id limit ${limit}`
}

/** Later events of a subject wait behind one that was not delivered. */
export async function postponeLaterEvents(
  sql: Queries,
  endpoint: number,
  failed: { subject: string; due_at: string }[],
): Promise<void> {
  await sql`
    update webhook_delivery later set due_at = failed.due_at
    from jsonb_to_recordset(${sql.json(failed)}) as failed (subject text, due_at timestamptz)
    where later.endpoint_id = ${endpoint} and later.subject = failed.subject and later.state = 'waiting'
      and later.due_at < failed.due_at`
}

/** A test event, so that the listener can check the connection. */
export async function sendTestEvent(sql: Queries, endpoint: number, now: Date): Promise<void> {
  await sql`
    with event as (
      insert into webhook_event (kind, subject, facts, at)
      values (${WEBHOOK_TEST}, 'test ' || gen_random_uuid(), '{}', ${now}) returning id, subject)
    insert into webhook_delivery (endpoint_id, event_id, subject, due_at)
    select ${endpoint}, id, subject, ${now} from event`
}

/** Sends again with the same ids and all tries, regardless of a try in progress; returns how many. */
export async function resendDeliveries(
  sql: Queries,
  endpoint: number,
  selection: readonly number[] | 'given-up',
  now: Date,
): Promise<number> {
  const sent = await sql`
    update webhook_delivery set state = 'waiting', tries = 0, manual_retries = manual_retries + 1, due_at = ${now}, done_at = null
    where endpoint_id = ${endpoint} and ${
      selection === 'given-up'
        ? sql`state = 'given-up'`
        : sql`id = any(${[...selection]}::bigint[])`
    }`
  return sent.count
}

/** Enables the webhook and makes waiting deliveries due. */
export async function enableWebhook(sql: Queries, endpoint: number, now: Date): Promise<void> {
  await sql`
    update webhook_endpoint set state = 'on', failures = 0, failing_since = null, paused_until = null,
      silence_notified_at = null
    where id = ${endpoint} and state <> 'removed'`
  await sql`
    update webhook_delivery set due_at = ${now}, tries = 0
    where endpoint_id = ${endpoint} and state = 'waiting'`
}

/** Deletes old events without waiting deliveries, with their log. */
export async function eraseOldWebhooks(sql: Queries, now: Date): Promise<number> {
  const deleted = await sql`
    delete from webhook_event where id in (
      select id from webhook_event where at < ${retainedSince('webhooks', now)}
        and not exists (select from webhook_delivery join webhook_endpoint on webhook_endpoint.id = endpoint_id
          where event_id = webhook_event.id and webhook_delivery.state = 'waiting' and webhook_endpoint.state = 'on')
      order by at limit ${ERASED_AT_ONCE})`
  return deleted.count
}
