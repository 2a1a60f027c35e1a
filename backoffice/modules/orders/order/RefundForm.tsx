import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { RefundGifts } from '#backoffice/modules/orders/order/RefundGifts.tsx'
import {
  hasReturnableGift,
  type Credit,
  type Goods,
  type Reason,
} from '#backoffice/modules/orders/order/use-credit.ts'
import { CREDIT_REASONS, CREDITED_GOODS, stopsGoods } from '#domain/refunds/credit.ts'

import css from './RefundForm.module.css'

/** Gifts and a reason. The button names the amount. The input stays when the form is closed. */
export function RefundForm({ order, credit }: { order: Order; credit: Credit }) {
  const t = useTranslate()
  const { chosen, draft, refundableLines } = credit
  return (
    <Form
      title={t('credit.title')}
      titled={false}
      submit={useSubmitText(order, credit)}
      note={t('credit.cannotUndo')}
      failure={credit.failure}
      busy={credit.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={() => credit.propose({ lines: chosen })}
    >
      <RefundGifts credit={credit} />
      <ReasonField order={order} credit={credit} />
      {hasReturnableGift(refundableLines) ? <GoodsField credit={credit} /> : null}
      <FormField
        label={t('credit.note')}
        maxLength={500}
        required={draft.values.reason === 'other'}
        value={draft.values.note}
        onChange={({ target }) => draft.type({ note: target.value })}
      />
      <Summary order={order} credit={credit} />
    </Form>
  )
}

function useSubmitText(order: Order, { chosen, points, amount }: Credit) {
  const t = useTranslate()
  const euros = useEuros()
  if (chosen.length === 0) return t('credit.title')
  return points > order.credit_alone
    ? t('credit.ask')
    : t('credit.book', { amount: amountText(amount, { t, euros }) })
}

/** The refund of the chosen gifts, in points and euros. */
function Summary({ order, credit: { points, amount } }: { order: Order; credit: Credit }) {
  const t = useTranslate()
  const euros = useEuros()
  const { credit_alone } = order
  return (
    <div role="status" className={css.summary}>
      <dl className={css.sums}>
        <dt>{t('credit.toBalance')}</dt>
        <dd>{t('order.pointsOf', { count: amount.points })}</dd>
        <dt>{t('credit.toCard')}</dt>
        <dd>{amount.cents === 0 ? '–' : euros(amount.cents)}</dd>
      </dl>
      {points > credit_alone ? (
        <p>
          {t(credit_alone > 0 ? 'credit.overLimit' : 'credit.nobodyAlone', { count: credit_alone })}
        </p>
      ) : null}
    </div>
  )
}

function ReasonField({ order, credit }: { order: Order; credit: Credit }) {
  const { refundableLines, draft } = credit
  const t = useTranslate()
  const canStop = order.state === 'placed' || refundableLines.some(({ fallen }) => fallen)
  const reasons = CREDIT_REASONS.filter((reason) => {
    if (reason === 'returned') return hasReturnableGift(refundableLines)
    return canStop || !stopsGoods(reason)
  })
  return (
    <FormSelect
      label={t('credit.reason')}
      required
      ref={(select) =>
        select?.setCustomValidity(draft.values.reason === '' ? t('credit.reasonMissing') : '')
      }
      value={draft.values.reason}
      onChange={({ target }) => draft.type({ reason: target.value as Reason })}
    >
      {/* No default, because a hurried user would book the first reason. */}
      <option value="">{t('credit.chooseReason')}</option>
      {reasons.map((reason) => (
        <option key={reason} value={reason}>
          {t(`credit.reasonOf.${reason}`)}
        </option>
      ))}
    </FormSelect>
  )
}

function GoodsField({ credit: { draft } }: { credit: Credit }) {
  const t = useTranslate()
  return (
    <FormSelect
      label={t('credit.goods')}
      value={draft.values.goods}
      onChange={({ target }) => draft.type({ goods: target.value as Goods })}
    >
      {CREDITED_GOODS.map((one) => (
        <option key={one} value={one}>
          {t(`credit.goodsOf.${one}`)}
        </option>
      ))}
    </FormSelect>
  )
}
