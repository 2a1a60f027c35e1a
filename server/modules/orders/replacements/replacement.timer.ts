import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { lockOrder, reopenForLateEvent, saveEvent } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answerReplacement } from '#server/modules/orders/replacements/answer-replacement.ts'
import type { Recurring } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 15_000
const AT_ONCE = 50

type Due = { id: string; number: string; until: Date; over: boolean }

/**
 * Reminds once, and refunds the points if the deadline passes without an answer. Depends only on the database, so the
 * next run finds what this one left. Returns how many were due.
 */
export async function settleReplacements(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const due = await shop.sql<Due[]>`
    select id, order_number as number, until, until <= ${now} as over from replacement_offer
    where outcome is null and (until <= ${now} or reminded_at is null and remind_at <= ${now})
    order by until limit ${AT_ONCE}`
  const reminded = new Set<string>()
  for (const one of due) {
    if (reminded.has(one.id)) continue
    // An offer that fails must not block the others: the nightly check reports it.
    try {
      if (one.over) await answerReplacement(shop, one.id, { spliId: null, by: 'default' })
      else {
        // One reminder for all gifts that became unavailable together.
        const together = due.flatMap(({ id, number, until, over }) =>
          !over && number === one.number && until.getTime() === one.until.getTime() ? id : [],
        )
        for (const id of together) reminded.add(id)
        await remind(shop, one.number, together)
      }
    } catch (error) {
      shop.log.error({ err: error, order: one.number }, 'replacement choice not settled')
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
export const pollReplacements = (shop: Shop): Recurring<number> => ({
  everyMs: EVERY_MS,
  failed: 'replacement offers not settled',
  look: () => settleReplacements(shop),
  more: (settled) => settled === AT_ONCE,
})
