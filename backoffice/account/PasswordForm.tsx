import { useState } from 'react'

import type { OwnPassword } from '#backoffice/account/own-password.ts'
import { Form } from '#backoffice/parts/Form.tsx'
import { LEAST_PASSWORD, NewPassword } from '#backoffice/parts/PasswordFields.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AccountPage.module.css'

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
        <NewPassword
          label={say('passwordNew')}
          name="new_password"
          hint={say('atLeast', { count: LEAST_PASSWORD })}
          value={next}
          onValue={setNext}
        />
      </Form>
    </div>
  )
}
