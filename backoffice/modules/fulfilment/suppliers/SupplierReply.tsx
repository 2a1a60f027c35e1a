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
const SAID = ['sent', 'decline', 'confirm'] as const
type Said = (typeof SAID)[number]

/** The supplier's reply by phone or in a file. */
export function SupplierReply({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const t = useTranslate()
  const open = purchase.lines.filter(({ state }) => state === 'open')
  const [what, setWhat] = useState<Said>('sent')
  const [lines, setLines] = useState<number[]>(open.map(({ line }) => line))
  const [parcel, setParcel] = useState<ParcelValues>({ carrier: '', code: '', link: '' })
  const [reason, setReason] = useState('')
  const action = useAction('answerForSupplier', { done: () => t('supplier.answered') })
  const { number } = purchase
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
        const done = await action.run(
          what === 'confirm'
            ? { number, what }
            : what === 'sent'
              ? { number, what, lines, ...parcelInput(parcel) }
              : { number, what, lines, reason },
        )
        if (done) onClose()
      }}
    >
      <ReplySelect what={what} setWhat={setWhat} />
      {what === 'confirm' ? null : <OpenLines open={open} lines={lines} setLines={setLines} />}
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

function ReplySelect({ what, setWhat }: { what: Said; setWhat: (what: Said) => void }) {
  const t = useTranslate()
  return (
    <FormSelect
      label={t('supplier.what')}
      value={what}
      onChange={({ target }) => setWhat(SAID.find((one) => one === target.value) ?? 'sent')}
    >
      {SAID.map((one) => (
        <option key={one} value={one}>
          {t(`supplier.${one}`)}
        </option>
      ))}
    </FormSelect>
  )
}

function OpenLines({
  open,
  lines,
  setLines,
}: {
  open: Purchase['lines']
  lines: number[]
  setLines: (lines: number[]) => void
}) {
  return open.map(({ line, quantity, name }) => (
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
