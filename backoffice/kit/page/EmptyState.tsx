import type { ReactNode } from 'react'

import { EmptyPicture, type EmptyPictureName } from '#backoffice/kit/display/EmptyPicture.tsx'

import css from './EmptyState.module.css'

type EmptyStateProps = {
  picture: EmptyPictureName
  /** One sentence. */
  children: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** Read aloud when it appears. */
  announced?: boolean
}

/** For a page without content: a picture, a sentence, and the next step. */
export function EmptyState({ picture, children, action, announced = false }: EmptyStateProps) {
  return (
    <div className={css.empty} data-empty role={announced ? 'status' : undefined}>
      <EmptyPicture name={picture} />
      {typeof children === 'string' ? <p>{children}</p> : children}
      {action}
    </div>
  )
}
