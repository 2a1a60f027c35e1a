import { ChannelState } from '#backoffice/modules/channels/ChannelStatus.tsx'
import { ColourDot } from '#backoffice/modules/channels/theme/ColourDot.tsx'
import { FindingsOf } from '#backoffice/modules/channels/launch/LaunchIssues.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Chosen, Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { allLanguages, languages } from '#domain/language.ts'

type Row = StaffResponse<'channelList'>['items'][number]

/** The channels that one works in. */
export const channelsList = (
  t: Translate,
  { change, canCreate }: { change: ((chosen: Chosen) => void) | null; canCreate: boolean },
): ListOf<Row> => ({
  name: 'channels',
  counted: 'channel.count',
  searchWord: 'channel.search',
  columns: channelColumns(t),
  filters: [
    {
      key: 'state',
      word: 'state',
      kind: 'some',
      choices: (['making', 'open', 'closed'] as const).map((value) => ({
        value,
        name: t(`channel.state.${value}`),
      })),
    },
    {
      key: 'language',
      word: 'language',
      kind: 'one',
      choices: allLanguages.map((value) => ({ value, name: languages[value].label })),
    },
    { key: 'host', word: 'channel.host', kind: 'text' },
  ],
  usualSort: 'id',
  ask: (asked) => fetchBackoffice('channelList', asked as StaffInput<'channelList'>),
  csv: (asked) => staffAddress('channelList', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/channels/${id}`,
  actions: change ? [{ word: 'channel.change', run: change }] : [],
  empty: (
    <>
      <h2>{t('channel.none')}</h2>
      <p>{t('channel.noneHelp')}</p>
      {canCreate ? (
        <BackofficeLink className={actionButtonClass()} to="/backoffice/channels/new">
          {t('channel.new')}
        </BackofficeLink>
      ) : null}
    </>
  ),
})

const channelColumns = (t: Translate): readonly Column<Row>[] => [
  { key: 'name', word: 'name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
  { key: 'id', word: 'channel.number', sort: 'id', cell: ({ id }) => id, phone: 'b' },
  {
    key: 'state',
    word: 'state',
    cell: ({ state }) => <ChannelState state={state} />,
    phone: 'c',
  },
  {
    key: 'findings',
    word: 'channel.findings',
    cell: ({ id }) => <FindingsOf id={id} />,
    phone: 'd',
  },
  {
    key: 'hosts',
    word: 'channel.hosts',
    cell: ({ hosts: [first, ...others] }) =>
      others.length > 0
        ? t('andMore', { first: first ?? '', count: others.length })
        : (first ?? '–'),
  },
  {
    key: 'languages',
    word: 'channel.languages',
    cell: ({ languages }) => languages.join(', '),
  },
  {
    key: 'undo_minutes',
    word: 'channel.bulk.undo_minutes',
    number: true,
    cell: ({ undo_minutes }) => undo_minutes,
  },
  {
    key: 'active',
    word: 'channel.theme.active',
    cell: ({ active }) => (active ? <ColourDot colour={active} /> : '–'),
    usual: false,
  },
  {
    key: 'changed_at',
    word: 'channel.changed',
    sort: 'changed_at',
    cell: ({ changed_at }) => (changed_at ? <Moment at={changed_at} /> : '–'),
  },
]
