import { memo, Suspense, useEffect, useState } from 'react'

import { navigate, useLocation } from '#backoffice/kit/router/address.tsx'
import { findPage, mayOpen, statePathOf } from '#backoffice/shell/pages/all-pages.ts'
import { firstPageBelow, isTab } from '#backoffice/shell/pages/navigation.ts'
import { ShortcutsDialog } from '#backoffice/shell/layout/ShortcutsDialog.tsx'
import { LanguageOffer } from '#backoffice/shell/layout/LanguageOffer.tsx'
import { LiveChanges } from '#backoffice/shell/layout/LiveChanges.tsx'
import type { Overlay } from '#backoffice/shell/layout/overlay.ts'
import { Palette } from '#backoffice/shell/palette/Palette.tsx'
import { Navigation } from '#backoffice/shell/layout/Navigation.tsx'
import { PageBoundary } from '#backoffice/shell/layout/PageBoundary.tsx'
import { RereadFailure } from '#backoffice/shell/layout/RereadFailure.tsx'
import { SectionTabs } from '#backoffice/shell/layout/SectionTabs.tsx'
import { SignOutDialog } from '#backoffice/shell/layout/SignOutDialog.tsx'
import { TabBar } from '#backoffice/shell/layout/TabBar.tsx'
import { useAnchor } from '#backoffice/shell/layout/use-anchor.ts'
import { useShortcuts } from '#backoffice/shell/layout/use-shortcuts.ts'
import { usePagePreload } from '#backoffice/shell/layout/use-page-preload.ts'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { IsTabContext } from '#backoffice/kit/page/is-tab-context.ts'
import { ResultMessages } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import type { OfferedLanguage } from '#backoffice/kit/sign-in/page-language.ts'
import { SignInOverlay } from '#backoffice/shell/sign-in/SignInOverlay.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './Layout.module.css'

type LayoutProps = { staff: Staff; offer: OfferedLanguage | null }

/** The layout of all pages: navigation and overlays. */
export function Layout({ staff, offer }: LayoutProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const [overlay, setOverlay] = useState<Overlay>(null)
  useShortcuts({ palette: () => setOverlay('palette'), keys: () => setOverlay('keys') })
  useAnchor()
  usePagePreload()
  const close = () => setOverlay(null)

  return (
    <ResultMessages>
      <div className={css.backoffice}>
        <a className={css.skip} href="#page">
          {t('skipToContent')}
        </a>
        <Navigation staff={staff} open={setOverlay} />
        <main id="page" tabIndex={-1} className={css.page} data-drawn={pathname}>
          <LiveChanges staff={staff} />
          <RereadFailure />
          <LanguageOffer offer={offer} />
          <SectionTabs staff={staff} />
          {/* One boundary for all pages: a new one would be empty until the next page has loaded. */}
          <Suspense>
            <PageBoundary key={statePathOf(pathname)} pathname={pathname}>
              <CurrentPage staff={staff} />
            </PageBoundary>
          </Suspense>
        </main>
        <TabBar staff={staff} open={setOverlay} overlay={overlay} />
      </div>
      {overlay === 'palette' ? (
        <Palette staff={staff} onClose={close} signOut={() => setOverlay('leave')} />
      ) : null}
      {overlay === 'leave' ? <SignOutDialog onStay={close} /> : null}
      {overlay === 'keys' ? <ShortcutsDialog onClose={close} /> : null}
      <SignInOverlay staff={staff} />
    </ResultMessages>
  )
}

/** Memoized, so that an overlay does not rerender the page. */
const CurrentPage = memo(function CurrentPage({ staff }: { staff: Staff }) {
  const { pathname, search } = useLocation()
  const found = findPage(pathname)
  const redirect = firstPageBelow(pathname, staff)
  useEffect(() => {
    if (redirect) navigate(redirect + search, { replace: true })
  }, [redirect, search])
  if (redirect) return null
  if (!found || !mayOpen(found.page, staff)) {
    return <MissingPage isForbidden={found !== undefined} />
  }
  const { component: PageComponent } = found.page
  return (
    <IsTabContext value={isTab(pathname, staff)}>
      <PageComponent staff={staff} params={found.params} />
    </IsTabContext>
  )
})
