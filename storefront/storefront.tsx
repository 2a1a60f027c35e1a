import { Route, Routes } from 'react-router'

import { LoginPage } from '#storefront/account/LoginPage.tsx'
import { AppBoundary } from '#storefront/AppBoundary.tsx'
import { PageBoundary } from '#storefront/PageBoundary.tsx'
import { PageLoader } from '#storefront/page-loader.ts'
import { loadPage, shell, shellPages } from '#storefront/pages.ts'
import { Providers } from '#storefront/Providers.tsx'

export function Storefront() {
  return (
    <PageLoader value={loadPage}>
      <Providers>
        <AppBoundary>
          <Routes>
            <Route path="/login" element={<LoginPage />} />
            <Route element={<shell.Page />}>
              {shellPages.map(({ path, Page, failed, stays }) => (
                <Route
                  key={path}
                  path={path}
                  element={
                    <PageBoundary failed={failed} stays={stays}>
                      <Page />
                    </PageBoundary>
                  }
                />
              ))}
            </Route>
          </Routes>
        </AppBoundary>
      </Providers>
    </PageLoader>
  )
}
