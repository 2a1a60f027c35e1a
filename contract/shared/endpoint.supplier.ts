import type { z } from 'zod'

import { type SupplierCallName, supplierPaths } from '#contract/paths.supplier.ts'
import { boundTexts } from '#contract/shared/bounded-texts.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'

export type SupplierEndpoint<
  Name extends SupplierCallName = SupplierCallName,
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Known extends Refusals = Refusals,
> = {
  name: Name
  method: (typeof supplierPaths)[Name]['method']
  path: (typeof supplierPaths)[Name]['path']
  input: Input
  answer: Answer
  refusals: Known
}

/** One page of the supplier's link, as `staffEndpoint()` is one call of the back office. */
export function supplierEndpoint<
  Name extends SupplierCallName,
  Input extends z.ZodType,
  Answer extends z.ZodType,
  const Known extends Refusals,
>(
  name: Name,
  definition: { input: Input; answer: Answer; refusals: Known },
): SupplierEndpoint<Name, Input, Answer, Known> {
  const { method, path } = supplierPaths[name]
  return { name, method, path, ...definition, input: boundTexts(definition.input) }
}
