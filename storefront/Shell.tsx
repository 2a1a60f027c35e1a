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
import { eraseListPosition, restoresListPosition } from '#storefront/catalog/list/list-memory.ts'
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

/** The parts above and below the pages of each layout, for visitors with a session. */
const FRAMES: Readonly<
  Record<FrameName, { above: ReactNode; below: ReactNode; placeholderClass?: string | undefined }>
> = {
  none: { above: <PublicBar />, below: null },
  shop: { above: <Header />, below: <ShopFooter />, placeholderClass: css.headerRoom },
  checkout: {
    above: <CheckoutHeader />,
    below: <CheckoutFooter />,
    placeholderClass: css.checkoutRoom,
  },
}

/** Constant elements, so that a page change does not render them again. */
const PUBLIC_BAR = <PublicBar />
const SANDBOX_NOTICE = <SandboxNotice />
const COOKIE_BAR = <CookieBar />

/** The layout and its guard: header, page and footer with a session, public pages only without one. */
export function Shell() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const queries = useQueryClient()
  const language = useLanguage()
  const preparedPath = useRef('')
  const content = useRef<HTMLElement>(null)
  useScrollAndFocus(pathname, content)
  usePrepareNextPages(pathname)
  useEffect(() => {
    if (session) store(SESSION.wantedPath, null)
  }, [session])
  useEffect(() => prepareFrame(queries, pathname), [queries, pathname])

  // After the login a visitor returns to the requested page, but not after a logout on that page.
  const lastPathWithSession = useRef('')
  if (session) lastPathWithSession.current = pathname
  if (!session && !pageAt(pathname).open) {
    return (
      <RedirectToLogin
        requestedPath={lastPathWithSession.current === pathname ? null : pathname + search}
      />
    )
  }
  const { above, below, placeholderClass } = FRAMES[pageAt(pathname).frame]
  // During render, so that the queries of the page's parts are already running when the parts render. The data of
  // header and footer is refreshed after their own render, unless it was never loaded.
  if (preparedPath.current !== pathname) {
    preparedPath.current = pathname
    const frame = queries.getQueryData(cartQuery(language).queryKey) === undefined
    void prepareRoute(queries, pathname, search, { frame })
  }
  return (
    <BasketOverlayHost>
      <LayoutBoundary pathname={pathname} quiet>
        <SkipLink to={content} />
      </LayoutBoundary>
      <LayoutBoundary pathname={pathname} loading={<div className={placeholderClass} />}>
        {session ? above : PUBLIC_BAR}
      </LayoutBoundary>
      <main id="content" className={css.main} tabIndex={-1} ref={content}>
        {use(Pages)}
      </main>
      <LayoutBoundary pathname={pathname}>{session ? below : null}</LayoutBoundary>
      <LayoutBoundary pathname={pathname} quiet>
        {SANDBOX_NOTICE}
      </LayoutBoundary>
      <LayoutBoundary pathname={pathname} quiet>
        {COOKIE_BAR}
      </LayoutBoundary>
    </BasketOverlayHost>
  )
}

function ShopFooter() {
  return (
    <Footer>
      <ShopCorner />
    </Footer>
  )
}

/** Without the chat button, which is in the header of these pages. */
function CheckoutFooter() {
  const { pathname } = useLocation()
  return (
    <Footer>
      <CornerTools>
        <LayoutBoundary pathname={pathname} quiet>
          <PointsBadge />
        </LayoutBoundary>
      </CornerTools>
    </Footer>
  )
}

function ShopCorner() {
  const { pathname } = useLocation()
  return (
    <CornerTools>
      <LayoutBoundary pathname={pathname} quiet>
        <PointsBadge />
      </LayoutBoundary>
      <LayoutBoundary pathname={pathname} quiet>
        {useSession()?.corporate_identity.use_chatbot ? <ChatLauncher inCorner /> : null}
      </LayoutBoundary>
    </CornerTools>
  )
}

function RedirectToLogin({ requestedPath }: { requestedPath: string | null }) {
  useEffect(() => {
    if (requestedPath !== null) storeRequestedPath(new URL(requestedPath, location.origin))
  }, [requestedPath])
  return <Navigate to="/login" replace />
}

/**
 * On a change of path the page starts at its top. A list restores its own position afterwards, and another variant of
 * a gift counts as the same page. This runs before paint, so the page is laid out once, and after the dialogs of the
 * last page have closed and returned the focus. The focus then moves into the page, unless it is there already, so
 * that the next key does not act on the previous page.
 */
function useScrollAndFocus(pathname: string, content: RefObject<HTMLElement | null>) {
  const staysOnPage = useStaysOnPage()
  const scrolledFor = useRef(pathname)
  const focusedFor = useRef(pathname)
  useLayoutEffect(() => {
    if (scrolledFor.current === pathname) return
    scrolledFor.current = pathname
    eraseListPosition(pathname)
    if (!staysOnPage) scrollToTop(pathname)
  }, [pathname, staysOnPage])
  useEffect(() => {
    if (focusedFor.current === pathname) return
    focusedFor.current = pathname
    if (!staysOnPage) scrollToTop(pathname)
    if (!content.current?.contains(document.activeElement)) {
      content.current?.focus({ preventScroll: true })
    }
  }, [pathname, staysOnPage, content])
}

function scrollToTop(pathname: string) {
  if (!restoresListPosition(pathname)) window.scrollTo(0, 0)
}
