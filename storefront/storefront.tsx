import { LoginPage } from '#storefront/account/LoginPage.tsx'
import { AppBoundary } from '#storefront/AppBoundary.tsx'
import { PageBoundary } from '#storefront/PageBoundary.tsx'
import { PageLoader } from '#storefront/page-loader.ts'
import { loadPage, shell, shellPages } from '#storefront/pages.ts'
import { Providers } from '#storefront/Providers.tsx'
import { useLocation } from '#storefront/router.tsx'
import { Stage } from '#storefront/Stage.tsx'

const drawnPages = new Map(
  shellPages.map(({ path, Page, failed, stays }) => [
    path,
    <PageBoundary key={path} failed={failed} stays={stays}>
      <Page />
    </PageBoundary>,
  ]),
)

export function Storefront() {
  const { pathname } = useLocation()
  return (
    <PageLoader value={loadPage}>
      <Providers>
        <AppBoundary>
          {pathname === '/login' ? (
            <LoginPage />
          ) : (
            <Stage pages={drawnPages}>
              <shell.Page />
            </Stage>
          )}
        </AppBoundary>
      </Providers>
    </PageLoader>
  )
}
