import type { ReactNode } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { bucketsOf, bucketValue, type ValueKind } from '#backoffice/kit/charts/time-buckets.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { Sparkline } from '#backoffice/kit/charts/Sparkline.tsx'
import { activationRate, activationRates } from '#backoffice/modules/reports/activation-rate.ts'
import { Difference } from '#backoffice/modules/reports/Difference.tsx'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { MetricName } from '#contract/reports/reports.staff.ts'
import { MEASURES } from '#domain/reports/measures.ts'

import css from './MetricTiles.module.css'

export type Overview = StaffResponse<'reportOverview'>

type Tile = {
  metric: MetricName
  name: string
  now: string
  before: string
  /** The numbers behind a rate. */
  basis?: string
  change: { before: number; now: number; isShare?: boolean }
  sparkline: readonly number[]
}

/** Orders, points, card payments and activation rate, compared with an earlier period. Every number opens its list. */
export function MetricTiles({ data, channel }: { data: Overview; channel: string | null }) {
  const t = useTranslate()
  const { formatMetric, percent } = useReportFormat()
  const { now, before } = data
  const rates = { now: activationRate(now), before: activationRate(before) }
  const tiles: Tile[] = [
    ...MEASURES.filter((measure) => measure !== 'claimed').map((measure) => ({
      metric: measure,
      name: t(`reports.of.${measure}`),
      now: formatMetric(measure, now.sums[measure]),
      before: formatMetric(measure, before.sums[measure]),
      change: { before: before.sums[measure], now: now.sums[measure] },
      sparkline: inBuckets(
        now.points.map((point) => point[measure]),
        'sum',
      ),
    })),
    {
      metric: 'activated',
      name: t('reports.rate'),
      basis: t('reports.rateOf', {
        some: formatMetric('activated', now.sums.activated),
        count: now.sums.usable,
      }),
      now: percent(rates.now),
      before: percent(rates.before),
      change: { ...rates, isShare: true },
      sparkline: inBuckets(activationRates(now), 'last'),
    },
  ]
  return (
    <TileList>
      {tiles.map((tile) => (
        <li key={tile.metric} className={css.tile} data-metric={tile.metric}>
          <span className={css.name}>{tile.name}</span>
          <BackofficeLink
            className={css.value}
            to={metricHref(tile.metric, { from: now.from, to: now.to, channel })}
            aria-label={`${tile.name} ${tile.now}`}
          >
            {tile.now}
          </BackofficeLink>
          <span className={css.spark}>
            <Sparkline values={tile.sparkline} />
          </span>
          <span className={css.compared}>
            <Difference {...tile.change} />
            <BackofficeLink
              className={css.before}
              to={metricHref(tile.metric, { from: before.from, to: before.to, channel })}
            >
              {t('reports.before', { value: tile.before })}
            </BackofficeLink>
          </span>
          {tile.basis === undefined ? null : <span className={css.before}>{tile.basis}</span>}
        </li>
      ))}
    </TileList>
  )
}

function TileList({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <div className={css.frame}>
      <ul className={css.tiles} aria-busy={isBusy}>
        {children}
      </ul>
    </div>
  )
}

const inBuckets = (values: readonly number[], kind: ValueKind) =>
  bucketsOf(values.length).map((bucket) => bucketValue(values, bucket, kind) ?? 0)

/** The shape of the tiles before they are loaded. */
export function PendingTiles() {
  return (
    <TileList isBusy>
      {[...MEASURES].map((measure) => (
        <li key={measure} className={css.pending} />
      ))}
    </TileList>
  )
}
