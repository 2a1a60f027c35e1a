import type { ReactNode } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Known = StaffResponse<'taskCause'>['payments'][number]

/** What came, whose it was, and where all of it went. */
export function KnownPayments({ payments }: { payments: Known[] }) {
  const say = useSay()
  if (payments.length === 0) return null
  return (
    <section className={css.part} aria-label={say('known.title')}>
      <h2>{say('known.title')}</h2>
      {payments.map((payment) => (
        <KnownPayment key={payment.key} payment={payment} />
      ))}
    </section>
  )
}

function KnownPayment({ payment }: { payment: Known }) {
  const say = useSay()
  const euros = useEuros()
  const { id, key, provider, channel, voucher, last3, order, cents, paid_at, day, over } = payment
  const taken = payment.chargebacks.some(({ end }) => end !== 'reversed')
  const leaves = payment.refunds.some(({ state }) => state === 'queued')
  return (
    <>
      <dl className={css.facts}>
        <Fact word={say('known.payment')}>
          {id ?? key} ({provider})
        </Fact>
        <Fact word={say('known.amount')}>{euros(cents)}</Fact>
        <Fact word={say('known.day')}>
          {day ? (
            <BackofficeLink to={`/backoffice/money?day=${day}&channel=${channel}`}>
              {say('known.ofDay')}
            </BackofficeLink>
          ) : null}{' '}
          {paid_at ? <Moment at={paid_at} channel={channel} /> : '–'}
        </Fact>
        <Fact word={say('channel')}>{channel}</Fact>
        <Fact word={say('order.holder')}>
          <BackofficeLink to={`/backoffice/holders/${voucher}`}>···{last3}</BackofficeLink>
        </Fact>
        <Fact word={say('known.order')}>
          {order ? (
            <BackofficeLink to={`/backoffice/orders/${order}`}>{order}</BackofficeLink>
          ) : (
            say('known.noOrder')
          )}
        </Fact>
      </dl>
      {payment.refunds.length + payment.chargebacks.length > 0 ? (
        <ul>
          {payment.refunds.map(({ cents: back, state, at }) => (
            <li key={`${at} ${back} ${state}`}>
              {say('known.refund')} {euros(back)}, {say(`order.refundOf.${state}`)},{' '}
              <Moment at={at} channel={channel} />
            </li>
          ))}
          {payment.chargebacks.map(({ cents: back, end, at }) => (
            <li key={`${at} ${back} bank`}>
              {say('order.chargeback')} {euros(back)}
              {end ? `, ${say(`order.chargebackOf.${end}`)}` : ''},{' '}
              <Moment at={at} channel={channel} />
            </li>
          ))}
        </ul>
      ) : null}
      {taken && leaves ? <Notice kind="warn">{say('known.stopped')}</Notice> : null}
      {over > 0 ? <Notice kind="bad">{say('known.over', { amount: euros(over) })}</Notice> : null}
    </>
  )
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}
