import { Calendar } from '#backoffice/kit/calendar/Calendar.tsx'
import { useDisclosure } from '#backoffice/kit/dialogs/use-disclosure.ts'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Calendar.module.css'

type DayPickerProps = {
  /** '2026-12-23', or '' where no day is chosen. */
  day: string
  /** The first day that can be chosen, or ''. */
  first: string
  onPick: (day: string) => void
}

/** Opens a calendar below its field. */
export function DayPicker({ day, first, onPick }: DayPickerProps) {
  const t = useTranslate()
  const { open, setOpen, close, container } = useDisclosure<HTMLSpanElement>()
  return (
    <span {...container} className={css.container}>
      <button
        type="button"
        className={css.opener}
        aria-label={t('date.calendar')}
        title={t('date.calendar')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <BackofficeIcon name="calendar" />
      </button>
      {open ? (
        <Calendar
          day={day}
          first={first}
          onPick={(picked) => {
            close()
            onPick(picked)
          }}
        />
      ) : null}
    </span>
  )
}
