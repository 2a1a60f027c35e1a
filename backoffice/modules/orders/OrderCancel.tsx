import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './OrderDetailPage.module.css'

/** All of an order that was not sent for; what it cost goes back as it came. */
export function OrderCancel({ number }: { number: string }) {
  const t = useTranslate()
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const action = useAction('staffCancelOrder', { done: () => t('order.cancelDone') })
  if (!asked) return <ActionButton onClick={() => setAsked(true)}>{t('order.cancel')}</ActionButton>
  return (
    <div className={css.panel}>
      <Form
        title={t('order.cancel')}
        main={false}
        submit={t('order.cancel')}
        note={t('order.cancelHelp')}
        wrong={action.wrong}
        refusal={action.refusal}
        busy={action.busy}
        changed
        onDiscard={() => setAsked(false)}
        onSubmit={async () => {
          await action.run({ number, reason })
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
    </div>
  )
}
