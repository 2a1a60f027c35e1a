import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, type LinkProps } from 'react-router'

import { useLoadPage } from '#storefront/page-loader.ts'
import { prepareRoute } from '#storefront/prepare-route.ts'
import { warmPictures } from '#storefront/warm-pictures.ts'

/** A pointer that stays so long means the link, and does not only pass it. */
const REST_MS = 60

/** A link inside the shop that fetches its page's code, data and pictures as soon as somebody means to follow it. */
export function ShopLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  const queries = useQueryClient()
  const loadPage = useLoadPage()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passOn = () => {
    clearTimeout(resting.current)
    resting.current = undefined
  }
  const intend = () => {
    const { pathname, search } = new URL(to, location.origin)
    void loadPage(pathname)
    const prepared = prepareRoute(queries, pathname, search, { frame: false })
    clearTimeout(resting.current)
    const rest = setTimeout(async () => {
      await prepared
      if (resting.current === rest) warmPictures(queries, pathname, search)
    }, REST_MS)
    resting.current = rest
  }
  return (
    <Link
      {...rest}
      to={to}
      onPointerEnter={intend}
      onPointerLeave={passOn}
      onFocus={intend}
      onBlur={passOn}
      onTouchStart={intend}
    />
  )
}
