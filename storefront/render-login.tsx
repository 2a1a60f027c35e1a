import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticLocation } from '#storefront/router/router.tsx'

import { OPENED } from '#storefront/router/history.ts'
import { type ServerData, setServerData } from '#storefront/api/server-data.ts'
import { createQueryClient, textsQuery } from '#storefront/api/queries.ts'
import { loadPage } from '#storefront/pages.ts'
import { Storefront } from '#storefront/storefront.tsx'

const LOGIN = { pathname: '/login', search: '', hash: '', state: null, key: OPENED }

/** Rendered synchronously, as in a browser that has loaded its code. */
await loadPage(LOGIN.pathname)

/** Renders the login page on the server, so that it is readable before any script has loaded. */
export function renderLogin(data: ServerData): string {
  setServerData(data)
  const queries = createQueryClient()
  for (const component of data.components) {
    queries.setQueryData(textsQuery(component.path, data.language).queryKey, component)
  }
  return renderToString(
    <QueryClientProvider client={queries}>
      <StaticLocation place={LOGIN}>
        <Storefront />
      </StaticLocation>
    </QueryClientProvider>,
  )
}
