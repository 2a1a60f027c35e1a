import { CODE_STATES } from '#contract/fulfilment/digital-code-states.ts'
import {
  day,
  type FilterValue,
  hidden,
  type ListFilter,
  moment,
  number,
  matching,
  multiReference,
  multiSelect,
  reference,
  select,
  text,
} from '#contract/shared/list-filter.staff.ts'
import { BATCH_STATES } from '#contract/vouchers/batch-states.ts'
import { PARCEL_VIEWS } from '#domain/fulfilment/parcel-state.ts'
import { allLanguages } from '#domain/language.ts'
import { ORDER_STATES } from '#domain/orders/order-state.ts'
import { PARTS } from '#domain/orders/partial-state.ts'
import { WITHDRAWAL_STATES } from '#domain/refunds/withdrawal.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'
import { WEBHOOK_KINDS, WEBHOOK_TEST } from '#domain/webhooks/webhook-kinds.ts'

const CODES = /^[a-z0-9][a-z0-9-]{0,79}$/
const ID = /^\d{1,15}$/
const channel = matching(/^\d{1,10}$/)
const YES_NO = ['yes', 'no'] as const

/**
 * The filters of each list of the back office, in the order of its filter bar. The rows of a figure have others for each
 * figure: `metricRows`, `paymentRows`.
 */
export const listFilters = {
  approvals: {
    state: select(['waiting', 'decided']),
    whose: select(['to-decide', 'asked']),
    channel,
    kind: hidden(text(80)),
  },
  audit: {
    action: reference(/^.{0,80}$/),
    staff: reference(/^\d{1,18}$/),
    from: moment,
    /** A day includes all of its hours. */
    to: moment,
    channel,
    subject_kind: hidden(text(40)),
    subject_id: hidden(text(200)),
  },
  backgroundJobs: {
    state: multiSelect(['waiting', 'working', 'done', 'failed', 'cancelled']),
    kind: hidden(
      select(['audit-export', 'batch-making', 'import-take', 'retention', 'simulation']),
    ),
  },
  batches: {
    employer: reference(ID),
    campaign: reference(ID),
    channel,
    state: multiSelect(BATCH_STATES),
    /** With points left, and their last day within EXPIRING_DAYS. */
    expiring: hidden(select(['yes'])),
  },
  batchRecipients: { mail: multiSelect(['none', 'waiting', 'sent', 'bounced', 'revoked']) },
  campaigns: { employer: reference(ID), channel },
  bulkChanges: {
    kind: multiSelect(['bulk', 'merge', 'word', 'undo', 'import']),
    /** Whether the change can still be undone. */
    open: select(YES_NO),
    mine: hidden(select(['yes'])),
  },
  channelList: {
    state: multiSelect(['making', 'open', 'closed']),
    language: select(allLanguages),
    host: text(253),
  },
  contentNodes: {
    kind: multiSelect([
      'component',
      'page',
      'mails',
      'company',
      'countries',
      'navigation',
      'tiles',
    ]),
    /** Content without a text in any of these languages. */
    gap: multiSelect(allLanguages),
    /** 'own': the channel has at least one text of its own there; 'shared': it has none. */
    source: select(['own', 'shared']),
    /** Changed in a draft or a scheduled release. */
    state: select(['changed', 'as-is']),
    channel,
    /** Content whose name in the reader's language matches the search. */
    named: hidden(multiReference(/^[a-zA-Z0-9-]{1,80}$/)),
  },
  digitalStocks: { state: multiSelect(CODE_STATES) },
  employers: {},
  expiries: {
    claimed: select(YES_NO),
    from: day,
    to: day,
    batch: matching(ID),
    channel,
  },
  gifts: {
    brand: multiReference(CODES),
    tag: multiReference(CODES),
    /** A dimension, or one of its values: 'colour/red'. */
    dimension: multiReference(/^[a-z0-9][a-z0-9-]{0,79}(\/[a-z0-9][a-z0-9-]{0,79})?$/),
    /** An item of the menu, and all below it: gifts that carry one of their tags. */
    category: multiReference(CODES),
    /** Whether it is on sale: in the channel that was named, or else in any. */
    active: select(YES_NO),
    /** Where it is not on sale: what could be offered there. */
    not_in: channel,
    /** At most so many, where it is on sale. */
    points: number(100_000),
    /** Languages in which its name is missing. */
    missing: multiSelect(allLanguages),
    stock: select(['out', 'low', 'there', 'endless']),
    retired: select(['no', 'yes']),
    channel: hidden(channel),
    /** Created or changed by this import. */
    import: reference(ID),
  },
  imports: { kind: select(['gifts', 'prices', 'stock']) },
  inbox: { language: select(allLanguages), channel: hidden(channel) },
  media: {
    /**
     * Completeness of alt texts: none, only a fallback beside the image, some languages, all languages, or
     * decorative.
     */
    words: select(['none', 'beside', 'some', 'all', 'decoration']),
    used: select(YES_NO),
    kind: multiSelect(['photo', 'drawing', 'film']),
    /** Shown there: in its texts, tiles, logo or gifts. */
    channel: reference(channel.pattern),
  },
  parcels: { state: multiSelect(PARCEL_VIEWS), channel },
  releases: {
    state: multiSelect(['draft', 'scheduled', 'stopped', 'live', 'ended', 'archived']),
    channel,
  },
  erasureRuns: { channel },
  simulations: { channel: hidden(channel) },
  staff: {
    role: multiSelect(ROLES),
    /** Staff with access to the channel, including all owners. */
    channel,
    state: select(['here', 'left']),
  },
  staffOrders: {
    /** The order's state, or the state of a part that is ahead. */
    state: multiSelect([...ORDER_STATES, ...PARTS]),
    tag: text(40),
    from: moment,
    to: moment,
    channel,
  },
  staffTokens: { state: select(['active', 'ended']) },
  stock: {
    state: multiSelect(['out', 'at-risk', 'low', 'fine']),
    /** Sells out within this time at its present pace. */
    ends: select(['week']),
    differs: select(['yes']),
  },
  suppliers: {},
  tasks: {
    kind: multiSelect(ALL_TASK_KINDS),
    owner: select(['me', 'nobody', 'assigned']),
    state: select(['closed', 'open']),
    channel: hidden(channel),
  },
  vouchers: {
    /** spent: active, without points. */
    state: multiSelect(['open', 'spent', 'blocked', 'not-yet', 'ended', 'erased']),
    channel,
    batch: matching(ID),
  },
  webhookDeliveries: {
    state: multiSelect(['waiting', 'delivered', 'given-up']),
    kind: multiSelect([...WEBHOOK_KINDS, WEBHOOK_TEST] as const),
  },
  webhooks: {},
  withdrawals: { state: multiSelect(WITHDRAWAL_STATES), channel },
} as const satisfies Record<string, Record<string, ListFilter>>

export type ListName = keyof typeof listFilters
export type FiltersOf<List extends ListName> = (typeof listFilters)[List]
/** The filters of a list as its call gets them. */
export type AskedFilters<List extends ListName> = {
  [Key in keyof FiltersOf<List>]?: FilterValue<FiltersOf<List>[Key]> | undefined
}
