import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BreakableEmail } from '#backoffice/kit/display/BreakableEmail.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { countryName } from '#backoffice/kit/domain-texts/country-name.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { STATE_MARK } from '#backoffice/modules/orders/order-list.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffLanguage } from '#domain/language.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './OrderPage.module.css'

/**
 * The recipient and the address. Without permission only the first letters are shown, and the full data needs a
 * reason.
 */
export function PersonCard({ order, mayReveal }: { order: Order; mayReveal: boolean }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [revealed, setRevealed] = useState<StaffResponse<'revealOrderRecipient'> | null>(null)
  const { name, email, telephone } = (revealed ?? order).person
  const { kind, carrier } = order.delivery
  return (
    <>
      <Card title={t('order.person')}>
        <div className={css.stack}>
          <BackofficeLink className={css.strong} to={`/backoffice/recipients/${order.voucher}`}>
            {name || t('order.holder')}
          </BackofficeLink>
          {email ? (
            <span>
              <BreakableEmail text={email} />
            </span>
          ) : null}
          {telephone ? <span>{telephone}</span> : null}
        </div>
        {order.masked && !revealed ? (
          <MaskedPerson number={order.number} mayReveal={mayReveal} onReveal={setRevealed} />
        ) : null}
        <OtherOrders order={order} />
      </Card>
      <Card title={t('order.delivery')}>
        <div className={css.stack}>
          <span className={css.soft}>
            {[t(`order.kind.${kind}`), carrier].filter(Boolean).join(' · ')}
          </span>
          {withCountry(revealed?.address ?? order.delivery.address, language).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
        {order.changeable_until ? (
          <p className={css.small}>
            {t('address.until')} <DateTime at={order.changeable_until} channel={order.channel} />
          </p>
        ) : null}
      </Card>
    </>
  )
}

const COUNTRY_LETTERS = 2

/** The last line of an address is the code of its country, and is shown as its name. */
const withCountry = (address: readonly string[], language: StaffLanguage) =>
  address.map((line, at) =>
    at === address.length - 1 && line.length === COUNTRY_LETTERS
      ? countryName(line, language)
      : line,
  )

type MaskedPersonProps = {
  number: string
  mayReveal: boolean
  onReveal: (person: StaffResponse<'revealOrderRecipient'>) => void
}

function MaskedPerson({ number, mayReveal, onReveal }: MaskedPersonProps) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const action = useAction('revealOrderRecipient')
  return (
    <>
      <Notice kind="info">{t('order.masked')}</Notice>
      {mayReveal ? (
        <>
          <FormField
            label={t('reason')}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
          <div className={css.actions}>
            <ActionButton
              busy={action.busy}
              onClick={() =>
                void action.run({ number, reason }).then((answer) => answer && onReveal(answer))
              }
            >
              {t('order.show')}
            </ActionButton>
          </div>
        </>
      ) : null}
    </>
  )
}

function OtherOrders({ order: { others, channel } }: { order: Order }) {
  const t = useTranslate()
  const euros = useEuros()
  if (others.length === 0) return null
  return (
    <div className={css.others}>
      <h3>{t('order.others')}</h3>
      <ul>
        {others.map(({ number, placed_at, state, points, cents }) => (
          <li key={number}>
            <BackofficeLink to={`/backoffice/orders/${number}`}>{number}</BackofficeLink>
            <StatusMark kind={STATE_MARK[state]}>{t(`order.state.${state}`)}</StatusMark>
            <span className={css.small}>
              {amountText({ points, cents }, { t, euros })} ·{' '}
              <DateTime at={placed_at} channel={channel} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
