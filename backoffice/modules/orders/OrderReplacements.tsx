import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { UNAVAILABLE_CAUSES, isOfParcel } from '#domain/orders/replacement.ts'
import { tagOf } from '#domain/language.ts'

import css from './OrderDetailPage.module.css'

type Whole = StaffResponse<'staffOrder'>

/**
 * Replacement offers and the recipients' choices. Offers open and close automatically. Staff can also open and cancel
 * them here.
 */
export function OrderChoices({ order, mayWrite }: { order: Whole; mayWrite: boolean }) {
  const t = useTranslate()
  const [opened, setOpened] = useState(false)
  const mayFall =
    mayWrite &&
    order.state !== 'placed' &&
    order.state !== 'cancelled' &&
    order.lines.some(({ left, fallen }) => left > 0 && !fallen)
  if (order.choices.length === 0 && !mayFall && !opened) return null
  return (
    <section className={css.part} aria-label={t('replacement.title')}>
      <h2>{t('replacement.title')}</h2>
      {order.choices.length === 0 ? <p className={css.soft}>{t('replacement.none')}</p> : null}
      <ul>
        {order.choices.map((one) => (
          <OneChoice key={one.id} choice={one} zone={order.time_zone} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayFall && !opened ? (
        <ActionButton onClick={() => setOpened(true)}>{t('replacement.begin')}</ActionButton>
      ) : null}
      {opened ? <BeginChoice order={order} onAway={() => setOpened(false)} /> : null}
    </section>
  )
}

type Choice = Whole['choices'][number]

function OneChoice({
  choice,
  zone,
  mayWrite,
}: {
  choice: Choice
  zone: string
  mayWrite: boolean
}) {
  const t = useTranslate()
  const cancel = useCancelReplacement(choice.id)
  const [asked, setAsked] = useState(false)
  const { name, quantity, cause, outcome, reminded_at, ended_at, by_itself, note } = choice
  return (
    <li className={css.parcel}>
      <div className={css.row}>
        <span>
          {quantity} × {name}{' '}
          <span className={css.soft}>
            {[
              t(`replacement.cause.${cause}`),
              by_itself ? t('replacement.byItself') : '',
              reminded_at === null ? '' : t('replacement.reminded'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className={css.actions}>
          <ChoiceState choice={choice} zone={zone} /> <Moment at={ended_at ?? choice.began_at} />
        </span>
      </div>
      {note === '' ? null : <p className={css.soft}>{note}</p>}
      {outcome === null && mayWrite && !asked ? (
        <ActionButton onClick={() => setAsked(true)}>{t('replacement.callOff')}</ActionButton>
      ) : null}
      {outcome === null && asked ? (
        <CancelForm cancel={cancel} onDiscard={() => setAsked(false)} />
      ) : null}
    </li>
  )
}

function ChoiceState({ choice: { outcome, until }, zone }: { choice: Choice; zone: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <StatusMark kind={outcome === null ? 'wait' : 'done'}>
      {outcome === null
        ? t('replacement.open', {
            date: new Date(Date.parse(until) - 1).toLocaleDateString(tagOf(language), {
              timeZone: zone,
              day: 'numeric',
              month: 'short',
              year: 'numeric',
            }),
          })
        : t(`replacement.outcome.${outcome}`)}
    </StatusMark>
  )
}

function useCancelReplacement(id: string) {
  const t = useTranslate()
  const action = useAction('cancelReplacement', { done: () => t('replacement.callOffDone') })
  const [reason, setReason] = useState('')
  const run = async () => {
    await action.run({ id, reason })
  }
  return { action, reason, setReason, run }
}

type CancelFormProps = { cancel: ReturnType<typeof useCancelReplacement>; onDiscard: () => void }

function CancelForm({ cancel: { action, reason, setReason, run }, onDiscard }: CancelFormProps) {
  const t = useTranslate()
  return (
    <Form
      title={t('replacement.callOff')}
      main={false}
      submit={t('replacement.callOff')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={reason !== ''}
      onDiscard={onDiscard}
      onSubmit={run}
    >
      <FormField
        label={t('replacement.callOffReason')}
        required
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Form>
  )
}

type Cause = StaffInput<'offerReplacement'>['cause']

/** A shipped line cannot be unavailable for lack of stock, so only parcel causes apply. */
const causesFor = (line: Whole['lines'][number] | undefined): readonly Cause[] =>
  line?.state === 'shipped' || line?.state === 'delivered'
    ? UNAVAILABLE_CAUSES.filter(isOfParcel)
    : UNAVAILABLE_CAUSES

/** The offer as typed. Until the response arrives, its form shows the values that were sent. */
function useOffer(order: Whole) {
  const t = useTranslate()
  const action = useAction('offerReplacement', {
    follows: ['left'],
    // After a retry the offer is already among those shown.
    done: ({ id }) =>
      t(order.choices.some((one) => one.id === id) ? 'replacement.sentBefore' : 'replacement.sent'),
  })
  const [sent, setSent] = useState(order.lines)
  const lines = action.busy || action.lost ? sent : order.lines
  const free = lines.filter(({ left, fallen }) => left > 0 && !fallen)
  const [line, setLine] = useState(free[0]?.line ?? 0)
  const [quantity, setQuantity] = useState(1)
  const [chosen, setCause] = useState<Cause>('sold-out')
  const [note, setNote] = useState('')
  const meant = free.find((one) => one.line === line)
  const most = meant?.left ?? 1
  const causes = causesFor(meant)
  const cause = causes.find((one) => one === chosen) ?? causes[0] ?? chosen
  async function send() {
    setSent(lines)
    return action.run({
      number: order.number,
      line,
      quantity: Math.min(quantity, most),
      left: most,
      cause,
      note,
    })
  }
  const typed = { line, setLine, quantity, setQuantity, cause, setCause, note, setNote }
  return { ...typed, free, most, causes, action, send }
}

function BeginChoice({ order, onAway }: { order: Whole; onAway: () => void }) {
  const t = useTranslate()
  const offer = useOffer(order)
  const { action, note } = offer
  return (
    <Form
      title={t('replacement.begin')}
      main={false}
      submit={t('replacement.send')}
      note={t('replacement.beginHelp')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={note !== ''}
      onDiscard={onAway}
      onSubmit={async () => {
        if (await offer.send()) onAway()
      }}
    >
      <OfferFields offer={offer} />
    </Form>
  )
}

function OfferFields({ offer }: { offer: ReturnType<typeof useOffer> }) {
  const t = useTranslate()
  const {
    free,
    line,
    setLine,
    quantity,
    setQuantity,
    most,
    causes,
    cause,
    setCause,
    note,
    setNote,
  } = offer
  return (
    <>
      <FormSelect
        label={t('replacement.line')}
        value={line}
        onChange={({ target }) => setLine(Number(target.value))}
      >
        {free.map((one) => (
          <option key={one.line} value={one.line}>
            {[one.name, one.variant].filter(Boolean).join(', ')}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('replacement.quantity')}
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        value={Math.min(quantity, most)}
        onChange={({ target }) => setQuantity(Math.max(1, Math.trunc(Number(target.value))))}
      />
      <FormSelect
        label={t('replacement.cause')}
        name="cause"
        value={cause}
        onChange={({ target }) => setCause(target.value as Cause)}
      >
        {causes.map((one) => (
          <option key={one} value={one}>
            {t(`replacement.cause.${one}`)}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('replacement.note')}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </>
  )
}
