import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addWebhook,
  changeWebhook,
  newWebhookSecret,
  removeWebhook,
  retryWebhooks,
  switchWebhook,
  testWebhook,
  staffWebhook,
  webhooks,
} from '#contract/webhooks/webhooks.staff.ts'
import { closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  lockEndpoint,
  resendDeliveries,
  sendTestEvent,
  enableWebhook,
  webhookOwner,
} from '#server/modules/webhooks/webhook.sql.ts'
import { secretText } from '#server/modules/webhooks/webhook-signature.ts'
import { notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  nextWebhookId,
  insertWebhook,
  saveWebhook,
  switchWebhookOff,
  markWebhookRemoved,
  deleteWaitingDeliveries,
  saveWebhookSecret,
  resumeWebhook,
  type WebhookRow,
  type WebhookDetails,
  webhookList,
  findWebhook,
  listDeliveryIds,
  doChannelsExist,
} from '#server/modules/webhooks/webhook-endpoint.sql.ts'

const SECRET_BYTES = 32
/** Enough time to install the new secret in the listener. */
const OLD_SECRET_MS = 24 * 3_600_000

const toResponse = ({ succeeded_at, failing_since, ...row }: WebhookRow) => ({
  ...row,
  succeeded_at: succeeded_at?.toISOString() ?? null,
  failing_since: failing_since?.toISOString() ?? null,
})

/** Manages webhooks. Only for owners, like every export of data. */
export function webhookRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, webhooks, listWebhooks)

  serveStaff(app, backoffice, staffWebhook, handleStaffWebhook)

  serveStaff(app, backoffice, addWebhook, handleAddWebhook(backoffice))

  serveStaff(app, backoffice, changeWebhook, handleChangeWebhook(backoffice))

  serveStaff(app, backoffice, switchWebhook, handleSwitchWebhook)

  serveStaff(app, backoffice, removeWebhook, handleRemoveWebhook)

  serveStaff(app, backoffice, newWebhookSecret, handleNewWebhookSecret(backoffice))

  serveStaff(app, backoffice, testWebhook, handleTestWebhook)

  serveStaff(app, backoffice, retryWebhooks, handleRetryWebhooks)
}

/** Why the address is not allowed. Its name is resolved at each delivery. */
function refusedAddress(shop: Pick<Shop, 'ports'>, url: string) {
  const reason = shop.ports.webhooks.refusalOf(url)
  if (reason === null) return null
  return refuseStaff(reason === 'not-here' ? 'private-address' : reason, { field: 'url' })
}

const handleAddWebhook =
  ({ shop, secrets }: Backoffice) =>
  async (
    { channels, ...fields }: ParsedInput<typeof addWebhook>,
    { sql, now, audit }: SignedIn,
  ) => {
    const refusal = refusedAddress(shop, fields.url)
    if (refusal) return refusal
    if (!(await doChannelsExist(sql, channels))) return refuseStaff('unknown-name')
    const next = await nextWebhookId(sql)
    if (!next) throw new Error('insert of the webhook returned no row')
    const secret = randomBytes(SECRET_BYTES)
    await insertWebhook(sql, {
      id: next.id,
      fields,
      channels: channels.length === 0 ? null : channels,
      secret: secrets.seal(secret, webhookOwner(next.id)),
      now,
    })
    audit({
      action: 'webhook.added',
      subjectKind: 'webhook',
      subjectId: String(next.id),
      after: { ...fields, channels },
    })
    return { id: String(next.id), secret: secretText(secret) }
  }

const handleChangeWebhook =
  ({ shop }: Backoffice) =>
  async (
    { id, version, channels, ...fields }: ParsedInput<typeof changeWebhook>,
    caller: SignedIn,
  ) => {
    const { sql, audit } = caller
    const before = await lockWebhook(sql, id)
    if (!before) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    const refusal = refusedAddress(shop, fields.url)
    if (refusal) return refusal
    if (!(await doChannelsExist(sql, channels))) return refuseStaff('unknown-name')
    await saveWebhook(sql, { id, fields, channels: channels.length === 0 ? null : channels })
    audit({
      action: 'webhook.changed',
      subjectKind: 'webhook',
      subjectId: id,
      before: {
        name: before.name,
        url: before.url,
        kinds: before.kinds,
        channels: before.channels ?? [],
      },
      after: { ...fields, channels },
    })
    return { version: version + 1 }
  }

async function handleStaffWebhook(
  { id }: ParsedInput<typeof staffWebhook>,
  { sql, now }: SignedIn,
) {
  const found = await findWebhook(sql, id)
  if (!found) return refuseStaff('not-found')
  const { made_at, old_secret_until, paused_until, channels, ...row } = found
  const ifFuture = (at: Date | null) => (at && at > now ? at.toISOString() : null)
  return {
    ...toResponse(row),
    version: row.version,
    kinds: row.kinds,
    channels: channels ?? [],
    made_at: made_at.toISOString(),
    old_secret_until: ifFuture(old_secret_until),
    paused_until: ifFuture(paused_until),
  }
}

async function handleSwitchWebhook(
  { id, on }: ParsedInput<typeof switchWebhook>,
  { sql, now, audit }: SignedIn,
) {
  const before = await lockWebhook(sql, id)
  if (!before) return refuseStaff('not-found')
  if ((before.state === 'on') === on) return refuseStaff('changed-since')
  if (on) await enableWebhook(sql, Number(id), now)
  else await switchWebhookOff(sql, id)
  await closeTaskFor(sql, 'webhook-silent', id)
  audit({
    action: on ? 'webhook.switched-on' : 'webhook.switched-off',
    subjectKind: 'webhook',
    subjectId: id,
    before: { state: before.state },
    after: { state: on ? 'on' : 'off' },
  })
  return {}
}

async function handleRemoveWebhook(
  { id }: ParsedInput<typeof removeWebhook>,
  { sql, audit }: SignedIn,
) {
  const before = await lockWebhook(sql, id)
  if (!before) return refuseStaff('not-found')
  await markWebhookRemoved(sql, id)
  await deleteWaitingDeliveries(sql, id)
  await closeTaskFor(sql, 'webhook-silent', id)
  audit({
    action: 'webhook.removed',
    subjectKind: 'webhook',
    subjectId: id,
    before: { name: before.name, url: before.url, waiting: before.waiting },
  })
  return {}
}

const handleNewWebhookSecret =
  ({ secrets }: Backoffice) =>
  async ({ id, at_once }: ParsedInput<typeof newWebhookSecret>, { sql, now, audit }: SignedIn) => {
    const before = await lockWebhook(sql, id)
    if (!before) return refuseStaff('not-found')
    // Only one old secret is stored: another rotation would end its day of validity early.
    if (!at_once && before.old_secret_until !== null && before.old_secret_until > now)
      return refuseStaff('old-secret-valid')
    const secret = randomBytes(SECRET_BYTES)
    const until = at_once ? null : new Date(now.getTime() + OLD_SECRET_MS)
    await saveWebhookSecret(sql, {
      id,
      atOnce: at_once,
      until,
      secret: secrets.seal(secret, webhookOwner(Number(id))),
    })
    audit({
      action: 'webhook.new-secret',
      subjectKind: 'webhook',
      subjectId: id,
      after: { old_secret_until: until?.toISOString() ?? null },
    })
    return { secret: secretText(secret) }
  }

async function handleTestWebhook(
  { id }: ParsedInput<typeof testWebhook>,
  { sql, now, audit }: SignedIn,
) {
  const webhook = await lockWebhook(sql, id)
  if (!webhook) return refuseStaff('not-found')
  if (webhook.state !== 'on') return refuseStaff('webhook-off')
  await sendTestEvent(sql, Number(id), now)
  audit({ action: 'webhook.tested', subjectKind: 'webhook', subjectId: id })
  return {}
}

async function handleRetryWebhooks(
  { id, ...selection }: ParsedInput<typeof retryWebhooks>,
  { sql, now, audit }: SignedIn,
) {
  const webhook = await lockWebhook(sql, id)
  if (!webhook) return refuseStaff('not-found')
  if (webhook.state !== 'on') return refuseStaff('webhook-off')
  const ids =
    'ids' in selection ? selection.ids.map(Number) : await listDeliveryIds(sql, id, selection.asked)
  if ('asked' in selection && ids.length !== selection.asked.count)
    return refuseStaff('changed-since')
  const count = await resendDeliveries(sql, Number(id), ids, now)
  if (count === 0) return refuseStaff('not-found')
  await resumeWebhook(sql, id)
  if ((await findWebhook(sql, id))?.given_up === 0) await closeTaskFor(sql, 'webhook-silent', id)
  audit({
    action: 'webhook.sent-again',
    subjectKind: 'webhook',
    subjectId: id,
    after: {
      count,
      ...('ids' in selection ? { ids: selection.ids.slice(0, 20) } : { asked: selection.asked }),
    },
  })
  return { count }
}

async function listWebhooks(query: ParsedInput<typeof webhooks>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'webhooks',
    list: webhookList(query),
    columns: {
      name: ({ name }: WebhookRow) => name,
      url: ({ url }) => url,
      state: ({ state }) => state,
      waiting: ({ waiting }) => waiting,
      given_up: ({ given_up }) => given_up,
      succeeded_at: ({ succeeded_at }) => succeeded_at?.toISOString() ?? '',
      ...notInFile('id', 'failing_since'),
    },
    row: toResponse,
  })
}

/** Locks the webhook against changes by other colleagues. */
async function lockWebhook(sql: Queries, id: string): Promise<WebhookDetails | undefined> {
  await lockEndpoint(sql, Number(id))
  return findWebhook(sql, id)
}
