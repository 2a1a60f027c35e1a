import { LOOKS_LIKE_ADDRESS } from '#domain/mail/mail-address.ts'
import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { PARCEL_VIEWS } from '#domain/fulfilment/parcel-state.ts'
import { trackingLink } from '#domain/fulfilment/tracking-link.ts'
import { allLanguages } from '#domain/language.ts'

const id = z.string().regex(/^\d{1,15}$/)
const number = z.string().regex(/^\d{1,18}-P\d{1,4}$/)
const at = z.iso.datetime()

const Fields = {
  name: z.string().trim().min(1).max(120),
  email: z.string().trim().max(200).regex(LOOKS_LIKE_ADDRESS),
  language: z.enum(allLanguages),
  way: z.enum(['mail', 'csv']),
  remind_days: z.int().min(1).max(30),
  /** The brands whose gifts it sends. */
  brands: z.array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)).max(500),
}

export const suppliers = staffEndpoint('suppliers', {
  summary: 'List suppliers with their open, late and declined orders in your channels',
  input: z.object({ ...listInput(['name']), ...filterInput('suppliers') }),
  answer: listAnswer(
    z.object({
      id: z.string(),
      name: z.string(),
      way: z.enum(['mail', 'csv']),
      open: z.int(),
      late: z.int(),
      declined: z.int(),
    }),
  ),
  refusals: {},
})

const PurchaseLine = z.object({
  line: z.int(),
  /** In the reader's language. */
  name: z.string(),
  variant: z.string(),
  picture: z.string(),
  sku: z.string(),
  quantity: z.int(),
  state: z.enum(['open', 'sent', 'declined', 'gone']),
  reason: z.string(),
  parcel: z.string().nullable(),
  /** The state of that parcel. */
  parcel_state: z.enum(PARCEL_VIEWS).nullable(),
  /** Days since that parcel was sent. */
  parcel_days: z.int().nullable(),
})

export const staffSupplier = staffEndpoint('staffSupplier', {
  summary: 'Get a supplier with its latest purchase orders, open ones first',
  input: z.object({ id }),
  answer: z.object({
    id: z.string(),
    version: z.int(),
    ...Fields,
    purchases: z.array(
      z.object({
        number: z.string(),
        order: z.string(),
        channel: z.string(),
        made_at: at,
        confirmed_at: at.nullable(),
        last_step_at: at,
        reminded: z.int(),
        late: z.boolean(),
        /** A parcel is still in transit, so its data can be corrected. */
        correctable: z.boolean(),
        lines: z.array(PurchaseLine),
      }),
    ),
  }),
  refusals: {},
})

export const supplierBrands = staffEndpoint('supplierBrands', {
  summary: 'List brands by name with the supplier of their gifts',
  input: z.object({}),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        supplier: z.object({ id: z.string(), name: z.string() }).nullable(),
      }),
    ),
  }),
  refusals: {},
})

export const addSupplier = staffEndpoint('addSupplier', {
  summary: 'Create a supplier and assign its brands',
  input: z.object(Fields),
  answer: z.object({ id: z.string() }),
  refusals: { 'unknown-name': 409 },
})

export const changeSupplier = staffEndpoint('changeSupplier', {
  summary: 'Change the address, language, order method, time limits or brands of a supplier',
  input: z.object({ id, version: z.int(), ...Fields }),
  answer: z.object({ version: z.int() }),
  refusals: { 'changed-since': 409, 'unknown-name': 409 },
})

export const purchaseOrderSupplierView = staffEndpoint('purchaseOrderSupplierView', {
  summary: 'Get a purchase order as the supplier sees it',
  description: 'Read only.',
  input: z.object({ number }),
  answer: z.object({}),
  refusals: {},
})

export const sendPurchaseOrder = staffEndpoint('sendPurchaseOrder', {
  summary: 'Send a purchase order again with a new link',
  description: 'The earlier link stops working.',
  input: z.object({ number }),
  answer: z.object({}),
  refusals: { 'sent-just-now': 409 },
})

/** The same format as on the supplier's page. */
const TrackingLink = z
  .string()
  .trim()
  .refine((text) => trackingLink(text) !== null)
  .transform((text) => trackingLink(text))

export const answerForSupplier = staffEndpoint('answerForSupplier', {
  summary: 'Enter the reply of a supplier on its behalf',
  description: 'For replies by phone or file.',
  input: z.discriminatedUnion('what', [
    z.object({ number, what: z.literal('confirm') }),
    z.object({
      number,
      what: z.literal('sent'),
      lines: z.array(z.int()).min(1).max(100),
      carrier: z.string().trim().min(1).max(60),
      code: z.string().trim().min(1).max(120),
      link: TrackingLink.nullable().default(null),
    }),
    z.object({
      number,
      what: z.literal('resolve'),
      /** The stored tracking code of the parcel. */
      parcel: z.string().min(1).max(200),
      carrier: z.string().trim().min(1).max(60),
      code: z.string().trim().min(1).max(120),
      link: TrackingLink.nullable().default(null),
    }),
    z.object({
      number,
      what: z.literal('decline'),
      lines: z.array(z.int()).min(1).max(100),
      reason: z.string().trim().min(1).max(300),
    }),
  ]),
  answer: z.object({}),
  refusals: { 'changed-since': 409, 'no-such-line': 409, 'code-taken': 409 },
})

export const exportPurchaseOrders = staffEndpoint('exportPurchaseOrders', {
  summary: 'Download the open order lines of a supplier as a file',
  description: 'Each row contains one order line with its address.',
  input: z.object({ id, as: z.literal('csv').default('csv') }),
  answer: z.object({}),
  refusals: {},
})
