import { ChannelState } from '#backoffice/modules/channels/ChannelStatus.tsx'
import { ColourDot } from '#backoffice/modules/channels/theme/ColourDot.tsx'
import { FindingsOf } from '#backoffice/modules/channels/launch/LaunchIssues.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Chosen, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { allLanguages, languages } from '#domain/language.ts'

type Row = StaffResponse<'channelList'>['items'][number]

/** The channels that one works in. */
export const channelsList = (
  t: Translate,
  { change, mayMake }: { change: ((chosen: Chosen) => void) | null; mayMake: boolean },
): ListOf<Row> => ({
  name: 'channels',
  counted: 'ch.count',
  searchWord: 'ch.search',
  columns: [
    { key: 'name', word: 'name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
    { key: 'id', word: 'ch.number', sort: 'id', cell: ({ id }) => id, phone: 'b' },
    {
      key: 'state',
      word: 'state',
      cell: ({ state }) => <ChannelState state={state} />,
      phone: 'c',
    },
    { key: 'findings', word: 'ch.findings', cell: ({ id }) => <FindingsOf id={id} />, phone: 'd' },
    {
      key: 'hosts',
      word: 'ch.hosts',
      cell: ({ hosts: [first, ...others] }) =>
        others.length > 0
          ? t('andMore', { first: first ?? '', count: others.length })
          : (first ?? '–'),
    },
    {
      key: 'languages',
      word: 'ch.languages',
      cell: ({ languages }) => languages.join(', '),
    },
    {
      key: 'undo_minutes',
      word: 'ch.bulk.undo_minutes',
      number: true,
      cell: ({ undo_minutes }) => undo_minutes,
    },
    {
      key: 'active',
      word: 'ch.theme.active',
      cell: ({ active }) => (active ? <ColourDot colour={active} /> : '–'),
      usual: false,
    },
    {
      key: 'changed_at',
      word: 'ch.changed',
      sort: 'changed_at',
      cell: ({ changed_at }) => (changed_at ? <Moment at={changed_at} /> : '–'),
    },
  ],
  filters: [
    {
      key: 'state',
      word: 'state',
      kind: 'some',
      choices: (['making', 'open', 'closed'] as const).map((value) => ({
        value,
        name: t(`ch.state.${value}`),
      })),
    },
    {
      key: 'language',
      word: 'language',
      kind: 'one',
      choices: allLanguages.map((value) => ({ value, name: languages[value].label })),
    },
    { key: 'host', word: 'ch.host', kind: 'text' },
  ],
  usualSort: 'id',
  ask: (asked) => fetchBackoffice('channelList', asked as StaffInput<'channelList'>),
  csv: (asked) => staffAddress('channelList', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/channels/${id}`,
  actions: change ? [{ word: 'ch.change', run: change }] : [],
  empty: (
    <>
      <h2>{t('ch.none')}</h2>
      <p>{t('ch.noneHelp')}</p>
      {mayMake ? (
        <BackofficeLink className={actionButtonClass()} to="/backoffice/channels/new">
          {t('ch.new')}
        </BackofficeLink>
      ) : null}
    </>
  ),
})
