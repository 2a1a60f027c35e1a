import {
  DISABLE_AFTER_MS,
  endpointPausedUntil,
  nextTry,
  TASK_AFTER_MS,
} from '#domain/webhooks/webhook-retries.ts'
import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  finishRequest,
  releaseRequest,
  acquireOutboundRequest,
} from '#server/platform/jobs/outbound-request.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'
import { createYield, type YieldToRequests } from '#server/platform/jobs/yield-to-requests.ts'
import { ServiceDown } from '#server/platform/services/service-ports.ts'
import {
  type DueDelivery,
  listDueDeliveries,
  type EndpointRow,
  listEndpointsWithWork,
  findEndpoint,
  lockEndpoint,
  postponeLaterEvents,
  webhookOwner,
} from '#server/modules/webhooks/webhook.sql.ts'
import { webhookBody } from '#server/modules/webhooks/webhook-payload.ts'
import { signedHeaders } from '#server/modules/webhooks/webhook-signature.ts'

/** Decrypts the secrets of webhooks. */
export type Secrets = { open(sealed: Buffer, owner: string): Buffer }

const EVERY_MS = 1000
const BATCH_SIZE = 64
const PARALLEL_REQUESTS = 8
/** A batch starts no request after this time. A response may take fifteen more seconds. */
const MAX_BATCH_MS = 30_000
const GONE = 410

type Outcome = DueDelivery & {
  started_at: Date
  ms: number
  status: number | null
  answer: string
  error: string
  retryAfterSeconds: number | null
}
const isDelivered = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

type DeliveryContext = {
  shop: Shop
  secrets: Secrets
  signal: AbortSignal
  yieldToRequests: YieldToRequests
}

/** Sends all due events. Requests of pages have priority. Returns the number of requests sent. */
export async function deliverWebhooks(
  shop: Shop,
  secrets: Secrets,
  {
    signal = new AbortController().signal,
    yieldToRequests = createYield(),
  }: { signal?: AbortSignal; yieldToRequests?: YieldToRequests } = {},
): Promise<number> {
  const due = await listEndpointsWithWork(shop.sql, shop.ports.clock.now())
  const context = { shop, secrets, signal, yieldToRequests }
  const sent = await Promise.all(due.map((id) => deliverTo(context, id)))
  return sent.reduce((sum, count) => sum + count, 0)
}

async function deliverTo(context: DeliveryContext, id: number) {
  const { shop, signal } = context
  let sent = 0
  try {
    while (!signal.aborted) {
      const count = await runBatch(context, id)
      if (count === 0) break
      sent += count
    }
    return sent
  } catch (error) {
    shop.log.warn({ err: error, webhook: id }, 'webhook delivery failed; retrying later')
    return sent
  }
}

/**
 * One process at a time sends a webhook's events and saves the results. Events sent before a crash are sent again,
 * with the same id.
 */
async function runBatch(context: DeliveryContext, id: number): Promise<number> {
  const { sql, ports } = context.shop
  const now = ports.clock.now()
  const request = await acquireOutboundRequest(sql, `webhook ${id}`, now)
  if (request instanceof Date) return 0
  try {
    const endpoint = await findEndpoint(sql, id)
    const canSend = endpoint?.state === 'on' && (endpoint.paused_until ?? now) <= now
    const due = canSend
      ? await listDueDeliveries(sql, id, now, endpoint.failures > 0 ? 1 : BATCH_SIZE)
      : []
    if (!endpoint || due.length === 0) {
      await finishRequest(sql, request)
      return 0
    }
    const outcomes = await sendAll(context, endpoint, due)
    await sql.begin(async (sql) => {
      await saveOutcomes(sql, id, outcomes, ports.clock.now())
      await finishRequest(sql, request)
    })
    return outcomes.length
  } catch (error) {
    await releaseRequest(sql, request, ports.clock.now()).catch(() => {})
    throw error
  }
}

/** Sends several at once. If the first ones fail, the others wait. */
async function sendAll(
  { shop, secrets, signal, yieldToRequests }: DeliveryContext,
  endpoint: EndpointRow,
  due: DueDelivery[],
) {
  const { clock } = shop.ports
  const startedAt = performance.now()
  const keys = validSecrets(secrets, endpoint, clock.now())
  const outcomes: Outcome[] = []
  let next = 0
  const canStart = () =>
    !signal.aborted &&
    performance.now() - startedAt < MAX_BATCH_MS &&
    (outcomes.length === 0 || outcomes.some(isDelivered))
  await Promise.all(
    Array.from({ length: PARALLEL_REQUESTS }, async () => {
      while (canStart()) {
        await yieldToRequests(signal)
        if (!canStart()) return
        const delivery = due[next]
        if (!delivery) return
        next += 1
        outcomes.push(await send(shop, keys, endpoint.url, delivery))
      }
    }),
  )
  return outcomes
}

const validSecrets = (secrets: Secrets, endpoint: EndpointRow, now: Date): Buffer[] => {
  const { id, secret, old_secret, old_secret_until } = endpoint
  const old = old_secret && old_secret_until && old_secret_until > now ? [old_secret] : []
  return [secret, ...old].map((sealed) => secrets.open(sealed, webhookOwner(id)))
}

async function send({ ports }: Shop, keys: Buffer[], url: string, delivery: DueDelivery) {
  const at = ports.clock.now()
  const body = webhookBody(delivery)
  const headers = signedHeaders(keys, { id: `msg_${delivery.message_id}`, at, body })
  const startedAt = performance.now()
  const elapsedMs = () => Math.round(performance.now() - startedAt)
  try {
    const response = await ports.webhooks.post({ url, headers, body })
    // PostgreSQL cannot store NUL characters.
    const answer = response.answer.replaceAll('\0', '')
    return { ...delivery, ...response, answer, started_at: at, ms: elapsedMs(), error: '' }
  } catch (error) {
    if (!(error instanceof ServiceDown)) throw error
    const noResponse = { status: null, answer: '', retryAfterSeconds: null }
    return { ...delivery, ...noResponse, started_at: at, ms: elapsedMs(), error: error.message }
  }
}

/**
 * A delivered event stays delivered; the log contains every response. A try that started before staff requested
 * a resend does not count as the resend.
 */
async function saveOutcomes(sql: Queries, id: number, outcomes: Outcome[], now: Date) {
  const rows = outcomes.map((outcome) => {
    const tries = outcome.tries + 1
    const nextTryAt = isDelivered(outcome) ? null : nextTry(tries, now)
    return {
      id: outcome.id,
      manual_retries: outcome.manual_retries,
      tries,
      state: stateAfter(outcome, nextTryAt),
      due_at: nextTryAt?.toISOString() ?? null,
      started_at: outcome.started_at.toISOString(),
      ms: outcome.ms,
      status: outcome.status,
      answer: outcome.answer,
      error: outcome.error,
    }
  })
  await lockEndpoint(sql, id)
  const saved = await sql<{ subject: string; due_at: string; state: string }[]>`
    with outcome as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as outcome (
        id bigint, manual_retries integer, tries integer, state text, due_at timestamptz, started_at timestamptz, ms integer, status integer,
        answer text, error text)
    ), attempt as (
      insert into webhook_attempt (delivery_id, at, ms, status, answer, error)
      select id, started_at, ms, status, answer, error from outcome order by started_at, id
    )
    update webhook_delivery delivery set state = outcome.state, tries = outcome.tries,
      due_at = coalesce(outcome.due_at, delivery.due_at), done_at = case when outcome.state <> 'waiting' then ${now}::timestamptz end,
      last_status = outcome.status, last_error = outcome.error
    from outcome where delivery.id = outcome.id and delivery.manual_retries = outcome.manual_retries
      and (outcome.state = 'delivered' or delivery.state = 'waiting')
    returning delivery.subject, outcome.due_at::text, outcome.state`
  const failed = saved.filter(({ state }) => state === 'waiting')
  if (failed.length > 0) await postponeLaterEvents(sql, id, failed)
  await saveEndpointState(
    sql,
    id,
    outcomes,
    saved.some(({ state }) => state === 'given-up'),
    now,
  )
}

const stateAfter = (outcome: Outcome, nextTryAt: Date | null) => {
  if (isDelivered(outcome)) return 'delivered'
  return nextTryAt ? 'waiting' : 'given-up'
}

async function saveEndpointState(
  sql: Queries,
  id: number,
  outcomes: Outcome[],
  gaveUp: boolean,
  now: Date,
) {
  // A colleague may have changed it during the request.
  const endpoint = await findEndpoint(sql, id)
  if (!endpoint) return
  const isGone = outcomes.some(({ status }) => status === GONE)
  if (outcomes.some(isDelivered) && !isGone) {
    await sql`
      update webhook_endpoint set failures = 0, failing_since = null, paused_until = null, succeeded_at = ${now},
        silence_notified_at = null
      where id = ${id}`
    const [undelivered] = await sql`
      select from webhook_delivery where endpoint_id = ${id} and state = 'given-up' limit 1`
    if (!undelivered) await closeTaskFor(sql, 'webhook-silent', String(id))
    else if (gaveUp) await openWebhookTask(sql, endpoint, 'given-up', outcomes)
    return
  }
  const failures = endpoint.failures + 1
  const since = endpoint.failing_since ?? now
  const isDisabled = isGone || now.getTime() - since.getTime() >= DISABLE_AFTER_MS
  const requestedSeconds = Math.max(
    0,
    ...outcomes.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0),
  )
  await sql`
    update webhook_endpoint set failures = ${failures}, failing_since = ${since},
      paused_until = ${endpointPausedUntil(failures, now, requestedSeconds)},
      state = case when state = 'on' and ${isDisabled} then 'gone' else state end
    where id = ${id}`
  if (endpoint.state !== 'on') return
  // Notifies once per outage, even if the task was closed since.
  const isSilent = now.getTime() - since.getTime() >= TASK_AFTER_MS && !endpoint.silence_notified_at
  if (isSilent) await sql`update webhook_endpoint set silence_notified_at = ${now} where id = ${id}`
  if (isDisabled) await openWebhookTask(sql, endpoint, 'gone', outcomes)
  else if (gaveUp) await openWebhookTask(sql, endpoint, 'given-up', outcomes)
  else if (isSilent) await openWebhookTask(sql, endpoint, 'silent', outcomes)
}

async function openWebhookTask(
  sql: Queries,
  { id, name, url }: EndpointRow,
  why: 'gone' | 'silent' | 'given-up',
  outcomes: Outcome[],
) {
  const last = outcomes.find((outcome) => !isDelivered(outcome))
  await openTaskFor(sql, {
    kind: 'webhook-silent',
    subject: String(id),
    cause: `webhook ${id}`,
    reason: last?.error || `answered ${last?.status ?? 'nothing'}`,
    detail: { name, host: new URL(url).host, why },
  })
}

/**
 * Starts a run each second for every webhook without one in progress: a webhook that hangs does not delay the others.
 */
export function pollWebhooks(shop: Shop, secrets: Secrets): RecurringJob {
  const yieldToRequests = createYield()
  const deliveries = new Map<number, Promise<unknown>>()
  return {
    everyMs: EVERY_MS,
    atStart: true,
    failureMessage: 'webhooks not delivered; retrying later',
    async run(signal) {
      for (const id of await listEndpointsWithWork(shop.sql, shop.ports.clock.now())) {
        if (deliveries.has(id) || signal.aborted) continue
        const delivery = deliverTo({ shop, secrets, signal, yieldToRequests }, id)
        deliveries.set(
          id,
          delivery.finally(() => deliveries.delete(id)),
        )
      }
    },
    ended: () => Promise.all(deliveries.values()),
  }
}
