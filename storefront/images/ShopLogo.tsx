import { useState } from 'react'

import { classNames } from '#ui/lib/class-names.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'
import css from './ShopLogo.module.css'

/** The channel's logo; hidden when it does not come, because a broken picture is worse than none. */
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
