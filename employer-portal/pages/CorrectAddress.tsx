import { useState } from 'react'

import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import type { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import type { Person } from '#employer-portal/pages/RecipientsTable.tsx'

import css from '../components/EmployerPages.module.css'

/** Corrects the address of a recipient whose email did not arrive. */
export function CorrectAddress({
  person,
  action,
  t,
  onClose,
}: Pick<EmployerPageProps, 't'> & {
  person: Person
  action: ReturnType<typeof useEmployerAction<'correctRecipientEmail'>>
  onClose: () => void
}) {
  const [email, setEmail] = useState(person.email)
  return (
    <ModalDialog title={t('correctOf', { name: person.name })} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void action
            .run({ recipient: person.id, was: person.email, email }, () =>
              t('corrected', { name: person.name }),
            )
            .then((done) => done && onClose())
        }}
      >
        {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
        <FormField
          label={t('newAddress')}
          type="email"
          required
          maxLength={254}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <div className={css.row}>
          <ActionButton type="submit" variant="main" busy={action.busy}>
            {t('send')}
          </ActionButton>
          <ActionButton variant="plain" onClick={onClose}>
            {t('cancel')}
          </ActionButton>
        </div>
      </form>
    </ModalDialog>
  )
}
