import { QueryClient, queryOptions } from '@tanstack/react-query'

import { askDesk, callPlainly, DeskRefused } from '#backoffice/desk-client.ts'
import { isTyping } from '#backoffice/typing.ts'
import type { DeskInput } from '#contract/desk/desk-call.ts'
import type { DeskCallName } from '#contract/desk/desk-paths.ts'
import { Fault } from '#contract/http-call.ts'
import { refused } from '#contract/refusal.ts'
import type { Staff } from '#contract/desk/staff-session-api.ts'

export const makeDeskQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        networkMode: 'always',
        refetchOnWindowFocus: () => !isTyping(),
        refetchOnReconnect: () => !isTyping(),
        retry: (tries, error) => error instanceof Fault && error.status === null && tries < 2,
      },
    },
  })

/** Who is signed in; null where nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Staff | null> => {
    const outcome = await callPlainly('whoAmI', {})
    if (!refused(outcome)) return outcome.staff
    if (outcome.refused === 'no-session') return null
    throw new DeskRefused(outcome)
  },
  staleTime: Infinity,
  refetchOnWindowFocus: false,
})

/** Any read, under its own name and input. */
export const deskQuery = <Name extends DeskCallName>(name: Name, input: DeskInput<Name>) =>
  queryOptions({ queryKey: [name, input], queryFn: () => askDesk(name, input) })
