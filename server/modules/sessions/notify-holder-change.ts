import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import type { Holders } from '#server/modules/sessions/holders.ts'

/**
 * Called after the commit of a change that called `notifyLater`: this process reads the holder again at once, the
 * others within a moment. In a transaction that stores an idempotent response it runs slightly too early; the next
 * poll of change events corrects that.
 */
export function notifyHolderChange(
  {
    holders,
    changeEvents,
  }: { holders: Pick<Holders, 'erase'>; changeEvents: Pick<ChangeEvents, 'announce'> },
  voucherId: number,
) {
  holders.erase(voucherId)
  changeEvents.announce()
}
