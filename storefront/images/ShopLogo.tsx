import { useState } from 'react'

import { classNames } from '#ui/lib/class-names.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'
import css from './ShopLogo.module.css'

/** The channel's logo. It is hidden if it fails to load, because a broken image is worse than none. */
export function ShopLogo({
  file,
  name,
  className,
}: {
  file: string
  name: string
  className?: string | undefined
}) {
  const [failed, setFailed] = useState('')
  if (!hasPicture(file) || failed === file) return null
  return (
    <img
      className={classNames(css.logo, className)}
      src={pictureUrl(file)}
      alt={name}
      height={40}
      onError={() => setFailed(file)}
    />
  )
}
