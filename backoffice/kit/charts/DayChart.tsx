import { useId } from 'react'

import { shortDay } from '#backoffice/kit/charts/figure-format.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './charts.module.css'

const WIDE = 720
const HIGH = 244
const LEFT = 44
const RIGHT = 704
const TOP = 16
const FLOOR = 212
const MOST_DAY_NAMES = 6
const LINES = 3

/** A round number above the highest, in as many equal steps as there are lines. */
function scaleFor(highest: number) {
  const rough = Math.max(1, highest) / LINES
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 3, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough,
  )
  return { step, top: step * LINES }
}

/** Orders a day as a line; its highest day and its last t their numbers, so that no colour has to. */
export function DayPlot({ days }: { days: StaffResponse<'figures'>['days'] }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const id = useId()
  const highest = days.reduce(
    (most, one) => (one.orders > most.orders ? one : most),
    days[0] ?? NO_DAY,
  )
  const lowest = days.reduce(
    (least, one) => (one.orders < least.orders ? one : least),
    days[0] ?? NO_DAY,
  )
  const { step, top } = scaleFor(highest.orders)
  const x = (at: number) =>
    days.length === 1 ? (LEFT + RIGHT) / 2 : LEFT + ((RIGHT - LEFT) * at) / (days.length - 1)
  const y = (orders: number) => FLOOR - ((FLOOR - TOP) * orders) / top
  const line = days
    .map(({ orders }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(orders).toFixed(1)}`)
    .join('')
  const every = Math.ceil(days.length / MOST_DAY_NAMES)
  const told = [...new Set([days.indexOf(highest), days.length - 1])]
  return (
    <svg
      className={css.plot}
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{t('reports.ordersADay')}</title>
      <desc id={`${id}-desc`}>
        {t('reports.plotSays', {
          highest: highest.orders,
          highestDay: shortDay(highest.day, language),
          lowest: lowest.orders,
          lowestDay: shortDay(lowest.day, language),
        })}
      </desc>
      {Array.from({ length: LINES + 1 }, (_, at) => at * step).map((orders) => (
        <g key={orders}>
          <line x1={LEFT} x2={RIGHT} y1={y(orders)} y2={y(orders)} />
          <text x={LEFT - 8} y={y(orders) + 4} textAnchor="end">
            {orders.toLocaleString(language)}
          </text>
        </g>
      ))}
      {days.map(({ day }, at) =>
        at % every === 0 ? (
          <text key={day} x={x(at)} y={HIGH - 10} textAnchor={anchorOf(at, days.length)}>
            {shortDay(day, language)}
          </text>
        ) : null,
      )}
      <path className={css.area} d={`${line}L${x(days.length - 1)} ${FLOOR}L${x(0)} ${FLOOR}Z`} />
      <path className={css.line} d={line} />
      {told.map((at) => {
        const orders = days[at]?.orders ?? 0
        const isLate = x(at) > WIDE - 80
        return (
          <g key={at}>
            <circle cx={x(at)} cy={y(orders)} r={4} />
            <text
              className={css.label}
              x={x(at) + (isLate ? -8 : 8)}
              y={Math.max(y(orders) - 8, 12)}
              textAnchor={isLate ? 'end' : 'start'}
            >
              {orders.toLocaleString(language)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The names of the first and the last day stay within the plot. */
function anchorOf(at: number, days: number) {
  if (days === 1) return 'middle'
  return at === 0 ? 'start' : at === days - 1 ? 'end' : 'middle'
}

const NO_DAY = { day: '2000-01-01', orders: 0, spent: 0, paid: 0 }
