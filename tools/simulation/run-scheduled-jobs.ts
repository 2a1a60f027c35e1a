import { deleteExpiredData } from '#server/modules/privacy/clean-up.ts'
import { creditDueWithdrawals } from '#server/modules/refunds/credit-withdrawals.timer.ts'
import { expireVouchers } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import { sendGiftMails } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import { sendReminders } from '#server/modules/vouchers/invitations/send-reminders.timer.ts'
import { resumeLostJobs } from '#server/modules/tasks/background-jobs/background-job.jobs.ts'
import { createMonths } from '#server/platform/db/create-month-partitions.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { updateWatchedTasks } from '#server/modules/tasks/watched-situations.sql.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { settleReplacements } from '#server/modules/orders/replacements/replacement.timer.ts'
import { handOutItems } from '#server/modules/fulfilment/digital/digital-items.timer.ts'
import { deliverDueLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import type { SCHEDULED_JOBS } from '#server/app/scheduled-jobs.ts'
import { remindSuppliers } from '#server/modules/fulfilment/suppliers/purchase-orders.timer.ts'

/** More runs than a backlog can need. The rest waits for the next time. */
const MAX_RUNS = 60

/** Runs once and returns how much it did. */
type SimulatedJob = (shop: Shop) => Promise<number>
type JobResult = { giftMails: number }

/** How to run each entry of `scheduled-jobs.ts`. Null: not in a simulation, or not in the loop until all is idle. */
export const SIMULATED_JOBS: Readonly<Record<keyof typeof SCHEDULED_JOBS, SimulatedJob | null>> = {
  payments: pollDuePayments,
  warehouse: readWarehouseFeed,
  deliveredLines: deliverDueLines,
  digitalItems: handOutItems,
  replacements: settleReplacements,
  purchaseOrders: remindSuppliers,
  backgroundJobs: resumeLostJobs,
  withdrawals: creditDueWithdrawals,
  reminders: async (shop) => sendReminders(shop).then(() => 0),
  expiry: async (shop) => expireVouchers(shop).then(() => 0),
  invitations: sendGiftMails,
  // Once, at the end.
  tasks: null,
  cleanUp: null,
  // A simulation sends no webhooks, and its files are deleted with it.
  webhooks: null,
  tableRewrites: null,
}

/** Runs the shop's background work once. A failure is retried in the next run, as in production. */
export async function runScheduledJobs(shop: Shop): Promise<JobResult> {
  let giftMails = 0
  const runUntilAllIdle = async () => {
    for (const [name, job] of Object.entries(SIMULATED_JOBS)) {
      const count = job ? await runUntilIdle(shop, job) : 0
      if (name === 'invitations') giftMails += count
    }
  }
  await shop.changeEvents.poll()
  await createMonths(shop.sql, shop.ports.clock.now())
  await startNightlyCheck(shop)
  await runUntilAllIdle()
  await shop.jobs.drain({ includeScheduled: true, parallel: true })
  // Work that those jobs have caused.
  await runUntilAllIdle()
  await shop.jobs.drain({ parallel: true })
  await updateWatchedTasks(shop)
  await deleteExpiredData(shop)
  return { giftMails }
}

export const runGiftMailJobs = async (shop: Shop): Promise<JobResult> => ({
  giftMails: await runUntilIdle(shop, sendGiftMails),
})

/** Returns the number of items that were processed. */
async function runUntilIdle(shop: Shop, job: SimulatedJob): Promise<number> {
  let all = 0
  try {
    for (let runs = 0; runs < MAX_RUNS; runs += 1) {
      const count = await job(shop)
      all += count
      if (count === 0) break
    }
  } catch (error) {
    shop.log.warn({ err: error }, 'scheduled job failed; retrying at its next run')
  }
  return all
}
