import { useId } from 'react'

import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { type Measure, MEASURES } from '#domain/reports/measures.ts'

import css from './MeasureSwitch.module.css'

/** Which measure a chart shows. */
export function MeasureSwitch({
  measure,
  choose,
}: {
  measure: Measure
  choose: (measure: Measure) => void
}) {
  const t = useTranslate()
  const name = useId()
  return (
    <fieldset className={css.switch}>
      <legend className="visually-hidden">{t('reports.measure')}</legend>
      {MEASURES.map((one) => (
        <label key={one} className={css.choice}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            value={one}
            checked={one === measure}
            onChange={() => choose(one)}
          />
          {t(`reports.measure.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}
