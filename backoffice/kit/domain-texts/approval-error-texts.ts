import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { Change } from '#contract/shared/refusals.shop.ts'
import { REPLACEMENT_OUTCOMES } from '#domain/orders/replacement.ts'

const CHANGED_FIELDS = {
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
/** The outcome of an approved order: placed, or why not. */
const PLACEMENT_RESULTS = [
  'ordered',
  'basket',
  'voucher',
  'balance',
  'stock',
  'catalogue',
  'price',
  'delivery',
] as const
const SENDERS = ['unsubmitted', 'warehouse', 'supplier', 'confirmed'] as const

/** Changes of an order by others since the request. */
export function changeTexts(
  t: Translate,
  euros: (cents: number) => string,
  { what, before, after }: Change,
) {
  const [kind = what, number = ''] = what.split(' ')
  const placement = PLACEMENT_RESULTS.find((known) => known === after)
  if (kind === 'order' && placement) return t(`approval.order.${placement}`)
  const value = (text: string) => {
    const state = STATES.find((known) => known === text)
    const outcome = REPLACEMENT_OUTCOMES.find((known) => known === text)
    if (state) return t(`order.state.${state}`)
    const sender = SENDERS.find((known) => known === text)
    if (kind === 'unsent' && sender) return t(`credit.unsentState.${sender}`)
    if (outcome) return t(`replacement.outcome.${outcome}`)
    return kind === 'cents_returned' ? euros(Number(text)) : text || '–'
  }
  const name =
    kind in CHANGED_FIELDS
      ? t(CHANGED_FIELDS[kind as keyof typeof CHANGED_FIELDS], { number })
      : what
  return t('credit.change', { what: name, before: value(before), after: value(after) })
}
