import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { LanguageSelect } from '#backoffice/kit/sign-in/LanguageSelect.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Employers.module.css'
import type { StaffLanguage } from '#domain/language.ts'

type User = StaffResponse<'employerUsers'>['items'][number]
const EMPTY: { email: string; name: string; language: StaffLanguage } = {
  email: '',
  name: '',
  language: 'nl',
}

/** Users of the employer portal. */
export function EmployerUsers({
  employer,
  mayWrite,
  me,
}: {
  employer: string
  mayWrite: boolean
  me: string
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('employerUsers', { id: employer }))
  const [sent, setSent] = useState(false)
  return (
    <section className={css.part} aria-label={t('employerView.users')}>
      <h2>{t('employerView.users')}</h2>
      <p className={css.soft}>{t('employerView.usersHelp')}</p>
      {sent ? (
        <Notice kind="good">
          <p>{t('employerView.invited')}</p>
        </Notice>
      ) : null}
      {data?.items.length === 0 ? <p className={css.soft}>{t('employerView.noUsers')}</p> : null}
      {data && data.items.length > 0 ? (
        <ul className={css.users}>
          {data.items.map((user) => (
            <li key={user.id}>
              <p>
                <strong>{user.name}</strong> <span className={css.soft}>{user.email}</span>
              </p>
              <p className={css.soft}>
                {t(
                  user.has_password ? 'employerView.hasPassword' : 'employerView.waitsForPassword',
                )}
                {user.seen_at ? (
                  <>
                    {' · '}
                    {t('employerView.seen')} <DateTime at={user.seen_at} />
                  </>
                ) : null}
              </p>
              {mayWrite ? (
                <Access employer={employer} user={user} onSent={() => setSent(true)} />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayWrite ? <Invite employer={employer} me={me} onSent={() => setSent(true)} /> : null}
    </section>
  )
}

function Invite({ employer, me, onSent }: { employer: string; me: string; onSent: () => void }) {
  const t = useTranslate()
  const draft = useDraft(`${me}.employer.${employer}.invite`, EMPTY)
  const action = useAction('inviteEmployerUser')
  const { email, name, language } = draft.values
  return (
    <Form
      title={t('employerView.invite')}
      submit={t('makeInvitation')}
      main={false}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const made = await action.run({ id: employer, ...draft.values })
        if (!made) return
        onSent()
        draft.clear()
      }}
    >
      <FormField
        label={t('name')}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={({ target }) => draft.type({ name: target.value })}
      />
      <FormField
        label={t('mail')}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={({ target }) => draft.type({ email: target.value })}
      />
      <LanguageSelect value={language} onValue={(language) => draft.type({ language })} />
    </Form>
  )
}

/** Actions: send a new link, end the sessions, end the access. The last two need a reason. */
function Access({ employer, user, onSent }: { employer: string; user: User; onSent: () => void }) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const again = useAction('inviteEmployerUserAgain')
  const end = useAction('endEmployerSessions', {
    done: ({ ended }) => t('sessionsEnded', { count: ended }),
  })
  const remove = useAction('removeEmployerUser', {
    done: () => t('colleagueRemoved', { name: user.name }),
  })
  const wrong = again.wrong ?? end.wrong ?? remove.wrong
  const about = { id: employer, user: user.id }
  const withReason = (run: (reason: string) => Promise<unknown>) => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') void run(reason.trim()).then((done) => done && setReason(''))
  }
  return (
    <details>
      <summary>{t('employerView.accessOf', { name: user.name })}</summary>
      <div className={css.part}>
        {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
        <SendAgain employer={employer} user={user} again={again} onSent={onSent} />
        <FormField
          label={t('reason')}
          issue={missing ? t('reasonMissing') : null}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className={css.actions}>
          <ActionButton
            busy={end.busy}
            onClick={() => withReason((reason) => end.run({ ...about, reason }))}
          >
            {t('endSessionsOf', { count: 1 })}
          </ActionButton>
          <ActionButton
            look="bad"
            busy={remove.busy}
            onClick={() => withReason((reason) => remove.run({ ...about, reason }))}
          >
            {t('endAccess')}
          </ActionButton>
        </div>
      </div>
    </details>
  )
}

type SendAgainProps = {
  employer: string
  user: User
  again: ReturnType<typeof useAction<'inviteEmployerUserAgain'>>
  onSent: () => void
}

function SendAgain({ employer, user, again, onSent }: SendAgainProps) {
  const t = useTranslate()
  const [withoutApp, setWithoutApp] = useState(false)
  return (
    <>
      {user.totp || user.passkeys > 0 ? (
        <FormCheckbox checked={withoutApp} onChange={({ target }) => setWithoutApp(target.checked)}>
          {t('employerView.withoutApp')}
        </FormCheckbox>
      ) : null}
      <ActionButton
        busy={again.busy}
        onClick={() =>
          void again
            .run({ id: employer, user: user.id, without_app: withoutApp })
            .then((made) => made && onSent())
        }
      >
        {t('newLink')}
      </ActionButton>
    </>
  )
}
