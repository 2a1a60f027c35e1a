import { type RefObject, useEffect, useRef, useState } from 'react'

import { Calendar } from '#backoffice/kit/calendar/Calendar.tsx'
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

/** Opens a calendar below its field. Escape, an outside click and Tab close it. */
export function DayPicker({ day, first, onPick }: DayPickerProps) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLSpanElement>(null)
  useClosedOutside(whole, open, setOpen)
  const close = () => {
    setOpen(false)
    whole.current?.querySelector('button')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={whole}
      className={css.whole}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape') return
        // A dialog or a panel around the field stays open.
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !whole.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
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

function useClosedOutside(
  whole: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
) {
  useEffect(() => {
    if (!open) return
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [whole, open, setOpen])
}
