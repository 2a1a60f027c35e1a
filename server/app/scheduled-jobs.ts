import { resetJobs } from '#server/modules/staff/accounts/password-reset.ts'
import { passwordJobs } from '#server/modules/staff/accounts/account-password.ts'
import { mailJobs } from '#server/modules/mail/delivery/mail.jobs.ts'
import { pollWithdrawals } from '#server/modules/refunds/credit-withdrawals.timer.ts'
import { deleteExpiredData } from '#server/modules/privacy/clean-up.ts'
import { createMonths } from '#server/platform/db/create-month-partitions.sql.ts'
import { watchTasks } from '#server/app/watch-tasks.timer.ts'
import { pollTableRewrites } from '#server/modules/privacy/rewrite-month-tables.timer.ts'
import { nightlyCheckJobs } from '#server/app/nightly-check.jobs.ts'
import { fulfilmentJobs } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { pollPurchaseOrders } from '#server/modules/fulfilment/suppliers/purchase-orders.timer.ts'
import { pollReplacements } from '#server/modules/orders/replacements/replacement.timer.ts'
import { pollDigitalItems } from '#server/modules/fulfilment/digital/digital-items.timer.ts'
import { pollDeliveredLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { pollWarehouse } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { pollInvitations } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import { pollExpiry } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import { pollReminders } from '#server/modules/vouchers/invitations/send-reminders.timer.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { releaseJobs } from '#server/modules/content/releases/release.jobs.ts'
import { retryUnreadableMail } from '#server/modules/support/incoming-mail/receive-raw-mail.ts'
import {
  pollBackgroundJobs,
  handleBackgroundJobs,
} from '#server/modules/tasks/background-jobs/background-job.jobs.ts'
import { paymentJobs } from '#server/modules/payments/payment.jobs.ts'
import { pollPayments } from '#server/modules/payments/poll-payments.timer.ts'
import { pollWebhooks } from '#server/modules/webhooks/deliver-webhooks.timer.ts'
import { eraseOldEvents } from '#server/platform/db/change-events.ts'
import { eraseOldFailures } from '#server/platform/jobs/job.sql.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

const CLEAN_UP_EVERY_MS = 10 * 60_000

/** The timers of the shop. A simulation runs the same jobs by these names: see `run-scheduled-jobs.ts`. */
export const SCHEDULED_JOBS = {
  payments: pollPayments,
  warehouse: pollWarehouse,
  deliveredLines: pollDeliveredLines,
  digitalItems: pollDigitalItems,
  replacements: pollReplacements,
  purchaseOrders: pollPurchaseOrders,
  tasks: watchTasks,
  backgroundJobs: pollBackgroundJobs,
  withdrawals: pollWithdrawals,
  invitations: pollInvitations,
  reminders: pollReminders,
  webhooks: (shop: Shop) => pollWebhooks(shop, sealedSecrets(shop.config.GIFTPOINT_PEPPER)),
  tableRewrites: pollTableRewrites,
  expiry: pollExpiry,
  cleanUp: deleteOldRows,
} satisfies Record<string, (shop: Shop) => RecurringJob>

/** Registers the handler of each queue of jobs. */
export function handleJobs(shop: Shop) {
  paymentJobs(shop)
  mailJobs(shop)
  passwordJobs(shop)
  resetJobs(shop)
  fulfilmentJobs(shop)
  releaseJobs(shop)
  handleBackgroundJobs(shop)
  shop.jobs.handle('retry-incoming-mail', ({ key }) => retryUnreadableMail(shop, key))
  nightlyCheckJobs(shop)
}

/** Starts the workers of the queues and the timers. */
export async function startJobs(shop: Shop) {
  const { sql, log, jobs, ports } = shop
  handleJobs(shop)
  await createMonths(sql, ports.clock.now()).catch((error: unknown) =>
    log.warn({ err: error }, 'creation of the next month tables failed; retrying later'),
  )
  jobs.start(Object.values(SCHEDULED_JOBS).map((recurring) => recurring(shop)))
}

/** Deletes old change events, failed jobs, sessions, login attempts and stored responses, and creates the tables of the next months. */
function deleteOldRows(shop: Shop): RecurringJob {
  const { sql, ports } = shop
  return {
    everyMs: CLEAN_UP_EVERY_MS,
    failureMessage: 'clean-up not finished',
    run: () =>
      Promise.all([
        eraseOldEvents(sql),
        eraseOldFailures(sql, ports.clock.now()),
        deleteExpiredData(shop),
        createMonths(sql, ports.clock.now()),
      ]),
  }
}
