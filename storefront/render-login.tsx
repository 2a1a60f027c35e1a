import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'

import { type Given, setGiven } from '#storefront/given.ts'
import { makeQueryClient, wordsQuery } from '#storefront/queries.ts'
import { Storefront } from '#storefront/storefront.tsx'

/** The login page as HTML, made on the server: it can be read before any script has come. */
export function renderLogin(given: Given): string {
  setGiven(given)
  const queries = makeQueryClient()
  for (const component of given.components) {
    queries.setQueryData(wordsQuery(component.path, given.language).queryKey, component)
  }
  return renderToString(
    <QueryClientProvider client={queries}>
      <StaticRouter location="/login">
        <Storefront />
      </StaticRouter>
    </QueryClientProvider>,
  )
}
