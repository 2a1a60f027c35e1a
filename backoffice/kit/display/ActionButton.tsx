import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

import { type BackofficeIconName, BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Spinner } from '#ui/components/Spinner.tsx'

import css from './ActionButton.module.css'

type ActionButtonVariant = 'main' | 'quiet' | 'plain' | 'bad'

type ActionButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ActionButtonVariant
  small?: boolean
  wide?: boolean
  icon?: BackofficeIconName
  /** The action is in progress. The button shows this and cannot be pressed again. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function ActionButton({
  variant = 'quiet',
  small = false,
  wide = false,
  icon,
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ActionButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(actionButtonClass(variant, small), wide && css.wide, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner small /> : icon ? <BackofficeIcon name={icon} /> : null}
      {children}
    </button>
  )
}

/** For links that look like a button. */
export const actionButtonClass = (variant: ActionButtonVariant = 'quiet', small = false) =>
  classNames(css.button, css[variant], small && css.small) ?? ''

/** For links that look like an icon button. */
export const actionIconButtonClass = css.square

/** An icon button. Its label is read by screen readers and shown on hover. */
export function ActionIconButton({
  icon,
  label,
  type = 'button',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: BackofficeIconName
  label: string
}) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-label={label}
      title={label}
      className={css.square}
    >
      <BackofficeIcon name={icon} />
    </button>
  )
}
