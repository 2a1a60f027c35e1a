import type { z } from 'zod'

import type { DeskEndpoints } from '#contract/endpoints.staff.ts'
import { type DeskCallName, deskPaths } from '#contract/paths.staff.ts'
import type { DeskReasonOf } from '#contract/shared/refusals.staff.ts'
import {
  type Fetch,
  fillPath,
  queryOf,
  readOutcome,
  requestOf,
} from '#contract/shared/http-call.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

export type DeskAnswer<Name extends DeskCallName> = z.output<DeskEndpoints[Name]['answer']>
export type DeskInput<Name extends DeskCallName> = z.input<DeskEndpoints[Name]['input']>
export type DeskOutcome<Name extends DeskCallName> =
  | DeskAnswer<Name>
  | Refusal<DeskReasonOf<Name> & string>

/** The client of the desk's own calls: who asks is said by the cookie. */
export async function sendDeskCall<Name extends DeskCallName>(
  fetch: Fetch,
  name: Name,
  input: DeskInput<Name>,
  idempotencyKey?: string,
): Promise<DeskOutcome<Name>> {
  const [url, init] = requestOf(deskPaths[name], input, {
    accept: 'application/json',
    'x-desk': '1',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  })
  return (await readOutcome(await fetch(url, init))) as DeskOutcome<Name>
}

/** The address of a read, for a link that downloads. */
export function deskAddress(name: DeskCallName, input: Record<string, unknown>) {
  const { url, rest } = fillPath(deskPaths[name].path, input)
  return url + queryOf(rest)
}
