import type { Logger } from 'pino'

import type { Holders } from '#server/account/holders.ts'
import type { SessionTickets } from '#server/account/session-tickets.ts'
import type { Sessions } from '#server/account/sessions.ts'
import type { AddressAllowance } from '#server/addresses/address-allowance.ts'
import type { Throttle } from '#server/account/throttle.ts'
import type { VoucherKeys } from '#server/account/voucher-keys.ts'
import type { ReadModels } from '#server/catalogue/read-models.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Metrics } from '#server/metrics.ts'
import type { News } from '#server/news.ts'
import type { StorageDoubt } from '#server/operations/storage-doubt.ts'
import type { ReadTurns } from '#server/read-turns.ts'
import type { StorefrontFiles } from '#server/pages/storefront-files.ts'
import type { Questions } from '#server/payments/ask-provider.ts'
import type { Ports } from '#server/ports.ts'

/** All that a handler may need, handed to it; nothing is a global. */
export type Shop = {
  config: Config
  sql: Sql
  ports: Ports
  /** The built pages; null where only the API is served, as in most tests. */
  storefront: StorefrontFiles | null
  log: Logger
  metrics: Metrics
  /** Whether the database can write. */
  storage: StorageDoubt
  news: News
  jobs: Jobs
  models: ReadModels
  sessions: Sessions
  sessionTickets: SessionTickets
  holders: Holders
  throttle: Throttle
  readTurns: ReadTurns
  addressAllowance: AddressAllowance
  voucherKeys: VoucherKeys
  questions: Questions
}
