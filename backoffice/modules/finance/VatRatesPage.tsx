import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { countryName } from '#backoffice/kit/domain-texts/country-name.ts'
import {
  CountryRates,
  isUncheckedInUse,
  type Rate,
} from '#backoffice/modules/finance/CountryRates.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { VAT_CLASSES } from '#domain/finance/vat-amounts.ts'

import css from './PaymentsPage.module.css'

/** The rates of each country, since when each applies, and who has checked it. */
export function VatRatesPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('vatRates', {}))
  const mayWrite = staff.permissions.includes('finance.write')
  const rates = data?.items ?? []
  const unchecked = rates.filter(isUncheckedInUse)
  const countries = [...new Set(rates.map(({ country }) => country))]
  return (
    <>
      <PageHead title={t('rates.title')} />
      <div className={css.body}>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <Notice kind={unchecked.length > 0 ? 'warn' : 'good'}>
            {unchecked.length > 0
              ? t('rates.unseen', { count: unchecked.length })
              : t('rates.allSeen')}
          </Notice>
        ) : null}
        <div className={css.countries}>
          {countries.map((country) => (
            <CountryRates
              key={country}
              country={country}
              rates={rates.filter((rate) => rate.country === country)}
              mayWrite={mayWrite}
            />
          ))}
        </div>
        {data && mayWrite ? (
          // If every listed rate has been checked, the unchecked rate may be one that is missing.
          <div data-anchor={unchecked.length === 0 ? 'unchecked' : undefined}>
            <AddRateForm staffId={staff.id} countries={countries} />
          </div>
        ) : null}
      </div>
    </>
  )
}

const EMPTY = {
  country: 'NL',
  class: 'standard' as Rate['class'],
  from_date: '',
  rate: '',
  source: '',
}

function AddRateForm({ staffId, countries }: { staffId: string; countries: string[] }) {
  const t = useTranslate()
  const { values: rateDraft, changed, type, clear } = useDraft(`${staffId}.vat-rate`, EMPTY)
  const [isOpen, setOpen] = useState(changed)
  const action = useAction('addVatRate', { done: () => t('rates.added') })
  if (!isOpen)
    return (
      <div>
        <ActionButton onClick={() => setOpen(true)}>{t('rates.add')}</ActionButton>
      </div>
    )
  return (
    <div className={css.panel}>
      <Form
        title={t('rates.add')}
        submit={t('rates.add')}
        note={t('rates.addHelp')}
        failure={action.failure}
        refusal={action.refusal}
        busy={action.busy}
        changed
        onDiscard={() => {
          const restore = clear()
          setOpen(false)
          return () => {
            restore()
            setOpen(true)
          }
        }}
        onSubmit={async () => {
          const { rate, ...rest } = rateDraft
          const percent = Number(rate.replace(',', '.'))
          if (await action.run({ ...rest, bp: Math.round(percent * 100) })) {
            clear()
            setOpen(false)
          }
        }}
      >
        <RateFields countries={countries} rateDraft={rateDraft} type={type} />
      </Form>
    </div>
  )
}

type RateFieldsProps = {
  countries: string[]
  rateDraft: typeof EMPTY
  type: (typed: typeof EMPTY) => void
}

function RateFields({ countries, rateDraft, type }: RateFieldsProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <>
      <FormSelect
        label={t('payments.country')}
        value={rateDraft.country}
        onChange={({ target }) => type({ ...rateDraft, country: target.value })}
      >
        {countries.map((country) => (
          <option key={country} value={country}>
            {countryName(country, language)}
          </option>
        ))}
      </FormSelect>
      <FormSelect
        label={t('rates.class')}
        value={rateDraft.class}
        onChange={({ target }) => type({ ...rateDraft, class: target.value as Rate['class'] })}
      >
        {VAT_CLASSES.map((vatClass) => (
          <option key={vatClass} value={vatClass}>
            {t(`rates.of.${vatClass}`)}
          </option>
        ))}
      </FormSelect>
      <DateField
        label={t('rates.since')}
        name="from_date"
        required
        value={rateDraft.from_date}
        onValue={(from_date) => type({ ...rateDraft, from_date })}
      />
      <FormField
        label={t('rates.percent')}
        name="bp"
        inputMode="decimal"
        required
        pattern="[0-9]{1,2}([.,][0-9]{1,2})?"
        value={rateDraft.rate}
        onChange={({ target }) => type({ ...rateDraft, rate: target.value })}
      />
      <FormField
        label={t('rates.source')}
        required
        maxLength={500}
        value={rateDraft.source}
        onChange={({ target }) => type({ ...rateDraft, source: target.value })}
      />
    </>
  )
}
