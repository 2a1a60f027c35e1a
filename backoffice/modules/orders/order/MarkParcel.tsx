import { useState } from 'react'

import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import {
  canMoveParcel,
  canCorrectParcel,
  isUndeliverable,
  PARCEL_STATES,
} from '#domain/fulfilment/parcel-state.ts'

type Parcel = Order['parcels'][number]
type State = StaffInput<'markParcel'>['state']

/** Records what became of a parcel, with the source. */
export function MarkParcel({
  number,
  parcel: { code, state: currentState },
  onClose,
}: {
  number: string
  parcel: Parcel
  onClose: () => void
}) {
  const t = useTranslate()
  const choices = PARCEL_STATES.filter(
    (to) => canMoveParcel(currentState, to) || canCorrectParcel(currentState, to),
  )
  const [state, setState] = useState<State>(choices[0] ?? 'lost')
  const [reason, setReason] = useState('')
  const action = useAction('markParcel', { done: () => t('parcel.marked') })
  return (
    <Form
      title={t('parcel.mark')}
      main={false}
      submit={t('save')}
      note={t(isUndeliverable(currentState) ? 'parcel.rightHelp' : 'parcel.markHelp')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={reason !== ''}
      onDiscard={onClose}
      onSubmit={async () => {
        if (await action.run({ number, code, state, reason })) onClose()
      }}
    >
      <FormSelect
        label={t('parcel.state')}
        value={state}
        onChange={({ target }) => setState(target.value as State)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`parcel.state.${choice}`)}
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
