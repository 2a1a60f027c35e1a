import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { type Curve, curveShape } from '#domain/employers/campaign-charts.ts'
import { formatDay, shortDay } from '#employer-portal/components/statistics-format.ts'
import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './charts.module.css'

const SIZE = { width: 100, height: 100 }

/** Activations so far against the last day. Words are outside the drawing, so that they keep their size. */
export function ActivationCurve({ large = false, ...curve }: Curve & { large?: boolean }) {
  const t = usePortalTranslate()
  const { language } = useBackofficeLanguage()
  const { line, area, end, from, to, today } = curveShape(curve, SIZE)
  const said = [
    end.came === 0 ? t('fewYet') : t('curveSays', { came: end.came, people: curve.people }),
    curve.lastDay === null ? '' : t('lastDayIs', { day: formatDay(curve.lastDay, language) }),
  ]
  return (
    <figure className={classNames(css.curve, large && css.large)}>
      <figcaption>{t('curveTitle')}</figcaption>
      <div className={css.plot} role="img" aria-label={said.join(' ').trim()}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {today === null ? null : (
            <rect className={css.ahead} x={today} y={0} width={100 - today} height={100} />
          )}
          {[0, 50, 100].map((y) => (
            <line key={y} className={css.grid} x1={0} x2={100} y1={y} y2={y} />
          ))}
          <path className={css.area} d={area} />
          <path className={css.line} d={line} />
          {today === null ? null : (
            <line className={css.now} x1={today} x2={today} y1={0} y2={100} />
          )}
        </svg>
        {/* At the side where the label of the last point is not. */}
        <span className={classNames(css.most, end.x <= 60 && css.atEnd)} aria-hidden="true">
          {t('total', { count: curve.people })}
        </span>
        {end.came === 0 ? null : (
          <span
            className={classNames(css.dot, end.x > 60 && css.late)}
            style={{ insetInlineStart: `${end.x}%`, insetBlockStart: `${end.y}%` }}
            aria-hidden="true"
          >
            <b>{t('atLeast', { count: end.came })}</b>
          </span>
        )}
      </div>
      <div className={css.days} aria-hidden="true">
        <span>{shortDay(from, language)}</span>
        {today !== null && today > 22 && today < 72 ? (
          <span className={css.today} style={{ insetInlineStart: `${today}%` }}>
            {t('today')}
          </span>
        ) : null}
        <span>
          {curve.lastDay === null
            ? shortDay(to, language)
            : t('lastDayShort', { day: shortDay(to, language) })}
        </span>
      </div>
    </figure>
  )
}
