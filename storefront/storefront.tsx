import { LoginPage } from '#storefront/account/LoginPage.tsx'
import { AppBoundary } from '#storefront/AppBoundary.tsx'
import { PageLoader } from '#storefront/page-loader.ts'
import { loadPage, shell } from '#storefront/pages.ts'
import { Providers } from '#storefront/Providers.tsx'
import { useLocation } from '#storefront/router.tsx'
import { Stage } from '#storefront/Stage.tsx'

export function Storefront() {
  const { pathname } = useLocation()
  return (
    <PageLoader value={loadPage}>
      <Providers>
        <AppBoundary>
          {pathname === '/login' ? (
            <LoginPage />
          ) : (
            <Stage>
              <shell.Page />
            </Stage>
          )}
        </AppBoundary>
      </Providers>
    </PageLoader>
  )
}
