import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { KnownPayments } from '#backoffice/modules/tasks/MatchedPayments.tsx'
import { ResolveRows } from '#backoffice/modules/tasks/ResolutionRows.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { causeText, reasonText } from '#backoffice/kit/domain-texts/task-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { History } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Whole = StaffResponse<'taskCause'>

/** One cause: why, since when, whose, and the button that resolves it, with what it will write above it. */
export function CausePage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const { data, error, refetch } = useQuery(staffQuery('taskCause', { id }))
  const up = { to: '/backoffice/tasks', word: t('task.title') }
  if (error || !data) {
    return (
      <PageAwaited title={t('task.title')} up={up} error={error} again={() => void refetch()} />
    )
  }
  const resolves = staff.permissions.includes('task.resolve')
  return (
    <>
      <PageHead title={t(`task.of.${data.kind}`)} up={up} />
      <div className={css.body}>
        <section className={css.part} aria-label={t('task.why')}>
          <p className={css.reason}>{causeText(data, t, euros)}</p>
          {data.kind === 'codes-out' && typeof data.detail['sku'] === 'string' ? (
            <p>
              <BackofficeLink to={`/backoffice/digital/${data.detail['sku']}`}>
                {t('digital.ofGift')}
              </BackofficeLink>
            </p>
          ) : null}
          <p className={css.soft}>
            {t('task.since')} <Moment at={data.first_at} /> · {t('task.cases')} {data.cases} ·{' '}
            {t('task.tries')} {data.tries}
          </p>
          {data.outcome ? (
            <StatusMark kind={data.outcome === 'closed' ? 'off' : 'done'}>
              {t(`task.outcome.${data.outcome}`)}
            </StatusMark>
          ) : resolves ? (
            <Owner key={data.owner?.id ?? ''} cause={data} me={staff.id} />
          ) : null}
        </section>
        <KnownPayments payments={data.payments} />
        {data.outcome || !resolves ? null : <Resolve cause={data} />}
        <Cases cause={data} />
        {data.outcome || !resolves ? null : <Close cause={data} />}
        {staff.permissions.some((one) => one === 'audit.read' || one === 'audit.own') ? (
          <History
            title={t('history')}
            asked={{ subject_kind: 'task', subject_id: data.id, limit: 20 }}
          />
        ) : null}
      </div>
    </>
  )
}

function Owner({ cause, me }: { cause: Whole; me: string }) {
  const t = useTranslate()
  const action = useAction('assignTask', { done: () => t('task.assigned') })
  const own = cause.owner?.id === me
  return (
    <div className={css.actions}>
      <FormSelect
        label={t('task.assign')}
        value={cause.owner?.id ?? ''}
        onChange={({ target }) => void action.run({ id: cause.id, staff: target.value || null })}
      >
        <option value="">{t('task.nobody')}</option>
        {cause.colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      <ActionButton
        busy={action.busy}
        onClick={() => void action.run({ id: cause.id, staff: own ? null : me })}
      >
        {t(own ? 'task.leave' : 'task.take')}
      </ActionButton>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
    </div>
  )
}

function Resolve({ cause }: { cause: Whole }) {
  const t = useTranslate()
  const [note, setNote] = useState('')
  const action = useAction('resolveTask', {
    done: ({ cases }) => t('task.resolved', { count: cases }),
  })
  const { resolve } = cause
  if (!resolve && cause.kind === 'supplier-missing')
    return (
      <Notice kind="info">
        <p>{t('task.giveSupplier')}</p>
        <BackofficeLink to="/backoffice/suppliers">{t('task.toSuppliers')}</BackofficeLink>
      </Notice>
    )
  if (!resolve) return <Notice kind="info">{t('task.noResolve')}</Notice>
  return (
    <section className={css.part} aria-label={t('task.wouldWrite')}>
      <h2>{t('task.wouldWrite')}</h2>
      <ResolveRows resolve={resolve} />
      {resolve.note ? (
        <div className={css.form}>
          <FormField
            label={t('task.note')}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
      ) : null}
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      <ActionButton
        look="main"
        busy={action.busy}
        onClick={() => void action.run({ id: cause.id, shown: cause.shown, note })}
      >
        {cause.kind === 'unmatched-payment' &&
        resolve.rows.some(({ after }) => after === 'goes-back')
          ? t('task.giveBack')
          : t('task.resolve', { count: resolve.cases })}
      </ActionButton>
      <p className={css.soft}>{t('task.resolveHelp')}</p>
    </section>
  )
}

/** So many of its cases are listed; the list of orders has the others. */
const LISTED = 20

function Cases({ cause }: { cause: Whole }) {
  const t = useTranslate()
  return (
    <section className={css.part} aria-label={t('task.itsCases')}>
      <h2>{t('task.itsCases')}</h2>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">{t('task.subject')}</th>
              <th scope="col">{t('task.why')}</th>
              <th scope="col">{t('task.since')}</th>
              <th scope="col">{t('task.tries')}</th>
            </tr>
          </thead>
          <tbody>
            {cause.items.slice(0, LISTED).map((one) => (
              <tr key={one.id}>
                <td>
                  {one.order ? (
                    <BackofficeLink to={`/backoffice/orders/${one.order}`}>
                      {one.order}
                    </BackofficeLink>
                  ) : cause.kind === 'work-failed' ? (
                    <BackofficeLink to={`/backoffice/work/${one.subject}`}>
                      #{one.subject}
                    </BackofficeLink>
                  ) : (
                    one.subject
                  )}
                </td>
                <td className={css.soft}>{reasonText(t, cause.kind, one.reason) || '–'}</td>
                <td data-head={t('task.since')}>
                  <Moment at={one.first_at} />
                </td>
                <td data-head={t('task.tries')}>{one.tries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cause.cases > LISTED ? (
        <p className={css.soft}>{t('task.andMore', { count: cause.cases - LISTED })}</p>
      ) : null}
    </section>
  )
}

function Close({ cause }: { cause: Whole }) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const action = useAction('closeTask', { done: () => t('task.closeDone') })
  return (
    <div className={css.form}>
      <Form
        title={t('task.close')}
        submit={t('task.close')}
        main={false}
        titled={false}
        wrong={action.wrong}
        busy={action.busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          await action.run({ id: cause.id, shown: cause.shown, reason })
        }}
        note={t('task.closeHelp')}
      >
        <FormTextArea
          label={t(cause.kind === 'refund-failed' ? 'task.closeHow' : 'reason')}
          hint={t('reasonHelp')}
          required
          maxLength={500}
          rows={2}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form>
    </div>
  )
}
