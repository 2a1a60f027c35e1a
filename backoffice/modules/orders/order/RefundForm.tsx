import { useState } from 'react'

import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { CREDIT_REASONS, CREDITED_GOODS, stopsGoods } from '#domain/refunds/credit.ts'

type Reason = StaffInput<'proposeCredit'>['reason']
type Goods = NonNullable<StaffInput<'proposeCredit'>['goods']>

export type Credit = ReturnType<typeof useCredit>

/** The gifts and the reason as typed, and the proposal that the server made of them. */
export function useCredit(order: Order) {
  const [pieces, setPieces] = useState<Record<number, number>>({})
  const [reason, setReason] = useState<Reason | ''>('')
  const [goods, setGoods] = useState<Goods>('none')
  const [note, setNote] = useState('')
  const action = useAction('proposeCredit')
  const [proposal, setProposal] = useState<StaffResponse<'proposeCredit'> | null>(null)
  const left = order.lines.filter((line) => line.left > 0)
  const propose = async (what: Pick<StaffInput<'proposeCredit'>, 'lines' | 'withdrawal'>) => {
    const asked = what.withdrawal === undefined ? reason : 'withdrawn'
    if (asked === '') return
    const made = await action.run({ number: order.number, ...what, reason: asked, goods, note })
    if (made) setProposal(made)
  }
  const chosen = left.flatMap(({ line, quantity, left: most }) => {
    const asked = pieces[line] ?? (left.length === 1 && quantity === 1 && most === 1 ? 1 : 0)
    return asked > 0 ? [{ line, quantity: asked }] : []
  })
  const points = chosen.reduce(
    (sum, { line, quantity }) =>
      sum + quantity * (left.find((one) => one.line === line)?.points ?? 0),
    0,
  )
  const typed = { pieces, setPieces, reason, setReason, goods, setGoods, note, setNote }
  return { ...typed, left, chosen, points, propose, proposal, setProposal, action }
}

const comesBack = (left: Order['lines']) =>
  left.some(
    ({ state, delivery }) =>
      delivery !== 'digital' && (state === 'shipped' || state === 'delivered'),
  )

/**
 * Gifts and a reason. The server computes the refund, and only that proposal is booked. The input stays when the form
 * is closed.
 */
export function RefundForm({ order, credit }: { order: Order; credit: Credit }) {
  const t = useTranslate()
  const { left, chosen, points, propose, reason, note, setNote, action } = credit
  return (
    <Form
      title={t('credit.title')}
      titled={false}
      // This form only previews. The main action is the booking.
      main={false}
      submit={t('credit.propose')}
      note={t('credit.help')}
      wrong={action.wrong}
      busy={action.busy}
      changed={false}
      onDiscard={() => {}}
      onSubmit={() => propose({ lines: chosen })}
    >
      <PiecesFields credit={credit} />
      <ReasonField order={order} credit={credit} />
      {comesBack(left) ? <GoodsField credit={credit} /> : null}
      <p role="status">
        {t(
          points > order.credit_alone
            ? 'credit.needsSecond'
            : order.credit_alone > 0
              ? 'credit.alone'
              : 'credit.nobodyAlone',
          { count: order.credit_alone },
        )}
      </p>
      <FormField
        label={t('credit.note')}
        maxLength={500}
        required={reason === 'other'}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}

function PiecesFields({ credit: { left, chosen, pieces, setPieces } }: { credit: Credit }) {
  const t = useTranslate()
  return left.map((line) => (
    <FormField
      key={line.line}
      label={t('credit.pieces', { name: line.name })}
      aside={t('order.lineLeft', { count: line.left })}
      type="number"
      inputMode="numeric"
      min={0}
      max={line.left}
      issue={
        (pieces[line.line] ?? 0) > line.left ? t('credit.tooMany', { count: line.left }) : null
      }
      value={chosen.find((one) => one.line === line.line)?.quantity ?? 0}
      onChange={({ target }) =>
        setPieces({ ...pieces, [line.line]: Math.max(0, Math.trunc(Number(target.value))) })
      }
    />
  ))
}

function ReasonField({
  order,
  credit: { left, reason, setReason },
}: {
  order: Order
  credit: Credit
}) {
  const t = useTranslate()
  const someUnavailable = left.some(({ fallen }) => fallen)
  const reasons = CREDIT_REASONS.filter((one) =>
    one === 'returned'
      ? comesBack(left)
      : !stopsGoods(one) || order.state === 'placed' || someUnavailable,
  )
  return (
    <FormSelect
      label={t('credit.reason')}
      required
      value={reason}
      onChange={({ target }) => setReason(target.value as Reason)}
    >
      {/* No default, because a hurried user would book the first reason. */}
      <option value="">{t('credit.chooseReason')}</option>
      {reasons.map((one) => (
        <option key={one} value={one}>
          {t(`credit.reasonOf.${one}`)}
        </option>
      ))}
    </FormSelect>
  )
}

function GoodsField({ credit: { goods, setGoods } }: { credit: Credit }) {
  const t = useTranslate()
  return (
    <FormSelect
      label={t('credit.goods')}
      value={goods}
      onChange={({ target }) => setGoods(target.value as Goods)}
    >
      {CREDITED_GOODS.map((one) => (
        <option key={one} value={one}>
          {t(`credit.goodsOf.${one}`)}
        </option>
      ))}
    </FormSelect>
  )
}
