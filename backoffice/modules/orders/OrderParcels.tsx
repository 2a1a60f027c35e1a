import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import {
  canMoveParcel,
  canPutRight,
  isUndeliverable,
  PARCEL_STATES,
} from '#domain/fulfilment/parcel-state.ts'

import css from './OrderDetailPage.module.css'

type Whole = StaffResponse<'staffOrder'>
type Parcel = Whole['parcels'][number]
type State = StaffInput<'markParcel'>['state']

const MARK = { sent: 'half', delivered: 'done', lost: 'warn', refused: 'warn' } as const

/** Parcels with their contents and status. Staff can record a new status. */
export function OrderParcels({ order, mayMark }: { order: Whole; mayMark: boolean }) {
  const t = useTranslate()
  return (
    <section className={css.part} aria-label={t('order.parcels')}>
      <h2>{t('order.parcels')}</h2>
      <p className={css.soft}>
        {[t(`order.kind.${order.delivery.kind}`), order.delivery.carrier]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {order.parcels.length === 0 ? (
        <p className={css.soft}>{t(whyNoParcel(order))}</p>
      ) : (
        <ul>
          {order.parcels.map((parcel) => (
            <OneParcel key={parcel.code} number={order.number} parcel={parcel} mayMark={mayMark} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The carrier may not have supplied a tracking number. */
function whyNoParcel({ state, delivery }: Whole): MessageKey {
  if (state === 'cancelled') return 'order.parcels.cancelled'
  if (delivery.kind === 'digital') return 'order.parcels.digital'
  if (state === 'delivered') return 'order.parcels.delivered'
  return state === 'shipped' ? 'order.parcels.shipped' : 'order.noParcels'
}

function OneParcel({
  number,
  parcel,
  mayMark,
}: {
  number: string
  parcel: Parcel
  mayMark: boolean
}) {
  const t = useTranslate()
  const [asked, setAsked] = useState(false)
  const { code, link, carrier, state, sent_at, delivered_at, lines } = parcel
  const at = delivered_at ?? sent_at
  return (
    <li className={css.parcel}>
      <div className={css.row}>
        <span>
          {link ? (
            <a href={link} target="_blank" rel="noreferrer">
              {code}
            </a>
          ) : (
            code
          )}{' '}
          <span className={css.soft}>{carrier}</span>
        </span>
        <span className={css.actions}>
          <StatusMark kind={MARK[state]}>{t(`parcel.state.${state}`)}</StatusMark>{' '}
          {at === null ? null : <Moment at={at} />}
        </span>
      </div>
      {lines.length === 0 ? null : (
        <p className={css.soft}>
          {lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
        </p>
      )}
      {mayMark && state !== 'delivered' && !asked ? (
        <ActionButton aria-label={`${t('parcel.mark')}: ${code}`} onClick={() => setAsked(true)}>
          {t('parcel.mark')}
        </ActionButton>
      ) : null}
      {asked ? <MarkParcel number={number} parcel={parcel} onAway={() => setAsked(false)} /> : null}
    </li>
  )
}

function MarkParcel({
  number,
  parcel: { code, state: is },
  onAway,
}: {
  number: string
  parcel: Parcel
  onAway: () => void
}) {
  const t = useTranslate()
  const choices = PARCEL_STATES.filter((to) => canMoveParcel(is, to) || canPutRight(is, to))
  const [state, setState] = useState<State>(choices[0] ?? 'lost')
  const [reason, setReason] = useState('')
  const action = useAction('markParcel', { done: () => t('parcel.marked') })
  return (
    <Form
      title={t('parcel.mark')}
      main={false}
      submit={t('save')}
      note={t(isUndeliverable(is) ? 'parcel.rightHelp' : 'parcel.markHelp')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={reason !== ''}
      onDiscard={onAway}
      onSubmit={async () => {
        if (await action.run({ number, code, state, reason })) onAway()
      }}
    >
      <FormSelect
        label={t('parcel.state')}
        value={state}
        onChange={({ target }) => setState(target.value as State)}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(`parcel.state.${one}`)}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('parcel.reason')}
        name="reason"
        required
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Form>
  )
}
