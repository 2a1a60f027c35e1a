import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { lockOrder, reopenForLateEvent, saveEvent } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answerReplacement } from '#server/modules/orders/replacements/answer-replacement.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 15_000
const BATCH_SIZE = 50

type DueOffer = { id: string; number: string; until: Date; isOver: boolean }

/**
 * Sends one reminder, and refunds the points if the deadline passes without an answer. The next run continues where an
 * interrupted one stopped. Returns how many offers were due.
 */
export async function settleReplacements(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const due = await shop.sql<DueOffer[]>`
    select id, order_number as number, until, until <= ${now} as "isOver" from replacement_offer
    where outcome is null and (until <= ${now} or reminded_at is null and remind_at <= ${now})
    order by until limit ${BATCH_SIZE}`
  const reminded = new Set<string>()
  for (const offer of due) {
    if (reminded.has(offer.id)) continue
    // An offer that fails must not block the others: the nightly check reports it.
    try {
      if (offer.isOver) await answerReplacement(shop, offer.id, { spliId: null, by: 'default' })
      else {
        // One reminder for all gifts that became unavailable together.
        const sameDeadline = due.filter(
          ({ number, until, isOver }) =>
            !isOver && number === offer.number && until.getTime() === offer.until.getTime(),
        )
        const ids = sameDeadline.map(({ id }) => id)
        for (const id of ids) reminded.add(id)
        await remind(shop, offer.number, ids)
      }
    } catch (error) {
      shop.log.error({ err: error, order: offer.number }, 'replacement choice not settled')
    }
  }
  return due.length
}

async function remind(shop: Shop, number: string, ids: string[]) {
  const at = shop.ports.clock.now()
  await shop.sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (!order) return
    const reminded = await sql<{ id: string }[]>`
      update replacement_offer set reminded_at = ${at}
      where id = any(${ids}::uuid[]) and outcome is null and reminded_at is null
      returning id`
    if (reminded.count === 0) return
    await reopenForLateEvent(sql, order, 'a holder was reminded late')
    for (const { id } of reminded)
      await saveEvent(sql, { number, type: 'choice-reminded', sourceId: `reminded ${id}`, at })
    const { channelId, language, person } = order
    const subjectId = [number, ...reminded.map(({ id }) => id)].join(':')
    const mail = { subjectId, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'choose-again-reminder', ...mail })
  })
}

/** Runs again at once after a full batch. */
export const pollReplacements = (shop: Shop): RecurringJob<number> => ({
  everyMs: EVERY_MS,
  failureMessage: 'replacement offers not settled',
  run: () => settleReplacements(shop),
  more: (settled) => settled === BATCH_SIZE,
})
