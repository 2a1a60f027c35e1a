import { useState } from 'react'

import { FieldNotes } from './FieldFrame.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import css from './Stepper.module.css'

type StepperProps = {
  id: string
  quantity: number
  label: string
  lessLabel: string
  moreLabel: string
  /** The error text for anything but a whole number within the limits. */
  invalidText: string
  onChange: (quantity: number) => void
  max?: number
}

/**
 * A quantity from 1 upwards, by buttons, arrow keys or typing. A typed value is accepted unchanged or not at all. A
 * button at its limit stays in place, so that the focus is not lost.
 */
export function Stepper(props: StepperProps) {
  const { id, quantity, label, invalidText, onChange, max = 999 } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [isInvalid, setIsInvalid] = useState(false)
  const step = (difference: number) => {
    const next = quantity + difference
    setTyped(null)
    setIsInvalid(false)
    if (next >= 1 && next <= max) onChange(next)
  }
  function applyText(text: string) {
    const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
    const isValid = number >= 1 && number <= max
    setTyped(isValid ? null : text)
    // The box is empty while another number is typed.
    setIsInvalid(!isValid && text.trim() !== '')
    if (isValid && number !== quantity) onChange(number)
  }
  return (
    <span className={css.container}>
      <span className={css.stepper} role="group" aria-label={label}>
        <IconButton
          icon="minus"
          label={props.lessLabel}
          disabled={quantity <= 1}
          onClick={() => step(-1)}
        />
        <input
          className={css.number}
          aria-label={label}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}-issue` : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? quantity}
          onFocus={(event) => event.target.select()}
          onChange={(event) => applyText(event.target.value)}
          // An invalid value is replaced by the current one. The error stays.
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault()
              step(event.key === 'ArrowUp' ? 1 : -1)
            }
          }}
        />
        <IconButton
          icon="plus"
          label={props.moreLabel}
          disabled={quantity >= max}
          onClick={() => step(1)}
        />
      </span>
      <span role="alert">
        <FieldNotes id={id} issue={isInvalid ? invalidText : undefined} />
      </span>
    </span>
  )
}
