import { creditDueWithdrawals } from '#server/desk/credit-withdrawals.ts'
import { endVouchers } from '#server/desk/end-vouchers.ts'
import { sendGiftMails } from '#server/desk/gift-mails.ts'
import { sendReminders } from '#server/desk/reminders.ts'
import { makeMonths } from '#server/db/make-months.ts'
import type { Shop } from '#server/door/shop.ts'
import { gatherAttention } from '#server/operations/attention-watch.ts'
import { beginNightlyCheck } from '#server/operations/nightly-check.ts'
import { settleChoosings } from '#server/orders/settle-choosings.ts'
import { settleCodes } from '#server/orders/settle-codes.ts'
import { settleLines } from '#server/orders/settle-lines.ts'
import { readWarehouseFeed } from '#server/orders/warehouse-feed.ts'
import { lookAtPayments } from '#server/payments/poll-payments.ts'
import { settlePurchases } from '#server/suppliers/settle-purchases.ts'

/** More often than a backlog can need; what is left has its turn next time. */
const MOST_LOOKS = 60
const MINUTE_MS = 61_000

/**
 * What a shop does by itself in a while, once: whatever moves by a timer in `start-shop.ts` is named here, too. What fails
 * is tried at the next turn, as it would be.
 */
export async function turnWheels(shop: Shop, { later }: { later: (ms: number) => void }) {
  const wheels: (() => Promise<number>)[] = [
    async () => lookAtPayments(shop),
    async () => readWarehouseFeed(shop),
    async () => settleLines(shop),
    async () => settleCodes(shop),
    async () => settleChoosings(shop),
    async () => settlePurchases(shop),
    async () => creditDueWithdrawals(shop),
    async () => sendReminders(shop).then(() => 0),
    async () => endVouchers(shop).then(() => 0),
    // So many a minute leave, and a minute passes.
    async () => {
      const sent = await sendGiftMails(shop)
      if (sent > 0) later(MINUTE_MS)
      return sent
    },
  ]
  await shop.news.poll()
  await makeMonths(shop.sql, shop.ports.clock.now())
  await beginNightlyCheck(shop)
  for (const wheel of wheels) await untilStill(shop, wheel)
  await shop.jobs.drain({ evenLater: true })
  // What those jobs have brought about.
  for (const wheel of wheels) await untilStill(shop, wheel)
  await shop.jobs.drain()
  await gatherAttention(shop)
  await shop.sessions.forgetEnded()
}

async function untilStill({ log }: Shop, wheel: () => Promise<number>) {
  try {
    for (let looks = 0; looks < MOST_LOOKS && (await wheel()) > 0; looks += 1);
  } catch (error) {
    log.warn({ err: error }, 'a wheel did not turn; next time again')
  }
}
