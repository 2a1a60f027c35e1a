import { ChannelState } from '#backoffice/modules/channels/ChannelStatus.tsx'
import { ColourDot } from '#backoffice/modules/channels/theme/ColourDot.tsx'
import { FindingsOf } from '#backoffice/modules/channels/launch/LaunchIssues.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import type { Chosen, ListOf, Columns } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { languages } from '#domain/language.ts'

type Row = StaffResponse<'channelList'>['items'][number]

/** The channels that one works in. */
export const channelsList = (
  t: Translate,
  change: ((chosen: Chosen) => void) | null,
): ListOf<Row> => ({
  name: 'channels',
  counted: 'channel.count',
  searchWord: 'channel.search',
  columns: channelColumns(t),
  filters: filterBar(t, 'channelList', {
    state: { name: (state) => t(`channel.state.${state}`) },
    language: { name: (language) => languages[language].label },
    host: { label: 'channel.host' },
  }),
  usualSort: 'id',
  ask: (asked) => fetchBackoffice('channelList', asked as StaffInput<'channelList'>),
  csv: (asked) => staffAddress('channelList', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/channels/${id}`,
  actions: change ? [{ label: 'channel.change', run: change }] : [],
  empty: t('channel.noneHelp'),
  picture: 'box',
})

const channelColumns = (t: Translate): Columns<Row> => ({
  name: { label: 'name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
  id: { label: 'channel.number', sort: 'id', cell: ({ id }) => id, phone: 'b' },
  state: { label: 'state', cell: ({ state }) => <ChannelState state={state} />, phone: 'c' },
  findings: { label: 'channel.findings', cell: ({ id }) => <FindingsOf id={id} />, phone: 'd' },
  hosts: {
    label: 'channel.hosts',
    cell: ({ hosts: [first, ...others] }) =>
      others.length > 0
        ? t('andMore', { first: first ?? '', count: others.length })
        : (first ?? '–'),
  },
  languages: { label: 'channel.languages', cell: ({ languages }) => languages.join(', ') },
  undo_minutes: {
    label: 'channel.bulk.undo_minutes',
    number: true,
    cell: ({ undo_minutes }) => undo_minutes,
  },
  active: {
    label: 'channel.theme.active',
    cell: ({ active }) => (active ? <ColourDot colour={active} /> : '–'),
    usual: false,
  },
  changed_at: {
    label: 'channel.changed',
    sort: 'changed_at',
    cell: ({ changed_at }) => (changed_at ? <Moment at={changed_at} /> : '–'),
  },
})
