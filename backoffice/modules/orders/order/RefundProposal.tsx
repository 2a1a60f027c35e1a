import { useEffect, useRef, useState } from 'react'

import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { changeTexts } from '#backoffice/kit/domain-texts/approval-error-texts.ts'
import { UnsentQuestion } from '#backoffice/modules/orders/order/UnsentQuestion.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useBookCredit } from '#backoffice/modules/orders/order/use-book-credit.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Change } from '#contract/shared/refusals.shop.ts'

import css from './OrderPage.module.css'

type Proposal = StaffResponse<'proposeCredit'>
type Props = {
  proposal: Proposal
  /** Why the first attempt to book it was not confirmed. */
  failure: string | null
  onClose: () => void
  onBooked: () => void
}

/** The amounts that will be booked. The button shows the total. */
export function RefundProposal({ proposal, failure, onClose, onBooked }: Props) {
  const t = useTranslate()
  const euros = useEuros()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const booking = useBooking(proposal, onBooked)
  const { action, isOutdated, isClosed, hasConfirmedCodes } = booking
  return (
    <section className={css.panel} aria-label={t('credit.proposal')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('credit.proposal')}
      </h2>
      <ProposedAmounts proposal={proposal} />
      <ProposalNotices proposal={proposal} booking={booking} />
      {(action.failure ?? failure) ? (
        <Notice kind="bad">
          {isOutdated ? t('credit.changed') : (action.failure ?? failure)}
          <ChangesSince changes={action.refusal?.changes ?? []} />
        </Notice>
      ) : null}
      <div className={css.actions}>
        {isClosed ? null : (
          <ActionButton
            variant="main"
            busy={action.busy}
            disabled={proposal.handed_out > 0 && !hasConfirmedCodes}
            onClick={() => void booking.book()}
          >
            {proposal.needs_approval
              ? t('credit.ask')
              : t('credit.book', {
                  amount: amountText(
                    { points: proposal.points_back, cents: proposal.cents_sent },
                    { t, euros },
                  ),
                })}
          </ActionButton>
        )}
        <ActionButton onClick={onClose}>{t('credit.other')}</ActionButton>
      </div>
      <p className={css.soft}>{t('credit.cannotUndo')}</p>
    </section>
  )
}

type Booking = ReturnType<typeof useBooking>

/** The answers that a booking needs, and the booking itself. */
function useBooking(proposal: Proposal, onBooked: () => void) {
  const { handed_out, unsent } = proposal
  const action = useBookCredit()
  const [hasConfirmedCodes, setConfirmedCodes] = useState(false)
  const [stop, setStop] = useState<boolean | null>(null)
  const [isStopMissing, setStopMissing] = useState(false)
  const isOutdated = action.refusal?.refused === 'changed-since'
  const isClosed = isOutdated || action.refusal?.refused === 'done-already'
  const book = async () => {
    if (unsent.length > 0 && stop === null) return setStopMissing(true)
    const booked = await action.run({ proposal: proposal.id, handed_out, stop: stop ?? false })
    if (booked) onBooked()
  }
  return {
    action,
    isOutdated,
    isClosed,
    book,
    hasConfirmedCodes,
    setConfirmedCodes,
    stop,
    setStop,
    isStopMissing,
  }
}

function ProposalNotices({ proposal, booking }: { proposal: Proposal; booking: Booking }) {
  const t = useTranslate()
  const euros = useEuros()
  const { handed_out, unsent } = proposal
  const { hasConfirmedCodes, setConfirmedCodes, stop, setStop, isStopMissing } = booking
  const byBankCents = proposal.cents - proposal.cents_sent
  return (
    <>
      {byBankCents > 0 ? (
        <Notice kind="info">{t('credit.byBank', { amount: euros(byBankCents) })}</Notice>
      ) : null}
      {proposal.cancels || unsent.length > 0 ? null : (
        <p>{t(`credit.said.${proposal.stops ? 'stops' : proposal.goods}`)}</p>
      )}
      {proposal.cancels ? <Notice kind="warn">{t('credit.cancels')}</Notice> : null}
      {handed_out > 0 ? (
        <Notice kind="warn">
          <p>{t('credit.keepsCode', { count: handed_out })}</p>
          <FormCheckbox
            checked={hasConfirmedCodes}
            onChange={({ target }) => setConfirmedCodes(target.checked)}
          >
            {t('credit.knowsKept')}
          </FormCheckbox>
        </Notice>
      ) : null}
      {unsent.length > 0 ? (
        <UnsentQuestion
          unsent={unsent}
          stop={stop}
          onStop={setStop}
          issue={isStopMissing && stop === null ? t('credit.stopMissing') : null}
        />
      ) : null}
      {proposal.voucher_ended ? <Notice kind="warn">{t('credit.voucherEnded')}</Notice> : null}
      {proposal.needs_approval ? <Notice kind="warn">{t('credit.needsSecond')}</Notice> : null}
    </>
  )
}

function ProposedAmounts({ proposal }: Pick<Props, 'proposal'>) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <>
      <ul>
        {proposal.lines.map(({ line, name, quantity, points }) => (
          <li key={line} className={css.row}>
            <span>
              {quantity} × {name}
            </span>
            <span className={css.number}>{t('order.pointsOf', { count: quantity * points })}</span>
          </li>
        ))}
      </ul>
      <dl className={css.sums}>
        <dt>{t('credit.toBalance')}</dt>
        <dd>{t('order.pointsOf', { count: proposal.points_back })}</dd>
        <dt>{t('credit.toCard')}</dt>
        <dd>{proposal.cents_sent === 0 ? '–' : euros(proposal.cents_sent)}</dd>
        {proposal.vat_cents > 0 ? (
          <>
            <dt>{t('credit.vat')}</dt>
            <dd>{euros(proposal.vat_cents)}</dd>
          </>
        ) : null}
      </dl>
    </>
  )
}

function ChangesSince({ changes }: { changes: readonly Change[] }) {
  const t = useTranslate()
  const euros = useEuros()
  return changes.map((change) => (
    <span key={change.what} className={css.soft}>
      {' '}
      {changeTexts(t, euros, change)}
    </span>
  ))
}
