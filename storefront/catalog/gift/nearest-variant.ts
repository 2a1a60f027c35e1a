import type { Product } from '#contract/catalog/catalog.shop.ts'

export type Variant = Product['product_variants'][number]

const valuesOf = ({ value_dim_0, value_dim_1 }: Variant) => [value_dim_0, value_dim_1] as const

/**
 * The variant to show when `value` is chosen in the dimension at `index`: the one that differs in nothing else, or
 * else any with that value, preferably an available one.
 */
export function nearestVariant(
  variants: readonly Variant[],
  current: Variant,
  index: number,
  value: string,
): Variant | undefined {
  const candidates = variants.filter((variant) => valuesOf(variant)[index] === value)
  const otherIndex = index === 0 ? 1 : 0
  return (
    candidates.find((variant) => valuesOf(variant)[otherIndex] === valuesOf(current)[otherIndex]) ??
    candidates.find(isAvailable) ??
    candidates[0]
  )
}

export const isAvailable = ({ stock_availability }: Variant) => stock_availability === 'true'

export const currentVariant = ({ scp, product_variants }: Product) =>
  product_variants.find((variant) => variant.scp === scp)
