import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { StoredEvent } from '#server/modules/webhooks/webhook-payload.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type DeliveryRow = {
  id: string
  message_id: string
  kind: StoredEvent['kind']
  subject: string
  at: Date
  state: 'waiting' | 'delivered' | 'given-up'
  tries: number
  status: number | null
  error: string
  due_at: Date
}

const MAX_ATTEMPTS = 50

const columns = (sql: Queries) => sql`
  delivery.id::text as id, event.message_id, event.kind, event.subject, event.at, delivery.state,
  -- All responses, including those before a resend.
  (select count(*)::integer from webhook_attempt where delivery_id = delivery.id) as tries,
  delivery.last_status as status, delivery.last_error as error, delivery.due_at`

const deliveriesWithEvents = (sql: Queries) => sql`
  webhook_delivery delivery join webhook_event event on event.id = delivery.event_id`

/** The deliveries that match the filters. */
export const deliveryList = (
  query: AskedFilters<'webhookDeliveries'> & {
    webhook: string
    search?: string | undefined
    ids?: string[] | undefined
  },
): ListQuery<'at'> => ({
  select: columns,
  from: (sql) => {
    const { webhook, search, ids } = query
    const message = search?.replace(/^msg_/, '')
    return sql`
      ${deliveriesWithEvents(sql)} where endpoint_id = ${webhook}
        ${filterConditions<'webhookDeliveries'>(sql, query, {
          state: (state) => sql`delivery.state = any(${state}::text[])`,
          kind: (kind) => sql`event.kind = any(${kind}::text[])`,
        })}
        ${ids === undefined ? sql`` : sql`and delivery.id = any(${ids.map(Number)}::bigint[])`}
        ${
          search === undefined || message === undefined
            ? sql``
            : sql`and (event.message_id::text = ${message}
                or event.subject = any(${[search, `order ${search}`, `voucher ${search}`]}::text[]))`
        }`
  },
  id: (sql) => sql`delivery.id`,
  sorts: { at: { by: (sql) => sql`delivery.event_id`, type: 'bigint' } },
  defaultSort: defaultSorts.webhookDeliveries,
})

export async function findDelivery(sql: Queries, id: string) {
  const [row] = await sql<
    (DeliveryRow & StoredEvent & { endpoint: string; name: string; endpoint_state: string })[]
  >`
    select ${columns(sql)}, webhook_endpoint.id::text as endpoint, webhook_endpoint.name,
      webhook_endpoint.state as endpoint_state, event.channel_id, event.facts
    from ${deliveriesWithEvents(sql)} join webhook_endpoint on webhook_endpoint.id = endpoint_id
    where delivery.id = ${id}`
  return row
}

export const listAttempts = (sql: Queries, id: string) => sql<
  { at: Date; ms: number; status: number | null; answer: string; error: string }[]
>`
  select at, ms, status, answer, error from webhook_attempt where delivery_id = ${id}
  order by id desc limit ${MAX_ATTEMPTS}`
