import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { callEmployer, employerQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { dayOf } from '#employer-portal/components/statistics-format.ts'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { CurrentPassword } from '#backoffice/kit/form/PasswordFields.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { hasPasskeys, createPasskey } from '#backoffice/kit/sign-in/passkey.ts'
import { useBackofficeLanguage, useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

import css from '../components/EmployerPages.module.css'

type PasskeyForm = ReturnType<typeof usePasskeyForm>

/** The password that every change needs, the new key's name, and the result of the last change. */
function usePasskeyForm(t: EmployerPageProps['t']) {
  const signInText = useSignInTranslate()
  const failure = useFailureTexts()
  const add = useEmployerAction('addPasskey')
  const remove = useEmployerAction('removePasskey')
  const fields = { password: useRef<HTMLInputElement>(null), name: useRef<HTMLInputElement>(null) }
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isCreating, setIsCreating] = useState(false)
  const [createError, setCreateError] = useState<string | null>(null)
  const [missing, setMissing] = useState<'password' | 'name' | null>(null)

  /** Clears earlier messages. A missing value is reported at its field. */
  function canStart(needsName: boolean) {
    add.erase()
    remove.erase()
    setCreateError(null)
    const missingName = needsName && name.trim() === '' ? 'name' : null
    const missingField = password === '' ? 'password' : missingName
    setMissing(missingField)
    if (missingField) fields[missingField].current?.focus()
    return missingField === null
  }

  async function createKey() {
    if (!canStart(true)) return
    setIsCreating(true)
    try {
      const challenge = await callEmployer('passkeyToAdd', {})
      const passkey = refused(challenge) ? null : await createPasskey(challenge)
      if (refused(challenge) || !passkey || 'none' in passkey)
        return setCreateError(
          signInText(passkey && 'none' in passkey ? passkey.none : 'passkeyUnmade'),
        )
      const input = { password, name, state: challenge.state, credential: passkey.credential }
      if (await add.run(input, () => t('keyAdded'))) setName('')
      setPassword('')
    } catch (error) {
      setCreateError(failure(error))
    } finally {
      setIsCreating(false)
    }
  }
  async function removeKey(id: string) {
    if (!canStart(false)) return
    await remove.run({ id, password }, () => t('keyRemoved'))
    setPassword('')
  }
  return {
    fields,
    name,
    setName,
    password,
    setPassword,
    missing,
    createKey,
    removeKey,
    isCreating: isCreating || add.busy,
    isRemoving: remove.busy,
    failure: createError ?? add.failure ?? remove.failure,
    done: add.done ?? remove.done,
  }
}

/** The user's passkeys, which are valid for this portal only. */
export function EmployerPasskeys({ t }: Pick<EmployerPageProps, 't'>) {
  const { data } = useQuery(employerQuery('passkeys', {}))
  const form = usePasskeyForm(t)
  const { fields, password, setPassword, missing, failure, done } = form
  if (!data) return null
  return (
    <Card title={t('keys')}>
      <p className={css.soft}>{t('keysHelp')}</p>
      {done ? <Notice kind="good">{done}</Notice> : null}
      {hasPasskeys() || data.items.length > 0 ? (
        <form
          className={css.form}
          aria-label={t('keys')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void form.createKey()
          }}
        >
          {failure ? <Notice kind="bad">{failure}</Notice> : null}
          <CurrentPassword
            label={t('password')}
            hint={t('keyPasswordHelp')}
            issue={missing === 'password' && password === '' ? t('keyPasswordFirst') : null}
            ref={fields.password}
            required
            value={password}
            onValue={setPassword}
          />
          {data.items.map((key) => (
            <KeyRow key={key.id} passkey={key} t={t} form={form} />
          ))}
          {hasPasskeys() ? <NewKey t={t} form={form} /> : null}
        </form>
      ) : (
        <p>{t('noKeysHere')}</p>
      )}
    </Card>
  )
}

type KeyRowProps = {
  passkey: EmployerAnswer<'passkeys'>['items'][number]
  t: EmployerPageProps['t']
  form: PasskeyForm
}

function KeyRow({ passkey: { id, name, added_at, used_at }, t, form }: KeyRowProps) {
  const { language } = useBackofficeLanguage()
  return (
    <p>
      {name}{' '}
      <span className={css.soft}>
        {used_at === null
          ? t('keyAddedOn', { date: dayOf(added_at, language) })
          : t('keyUsedOn', { date: dayOf(used_at, language) })}
      </span>{' '}
      <ActionButton small busy={form.isRemoving} onClick={() => void form.removeKey(id)}>
        {t('removeKey', { name })}
      </ActionButton>
    </p>
  )
}

function NewKey({ t, form }: Pick<KeyRowProps, 't' | 'form'>) {
  const { fields, name, setName, missing } = form
  return (
    <>
      <FormField
        label={t('keyName')}
        hint={t('keyNameHelp')}
        issue={missing === 'name' && name.trim() === '' ? t('keyNameFirst') : null}
        ref={fields.name}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div>
        <ActionButton type="submit" busy={form.isCreating}>
          {t('addKey')}
        </ActionButton>
      </div>
    </>
  )
}
