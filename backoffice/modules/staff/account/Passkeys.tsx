import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { hasPasskeys, createPasskey } from '#backoffice/kit/sign-in/passkey.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from '../../../kit/sign-in/Account.module.css'

/** Creates a passkey in the browser and stores it under the name that was typed. */
function useNewPasskey(onAdded: (() => void) | undefined) {
  const t = useTranslate()
  const failureText = useFailureTexts()
  const add = useAction('addPasskey', { done: () => t('passkeyAdded') })
  const [name, setName] = useState('')
  const [isCreating, setCreating] = useState(false)
  const [creationError, setCreationError] = useState<string | null>(null)

  async function createAndAdd() {
    setCreationError(null)
    setCreating(true)
    try {
      const challenge = await fetchBackoffice('passkeyToAdd', {})
      const passkey = await createPasskey(challenge)
      if ('none' in passkey) return setCreationError(t(passkey.none))
      const { credential } = passkey
      if (!(await add.run({ name, state: challenge.state, credential }))) return
      setName('')
      onAdded?.()
    } catch (error) {
      setCreationError(failureText(error))
    } finally {
      setCreating(false)
    }
  }
  return {
    name,
    setName,
    createAndAdd,
    busy: isCreating || add.busy,
    failure: creationError ?? add.failure,
  }
}

/** Passkeys on a phone, a computer or a security key. Each is a complete sign-in. */
export function Passkeys({ onAdded }: { onAdded?: () => void }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('factors', {}))
  const { name, setName, createAndAdd, busy, failure } = useNewPasskey(onAdded)
  const remove = useAction('removePasskey', { done: () => t('passkeyRemoved') })
  if (!data) return null
  return (
    <Card title={t('passkeys')}>
      <div className={css.part}>
        <p className={css.soft}>{t('passkeysHelp')}</p>
        {remove.failure ? <Notice kind="bad">{remove.failure}</Notice> : null}
        <ul className={css.rows}>
          {data.passkeys.map((key) => (
            <li key={key.id}>
              <span>
                {key.name}
                <br />
                <span className={css.soft}>
                  <DateTime at={key.used_at ?? key.added_at} />
                </span>
              </span>
              <ActionButton
                small
                busy={remove.busy}
                onClick={() => void remove.run({ id: key.id })}
              >
                {t('removePasskey', { name: key.name })}
              </ActionButton>
            </li>
          ))}
        </ul>
        {hasPasskeys() ? (
          <Form
            title={t('addPasskey')}
            titled={false}
            submit={t('addPasskey')}
            main={false}
            failure={failure}
            busy={busy}
            changed={false}
            onDiscard={() => {}}
            onSubmit={createAndAdd}
          >
            <FormField
              label={t('passkeyName')}
              hint={t('passkeyNameHelp')}
              required
              maxLength={100}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Form>
        ) : (
          <p>{t('noPasskeysHere')}</p>
        )}
      </div>
    </Card>
  )
}
