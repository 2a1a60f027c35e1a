import type { ReactNode } from 'react'

import css from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { hasPicture } from '#ui/lib/image-address.ts'
import { Picture } from './Image.tsx'

/** An empty or failed state: one sentence and one next step, on the background of pictures. */
export function EmptyState({
  icon,
  picture = '',
  role,
  children,
}: {
  icon: IconName
  /** Decorative. Without a picture the icon is shown. */
  picture?: string | undefined
  role?: 'alert'
  children: ReactNode
}) {
  const isPictured = hasPicture(picture)
  return (
    <div className={css.empty} role={role} data-picture={isPictured || undefined}>
      <div className={css.words}>
        {isPictured ? null : (
          <span className={css.drawing}>
            <Icon name={icon} />
          </span>
        )}
        {children}
      </div>
      {isPictured ? (
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
