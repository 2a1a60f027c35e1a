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
      actions={mayWrite ? <InviteButton employer={employer} me={me} /> : undefined}
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
              access={mayWrite ? <AccessButton employer={employer} user={user} /> : null}
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

function InviteButton({ employer, me }: { employer: string; me: string }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton small onClick={() => setOpen(true)}>
        {t('employerView.invite')}
      </ActionButton>
      {isOpen ? (
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

function AccessButton({ employer, user }: { employer: string; user: User }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const title = t('employerView.accessOf', { name: user.name })
  return (
    <>
      <div>
        <ActionButton small aria-label={title} onClick={() => setOpen(true)}>
          {t('employerView.access')}
        </ActionButton>
      </div>
      {isOpen ? (
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
  const [isReasonMissing, setReasonMissing] = useState(false)
  const resend = useAction('inviteEmployerUserAgain', { done: () => t('employerView.invited') })
  const endSessions = useAction('endEmployerSessions', {
    done: ({ ended }) => t('sessionsEnded', { count: ended }),
  })
  const removeUser = useAction('removeEmployerUser', {
    done: () => t('staffMemberRemoved', { name: user.name }),
  })
  const failure = resend.failure ?? endSessions.failure ?? removeUser.failure
  const ids = { id: employer, user: user.id }
  const withReason = (run: (reason: string) => Promise<unknown>) => {
    const trimmed = reason.trim()
    setReasonMissing(trimmed === '')
    if (trimmed !== '') void run(trimmed).then((done) => done && setReason(''))
  }
  return (
    <div className={css.part}>
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <NewLink employer={employer} user={user} resend={resend} onSent={onSent} />
      <FormField
        label={t('reason')}
        issue={isReasonMissing ? t('reasonMissing') : null}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className={css.actions}>
        <ActionButton
          busy={endSessions.busy}
          onClick={() => withReason((reason) => endSessions.run({ ...ids, reason }))}
        >
          {t('employerView.endSessions')}
        </ActionButton>
        <ActionButton
          variant="bad"
          busy={removeUser.busy}
          onClick={() => withReason((reason) => removeUser.run({ ...ids, reason }))}
        >
          {t('endAccess')}
        </ActionButton>
      </div>
    </div>
  )
}

type NewLinkProps = {
  employer: string
  user: User
  resend: ReturnType<typeof useAction<'inviteEmployerUserAgain'>>
  onSent: () => void
}

function NewLink({ employer, user, resend, onSent }: NewLinkProps) {
  const t = useTranslate()
  const [removesTwoFactor, setRemovesTwoFactor] = useState(false)
  return (
    <>
      {user.totp || user.passkeys > 0 ? (
        <FormCheckbox
          checked={removesTwoFactor}
          onChange={({ target }) => setRemovesTwoFactor(target.checked)}
        >
          {t('employerView.withoutApp')}
        </FormCheckbox>
      ) : null}
      <ActionButton
        busy={resend.busy}
        onClick={() =>
          void resend
            .run({ id: employer, user: user.id, without_app: removesTwoFactor })
            .then((invited) => invited && onSent())
        }
      >
        {t('newLink')}
      </ActionButton>
    </>
  )
}
