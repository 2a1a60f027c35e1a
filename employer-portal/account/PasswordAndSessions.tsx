import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { employerQuery } from '#employer-portal/api/portal-client.ts'
import { EmployerForm } from '#employer-portal/components/EmployerForm.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import { browserOf } from '#domain/staff/browser-name.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import {
  CurrentPassword,
  MIN_PASSWORD_LENGTH,
  NewPassword,
} from '#backoffice/kit/form/PasswordFields.tsx'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { momentText } from '#domain/time/zone-texts.ts'

import css from '../components/EmployerPages.module.css'

type Props = Pick<EmployerPageProps, 't'>

/** Changes an employer user's own password. */
export function PasswordPart({ t }: Props) {
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const change = useEmployerAction('changePassword')

  return (
    <EmployerForm
      title={t('passwordTitle')}
      submit={t('changePassword')}
      busy={change.busy}
      done={change.done}
      failure={change.failure}
      onSubmit={async () => {
        const input = { password, new_password: newPassword }
        if (!(await change.run(input, () => t('passwordChanged')))) return
        setPassword('')
        setNewPassword('')
      }}
    >
      <CurrentPassword label={t('password')} required value={password} onValue={setPassword} />
      <NewPassword
        label={t('newPassword')}
        hint={t('atLeastLetters', { count: MIN_PASSWORD_LENGTH })}
        value={newPassword}
        onValue={setNewPassword}
      />
    </EmployerForm>
  )
}

/** The sessions of an employer user. */
export function SessionsPart({ t }: Props) {
  const { data } = useQuery(employerQuery('ownSessions', {}))
  const end = useEmployerAction('endOwnSession')
  const endOthers = useEmployerAction('endOtherSessions')
  const { language } = useBackofficeLanguage()
  const [now] = useState(() => new Date())
  const lastUsed = (at: string) =>
    momentText(new Date(at), { zone: browserTimeZone(), language, now, long: 'list' })
  const items = data?.items ?? []
  const done = end.done ?? endOthers.done
  const failure = end.failure ?? endOthers.failure
  return (
    <Card title={t('sessions')}>
      {done ? <Notice kind="good">{done}</Notice> : null}
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <ul className={css.sessions}>
        {items.map(({ id, address, agent, seen_at, this_one }) => (
          <li key={id}>
            <BackofficeIcon name={/Android|iPhone/.test(agent) ? 'phone' : 'desktop'} />
            <div>
              <p>{browserOf(agent)}</p>
              <p className={css.soft}>
                {address} · {t('lastUsed', { moment: lastUsed(seen_at) })}
              </p>
            </div>
            {this_one ? (
              <StatusMark kind="done">{t('thisSession')}</StatusMark>
            ) : (
              <ActionButton
                small
                busy={end.busy}
                onClick={() => void end.run({ id }, () => t('sessionEndedNow'))}
              >
                {t('endSession')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 ? (
        <div>
          <ActionButton
            busy={endOthers.busy}
            onClick={() => void endOthers.run({}, () => t('sessionEndedNow'))}
          >
            {t('endOtherSessions')}
          </ActionButton>
        </div>
      ) : null}
    </Card>
  )
}

/** An employer user has no channel with a time zone, so the browser's is used. */
function browserTimeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
