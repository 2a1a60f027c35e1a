import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { type Curve, curveShape, type CurveShape } from '#domain/employers/campaign-charts.ts'
import { formatDay, shortDay } from '#employer-portal/components/statistics-format.ts'
import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './charts.module.css'

const SIZE = { width: 100, height: 100 }

/** The activations until today, up to the last day. Texts are outside the drawing, so that they keep their size. */
export function ActivationCurve({ large = false, ...curve }: Curve & { large?: boolean }) {
  const t = usePortalTranslate()
  const { language } = useBackofficeLanguage()
  const shape = curveShape(curve, SIZE)
  const { end } = shape
  const label = useCurveText(curve, end.activated)
  const count = (value: number) => value.toLocaleString(language)
  return (
    <figure className={classNames(css.curve, large && css.large)}>
      <figcaption>
        {t('curveTitle')}
        <span aria-hidden="true">{t('total', { count: curve.people })}</span>
      </figcaption>
      <div className={css.plot} role="img" aria-label={label}>
        <Lines shape={shape} />
        {end.activated === 0 ? null : (
          <span
            className={classNames(css.dot, end.x > 60 && css.late)}
            style={{ insetInlineStart: `${end.x}%`, insetBlockStart: `${end.y}%` }}
            aria-hidden="true"
          >
            <b>{count(end.activated)}</b>
          </span>
        )}
      </div>
      <Axis shape={shape} lastDay={curve.lastDay} until={curve.until} />
    </figure>
  )
}

/** A small curve without labels, for a row of a list. */
export function SmallCurve(curve: Curve) {
  const shape = curveShape(curve, SIZE)
  const label = useCurveText(curve, shape.end.activated)
  return (
    <div className={css.small} role="img" aria-label={label}>
      <Lines shape={shape} />
    </div>
  )
}

function useCurveText({ people, lastDay }: Curve, activated: number): string {
  const t = usePortalTranslate()
  const { language } = useBackofficeLanguage()
  const sentences = [
    activated === 0 ? t('fewYet') : t('curveSays', { came: activated, people }),
    lastDay === null ? '' : t('lastDayIs', { day: formatDay(lastDay, language) }),
  ]
  return sentences.join(' ').trim()
}

function Lines({ shape: { today, area, line } }: { shape: CurveShape }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {today === null ? null : (
        <rect className={css.ahead} x={today} y={0} width={100 - today} height={100} />
      )}
      {[0, 50, 100].map((y) => (
        <line key={y} className={css.grid} x1={0} x2={100} y1={y} y2={y} />
      ))}
      <path className={css.area} d={area} />
      <path className={css.line} d={line} />
      {today === null ? null : <line className={css.now} x1={today} x2={today} y1={0} y2={100} />}
    </svg>
  )
}

/** The first and last day, and today in a line of its own, where it cannot overlap them. */
function Axis({
  shape: { from, to, today, lastDayIsBeyond },
  lastDay,
  until,
}: Pick<Curve, 'lastDay' | 'until'> & { shape: CurveShape }) {
  const t = usePortalTranslate()
  const { language } = useBackofficeLanguage()
  const short = (day: string) => shortDay(day, { language, now: until })
  return (
    <div className={css.days} aria-hidden="true">
      {today === null ? null : (
        <span className={css.today}>
          <i style={{ insetInlineStart: `${today}%`, translate: `-${today}%` }}>{t('today')}</i>
        </span>
      )}
      <span>{short(from)}</span>
      <span>
        {lastDay === null ? short(to) : t('lastDayShort', { day: short(lastDay) })}
        {lastDayIsBeyond ? ' ›' : ''}
      </span>
    </div>
  )
}
