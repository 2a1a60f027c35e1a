import { useState } from 'react'

import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'

/** The limit in the contract. A message to more recipients would be a mailing. */
const MAX_ORDERS = 500

/** Adds one note to several orders, or resends their confirmation. The button shows the number. */
export function OrderActionDialog({
  bulkAction,
  selection,
  onClose,
  onDone,
}: {
  bulkAction: StaffInput<'actOnOrders'>['action']
  selection: Selection
  onClose: () => void
  onDone: () => void
}) {
  const t = useTranslate()
  const [body, setBody] = useState('')
  const action = useAction('actOnOrders', {
    follows: ['count'],
    done: ({ done }) => t(`orders.${bulkAction}Done`, { count: done }),
  })
  return (
    <ModalDialog title={t(`orders.${bulkAction}`)} onClose={onClose}>
      {selection.count > MAX_ORDERS ? (
        <Notice kind="warn">{t('orders.tooMany', { count: MAX_ORDERS })}</Notice>
      ) : (
        <Form
          title={t('order.counted', { count: selection.count })}
          submit={t(`orders.${bulkAction}Of`, { count: selection.count })}
          note={t(`orders.${bulkAction}Stays`)}
          failure={action.failure}
          busy={action.busy}
          changed={false}
          onDiscard={() => {}}
          onSubmit={async () => {
            const { kind, count } = selection
            const done = await action.run({
              action: bulkAction,
              body,
              ...(kind === 'all' ? { found: selection.query } : { ids: selection.ids.join(',') }),
              count,
            })
            if (!done) return
            onClose()
            onDone()
          }}
        >
          {bulkAction === 'note' ? (
            <FormTextArea
              label={t('order.newNote')}
              required
              maxLength={4000}
              rows={3}
              value={body}
              onChange={({ target }) => setBody(target.value)}
            />
          ) : null}
        </Form>
      )}
    </ModalDialog>
  )
}
