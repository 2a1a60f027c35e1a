import type { ReactNode } from 'react'

import { type BackofficeIconName, BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { byDay } from '#backoffice/kit/display/timeline-days.ts'
import { ClockTime } from '#backoffice/kit/time/DateTime.tsx'
import { longDay } from '#backoffice/kit/time/day-text.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Timeline.module.css'

type Row = { icon: BackofficeIconName; tone?: 'bad' | 'note' | undefined; text: ReactNode }

type TimelineProps<Entry> = {
  entries: readonly Entry[]
  zone: string
  renderRow: (entry: Entry) => Row
}

/** Entries in their order, grouped by days of the time zone. */
export function Timeline<Entry extends { at: string; kind: string }>({
  entries,
  zone,
  renderRow,
}: TimelineProps<Entry>) {
  const { language } = useBackofficeLanguage()
  return byDay(entries, zone).map(({ day, entries: dayEntries }) => (
    <section key={day} className={css.day}>
      <h3>{longDay(language, `${day}T12:00:00Z`, 'UTC')}</h3>
      <ol>
        {dayEntries.map((entry, index) => {
          const { icon, tone, text } = renderRow(entry)
          return (
            <li
              // Two entries of one kind can share a moment.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${entry.kind} ${entry.at} ${index}`}
              className={classNames(css.entry, tone && css[tone])}
            >
              <span className={css.icon}>
                <BackofficeIcon name={icon} />
              </span>
              <div className={css.text}>{text}</div>
              <ClockTime at={entry.at} zone={zone} />
            </li>
          )
        })}
      </ol>
    </section>
  ))
}
