import { askDesk } from '#backoffice/desk-client.ts'
import type { ListOf } from '#backoffice/list/list-shape.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import type { Say } from '#backoffice/words/desk-words.tsx'
import { type DeskAnswer, deskAddress, type DeskInput } from '#contract/desk/desk-call.ts'
import { PARCEL_STATES } from '#domain/parcel-state.ts'

type Listed = DeskAnswer<'parcels'>['items'][number]

export const PARCEL_MARK = {
  sent: 'half',
  delivered: 'done',
  lost: 'warn',
  refused: 'warn',
} as const satisfies Record<Listed['state'], string>

/** Parcels, the oldest first. */
export const parcelList = (say: Say): ListOf<Listed> => ({
  name: 'parcels',
  counted: 'parcel.counted',
  searchWord: 'parcel.search',
  columns: [
    { key: 'code', word: 'parcel.code', cell: ({ code }) => code, phone: 'a' },
    { key: 'order', word: 'order.number', cell: ({ order }) => order, phone: 'c' },
    {
      key: 'state',
      word: 'parcel.state',
      cell: ({ state }) => (
        <StateMark kind={PARCEL_MARK[state]}>{say(`parcel.state.${state}`)}</StateMark>
      ),
      phone: 'b',
    },
    {
      key: 'sent_at',
      word: 'parcel.sent',
      sort: 'sent_at',
      cell: ({ sent_at }) => <Moment at={sent_at} />,
      phone: 'd',
    },
    { key: 'since', word: 'parcel.since', cell: ({ state_at }) => <Moment at={state_at} /> },
    { key: 'carrier', word: 'parcel.carrier', cell: ({ carrier }) => carrier },
    { key: 'gifts', word: 'parcel.gifts', cell: ({ gifts }) => gifts, lead: true },
    { key: 'channel', word: 'channel', cell: ({ channel }) => channel, usual: false },
  ],
  filters: [
    {
      key: 'state',
      word: 'parcel.state',
      kind: 'some',
      choices: PARCEL_STATES.map((state) => ({
        value: state,
        name: say(`parcel.state.${state}`),
      })),
    },
    { key: 'channel', word: 'channel', kind: 'text' },
  ],
  usualSort: 'sent_at',
  ask: (asked) => askDesk('parcels', asked as DeskInput<'parcels'>),
  csv: (asked) => deskAddress('parcels', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ code }) => code,
  hrefOf: ({ order }) => `/desk/orders/${order}`,
  empty: (
    <>
      <h2>{say('parcel.empty')}</h2>
      <p>{say('parcel.emptyHelp')}</p>
    </>
  ),
})
