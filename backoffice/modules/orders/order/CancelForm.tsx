import { useState } from 'react'

import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Cancels an order that was not submitted. What it cost is refunded. */
export function CancelForm({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const action = useAction('staffCancelOrder', { done: () => t('order.cancelDone') })
  return (
    <Form
      title={t('order.cancel')}
      titled={false}
      main={false}
      submit={t('order.cancel')}
      note={t('order.cancelHelp')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed
      onDiscard={onClose}
      onSubmit={async () => {
        if (await action.run({ number, reason })) onClose()
      }}
    >
      <FormField
        label={t('reason')}
        name="reason"
        required
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Form>
  )
}
