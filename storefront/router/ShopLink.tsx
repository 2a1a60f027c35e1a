import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { usePrerender } from '#storefront/router/page-prerender.ts'
import { useLoadPage } from '#storefront/router/page-loader.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { Link, type LinkProps } from '#storefront/router/router.tsx'
import { prefetchImages } from '#storefront/router/prefetch-images.ts'

/** After this time on a link a pointer is likely to click. */
const HOVER_MS = 60

/**
 * A link inside the shop. It prefetches code, data and pictures when the user is about to follow it, and prerenders
 * the page when a pointer rests on it or a finger touches it.
 */
export function ShopLink(props: LinkProps) {
  const { to } = props
  const queries = useQueryClient()
  const loadPage = useLoadPage()
  const prerender = usePrerender()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const cancel = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  function prepare(withPrerender: boolean, delayMs = HOVER_MS) {
    const { pathname, search } = new URL(to, location.origin)
    const loading = Promise.all([
      loadPage(pathname),
      prepareRoute(queries, pathname, search, { frame: false }),
    ])
    clearTimeout(timer.current)
    const ownTimer = setTimeout(async () => {
      await loading
      if (timer.current !== ownTimer) return
      prefetchImages(queries, pathname, search)
      if (withPrerender) prerender(to)
    }, delayMs)
    timer.current = ownTimer
  }
  return (
    <Link
      {...props}
      onPointerEnter={({ pointerType }) => (pointerType === 'mouse' ? prepare(true) : undefined)}
      onPointerLeave={cancel}
      onFocus={() => prepare(false)}
      onBlur={cancel}
      onTouchStart={() => prepare(true, 0)}
    />
  )
}
