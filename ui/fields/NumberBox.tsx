import { type KeyboardEvent, useEffect, useState } from 'react'

import css from './NumberBox.module.css'

type NumberBoxProps = {
  id: string
  value: number
  lowest: number
  highest: number
  /** Whether a typed number takes effect after a pause without Enter. The '2' of an unfinished '24' must not. */
  appliesAfterPause: (value: number) => boolean
  onChange: (value: number) => void
}

const PAUSE_MS = 700

/** An integer field: arrow keys change it, and typed text takes effect with Enter, on blur or after a pause. */
export function NumberBox({
  id,
  value,
  lowest,
  highest,
  appliesAfterPause,
  onChange,
}: NumberBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)

  useEffect(() => {
    const number = Number(typed || Number.NaN)
    if (number === value || !Number.isInteger(number) || !appliesAfterPause(number)) return
    const timer = setTimeout(() => onChange(number), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, appliesAfterPause, onChange])

  function finish() {
    if (typed === null) return
    setTyped(null)
    const number = Number(typed)
    if (typed.trim() !== '' && Number.isFinite(number)) change(number)
  }

  function change(number: number) {
    const next = Math.min(highest, Math.max(lowest, Math.round(number)))
    if (next !== value) onChange(next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      finish()
    } else if (step) {
      event.preventDefault()
      setTyped(null)
      change((typed === null ? value : Number(typed) || value) + step)
    }
  }

  return (
    <input
      id={id}
      type="number"
      className={css.box}
      inputMode="numeric"
      autoComplete="off"
      min={lowest}
      max={highest}
      step={1}
      disabled={lowest === highest}
      value={typed ?? value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  )
}
