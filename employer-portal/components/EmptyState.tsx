import type { ReactNode } from 'react'

import { BackofficeIcon, type BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'

import css from './EmptyState.module.css'

/** The empty state of a page: one sentence and one link. */
export function EmptyState({
  icon,
  sentence,
  children,
}: {
  icon: BackofficeIconName
  sentence: string
  children?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <span className={css.icon}>
        <BackofficeIcon name={icon} />
      </span>
      <p>{sentence}</p>
      {children}
    </div>
  )
}
