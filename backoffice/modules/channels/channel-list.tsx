import { ChannelStatus } from '#backoffice/modules/channels/ChannelStatus.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { ColourDot } from '#backoffice/modules/channels/theme/ColourDot.tsx'
import { LaunchIssues } from '#backoffice/modules/channels/launch/LaunchIssues.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import type { Selection, ListDefinition, Columns } from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { languages } from '#domain/language.ts'

type Row = StaffResponse<'channelList'>['items'][number]

/** The channels of the user. */
export const channelsList = (
  t: Translate,
  change: ((selection: Selection) => void) | null,
): ListDefinition<Row> => ({
  name: 'channels',
  countLabel: 'channel.count',
  searchLabel: 'channel.search',
  columns: channelColumns(t),
  filters: filterBar(t, 'channelList', {
    state: { name: (state) => t(`channel.state.${state}`) },
    language: { name: (language) => languages[language].label },
    host: { label: 'channel.host' },
  }),
  defaultSort: defaultSorts.channelList,
  fetchPage: (query) => fetchBackoffice('channelList', query as StaffInput<'channelList'>),
  csvHref: (query) => staffAddress('channelList', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/channels/${id}`,
  actions: change ? [{ label: 'channel.change', run: change }] : [],
  emptyText: t('channel.noneHelp'),
  emptyPicture: 'box',
})

const channelColumns = (t: Translate): Columns<Row> => ({
  name: {
    label: 'name',
    sortKey: 'name',
    cell: ({ id }) => <ChannelName id={id} />,
    phonePosition: 'a',
  },
  id: { label: 'channel.number', sortKey: 'id', cell: ({ id }) => id, phonePosition: 'b' },
  state: {
    label: 'state',
    cell: ({ state }) => <ChannelStatus state={state} />,
    phonePosition: 'c',
  },
  findings: {
    label: 'channel.findings',
    cell: ({ id, state }) => <LaunchIssues id={id} isOpen={state === 'open'} />,
    phonePosition: 'd',
  },
  hosts: {
    label: 'channel.hosts',
    cell: ({ hosts: [first, ...others] }) =>
      others.length > 0
        ? t('andMore', { first: first ?? '', count: others.length })
        : (first ?? '–'),
  },
  languages: { label: 'channel.languages', cell: ({ languages }) => languages.join(', ') },
  undo_minutes: {
    label: 'channel.changeWindow',
    numeric: true,
    cell: ({ undo_minutes }) => t('channel.minutes', { count: undo_minutes }),
  },
  active: {
    label: 'channel.theme.active',
    cell: ({ active }) => (active ? <ColourDot colour={active} /> : '–'),
    defaultVisible: false,
  },
  changed_at: {
    label: 'channel.changed',
    sortKey: 'changed_at',
    cell: ({ changed_at }) => (changed_at ? <DateTime at={changed_at} /> : '–'),
  },
})
