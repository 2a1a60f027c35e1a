import { useState } from 'react'

import type { OwnPassword } from '#backoffice/modules/staff/account/own-password.ts'
import { Form } from '#backoffice/kit/form/Form.tsx'
import {
  CurrentPassword,
  MIN_PASSWORD_LENGTH,
  NewPassword,
} from '#backoffice/kit/form/PasswordFields.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** A password is never stored as a draft, so this form loses its input. */
export function PasswordForm({ own }: { own: OwnPassword }) {
  const t = useTranslate()
  const action = useAction('changePassword', { done: () => t('passwordChanged') })
  const [next, setNext] = useState('')
  return (
    <Card title={t('password')}>
      <Form
        title={t('password')}
        titled={false}
        submit={t('changePassword')}
        main={next !== ''}
        note={t('passwordHelp')}
        wrong={action.wrong}
        refusal={action.refusal}
        busy={action.busy}
        changed={next !== ''}
        onDiscard={() => setNext('')}
        onSubmit={async () =>
          own.withIt(async (password) => {
            if (!(await action.run({ password, new_password: next }))) return
            setNext('')
            own.clear()
          })
        }
      >
        {own.isNeeded ? (
          <CurrentPassword
            ref={own.field}
            label={t('currentPassword')}
            issue={own.missing ? t('currentPasswordFirst') : null}
            value={own.password}
            onValue={own.type}
          />
        ) : null}
        <NewPassword
          label={t('newPassword')}
          name="new_password"
          hint={t('atLeast', { count: MIN_PASSWORD_LENGTH })}
          value={next}
          onValue={setNext}
        />
      </Form>
    </Card>
  )
}
