import { QueryClient, queryOptions } from '@tanstack/react-query'

import { askDesk, callPlainly, DeskRefused } from '#backoffice/kit/api/backoffice-client.ts'
import { isTyping } from '#backoffice/kit/drafts/unsaved-changes.ts'
import type { DeskInput } from '#contract/client.staff.ts'
import type { DeskCallName } from '#contract/paths.staff.ts'
import { Fault } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

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
