import { DeskField, DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskInput } from '#contract/desk/desk-call.ts'

export type SupplierValues = {
  name: string
  email: string
  language: 'nl' | 'en' | 'de' | 'fr'
  way: 'mail' | 'csv'
  remind_days: string
  /** With commas between them. */
  brands: string
}

export const supplierInput = ({
  remind_days,
  brands,
  ...values
}: SupplierValues): DeskInput<'addSupplier'> => ({
  ...values,
  remind_days: Number(remind_days),
  brands: brands
    .split(/[\s,;]+/)
    .map((brand) => brand.trim().toLowerCase())
    .filter((brand) => brand !== ''),
})

const LANGUAGES = ['nl', 'en', 'de', 'fr'] as const

/** Whom to ask, how, and for whose gifts. */
export function SupplierFields({
  values,
  type,
}: {
  values: SupplierValues
  type: (part: Partial<SupplierValues>) => void
}) {
  const say = useSay()
  return (
    <>
      <DeskField
        label={say('supplier.name')}
        required
        maxLength={120}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <DeskField
        label={say('supplier.email')}
        type="email"
        autoComplete="off"
        required
        maxLength={200}
        value={values.email}
        onChange={({ target }) => type({ email: target.value })}
      />
      <DeskSelect
        label={say('supplier.language')}
        value={values.language}
        onChange={({ target }) =>
          type({ language: LANGUAGES.find((one) => one === target.value) ?? 'nl' })
        }
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </DeskSelect>
      <DeskSelect
        label={say('supplier.way')}
        value={values.way}
        onChange={({ target }) => type({ way: target.value === 'csv' ? 'csv' : 'mail' })}
      >
        <option value="mail">{say('supplier.way.mail')}</option>
        <option value="csv">{say('supplier.way.csv')}</option>
      </DeskSelect>
      <DeskField
        label={say('supplier.days')}
        type="number"
        min={1}
        max={30}
        required
        value={values.remind_days}
        onChange={({ target }) => type({ remind_days: target.value })}
      />
      <DeskField
        label={say('supplier.brands')}
        maxLength={4000}
        value={values.brands}
        onChange={({ target }) => type({ brands: target.value })}
      />
    </>
  )
}
