import { type Ref, useEffect, useRef, useState } from 'react'

import type { Product } from '#contract/catalog/catalog.shop.ts'
import { IMAGE_SIZES } from '#storefront/images/image-sizes.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './Gallery.module.css'

const THUMBNAILS_PER_VIEW = 4
/** After this time without a scroll event the scrolling has ended. */
const SCROLL_END_MS = 80

type GalleryProps = { product: Product; frame: Ref<HTMLDivElement> }

/** The pictures of a gift: one large picture and four visible thumbnails. */
export function Gallery({ product, frame }: GalleryProps) {
  const texts = useTexts('productdetailpagecomponents')
  const { name, product_image_gallery: pictures } = product
  const { strip, thumbnails, shown, show, onStripScroll } = useStrip()
  const total = pictures.length
  const altOf = (index: number) =>
    total === 1 ? name : texts.text('pictureOf', { name, number: index + 1, total })

  return (
    <div className={css.gallery}>
      <div ref={frame} className={css.frame}>
        {total === 0 ? (
          <Picture
            file=""
            alt={name}
            sizes=""
            className={css.picture}
            fallbackText={product.brand}
          />
        ) : (
          // Scrolls by swipe, wheel and arrow keys. A scrollable group must be reachable by keyboard.
          <div
            ref={strip}
            className={css.strip}
            role="group"
            aria-label={texts.text('pictures', { name })}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={total > 1 ? 0 : undefined}
            onScroll={onStripScroll}
          >
            {pictures.map(({ media_url, alt }, index) => (
              <div key={media_url} className={css.slide}>
                <Picture
                  file={media_url}
                  // The picture's own alternative text, if it is more than the name of the gift.
                  alt={alt === name ? altOf(index) : alt}
                  sizes={IMAGE_SIZES}
                  eager={index === 0}
                  className={css.picture}
                  fallbackText={product.brand}
                />
                {(['start', 'end'] as const).map((side) => (
                  <Picture
                    key={side}
                    file={media_url}
                    alt=""
                    sizes={IMAGE_SIZES}
                    ratio="auto"
                    className={classNames(css.wing, css[side])}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
      {total > 1 ? (
        <Thumbnails pictures={pictures} altOf={altOf} shown={shown} show={show} row={thumbnails} />
      ) : null}
    </div>
  )
}

type ThumbnailsProps = {
  pictures: Product['product_image_gallery']
  altOf: (index: number) => string
  shown: number
  show: (index: number) => void
  row: Ref<HTMLUListElement>
}

function Thumbnails({ pictures, altOf, shown, show, row }: ThumbnailsProps) {
  const texts = useTexts('productdetailpagecomponents')
  const total = pictures.length
  return (
    <div className={css.chooser} data-arrows={total > THUMBNAILS_PER_VIEW || undefined}>
      {total > THUMBNAILS_PER_VIEW ? (
        <IconButton
          icon="chevron-left"
          label={texts.text('previousPicture')}
          disabled={shown === 0}
          onClick={() => show(shown - 1)}
        />
      ) : null}
      <ul ref={row} className={css.thumbnails}>
        {pictures.map(({ media_url }, index) => (
          <li key={media_url} className={css.thumbnail}>
            <button
              type="button"
              className={css.choose}
              aria-label={altOf(index)}
              aria-current={index === shown || undefined}
              onClick={() => show(index)}
            >
              <Picture
                file={media_url}
                alt=""
                sizes="(width < 40rem) 14vw, (width < 60rem) 120px, 80px"
                maxWidth={240}
              />
            </button>
          </li>
        ))}
      </ul>
      {total > THUMBNAILS_PER_VIEW ? (
        <IconButton
          icon="chevron-right"
          label={texts.text('nextPicture')}
          disabled={shown === total - 1}
          onClick={() => show(shown + 1)}
        />
      ) : null}
    </div>
  )
}

/** The strip of pictures and the index of the current one. Its thumbnail stays in view. */
function useStrip() {
  const strip = useRef<HTMLDivElement>(null)
  const thumbnails = useRef<HTMLUListElement>(null)
  const scrollEnd = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState(0)
  useEffect(() => () => clearTimeout(scrollEnd.current), [])
  useEffect(() => {
    const row = thumbnails.current
    const thumbnail = row?.children[shown]
    if (!row || !(thumbnail instanceof HTMLElement)) return
    row.scrollTo({
      left: thumbnail.offsetLeft - (row.clientWidth - thumbnail.offsetWidth) / 2,
      top: thumbnail.offsetTop - (row.clientHeight - thumbnail.offsetHeight) / 2,
    })
  }, [shown])

  function show(index: number) {
    setShown(index)
    const { current } = strip
    current?.scrollTo({ left: index * current.clientWidth })
  }

  // A picture counts as selected when the scrolling ends.
  function onStripScroll() {
    clearTimeout(scrollEnd.current)
    scrollEnd.current = setTimeout(() => {
      const { current } = strip
      if (current) setShown(Math.round(current.scrollLeft / Math.max(1, current.clientWidth)))
    }, SCROLL_END_MS)
  }

  return { strip, thumbnails, shown, show, onStripScroll }
}
