import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { ClockTime } from '#backoffice/kit/time/DateTime.tsx'
import { longDay } from '#backoffice/kit/time/day-text.ts'
import { NoteBox } from '#backoffice/modules/orders/order/NoteBox.tsx'
import { EntryText } from '#backoffice/modules/orders/order/TimelineEntry.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { iconOf, isBad, timelineDays } from '#backoffice/modules/orders/order/order-timeline.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './OrderTimeline.module.css'

type OrderTimelineProps = { order: Order; mayWrite: boolean; mayOpen: boolean; me: string }

/** Events, emails, payments, refunds and notes in one list, below the field for a note. */
export function OrderTimeline({ order, mayWrite, mayOpen, me }: OrderTimelineProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <Card title={t('order.happened')}>
      {mayWrite ? <NoteBox number={order.number} me={me} /> : null}
      {timelineDays(order).map(({ day, entries }) => (
        <section key={day} className={css.day}>
          <h3>{longDay(language, `${day}T12:00:00Z`, 'UTC')}</h3>
          <ol>
            {entries.map((entry, at) => (
              <li
                // Two entries of one kind can share a moment.
                // oxlint-disable-next-line react/no-array-index-key
                key={`${entry.kind} ${entry.at} ${at}`}
                className={classNames(
                  css.entry,
                  entry.kind === 'note' && css.note,
                  isBad(entry) && css.bad,
                )}
              >
                <span className={css.icon}>
                  <BackofficeIcon name={iconOf(entry)} />
                </span>
                <div className={css.text}>
                  <EntryText order={order} entry={entry} mayWrite={mayWrite} mayOpen={mayOpen} />
                </div>
                <ClockTime at={entry.at} zone={order.time_zone} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Card>
  )
}
