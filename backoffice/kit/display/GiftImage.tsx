import type { ReactNode } from 'react'

import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'
import { useImageRetry } from '#ui/lib/use-image-retry.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './GiftImage.module.css'

/** `width`: of the file, for screens with more pixels. */
const SIZES = {
  small: { pixels: 28, width: 80 },
  large: { pixels: 48, width: 160 },
} as const

type GiftPictureProps = { file: string | null; size?: keyof typeof SIZES }

/** No alt text: the gift's name is beside it. */
export function GiftImage({ file, size = 'small' }: GiftPictureProps) {
  const { pixels, width } = SIZES[size]
  const { hasFailed, attempt, onError } = useImageRetry(file ?? '')
  return (
    <span className={classNames(css.frame, css[size])} data-picture aria-hidden="true">
      {file !== null && hasPicture(file) && !hasFailed ? (
        <img
          key={attempt}
          className={css.picture}
          src={pictureUrl(file, width)}
          alt=""
          loading="lazy"
          width={pixels}
          height={pixels}
          onError={onError}
        />
      ) : (
        <BackofficeIcon name="gift" />
      )}
    </span>
  )
}

/** In a row of a list, text that does not fit beside the image continues below the name. */
export function GiftWithPicture({ file, children }: { file: string | null; children: ReactNode }) {
  return (
    <span className={css.row}>
      <GiftImage file={file} />
      <span>{children}</span>
    </span>
  )
}
