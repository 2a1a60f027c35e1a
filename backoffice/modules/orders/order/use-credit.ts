import { useEffect, useState } from 'react'

import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useBookCredit } from '#backoffice/modules/orders/order/use-book-credit.ts'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { splitCredit } from '#domain/refunds/credit.ts'

type Proposal = StaffResponse<'proposeCredit'>
export type Reason = StaffInput<'proposeCredit'>['reason']
export type Goods = NonNullable<StaffInput<'proposeCredit'>['goods']>
type Values = { pieces: Record<number, number>; reason: Reason | ''; goods: Goods; note: string }

export type Credit = ReturnType<typeof useCredit>

/** The only gift of an order needs no choice. */
const initialPieces = (lines: Order['lines']): Record<number, number> => {
  const [only] = lines
  return lines.length === 1 && only?.left === 1 ? { [only.line]: 1 } : {}
}

/**
 * The refund as typed. It is booked at once if the server proposes exactly what the form shows. Otherwise, and if the
 * booking was not confirmed, the proposal is shown: only the same proposal is booked at most once.
 */
export function useCredit(order: Order, me: string, onBooked: () => void) {
  const t = useTranslate()
  const refundableLines = order.lines.filter((line) => line.left > 0)
  const draft = useDraft<Values>(`${me}.order.${order.number}.refund`, {
    pieces: initialPieces(refundableLines),
    reason: '',
    goods: 'none',
    note: '',
  })
  const { pieces, reason, goods, note } = draft.values
  // Someone else has refunded the rest: the form closes and its input is removed.
  const isFullyRefunded = refundableLines.length === 0 && draft.changed
  useEffect(() => {
    if (isFullyRefunded) draft.clear()
  }, [isFullyRefunded])
  const proposing = useAction('proposeCredit')
  const booking = useBookCredit()
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [isOfWithdrawal, setOfWithdrawal] = useState(false)
  const { chosen, points, amount } = refundOf(order, refundableLines, pieces)
  const finish = () => {
    // A refund of a withdrawal leaves what was typed for another one.
    if (!isOfWithdrawal) draft.clear()
    setProposal(null)
    onBooked()
  }
  const propose = async (subject: Pick<StaffInput<'proposeCredit'>, 'lines' | 'withdrawal'>) => {
    const ofWithdrawal = subject.withdrawal !== undefined
    if (!ofWithdrawal && reason === '') return
    setOfWithdrawal(ofWithdrawal)
    booking.clearError()
    const input = ofWithdrawal
      ? { reason: 'withdrawn' as const }
      : { reason: reason as Reason, goods, note }
    const proposed = await proposing.run({ number: order.number, ...subject, ...input })
    if (!proposed) return
    const isAsProposed =
      !ofWithdrawal &&
      isAsShown(proposed, amount) &&
      proposed.credits_before === order.credits.length &&
      proposed.needs_approval === points > order.credit_alone
    if (isAsProposed && (await booking.run({ proposal: proposed.id, handed_out: 0, stop: false })))
      return finish()
    setProposal(proposed)
  }
  const isOutdated = booking.refusal?.refused === 'changed-since'
  return {
    draft,
    refundableLines,
    chosen,
    points,
    amount,
    propose,
    proposal,
    setProposal,
    finish,
    busy: proposing.busy || booking.busy,
    failure: isOutdated ? t('credit.changed') : (proposing.failure ?? booking.failure),
  }
}

/** The chosen units and their refund. */
function refundOf(order: Order, lines: Order['lines'], pieces: Values['pieces']) {
  const chosen = lines.flatMap(({ line, left: most }) => {
    const quantity = Math.min(pieces[line] ?? 0, most)
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const points = chosen.reduce(
    (sum, { line, quantity }) =>
      sum + quantity * (lines.find((one) => one.line === line)?.points ?? 0),
    0,
  )
  const { first, ...remaining } = order.credit_left
  const amount = splitCredit(points, remaining, first) ?? { points, cents: 0 }
  return { chosen, points, amount }
}

/** Whether the proposal is what the form showed, with nothing left to ask. */
const isAsShown = (proposed: Proposal, shown: { points: number; cents: number }) =>
  proposed.points_back === shown.points &&
  proposed.cents === shown.cents &&
  proposed.cents_sent === proposed.cents &&
  proposed.handed_out === 0 &&
  proposed.unsent.length === 0 &&
  !proposed.stops &&
  !proposed.cancels &&
  !proposed.voucher_ended

export const hasReturnableGift = (lines: Order['lines']) =>
  lines.some(
    ({ state, delivery }) =>
      delivery !== 'digital' && (state === 'shipped' || state === 'delivered'),
  )
