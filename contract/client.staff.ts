import type { z } from 'zod'

import type { StaffEndpoints } from '#contract/endpoints.staff.ts'
import { type StaffCallName, staffPaths } from '#contract/paths.staff.ts'
import type { StaffReasonOf } from '#contract/shared/refusals.staff.ts'
import {
  type Fetch,
  fillPath,
  queryOf,
  readOutcome,
  requestOf,
} from '#contract/shared/http-call.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

export type StaffResponse<Name extends StaffCallName> = z.output<StaffEndpoints[Name]['answer']>
export type StaffInput<Name extends StaffCallName> = z.input<StaffEndpoints[Name]['input']>
export type StaffOutcome<Name extends StaffCallName> =
  | StaffResponse<Name>
  | Refusal<StaffReasonOf<Name> & string>

/** The client of the back office's calls. A cookie identifies the user. */
export async function sendStaffCall<Name extends StaffCallName>(
  fetch: Fetch,
  name: Name,
  input: StaffInput<Name>,
  idempotencyKey?: string,
): Promise<StaffOutcome<Name>> {
  const [url, init] = requestOf(staffPaths[name], input, {
    accept: 'application/json',
    'x-backoffice': '1',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  })
  return (await readOutcome(await fetch(url, init))) as StaffOutcome<Name>
}

/** The address of a read, for a link that downloads. */
export function staffAddress(name: StaffCallName, input: Record<string, unknown>) {
  const { url, remaining } = fillPath(staffPaths[name].path, input)
  return url + queryOf(remaining)
}
