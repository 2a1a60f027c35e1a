import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'

const FLIGHT_MS = 620

/**
 * A small picture of the gift flies to the basket in the header, above the overlay that opens meanwhile. Decoration
 * only: no code waits for it, and reduced motion turns it off.
 */
export function flyToBasket(file: string, source: Element | null): void {
  const basket = document.querySelector('[data-basket]')
  if (!source || source === document.body || !basket || !hasPicture(file)) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const start = source.getBoundingClientRect()
  const end = basket.getBoundingClientRect()
  const size = Math.min(120, Math.max(48, start.height))

  const gift = document.createElement('img')
  if (!('popover' in gift)) return
  gift.src = pictureUrl(file, 160)
  gift.alt = ''
  gift.popover = 'manual'
  gift.dataset['flight'] = ''
  Object.assign(gift.style, {
    position: 'fixed',
    inset: 'auto',
    left: `${start.left + start.width / 2 - size / 2}px`,
    top: `${start.top + start.height / 2 - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    margin: '0',
    padding: '0',
    border: '0',
    borderRadius: '50%',
    objectFit: 'cover',
    pointerEvents: 'none',
  })
  document.body.append(gift)
  gift.showPopover()

  const deltaX = end.left + end.width / 2 - (start.left + start.width / 2)
  const deltaY = end.top + end.height / 2 - (start.top + start.height / 2)
  const flight = gift.animate(
    [
      { transform: 'none', opacity: 1 },
      {
        transform: `translate(${deltaX * 0.6}px, ${deltaY - size * 0.4}px) scale(0.7)`,
        opacity: 1,
        offset: 0.6,
      },
      { transform: `translate(${deltaX}px, ${deltaY}px) scale(0.18)`, opacity: 0.5 },
    ],
    { duration: FLIGHT_MS, easing: 'cubic-bezier(0.35, 0, 0.25, 1)' },
  )
  void flight.finished.catch(() => {}).then(() => gift.remove())
}
