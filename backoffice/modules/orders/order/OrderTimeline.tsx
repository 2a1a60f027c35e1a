import { Timeline } from '#backoffice/kit/display/Timeline.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { NoteBox } from '#backoffice/modules/orders/order/NoteBox.tsx'
import { TimelineEntryText } from '#backoffice/modules/orders/order/TimelineEntryText.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import {
  iconOf,
  isProblem,
  timelineEntries,
} from '#backoffice/modules/orders/order/order-timeline.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

type OrderTimelineProps = { order: Order; mayWrite: boolean; mayOpenPurchases: boolean; me: string }

/** Events, emails, payments, refunds and notes in one list, below the field for a note. */
export function OrderTimeline({ order, mayWrite, mayOpenPurchases, me }: OrderTimelineProps) {
  const t = useTranslate()
  return (
    <Card title={t('order.happened')}>
      {mayWrite ? <NoteBox number={order.number} me={me} /> : null}
      <Timeline
        entries={timelineEntries(order)}
        zone={order.time_zone}
        renderRow={(entry) => ({
          icon: iconOf(entry),
          tone: isProblem(entry) ? 'bad' : entry.kind === 'note' ? 'note' : undefined,
          text: (
            <TimelineEntryText
              order={order}
              entry={entry}
              mayWrite={mayWrite}
              mayOpenPurchases={mayOpenPurchases}
            />
          ),
        })}
      />
    </Card>
  )
}
