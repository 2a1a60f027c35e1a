import { FormTextArea, FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

export type EmployerValues = Pick<
  StaffResponse<'addEmployer'>,
  'name' | 'vat_number' | 'peppol_id' | 'address' | 'contact' | 'email'
>

const LINES = [
  ['name', 'name', 200],
  ['vat_number', 'vatNumber', 40],
  ['peppol_id', 'peppolId', 80],
  ['contact', 'contactPerson', 200],
  ['email', 'mail', 254],
] as const

/** The name of an employer and its contact. */
export function EmployerFields({
  values,
  type,
}: {
  values: EmployerValues
  type: (part: Partial<EmployerValues>) => void
}) {
  const t = useTranslate()
  return (
    <>
      {LINES.map(([key, label, most]) => (
        <FormField
          key={key}
          label={t(label)}
          name={key}
          required={key === 'name'}
          type={key === 'email' ? 'email' : 'text'}
          autoComplete="off"
          maxLength={most}
          value={values[key]}
          onChange={({ target }) => type({ [key]: target.value })}
        />
      ))}
      <FormTextArea
        label={t('address')}
        name="address"
        maxLength={500}
        value={values.address}
        onChange={({ target }) => type({ address: target.value })}
      />
    </>
  )
}
