import type { z } from 'zod'

import type { EmployerEndpoints } from '#contract/endpoints.employer.ts'
import { type EmployerCallName, employerPaths } from '#contract/paths.employer.ts'
import type { EmployerReasonOf } from '#contract/shared/refusals.employer.ts'
import { type Fetch, readOutcome, requestOf } from '#contract/shared/http-call.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

export type EmployerAnswer<Name extends EmployerCallName> = z.output<
  EmployerEndpoints[Name]['answer']
>
export type EmployerInput<Name extends EmployerCallName> = z.input<EmployerEndpoints[Name]['input']>
export type EmployerOutcome<Name extends EmployerCallName> =
  | EmployerAnswer<Name>
  | Refusal<EmployerReasonOf<Name> & string>

/** The client of the employer portal's calls. A cookie identifies the user. */
export async function sendEmployerCall<Name extends EmployerCallName>(
  fetch: Fetch,
  name: Name,
  input: EmployerInput<Name>,
): Promise<EmployerOutcome<Name>> {
  const [url, init] = requestOf(employerPaths[name], input, {
    accept: 'application/json',
    'x-employer': '1',
  })
  return (await readOutcome(await fetch(url, init))) as EmployerOutcome<Name>
}
