import {
  DEAD_MS,
  endpointPausedUntil,
  nextTry,
  SILENT_MS,
} from '#domain/webhooks/webhook-retries.ts'
import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  finishRequest,
  releaseRequest,
  acquireOutboundRequest,
} from '#server/platform/jobs/outbound-request.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Recurring } from '#server/platform/jobs/recurring.ts'
import { createYield, type YieldToRequests } from '#server/platform/jobs/yield-to-requests.ts'
import { ServiceDown } from '#server/platform/services/service-ports.ts'
import {
  type DueDelivery,
  dueDeliveries,
  type EndpointRow,
  endpointsWithWork,
  findEndpoint,
  holdEndpoint,
  putBehind,
  webhookOwner,
} from '#server/modules/webhooks/webhook.sql.ts'
import { webhookBody } from '#server/modules/webhooks/webhook-payload.ts'
import { signedHeaders } from '#server/modules/webhooks/webhook-signature.ts'

/** Decrypts the secrets of webhooks. */
export type Secrets = { open(sealed: Buffer, owner: string): Buffer }

const EVERY_MS = 1000
const BATCH = 64
const AT_ONCE = 8
/** Starts no request after this time: a response may take fifteen seconds. */
const LONGEST_MS = 30_000
const GONE = 410

type Outcome = DueDelivery & {
  began: Date
  ms: number
  status: number | null
  answer: string
  error: string
  retryAfterSeconds: number | null
}
const arrived = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

type DeliveryContext = {
  shop: Shop
  secrets: Secrets
  signal: AbortSignal
  yieldToRequests: YieldToRequests
}

/** Sends everything that is due, with page requests first; returns the number of requests. */
export async function deliverWebhooks(
  shop: Shop,
  secrets: Secrets,
  {
    signal = new AbortController().signal,
    yieldToRequests = createYield(),
  }: { signal?: AbortSignal; yieldToRequests?: YieldToRequests } = {},
): Promise<number> {
  const due = await endpointsWithWork(shop.sql, shop.ports.clock.now())
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
  const outboundRequest = await acquireOutboundRequest(sql, `webhook ${id}`, now)
  if (outboundRequest instanceof Date) return 0
  try {
    const endpoint = await findEndpoint(sql, id)
    const mayAsk = endpoint?.state === 'on' && (endpoint.paused_until ?? now) <= now
    const due = mayAsk ? await dueDeliveries(sql, id, now, endpoint.failures > 0 ? 1 : BATCH) : []
    if (!endpoint || due.length === 0) {
      await finishRequest(sql, outboundRequest)
      return 0
    }
    const outcomes = await askAll(context, endpoint, due)
    await sql.begin(async (sql) => {
      await note(sql, id, outcomes, ports.clock.now())
      await finishRequest(sql, outboundRequest)
    })
    return outcomes.length
  } catch (error) {
    await releaseRequest(sql, outboundRequest, ports.clock.now()).catch(() => {})
    throw error
  }
}

/** Sends several at once. If the first ones fail, the others wait. */
async function askAll(
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
    performance.now() - startedAt < LONGEST_MS &&
    (outcomes.length === 0 || outcomes.some(arrived))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (canStart()) {
        await yieldToRequests(signal)
        if (!canStart()) return
        const one = due[next]
        if (!one) return
        next += 1
        outcomes.push(await ask(shop, keys, endpoint.url, one))
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

async function ask({ ports }: Shop, keys: Buffer[], url: string, one: DueDelivery) {
  const at = ports.clock.now()
  const body = webhookBody(one)
  const headers = signedHeaders(keys, { id: `msg_${one.message_id}`, at, body })
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const response = await ports.webhooks.post({ url, headers, body })
    // PostgreSQL cannot store NUL characters.
    const answer = response.answer.replaceAll('\0', '')
    return { ...one, ...response, answer, began: at, ms: took(), error: '' }
  } catch (error) {
    if (!(error instanceof ServiceDown)) throw error
    const nothing = { status: null, answer: '', retryAfterSeconds: null }
    return { ...one, ...nothing, began: at, ms: took(), error: error.message }
  }
}

/**
 * A delivered event stays delivered; the log contains every response. A try that started before staff asked for a
 * resend does not count as the resend.
 */
async function note(sql: Queries, id: number, outcomes: Outcome[], now: Date) {
  const rows = outcomes.map((outcome) => {
    const tries = outcome.tries + 1
    const again = arrived(outcome) ? null : nextTry(tries, now)
    return {
      id: outcome.id,
      manual_retries: outcome.manual_retries,
      tries,
      state: arrived(outcome) ? 'delivered' : again ? 'waiting' : 'given-up',
      due_at: again?.toISOString() ?? null,
      began: outcome.began.toISOString(),
      ms: outcome.ms,
      status: outcome.status,
      answer: outcome.answer,
      error: outcome.error,
    }
  })
  await holdEndpoint(sql, id)
  const noted = await sql<{ subject: string; due_at: string; state: string }[]>`
    with told as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as told (
        id bigint, manual_retries integer, tries integer, state text, due_at timestamptz, began timestamptz, ms integer, status integer,
        answer text, error text)
    ), tried as (
      insert into webhook_attempt (delivery_id, at, ms, status, answer, error)
      select id, began, ms, status, answer, error from told order by began, id
    )
    update webhook_delivery delivery set state = told.state, tries = told.tries,
      due_at = coalesce(told.due_at, delivery.due_at), done_at = case when told.state <> 'waiting' then ${now}::timestamptz end,
      last_status = told.status, last_error = told.error
    from told where delivery.id = told.id and delivery.manual_retries = told.manual_retries
      and (told.state = 'delivered' or delivery.state = 'waiting')
    returning delivery.subject, told.due_at::text, told.state`
  const failed = noted.filter(({ state }) => state === 'waiting')
  if (failed.length > 0) await putBehind(sql, id, failed)
  await noteEndpoint(
    sql,
    id,
    outcomes,
    noted.some(({ state }) => state === 'given-up'),
    now,
  )
}

async function noteEndpoint(
  sql: Queries,
  id: number,
  outcomes: Outcome[],
  gaveUp: boolean,
  now: Date,
) {
  // A colleague may have changed it during the request.
  const endpoint = await findEndpoint(sql, id)
  if (!endpoint) return
  const left = outcomes.some(({ status }) => status === GONE)
  if (outcomes.some(arrived) && !left) {
    await sql`
      update webhook_endpoint set failures = 0, failing_since = null, paused_until = null, succeeded_at = ${now},
        silence_notified_at = null
      where id = ${id}`
    const [lost] = await sql`
      select from webhook_delivery where endpoint_id = ${id} and state = 'given-up' limit 1`
    if (!lost) await closeTaskFor(sql, 'webhook-silent', String(id))
    else if (gaveUp) await notifyPerson(sql, endpoint, 'given-up', outcomes)
    return
  }
  const failures = endpoint.failures + 1
  const since = endpoint.failing_since ?? now
  const dead = left || now.getTime() - since.getTime() >= DEAD_MS
  const requestedSeconds = Math.max(
    0,
    ...outcomes.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0),
  )
  await sql`
    update webhook_endpoint set failures = ${failures}, failing_since = ${since},
      paused_until = ${endpointPausedUntil(failures, now, requestedSeconds)},
      state = case when state = 'on' and ${dead} then 'gone' else state end
    where id = ${id}`
  if (endpoint.state !== 'on') return
  // Notifies once per outage, even if the task was closed meanwhile.
  const silent = now.getTime() - since.getTime() >= SILENT_MS && !endpoint.silence_notified_at
  if (silent) await sql`update webhook_endpoint set silence_notified_at = ${now} where id = ${id}`
  if (dead) await notifyPerson(sql, endpoint, 'gone', outcomes)
  else if (gaveUp) await notifyPerson(sql, endpoint, 'given-up', outcomes)
  else if (silent) await notifyPerson(sql, endpoint, 'silent', outcomes)
}

async function notifyPerson(
  sql: Queries,
  { id, name, url }: EndpointRow,
  why: 'gone' | 'silent' | 'given-up',
  outcomes: Outcome[],
) {
  const last = outcomes.find((outcome) => !arrived(outcome))
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
export function pollWebhooks(shop: Shop, secrets: Secrets): Recurring {
  const yieldToRequests = createYield()
  const served = new Map<number, Promise<unknown>>()
  return {
    everyMs: EVERY_MS,
    atStart: true,
    failureMessage: 'webhooks not delivered; retrying later',
    async run(signal) {
      for (const id of await endpointsWithWork(shop.sql, shop.ports.clock.now())) {
        if (served.has(id) || signal.aborted) continue
        const serving = deliverTo({ shop, secrets, signal, yieldToRequests }, id)
        served.set(
          id,
          serving.finally(() => served.delete(id)),
        )
      }
    },
    ended: () => Promise.all(served.values()),
  }
}
