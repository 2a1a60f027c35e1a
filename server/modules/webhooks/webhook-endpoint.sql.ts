import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { deliveryList } from '#server/modules/webhooks/webhook-delivery.sql.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type WebhookRow = {
  id: string
  name: string
  url: string
  state: 'on' | 'off' | 'gone'
  waiting: number
  given_up: number
  succeeded_at: Date | null
  failing_since: Date | null
}

export type WebhookDetails = WebhookRow & {
  version: number
  kinds: string[]
  channels: string[] | null
  made_at: Date
  old_secret_until: Date | null
  paused_until: Date | null
}

const countDeliveries = (sql: Queries, state: 'waiting' | 'given-up') => sql`
  (select count(*)::integer from webhook_delivery
    where endpoint_id = webhook_endpoint.id and webhook_delivery.state = ${state})`

const columns = (sql: Queries) => sql`
  webhook_endpoint.id::text as id, name, url, state, ${countDeliveries(sql, 'waiting')} as waiting,
  ${countDeliveries(sql, 'given-up')} as given_up, succeeded_at, failing_since`

export const webhookList = ({
  search,
  ...filters
}: AskedFilters<'webhooks'> & { search?: string | undefined }): ListQuery<'name'> => ({
  select: columns,
  from: (sql) => sql`
    webhook_endpoint where state <> 'removed' ${filterConditions<'webhooks'>(sql, filters, {})} ${
      search === undefined
        ? sql``
        : sql`and strpos(lower(name || ' ' || url), lower(${search})) > 0`
    }`,
  id: (sql) => sql`webhook_endpoint.id`,
  sorts: { name: { by: (sql) => sql`name`, type: 'text' } },
  defaultSort: defaultSorts.webhooks,
})

export async function findWebhook(sql: Queries, id: string): Promise<WebhookDetails | undefined> {
  const [row] = await sql<WebhookDetails[]>`
    select ${columns(sql)}, version, kinds, channels, made_at, old_secret_until, paused_until
    from webhook_endpoint where id = ${id} and state <> 'removed'`
  return row
}

export async function listDeliveryIds(
  sql: Queries,
  webhook: string,
  query: Omit<Parameters<typeof deliveryList>[0], 'webhook'>,
) {
  const rows = await sql<{ id: number }[]>`
    select delivery.id from ${deliveryList({ ...query, webhook }).from(sql)}`
  return rows.map(({ id }) => id)
}

export async function doChannelsExist(sql: Queries, channels: readonly string[]) {
  const found = await sql`select from channel where id = any(${[...channels]}::text[])`
  return found.count === new Set(channels).size
}

export async function nextWebhookId(sql: Queries) {
  const [row] = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('webhook_endpoint', 'id')) as id`
  return row
}

type Fields = { name: string; url: string; kinds: string[] }

export const insertWebhook = (
  sql: Queries,
  {
    id,
    fields,
    channels,
    secret,
    now,
  }: { id: number; fields: Fields; channels: string[] | null; secret: Buffer; now: Date },
) => sql`
  insert into webhook_endpoint ${sql({ id, ...fields, channels, secret, made_at: now })}`

export const saveWebhook = (
  sql: Queries,
  {
    id,
    fields,
    channels,
  }: {
    id: string
    fields: Fields
    channels: string[] | null
  },
) => sql`
  update webhook_endpoint set ${sql(fields)}, channels = ${channels},
    version = version + 1
  where id = ${id}`

export const switchWebhookOff = (sql: Queries, id: string) =>
  sql`update webhook_endpoint set state = 'off' where id = ${id}`

export const markWebhookRemoved = (sql: Queries, id: string) => sql`
  update webhook_endpoint set state = 'removed', secret = '', old_secret = null, old_secret_until = null where id = ${id}`

export const deleteWaitingDeliveries = (sql: Queries, id: string) =>
  sql`delete from webhook_delivery where endpoint_id = ${id} and state = 'waiting'`

export const saveWebhookSecret = (
  sql: Queries,
  {
    id,
    atOnce,
    until,
    secret,
  }: { id: string; atOnce: boolean; until: Date | null; secret: Buffer },
) => sql`
  update webhook_endpoint set old_secret = ${atOnce ? null : sql`secret`}, old_secret_until = ${until},
    secret = ${secret}
  where id = ${id}`

export const resumeWebhook = (sql: Queries, id: string) =>
  sql`update webhook_endpoint set paused_until = null where id = ${id}`
