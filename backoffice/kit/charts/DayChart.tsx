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

type Day = StaffResponse<'figures'>['days'][number]

/** Orders a day as a line; its highest day and its last show their numbers, so that no colour has to. */
export function DayPlot({ days }: { days: readonly Day[] }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const id = useId()
  const plot = plotOf(days)
  const { highest, lowest, line, x } = plot
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
      <Scale plot={plot} />
      {days.map(({ day }, at) =>
        at % Math.ceil(days.length / MOST_DAY_NAMES) === 0 ? (
          <text key={day} x={x(at)} y={HIGH - 10} textAnchor={anchorOf(at, days.length)}>
            {shortDay(day, language)}
          </text>
        ) : null,
      )}
      <path className={css.area} d={`${line}L${x(days.length - 1)} ${FLOOR}L${x(0)} ${FLOOR}Z`} />
      <path className={css.line} d={line} />
      {[...new Set([days.indexOf(highest), days.length - 1])].map((at) => (
        <Labelled key={at} orders={days[at]?.orders ?? 0} x={x(at)} plot={plot} />
      ))}
    </svg>
  )
}

type Plot = ReturnType<typeof plotOf>

function plotOf(days: readonly Day[]) {
  const first = days[0] ?? NO_DAY
  const highest = days.reduce((most, one) => (one.orders > most.orders ? one : most), first)
  const lowest = days.reduce((least, one) => (one.orders < least.orders ? one : least), first)
  const { step, top } = scaleFor(highest.orders)
  const x = (at: number) =>
    days.length === 1 ? (LEFT + RIGHT) / 2 : LEFT + ((RIGHT - LEFT) * at) / (days.length - 1)
  const y = (orders: number) => FLOOR - ((FLOOR - TOP) * orders) / top
  const line = days
    .map(({ orders }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(orders).toFixed(1)}`)
    .join('')
  return { highest, lowest, step, x, y, line }
}

function Scale({ plot: { step, y } }: { plot: Plot }) {
  const { language } = useBackofficeLanguage()
  return Array.from({ length: LINES + 1 }, (_, at) => at * step).map((orders) => (
    <g key={orders}>
      <line x1={LEFT} x2={RIGHT} y1={y(orders)} y2={y(orders)} />
      <text x={LEFT - 8} y={y(orders) + 4} textAnchor="end">
        {orders.toLocaleString(language)}
      </text>
    </g>
  ))
}

/** A point of the line with its number. */
function Labelled({ orders, x, plot: { y } }: { orders: number; x: number; plot: Plot }) {
  const { language } = useBackofficeLanguage()
  const isLate = x > WIDE - 80
  return (
    <g>
      <circle cx={x} cy={y(orders)} r={4} />
      <text
        className={css.label}
        x={x + (isLate ? -8 : 8)}
        y={Math.max(y(orders) - 8, 12)}
        textAnchor={isLate ? 'end' : 'start'}
      >
        {orders.toLocaleString(language)}
      </text>
    </g>
  )
}

/** The names of the first and the last day stay within the plot. */
function anchorOf(at: number, days: number) {
  if (days === 1) return 'middle'
  return at === 0 ? 'start' : at === days - 1 ? 'end' : 'middle'
}

const NO_DAY = { day: '2000-01-01', orders: 0, spent: 0, paid: 0 }
