import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

import css from './Suppliers.module.css'

export type SupplierValues = {
  name: string
  email: string
  language: Language
  way: 'mail' | 'csv'
  remind_days: string
  brands: string[]
}

export const supplierInput = ({
  remind_days,
  ...values
}: SupplierValues): StaffInput<'addSupplier'> => ({ ...values, remind_days: Number(remind_days) })

type SupplierFieldsProps = {
  values: SupplierValues
  /** The id of the supplier; null for a new one. */
  supplierId?: string | null
  type: (part: Partial<SupplierValues>) => void
}

/** The name and address of a supplier, how it receives orders, and its brands. */
export function SupplierFields({ values, type, supplierId = null }: SupplierFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('supplier.name')}
        name="name"
        required
        maxLength={120}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormField
        label={t('supplier.email')}
        name="email"
        type="email"
        autoComplete="off"
        required
        maxLength={200}
        value={values.email}
        onChange={({ target }) => type({ email: target.value })}
      />
      <FormSelect
        label={t('supplier.language')}
        value={values.language}
        onChange={({ target }) =>
          type({ language: allLanguages.find((language) => language === target.value) ?? 'nl' })
        }
      >
        {allLanguages.map((language) => (
          <option key={language} value={language}>
            {t(`in.${language}`)}
          </option>
        ))}
      </FormSelect>
      <FormSelect
        label={t('supplier.way')}
        value={values.way}
        onChange={({ target }) => type({ way: target.value === 'csv' ? 'csv' : 'mail' })}
      >
        <option value="mail">{t('supplier.way.mail')}</option>
        <option value="csv">{t('supplier.way.csv')}</option>
      </FormSelect>
      <FormField
        label={t('supplier.days')}
        name="remind_days"
        type="number"
        min={1}
        max={30}
        required
        value={values.remind_days}
        onChange={({ target }) => type({ remind_days: target.value })}
      />
      <BrandsField supplierId={supplierId} chosen={values.brands} type={type} />
    </>
  )
}

/** Brands by name. A brand has one supplier, so brands of other suppliers are not offered. */
function BrandsField({
  supplierId,
  chosen,
  type,
}: {
  supplierId: string | null
  chosen: string[]
  type: SupplierFieldsProps['type']
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('supplierBrands', {}))
  const brands = data?.items ?? []
  const nameOf = (id: string) => brands.find((brand) => brand.id === id)?.name ?? id
  return (
    <>
      <ul className={css.chips} aria-label={t('supplier.brands')}>
        {chosen.map((id) => (
          <li key={id}>
            {nameOf(id)}
            <ActionIconButton
              icon="close"
              label={t('removeOne', { name: nameOf(id) })}
              onClick={() => type({ brands: chosen.filter((other) => other !== id) })}
            />
          </li>
        ))}
      </ul>
      <FormSelect
        label={t('supplier.addBrand')}
        hint={t('supplier.brandsHelp')}
        name="brands"
        value=""
        onChange={({ target }) => {
          if (target.value !== '') type({ brands: [...chosen, target.value] })
        }}
      >
        <option value="">–</option>
        {brands
          .filter(
            ({ id, supplier }) =>
              !chosen.includes(id) && (supplier === null || supplier.id === supplierId),
          )
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </FormSelect>
    </>
  )
}
