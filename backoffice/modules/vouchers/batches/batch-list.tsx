import { BatchName, batchName } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { ShareBar } from '#backoffice/kit/display/ShareBar.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type Choice,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { BatchStatus } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { EXPIRING_DAYS } from '#domain/vouchers/batch-validity.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Batch = StaffResponse<'batches'>['items'][number]

/** Employers and campaigns that the list can be filtered by. */
export type BatchFilterChoices = { employers: readonly Choice[]; campaigns: readonly Choice[] }

/** Batches and their results. */
export const batchList = (
  t: Translate,
  language: string,
  choices: BatchFilterChoices,
): ListDefinition<Batch> => ({
  name: 'batches',
  countLabel: 'countedBatches',
  searchLabel: 'batchSearch',
  columns: batchColumns(t, language),
  filters: filterBar(t, 'batches', {
    employer: { choices: choices.employers },
    campaign: { choices: choices.campaigns },
    state: { name: (state) => t(`batch.${state}`) },
  }),
  defaultSort: defaultSorts.batches,
  fetchPage: (query) => fetchBackoffice('batches', query as StaffInput<'batches'>),
  csvHref: (query) => staffAddress('batches', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (batch) => batchName(t, batch),
  hrefOf: ({ id }) => `/backoffice/batches/${id}`,
  emptyText: t('batchesEmpty'),
  emptyPicture: 'people',
})

/** The batches with points left whose last day is near. */
export function expiringList(
  t: Translate,
  language: string,
  choices: BatchFilterChoices,
): ListDefinition<Batch> {
  const list = batchList(t, language, choices)
  // The query contains no sort if it is the list's default, and the server has another default.
  const sort = 'valid_until'
  return {
    ...list,
    name: 'expiring',
    defaultSort: sort,
    fetchPage: (query) => list.fetchPage({ sort, ...query, expiring: 'yes' }),
    csvHref: (query) => staffAddress('batches', { sort, ...query, expiring: 'yes', as: 'csv' }),
    emptyText: t('expiringEmpty', { days: EXPIRING_DAYS }),
  }
}

type Figure = 'points' | 'count' | 'claimed' | 'spent' | 'left'

const figureColumns = (t: Translate): Pick<Columns<Batch>, Figure> => ({
  points: { label: 'pointsEach', sortKey: 'points', numeric: true, cell: ({ points }) => points },
  count: {
    label: 'voucherCount',
    numeric: true,
    defaultVisible: false,
    cell: ({ count }) => count,
  },
  claimed: {
    label: 'claimed',
    cell: ({ claimed, count }) => (
      <ShareBar part={claimed} total={count}>
        {t('batch.activated', { claimed, count })}
      </ShareBar>
    ),
    phonePosition: 'b',
  },
  spent: { label: 'pointsSpent', numeric: true, cell: ({ spent }) => spent },
  left: { label: 'pointsLeft', numeric: true, cell: ({ left }) => left },
})

const batchColumns = (t: Translate, language: string): Columns<Batch> => ({
  id: {
    label: 'batch',
    cell: (batch) => <BatchName batch={batch} />,
    phonePosition: 'a',
  },
  state: { label: 'state', cell: (batch) => <BatchStatus {...batch} />, phonePosition: 'd' },
  channel: {
    label: 'channel',
    cell: ({ channel }) => channelCell(channel),
    defaultVisible: false,
  },
  note: {
    label: 'name',
    defaultVisible: false,
    cell: ({ note }) => note,
  },
  employer: {
    label: 'employer',
    cell: ({ employer }) => (employer ? <EmployerName name={employer.name} /> : '–'),
    phonePosition: 'c',
  },
  campaign: {
    label: 'campaign',
    defaultVisible: false,
    cell: ({ campaign }) => campaign?.name ?? '–',
  },
  ...figureColumns(t),
  valid_until: {
    label: 'validUntil',
    sortKey: 'valid_until',
    cell: ({ valid_until }) => (valid_until ? formatDay(language, valid_until) : t('endless')),
    phonePosition: 'e',
  },
  bounced: {
    label: 'bouncedMails',
    numeric: true,
    defaultVisible: false,
    cell: ({ bounced }) => bounced,
  },
  made_at: {
    label: 'madeAt',
    sortKey: 'made_at',
    cell: ({ made_at, channel }) => <DateTime at={made_at} channel={channel} />,
  },
  ...noColumn('with_code', 'granted', 'expired', 'valid_from', 'days_left', 'made_by'),
})
