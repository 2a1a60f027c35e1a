import { type ComponentType, createElement, lazy, useState } from 'react'

import { INFORMATION_PAGES } from '#storefront/route-needs.ts'

type PageModule = { default: ComponentType }

/**
 * Code that comes when its page is opened, or when a pointer rests on a link to it. What is here already is drawn
 * at once: a lazy component would show the page's empty shape first.
 */
function part(fetch: () => Promise<PageModule>) {
  let here: ComponentType | null = null
  const load = async () => {
    const module = await fetch()
    here = module.default
    return module
  }
  const Later = lazy(load)
  function Page() {
    const [Part] = useState(() => here ?? Later)
    return createElement(Part)
  }
  return { load, Page }
}

/** What stands around every page but login. */
export const shell = part(async () => ({ default: (await import('#storefront/Shell.tsx')).Shell }))

const home = part(() => import('#storefront/home/HomePage.tsx'))
const list = part(() => import('#storefront/catalogue/ListPage.tsx'))
const detail = part(() => import('#storefront/catalogue/DetailPage.tsx'))
const wishlist = part(() => import('#storefront/wishlist/WishlistPage.tsx'))
const cart = part(() => import('#storefront/cart/CartPage.tsx'))
const person = part(() => import('#storefront/checkout/PersonalDetailsPage.tsx'))
const delivery = part(() => import('#storefront/checkout/DeliveryPage.tsx'))
const confirmation = part(() => import('#storefront/checkout/ConfirmationPage.tsx'))
const orders = part(() => import('#storefront/orders/OrdersPage.tsx'))
const order = part(() => import('#storefront/orders/OrderPage.tsx'))
const contact = part(() => import('#storefront/content/ContactPage.tsx'))
const information = part(() => import('#storefront/content/InformationPage.tsx'))
const generic = part(() => import('#storefront/content/GenericPage.tsx'))
const notFound = part(() => import('#storefront/content/NotFoundPage.tsx'))

type ShopPage = {
  path: string
  part: ReturnType<typeof part>
  failed?: string
  /** Stands while its address changes: what is set on it and where the focus is stay. */
  stays?: boolean
}

/** Every address of the shop, and the page at it. */
export const pages: ShopPage[] = [
  { path: '/', part: home },
  { path: '/products', part: list, failed: 'An error has occurred general' },
  {
    path: '/product-description/:scpId',
    part: detail,
    failed: 'An error occurred while loading the description',
    stays: true,
  },
  { path: '/cart', part: cart },
  { path: '/personal-details', part: person },
  { path: '/checkout', part: delivery, failed: 'An error has occurred on Checkout' },
  { path: '/confirmation', part: confirmation, failed: 'An error on confirmation page' },
  { path: '/orders', part: orders },
  { path: '/orders/:orderNumber', part: order },
  { path: '/wishlist', part: wishlist, failed: 'An error has occurred:' },
  { path: '/contact', part: contact },
  ...Object.keys(INFORMATION_PAGES).map((path) => ({ path, part: information })),
  { path: '/:pageId', part: generic },
  { path: '*', part: notFound },
]

/** The code of the page at an address, before it is opened. */
export async function loadPage(pathname: string): Promise<void> {
  if (pathname === '/login') return
  const found = pages.find(({ path }) => matches(path, pathname))
  // A part that does not come is asked for again when it is needed, and fails there.
  await Promise.all([shell.load(), found?.part.load()]).catch(() => {})
}

/** The address as it stands in the table above, without what tells one product or order from another. */
export function pathPattern(pathname: string): string {
  if (pathname === '/login') return pathname
  return pages.find(({ path }) => matches(path, pathname))?.path ?? '*'
}

function matches(path: string, pathname: string) {
  if (path === '*') return true
  const wanted = path.split('/')
  const given = pathname.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((step, at) => step === given[at] || (step.startsWith(':') && given[at] !== ''))
  )
}
