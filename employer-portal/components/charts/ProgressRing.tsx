import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './charts.module.css'

const RADIUS = 52
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

/** The progress of a campaign. `share` is a percentage, null if no figure is published yet. */
export function ProgressRing({
  share,
  label,
  name,
  small = false,
}: {
  share: number | null
  label: string
  /** The text below the percentage. */
  name?: string
  small?: boolean
}) {
  const { language } = useBackofficeLanguage()
  return (
    <div className={classNames(css.ring, small && css.small)} role="img" aria-label={label}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className={css.track} cx={60} cy={60} r={RADIUS} />
        {share === null || share === 0 ? null : (
          <circle
            className={css.done}
            cx={60}
            cy={60}
            r={RADIUS}
            strokeDasharray={`${(CIRCUMFERENCE * share) / 100} ${CIRCUMFERENCE}`}
            transform="rotate(-90 60 60)"
          />
        )}
      </svg>
      <b aria-hidden="true">
        {share === null ? '–' : (share / 100).toLocaleString(tagOf(language), { style: 'percent' })}
        {name === undefined ? null : <small>{name}</small>}
      </b>
    </div>
  )
}
