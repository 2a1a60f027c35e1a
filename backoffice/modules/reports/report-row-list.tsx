import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Period } from '#backoffice/modules/reports/report-period.ts'
import type { ReportSubject } from '#backoffice/modules/reports/use-report-subject.ts'
import { metricText, hourText } from '#backoffice/kit/charts/figure-format.ts'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import {
  type Column,
  noColumn,
  type Filter,
  type ListDefinition,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { type MetricName, METRICS, ORDER_FIGURES, FUNNEL } from '#contract/reports/reports.staff.ts'
import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'
import type { StaffLanguage } from '#domain/language.ts'

type Row = StaffResponse<'metricRows'>['items'][number]

const PATHS = {
  order: '/backoffice/orders/',
  voucher: '/backoffice/recipients/',
  case: '/backoffice/tasks/',
} as const

/** Unmatched payments are on the payments page. */
const hrefOf = ({ about, subject }: Row) =>
  about === 'payment' ? '/backoffice/finance/payments' : `${PATHS[about]}${subject}`

function nameOf({ about, subject, name }: Row, t: Translate): string {
  if (about === 'order') return t('order.one', { number: subject })
  if (about === 'voucher') return t('reports.voucher', { last3: name || subject })
  if (about === 'payment') return t('reports.payment')
  const kind = ALL_TASK_KINDS.find((taskKind) => taskKind === name)
  return kind ? t(`task.of.${kind}`) : name
}

type MetricRowListProps = {
  t: Translate
  language: StaffLanguage
  euros: (cents: number) => string
  period: Period
  subject: ReportSubject | null
}

/** Every row of a metric, newest first, in the period of the page. */
export const metricRowList = (
  metric: MetricName,
  { t, language, euros, period, subject }: MetricRowListProps,
): ListDefinition<Row> => {
  const formatValue = (value: number) => metricText(metric, value, { language, euros })
  const toInput = (query: Record<string, string>) => ({ ...query, ...period, metric })
  const isOrderMetric = ORDER_FIGURES.includes(metric)
  const isCount = METRICS[metric] === 'pieces' && metric !== 'gifts'
  return {
    name: `figures-${metric}`,
    countLabel: 'reports.counted',
    searchLabel: isOrderMetric ? 'reports.searchOrder' : 'reports.search',
    columns: {
      about: { label: 'reports.about', cell: (row) => nameOf(row, t), phonePosition: 'a' },
      at: {
        label: 'reports.at',
        sortKey: 'at',
        cell: ({ at, channel }) => <DateTime at={at} channel={channel} />,
        phonePosition: 'd',
      },
      channel: {
        label: 'channel',
        cell: ({ channel }) => channelCell(channel),
        phonePosition: 'c',
      },
      name: metric === 'gifts' ? { label: 'gift', cell: ({ name }) => name } : null,
      ...(isOrderMetric ? orderColumns(t, euros) : noColumn('order')),
      // The column is useless if every row counts as 1 or is the price of an order.
      value:
        isCount || isOrderMetric
          ? null
          : {
              label: `reports.unit.${METRICS[metric]}`,
              numeric: true,
              cell: ({ value }) => formatValue(value),
              phonePosition: 'b',
            },
      ...noColumn('id', 'subject'),
    },
    filters: [...rowFilters(t, metric), ...(subject ? [subjectFilter(subject)] : [])],
    defaultSort: defaultSorts.metricRows,
    fetchPage: (query) => fetchBackoffice('metricRows', toInput(query) as StaffInput<'metricRows'>),
    formatSum: (sum) => t('reports.sum', { sum: formatValue(sum) }),
    csvHref: (query) => staffAddress('metricRows', { ...toInput(query), as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: (row) => nameOf(row, t),
    hrefOf,
    emptyText: t('reports.nothing'),
  }
}

/** As in the list of orders. */
const orderColumns = (t: Translate, euros: (cents: number) => string) =>
  ({
    order: {
      label: 'order.person',
      cell: ({ order }) => order?.person,
      phonePosition: 'e',
    },
    points: {
      label: 'order.points',
      numeric: true,
      cell: ({ order }) => order?.points_paid,
      onPhone: ({ order }) =>
        amountText({ points: order?.points_paid, cents: order?.cents_paid }, { t, euros }),
      phonePosition: 'b',
    },
    cents: {
      label: 'order.euros',
      numeric: true,
      cell: ({ order }) => (order?.cents_paid ? euros(order.cents_paid) : '–'),
    },
  }) satisfies Record<string, Column<Row>>

/** It is offered only while it is set, because a figure links to it. */
const subjectFilter = ({ kind, id, name }: ReportSubject): Filter => ({
  key: kind,
  label: kind,
  kind: 'select',
  choices: [{ value: id, name }],
})

const rowFilters = (t: Translate, metric: MetricName): readonly Filter[] => [
  { key: 'from', label: 'from', kind: 'day' },
  { key: 'to', label: 'until', kind: 'day' },
  { key: 'channel', label: 'channel', kind: 'channel' },
  ...(metric === 'orders' || metric === 'spent' || metric === 'paid'
    ? [
        {
          key: 'hour',
          label: 'reports.hour' as const,
          kind: 'select' as const,
          choices: Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            name: hourText(hour),
          })),
        },
      ]
    : []),
  ...(metric === 'gifts'
    ? [{ key: 'category', label: 'category' as const, kind: 'text' as const }]
    : []),
  ...(metric === 'claimed'
    ? [
        {
          key: 'step',
          label: 'reports.funnel' as const,
          kind: 'select' as const,
          choices: FUNNEL.map((step) => ({ value: step, name: t(`reports.step.${step}`) })),
        },
      ]
    : []),
]
