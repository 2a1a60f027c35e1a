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

type Known = StaffResponse<'task'>['payments'][number]

/** Payments with their owner and the use of the full amount. */
export function MatchedPayments({ payments }: { payments: Known[] }) {
  const t = useTranslate()
  if (payments.length === 0) return null
  return (
    <Card title={t('known.title')}>
      {payments.map((payment) => (
        <div key={payment.key} className={css.payment}>
          <KnownPayment payment={payment} />
        </div>
      ))}
    </Card>
  )
}

function KnownPayment({ payment }: { payment: Known }) {
  const t = useTranslate()
  const euros = useEuros()
  const { id, key, provider, channel, voucher, last3, order, cents, over } = payment
  const taken = payment.chargebacks.some(({ end }) => end !== 'reversed')
  const leaves = payment.refunds.some(({ state }) => state === 'queued')
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
          {payment.refunds.map(({ cents: back, state, at }) => (
            <li key={`${at} ${back} ${state}`}>
              {t('known.refund')} {euros(back)}, {t(`order.refundOf.${state}`)},{' '}
              <DateTime at={at} channel={channel} />
            </li>
          ))}
          {payment.chargebacks.map(({ cents: back, end, at }) => (
            <li key={`${at} ${back} bank`}>
              {t('order.chargeback')} {euros(back)}
              {end ? `, ${t(`order.chargebackOf.${end}`)}` : ''},{' '}
              <DateTime at={at} channel={channel} />
            </li>
          ))}
        </ul>
      ) : null}
      {taken && leaves ? <Notice kind="warn">{t('known.stopped')}</Notice> : null}
      {over > 0 ? <Notice kind="bad">{t('known.over', { amount: euros(over) })}</Notice> : null}
    </>
  )
}

/** The moment of the payment, as a link to the payments of that day. */
function PaidOn({ payment: { paid_at, day, channel } }: { payment: Known }) {
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
