import '#contract/shared/zod-without-eval.ts'
import '#ui/base.css'
import '#backoffice/backoffice.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'

import { BackofficeApp } from '#backoffice/shell/BackofficeApp.tsx'
import { RouterProvider } from '#backoffice/kit/router/address.tsx'
import { trackActivity } from '#backoffice/kit/api/backoffice-client.ts'
import { createStaffQueries, meQuery } from '#backoffice/kit/api/staff-queries.ts'
import { applyColorScheme } from '#backoffice/color-scheme.ts'
import {
  firstLanguage,
  loadAllMessages,
  loadSignInMessages,
  MessagesProvider,
} from '#backoffice/i18n/translator.tsx'
import { Announcer } from '#ui/components/Announcer.tsx'

/** The back office in the browser. */
async function start(root: HTMLElement) {
  applyColorScheme()
  trackActivity()
  const queries = createStaffQueries()
  // The back office page itself shows a connection error.
  const [first, me] = await Promise.all([
    loadSignInMessages(firstLanguage()),
    queries.fetchQuery(meQuery).catch(() => null),
  ])
  const messages =
    me && me.language !== first.language ? await loadSignInMessages(me.language) : first
  // A signed-in user needs all texts. They load in parallel with the layout.
  if (me) void loadAllMessages(messages.language).catch(() => null)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <MessagesProvider first={messages}>
        <RouterProvider>
          <Announcer>
            <BackofficeApp />
          </Announcer>
        </RouterProvider>
      </MessagesProvider>
    </QueryClientProvider>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
void start(root)
