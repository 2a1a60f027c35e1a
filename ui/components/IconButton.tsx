import type { ButtonHTMLAttributes } from 'react'

import { classNames } from '#ui/lib/class-names.ts'
import { Icon, type IconName } from './Icon.tsx'
import css from './IconButton.module.css'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> & {
  icon: IconName
  /** The accessible name, also shown as a tooltip. */
  label: string
  filled?: boolean
}

/** A disabled button keeps the focus, because its own press may have disabled it. */
export function IconButton({
  icon,
  label,
  filled,
  className,
  disabled = false,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      aria-label={label}
      title={label}
      className={classNames(css.button, className)}
    >
      <Icon name={icon} filled={filled ?? false} />
    </button>
  )
}
