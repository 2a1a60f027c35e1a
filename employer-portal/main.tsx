import '#contract/shared/zod-without-eval.ts'
import '#ui/base.css'
import '#backoffice/backoffice.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'

import { RouterProvider } from '#backoffice/kit/router/address.tsx'
import { createStaffQueries } from '#backoffice/kit/api/staff-queries.ts'
import { applyColorScheme } from '#backoffice/color-scheme.ts'
import { employerQuery, whoQuery } from '#employer-portal/api/portal-client.ts'
import { EmployerPortal } from '#employer-portal/EmployerPortal.tsx'
import {
  firstLanguage,
  loadSignInMessages,
  MessagesProvider,
} from '#backoffice/i18n/translator.tsx'
import { Announcer } from '#ui/components/Announcer.tsx'

/** The employer portal in the browser. */
async function start(container: HTMLElement) {
  applyColorScheme()
  const queries = createStaffQueries()
  // The page itself reports that the shop cannot be reached.
  const [first, who] = await Promise.all([
    loadSignInMessages(firstLanguage()),
    queries.fetchQuery(whoQuery).catch(() => null),
  ])
  // The layout waits for the colours, so they load while the script of the pages loads.
  if (who) void queries.prefetchQuery(employerQuery('appearance', { language: who.language }))
  const messages =
    who && who.language !== first.language ? await loadSignInMessages(who.language) : first
  createRoot(container).render(
    <QueryClientProvider client={queries}>
      <MessagesProvider first={messages}>
        <RouterProvider>
          <Announcer>
            <EmployerPortal />
          </Announcer>
        </RouterProvider>
      </MessagesProvider>
    </QueryClientProvider>,
  )
}

const container = document.getElementById('root')
if (!container) throw new Error('the page has no root element')
void start(container)
