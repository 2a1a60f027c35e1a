import type { z } from 'zod'

import { type SupplierCallName, supplierPaths } from '#contract/paths.supplier.ts'
import { boundTexts } from '#contract/shared/bounded-texts.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'

export type SupplierEndpoint<
  Name extends SupplierCallName = SupplierCallName,
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  OwnRefusals extends Refusals = Refusals,
> = {
  name: Name
  method: (typeof supplierPaths)[Name]['method']
  path: (typeof supplierPaths)[Name]['path']
  input: Input
  answer: Answer
  refusals: OwnRefusals
}

/** The definition of a page behind a supplier's link. Counterpart of `endpoint()`. */
export function supplierEndpoint<
  Name extends SupplierCallName,
  Input extends z.ZodType,
  Answer extends z.ZodType,
  const OwnRefusals extends Refusals,
>(
  name: Name,
  definition: { input: Input; answer: Answer; refusals: OwnRefusals },
): SupplierEndpoint<Name, Input, Answer, OwnRefusals> {
  const { method, path } = supplierPaths[name]
  return { name, method, path, ...definition, input: boundTexts(definition.input) }
}
