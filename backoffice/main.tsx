import '#contract/shared/zod-without-eval.ts'
import '#ui/base.css'
import '#backoffice/backoffice.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'

import { BackofficeApp } from '#backoffice/shell/BackofficeApp.tsx'
import { RouterProvider } from '#backoffice/kit/router/address.tsx'
import { trackActivity } from '#backoffice/kit/api/backoffice-client.ts'
import { createStaffQueries, meQuery } from '#backoffice/kit/api/staff-queries.ts'
import { applyTheme } from '#backoffice/color-scheme.ts'
import {
  firstLanguage,
  loadAllMessages,
  loadSignInMessages,
  MessagesProvider,
} from '#backoffice/i18n/translator.tsx'
import { Announcer } from '#ui/components/Announcer.tsx'

/** The back office in the browser. */
async function begin(place: HTMLElement) {
  applyTheme()
  trackActivity()
  const queries = createStaffQueries()
  // The back office page itself shows a connection error.
  const [first, me] = await Promise.all([
    loadSignInMessages(firstLanguage()),
    queries.fetchQuery(meQuery).catch(() => null),
  ])
  const words = me && me.language !== first.language ? await loadSignInMessages(me.language) : first
  // A signed-in user needs all texts. They load in parallel with the layout.
  if (me) void loadAllMessages(words.language).catch(() => null)
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <MessagesProvider first={words}>
        <RouterProvider>
          <Announcer>
            <BackofficeApp />
          </Announcer>
        </RouterProvider>
      </MessagesProvider>
    </QueryClientProvider>,
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root element')
void begin(place)
