import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'

import { createStaffQueries } from '#backoffice/kit/api/staff-queries.ts'
import { ResultMessages } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { RouterProvider, navigate } from '#backoffice/kit/router/address.tsx'
import { english } from '#backoffice/i18n/en.ts'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import {
  AllMessagesProvider,
  formatMessage,
  loadAllMessages,
  loadSignInMessages,
  MessagesProvider,
} from '#backoffice/i18n/translator.tsx'
import { Announcer } from '#ui/components/Announcer.tsx'

/** Renders a part of the back office as the app does: in English, at an address, with its own queries. */
export async function renderBackoffice(children: ReactNode, { at: address = '/backoffice' } = {}) {
  navigate(address, { replace: true })
  const [messages] = await Promise.all([loadSignInMessages('en'), loadAllMessages('en')])
  const user = userEvent.setup()
  await act(async () => {
    render(
      <QueryClientProvider client={createStaffQueries()}>
        <MessagesProvider first={messages}>
          <RouterProvider>
            <Announcer>
              <Suspense>
                <AllMessagesProvider>
                  <ResultMessages>
                    <main>{children}</main>
                  </ResultMessages>
                </AllMessagesProvider>
              </Suspense>
            </Announcer>
          </RouterProvider>
        </MessagesProvider>
      </QueryClientProvider>,
    )
  })
  return user
}

/** The query of the address as an object. */
export const addressNow = () => Object.fromEntries(new URLSearchParams(window.location.search))

/** A text of the back office by its key. */
export const en = (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
  formatMessage({ language: 'en', text: english[key] }, values)
