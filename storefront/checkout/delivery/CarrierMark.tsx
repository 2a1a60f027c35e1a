import type { Timeframe } from '#contract/cart.shop.ts'
import css from './CarrierMark.module.css'

/** Badges instead of logos, which are trademarks. */
const CARRIERS = [
  { pattern: /^(postnl|pak|pnp)/i, name: 'PostNL', className: css.post },
  { pattern: /^dhl/i, name: 'DHL', className: css.dhl },
  { pattern: /^dpd/i, name: 'DPD', className: css.dpd },
  { pattern: /^gls/i, name: 'GLS', className: css.gls },
  { pattern: /^ups/i, name: 'UPS', className: css.ups },
]

/** The carrier's name as a badge. An unknown carrier shows the name it sends. */
export function CarrierMark({ method }: { method: Timeframe }) {
  const { name, className } = carrierOf(method)
  return name === '' ? null : <span className={`${css.mark} ${className ?? ''}`}>{name}</span>
}

export function carrierOf({ ShippingOptions: [option] }: Timeframe): {
  name: string
  className?: string | undefined
} {
  const shipper = option?.ShipperCodes[0] ?? ''
  const known = CARRIERS.find(({ pattern }) => pattern.test(shipper))
  return known ?? { name: (option?.DisplayName ?? '').split(',')[0]?.trim() ?? '' }
}
