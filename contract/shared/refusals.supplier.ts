import type { SupplierEndpoints } from '#contract/endpoints.supplier.ts'
import type { SupplierCallName } from '#contract/paths.supplier.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

/** Refusals of every page for suppliers, with their HTTP status. The page shows the reason. */
export const SUPPLIER_COMMON_REFUSALS = {
  /** The form could not be read. Invalid fields are `invalid-input`. */
  unreadable: 400,
  'unknown-link': 404,
  'too-long': 413,
  'invalid-input': 422,
} as const

export type SupplierReason =
  | keyof typeof SUPPLIER_COMMON_REFUSALS
  | {
      [One in SupplierCallName]: keyof SupplierEndpoints[One]['refusals'] & string
    }[SupplierCallName]

export const refuseSupplier = <const Code extends SupplierReason>(
  refused: Code,
): Refusal<Code> => ({
  refused,
})
