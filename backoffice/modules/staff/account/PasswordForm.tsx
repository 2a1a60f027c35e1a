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

/** A password is never stored as a draft. The input is lost when the user leaves the page. */
export function PasswordForm({ currentPassword }: { currentPassword: OwnPassword }) {
  const t = useTranslate()
  const action = useAction('changePassword', { done: () => t('passwordChanged') })
  const [newPassword, setNewPassword] = useState('')
  return (
    <Card title={t('password')}>
      <Form
        title={t('password')}
        titled={false}
        submit={t('changePassword')}
        main={newPassword !== ''}
        note={t('passwordHelp')}
        failure={action.failure}
        refusal={action.refusal}
        busy={action.busy}
        changed={newPassword !== ''}
        onDiscard={() => setNewPassword('')}
        onSubmit={async () =>
          currentPassword.withPassword(async (password) => {
            if (!(await action.run({ password, new_password: newPassword }))) return
            setNewPassword('')
            currentPassword.clear()
          })
        }
      >
        {currentPassword.isNeeded ? (
          <CurrentPassword
            ref={currentPassword.field}
            label={t('currentPassword')}
            issue={currentPassword.isMissing ? t('currentPasswordFirst') : null}
            value={currentPassword.password}
            onValue={currentPassword.type}
          />
        ) : null}
        <NewPassword
          label={t('newPassword')}
          name="new_password"
          hint={t('atLeast', { count: MIN_PASSWORD_LENGTH })}
          value={newPassword}
          onValue={setNewPassword}
        />
      </Form>
    </Card>
  )
}
