import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { announceReturn, type PlayedOrder, type PlayContext } from '#tools/demo-making/aftermath.ts'
import { DAY_MS, momentOf } from '#tools/demo-making/history-plan.ts'

/**
 * Days before the end on which a recipient announces a return whose gifts have not come back. The money is due 14 days
 * later: the first is overdue, the next two are due soon, the rest can wait.
 */
const ANNOUNCED_AGO = [17, 13, 11, 5, 3, 2]
/** A return is announced within 14 days of the delivery. */
const DELIVERED_DAYS = 8

/** Plans the returns that wait for their gifts. */
export function planLateReturns(settings: PlayContext, orders: ReadonlyMap<string, PlayedOrder>) {
  const { plan, schedule } = settings
  const chosen = new Set<string>()
  for (const ago of ANNOUNCED_AGO)
    schedule({
      at: momentOf(addDays(plan.anchor, -ago), '20:15'),
      run: () => announceOne(settings, orders, chosen),
    })
}

async function announceOne(
  settings: PlayContext,
  orders: ReadonlyMap<string, PlayedOrder>,
  chosen: Set<string>,
) {
  const { now } = settings.played.time
  for (const ordered of orders.values()) {
    const { guest, number, delivered } = ordered
    const isFree = guest.withdrawsAfter === null && !guest.isCredited && !chosen.has(number)
    if (!isFree || delivered === undefined || delivered < now - DELIVERED_DAYS * DAY_MS) continue
    if (!(await announceReturn(settings, ordered))) continue
    chosen.add(number)
    return
  }
  throw new Error(`no return announced on ${dayAt(now, DEFAULT_ZONE)}`)
}
