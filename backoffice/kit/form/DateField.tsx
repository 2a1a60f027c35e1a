import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { DayPicker } from '#backoffice/kit/calendar/DayPicker.tsx'
import { type DayForm, dayText, daysLater, readDay } from '#backoffice/kit/time/day-text.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

type DateFieldProps = {
  label: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  /** '2026-12-23', with a time '2026-12-23T07:00'; '' where there is none. */
  value: string
  onValue: (value: string) => void
  withTime?: boolean
  /** The time for a day that is typed without a time. */
  usualTime?: string
  required?: boolean
  /** The field name in the call. */
  name?: string
  /** The earliest day allowed. */
  min?: string
  /** Another validation error of a valid day. */
  issue?: string | null
}

/** The longest form of a date in any language of the back office has this many characters. */
const DAY_LETTERS = 10

const STEPS: Partial<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 7,
  PageDown: -7,
}

/**
 * A date in the format of the back office's language, not the browser's. The user types it, moves it with arrow keys
 * or picks it in a calendar. It is formatted on blur. An invalid date shows an error and is not saved.
 */
export function DateField({
  value,
  onValue,
  withTime = false,
  usualTime = '00:00',
  min = '',
  issue = null,
  ...field
}: DateFieldProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const form = t(withTime ? 'date.formTime' : 'date.form')
  const { text, left, isDay, type, leave, take } = useDayText({
    value,
    onValue,
    form: { withTime, usualTime },
  })
  const input = useRef<HTMLInputElement>(null)
  const problem = !isDay
    ? t('date.wrong', { form })
    : min !== '' && value !== '' && value < min
      ? t('date.early', { day: dayText(min, language) })
      : issue
  function move(event: KeyboardEvent<HTMLInputElement>) {
    const by = STEPS[event.key]
    if (by === undefined || value === '') return
    event.preventDefault()
    take(daysLater(value, by))
  }
  function pick(day: string) {
    flushSync(() => take(withTime ? `${day}T${value.split('T')[1] ?? usualTime}` : day))
    if (!withTime) return
    // Only the time is missing now.
    input.current?.focus()
    input.current?.setSelectionRange(DAY_LETTERS + 1, -1)
  }
  return (
    <FormField
      {...field}
      placeholder={form}
      autoComplete="off"
      maxLength={40}
      issue={left ? problem : null}
      ref={(box: HTMLInputElement | null) => {
        input.current = box
        box?.setCustomValidity(problem ?? '')
      }}
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={leave}
      onKeyDown={move}
      button={
        <DayPicker
          day={value.slice(0, DAY_LETTERS)}
          first={min.slice(0, DAY_LETTERS)}
          onPick={pick}
        />
      }
    />
  )
}

/** The typed text beside the parsed day. */
function useDayText({
  value,
  onValue,
  form,
}: Pick<DateFieldProps, 'value' | 'onValue'> & { form: Omit<DayForm, 'done'> }) {
  const { language } = useBackofficeLanguage()
  const [text, setText] = useState(() => dayText(value, language))
  const [seen, setSeen] = useState({ value, language })
  const [left, setLeft] = useState(true)
  if (seen.value !== value || seen.language !== language) {
    setSeen({ value, language })
    setText(dayText(value, language))
    setLeft(true)
  }
  const changeValue = (next: string) => {
    if (next === value) return
    setSeen({ value: next, language })
    onValue(next)
  }
  function read(typed: string, done: boolean) {
    const found = readDay(typed, { ...form, done })
    if (found !== undefined) changeValue(found)
    else if (typed.trim() === '') changeValue('')
    return found
  }
  return {
    text,
    left,
    isDay: text.trim() === '' || readDay(text, { ...form, done: true }) !== undefined,
    type: (typed: string) => {
      setText(typed)
      setLeft(false)
      read(typed, false)
    },
    leave: () => {
      setLeft(true)
      const found = read(text, true)
      if (found !== undefined) setText(dayText(found, language))
    },
    take: (next: string) => {
      setText(dayText(next, language))
      setLeft(true)
      changeValue(next)
    },
  }
}
