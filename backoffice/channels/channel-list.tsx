import { ChannelState } from '#backoffice/channels/ChannelState.tsx'
import { ColourDot } from '#backoffice/channels/ColourDot.tsx'
import { FindingsOf } from '#backoffice/channels/FindingsOf.tsx'
import { DeskLink } from '#backoffice/desk-address.tsx'
import { askDesk } from '#backoffice/desk-client.ts'
import type { Chosen, ListOf } from '#backoffice/list/list-shape.ts'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { Moment } from '#backoffice/parts/Moment.tsx'
import type { Say } from '#backoffice/words/desk-words.tsx'
import { type DeskAnswer, deskAddress, type DeskInput } from '#contract/desk/desk-call.ts'
import { allLanguages, languages } from '#domain/language.ts'

type Row = DeskAnswer<'channelList'>['items'][number]

/** The channels that one works in. */
export const channelsList = (
  say: Say,
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
          ? say('andMore', { first: first ?? '', count: others.length })
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
        name: say(`ch.state.${value}`),
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
  ask: (asked) => askDesk('channelList', asked as DeskInput<'channelList'>),
  csv: (asked) => deskAddress('channelList', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/desk/channels/${id}`,
  deeds: change ? [{ word: 'ch.change', run: change }] : [],
  empty: (
    <>
      <h2>{say('ch.none')}</h2>
      <p>{say('ch.noneHelp')}</p>
      {mayMake ? (
        <DeskLink className={deskButtonClass()} to="/desk/channels/new">
          {say('ch.new')}
        </DeskLink>
      ) : null}
    </>
  ),
})
