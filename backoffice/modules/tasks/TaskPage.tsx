import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { MatchedPayments } from '#backoffice/modules/tasks/MatchedPayments.tsx'
import { ResolveCard } from '#backoffice/modules/tasks/ResolveCard.tsx'
import { TaskCases } from '#backoffice/modules/tasks/TaskCases.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { detailText, taskTitle } from '#backoffice/kit/domain-texts/task-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Task = StaffResponse<'task'>

/** One task: its reason, age and assignee, and what can be done about it. */
export function TaskPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const { data, error, refetch } = useQuery(staffQuery('task', { id }))
  const parent = { to: '/backoffice/tasks', label: t('task.title') }
  if (!data) {
    return (
      <PagePending
        title={t('task.title')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <PageHead
        title={taskTitle(data, t, euros)}
        parent={parent}
        facts={<TaskFacts task={data} />}
      />
      <TaskDetails task={data} staff={staff} />
    </>
  )
}

function TaskDetails({ task, staff }: { task: Task; staff: StaffPageProps['staff'] }) {
  const t = useTranslate()
  const euros = useEuros()
  const detail = detailText(task, t, euros)
  const isOpen = task.outcome === null && staff.permissions.includes('task.resolve')
  return (
    <PageColumns
      side={
        <>
          {isOpen ? (
            <>
              <AssigneeCard task={task} staffId={staff.id} />
              <CloseCard task={task} />
            </>
          ) : null}
          {staff.permissions.some(
            (permission) => permission === 'audit.read' || permission === 'audit.own',
          ) ? (
            <AuditHistory
              title={t('history')}
              query={{ subject_kind: 'task', subject_id: task.id, limit: 20 }}
            />
          ) : null}
        </>
      }
    >
      {detail === '' ? null : <p className={css.reason}>{detail}</p>}
      {isOpen ? <ResolveCard task={task} /> : null}
      <MatchedPayments payments={task.payments} />
      <TaskCases task={task} staff={staff} />
    </PageColumns>
  )
}

/** When it started and whether a legal date has passed. */
function TaskFacts({ task }: { task: Task }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { outcome, due_day, overdue_days } = task
  return (
    <>
      <span>{t(`task.of.${task.kind}`)}</span>
      {outcome ? (
        <StatusMark kind={outcome === 'closed' ? 'off' : 'done'}>
          {t(`task.outcome.${outcome}`)}
        </StatusMark>
      ) : null}
      {overdue_days > 0 ? (
        <StatusMark kind="bad">{t('overdue', { count: overdue_days })}</StatusMark>
      ) : null}
      {due_day === null ? null : (
        <span>
          {t('task.due')} {formatDay(language, due_day)}
        </span>
      )}
      <span>
        {t('task.since')} <DateTime at={task.first_at} channel={task.channel} />
      </span>
    </>
  )
}

function AssigneeCard({ task, staffId }: { task: Task; staffId: string }) {
  const t = useTranslate()
  const action = useAction('assignTask', { done: () => t('task.assigned') })
  const isOwn = task.owner?.id === staffId
  return (
    <Card
      title={t('task.handling')}
      actions={
        <ActionButton
          variant="plain"
          small
          busy={action.busy}
          onClick={() => void action.run({ id: task.id, staff: isOwn ? null : staffId })}
        >
          {t(isOwn ? 'task.leave' : 'task.take')}
        </ActionButton>
      }
    >
      <FormSelect
        label={t('task.assign')}
        value={task.owner?.id ?? ''}
        onChange={({ target }) => void action.run({ id: task.id, staff: target.value || null })}
      >
        <option value="">{t('task.nobody')}</option>
        {task.colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
    </Card>
  )
}

function CloseCard({ task }: { task: Task }) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const action = useAction('closeTask', { done: () => t('task.closeDone') })
  return (
    <Card title={t('task.close')}>
      <Form
        title={t('task.close')}
        submit={t('task.closeNow')}
        main={false}
        titled={false}
        failure={action.failure}
        busy={action.busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          await action.run({ id: task.id, shown: task.shown, reason })
        }}
        note={t('task.closeHelp')}
      >
        <FormTextArea
          label={t(task.kind === 'refund-failed' ? 'task.closeHow' : 'reason')}
          hint={t('reasonHelp')}
          required
          maxLength={500}
          rows={2}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form>
    </Card>
  )
}
