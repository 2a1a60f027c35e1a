import { useState } from 'react'

import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import {
  ParcelFields,
  parcelInput,
  type ParcelValues,
} from '#backoffice/modules/fulfilment/suppliers/ParcelFields.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Purchase = StaffResponse<'staffSupplier'>['purchases'][number]
const REPLIES = ['sent', 'decline', 'confirm'] as const
type Reply = (typeof REPLIES)[number]

/** The supplier's reply by phone or in a file. */
export function SupplierReply({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const t = useTranslate()
  const openLines = purchase.lines.filter(({ state }) => state === 'open')
  const [what, setWhat] = useState<Reply>('sent')
  const [lines, setLines] = useState<number[]>(openLines.map(({ line }) => line))
  const [parcel, setParcel] = useState<ParcelValues>({ carrier: '', code: '', link: '' })
  const [reason, setReason] = useState('')
  const action = useAction('answerForSupplier', { done: () => t('supplier.answered') })
  const { number } = purchase
  const send = () => {
    if (what === 'confirm') return action.run({ number, what })
    if (what === 'decline') return action.run({ number, what, lines, reason })
    return action.run({ number, what, lines, ...parcelInput(parcel) })
  }
  return (
    <Form
      title={t('supplier.answer')}
      titled={false}
      submit={t('save')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={[...Object.values(parcel), reason].some((typed) => typed !== '')}
      onDiscard={onClose}
      onSubmit={async () => {
        if (await send()) onClose()
      }}
    >
      <ReplySelect what={what} setWhat={setWhat} />
      {what === 'confirm' ? null : (
        <OpenLines openLines={openLines} lines={lines} setLines={setLines} />
      )}
      {what === 'sent' ? (
        <ParcelFields
          values={parcel}
          type={(part) => setParcel((typed) => ({ ...typed, ...part }))}
        />
      ) : null}
      {what === 'decline' ? (
        <FormField
          label={t('supplier.reason')}
          name="reason"
          required
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
    </Form>
  )
}

function ReplySelect({ what, setWhat }: { what: Reply; setWhat: (what: Reply) => void }) {
  const t = useTranslate()
  return (
    <FormSelect
      label={t('supplier.what')}
      value={what}
      onChange={({ target }) => setWhat(REPLIES.find((one) => one === target.value) ?? 'sent')}
    >
      {REPLIES.map((one) => (
        <option key={one} value={one}>
          {t(`supplier.${one}`)}
        </option>
      ))}
    </FormSelect>
  )
}

function OpenLines({
  openLines,
  lines,
  setLines,
}: {
  openLines: Purchase['lines']
  lines: number[]
  setLines: (lines: number[]) => void
}) {
  return openLines.map(({ line, quantity, name }) => (
    <FormCheckbox
      key={line}
      checked={lines.includes(line)}
      onChange={({ target }) =>
        setLines(target.checked ? [...lines, line] : lines.filter((one) => one !== line))
      }
    >
      {quantity} × {name}
    </FormCheckbox>
  ))
}
