import type { ReactNode } from 'react'

import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'

import css from './GiftImage.module.css'

/** No alt text: the gift's name is beside it. */
export function GiftPicture({ file }: { file: string | null }) {
  return (
    <span className={css.frame} aria-hidden="true">
      {file !== null && hasPicture(file) ? (
        <img
          className={css.picture}
          src={pictureUrl(file, 80)}
          alt=""
          loading="lazy"
          width={28}
          height={28}
        />
      ) : null}
    </span>
  )
}

/** In a row of a list: what does not fit beside the picture goes on below the name, not below the picture. */
export function GiftWithPicture({ file, children }: { file: string | null; children: ReactNode }) {
  return (
    <span className={css.row}>
      <GiftPicture file={file} />
      <span>{children}</span>
    </span>
  )
}
