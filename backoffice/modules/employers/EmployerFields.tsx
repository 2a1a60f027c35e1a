import { FormTextArea, FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

export type EmployerValues = Pick<
  StaffResponse<'addEmployer'>,
  'name' | 'vat_number' | 'peppol_id' | 'address' | 'contact' | 'email'
>

const TEXT_FIELDS = [
  ['name', 'name', 200],
  ['vat_number', 'vatNumber', 40],
  ['peppol_id', 'peppolId', 80],
  ['contact', 'contactPerson', 200],
  ['email', 'mail', 254],
] as const

/** All fields of an employer. */
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
      {TEXT_FIELDS.map(([key, label, maxLength]) => (
        <FormField
          key={key}
          label={t(label)}
          name={key}
          required={key === 'name'}
          type={key === 'email' ? 'email' : 'text'}
          autoComplete="off"
          maxLength={maxLength}
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
