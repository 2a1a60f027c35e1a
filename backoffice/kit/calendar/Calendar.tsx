import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { addMonths, weekdayIndex, weeksOf } from '#backoffice/kit/calendar/month-days.ts'
import { usePositionBelow } from '#backoffice/kit/calendar/use-position-below.ts'
import { daysLater } from '#backoffice/kit/time/day-text.ts'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Calendar.module.css'

/** The target day of each key, as in the date picker of the ARIA Authoring Practices. */
const TARGET_DAYS: Partial<Record<string, (day: string, shift: boolean) => string>> = {
  ArrowLeft: (day) => daysLater(day, -1),
  ArrowRight: (day) => daysLater(day, 1),
  ArrowUp: (day) => daysLater(day, -7),
  ArrowDown: (day) => daysLater(day, 7),
  Home: (day) => daysLater(day, -weekdayIndex(day)),
  End: (day) => daysLater(day, 6 - weekdayIndex(day)),
  PageUp: (day, shift) => addMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => addMonths(day, shift ? 12 : 1),
}

type CalendarProps = { day: string; first: string; onPick: (day: string) => void }

export function Calendar({ day, first, onPick }: CalendarProps) {
  const t = useTranslate()
  const [now] = useState(() => Date.now())
  const today = dayAt(now, useTimeZone())
  const [focusedDay, setFocusedDay] = useState(day || (first > today ? first : today))
  const panel = usePositionBelow()
  const monthId = useId()
  const shouldFocus = useRef(true)
  useEffect(() => {
    // The arrow keys move the focus to another day. The buttons for another month keep it.
    if (shouldFocus.current) panel.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
  }, [focusedDay, panel])
  const show = (next: string, focus: boolean) => {
    shouldFocus.current = focus
    setFocusedDay(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = TARGET_DAYS[event.key]?.(focusedDay, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    show(next, true)
  }
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label={t('date.pick')}
      className={css.panel}
    >
      <div className={css.head}>
        <ActionIconButton
          icon="previous"
          label={t('date.previousMonth')}
          onClick={() => show(addMonths(focusedDay, -1), false)}
        />
        <Month id={monthId} day={focusedDay} />
        <ActionIconButton
          icon="next"
          label={t('date.nextMonth')}
          onClick={() => show(addMonths(focusedDay, 1), false)}
        />
      </div>
      <Days {...{ focusedDay, day, first, today, monthId, onKeyDown, onPick }} />
      <ActionButton small variant="plain" disabled={today < first} onClick={() => onPick(today)}>
        {t('today')}
      </ActionButton>
    </div>
  )
}

function Month({ id, day }: { id: string; day: string }) {
  const { language } = useBackofficeLanguage()
  const format = new Intl.DateTimeFormat(tagOf(language), {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  })
  return (
    <span id={id} className={css.month} aria-live="polite">
      {format.format(new Date(`${day}T12:00:00Z`))}
    </span>
  )
}

type DaysProps = CalendarProps & {
  /** The day from which keys move. */
  focusedDay: string
  today: string
  /** The id of the element that names the month. */
  monthId: string
  onKeyDown: (event: KeyboardEvent) => void
}

function Days({ focusedDay, day: chosen, first, today, monthId, onKeyDown, onPick }: DaysProps) {
  const { language } = useBackofficeLanguage()
  const month = focusedDay.slice(0, 7)
  const weeks = weeksOf(month)
  const formatDate = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString(tagOf(language), {
      timeZone: 'UTC',
      ...options,
    })
  return (
    // Its days are selected with arrow keys, so it is a grid and not a table.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table role="grid" aria-labelledby={monthId} className={css.days} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col" abbr={formatDate(day, { weekday: 'long' })}>
              {formatDate(day, { weekday: 'short' }).slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} aria-selected={day === chosen}>
                <button
                  type="button"
                  className={classNames(css.day, day.slice(0, 7) !== month && css.otherMonth)}
                  tabIndex={day === focusedDay ? 0 : -1}
                  aria-label={formatDate(day, { dateStyle: 'full' })}
                  aria-current={day === today ? 'date' : undefined}
                  aria-disabled={day < first || undefined}
                  onClick={() => {
                    if (day >= first) onPick(day)
                  }}
                >
                  {Number(day.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
