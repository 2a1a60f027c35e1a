import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'

import { type FrameName, pageAt } from '#contract/content/page-table.ts'
import { SESSION, store } from '#storefront/storage/browser-storage.ts'
import { ChatLauncher } from '#storefront/chat/ChatLauncher.tsx'
import { CookieBar } from '#storefront/layout/CookieBar.tsx'
import { BasketOverlayHost } from '#storefront/basket/BasketOverlayHost.tsx'
import { CheckoutHeader } from '#storefront/layout/header/CheckoutHeader.tsx'
import { Corner } from '#storefront/layout/CornerTools.tsx'
import { Footer } from '#storefront/layout/footer/Footer.tsx'
import { FrameBoundary } from '#storefront/layout/LayoutBoundary.tsx'
import { Header } from '#storefront/layout/header/Header.tsx'
import { PointsBadge } from '#storefront/layout/header/PointsBadge.tsx'
import { PublicBar } from '#storefront/layout/header/PublicBar.tsx'
import { SandboxNotice } from '#storefront/layout/SandboxNotice.tsx'
import { SkipLink } from '#storefront/layout/SkipLink.tsx'
import { eraseListOutside, returnsToPlace } from '#storefront/catalog/list/list-memory.ts'
import { useStaysOnPage } from '#storefront/router/same-page-navigation.ts'
import { Pages } from '#storefront/router/page-prerender.ts'
import { Navigate, useLocation } from '#storefront/router/router.tsx'
import { prepareFrame, prepareRoute } from '#storefront/router/prepare-route.ts'
import { useNextPages } from '#storefront/router/use-next-pages.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { rememberWanted } from '#storefront/session/requested-path.ts'
import css from './Shell.module.css'

/** Above and below the pages of a frame, for who is logged in. */
const AROUND: Readonly<
  Record<FrameName, { above: ReactNode; below: ReactNode; room?: string | undefined }>
> = {
  none: { above: <PublicBar />, below: null },
  shop: { above: <Header />, below: <ShopFooter />, room: css.headerRoom },
  checkout: { above: <CheckoutHeader />, below: <CheckoutFooter />, room: css.checkoutRoom },
}

/** The same elements for every page: what stands around it is not drawn anew because the page changes. */
const PUBLIC_BAR = <PublicBar />
const SANDBOX_NOTICE = <SandboxNotice />
const COOKIE_BAR = <CookieBar />

/** The layout and its guard: with a session header, page and footer; without one only what is public. */
export function Shell() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const queries = useQueryClient()
  const language = useLanguage()
  const prepared = useRef('')
  const content = useRef<HTMLElement>(null)
  useArrival(pathname, content)
  useNextPages(pathname)
  useEffect(() => {
    if (session) store(SESSION.wantedPath, null)
  }, [session])
  useEffect(() => prepareFrame(queries, pathname), [queries, pathname])

  // Where a session has just ended nothing was asked for; whoever comes from elsewhere wanted to be here.
  const heldAt = useRef('')
  if (session) heldAt.current = pathname
  if (!session && !pageAt(pathname).open) {
    return <ToLogin asked={heldAt.current === pathname ? null : pathname + search} />
  }
  const { above, below, room } = AROUND[pageAt(pathname).frame]
  // While rendering, not after it: the page's parts must find their answers on the way already. What stands around
  // the page is asked for anew once that is drawn, unless it was never here.
  if (prepared.current !== pathname) {
    prepared.current = pathname
    const frame = queries.getQueryData(cartQuery(language).queryKey) === undefined
    void prepareRoute(queries, pathname, search, { frame })
  }
  return (
    <BasketOverlayHost>
      <FrameBoundary place={pathname} quiet>
        <SkipLink to={content} />
      </FrameBoundary>
      <FrameBoundary place={pathname} loading={<div className={room} />}>
        {session ? above : PUBLIC_BAR}
      </FrameBoundary>
      <main id="content" className={css.main} tabIndex={-1} ref={content}>
        {use(Pages)}
      </main>
      <FrameBoundary place={pathname}>{session ? below : null}</FrameBoundary>
      <FrameBoundary place={pathname} quiet>
        {SANDBOX_NOTICE}
      </FrameBoundary>
      <FrameBoundary place={pathname} quiet>
        {COOKIE_BAR}
      </FrameBoundary>
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

/** The chat is in the header of these pages, where it covers nothing of the order. */
function CheckoutFooter() {
  const { pathname } = useLocation()
  return (
    <Footer>
      <Corner>
        <FrameBoundary place={pathname} quiet>
          <PointsBadge />
        </FrameBoundary>
      </Corner>
    </Footer>
  )
}

function InCorner() {
  const { pathname } = useLocation()
  return (
    <Corner>
      <FrameBoundary place={pathname} quiet>
        <PointsBadge />
      </FrameBoundary>
      <FrameBoundary place={pathname} quiet>
        {useSession()?.corporate_identity.use_chatbot ? <ChatLauncher inCorner /> : null}
      </FrameBoundary>
    </Corner>
  )
}

function ToLogin({ asked }: { asked: string | null }) {
  useEffect(() => {
    if (asked !== null) rememberWanted(new URL(asked, location.origin))
  }, [asked])
  return <Navigate to="/login" replace />
}

/**
 * On every change of path the page begins at its top; the list restores its own place afterwards, and another
 * variant of a gift is the same page under another address. That is so before the page is painted, which is laid out
 * once then, and after the windows of the last page have closed, which give the focus back. The focus then
 * goes into the page, unless something there has it already, so that the next key is not pressed where one came from.
 */
function useArrival(pathname: string, content: RefObject<HTMLElement | null>) {
  const stays = useStaysOnPage()
  const painted = useRef(pathname)
  const before = useRef(pathname)
  useLayoutEffect(() => {
    if (painted.current === pathname) return
    painted.current = pathname
    eraseListOutside(pathname)
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
