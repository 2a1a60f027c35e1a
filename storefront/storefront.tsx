import { AppBoundary } from '#storefront/page/AppBoundary.tsx'
import { PageBoundary } from '#storefront/page/PageBoundary.tsx'
import { PageLoader } from '#storefront/router/page-loader.ts'
import { barePages, loadPage, shell, shellPages } from '#storefront/pages.ts'
import { Providers } from '#storefront/Providers.tsx'
import { useLocation } from '#storefront/router/router.tsx'
import { PageTransition } from '#storefront/page/PageTransition.tsx'

const pageElements = new Map(
  shellPages.map(({ path, Page, failed, stays }) => [
    path,
    <PageBoundary key={path} failed={failed} staysMounted={stays}>
      <Page />
    </PageBoundary>,
  ]),
)

const barePageElements = new Map(barePages.map(({ path, Page }) => [path, <Page key={path} />]))

export function Storefront() {
  const { pathname } = useLocation()
  return (
    <PageLoader value={loadPage}>
      <Providers>
        <AppBoundary>
          {barePageElements.get(pathname) ?? (
            <PageTransition pages={pageElements}>
              <shell.Page />
            </PageTransition>
          )}
        </AppBoundary>
      </Providers>
    </PageLoader>
  )
}
