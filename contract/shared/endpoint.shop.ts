import type { z } from 'zod'

import { boundTexts } from '#contract/shared/bounded-texts.ts'
import { type CallName, paths } from '#contract/paths.shop.ts'

/** Refusal codes with their HTTP status. */
export type Refusals = Readonly<Record<string, 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503>>

export type Endpoint<
  Name extends CallName = CallName,
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  OwnRefusals extends Refusals = Refusals,
> = {
  name: Name
  method: (typeof paths)[Name]['method']
  path: (typeof paths)[Name]['path']
  access: (typeof paths)[Name]['access']
  summary: string
  description?: string
  input: Input
  answer: Answer
  refusals: OwnRefusals
}

/** The definition of a call: input, answer and refusals. Server and clients derive from it. */
export function endpoint<
  Name extends CallName,
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
): Endpoint<Name, Input, Answer, OwnRefusals> {
  const { method, path, access } = paths[name]
  return { name, method, path, access, ...definition, input: boundTexts(definition.input) }
}

/** The input of a handler: validated, with defaults filled in. */
export type ParsedInput<E extends { input: z.ZodType }> = z.output<E['input']>
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
export type RefusalCodeOf<E extends Endpoint> = keyof E['refusals'] & string
