import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { eventIcon } from '#backoffice/kit/domain-texts/order-event-icons.ts'

type ItemOf<Part extends keyof Order> = Order[Part] extends (infer Item)[] ? Item : never

export type TimelineEntry = { at: string } & (
  | { kind: 'event'; event: ItemOf<'events'> }
  | { kind: 'mail'; mail: ItemOf<'mails'> }
  | { kind: 'payment'; cents: number; provider: string }
  | { kind: 'refund'; refund: ItemOf<'refunds'> }
  | { kind: 'chargeback'; chargeback: ItemOf<'chargebacks'> }
  | { kind: 'credit'; credit: ItemOf<'credits'> }
  | { kind: 'note'; note: ItemOf<'notes'> }
)

/** The steps of one handover, in their order. They normally take minutes: an hour is a delay. */
const HANDOVER: readonly string[] = ['released', 'sent-to-warehouse', 'received']
const HANDOVER_MS = 3_600_000

/** Shows only the last step of a submission, except steps that take long, because they show a delay. */
const withoutPassedSteps = (events: Order['events']) =>
  events.filter(({ type, at }) => {
    const step = HANDOVER.indexOf(type)
    return !events.some((later) => {
      const elapsedMs = Date.parse(later.at) - Date.parse(at)
      return (
        step >= 0 &&
        HANDOVER.indexOf(later.type) > step &&
        elapsedMs >= 0 &&
        elapsedMs < HANDOVER_MS
      )
    })
  })

/** Everything that happened to an order, the newest first. */
export function timelineEntries(order: Order): TimelineEntry[] {
  const { payment, credits } = order
  const numbers = new Set(credits.map(({ number }) => number))
  const entries: TimelineEntry[] = [
    ...withoutPassedSteps(order.events)
      // A credit has an entry of its own, with its amounts.
      .filter(({ type, description }) => type !== 'credited' || !numbers.has(description))
      .map((event) => ({ kind: 'event' as const, at: event.at, event })),
    ...order.mails.map((mail) => ({ kind: 'mail' as const, at: mail.at, mail })),
    ...(payment?.paid_at
      ? [
          {
            kind: 'payment' as const,
            at: payment.paid_at,
            cents: order.cents_paid,
            provider: payment.provider,
          },
        ]
      : []),
    ...order.refunds
      .filter(({ points, at }) => points === 0 || !credits.some((credit) => credit.at === at))
      .map((refund) => ({ kind: 'refund' as const, at: refund.at, refund })),
    ...order.chargebacks.map((chargeback) => ({
      kind: 'chargeback' as const,
      at: chargeback.at,
      chargeback,
    })),
    ...credits.map((credit) => ({ kind: 'credit' as const, at: credit.at, credit })),
    ...order.notes.map((note) => ({ kind: 'note' as const, at: note.at, note })),
  ]
  // At one moment the later entry of a list is the newer one.
  return entries.toReversed().sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

export function iconOf(entry: TimelineEntry): BackofficeIconName {
  if (entry.kind === 'event') return eventIcon(entry.event.type)
  if (entry.kind === 'mail' || entry.kind === 'note') return entry.kind
  return entry.kind === 'chargeback' ? 'warning' : 'card'
}

/** Entries about something that went wrong. */
export function isProblem(entry: TimelineEntry): boolean {
  if (entry.kind === 'mail') return entry.mail.state === 'refused'
  if (entry.kind === 'refund') return entry.refund.state === 'failed'
  return iconOf(entry) === 'warning'
}
