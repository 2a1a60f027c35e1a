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
  const format = t(withTime ? 'date.formTime' : 'date.form')
  const { text, hasLeft, isDay, type, leave, setDay } = useDayText({
    value,
    onValue,
    form: { withTime, usualTime },
  })
  const input = useRef<HTMLInputElement>(null)
  const isTooEarly = min !== '' && value !== '' && value < min
  const dayIssue = isTooEarly ? t('date.early', { day: dayText(min, language) }) : issue
  const problem = isDay ? dayIssue : t('date.wrong', { form: format })
  function moveByKey(event: KeyboardEvent<HTMLInputElement>) {
    const days = STEPS[event.key]
    if (days === undefined || value === '') return
    event.preventDefault()
    setDay(daysLater(value, days))
  }
  function pick(day: string) {
    flushSync(() => setDay(withTime ? `${day}T${value.split('T')[1] ?? usualTime}` : day))
    if (!withTime) return
    // Only the time is missing now.
    input.current?.focus()
    input.current?.setSelectionRange(DAY_LETTERS + 1, -1)
  }
  return (
    <FormField
      {...field}
      placeholder={format}
      autoComplete="off"
      maxLength={40}
      issue={hasLeft ? problem : null}
      ref={(box: HTMLInputElement | null) => {
        input.current = box
        box?.setCustomValidity(problem ?? '')
      }}
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={leave}
      onKeyDown={moveByKey}
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
  const [last, setLast] = useState({ value, language })
  const [hasLeft, setHasLeft] = useState(true)
  if (last.value !== value || last.language !== language) {
    setLast({ value, language })
    setText(dayText(value, language))
    setHasLeft(true)
  }
  const changeValue = (next: string) => {
    if (next === value) return
    setLast({ value: next, language })
    onValue(next)
  }
  function read(typed: string, done: boolean) {
    const day = readDay(typed, { ...form, done })
    if (day !== undefined) changeValue(day)
    else if (typed.trim() === '') changeValue('')
    return day
  }
  return {
    text,
    hasLeft,
    isDay: text.trim() === '' || readDay(text, { ...form, done: true }) !== undefined,
    type: (typed: string) => {
      setText(typed)
      setHasLeft(false)
      read(typed, false)
    },
    leave: () => {
      setHasLeft(true)
      const day = read(text, true)
      if (day !== undefined) setText(dayText(day, language))
    },
    setDay: (next: string) => {
      setText(dayText(next, language))
      setHasLeft(true)
      changeValue(next)
    },
  }
}
