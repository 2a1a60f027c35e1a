import type { z } from 'zod'

import { boundTexts } from '#contract/shared/bounded-texts.ts'
import { type DeskCallName, deskPaths } from '#contract/paths.staff.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'

export type DeskEndpoint<
  Name extends DeskCallName = DeskCallName,
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Known extends Refusals = Refusals,
> = {
  name: Name
  method: (typeof deskPaths)[Name]['method']
  path: (typeof deskPaths)[Name]['path']
  needs: (typeof deskPaths)[Name]['needs']
  channel: (typeof deskPaths)[Name]['channel']
  summary: string
  input: Input
  answer: Answer
  refusals: Known
}

/** One call of the desk, as `endpoint()` is one of the shop. */
export function deskEndpoint<
  Name extends DeskCallName,
  Input extends z.ZodType,
  Answer extends z.ZodType,
  const Known extends Refusals,
>(
  name: Name,
  definition: { summary: string; input: Input; answer: Answer; refusals: Known },
): DeskEndpoint<Name, Input, Answer, Known> {
  const { method, path, needs, channel } = deskPaths[name]
  return { name, method, path, needs, channel, ...definition, input: boundTexts(definition.input) }
}
