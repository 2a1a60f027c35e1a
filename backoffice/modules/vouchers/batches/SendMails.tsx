import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import {
  CodesAboveLimit,
  CodesAwaitingApproval,
} from '#backoffice/modules/vouchers/batches/CodeApproval.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { TimeHint } from '#backoffice/kit/time/TimeHint.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const USUAL_PACE = 60

/** The mails of a batch, ordered, or requested if they need approval first. */
export function SendMails({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { data: release } = useQuery(staffQuery('codeExport', { id: batch.id }))
  const order = useAction('sendBatchMails', { done: () => t('mailsOrdered') })
  const ask = useAction('requestCodeExportApproval', { done: () => t('codes.askedDone') })
  const [how, setHow] = useState({ later: false, at: '', pace: String(USUAL_PACE), reason: '' })
  const count = batch.mails.addresses
  const above = release && !release.mail.allowed
  const action = above ? ask : order
  if (above && release.mail.asked) return <CodesAwaitingApproval codes={release.mail} />
  return (
    <>
      <p>{t('mailsWaitFor', { count })}</p>
      {above ? <CodesAboveLimit codes={release.mail} limit={release.alone} /> : null}
      <Form
        title={t('mailsTitle')}
        titled={false}
        // The letters are the first way.
        main={false}
        submit={above ? t('codes.ask') : t('mailsSend', { count })}
        note={t(above ? 'codes.askMailsHelp' : 'mailsHelp')}
        failure={action.failure}
        refusal={action.refusal}
        busy={action.busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          const { id, version } = batch
          const at = how.later ? how.at : null
          const input = { id, version, at, per_minute: Number(how.pace) || USUAL_PACE }
          if (above) await ask.run({ ...input, way: 'mail', reason: how.reason.trim() })
          else await order.run(input)
        }}
      >
        <When batch={batch} how={how} onHow={(more) => setHow({ ...how, ...more })} />
        {above ? (
          <ReasonField value={how.reason} onValue={(reason) => setHow({ ...how, reason })} />
        ) : null}
      </Form>
    </>
  )
}

type How = { later: boolean; at: string; pace: string }

function When({
  batch,
  how: { later, at, pace },
  onHow,
}: {
  batch: Batch
  how: How
  onHow: (more: Partial<How>) => void
}) {
  const t = useTranslate()
  return (
    <>
      <FormSelect
        label={t('mailsWhen')}
        value={later ? 'later' : 'now'}
        onChange={({ target }) => onHow({ later: target.value === 'later' })}
      >
        <option value="now">{t('mailsNow')}</option>
        <option value="later">{t('mailsLater')}</option>
      </FormSelect>
      {later ? (
        <DateField
          label={t('mailsAt')}
          name="at"
          hint={
            <TimeHint
              wallTime={at}
              zone={batch.time_zone}
              empty={t('mailsClock', { zone: batch.time_zone })}
            />
          }
          withTime
          required
          value={at}
          onValue={(at) => onHow({ at })}
        />
      ) : null}
      <FormField
        label={t('mailsPerMinute')}
        name="per_minute"
        inputMode="numeric"
        pattern="[1-9]\d{0,2}"
        required
        value={pace}
        onChange={({ target }) => onHow({ pace: target.value.trim() })}
      />
    </>
  )
}
