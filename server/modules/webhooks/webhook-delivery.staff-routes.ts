import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { webhookDeliveries, webhookDelivery } from '#contract/webhooks/webhooks.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { webhookPayload } from '#server/modules/webhooks/webhook-payload.ts'
import { notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  findDelivery,
  listAttempts,
  type DeliveryRow,
  deliveryList,
} from '#server/modules/webhooks/webhook-delivery.sql.ts'

const toResponse = ({ message_id, at, due_at, ...row }: DeliveryRow) => ({
  ...row,
  message: `msg_${message_id}`,
  at: at.toISOString(),
  due_at: row.state === 'waiting' ? due_at.toISOString() : null,
})

/** The log of deliveries and responses. */
export function webhookDeliveryRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, webhookDeliveries, listDeliveries)

  serveStaff(app, backoffice, webhookDelivery, handleWebhookDelivery)
}

async function handleWebhookDelivery(
  { id }: ParsedInput<typeof webhookDelivery>,
  { sql }: SignedIn,
) {
  const row = await findDelivery(sql, id)
  if (!row) return refuseStaff('not-found')
  const attempts = await listAttempts(sql, id)
  const { endpoint, name, endpoint_state, channel_id, facts, ...delivery } = row
  return {
    ...toResponse(delivery),
    webhook: { id: endpoint, name, state: endpoint_state },
    data: webhookPayload({ kind: row.kind, channel_id, facts }),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
  }
}

async function listDeliveries(query: ParsedInput<typeof webhookDeliveries>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'webhook-log',
    list: deliveryList(query),
    columns: {
      message: ({ message_id }: DeliveryRow) => `msg_${message_id}`,
      kind: ({ kind }) => kind,
      subject: ({ subject }) => subject,
      at: ({ at }) => at.toISOString(),
      state: ({ state }) => state,
      tries: ({ tries }) => tries,
      status: ({ status }) => status,
      error: ({ error }) => error,
      ...notInFile('id', 'due_at'),
    },
    row: toResponse,
  })
}
