import { type Ref, useEffect, useRef, useState } from 'react'

import type { Product } from '#contract/catalog/catalog.shop.ts'
import { IMAGE_SIZES } from '#storefront/images/image-sizes.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './Gallery.module.css'

const THUMBNAILS_PER_VIEW = 4
const SETTLED_MS = 80

type GalleryProps = { product: Product; stage: Ref<HTMLDivElement> }

/** The pictures of a gift: one large picture and four visible thumbnails. */
export function Gallery({ product, stage }: GalleryProps) {
  const words = useTexts('productdetailpagecomponents')
  const { name, product_image_gallery: pictures } = product
  const { strip, thumbnails, shown, show, follow } = useStrip()
  const total = pictures.length
  const altOf = (place: number) =>
    total === 1 ? name : words.text('pictureOf', { name, number: place + 1, total })

  return (
    <div className={css.gallery}>
      <div ref={stage} className={css.stage}>
        {total === 0 ? (
          <Picture file="" alt={name} sizes="" className={css.picture} instead={product.brand} />
        ) : (
          // Scrolls by swipe, wheel and arrow keys. A scrollable group must be reachable by keyboard.
          <div
            ref={strip}
            className={css.strip}
            role="group"
            aria-label={words.text('pictures', { name })}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={total > 1 ? 0 : undefined}
            onScroll={follow}
          >
            {pictures.map(({ media_url, alt }, place) => (
              <div key={media_url} className={css.slide}>
                <Picture
                  file={media_url}
                  // The picture's own alternative text, if it is more than the name of the gift.
                  alt={alt === name ? altOf(place) : alt}
                  sizes={IMAGE_SIZES}
                  eager={place === 0}
                  className={css.picture}
                  instead={product.brand}
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
        <Chooser pictures={pictures} altOf={altOf} shown={shown} show={show} row={thumbnails} />
      ) : null}
    </div>
  )
}

type ChooserProps = {
  pictures: Product['product_image_gallery']
  altOf: (place: number) => string
  shown: number
  show: (place: number) => void
  row: Ref<HTMLUListElement>
}

function Chooser({ pictures, altOf, shown, show, row }: ChooserProps) {
  const words = useTexts('productdetailpagecomponents')
  const total = pictures.length
  return (
    <div className={css.chooser} data-arrows={total > THUMBNAILS_PER_VIEW || undefined}>
      {total > THUMBNAILS_PER_VIEW ? (
        <IconButton
          icon="chevron-left"
          label={words.text('previousPicture')}
          disabled={shown === 0}
          onClick={() => show(shown - 1)}
        />
      ) : null}
      <ul ref={row} className={css.thumbnails}>
        {pictures.map(({ media_url }, place) => (
          <li key={media_url} className={css.thumbnail}>
            <button
              type="button"
              className={css.choose}
              aria-label={altOf(place)}
              aria-current={place === shown || undefined}
              onClick={() => show(place)}
            >
              <Picture
                file={media_url}
                alt=""
                sizes="(width < 40rem) 14vw, (width < 60rem) 120px, 80px"
                widest={240}
              />
            </button>
          </li>
        ))}
      </ul>
      {total > THUMBNAILS_PER_VIEW ? (
        <IconButton
          icon="chevron-right"
          label={words.text('nextPicture')}
          disabled={shown === total - 1}
          onClick={() => show(shown + 1)}
        />
      ) : null}
    </div>
  )
}

/** The current picture, however it was selected. Its thumbnail stays in view. */
function useStrip() {
  const strip = useRef<HTMLDivElement>(null)
  const thumbnails = useRef<HTMLUListElement>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState(0)
  useEffect(() => () => clearTimeout(settling.current), [])
  useEffect(() => {
    const row = thumbnails.current
    const chosen = row?.children[shown]
    if (!row || !(chosen instanceof HTMLElement)) return
    row.scrollTo({
      left: chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2,
      top: chosen.offsetTop - (row.clientHeight - chosen.offsetHeight) / 2,
    })
  }, [shown])

  function show(place: number) {
    setShown(place)
    const { current } = strip
    current?.scrollTo({ left: place * current.clientWidth })
  }

  // Scrolling past other images is no selection.
  function follow() {
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      const { current } = strip
      if (current) setShown(Math.round(current.scrollLeft / Math.max(1, current.clientWidth)))
    }, SETTLED_MS)
  }

  return { strip, thumbnails, shown, show, follow }
}
