import { useState } from 'react'

import {
  nameOfPeriod,
  type Period,
  PERIOD_NAMES,
  PERIODS,
} from '#backoffice/modules/reports/report-period.ts'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

type PeriodPickerProps = { period: Period; today: string; onChange: (next: Period) => void }

/** A named period, or a custom one with fields for its first and last day. */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const t = useTranslate()
  const name = nameOfPeriod(period, today)
  const [isCustomChosen, setCustomChosen] = useState(false)
  const isCustom = isCustomChosen || name === null
  return (
    <>
      <FormSelect
        data-anchor="period"
        label={t('reports.period')}
        value={isCustom ? '' : name}
        onChange={({ target }) => {
          const chosen = PERIOD_NAMES.find((name) => name === target.value)
          setCustomChosen(chosen === undefined)
          if (chosen) onChange(PERIODS[chosen](today))
        }}
      >
        {PERIOD_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`reports.period.${name}`)}
          </option>
        ))}
        <option value="">{t('reports.period.own')}</option>
      </FormSelect>
      {isCustom ? (
        <>
          <DateField
            label={t('from')}
            value={period.from}
            onValue={(from) => (from === '' ? undefined : onChange({ ...period, from }))}
          />
          <DateField
            label={t('until')}
            value={period.to}
            min={period.from}
            onValue={(to) => (to === '' ? undefined : onChange({ ...period, to }))}
          />
        </>
      ) : null}
    </>
  )
}
