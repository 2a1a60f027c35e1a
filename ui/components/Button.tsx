import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

import css from './Button.module.css'
import { classNames } from '#ui/lib/class-names.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'main' | 'quiet' | 'plain'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant
  wide?: boolean
  /** While its action runs, it stays in place, shows that, and ignores presses. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function Button({
  variant = 'main',
  wide = false,
  busy = false,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(buttonClass(variant, wide), className)}
      disabled={disabled}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner small /> : null}
      {children}
    </button>
  )
}

/** For links that look like a button. */
export function buttonClass(variant: ButtonVariant = 'main', wide = false): string {
  return classNames(css.button, css[variant], wide && css.wide) ?? ''
}
