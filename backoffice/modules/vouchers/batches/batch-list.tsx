import { BatchName, nameOfBatch } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type Choice,
  type ListOf,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { BatchState } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Batch = StaffResponse<'batches'>['items'][number]

/** Employers and campaigns that the list can be filtered by. */
export type GivenFor = { employers: readonly Choice[]; campaigns: readonly Choice[] }

/** Batches and their results. */
export const batchList = (t: Translate, language: string, given: GivenFor): ListOf<Batch> => ({
  name: 'batches',
  counted: 'countedBatches',
  searchWord: 'batchSearch',
  columns: batchColumns(t, language),
  filters: filterBar(t, 'batches', {
    employer: { choices: given.employers },
    campaign: { choices: given.campaigns },
    state: { name: (state) => t(`batch.${state}`) },
  }),
  usualSort: '-made_at',
  ask: (asked) => fetchBackoffice('batches', asked as StaffInput<'batches'>),
  csv: (asked) => staffAddress('batches', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (batch) => nameOfBatch(t, batch),
  hrefOf: ({ id }) => `/backoffice/batches/${id}`,
  empty: t('batchesEmpty'),
  picture: 'people',
})

const batchColumns = (t: Translate, language: string): Columns<Batch> => ({
  id: {
    label: 'batch',
    cell: (batch) => <BatchName batch={batch} />,
    phone: 'a',
  },
  state: { label: 'state', cell: ({ state }) => <BatchState state={state} />, phone: 'd' },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
  note: {
    label: 'noteOfBatch',
    usual: false,
    cell: ({ note }) => note,
  },
  employer: {
    label: 'employer',
    cell: ({ employer }) => (employer ? <EmployerName name={employer.name} /> : '–'),
    phone: 'c',
  },
  campaign: { label: 'campaign', usual: false, cell: ({ campaign }) => campaign?.name ?? '–' },
  points: { label: 'pointsEach', sort: 'points', number: true, cell: ({ points }) => points },
  count: { label: 'howMany', number: true, cell: ({ count }) => count, phone: 'b' },
  claimed: { label: 'claimed', number: true, cell: ({ claimed }) => claimed },
  spent: { label: 'pointsSpent', number: true, cell: ({ spent }) => spent },
  left: { label: 'pointsLeft', number: true, cell: ({ left }) => left },
  valid_until: {
    label: 'validUntil',
    sort: 'valid_until',
    cell: ({ valid_until }) => (valid_until ? formatDay(language, valid_until) : t('endless')),
  },
  bounced: { label: 'bouncedMails', number: true, usual: false, cell: ({ bounced }) => bounced },
  made_at: {
    label: 'madeAt',
    sort: 'made_at',
    usual: false,
    cell: ({ made_at, channel }) => <Moment at={made_at} channel={channel} />,
  },
  ...noColumn('with_code', 'granted', 'expired', 'valid_from', 'made_by'),
})
