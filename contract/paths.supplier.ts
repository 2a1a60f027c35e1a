/** One page of the supplier's link. The token in the path is the authorization: it opens one purchase order. */
export type SupplierPath = { method: 'GET' | 'POST'; path: string }

/** Every page of it; without schemas, as in `contract/paths.shop.ts`. */
export const supplierPaths = {
  purchase: { method: 'GET', path: '/supplier/:token' },
  answerPurchase: { method: 'POST', path: '/supplier/:token' },
} as const satisfies Record<string, SupplierPath>

export type SupplierCallName = keyof typeof supplierPaths
