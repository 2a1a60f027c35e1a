import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { nameOfRelease } from '#backoffice/modules/content/releases/release-name.ts'
import { ReleaseState } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Release = StaffResponse<'releases'>['items'][number]

const STATES = ['draft', 'scheduled', 'stopped', 'live', 'ended', 'archived'] as const

/** Few are named, of many how many there are. */
export const channelsOf = (t: Translate, channels: readonly string[]): string =>
  channels.length > 3
    ? t('andMore', { first: channels.slice(0, 2).join(', '), count: channels.length - 2 })
    : channels.join(', ')

const momentOr = (at: string | null, [channel]: readonly string[]) =>
  at ? <Moment at={at} channel={channel} /> : '–'

/** What waits to go out, and what went. */
export const releaseList = (t: Translate): ListOf<Release> => ({
  name: 'releases',
  counted: 'release.count',
  searchWord: 'release.search',
  columns: releaseColumns(t),
  filters: [
    {
      key: 'state',
      word: 'state',
      kind: 'some',
      choices: STATES.map((state) => ({ value: state, name: t(`release.state.${state}`) })),
    },
    { key: 'channel', word: 'channel', kind: 'text' },
  ],
  usualSort: '-made',
  ask: (asked) => fetchBackoffice('releases', asked as StaffInput<'releases'>),
  csv: (asked) => staffAddress('releases', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (release) => nameOfRelease(t, release),
  hrefOf: ({ id }) => `/backoffice/releases/${id}`,
  empty: (
    <>
      <h2>{t('release.emptyTitle')}</h2>
      <p>{t('release.empty')}</p>
    </>
  ),
})

const releaseColumns = (t: Translate): readonly Column<Release>[] => [
  {
    key: 'name',
    word: 'name',
    sort: 'name',
    cell: (release) => nameOfRelease(t, release),
    phone: 'a',
  },
  {
    key: 'state',
    word: 'state',
    cell: ({ state }) => <ReleaseState state={state} />,
    phone: 'b',
  },
  { key: 'channels', word: 'channels', cell: ({ channels }) => channelsOf(t, channels) },
  {
    key: 'changes',
    word: 'release.changes',
    number: true,
    cell: ({ changes }) => changes,
  },
  {
    key: 'who',
    word: 'who',
    cell: ({ published_by, made_by }) => (published_by ?? made_by)?.name ?? '–',
    phone: 'c',
  },
  {
    key: 'from',
    word: 'release.goesLive',
    sort: 'from',
    cell: ({ from, published_at, channels }) => momentOr(published_at ?? from, channels),
    phone: 'd',
  },
  {
    key: 'until',
    word: 'until',
    sort: 'until',
    cell: ({ until, channels }) => momentOr(until, channels),
  },
  {
    key: 'made',
    word: 'since',
    sort: 'made',
    cell: ({ made_at, channels }) => momentOr(made_at, channels),
    usual: false,
  },
]
