import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { usePrerender } from '#storefront/router/page-prerender.ts'
import { useLoadPage } from '#storefront/router/page-loader.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { Link, type LinkProps } from '#storefront/router/router.tsx'
import { prefetchImages } from '#storefront/router/prefetch-images.ts'

/** A pointer that rests this long is about to click. */
const REST_MS = 60

/**
 * A link inside the shop. It prefetches code, data and pictures when the user is about to follow it, and prerenders
 * the page when a pointer rests on it or a finger touches it.
 */
export function ShopLink(props: LinkProps) {
  const { to } = props
  const queries = useQueryClient()
  const loadPage = useLoadPage()
  const drawAhead = usePrerender()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const passOn = () => {
    clearTimeout(resting.current)
    resting.current = undefined
  }
  function intend(meansIt: boolean, rest = REST_MS) {
    const { pathname, search } = new URL(to, location.origin)
    const coming = Promise.all([
      loadPage(pathname),
      prepareRoute(queries, pathname, search, { frame: false }),
    ])
    clearTimeout(resting.current)
    const timer = setTimeout(async () => {
      await coming
      if (resting.current !== timer) return
      prefetchImages(queries, pathname, search)
      if (meansIt) drawAhead(to)
    }, rest)
    resting.current = timer
  }
  return (
    <Link
      {...props}
      onPointerEnter={({ pointerType }) => (pointerType === 'mouse' ? intend(true) : undefined)}
      onPointerLeave={passOn}
      onFocus={() => intend(false)}
      onBlur={passOn}
      onTouchStart={() => intend(true, 0)}
    />
  )
}
