import { useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { JobProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { RunMark } from '#backoffice/modules/privacy/retention-list.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Retention.module.css'

type Run = StaffResponse<'erasureRun'>

const COUNT_KINDS = [
  'vouchers',
  'people',
  'orders',
  'mails',
  'questions',
  'strangers',
  'notes',
  'audit',
] as const
const HOLD_REASONS = ['order', 'money', 'mail', 'question', 'task'] as const
const POLL_INTERVAL_MS = 3000

/** One erasure run: the result of its dry run, the approval, and the erasure. */
export function RetentionRunPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery({
    ...staffQuery('erasureRun', { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'rewriting' ? POLL_INTERVAL_MS : false),
  })
  const parent = { to: '/backoffice/privacy', label: t('retention') }
  if (!data) {
    return (
      <PagePending
        title={t('erasureRun')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <PageHead
        title={t('privacy.runTitle', { id, channel: data.channel.name })}
        parent={parent}
        besideTitle={<RunMark t={t} state={data.state} />}
        auditSubject={`retention-run ${id}`}
      />
      <PageBody>
        <RunResults run={data} t={t} />
        {data.state === 'looked' && data.kind === 'channel' ? (
          <ApprovalRequest key={id} run={data} me={staff.id} />
        ) : null}
        {data.approval !== null ? (
          <p>
            <BackofficeLink to={`/backoffice/approvals/${data.approval}`}>
              {t('privacy.toApproval')}
            </BackofficeLink>
          </p>
        ) : null}
        {data.work === null ? null : <JobProgress key={data.work} id={data.work} />}
        {data.ended_at === null ? null : <ErasedBytes run={data} t={t} />}
        <AuditHistory
          title={t('history')}
          query={{ subject_kind: 'retention-run', subject_id: id }}
        />
      </PageBody>
    </>
  )
}

function RunResults({ run, t }: { run: Run; t: Translate }) {
  const held = HOLD_REASONS.flatMap((reason) => {
    const count = run.held[reason] ?? 0
    return count > 0 ? [{ reason, count }] : []
  })
  return (
    <>
      <Card title={t(run.ended_at === null ? 'privacy.wouldErase' : 'privacy.wasErased')}>
        {run.kind === 'channel' ? (
          <p className={css.soft}>
            {t('when')}: <DateTime at={run.as_of} /> · {t('privacy.months')}: {run.months}
          </p>
        ) : null}
        <dl className={css.facts}>
          {COUNT_KINDS.map((name) => (
            <div key={name}>
              <dt>{t(`privacy.count.${name}`)}</dt>
              <dd>{run.counts[name]}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {run.kind === 'channel' ? (
        <Card title={t('privacy.heldTitle')}>
          {held.length === 0 ? (
            <p className={css.soft}>{t('privacy.none')}</p>
          ) : (
            <dl className={css.facts}>
              {held.map(({ reason, count }) => (
                <div key={reason}>
                  <dt>{t(`privacy.held.${reason}`)}</dt>
                  <dd>{count}</dd>
                </div>
              ))}
            </dl>
          )}
        </Card>
      ) : null}
    </>
  )
}

function ApprovalRequest({ run, me }: { run: Run; me: string }) {
  const t = useTranslate()
  const draft = useDraft(`${me}.retention.${run.id}`, { reason: '' })
  const requestApproval = useAction('requestErasureApproval', { done: () => t('privacy.asked') })
  if (run.counts.vouchers + run.counts.strangers + run.counts.audit === 0) return null
  return (
    <Card title={t('privacy.ask')}>
      <Form
        title={t('privacy.ask')}
        titled={false}
        submit={t('privacy.ask')}
        note={t('privacy.askNote')}
        failure={requestApproval.failure}
        busy={requestApproval.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (await requestApproval.run({ id: run.id, reason: draft.values.reason })) draft.clear()
        }}
      >
        <ReasonField value={draft.values.reason} onValue={(reason) => draft.type({ reason })} />
      </Form>
    </Card>
  )
}

/** Whether the database files and the log can still contain erased data. */
function ErasedBytes({ run, t }: { run: Run; t: Translate }) {
  return (
    <Card title={t('privacy.bytes')}>
      {run.rewritten_at === null ? (
        <p>{t('privacy.bytesWait')}</p>
      ) : (
        <p>
          {t('privacy.bytesDone')} <DateTime at={run.rewritten_at} />
        </p>
      )}
      {run.too_large.length > 0 ? (
        <Notice kind="warn">{t('privacy.bytesLarge', { tables: run.too_large.join(', ') })}</Notice>
      ) : null}
      {run.wal_position === null ? null : (
        <p className={css.soft}>{t('privacy.bytesLog', { log: run.wal_position })}</p>
      )}
    </Card>
  )
}
