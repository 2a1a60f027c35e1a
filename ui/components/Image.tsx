import { type CSSProperties, useState } from 'react'

import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from './Icon.tsx'
import { useImageRetry } from '#ui/lib/use-image-retry.ts'
import { focusOf, hasPicture, pictureSet, pictureUrl } from '#ui/lib/image-address.ts'
import css from './Image.module.css'

type PictureProps = {
  /** File name in the shop's store, or an address of the image proxy; '', '/' and '/media/' mean none. */
  file: string
  /** Empty for decoration. */
  alt: string
  /** The box's width for the browser: '(width < 40rem) 50vw, 300px'. */
  sizes: string
  /** Width by height of the reserved box. */
  ratio?: string
  /** Above the fold: loaded at once. */
  eager?: boolean
  /** Limits the width for a small box: otherwise the browser scales down a large image that it has cached. */
  widest?: number
  fit?: 'cover' | 'contain'
  className?: string | undefined
  /** Shown without an image: the brand name. */
  instead?: string | undefined
}

/** The largest loaded size of each picture, shown while a larger one is loading. */
const cameAs = new Map<string, { file: string; src: string; width: number }>()

function keepLargest(file: string, { currentSrc, naturalWidth }: HTMLImageElement) {
  if (naturalWidth <= (cameAs.get(file)?.width ?? 0)) return
  cameAs.set(file, { file, src: currentSrc, width: naturalWidth })
}

/**
 * A picture in a box of fixed size. Without an image, or if it cannot be loaded, it shows a background with the brand
 * name.
 */
export function Picture({
  file,
  alt,
  sizes,
  ratio = '1 / 1',
  eager = false,
  widest,
  fit = 'cover',
  className,
  instead,
}: PictureProps) {
  const { hasFailed, attempt, onError } = useImageRetry(file)
  const [standIn, setStandIn] = useState(() => (eager ? cameAs.get(file) : undefined))
  const style: CSSProperties | undefined = ratio === 'auto' ? undefined : { aspectRatio: ratio }
  if (!hasPicture(file) || hasFailed) {
    return (
      <span
        className={classNames(css.box, css.none, className)}
        style={style}
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
        data-no-picture
      >
        {instead ? <span aria-hidden="true">{instead}</span> : <Icon name="gift" />}
      </span>
    )
  }
  const drawn = file.endsWith('.svg')
  const fitted = fit === 'contain' ? css.contain : css.cover
  const point = fit === 'cover' ? focusOf(file) : undefined
  // Set by a script, because the content security policy forbids inline styles in server-rendered pages. There a
  // style rule has the same effect.
  const placed = (image: HTMLImageElement | null) => {
    if (image && point) image.style.objectPosition = point
  }
  return (
    <span className={classNames(css.box, className)} style={style}>
      {standIn?.file === file ? (
        <img ref={placed} className={fitted} src={standIn.src} alt="" decoding="sync" />
      ) : null}
      <img
        key={attempt}
        ref={placed}
        className={fitted}
        data-focus={point}
        src={pictureUrl(file, drawn ? undefined : 640)}
        srcSet={drawn ? undefined : pictureSet(file, widest)}
        sizes={drawn ? undefined : sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onLoad={({ currentTarget }) => {
          keepLargest(file, currentTarget)
          setStandIn(undefined)
        }}
        onError={onError}
      />
    </span>
  )
}
