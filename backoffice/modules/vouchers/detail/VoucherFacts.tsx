import type { ReactNode } from 'react'

import { BatchName } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type {
  VoucherDetail,
  VoucherAction,
} from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { priceText } from '#backoffice/modules/vouchers/detail/timeline-texts.ts'
import { BreakableEmail } from '#backoffice/kit/display/BreakableEmail.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './VoucherFacts.module.css'

/** The recipient, the balance and open items. */
export function VoucherFacts({
  staff,
  voucher,
  onOpen,
}: {
  staff: Staff
  voucher: VoucherDetail
  onOpen: (action: VoucherAction) => void
}) {
  const t = useTranslate()
  const canReveal = voucher.masked && staff.permissions.includes('personal-data.request')
  return (
    <div className={css.facts}>
      <Balance voucher={voucher} />
      {voucher.waiting.map(({ id, kind, by }) => (
        <Notice key={id} kind="info">
          {t(kind === 'order.place' ? 'voucher.orderWaits' : 'voucher.waits')} ({by.name}).{' '}
          <BackofficeLink to={`/backoffice/approvals/${id}`}>
            {t('voucher.toApproval')}
          </BackofficeLink>
        </Notice>
      ))}
      <Card
        title={t('voucher.facts')}
        actions={
          canReveal ? (
            <ActionButton small onClick={() => onOpen({ kind: 'reveal-person' })}>
              {t('voucher.show')}
            </ActionButton>
          ) : undefined
        }
      >
        <RecipientFacts voucher={voucher} />
      </Card>
      <Orders voucher={voucher} />
      <GrantedPoints staff={staff} voucher={voucher} onOpen={onOpen} />
    </div>
  )
}

function Balance({ voucher: { balance } }: { voucher: VoucherDetail }) {
  const t = useTranslate()
  const granted = balance.granted - balance.expired
  return (
    <Card title={t('voucher.balance')}>
      <p>
        <span className={css.big}>{balance.available}</span>{' '}
        <span className={css.soft}>{t('voucher.of', { count: granted })}</span>
      </p>
      <BalanceBar left={balance.available} reserved={balance.reserved} granted={granted} />
      {balance.reserved > 0 ? (
        <p className={css.soft}>{t('voucher.reserved', { count: balance.reserved })}</p>
      ) : null}
    </Card>
  )
}

type BalanceBarProps = { left: number; reserved: number; granted: number }

/** The points that are left, then the reserved points. The rest of the bar is spent. */
function BalanceBar({ left, reserved, granted }: BalanceBarProps) {
  const t = useTranslate()
  const total = Math.max(1, granted)
  return (
    <svg
      className={css.bar}
      viewBox={`0 0 ${total} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('voucher.leftOf', { left, granted })}
    >
      <rect className={css.left} width={left} height="1" />
      <rect className={css.reserved} x={left} width={reserved} height="1" />
    </svg>
  )
}

function RecipientFacts({ voucher }: { voucher: VoucherDetail }) {
  const t = useTranslate()
  const { language: staffLanguage } = useBackofficeLanguage()
  const { person, batch, last_day, language, seen_at, codes_replaced } = voucher
  // A recipient who ordered has visited the shop, even if no visit is recorded.
  const lastVisit = [seen_at, ...voucher.orders.map(({ at }) => at)]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1)
  return (
    <dl className={css.list}>
      <Fact label={t('mail')}>{person.mail ? <BreakableEmail text={person.mail} /> : null}</Fact>
      <Fact label={t('voucher.phone')}>{person.phone}</Fact>
      <Fact label={t('voucher.department')}>{person.department}</Fact>
      <Fact label={t('voucher.language')}>{t(`in.${language}`)}</Fact>
      <Fact label={t('voucher.validUntil')}>
        {last_day ? formatDay(staffLanguage, last_day) : t('voucher.noEnd')}
      </Fact>
      <Fact label={t('voucher.lastHere')}>
        {lastVisit ? <DateTime at={lastVisit} /> : t('voucher.never')}
      </Fact>
      <Fact label={t('voucher.batch')}>
        <BatchName batch={batch} />
      </Fact>
      {codes_replaced > 0 ? (
        <Fact label={t('voucher.codeReplaced')}>
          {t('voucher.replacedTimes', { count: codes_replaced })}
        </Fact>
      ) : null}
    </dl>
  )
}

function Orders({ voucher }: { voucher: VoucherDetail }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  if (voucher.orders.length === 0) return null
  return (
    <Card title={t('voucher.orders')}>
      <ul className={css.rows}>
        {voucher.orders.map(({ number, at, points, cents }) => (
          <li key={number}>
            <BackofficeLink to={`/backoffice/orders/${number}`}>{number}</BackofficeLink>
            <span className={css.soft}>
              {priceText(t, language, points, cents)} · <DateTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Points granted by staff, each with a button that withdraws them. */
function GrantedPoints({
  staff,
  voucher,
  onOpen,
}: {
  staff: Staff
  voucher: VoucherDetail
  onOpen: (action: VoucherAction) => void
}) {
  const t = useTranslate()
  if (voucher.given.length === 0) return null
  const canWithdraw = staff.permissions.includes('points.grant') && voucher.state !== 'erased'
  return (
    <Card title={t('voucher.given')}>
      <ul className={css.rows}>
        {voucher.given.map(({ id, points, by, at, reversed_at }) => (
          <li key={id}>
            <span>
              {t('voucher.price.points', { count: points })}{' '}
              <span className={css.soft}>
                · {by.name} · <DateTime at={at} />
              </span>
            </span>
            {reversed_at ? (
              <span className={css.soft}>{t('voucher.takenBack')}</span>
            ) : canWithdraw ? (
              <ActionButton
                small
                onClick={() => onOpen({ kind: 'withdraw-points', grant: id, points })}
              >
                {t('voucher.takeBack')}
              </ActionButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
