import type { ReactNode } from 'react'

import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type MatchedPayment = StaffResponse<'task'>['payments'][number]

/** The payments of a task: their order and recipient, and what was refunded or charged back. */
export function MatchedPayments({ payments }: { payments: MatchedPayment[] }) {
  const t = useTranslate()
  if (payments.length === 0) return null
  return (
    <Card title={t('known.title')}>
      {payments.map((payment) => (
        <div key={payment.key} className={css.payment}>
          <PaymentDetails payment={payment} />
        </div>
      ))}
    </Card>
  )
}

function PaymentDetails({ payment }: { payment: MatchedPayment }) {
  const t = useTranslate()
  const euros = useEuros()
  const { id, key, provider, channel, voucher, last3, order, cents, over } = payment
  const isChargedBack = payment.chargebacks.some(({ end }) => end !== 'reversed')
  const isRefundQueued = payment.refunds.some(({ state }) => state === 'queued')
  return (
    <>
      <dl className={css.facts}>
        <Fact label={t('known.order')}>
          {order ? (
            <BackofficeLink to={`/backoffice/orders/${order}`}>{order}</BackofficeLink>
          ) : (
            t('known.noOrder')
          )}
        </Fact>
        <Fact label={t('known.amount')}>{euros(cents)}</Fact>
        <Fact label={t('known.day')}>
          <PaidOn payment={payment} />
        </Fact>
        <Fact label={t('order.holder')}>
          <BackofficeLink to={`/backoffice/recipients/${voucher}`}>···{last3}</BackofficeLink>
        </Fact>
        <Fact label={t('channel')}>
          <ChannelName id={channel} />
        </Fact>
        <Fact label={t('known.payment')}>
          <span className={css.soft}>
            {id ?? key} ({provider})
          </span>
        </Fact>
      </dl>
      {payment.refunds.length + payment.chargebacks.length > 0 ? (
        <ul>
          {payment.refunds.map(({ cents: amount, state, at }) => (
            <li key={`${at} ${amount} ${state}`}>
              {t('known.refund')} {euros(amount)}, {t(`order.refundOf.${state}`)},{' '}
              <DateTime at={at} channel={channel} />
            </li>
          ))}
          {payment.chargebacks.map(({ cents: amount, end, at }) => (
            <li key={`${at} ${amount} bank`}>
              {t('order.chargeback')} {euros(amount)}
              {end ? `, ${t(`order.chargebackOf.${end}`)}` : ''},{' '}
              <DateTime at={at} channel={channel} />
            </li>
          ))}
        </ul>
      ) : null}
      {isChargedBack && isRefundQueued ? <Notice kind="warn">{t('known.stopped')}</Notice> : null}
      {over > 0 ? <Notice kind="bad">{t('known.over', { amount: euros(over) })}</Notice> : null}
    </>
  )
}

/** The moment of the payment, as a link to the payments of that day. */
function PaidOn({ payment: { paid_at, day, channel } }: { payment: MatchedPayment }) {
  if (!paid_at) return '–'
  const moment = <DateTime at={paid_at} channel={channel} />
  return day ? (
    <BackofficeLink to={`/backoffice/finance/payments?day=${day}&channel=${channel}`}>
      {moment}
    </BackofficeLink>
  ) : (
    moment
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
