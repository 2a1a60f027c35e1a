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
  maxWidth?: number
  fit?: 'cover' | 'contain'
  className?: string | undefined
  /** Shown if there is no image, usually the brand name. */
  fallbackText?: string | undefined
}

/** The largest size of each picture that has loaded. It is shown while a larger one loads. */
const loadedImages = new Map<string, { file: string; src: string; width: number }>()

function rememberLargest(file: string, { currentSrc, naturalWidth }: HTMLImageElement) {
  if (naturalWidth <= (loadedImages.get(file)?.width ?? 0)) return
  loadedImages.set(file, { file, src: currentSrc, width: naturalWidth })
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
  maxWidth,
  fit = 'cover',
  className,
  fallbackText,
}: PictureProps) {
  const { hasFailed, attempt, onError } = useImageRetry(file)
  const [smaller, setSmaller] = useState(() => (eager ? loadedImages.get(file) : undefined))
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
        {fallbackText ? <span aria-hidden="true">{fallbackText}</span> : <Icon name="gift" />}
      </span>
    )
  }
  const isDrawing = file.endsWith('.svg')
  const fitClass = fit === 'contain' ? css.contain : css.cover
  const focalPoint = fit === 'cover' ? focusOf(file) : undefined
  // Set by a script, because the content security policy forbids inline styles in server-rendered pages. In those a
  // style rule for `data-focus` has the same effect.
  const setFocalPoint = (image: HTMLImageElement | null) => {
    if (image && focalPoint) image.style.objectPosition = focalPoint
  }
  return (
    <span className={classNames(css.box, className)} style={style}>
      {smaller?.file === file ? (
        <img ref={setFocalPoint} className={fitClass} src={smaller.src} alt="" decoding="sync" />
      ) : null}
      <img
        key={attempt}
        ref={setFocalPoint}
        className={fitClass}
        data-focus={focalPoint}
        src={pictureUrl(file, isDrawing ? undefined : 640)}
        srcSet={isDrawing ? undefined : pictureSet(file, maxWidth)}
        sizes={isDrawing ? undefined : sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onLoad={({ currentTarget }) => {
          rememberLargest(file, currentTarget)
          setSmaller(undefined)
        }}
        onError={onError}
      />
    </span>
  )
}
