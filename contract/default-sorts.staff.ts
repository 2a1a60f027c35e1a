import type { InboxFolder } from '#domain/support/inbox-folders.ts'

/** The order of each list of the back office where its address names none, for its call and for its page. */
export const defaultSorts = {
  approvals: '-asked_at',
  audit: '-at',
  backgroundJobs: '-made_at',
  batchRecipients: 'department',
  batches: '-made_at',
  bulkChanges: '-at',
  campaigns: '-closes',
  channelList: 'id',
  contentNodes: 'place',
  digitalStocks: 'risk',
  employers: 'name',
  erasureRuns: '-made_at',
  expiries: '-at',
  gifts: 'name',
  imports: '-at',
  media: '-added',
  metricRows: '-at',
  parcels: '-sent_at',
  paymentRows: '-at',
  releases: '-made',
  simulations: '-made_at',
  staff: 'name',
  staffOrders: '-placed_at',
  staffTokens: '-made_at',
  stock: 'risk',
  suppliers: 'name',
  tasks: 'due_day',
  vouchers: '-id',
  webhookDeliveries: '-at',
  webhooks: 'name',
  withdrawals: 'due',
} as const

/** The thread that has waited longest, or the newest where nothing waits. */
export const inboxSort = (folder: InboxFolder) =>
  folder === 'done' || folder === 'all' ? '-since' : 'since'
