import type { z } from 'zod'

import { boundTexts } from '#contract/shared/bounded-texts.ts'
import { type StaffCallName, staffPaths } from '#contract/paths.staff.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'

export type StaffEndpoint<
  Name extends StaffCallName = StaffCallName,
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  OwnRefusals extends Refusals = Refusals,
> = {
  name: Name
  method: (typeof staffPaths)[Name]['method']
  path: (typeof staffPaths)[Name]['path']
  needs: (typeof staffPaths)[Name]['needs']
  channel: (typeof staffPaths)[Name]['channel']
  summary: string
  description?: string
  input: Input
  answer: Answer
  refusals: OwnRefusals
}

/** The definition of a call of the back office. Counterpart of `endpoint()`. */
export function staffEndpoint<
  Name extends StaffCallName,
  Input extends z.ZodType,
  Answer extends z.ZodType,
  const OwnRefusals extends Refusals,
>(
  name: Name,
  definition: {
    /** For the API reference: an imperative sentence. */
    summary: string
    /** Limits, parameters and effects. */
    description?: string
    input: Input
    answer: Answer
    refusals: OwnRefusals
  },
): StaffEndpoint<Name, Input, Answer, OwnRefusals> {
  const { method, path, needs, channel } = staffPaths[name]
  return { name, method, path, needs, channel, ...definition, input: boundTexts(definition.input) }
}
