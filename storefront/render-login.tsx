import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticLocation } from '#storefront/router/router.tsx'

import { OPENED } from '#storefront/router/history.ts'
import { type Given, setServerData } from '#storefront/api/server-data.ts'
import { createQueryClient, textsQuery } from '#storefront/api/queries.ts'
import { loadPage } from '#storefront/pages.ts'
import { Storefront } from '#storefront/storefront.tsx'

const LOGIN = { pathname: '/login', search: '', hash: '', state: null, key: OPENED }

/** Its part is drawn at once, as in a browser that has it already. */
await loadPage(LOGIN.pathname)

/** The login page as HTML, made on the server: it can be read before any script has come. */
export function renderLogin(given: Given): string {
  setServerData(given)
  const queries = createQueryClient()
  for (const component of given.components) {
    queries.setQueryData(textsQuery(component.path, given.language).queryKey, component)
  }
  return renderToString(
    <QueryClientProvider client={queries}>
      <StaticLocation place={LOGIN}>
        <Storefront />
      </StaticLocation>
    </QueryClientProvider>,
  )
}
