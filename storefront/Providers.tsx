import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'

import { applyTheme } from '#storefront/page/apply-theme.ts'
import { isFramed, storedPreview, LOCAL, SESSION } from '#storefront/storage/browser-storage.ts'
import { syncSessionAcrossTabs } from '#storefront/session/follow-tabs.ts'
import { measureSpeed } from '#storefront/page/web-vitals.ts'
import { useLocation } from '#storefront/router/router.tsx'
import { useStored } from '#storefront/storage/use-stored.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { textsQuery } from '#storefront/api/queries.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { textsOfBlocks } from '#storefront/i18n/texts.tsx'
import { Announcer } from '#ui/components/Announcer.tsx'
import { Toasts } from '#ui/components/Toasts.tsx'

const PreviewBar = lazy(async () => ({
  default: (await import('#storefront/preview/PreviewBar.tsx')).PreviewBar,
}))

const FramedPreview = lazy(() => import('#storefront/preview/framed/FramedPreview.tsx'))

/** Renders after the code of the preview has loaded, so that no part of the shop is visible without its mark. */
const Preview = ({ children }: { children: ReactNode }) => (
  <Suspense>
    {isFramed() ? (
      <FramedPreview>{children}</FramedPreview>
    ) : (
      <>
        <PreviewBar />
        {children}
      </>
    )}
  </Suspense>
)

const ImpersonationBar = lazy(async () => ({
  default: (await import('#storefront/impersonation/ImpersonationBar.tsx')).ImpersonationBar,
}))

/** The providers of every page: announcements, toasts, language and colours. */
export function Providers({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const { pathname } = useLocation()
  const channel = useSession()?.sales_channel
  const queries = useQueryClient()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => applyTheme(), [channel])
  useEffect(() => syncSessionAcrossTabs(queries), [queries])
  const isActing = useStored(SESSION.acting) !== null
  const consent = useStored(LOCAL.cookieConsent)
  useEffect(() => {
    if (consent === 'all') void measureSpeed()
  }, [consent])

  const common = queries.getQueryData(textsQuery('websitetranslationcomponents', language).queryKey)
  return (
    <Announcer pathname={pathname}>
      <Toasts closeLabel={textsOfBlocks(common?.blocks ?? []).text('close', {}, 'Sluiten')}>
        {isActing ? (
          <Suspense>
            <ImpersonationBar />
          </Suspense>
        ) : null}
        {storedPreview() === null ? children : <Preview>{children}</Preview>}
      </Toasts>
    </Announcer>
  )
}
