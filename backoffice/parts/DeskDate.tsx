import { type KeyboardEvent, type ReactNode, useState } from 'react'

import { dayText, daysOn, readDay } from '#backoffice/parts/day-text.ts'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'

type DeskDateProps = {
  label: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  /** '2026-12-23', with a time '2026-12-23T07:00'; '' where there is none. */
  value: string
  onValue: (value: string) => void
  withTime?: boolean
  required?: boolean
  /** As the call names it. */
  name?: string
  /** The first day that may be said. */
  min?: string
  /** What else is wrong with a day that is one. */
  issue?: string | null
}

const STEPS: Partial<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 7,
  PageDown: -7,
}

/**
 * A day as the desk's language writes it, whatever the browser's is: typed freely, put into form when one leaves it,
 * moved by arrows. What is no day is said to be none, and nothing is saved until it is one.
 */
export function DeskDate({
  value,
  onValue,
  withTime = false,
  min,
  issue = null,
  ...field
}: DeskDateProps) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const [text, setText] = useState(() => dayText(value, language))
  const [seen, setSeen] = useState({ value, language })
  const [left, setLeft] = useState(true)
  if (seen.value !== value || seen.language !== language) {
    setSeen({ value, language })
    setText(dayText(value, language))
    setLeft(true)
  }
  const tell = (next: string) => {
    if (next === value) return
    setSeen({ value: next, language })
    onValue(next)
  }
  function read(typed: string, done: boolean) {
    const found = readDay(typed, { withTime, done })
    if (found !== undefined) tell(found)
    else if (typed.trim() === '') tell('')
    return found
  }
  const form = say(withTime ? 'date.formTime' : 'date.form')
  const isDay = text.trim() === '' || readDay(text, { withTime, done: true }) !== undefined
  const problem = !isDay
    ? say('date.wrong', { form })
    : min !== undefined && min !== '' && value !== '' && value < min
      ? say('date.early', { day: dayText(min, language) })
      : issue
  function move(event: KeyboardEvent<HTMLInputElement>) {
    const by = STEPS[event.key]
    if (by === undefined || value === '') return
    event.preventDefault()
    const next = daysOn(value, by)
    setText(dayText(next, language))
    tell(next)
  }
  return (
    <DeskField
      {...field}
      placeholder={form}
      autoComplete="off"
      maxLength={40}
      issue={left ? problem : null}
      ref={(input: HTMLInputElement | null) => input?.setCustomValidity(problem ?? '')}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        setLeft(false)
        read(target.value, false)
      }}
      onBlur={() => {
        setLeft(true)
        const found = read(text, true)
        if (found !== undefined) setText(dayText(found, language))
      }}
      onKeyDown={move}
    />
  )
}
