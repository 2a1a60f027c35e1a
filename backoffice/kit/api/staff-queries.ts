import { QueryClient, queryOptions } from '@tanstack/react-query'

import {
  fetchBackoffice,
  callOnce,
  StaffRefusalError,
} from '#backoffice/kit/api/backoffice-client.ts'
import { hasUnsavedChanges } from '#backoffice/kit/drafts/unsaved-changes.ts'
import type { StaffInput } from '#contract/client.staff.ts'
import type { StaffCallName } from '#contract/paths.staff.ts'
import { Fault } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const STALE_AFTER_MS = 5000
const MAX_RETRIES = 2

/** The server sent no response, so the same request may succeed. */
const isConnectionError = (error: Error) => error instanceof Fault && error.status === null

export const createStaffQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        networkMode: 'always',
        refetchOnWindowFocus: () => !hasUnsavedChanges(),
        refetchOnReconnect: () => !hasUnsavedChanges(),
        retry: (failures, error) => isConnectionError(error) && failures < MAX_RETRIES,
      },
    },
  })

/** The signed-in user; null if nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Staff | null> => {
    const outcome = await callOnce('whoAmI', {})
    if (!refused(outcome)) return outcome.staff
    if (outcome.refused === 'no-session') return null
    throw new StaffRefusalError(outcome)
  },
  staleTime: Infinity,
  refetchOnWindowFocus: false,
})

/** Any reading call. Its name and input are the key in the cache. */
export const staffQuery = <Name extends StaffCallName>(name: Name, input: StaffInput<Name>) =>
  queryOptions({ queryKey: [name, input], queryFn: () => fetchBackoffice(name, input) })
