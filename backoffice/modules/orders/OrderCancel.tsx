import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'

import css from './OrderDetailPage.module.css'

/** All of an order that was not sent for; what it cost goes back as it came. */
export function OrderCancel({ number }: { number: string }) {
  const say = useSay()
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const action = useAction('staffCancelOrder', { done: () => say('order.cancelDone') })
  if (!asked)
    return <ActionButton onClick={() => setAsked(true)}>{say('order.cancel')}</ActionButton>
  return (
    <div className={css.panel}>
      <Form
        title={say('order.cancel')}
        main={false}
        submit={say('order.cancel')}
        note={say('order.cancelHelp')}
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
          label={say('reason')}
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
