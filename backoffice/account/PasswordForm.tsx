import { useState } from 'react'

import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AccountPage.module.css'

const LEAST_PASSWORD = 12

/** A password is kept nowhere while it is typed: the one form that forgets. */
export function PasswordForm() {
  const say = useSay()
  const deed = useDeed('changePassword', { done: () => say('passwordChanged') })
  const [typed, setTyped] = useState({ password: '', next: '' })
  const clear = () => setTyped({ password: '', next: '' })
  return (
    <div className={css.part}>
      <Form
        title={say('password')}
        submit={say('changePassword')}
        note={say('passwordHelp')}
        wrong={deed.wrong}
        busy={deed.busy}
        changed={typed.password !== '' || typed.next !== ''}
        onDiscard={clear}
        onSubmit={async () => {
          const done = await deed.run({ password: typed.password, new_password: typed.next })
          if (done) clear()
        }}
      >
        <DeskField
          label={say('passwordNow')}
          type="password"
          autoComplete="current-password"
          required
          value={typed.password}
          onChange={({ target }) => setTyped({ ...typed, password: target.value })}
        />
        <DeskField
          label={say('passwordNew')}
          hint={say('atLeast', { count: LEAST_PASSWORD })}
          type="password"
          autoComplete="new-password"
          required
          minLength={LEAST_PASSWORD}
          value={typed.next}
          onChange={({ target }) => setTyped({ ...typed, next: target.value })}
        />
      </Form>
    </div>
  )
}
