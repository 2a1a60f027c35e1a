import type { Logger } from 'pino'

import type { Holders } from '#server/modules/sessions/holders.ts'
import type { SessionTickets } from '#server/modules/sessions/session-transfer-tokens.ts'
import type { Sessions } from '#server/modules/sessions/sessions.ts'
import type { SharedViews } from '#server/modules/sessions/cache-audiences.ts'
import type { AddressRateLimit } from '#server/http/address-rate-limit.ts'
import type { Throttle } from '#server/modules/sessions/throttling/throttle.ts'
import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { ReadModels } from '#server/modules/catalog/read-model/read-models.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/job-queue.ts'
import type { Memory } from '#server/platform/cache/memory-cache.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import type { HealthProbe } from '#server/platform/db/health-probe.ts'
import type { ReadOnlyWatch } from '#server/platform/db/read-only-watch.ts'
import type { ReadSlots } from '#server/http/read-concurrency.ts'
import type { Previews } from '#server/http/endpoint/preview-holder.ts'
import type { BackofficeFiles } from '#server/http/backoffice-files.ts'
import type { StorefrontFiles } from '#server/http/storefront-files.ts'
import type { Payment } from '#server/modules/payments/payment.sql.ts'
import type { Ports } from '#server/platform/services/service-ports.ts'

/** The dependencies of handlers. There are no globals. */
export type Shop = {
  config: Config
  sql: Sql
  ports: Ports
  /** The built pages; null if only the API is served, as in most tests. */
  storefront: StorefrontFiles | null
  /** Reads the built pages of the back office. */
  backoffice: (() => Promise<BackofficeFiles>) | null
  log: Logger
  metrics: Metrics
  /** The memory budget of all caches. */
  memory: Memory
  /** Whether the database can write. */
  storage: ReadOnlyWatch
  /** Whether the database answers at all. */
  healthProbe: HealthProbe
  changeEvents: ChangeEvents
  jobs: Jobs
  models: ReadModels
  sessions: Sessions
  sessionTickets: SessionTickets
  holders: Holders
  throttle: Throttle
  readSlots: ReadSlots
  /** Signs views, which let caches serve a response to all recipients who see the same. */
  views: SharedViews
  addressRateLimit: AddressRateLimit
  voucherKeys: VoucherKeys
  /** Previews opened from the back office. */
  previews: Previews
  /** Running requests of this process to the payment provider, by the payment's key. */
  pendingPolls: Map<string, Promise<Payment | undefined>>
}
