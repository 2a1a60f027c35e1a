import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'

import { type FrameName, pageAt } from '#contract/content/page-table.ts'
import { SESSION, store } from '#storefront/storage/browser-storage.ts'
import { ChatLauncher } from '#storefront/chat/ChatLauncher.tsx'
import { CookieBar } from '#storefront/layout/CookieBar.tsx'
import { BasketOverlayHost } from '#storefront/basket/BasketOverlayHost.tsx'
import { CheckoutHeader } from '#storefront/layout/header/CheckoutHeader.tsx'
import { CornerTools } from '#storefront/layout/CornerTools.tsx'
import { Footer } from '#storefront/layout/footer/Footer.tsx'
import { LayoutBoundary } from '#storefront/layout/LayoutBoundary.tsx'
import { Header } from '#storefront/layout/header/Header.tsx'
import { PointsBadge } from '#storefront/layout/header/PointsBadge.tsx'
import { PublicBar } from '#storefront/layout/header/PublicBar.tsx'
import { SandboxNotice } from '#storefront/layout/SandboxNotice.tsx'
import { SkipLink } from '#storefront/layout/SkipLink.tsx'
import { eraseListPosition, returnsToPlace } from '#storefront/catalog/list/list-memory.ts'
import { useStaysOnPage } from '#storefront/router/same-page-navigation.ts'
import { Pages } from '#storefront/router/page-prerender.ts'
import { Navigate, useLocation } from '#storefront/router/router.tsx'
import { prepareFrame, prepareRoute } from '#storefront/router/prepare-route.ts'
import { usePrepareNextPages } from '#storefront/router/use-next-pages.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { storeRequestedPath } from '#storefront/session/requested-path.ts'
import css from './Shell.module.css'

/** The parts above and below the pages of a layout, for a session. */
const AROUND: Readonly<
  Record<FrameName, { above: ReactNode; below: ReactNode; room?: string | undefined }>
> = {
  none: { above: <PublicBar />, below: null },
  shop: { above: <Header />, below: <ShopFooter />, room: css.headerRoom },
  checkout: { above: <CheckoutHeader />, below: <CheckoutFooter />, room: css.checkoutRoom },
}

/** Constant elements for every page, so that a page change does not render the frame again. */
const PUBLIC_BAR = <PublicBar />
const SANDBOX_NOTICE = <SandboxNotice />
const COOKIE_BAR = <CookieBar />

/** The layout and its guard: header, page and footer with a session, public pages only without one. */
export function Shell() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const queries = useQueryClient()
  const language = useLanguage()
  const prepared = useRef('')
  const content = useRef<HTMLElement>(null)
  useArrival(pathname, content)
  usePrepareNextPages(pathname)
  useEffect(() => {
    if (session) store(SESSION.wantedPath, null)
  }, [session])
  useEffect(() => prepareFrame(queries, pathname), [queries, pathname])

  // After a logout the current path is not remembered as the page to return to. A visitor who arrives from elsewhere
  // returns to it.
  const heldAt = useRef('')
  if (session) heldAt.current = pathname
  if (!session && !pageAt(pathname).open) {
    return <ToLogin asked={heldAt.current === pathname ? null : pathname + search} />
  }
  const { above, below, room } = AROUND[pageAt(pathname).frame]
  // During render, not after it, so that the queries of the page's parts are already running. The data of the frame
  // is refreshed after its own render, unless it was never loaded.
  if (prepared.current !== pathname) {
    prepared.current = pathname
    const frame = queries.getQueryData(cartQuery(language).queryKey) === undefined
    void prepareRoute(queries, pathname, search, { frame })
  }
  return (
    <BasketOverlayHost>
      <LayoutBoundary place={pathname} quiet>
        <SkipLink to={content} />
      </LayoutBoundary>
      <LayoutBoundary place={pathname} loading={<div className={room} />}>
        {session ? above : PUBLIC_BAR}
      </LayoutBoundary>
      <main id="content" className={css.main} tabIndex={-1} ref={content}>
        {use(Pages)}
      </main>
      <LayoutBoundary place={pathname}>{session ? below : null}</LayoutBoundary>
      <LayoutBoundary place={pathname} quiet>
        {SANDBOX_NOTICE}
      </LayoutBoundary>
      <LayoutBoundary place={pathname} quiet>
        {COOKIE_BAR}
      </LayoutBoundary>
    </BasketOverlayHost>
  )
}

function ShopFooter() {
  return (
    <Footer>
      <InCorner />
    </Footer>
  )
}

/** On these pages the chat is in the header, where it covers nothing of the order. */
function CheckoutFooter() {
  const { pathname } = useLocation()
  return (
    <Footer>
      <CornerTools>
        <LayoutBoundary place={pathname} quiet>
          <PointsBadge />
        </LayoutBoundary>
      </CornerTools>
    </Footer>
  )
}

function InCorner() {
  const { pathname } = useLocation()
  return (
    <CornerTools>
      <LayoutBoundary place={pathname} quiet>
        <PointsBadge />
      </LayoutBoundary>
      <LayoutBoundary place={pathname} quiet>
        {useSession()?.corporate_identity.use_chatbot ? <ChatLauncher inCorner /> : null}
      </LayoutBoundary>
    </CornerTools>
  )
}

function ToLogin({ asked }: { asked: string | null }) {
  useEffect(() => {
    if (asked !== null) storeRequestedPath(new URL(asked, location.origin))
  }, [asked])
  return <Navigate to="/login" replace />
}

/**
 * On a change of path the page starts at its top. A list restores its own position afterwards, and another variant of
 * a gift counts as the same page. This runs before paint, so the page is laid out once, and after the dialogs of the
 * last page have closed and returned the focus. The focus then moves into the page, unless it is there already, so
 * that the next key does not act on the previous page.
 */
function useArrival(pathname: string, content: RefObject<HTMLElement | null>) {
  const stays = useStaysOnPage()
  const painted = useRef(pathname)
  const before = useRef(pathname)
  useLayoutEffect(() => {
    if (painted.current === pathname) return
    painted.current = pathname
    eraseListPosition(pathname)
    if (!stays) toTop(pathname)
  }, [pathname, stays])
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (!stays) toTop(pathname)
    if (!content.current?.contains(document.activeElement)) {
      content.current?.focus({ preventScroll: true })
    }
  }, [pathname, stays, content])
}

function toTop(pathname: string) {
  if (!returnsToPlace(pathname)) window.scrollTo(0, 0)
}
