import { answerPurchase, purchase } from '#contract/fulfilment/purchase-orders.supplier.ts'
import type { SupplierCallName } from '#contract/paths.supplier.ts'
import type { SupplierEndpoint } from '#contract/shared/endpoint.supplier.ts'

export const supplierEndpoints = {
  purchase,
  answerPurchase,
} as const satisfies { [Name in SupplierCallName]: SupplierEndpoint<Name> }
export type SupplierEndpoints = typeof supplierEndpoints
