import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { Change } from '#contract/shared/refusals.shop.ts'
import { REPLACEMENT_OUTCOMES } from '#domain/orders/replacement.ts'

const WHATS = {
  state: 'credit.what.state',
  points_returned: 'credit.what.points_returned',
  cents_returned: 'credit.what.cents_returned',
  credits: 'credit.what.credits',
  withdrawals: 'credit.what.withdrawals',
  booked: 'credit.what.booked',
  line: 'credit.what.line',
  choice: 'credit.what.choice',
  handed: 'credit.what.handed',
  unsent: 'credit.what.unsent',
} as const
const STATES = ['placed', 'released', 'shipped', 'delivered', 'cancelled'] as const
/** Why an approved order could not be placed. */
const ORDER_ENDS = [
  'ordered',
  'basket',
  'voucher',
  'balance',
  'stock',
  'catalogue',
  'price',
  'delivery',
] as const
const SENDERS = ['warehouse', 'supplier', 'confirmed'] as const

/** Changes of an order by others since the request. */
export function changeTexts(
  t: Translate,
  euros: (cents: number) => string,
  { what, before, after }: Change,
) {
  const [kind = what, number = ''] = what.split(' ')
  const orderEnd = ORDER_ENDS.find((one) => one === after)
  if (kind === 'order' && orderEnd) return t(`approval.order.${orderEnd}`)
  const value = (text: string) => {
    const state = STATES.find((one) => one === text)
    const end = REPLACEMENT_OUTCOMES.find((outcome) => outcome === text)
    if (state) return t(`order.state.${state}`)
    const sender = SENDERS.find((one) => one === text)
    if (kind === 'unsent' && sender) return t(`credit.unsentState.${sender}`)
    if (end) return t(`replacement.outcome.${end}`)
    return kind === 'cents_returned' ? euros(Number(text)) : text || '–'
  }
  const name = kind in WHATS ? t(WHATS[kind as keyof typeof WHATS], { number }) : what
  return t('credit.change', { what: name, before: value(before), after: value(after) })
}
