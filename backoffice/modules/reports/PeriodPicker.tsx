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

type PeriodPickerProps = { period: Period; today: string; go: (next: Period) => void }

/** A period by name, or by its first and last day, which are asked for only then. */
export function PeriodPicker({ period, today, go }: PeriodPickerProps) {
  const t = useTranslate()
  const name = nameOfPeriod(period, today)
  const [choosesDays, setChoosesDays] = useState(false)
  const ownDays = choosesDays || name === null
  return (
    <>
      <FormSelect
        data-anchor="period"
        label={t('reports.period')}
        value={ownDays ? '' : name}
        onChange={({ target }) => {
          const chosen = PERIOD_NAMES.find((one) => one === target.value)
          setChoosesDays(chosen === undefined)
          if (chosen) go(PERIODS[chosen](today))
        }}
      >
        {PERIOD_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`reports.period.${name}`)}
          </option>
        ))}
        <option value="">{t('reports.period.own')}</option>
      </FormSelect>
      {ownDays ? (
        <>
          <DateField
            label={t('from')}
            value={period.from}
            onValue={(from) => (from === '' ? undefined : go({ ...period, from }))}
          />
          <DateField
            label={t('until')}
            value={period.to}
            min={period.from}
            onValue={(to) => (to === '' ? undefined : go({ ...period, to }))}
          />
        </>
      ) : null}
    </>
  )
}
