import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { ReplyForm } from '#backoffice/modules/support/ReplyForm.tsx'
import { SenderDialog } from '#backoffice/modules/support/SenderDialog.tsx'
import { ThreadVoucher } from '#backoffice/modules/support/ThreadVoucher.tsx'
import { ThreadList } from '#backoffice/modules/support/ThreadList.tsx'
import { WaitingAge } from '#backoffice/modules/support/WaitingAge.tsx'
import { isLate } from '#backoffice/modules/support/waiting-time.ts'
import { ThreadActions } from '#backoffice/modules/support/ThreadActions.tsx'
import { ThreadMessages } from '#backoffice/modules/support/ThreadMessages.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ThreadPage.module.css'

const STATE_MARKS = { open: 'wait', answered: 'half', closed: 'done' } as const

/** One thread: messages, reply form and the voucher's details. */
export function ThreadPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data: thread, error, refetch } = useQuery(staffQuery('requestThread', { id }))
  const [isSenderOpen, setSenderOpen] = useState(false)
  const retry = () => void refetch()
  const parent = { to: '/backoffice/inbox', label: t('inbox.title') }
  if (!thread) {
    return <PagePending title={t('inbox.thread')} parent={parent} error={error} onRetry={retry} />
  }
  const mayAnswer = staff.permissions.includes('inbox.answer')
  return (
    <div className={css.split}>
      <ThreadList staff={staff} thread={thread} />
      <div className={css.thread}>
        <PageHead
          title={thread.subject}
          titleLanguage={thread.language}
          parent={parent}
          auditSubject={`request ${id}`}
          besideTitle={<ThreadState thread={thread} />}
          actions={mayAnswer ? <ThreadActions staff={staff} thread={thread} /> : null}
        />
        <ThreadFacts thread={thread} />
        <div className={css.columns}>
          <div className={css.talk}>
            <ThreadMessages
              thread={thread}
              onCorrectSender={mayAnswer ? () => setSenderOpen(true) : undefined}
            />
            <ReplyForm
              key={id}
              staff={staff}
              thread={thread}
              onCorrectSender={() => setSenderOpen(true)}
            />
          </div>
          <aside className={css.aside} aria-label={t('inbox.case')}>
            <ThreadVoucher thread={thread} mayLink={mayAnswer} permissions={staff.permissions} />
            {staff.permissions.some(
              (permission) => permission === 'audit.read' || permission === 'audit.own',
            ) ? (
              <AuditHistory
                title={t('history')}
                query={{ subject_kind: 'request', subject_id: id, limit: 10 }}
              />
            ) : null}
          </aside>
        </div>
        {isSenderOpen ? (
          <SenderDialog staff={staff} thread={thread} onClose={() => setSenderOpen(false)} />
        ) : null}
      </div>
    </div>
  )
}

function ThreadFacts({ thread }: { thread: Thread }) {
  const t = useTranslate()
  const { name, source, channel, language, owner } = thread
  return (
    <p className={css.about}>
      <bdi className={css.name}>{name}</bdi> · {t(`inbox.source.${source}`)} · {channel.name} ·{' '}
      {t(`in.${language}`)}
      {owner ? ` · ${t('inbox.owner')} ${owner.name}` : null}
    </p>
  )
}

/** The state; for a late thread how long it has been waiting. */
function ThreadState({ thread }: { thread: Thread }) {
  const { state, snoozed_until, channel } = thread
  const t = useTranslate()
  const [now] = useState(() => Date.now())
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > now
  if (isLate(thread, now)) return <WaitingAge thread={thread} />
  return (
    <StatusMark kind={isSnoozed ? 'off' : STATE_MARKS[state]}>
      {isSnoozed ? (
        <>
          {t('inbox.snoozedUntil')} <DateTime at={snoozed_until} channel={channel.id} />
        </>
      ) : (
        t(`inbox.state.${state}`)
      )}
    </StatusMark>
  )
}
