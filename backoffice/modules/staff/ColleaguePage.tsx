import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ChannelNames } from '#backoffice/kit/display/ChannelName.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import {
  ColleagueFields,
  type ColleagueValues,
} from '#backoffice/modules/staff/ColleagueFields.tsx'
import { InvitationSent } from '#backoffice/modules/staff/InvitationSent.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ColleaguePage.module.css'

type Member = StaffResponse<'staff'>['items'][number]

export function ColleaguePage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('staff', { ids: id }))
  const member = data?.items[0]
  const parent = { to: '/backoffice/staff', label: t('staff') }
  if (!data) {
    return (
      <PagePending
        title={t('staff')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!member) return <MissingPage parent={parent} />
  return (
    <>
      <PageHead
        title={member.name}
        parent={parent}
        besideTitle={<span className={css.soft}>{member.email}</span>}
        auditSubject={`staff ${member.id}`}
      />
      <PageColumns
        side={
          <>
            {member.left_at ? null : <AccessCard member={member} />}
            <AuditHistory
              title={t('history')}
              query={{ subject_kind: 'staff', subject_id: member.id, limit: 20 }}
            />
          </>
        }
      >
        {member.left_at ? (
          <Notice kind="info">{t('noAccessHelp')}</Notice>
        ) : (
          <Card title={t('roleAndChannels')}>
            <RoleForm key={member.id} member={member} staffId={staff.id} />
          </Card>
        )}
      </PageColumns>
    </>
  )
}

function RoleForm({ member, staffId }: { member: Member; staffId: string }) {
  const t = useTranslate()
  const { name, role, channels } = member
  const draft = useDraft<ColleagueValues & { reason: string }>(`${staffId}.staff.${member.id}`, {
    name,
    role,
    channels,
    reason: '',
  })
  const action = useAction('changeStaff', {
    done: ({ name, approval }) =>
      approval === null ? t('staffMemberSaved', { name }) : t('owner.waits'),
  })
  return (
    <Form
      title={t('roleAndChannels')}
      titled={false}
      failure={action.failure}
      busy={action.busy}
      submit={t('save')}
      conflict={conflictNotice(draft.conflict, {
        name: [t('name'), name],
        role: [t('role'), t(`role.${role}`)],
        channels: [
          t('channels'),
          channels.length > 0 ? <ChannelNames key="channels" ids={channels} /> : null,
        ],
      })}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const saved = await action.run({ id: member.id, version: member.version, ...draft.values })
        if (saved) draft.clear()
      }}
      note={t('roleEndsSessions')}
    >
      <ColleagueFields values={draft.values} type={draft.type} />
      {draft.values.role === 'owner' && member.role !== 'owner' ? (
        <>
          <p>{t('owner.needsSecond')}</p>
          <ReasonField value={draft.values.reason} onValue={(reason) => draft.type({ reason })} />
        </>
      ) : null}
    </Form>
  )
}

/** Actions that remove some or all access. Each asks for a reason, which the history shows. */
function AccessCard({ member }: { member: Member }) {
  const t = useTranslate()
  const reasonInput = useReason()
  const { reason, setReason, isMissing, withReason } = reasonInput
  const endSessions = useAction('endStaffSessions', {
    done: ({ ended }) => t('sessionsEnded', { count: ended }),
  })
  const remove = useAction('removeStaff', {
    done: () => t('staffMemberRemoved', { name: member.name }),
  })
  const inviteAgain = useAction('inviteAgain')
  return (
    <Card title={t('access')}>
      {(endSessions.failure ?? remove.failure ?? inviteAgain.failure) ? (
        <Notice kind="bad">{endSessions.failure ?? remove.failure ?? inviteAgain.failure}</Notice>
      ) : null}
      <FormTextArea
        label={t('reason')}
        hint={t('reasonHelp')}
        issue={isMissing ? t('reasonMissing') : null}
        maxLength={500}
        rows={2}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className={css.actions}>
        <ActionButton
          busy={endSessions.busy}
          onClick={() => withReason((reason) => endSessions.run({ id: member.id, reason }))}
        >
          {t('endSessions')}
        </ActionButton>
        <ActionButton
          variant="bad"
          busy={remove.busy}
          onClick={() => withReason((reason) => remove.run({ id: member.id, reason }))}
        >
          {t('endAccess')}
        </ActionButton>
      </div>
      <p className={css.soft}>{t('endAccessHelp')}</p>
      <NewLinkButton
        member={member}
        inviteAgain={inviteAgain}
        withReason={reasonInput.withReason}
        optionalReason={reasonInput.reason.trim()}
      />
    </Card>
  )
}

/** The reason as typed. Some actions need one, and clear it when they are done. */
function useReason() {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const withReason = (run: (reason: string) => Promise<unknown>) => {
    const trimmed = reason.trim()
    setMissing(trimmed === '')
    if (trimmed !== '') void run(trimmed).then((done) => done && setReason(''))
  }
  return { reason, setReason, isMissing, withReason }
}

type NewLinkProps = {
  member: Member
  inviteAgain: ReturnType<typeof useAction<'inviteAgain'>>
  withReason: ReturnType<typeof useReason>['withReason']
  optionalReason: string
}

function NewLinkButton({ member, inviteAgain, withReason, optionalReason }: NewLinkProps) {
  const t = useTranslate()
  const [invitation, setInvitation] = useState<StaffResponse<'inviteAgain'> | null>(null)
  const isOwner = member.role === 'owner'
  return (
    <>
      {isOwner ? <p className={css.soft}>{t('owner.needsSecond')}</p> : null}
      <div>
        <ActionButton
          busy={inviteAgain.busy}
          onClick={() => {
            const send = (reason: string) =>
              inviteAgain.run({ id: member.id, reason }).then((done) => {
                if (done) setInvitation(done)
                return done
              })
            if (isOwner) withReason(send)
            else void send(optionalReason)
          }}
        >
          {t('newLink')}
        </ActionButton>
      </div>
      {invitation ? <InvitationSent invitation={invitation} name={member.name} /> : null}
    </>
  )
}
