import type { Timeframe } from '#contract/cart.shop.ts'
import css from './CarrierMark.module.css'

/** Badges instead of logos, which are trademarks. */
const CARRIERS = [
  { begins: /^(postnl|pak|pnp)/i, name: 'PostNL', look: css.post },
  { begins: /^dhl/i, name: 'DHL', look: css.dhl },
  { begins: /^dpd/i, name: 'DPD', look: css.dpd },
  { begins: /^gls/i, name: 'GLS', look: css.gls },
  { begins: /^ups/i, name: 'UPS', look: css.ups },
]

/** The carrier's name as a badge. An unknown carrier shows the name it sends. */
export function CarrierMark({ method }: { method: Timeframe }) {
  const { name, look } = carrierOf(method)
  return name === '' ? null : <span className={`${css.mark} ${look ?? ''}`}>{name}</span>
}

export function carrierOf({ ShippingOptions: [option] }: Timeframe): {
  name: string
  look?: string | undefined
} {
  const shipper = option?.ShipperCodes[0] ?? ''
  const known = CARRIERS.find(({ begins }) => begins.test(shipper))
  return known ?? { name: (option?.DisplayName ?? '').split(',')[0]?.trim() ?? '' }
}
