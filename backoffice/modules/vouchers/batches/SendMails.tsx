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

const DEFAULT_RATE = 60
const INITIAL = { isLater: false, at: '', perMinute: String(DEFAULT_RATE), reason: '' }
type SendValues = typeof INITIAL

/** Sends the mails of a batch, or requests the approval that they need. */
export function SendMails({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { data: codeExport } = useQuery(staffQuery('codeExport', { id: batch.id }))
  const send = useAction('sendBatchMails', { done: () => t('mailsOrdered') })
  const request = useAction('requestCodeExportApproval', { done: () => t('codes.askedDone') })
  const [values, setValues] = useState(INITIAL)
  const change = (part: Partial<SendValues>) => setValues({ ...values, ...part })
  const count = batch.mails.addresses
  const needsApproval = codeExport && !codeExport.mail.allowed
  const action = needsApproval ? request : send
  if (needsApproval && codeExport.mail.asked)
    return <CodesAwaitingApproval codes={codeExport.mail} />
  return (
    <>
      <p>{t('mailsWaitFor', { count })}</p>
      {needsApproval ? <CodesAboveLimit codes={codeExport.mail} limit={codeExport.alone} /> : null}
      <Form
        title={t('mailsTitle')}
        titled={false}
        // The main action is the file with letters.
        main={false}
        submit={
          needsApproval
            ? t('codes.ask')
            : t(values.isLater ? 'mailsSchedule' : 'mailsSend', { count })
        }
        note={t(needsApproval ? 'codes.askMailsHelp' : 'mailsHelp')}
        failure={action.failure}
        refusal={action.refusal}
        busy={action.busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          const { id, version } = batch
          const at = values.isLater ? values.at : null
          const per_minute = Number(values.perMinute) || DEFAULT_RATE
          const input = { id, version, at, per_minute }
          if (needsApproval)
            await request.run({ ...input, way: 'mail', reason: values.reason.trim() })
          else await send.run(input)
        }}
      >
        <SendTimeFields batch={batch} values={values} onChange={change} />
        {needsApproval ? (
          <ReasonField value={values.reason} onValue={(reason) => change({ reason })} />
        ) : null}
      </Form>
    </>
  )
}

function SendTimeFields({
  batch,
  values: { isLater, at, perMinute },
  onChange,
}: {
  batch: Batch
  values: SendValues
  onChange: (part: Partial<SendValues>) => void
}) {
  const t = useTranslate()
  return (
    <>
      <FormSelect
        label={t('mailsWhen')}
        value={isLater ? 'later' : 'now'}
        onChange={({ target }) => onChange({ isLater: target.value === 'later' })}
      >
        <option value="now">{t('mailsNow')}</option>
        <option value="later">{t('mailsLater')}</option>
      </FormSelect>
      {isLater ? (
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
          onValue={(at) => onChange({ at })}
        />
      ) : null}
      <FormField
        label={t('mailsPerMinute')}
        name="per_minute"
        inputMode="numeric"
        pattern="[1-9]\d{0,2}"
        required
        value={perMinute}
        onChange={({ target }) => onChange({ perMinute: target.value.trim() })}
      />
    </>
  )
}
