import { IconButton } from './IconButton.tsx'
import css from './Stepper.module.css'

type StepperProps = {
  quantity: number
  label: string
  lessLabel: string
  moreLabel: string
  onChange: (quantity: number) => void
  most?: number
}

/** A quantity from 1 upwards: by buttons, arrow keys or typing. */
export function Stepper({
  quantity,
  label,
  lessLabel,
  moreLabel,
  onChange,
  most = 999,
}: StepperProps) {
  const set = (value: number) => {
    if (Number.isInteger(value)) onChange(Math.min(most, Math.max(1, value)))
  }
  return (
    <span className={css.stepper} role="group" aria-label={label}>
      <IconButton
        icon="minus"
        label={lessLabel}
        disabled={quantity <= 1}
        onClick={() => set(quantity - 1)}
      />
      <input
        className={css.number}
        aria-label={label}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        value={quantity}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const typed = event.target.value.replace(/\D/g, '')
          if (typed !== '') set(Number(typed))
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            event.preventDefault()
            set(quantity + (event.key === 'ArrowUp' ? 1 : -1))
          }
        }}
      />
      <IconButton
        icon="plus"
        label={moreLabel}
        disabled={quantity >= most}
        onClick={() => set(quantity + 1)}
      />
    </span>
  )
}
