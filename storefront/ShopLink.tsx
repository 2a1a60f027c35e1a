import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from 'react-router'

import { loadPage } from '#storefront/pages.ts'
import { prepareRoute } from '#storefront/prepare-route.ts'

/** A link inside the shop that fetches its page's code and data as soon as somebody means to follow it. */
export function ShopLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  const queries = useQueryClient()
  const intend = () => {
    const { pathname, search } = new URL(to, location.origin)
    void loadPage(pathname)
    void prepareRoute(queries, pathname, search, { frame: false })
  }
  return <Link {...rest} to={to} onPointerEnter={intend} onFocus={intend} onTouchStart={intend} />
}
