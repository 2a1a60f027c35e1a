import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
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
  const { data, error, refetch } = useQuery(staffQuery('employerUsers', { id: employer }))
  return (
    <Card
      title={t('employerView.users')}
      actions={mayWrite ? <Invite employer={employer} me={me} /> : undefined}
    >
      <p className={css.soft}>{t('employerView.usersHelp')}</p>
      {!data ? (
        <LoadingState error={error} onRetry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <p className={css.soft}>{t('employerView.noUsers')}</p>
      ) : (
        <ul className={css.users}>
          {data.items.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              access={mayWrite ? <Access employer={employer} user={user} /> : null}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function UserRow({ user, access }: { user: User; access: ReactNode }) {
  const t = useTranslate()
  return (
    <li>
      <p>
        <strong>{user.name}</strong> <span className={css.soft}>{user.email}</span>
      </p>
      <p className={css.soft}>
        {t(user.has_password ? 'employerView.hasPassword' : 'employerView.waitsForPassword')}
        {user.seen_at ? (
          <>
            {' · '}
            {t('employerView.seen')} <DateTime at={user.seen_at} />
          </>
        ) : null}
      </p>
      {access}
    </li>
  )
}

function Invite({ employer, me }: { employer: string; me: string }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionButton small onClick={() => setOpen(true)}>
        {t('employerView.invite')}
      </ActionButton>
      {open ? (
        <ModalDialog title={t('employerView.invite')} onClose={() => setOpen(false)}>
          <InviteForm employer={employer} me={me} onSent={() => setOpen(false)} />
        </ModalDialog>
      ) : null}
    </>
  )
}

type InviteProps = { employer: string; me: string; onSent: () => void }

function InviteForm({ employer, me, onSent }: InviteProps) {
  const t = useTranslate()
  const draft = useDraft(`${me}.employer.${employer}.invite`, EMPTY)
  const action = useAction('inviteEmployerUser', { done: () => t('employerView.invited') })
  const { email, name, language } = draft.values
  return (
    <Form
      title={t('employerView.invite')}
      titled={false}
      submit={t('sendInvitation')}
      note={t('employerView.inviteHelp')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const invited = await action.run({ id: employer, ...draft.values })
        if (!invited) return
        draft.clear()
        onSent()
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

function Access({ employer, user }: { employer: string; user: User }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const title = t('employerView.accessOf', { name: user.name })
  return (
    <>
      <div>
        <ActionButton small aria-label={title} onClick={() => setOpen(true)}>
          {t('employerView.access')}
        </ActionButton>
      </div>
      {open ? (
        <ModalDialog title={title} onClose={() => setOpen(false)}>
          <AccessActions employer={employer} user={user} onSent={() => setOpen(false)} />
        </ModalDialog>
      ) : null}
    </>
  )
}

type AccessProps = { employer: string; user: User; onSent: () => void }

/** Actions: send a new link, end the sessions, end the access. The last two need a reason. */
function AccessActions({ employer, user, onSent }: AccessProps) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const again = useAction('inviteEmployerUserAgain', { done: () => t('employerView.invited') })
  const end = useAction('endEmployerSessions', {
    done: ({ ended }) => t('sessionsEnded', { count: ended }),
  })
  const remove = useAction('removeEmployerUser', {
    done: () => t('staffMemberRemoved', { name: user.name }),
  })
  const failure = again.failure ?? end.failure ?? remove.failure
  const about = { id: employer, user: user.id }
  const withReason = (run: (reason: string) => Promise<unknown>) => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') void run(reason.trim()).then((done) => done && setReason(''))
  }
  return (
    <div className={css.part}>
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
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
          {t('employerView.endSessions')}
        </ActionButton>
        <ActionButton
          variant="bad"
          busy={remove.busy}
          onClick={() => withReason((reason) => remove.run({ ...about, reason }))}
        >
          {t('endAccess')}
        </ActionButton>
      </div>
    </div>
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
            .then((invited) => invited && onSent())
        }
      >
        {t('newLink')}
      </ActionButton>
    </>
  )
}
