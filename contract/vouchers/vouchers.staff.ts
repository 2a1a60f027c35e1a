import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { allLanguages } from '#domain/language.ts'

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)
const moment = z.iso.datetime()
const person = z.object({ id: z.string(), name: z.string() })

/** The states in a list. The page of a voucher shows from its balance that it is spent. */
export const LISTED_STATES = listFilters.vouchers.state.values
export const VOUCHER_STATES = ['open', 'blocked', 'not-yet', 'ended', 'erased'] as const
const state = z.enum(VOUCHER_STATES)

const Batch = z.object({ id: z.string(), note: z.string(), campaign: z.string().nullable() })

export const vouchers = staffEndpoint('vouchers', {
  summary: 'List vouchers and their holders',
  description:
    'Search by the last three characters of a code, a name, an email address or an order number.',
  input: z.object({
    ...listInput(['id']),
    ...filterInput('vouchers'),
  }),
  answer: listAnswer(
    z.object({
      id: z.string(),
      last3: z.string(),
      channel: z.string(),
      /** Of the batch's campaign. Null without permission to read employers. */
      employer: z.string().nullable(),
      batch: Batch,
      /** Masked if the reader lacks permission. */
      name: z.string(),
      state: z.enum(LISTED_STATES),
      valid_until: moment.nullable(),
      available: z.int(),
      granted: z.int(),
      orders: z.int(),
      last_order_at: moment.nullable(),
      seen_at: moment.nullable(),
    }),
  ),
  refusals: {},
})

const Person = z.object({
  name: z.string(),
  mail: z.string(),
  phone: z.string(),
  department: z.string(),
})

export const TimelineEntry = z.object({
  at: moment,
  kind: z.enum([
    'granted',
    'expired',
    'visit',
    'acted',
    'cart',
    'payment',
    'refund',
    'order',
    'order-event',
    'withdrawal',
    'mail',
    'question',
    'note',
    'action',
  ]),
  /** The order number, or the id of the mail or audit entry. */
  about: z.string(),
  /** The colleague who did it; null if it was not staff. */
  who: z.string().nullable(),
  reason: z.string(),
  /** Values for the text of this kind. */
  values: z.record(z.string(), z.unknown()),
})

export const voucherPage = staffEndpoint('voucherPage', {
  summary: 'Get a voucher with its details, history and current view of the shop',
  description: 'Reading personal data unmasked is recorded in the audit log.',
  input: z.object({ id }),
  answer: z.object({
    id: z.string(),
    last3: z.string(),
    channel: z.object({ id: z.string(), name: z.string(), time_zone: z.string() }),
    batch: Batch,
    state,
    /** Why login is not possible yet: the batch is still being created, or waits for an approver. */
    waits: z.enum(['being-made', 'waits-for-second']).nullable(),
    valid_from: moment.nullable(),
    valid_until: moment.nullable(),
    /** The last day on which it can be used, in the channel's time zone. */
    last_day: z.string().nullable(),
    language: z.enum(allLanguages),
    balance: z.object({
      granted: z.int(),
      reserved: z.int(),
      spent: z.int(),
      expired: z.int(),
      available: z.int(),
    }),
    person: Person,
    /** Whether the personal data is masked for this reader. */
    masked: z.boolean(),
    codes_replaced: z.int(),
    /** The recipient's id and email address for a new code; null if no address is known. */
    mailed_to: z.object({ person: z.string(), email: z.string() }).nullable(),
    seen_at: moment.nullable(),
    orders: z.array(
      z.object({
        number: z.string(),
        at: moment,
        state: z.string(),
        points: z.int(),
        cents: z.int(),
        gifts: z.int(),
      }),
    ),
    mails: z.array(
      z.object({
        id: z.string(),
        template: z.string(),
        at: moment,
        state: z.string(),
        to: z.string(),
        order: z.string().nullable(),
      }),
    ),
    given: z.array(
      z.object({
        id: z.string(),
        points: z.int(),
        by: person,
        at: moment,
        reason: z.string(),
        reversed_at: moment.nullable(),
      }),
    ),
    /** Actions on this voucher that can still be undone, by the id of their audit entry. */
    undoable: z.array(z.string()),
    waiting: z.array(z.object({ id: z.string(), kind: z.string(), by: person, at: moment })),
    timeline: z.array(TimelineEntry),
    /** Whether the timeline has more entries. */
    more: z.boolean(),
    /** Points that the reader can grant without an approver. */
    points_alone: z.int(),
    /** What the holder sees now. */
    screen: z.object({
      /** The language in which the shop opens, unless the holder chose another one in the browser. */
      language: z.enum(allLanguages),
      /** The rule that prevents login; null if login is possible. */
      closed: z
        .enum(['voucherExpired', 'voucherNotYetValid', 'voucherBlocked', 'voucherUsed'])
        .nullable(),
      words: z.string(),
      points: z.int(),
      maximum: z.int(),
      cart: z.array(z.object({ name: z.string(), quantity: z.int(), points: z.int() })),
      gifts: z.array(z.object({ name: z.string(), points: z.int(), picture: z.string() })),
      gifts_total: z.int(),
    }),
  }),
  refusals: {},
})

export const revealVoucherRecipient = staffEndpoint('revealVoucherRecipient', {
  summary: 'Reveal the person behind a voucher',
  description: 'Needs a reason, which is recorded in the audit log.',
  input: z.object({ id, reason }),
  answer: Person.extend({ addresses: z.array(z.string()) }),
  refusals: {},
})

export const blockVoucher = staffEndpoint('blockVoucher', {
  summary: 'Block a voucher and end its sessions',
  input: z.object({ id, reason }),
  answer: z.object({ state }),
  refusals: { 'done-already': 409, 'no-longer-possible': 409 },
})

export const unblockVoucher = staffEndpoint('unblockVoucher', {
  summary: 'Unblock a voucher',
  input: z.object({ id, reason }),
  answer: z.object({ state }),
  refusals: { 'done-already': 409, 'no-longer-possible': 409 },
})

export const extendVoucher = staffEndpoint('extendVoucher', {
  summary: 'Change the end date of a voucher',
  description: 'In the time zone of its channel.',
  input: z.object({
    id,
    reason,
    last_day: z.iso.date(),
    /** The end date that the user saw. */
    valid_until: moment.nullable(),
  }),
  answer: z.object({ state, valid_until: moment.nullable() }),
  refusals: {
    'changed-since': 409,
    'moment-past': 409,
    'ends-too-late': 409,
    'no-longer-possible': 409,
  },
})

export const expireVoucher = staffEndpoint('expireVoucher', {
  summary: 'Expire a voucher now',
  description: 'Its remaining points expire. They are restored if the voucher is extended.',
  input: z.object({ id, reason, valid_until: moment.nullable() }),
  answer: z.object({ state, valid_until: moment.nullable() }),
  refusals: { 'changed-since': 409, 'no-longer-possible': 409 },
})

export const undoVoucherAction = staffEndpoint('undoVoucherAction', {
  summary: 'Undo a block or a changed end date within seven days',
  description: 'Refused if someone has changed it since then.',
  input: z.object({ id, line: id, reason }),
  answer: z.object({ state, valid_until: moment.nullable() }),
  refusals: { 'changed-since': 409, 'done-already': 409, 'too-late': 409 },
})

export const addVoucherNote = staffEndpoint('addVoucherNote', {
  summary: 'Add an internal note to a voucher',
  input: z.object({ id, body: z.string().trim().min(1).max(2000) }),
  answer: z.object({ id: z.string() }),
  refusals: {},
})

export const actForHolder = staffEndpoint('actForHolder', {
  summary: 'Open the shop on behalf of a voucher holder for half an hour',
  description:
    'The session is logged under your name and the voucher holder is notified. The returned address works once, within a minute.',
  input: z.object({ id, reason }),
  answer: z.object({
    address: z.string(),
    ends_at: moment,
    /** Whether the holder has a known email address and is notified. */
    told: z.boolean(),
  }),
  refusals: { 'voucher-closed': 409, 'being-made': 409, 'waits-for-second': 409 },
})

export const replaceCode = staffEndpoint('replaceCode', {
  summary: 'Replace the code of a voucher',
  description: 'The new code is shown once. The old code is void and its sessions end.',
  input: z.object({
    id,
    reason,
    /** The last three characters of the code that the user saw. */
    last3: z.string().max(3).optional(),
  }),
  answer: z.object({ code: z.string() }),
  refusals: {
    'changed-since': 409,
    'no-code-yet': 409,
    'no-longer-possible': 409,
    'codes-limit': 409,
  },
})
