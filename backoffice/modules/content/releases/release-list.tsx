import { ChannelNames } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { nameOfRelease } from '#backoffice/modules/content/releases/release-name.ts'
import { ReleaseStatus } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Release = StaffResponse<'releases'>['items'][number]

const momentOr = (at: string | null, [channel]: readonly string[]) =>
  at ? <DateTime at={at} channel={channel} /> : '–'

/** Drafts, scheduled and published releases. */
export const releaseList = (t: Translate): ListDefinition<Release> => ({
  name: 'releases',
  countLabel: 'release.count',
  searchLabel: 'release.search',
  columns: releaseColumns(t),
  filters: filterBar(t, 'releases', { state: { name: (state) => t(`release.state.${state}`) } }),
  defaultSort: defaultSorts.releases,
  fetchPage: (query) => fetchBackoffice('releases', query as StaffInput<'releases'>),
  csvHref: (query) => staffAddress('releases', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (release) => nameOfRelease(t, release),
  hrefOf: ({ id }) => `/backoffice/releases/${id}`,
  emptyText: t('release.empty'),
})

const releaseColumns = (t: Translate): Columns<Release> => ({
  name: {
    label: 'name',
    sortKey: 'name',
    cell: (release) => nameOfRelease(t, release),
    phonePosition: 'a',
  },
  state: {
    label: 'state',
    cell: ({ state }) => <ReleaseStatus state={state} />,
    phonePosition: 'b',
  },
  channels: { label: 'channels', cell: ({ channels }) => <ChannelNames ids={channels} /> },
  changes: {
    label: 'release.changes',
    numeric: true,
    // The changes of a release's end are created only when the end comes.
    cell: ({ changes, ends }) => (ends && changes === 0 ? '–' : changes),
  },
  who: {
    label: 'who',
    cell: ({ published_by, made_by }) => (published_by ?? made_by)?.name ?? '–',
    phonePosition: 'c',
  },
  from: {
    label: 'release.goesLive',
    sortKey: 'from',
    cell: ({ from, published_at, channels }) => momentOr(published_at ?? from, channels),
    phonePosition: 'd',
  },
  until: {
    label: 'until',
    sortKey: 'until',
    cell: ({ until, channels }) => momentOr(until, channels),
  },
  made: {
    label: 'since',
    sortKey: 'made',
    cell: ({ made_at, channels }) => momentOr(made_at, channels),
    defaultVisible: false,
  },
  ...noColumn(
    'id',
    'source',
    'time_zone',
    'reverts',
    'ends',
    'made_by',
    'made_at',
    'published_by',
    'published_at',
    'undo_until',
    'stopped',
    'version',
  ),
})
