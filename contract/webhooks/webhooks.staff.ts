import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { WEBHOOK_KINDS } from '#domain/webhooks/webhook-kinds.ts'

const id = z.string().regex(/^\d{1,15}$/)
const at = z.iso.datetime()

const Fields = {
  name: z.string().trim().min(1).max(100),
  url: z.url({ protocol: /^https?$/ }).max(500),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).min(1).max(WEBHOOK_KINDS.length),
  /** Empty for all channels. */
  channels: z.array(z.string().regex(/^\d{1,10}$/)).max(1000),
}
/** 'gone': the endpoint returned 410, or no event was delivered for a week. */
const state = z.enum(['on', 'off', 'gone'])

const WebhookSummary = {
  id: z.string(),
  name: z.string(),
  url: z.string(),
  state,
  waiting: z.int(),
  given_up: z.int(),
  succeeded_at: at.nullable(),
  /** When the current series of failures started. */
  failing_since: at.nullable(),
}

export const webhooks = staffEndpoint('webhooks', {
  summary: 'List webhooks with their waiting deliveries',
  input: z.object({ ...listInput(['name']), ...filterInput('webhooks') }),
  answer: listAnswer(z.object(WebhookSummary)),
  refusals: {},
})

export const staffWebhook = staffEndpoint('staffWebhook', {
  summary: 'Get a webhook with its events and its state',
  input: z.object({ id }),
  answer: z.object({
    ...WebhookSummary,
    version: z.int(),
    kinds: z.array(z.string()),
    channels: z.array(z.string()),
    made_at: at,
    /** The end of validity of the previous secret. */
    old_secret_until: at.nullable(),
    paused_until: at.nullable(),
  }),
  refusals: {},
})

const refusals = {
  'not-https': 409,
  'private-address': 409,
  'address-with-password': 409,
  'unknown-name': 409,
} as const

export const addWebhook = staffEndpoint('addWebhook', {
  summary: 'Create a webhook',
  description: 'Its secret is shown once.',
  input: z.object(Fields),
  answer: z.object({ id: z.string(), secret: z.string() }),
  refusals,
})

export const changeWebhook = staffEndpoint('changeWebhook', {
  summary: 'Change the address and events of a webhook',
  input: z.object({ id, version: z.int(), ...Fields }),
  answer: z.object({ version: z.int() }),
  refusals: { ...refusals, 'changed-since': 409 },
})

export const switchWebhook = staffEndpoint('switchWebhook', {
  summary: 'Turn a webhook on or off',
  description:
    'While it is off, nothing is recorded for it. Waiting deliveries are sent when it is turned on.',
  input: z.object({ id, on: z.boolean() }),
  answer: z.object({}),
  refusals: { 'changed-since': 409 },
})

export const removeWebhook = staffEndpoint('removeWebhook', {
  summary: 'Delete a webhook',
  description: 'Waiting deliveries are not sent.',
  input: z.object({ id }),
  answer: z.object({}),
  refusals: {},
})

export const newWebhookSecret = staffEndpoint('newWebhookSecret', {
  summary: 'Create a new secret for a webhook',
  description:
    'It is shown once. The earlier secret stays valid for a day, or is revoked at once if other people may know it.',
  input: z.object({ id, at_once: z.boolean().default(false) }),
  answer: z.object({ secret: z.string() }),
  refusals: { 'old-secret-valid': 409 },
})

export const testWebhook = staffEndpoint('testWebhook', {
  summary: 'Send a test event to a webhook',
  input: z.object({ id }),
  answer: z.object({}),
  refusals: { 'webhook-off': 409 },
})

const DeliveryState = z.enum(['waiting', 'delivered', 'given-up'])
const Delivery = {
  id: z.string(),
  /** The same in every delivery of the event. */
  message: z.string(),
  kind: z.string(),
  subject: z.string(),
  at,
  state: DeliveryState,
  tries: z.int(),
  /** The HTTP status of the last response; null without a response. */
  status: z.int().nullable(),
  error: z.string(),
  /** The time of the next try. */
  due_at: at.nullable(),
}

const Filters = filterInput('webhookDeliveries')

export const webhookDeliveries = staffEndpoint('webhookDeliveries', {
  summary: 'List the deliveries of a webhook in the last thirty days',
  input: z.object({
    ...listInput(['at']),
    webhook: id,
    ...Filters,
  }),
  answer: listAnswer(z.object(Delivery)),
  refusals: {},
})

export const webhookDelivery = staffEndpoint('webhookDelivery', {
  summary: 'Get a delivery with its payload and each response',
  input: z.object({ id }),
  answer: z.object({
    ...Delivery,
    webhook: z.object({ id: z.string(), name: z.string(), state: z.string() }),
    data: z.record(z.string(), z.unknown()),
    attempts: z.array(
      z.object({
        at,
        ms: z.int(),
        status: z.int().nullable(),
        /** The start of the response body. */
        answer: z.string(),
        error: z.string(),
      }),
    ),
  }),
  refusals: {},
})

export const retryWebhooks = staffEndpoint('retryWebhooks', {
  summary: 'Send deliveries again with the same event ids',
  description: 'Send ids, or filters to select all matching deliveries.',
  input: z.union([
    z.object({ id, ids: z.array(id).min(1).max(1000) }),
    z.object({
      id,
      /** `count` is the number of deliveries that the user saw. With any other number nothing is sent. */
      asked: z.object({
        search: z.string().trim().max(200).optional(),
        ...Filters,
        count: z.int().min(1).max(50_000),
      }),
    }),
  ]),
  answer: z.object({ count: z.int() }),
  refusals: { 'webhook-off': 409, 'changed-since': 409 },
})
