import { resetJobs } from '#server/accounts/password-reset.ts'
import { passwordJobs } from '#server/accounts/passwords-of-account.ts'
import { mailJobs } from '#server/mail/mail-jobs.ts'
import { followWithdrawals } from '#server/desk/credit-withdrawals.ts'
import { clearOld } from '#server/desk/clearing.ts'
import { makeMonths } from '#server/db/make-months.ts'
import { watchAttention } from '#server/operations/attention-watch.ts'
import { followForgetting } from '#server/operations/rewrite-files.ts'
import { nightlyJobs } from '#server/operations/nightly-check.ts'
import { fulfilmentJobs } from '#server/orders/fulfilment-jobs.ts'
import { followPurchases } from '#server/suppliers/settle-purchases.ts'
import { followChoosings } from '#server/orders/settle-choosings.ts'
import { followCodes } from '#server/orders/settle-codes.ts'
import { followLines } from '#server/orders/settle-lines.ts'
import { followWarehouse } from '#server/orders/warehouse-feed.ts'
import { followGiftMails } from '#server/desk/gift-mails.ts'
import { followEnds } from '#server/desk/end-vouchers.ts'
import { followReminders } from '#server/desk/reminders.ts'
import { sealedSecrets } from '#server/ground/sealed-secrets.ts'
import { releaseJobs } from '#server/desk/release-jobs.ts'
import { readMailAgain } from '#server/desk/raw-mails.ts'
import { followWork, workJobs } from '#server/desk/work-jobs.ts'
import { paymentJobs } from '#server/payments/payment-jobs.ts'
import { pollPayments } from '#server/payments/poll-payments.ts'
import { followWebhooks } from '#server/webhooks/deliver-webhooks.ts'
import { forgetOldNews } from '#server/db/news.ts'
import type { Shop } from '#server/door/shop.ts'

const TIDY_EVERY_MS = 10 * 60_000

/** What a shop does repeatedly by itself. A rehearsal calls the same by these names: see `turn-wheels.ts`. */
export const WHEELS = {
  payments: pollPayments,
  warehouse: followWarehouse,
  lines: followLines,
  codes: followCodes,
  choosings: followChoosings,
  purchases: followPurchases,
  attention: watchAttention,
  work: followWork,
  withdrawals: followWithdrawals,
  giftMails: followGiftMails,
  reminders: followReminders,
  webhooks: (shop: Shop) => followWebhooks(shop, sealedSecrets(shop.config.GIFTPOINT_PEPPER)),
  forgetting: followForgetting,
  ends: followEnds,
  tidying: tidyUp,
} satisfies Record<string, (shop: Shop) => { stop(): Promise<void> }>

/** Registers the handler of each queue of jobs. */
export function handleJobs(shop: Shop) {
  paymentJobs(shop)
  mailJobs(shop)
  passwordJobs(shop)
  resetJobs(shop)
  fulfilmentJobs(shop)
  releaseJobs(shop)
  workJobs(shop)
  shop.jobs.handle('read-mail-again', ({ key }) => readMailAgain(shop, key))
  nightlyJobs(shop)
}

/** Starts jobs, polls and clean-ups. */
export async function beginWork(shop: Shop) {
  const { sql, log, jobs, ports } = shop
  handleJobs(shop)
  const wheels = Object.values(WHEELS).map((follow) => follow(shop))
  await makeMonths(sql, ports.clock.now()).catch((error: unknown) =>
    log.warn({ err: error }, 'the next months could not be made; later again'),
  )
  await jobs.start()
  return {
    async stop() {
      await Promise.all([...wheels.map((wheel) => wheel.stop()), jobs.stop()])
    },
  }
}

/** Deletes old news, sessions, tries and stored answers, and creates the tables of the next months. */
function tidyUp(shop: Shop) {
  const { sql, ports, log } = shop
  const timer = setInterval(() => {
    Promise.all([forgetOldNews(sql), clearOld(shop), makeMonths(sql, ports.clock.now())]).catch(
      (error: unknown) => log.warn({ err: error }, 'the clean-up did not finish'),
    )
  }, TIDY_EVERY_MS)
  timer.unref()
  return { stop: async () => clearInterval(timer) }
}
