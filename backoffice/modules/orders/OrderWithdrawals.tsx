import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'

import css from './OrderDetailPage.module.css'

type Goods = StaffInput<'confirmReturn'>['goods']

/** Withdrawals: the promised refund, its due date, and the button that confirms the return. */
export function OrderWithdrawals({
  order,
  mayWrite,
}: {
  order: StaffResponse<'staffOrder'>
  mayWrite: boolean
}) {
  const t = useTranslate()
  const euros = useEuros()
  const [goods, setGoods] = useState<Goods>('shelf')
  const action = useAction('confirmReturn', {
    done: ({ credit }) =>
      credit === null ? t('withdrawal.looked') : t('credit.booked', { number: credit }),
  })
  if (order.withdrawals.length === 0) return null
  return (
    <section className={css.part} aria-label={t('withdrawal.title')}>
      <h2>{t('withdrawal.title')}</h2>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      <ul>
        {order.withdrawals.map((one) => (
          <li key={one.number} className={css.row}>
            <span>
              {one.number}{' '}
              <span className={css.soft}>
                {t('withdrawal.promised', {
                  points: one.points_to_credit,
                  euros: euros(one.cents_to_credit),
                })}
              </span>
            </span>
            {one.credited ? (
              <span className={css.soft}>{t('order.flag.credited')}</span>
            ) : (
              <span className={css.soft}>
                {t(`withdrawal.by.${one.by_itself}`)} <Moment at={one.due_at} />
              </span>
            )}
            {mayWrite && !one.credited && order.state !== 'cancelled' ? (
              <ReturnFields
                goods={goods}
                setGoods={setGoods}
                busy={action.busy}
                confirm={() => void action.run({ number: one.number, goods })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type ReturnFieldsProps = {
  goods: Goods
  setGoods: (goods: Goods) => void
  busy: boolean
  confirm: () => void
}

function ReturnFields({ goods, setGoods, busy, confirm }: ReturnFieldsProps) {
  const t = useTranslate()
  return (
    <span className={css.actions}>
      <FormSelect
        label={t('credit.goods')}
        value={goods}
        onChange={({ target }) => setGoods(target.value as Goods)}
      >
        {(['shelf', 'written-off'] as const).map((value) => (
          <option key={value} value={value}>
            {t(`credit.goodsOf.${value}`)}
          </option>
        ))}
      </FormSelect>
      <ActionButton busy={busy} onClick={confirm}>
        {t('withdrawal.back')}
      </ActionButton>
    </span>
  )
}
