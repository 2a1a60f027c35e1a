import { queryOptions } from '@tanstack/react-query'

import { waitForSignIn } from '#backoffice/kit/api/staff-session.ts'
import { retryWithProof } from '#backoffice/kit/api/retry-with-proof.ts'
import { StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import {
  type EmployerAnswer,
  type EmployerInput,
  type EmployerOutcome,
  sendEmployerCall,
} from '#contract/client.employer.ts'
import type { EmployerCallName } from '#contract/paths.employer.ts'
import type { Who } from '#contract/employers/sign-in.employer.ts'
import { Fault, type Fetch } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

const sendRequest = (url: string, init: Parameters<Fetch>[1]) =>
  fetch(url, init).catch((error: unknown) => {
    throw new Fault('The shop cannot be reached', null, null, { cause: error })
  })

/** Calls without waiting for a sign-in. */
export const callOnce = <Name extends EmployerCallName>(name: Name, input: EmployerInput<Name>) =>
  sendEmployerCall(sendRequest, name, input)

/** If the session has ended, the call is repeated after the next sign-in, so no input is lost. */
export async function callEmployer<Name extends EmployerCallName>(
  name: Name,
  input: EmployerInput<Name>,
): Promise<EmployerOutcome<Name>> {
  for (;;) {
    const outcome = await retryWithProof(input, (more) => callOnce(name, { ...input, ...more }))
    if (!refused(outcome) || outcome.refused !== 'no-session') return outcome
    await waitForSignIn()
  }
}

/** Any read, under its own name and input. */
export const employerQuery = <Name extends EmployerCallName>(
  name: Name,
  input: EmployerInput<Name>,
) =>
  queryOptions({
    queryKey: ['employer', name, input],
    queryFn: async (): Promise<EmployerAnswer<Name>> => {
      const outcome = await callEmployer(name, input)
      if (refused(outcome)) throw new StaffRefusalError(outcome)
      return outcome
    },
  })

/** The signed-in user, or null. */
export const whoQuery = queryOptions({
  queryKey: ['employer who'],
  queryFn: async (): Promise<Who | null> => {
    const outcome = await callOnce('whoAmI', {})
    if (!refused(outcome)) return outcome.who
    if (outcome.refused === 'no-session') return null
    throw new StaffRefusalError(outcome)
  },
  staleTime: Infinity,
  refetchOnWindowFocus: false,
})
