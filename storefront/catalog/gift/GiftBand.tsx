import type { ReactNode } from 'react'

import { hasPicture } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './GiftBand.module.css'

/** A low banner above a gift: the breadcrumb, and the image of the list in which the gift was found. */
export function GiftBand({ file, children }: { file: string; children: ReactNode }) {
  return (
    <div className={css.band}>
      <div className={css.words}>{children}</div>
      {hasPicture(file) ? (
        <Picture
          file={file}
          alt=""
          sizes="(width < 60rem) 26vw, 320px"
          ratio="auto"
          className={css.picture}
        />
      ) : null}
    </div>
  )
}
