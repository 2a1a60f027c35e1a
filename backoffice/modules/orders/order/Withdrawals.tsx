import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { isOpenWithdrawal } from '#backoffice/modules/orders/order/next-action.ts'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './OrderPage.module.css'

/** Withdrawals: the promised refund and its last legal day. */
export function Withdrawals({ order }: { order: Order }) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  if (order.withdrawals.length === 0) return null
  return (
    <Card title={t('withdrawal.title')}>
      <ul className={css.rows}>
        {order.withdrawals.map((withdrawal) => (
          <li key={withdrawal.number}>
            <span className={css.stack}>
              <span>
                <b className={css.strong}>{withdrawal.number}</b>{' '}
                {t('withdrawal.promised', {
                  count: withdrawal.points_to_credit,
                  euros: euros(withdrawal.cents_to_credit),
                })}
              </span>
              {isOpenWithdrawal(order, withdrawal) ? (
                <span className={css.small}>
                  {t(`withdrawal.by.${withdrawal.by_itself}`)}{' '}
                  {formatDay(language, withdrawal.due_day)}
                </span>
              ) : null}
            </span>
            {withdrawal.credited ? (
              <StatusMark kind="done">{t('order.flag.credited')}</StatusMark>
            ) : withdrawal.overdue_days > 0 ? (
              <StatusMark kind="bad">{t('overdue', { count: withdrawal.overdue_days })}</StatusMark>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
