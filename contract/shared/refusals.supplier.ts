import type { SupplierEndpoints } from '#contract/endpoints.supplier.ts'
import type { SupplierCallName } from '#contract/paths.supplier.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

/** What every page may be refused for, with the status it travels under. The page itself shows the reason. */
export const SUPPLIER_COMMON_REFUSALS = {
  /** The form could not be read. Its fields are named by `invalid-input`. */
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
