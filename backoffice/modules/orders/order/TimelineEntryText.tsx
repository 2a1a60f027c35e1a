import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'
import { eventText, WAREHOUSE_EVENTS } from '#backoffice/kit/domain-texts/order-event-texts.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import type { TimelineEntry } from '#backoffice/modules/orders/order/order-timeline.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './OrderTimeline.module.css'

type EntryTextProps = {
  order: Order
  entry: TimelineEntry
  mayWrite: boolean
  mayOpenPurchases: boolean
}

export function TimelineEntryText({ order, entry, mayWrite, mayOpenPurchases }: EntryTextProps) {
  switch (entry.kind) {
    case 'event':
      return <EventText event={entry.event} mayOpenPurchases={mayOpenPurchases} />
    case 'mail':
      return <MailText order={order} mail={entry.mail} maySend={mayWrite} />
    case 'payment':
      return <PaymentText cents={entry.cents} provider={entry.provider} />
    case 'refund':
      return <RefundText refund={entry.refund} />
    case 'chargeback':
      return <ChargebackText chargeback={entry.chargeback} />
    case 'credit':
      return <CreditText credit={entry.credit} />
    case 'note':
      return <NoteText note={entry.note} />
  }
}

type OfKind<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>

/** Events whose description is the number of a purchase order. */
const PURCHASE_EVENTS: readonly string[] = ['supplier-asked', 'supplier-confirmed']

function EventText({
  event,
  mayOpenPurchases,
}: {
  event: OfKind<'event'>['event']
  mayOpenPurchases: boolean
}) {
  const t = useTranslate()
  const { type, description, staff } = event
  const isPurchase = mayOpenPurchases && PURCHASE_EVENTS.includes(type)
  const detail = WAREHOUSE_EVENTS.has(type) || isPurchase ? '' : description
  const details = [detail, staff && t('order.madeBy', { name: staff })].filter(Boolean).join(' · ')
  return (
    <p>
      {eventText(t, type)}{' '}
      {isPurchase ? (
        <BackofficeLink to={`/backoffice/purchase-orders/${description}`}>
          {description}
        </BackofficeLink>
      ) : null}{' '}
      {details === '' ? null : <span className={css.soft}>{details}</span>}
    </p>
  )
}

const MAIL_LABELS = {
  queued: 'voucher.entry.mailWaiting',
  sent: 'voucher.entry.mail',
  refused: 'voucher.entry.mailRefused',
} as const

/** Mails that contain the order as it is now, which a cancelled order contradicts. */
const OF_LIVE_ORDER: readonly string[] = ['order-confirmation', 'order-changed']

type MailTextProps = { order: Order; mail: OfKind<'mail'>['mail']; maySend: boolean }

function MailText({ order, mail: { id, kind, email, state }, maySend }: MailTextProps) {
  const t = useTranslate()
  const action = useAction('sendMailAgain', { done: () => t('order.sentAgain') })
  const name = mailName(t, kind)
  return (
    <>
      <p>
        {t(MAIL_LABELS[state], { mail: name })} <span className={css.soft}>{email}</span>
      </p>
      {maySend && !(order.state === 'cancelled' && OF_LIVE_ORDER.includes(kind)) ? (
        <ActionButton
          small
          variant="plain"
          className={css.again}
          busy={action.busy}
          aria-label={`${t('order.sendAgain')}: ${name}`}
          onClick={() => void action.run({ number: order.number, mail: id })}
        >
          {t('order.sendAgain')}
        </ActionButton>
      ) : null}
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
    </>
  )
}

function PaymentText({ cents, provider }: { cents: number; provider: string }) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <p>
      {t('voucher.entry.payment.ordered', { euros: euros(cents) })}{' '}
      <span className={css.provider}>{provider}</span>
    </p>
  )
}

function RefundText({ refund: { points, cents, state } }: Pick<OfKind<'refund'>, 'refund'>) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <p>
      {points > 0
        ? t('voucher.entry.refundPoints', { count: points })
        : t(`order.entry.refund.${state}`, { euros: euros(cents) })}
    </p>
  )
}

function ChargebackText({ chargeback: { cents, end } }: Pick<OfKind<'chargeback'>, 'chargeback'>) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <p>
      {t('order.chargeback')} {euros(cents)}{' '}
      {end === 'reversed' || end === 'accepted' ? (
        <span className={css.soft}>{t(`order.chargebackOf.${end}`)}</span>
      ) : null}
    </p>
  )
}

function CreditText({ credit }: Pick<OfKind<'credit'>, 'credit'>) {
  const t = useTranslate()
  const euros = useEuros()
  const cents = credit.kind === 'cancel' ? credit.cents_back : credit.cents_sent
  const details = [
    credit.number,
    t(`credit.reasonOf.${credit.reason}`),
    ...credit.lines.map(({ name, quantity }) => `${quantity} × ${name}`),
    credit.note,
    credit.elsewhere
      ? t(`credit.elsewhere.${credit.elsewhere}`, {
          amount: euros(credit.cents_back - credit.cents_sent),
        })
      : null,
    credit.vat_back > 0 ? t('credit.vatBack', { amount: euros(credit.vat_back) }) : null,
  ]
  return (
    <>
      <p>
        {t('order.entry.credit', {
          amount: amountText({ points: credit.points_back, cents }, { t, euros }),
        })}
      </p>
      <p className={css.soft}>{details.filter(Boolean).join(' · ')}</p>
    </>
  )
}

function NoteText({ note: { staff, body } }: Pick<OfKind<'note'>, 'note'>) {
  return (
    <>
      <p className={css.body}>{body}</p>
      <p className={css.soft}>{staff}</p>
    </>
  )
}
