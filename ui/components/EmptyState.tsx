import type { ReactNode } from 'react'

import css from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { hasPicture } from '#ui/lib/image-address.ts'
import { Picture } from './Image.tsx'

/** Nothing is here, or it went wrong: one sentence, one way on, on the ground that pictures stand on. */
export function EmptyState({
  icon,
  picture = '',
  role,
  children,
}: {
  icon: IconName
  /** Decoration; the icon stands in its place where there is none. */
  picture?: string | undefined
  role?: 'alert'
  children: ReactNode
}) {
  const shown = hasPicture(picture)
  return (
    <div className={css.empty} role={role} data-picture={shown || undefined}>
      <div className={css.words}>
        {shown ? null : (
          <span className={css.drawing}>
            <Icon name={icon} />
          </span>
        )}
        {children}
      </div>
      {shown ? (
        <Picture
          className={css.picture}
          file={picture}
          alt=""
          sizes="(width < 60rem) 100vw, 600px"
          ratio="auto"
        />
      ) : null}
    </div>
  )
}
