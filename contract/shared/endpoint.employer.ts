import type { z } from 'zod'

import { boundTexts } from '#contract/shared/bounded-texts.ts'
import { type EmployerCallName, employerPaths } from '#contract/paths.employer.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'

export type EmployerEndpoint<
  Name extends EmployerCallName = EmployerCallName,
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  OwnRefusals extends Refusals = Refusals,
> = {
  name: Name
  method: (typeof employerPaths)[Name]['method']
  path: (typeof employerPaths)[Name]['path']
  needs: (typeof employerPaths)[Name]['needs']
  input: Input
  answer: Answer
  refusals: OwnRefusals
}

/** The definition of a call of the employer portal. Counterpart of `endpoint()`. */
export function employerEndpoint<
  Name extends EmployerCallName,
  Input extends z.ZodType,
  Answer extends z.ZodType,
  const OwnRefusals extends Refusals,
>(
  name: Name,
  definition: { input: Input; answer: Answer; refusals: OwnRefusals },
): EmployerEndpoint<Name, Input, Answer, OwnRefusals> {
  const { method, path, needs } = employerPaths[name]
  return { name, method, path, needs, ...definition, input: boundTexts(definition.input) }
}
