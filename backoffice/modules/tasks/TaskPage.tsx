import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { KnownPayments } from '#backoffice/modules/tasks/MatchedPayments.tsx'
import { MendRows } from '#backoffice/modules/tasks/ResolutionRows.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { causeWords, reasonWords } from '#backoffice/kit/domain-texts/task-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { History } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useDeed } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Whole = StaffResponse<'attentionCause'>

/** One cause: why, since when, whose, and the button that mends it, with what it will write above it. */
export function CausePage({ staff, params: { id = '' } }: StaffPageProps) {
  const say = useSay()
  const euros = useEuros()
  const { data, error, refetch } = useQuery(staffQuery('attentionCause', { id }))
  const up = { to: '/backoffice/attention', word: say('attention.title') }
  if (error || !data) {
    return (
      <PageAwaited
        title={say('attention.title')}
        up={up}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const mends = staff.permissions.includes('attention.mend')
  return (
    <>
      <PageHead title={say(`attention.of.${data.kind}`)} up={up} />
      <div className={css.body}>
        <section className={css.part} aria-label={say('attention.why')}>
          <p className={css.reason}>{causeWords(data, say, euros)}</p>
          {data.kind === 'codes-out' && typeof data.detail['sku'] === 'string' ? (
            <p>
              <BackofficeLink to={`/backoffice/digital/${data.detail['sku']}`}>
                {say('digital.ofGift')}
              </BackofficeLink>
            </p>
          ) : null}
          <p className={css.soft}>
            {say('attention.since')} <Moment at={data.first_at} /> · {say('attention.cases')}{' '}
            {data.cases} · {say('attention.tries')} {data.tries}
          </p>
          {data.outcome ? (
            <StateMark kind={data.outcome === 'closed' ? 'off' : 'done'}>
              {say(`attention.outcome.${data.outcome}`)}
            </StateMark>
          ) : mends ? (
            <Owner key={data.owner?.id ?? ''} cause={data} me={staff.id} />
          ) : null}
        </section>
        <KnownPayments payments={data.payments} />
        {data.outcome || !mends ? null : <Mend cause={data} />}
        <Cases cause={data} />
        {data.outcome || !mends ? null : <Close cause={data} />}
        {staff.permissions.some((one) => one === 'audit.read' || one === 'audit.own') ? (
          <History
            title={say('history')}
            asked={{ subject_kind: 'attention', subject_id: data.id, limit: 20 }}
          />
        ) : null}
      </div>
    </>
  )
}

function Owner({ cause, me }: { cause: Whole; me: string }) {
  const say = useSay()
  const deed = useDeed('assignAttention', { done: () => say('attention.assigned') })
  const own = cause.owner?.id === me
  return (
    <div className={css.deeds}>
      <FormSelect
        label={say('attention.assign')}
        value={cause.owner?.id ?? ''}
        onChange={({ target }) => void deed.run({ id: cause.id, staff: target.value || null })}
      >
        <option value="">{say('attention.nobody')}</option>
        {cause.colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      <ActionButton
        busy={deed.busy}
        onClick={() => void deed.run({ id: cause.id, staff: own ? null : me })}
      >
        {say(own ? 'attention.leave' : 'attention.take')}
      </ActionButton>
      {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
    </div>
  )
}

function Mend({ cause }: { cause: Whole }) {
  const say = useSay()
  const [note, setNote] = useState('')
  const deed = useDeed('mendAttention', {
    done: ({ cases }) => say('attention.mended', { count: cases }),
  })
  const { mend } = cause
  if (!mend && cause.kind === 'supplier-missing')
    return (
      <Notice kind="info">
        <p>{say('attention.giveSupplier')}</p>
        <BackofficeLink to="/backoffice/suppliers">{say('attention.toSuppliers')}</BackofficeLink>
      </Notice>
    )
  if (!mend) return <Notice kind="info">{say('attention.noMend')}</Notice>
  return (
    <section className={css.part} aria-label={say('attention.wouldWrite')}>
      <h2>{say('attention.wouldWrite')}</h2>
      <MendRows mend={mend} />
      {mend.note ? (
        <div className={css.form}>
          <FormField
            label={say('attention.note')}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
      ) : null}
      {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
      <ActionButton
        look="main"
        busy={deed.busy}
        onClick={() => void deed.run({ id: cause.id, shown: cause.shown, note })}
      >
        {cause.kind === 'stray-payment' && mend.rows.some(({ after }) => after === 'goes-back')
          ? say('attention.giveBack')
          : say('attention.mend', { count: mend.cases })}
      </ActionButton>
      <p className={css.soft}>{say('attention.mendHelp')}</p>
    </section>
  )
}

/** So many of its cases are listed; the list of orders has the others. */
const LISTED = 20

function Cases({ cause }: { cause: Whole }) {
  const say = useSay()
  return (
    <section className={css.part} aria-label={say('attention.itsCases')}>
      <h2>{say('attention.itsCases')}</h2>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">{say('attention.subject')}</th>
              <th scope="col">{say('attention.why')}</th>
              <th scope="col">{say('attention.since')}</th>
              <th scope="col">{say('attention.tries')}</th>
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
                <td className={css.soft}>{reasonWords(say, cause.kind, one.reason) || '–'}</td>
                <td data-head={say('attention.since')}>
                  <Moment at={one.first_at} />
                </td>
                <td data-head={say('attention.tries')}>{one.tries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cause.cases > LISTED ? (
        <p className={css.soft}>{say('attention.andMore', { count: cause.cases - LISTED })}</p>
      ) : null}
    </section>
  )
}

function Close({ cause }: { cause: Whole }) {
  const say = useSay()
  const [reason, setReason] = useState('')
  const deed = useDeed('closeAttention', { done: () => say('attention.closeDone') })
  return (
    <div className={css.form}>
      <Form
        title={say('attention.close')}
        submit={say('attention.close')}
        main={false}
        titled={false}
        wrong={deed.wrong}
        busy={deed.busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          await deed.run({ id: cause.id, shown: cause.shown, reason })
        }}
        note={say('attention.closeHelp')}
      >
        <FormTextArea
          label={say(cause.kind === 'refund-failed' ? 'attention.closeHow' : 'reason')}
          hint={say('reasonHelp')}
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
