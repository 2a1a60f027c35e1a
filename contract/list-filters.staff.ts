import { CODE_STATES } from '#contract/fulfilment/digital-code-states.ts'
import {
  day,
  type FilterValue,
  hidden,
  type ListFilter,
  moment,
  number,
  one,
  oneOf,
  some,
  someOf,
  text,
  words,
} from '#contract/shared/list-filter.staff.ts'
import { BATCH_STATES } from '#contract/vouchers/batch-states.ts'
import { PARCEL_STATES } from '#domain/fulfilment/parcel-state.ts'
import { allLanguages } from '#domain/language.ts'
import { ORDER_STATES } from '#domain/orders/order-state.ts'
import { PARTS } from '#domain/orders/partial-state.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'
import { WEBHOOK_KINDS, WEBHOOK_TEST } from '#domain/webhooks/webhook-kinds.ts'

const CODES = /^[a-z0-9][a-z0-9-]{0,79}$/
const ID = /^\d{1,15}$/
const channel = text(/^\d{1,10}$/)
const YES_NO = ['yes', 'no'] as const

/**
 * The filters of each list of the back office, in the order of its filter bar. The rows of a figure have others for each
 * figure: `metricRows`, `paymentRows`.
 */
export const listFilters = {
  approvals: {
    state: one(['waiting', 'decided']),
    whose: one(['to-decide', 'asked']),
    channel,
    kind: hidden(words(80)),
  },
  audit: {
    action: oneOf(/^.{0,80}$/),
    staff: oneOf(/^\d{1,18}$/),
    from: moment,
    /** A day is meant whole, a moment is not. */
    to: moment,
    channel,
    subject_kind: hidden(words(40)),
    subject_id: hidden(words(200)),
  },
  backgroundJobs: {
    state: some(['waiting', 'working', 'done', 'failed', 'cancelled']),
    kind: hidden(one(['audit-export', 'batch-making', 'import-take', 'retention', 'simulation'])),
  },
  batches: {
    employer: oneOf(ID),
    campaign: oneOf(ID),
    channel,
    state: some(BATCH_STATES),
    /** With points left, and their last day within EXPIRING_DAYS. */
    expiring: hidden(one(['yes'])),
  },
  batchRecipients: { mail: some(['none', 'waiting', 'sent', 'bounced', 'revoked']) },
  campaigns: { employer: oneOf(ID), channel },
  bulkChanges: {
    kind: some(['bulk', 'merge', 'word', 'undo', 'import']),
    /** Whether the change can still be undone. */
    open: one(YES_NO),
    mine: hidden(one(['yes'])),
  },
  channelList: {
    state: some(['making', 'open', 'closed']),
    language: one(allLanguages),
    host: words(253),
  },
  contentNodes: {
    kind: some(['component', 'page', 'mails', 'company', 'countries', 'navigation', 'tiles']),
    /** Content without a text in any of these languages. */
    gap: some(allLanguages),
    /** 'own': the channel has at least one text of its own there; 'shared': it has none. */
    source: one(['own', 'shared']),
    /** Changed in a draft or a scheduled release. */
    state: one(['changed', 'as-is']),
    channel,
    /** Content whose name in the reader's language matches the search. */
    named: hidden(someOf(/^[a-zA-Z0-9-]{1,80}$/)),
  },
  digitalStocks: { state: some(CODE_STATES) },
  employers: {},
  expiries: {
    claimed: one(YES_NO),
    from: day,
    to: day,
    batch: text(ID),
    channel,
  },
  gifts: {
    brand: someOf(CODES),
    tag: someOf(CODES),
    /** A dimension, or one of its values: 'colour/red'. */
    dimension: someOf(/^[a-z0-9][a-z0-9-]{0,79}(\/[a-z0-9][a-z0-9-]{0,79})?$/),
    /** An item of the menu, and all below it: gifts that carry one of their tags. */
    category: someOf(CODES),
    /** Whether it is on sale: in the channel that was named, or else in any. */
    active: one(YES_NO),
    /** Where it is not on sale: what could be offered there. */
    not_in: channel,
    /** At most so many, where it is on sale. */
    points: number(100_000),
    /** Languages in which its name is missing. */
    missing: some(allLanguages),
    stock: one(['out', 'low', 'there', 'endless']),
    retired: one(['no', 'yes']),
    channel: hidden(channel),
    /** Created or changed by this import. */
    import: oneOf(ID),
  },
  imports: { kind: one(['gifts', 'prices', 'stock']) },
  inbox: { language: one(allLanguages), channel: hidden(channel) },
  media: {
    /**
     * Completeness of alt texts: none, only a fallback beside the image, some languages, all languages, or
     * decorative.
     */
    words: one(['none', 'beside', 'some', 'all', 'decoration']),
    used: one(YES_NO),
    kind: some(['photo', 'drawing', 'film']),
    /** Shown there: in its texts, tiles, logo or gifts. */
    channel: oneOf(channel.form),
  },
  parcels: { state: some(PARCEL_STATES), channel },
  releases: {
    state: some(['draft', 'scheduled', 'stopped', 'live', 'ended', 'archived']),
    channel,
  },
  erasureRuns: { channel },
  simulations: { channel: hidden(channel) },
  staff: {
    role: some(ROLES),
    /** Staff with access to the channel, including all owners. */
    channel,
    state: one(['here', 'left']),
  },
  staffOrders: {
    /** The order's state, or the state of a part that is ahead. */
    state: some([...ORDER_STATES, ...PARTS]),
    tag: words(40),
    /** A recipient announced a return. */
    returned: hidden(one(['yes'])),
    from: moment,
    to: moment,
    channel,
  },
  staffTokens: { state: one(['active', 'ended']) },
  stock: {
    state: some(['out', 'at-risk', 'low', 'fine']),
    /** Sells out within this time at its present pace. */
    ends: one(['week']),
    differs: one(['yes']),
  },
  suppliers: {},
  tasks: {
    kind: some(ALL_TASK_KINDS),
    owner: one(['me', 'nobody', 'assigned']),
    state: one(['closed', 'open']),
    channel: hidden(channel),
  },
  vouchers: {
    /** spent: active, without points. */
    state: some(['open', 'spent', 'blocked', 'not-yet', 'ended', 'erased']),
    channel,
    batch: text(ID),
  },
  webhookDeliveries: {
    state: some(['waiting', 'delivered', 'given-up']),
    kind: some([...WEBHOOK_KINDS, WEBHOOK_TEST] as const),
  },
  webhooks: {},
} as const satisfies Record<string, Record<string, ListFilter>>

export type ListName = keyof typeof listFilters
export type FiltersOf<List extends ListName> = (typeof listFilters)[List]
/** The filters of a list as its call gets them. */
export type AskedFilters<List extends ListName> = {
  [Key in keyof FiltersOf<List>]?: FilterValue<FiltersOf<List>[Key]> | undefined
}
