import { useState } from 'react'

import type { OwnPassword } from '#backoffice/account/own-password.ts'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AccountPage.module.css'

const LEAST_PASSWORD = 12

/** A password is kept nowhere while it is typed: the one form that forgets. */
export function PasswordForm({ own }: { own: OwnPassword }) {
  const say = useSay()
  const deed = useDeed('changePassword', { done: () => say('passwordChanged') })
  const [next, setNext] = useState('')
  return (
    <div className={css.part}>
      <Form
        title={say('password')}
        submit={say('changePassword')}
        main={next !== ''}
        note={say('passwordHelp')}
        wrong={deed.wrong}
        refusal={deed.refusal}
        busy={deed.busy}
        changed={next !== ''}
        onDiscard={() => setNext('')}
        onSubmit={async () =>
          own.withIt(async (password) => {
            if (!(await deed.run({ password, new_password: next }))) return
            setNext('')
            own.clear()
          })
        }
      >
        <DeskField
          label={say('passwordNew')}
          name="new_password"
          hint={say('atLeast', { count: LEAST_PASSWORD })}
          type="password"
          autoComplete="new-password"
          required
          minLength={LEAST_PASSWORD}
          value={next}
          onChange={({ target }) => setNext(target.value)}
        />
      </Form>
    </div>
  )
}
