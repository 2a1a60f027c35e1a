import { useLocation } from '#storefront/router.tsx'

import { useHeaderCart } from '#storefront/frame/header-cart.ts'
import { useWords, type Words } from '#storefront/words.tsx'
import css from './PointsBadge.module.css'

/**
 * The points within reach, always in view on large screens, and what the basket leaves of them. An order that may
 * not be split uses them all.
 */
export function PointsBadge() {
  const words = useWords('websitetranslationcomponents')
  const { pathname } = useLocation()
  const { points, left, splitShipment } = useHeaderCart()
  if (pathname === '/confirmation' && !splitShipment) return <Badge points={0} words={words} />
  return <Badge points={points} left={left} words={words} />
}

function Badge({
  points,
  left = null,
  words,
}: {
  points: number
  left?: number | null
  words: Words
}) {
  const noun = words.say(points === 1 ? 'point' : 'points')
  return (
    <p className={css.badge} data-points-badge>
      <strong>{left ?? points}</strong>
      {left === null ? (
        <span>{noun}</span>
      ) : (
        <span>
          {words.say('pointsOf', { points }, '/ {points}')}
          <span className="visually-hidden"> {noun}</span>
        </span>
      )}
    </p>
  )
}
