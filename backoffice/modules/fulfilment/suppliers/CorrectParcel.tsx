import { useState } from 'react'

import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import {
  ParcelFields,
  parcelInput,
  type ParcelValues,
} from '#backoffice/modules/fulfilment/suppliers/ParcelFields.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Suppliers.module.css'

type Parcel = StaffResponse<'staffOrder'>['parcels'][number]

/** Corrects the supplier's data of a parcel in transit. */
export function CorrectParcel({
  number,
  parcel: { code, carrier, link },
  me,
}: {
  number: string
  parcel: Parcel
  me: string
}) {
  const t = useTranslate()
  const draft = useDraft<ParcelValues>(`${me}.parcel-of-supplier.${number}.${code}`, {
    carrier,
    code,
    link: link ?? '',
  })
  const [isOpen, setOpen] = useState(draft.changed)
  const action = useAction('answerForSupplier', { done: () => t('supplier.resolved') })
  const close = () => {
    draft.clear()
    setOpen(false)
  }
  return (
    <li className={css.purchase}>
      <p>
        {carrier} {code}
      </p>
      {isOpen ? (
        <Form
          title={`${t('supplier.resolve')}: ${code}`}
          submit={t('save')}
          note={t('supplier.resolveNote')}
          failure={action.failure}
          refusal={action.refusal}
          busy={action.busy}
          changed
          onDiscard={close}
          onSubmit={async () => {
            const input = parcelInput(draft.values)
            if (await action.run({ number, what: 'resolve', parcel: code, ...input })) close()
          }}
        >
          <ParcelFields values={draft.values} type={draft.type} />
        </Form>
      ) : (
        <p>
          <ActionButton
            aria-label={`${t('supplier.resolve')}: ${code}`}
            onClick={() => setOpen(true)}
          >
            {t('supplier.resolve')}
          </ActionButton>
        </p>
      )}
    </li>
  )
}
