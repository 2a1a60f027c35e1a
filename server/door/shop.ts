import type { Logger } from 'pino'

import type { Holders } from '#server/holders/holders.ts'
import type { SessionTickets } from '#server/holders/session-tickets.ts'
import type { Sessions } from '#server/holders/sessions.ts'
import type { SharedViews } from '#server/holders/shared-views.ts'
import type { AddressAllowance } from '#server/holders/address-allowance.ts'
import type { Throttle } from '#server/holders/throttle.ts'
import type { VoucherKeys } from '#server/ground/voucher-keys.ts'
import type { ReadModels } from '#server/models/read-models.ts'
import type { Config } from '#server/ground/config.ts'
import type { Sql } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import type { Memory } from '#server/ground/memory.ts'
import type { Metrics } from '#server/ground/metrics.ts'
import type { News } from '#server/db/news.ts'
import type { Pulse } from '#server/db/pulse.ts'
import type { StorageDoubt } from '#server/db/storage-doubt.ts'
import type { ReadTurns } from '#server/holders/read-turns.ts'
import type { Previews } from '#server/door/preview-holder.ts'
import type { BackofficeFiles } from '#server/door/backoffice-files.ts'
import type { StorefrontFiles } from '#server/door/storefront-files.ts'
import type { Payment } from '#server/books/payment-queries.ts'
import type { Ports } from '#server/ground/ports.ts'

/** All that a handler may need, handed to it; nothing is a global. */
export type Shop = {
  config: Config
  sql: Sql
  ports: Ports
  /** The built pages; null where only the API is served, as in most tests. */
  storefront: StorefrontFiles | null
  /** Reads the built pages of the back office. */
  backoffice: (() => Promise<BackofficeFiles>) | null
  log: Logger
  metrics: Metrics
  /** All that is remembered in order to be quick. */
  memory: Memory
  /** Whether the database can write. */
  storage: StorageDoubt
  /** Whether it answers at all. */
  pulse: Pulse
  news: News
  jobs: Jobs
  models: ReadModels
  sessions: Sessions
  sessionTickets: SessionTickets
  holders: Holders
  throttle: Throttle
  readTurns: ReadTurns
  /** What a cache may answer holders by who see the same. */
  views: SharedViews
  addressAllowance: AddressAllowance
  voucherKeys: VoucherKeys
  /** Who looks at the shop from the desk. */
  previews: Previews
  /** What this process is asking the payment provider at the moment, by the payment's key. */
  questions: Map<string, Promise<Payment | undefined>>
}
