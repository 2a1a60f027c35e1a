import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { tagOf } from '#domain/language.ts'

import css from './OrderPage.module.css'

/** Replacement offers and the recipients' choices. Offers open and close automatically; staff can cancel one. */
export function Replacements({ order, mayWrite }: { order: Order; mayWrite: boolean }) {
  const t = useTranslate()
  if (order.choices.length === 0) return null
  return (
    <Card title={t('replacement.title')}>
      <ul className={css.rows}>
        {order.choices.map((choice) => (
          <ReplacementChoice
            key={choice.id}
            choice={choice}
            zone={order.time_zone}
            mayWrite={mayWrite}
          />
        ))}
      </ul>
    </Card>
  )
}

type Choice = Order['choices'][number]

function ReplacementChoice({
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
  const [isFormOpen, setFormOpen] = useState(false)
  const { name, quantity, cause, outcome, reminded_at, ended_at, by_itself, note } = choice
  return (
    <li>
      <span className={css.stack}>
        <span>
          {quantity} × {name}
        </span>
        <span className={css.small}>
          {[
            t(`replacement.cause.${cause}`),
            by_itself ? t('replacement.byItself') : '',
            reminded_at === null ? '' : t('replacement.reminded'),
            note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {outcome === null && mayWrite && !isFormOpen ? (
          <ActionButton small onClick={() => setFormOpen(true)}>
            {t('replacement.callOff')}
          </ActionButton>
        ) : null}
      </span>
      <span className={css.parcelState}>
        <ChoiceState choice={choice} zone={zone} />
        <span className={css.soft}>
          <DateTime at={ended_at ?? choice.started_at} />
        </span>
      </span>
      {outcome === null && isFormOpen ? (
        <CancelReplacementForm cancel={cancel} onDiscard={() => setFormOpen(false)} />
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
            // `until` is the start of the day after the last one.
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

type CancelReplacementProps = {
  cancel: ReturnType<typeof useCancelReplacement>
  onDiscard: () => void
}

function CancelReplacementForm({
  cancel: { action, reason, setReason, run },
  onDiscard,
}: CancelReplacementProps) {
  const t = useTranslate()
  return (
    <Form
      title={t('replacement.callOff')}
      main={false}
      submit={t('replacement.callOff')}
      failure={action.failure}
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
