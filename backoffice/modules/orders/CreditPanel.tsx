import { type RefObject, useEffect, useRef, useState } from 'react'

import { CreditProposal } from '#backoffice/modules/orders/CreditProposal.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { CREDIT_REASONS, CREDITED_GOODS, stopsGoods } from '#domain/refunds/credit.ts'

import css from './OrderDetailPage.module.css'

type Order = StaffResponse<'staffOrder'>
type Reason = StaffInput<'proposeCredit'>['reason']
type Goods = NonNullable<StaffInput<'proposeCredit'>['goods']>

/**
 * Gifts and a reason. The server computes the refund, and only that proposal is booked. Most readers of an order
 * refund nothing, so the form opens by button. Escape closes it without losing the input.
 */
export function CreditPanel({ order }: { order: Order }) {
  const t = useTranslate()
  const credit = useCredit(order)
  const { proposal, setProposal, left, open, propose, action } = credit
  const { panel, button, heading, isOpen, setOpen } = useCreditFocus(proposal)
  if (proposal) {
    return <CreditProposal proposal={proposal} onAway={() => setProposal(null)} />
  }
  // Checked only here: a proposal that a colleague overtook must still show that.
  if (left.length === 0 && open.length === 0) return null
  return (
    <div className={isOpen ? css.panel : css.part} ref={panel}>
      {left.length > 0 ? (
        <ActionButton ref={button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('credit.title')}
        </ActionButton>
      ) : null}
      {left.length > 0 && isOpen ? (
        <CreditForm order={order} credit={credit} heading={heading} />
      ) : null}
      {open.map(({ number }) => (
        <ActionButton
          key={number}
          busy={action.busy}
          onClick={() => void propose({ withdrawal: number })}
        >
          {t('credit.ofWithdrawal', { number })}
        </ActionButton>
      ))}
    </div>
  )
}

type Credit = ReturnType<typeof useCredit>

/** The gifts and the reason as typed, and the proposal that the server made of them. */
function useCredit(order: Order) {
  const [pieces, setPieces] = useState<Record<number, number>>({})
  const [reason, setReason] = useState<Reason | ''>('')
  const [goods, setGoods] = useState<Goods>('none')
  const [note, setNote] = useState('')
  const action = useAction('proposeCredit')
  const [proposal, setProposal] = useState<StaffResponse<'proposeCredit'> | null>(null)
  const left = order.lines.filter((line) => line.left > 0)
  const open = order.withdrawals.filter(({ credited }) => !credited)
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
  return { ...typed, left, open, chosen, points, propose, proposal, setProposal, action }
}

/** Opens and closes the panel, and moves the focus with it. */
function useCreditFocus(proposal: Credit['proposal']) {
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wasAway = useRef(false)
  // After a proposal closes, the focus returns to the form.
  useEffect(() => {
    if (wasAway.current && !proposal) panel.current?.querySelector('input')?.focus()
    wasAway.current = proposal !== null
  }, [proposal])
  useEffect(() => {
    if (isOpen) heading.current?.focus()
  }, [isOpen])
  useEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    const away = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    element.addEventListener('keydown', away)
    return () => element.removeEventListener('keydown', away)
    // Away for a proposal and back it is another element.
  }, [isOpen, proposal])
  return { panel, button, heading, isOpen, setOpen }
}

const comesBack = (left: Order['lines']) =>
  left.some(
    ({ state, delivery }) =>
      delivery !== 'digital' && (state === 'shipped' || state === 'delivered'),
  )

type FormProps = { order: Order; credit: Credit; heading: RefObject<HTMLHeadingElement | null> }

function CreditForm({ order, credit, heading }: FormProps) {
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
      <h2 ref={heading} tabIndex={-1}>
        {t('credit.title')}
      </h2>
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
