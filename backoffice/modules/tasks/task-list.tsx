import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import { type Cause, causeWords } from '#backoffice/kit/domain-texts/task-texts.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Say } from '#backoffice/i18n/translator.tsx'
import { staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { attentionKindsOf } from '#domain/tasks/task-kinds.ts'
import type { Role } from '#domain/staff/permissions.ts'

/** What needs a person, a cause a row. */
export const attentionList = (
  say: Say,
  euros: (cents: number) => string,
  role: Role,
): ListOf<Cause> => ({
  name: 'attention',
  counted: 'attention.counted',
  searchWord: 'attention.search',
  columns: [
    {
      key: 'kind',
      word: 'attention.kind',
      cell: ({ kind }) => say(`attention.of.${kind}`),
      phone: 'a',
    },
    {
      key: 'why',
      word: 'attention.why',
      cell: (cause) => causeWords(cause, say, euros),
      lead: true,
      phone: 'c',
    },
    {
      key: 'cases',
      word: 'attention.cases',
      sort: 'cases',
      number: true,
      cell: ({ cases }) => cases,
      phone: 'b',
    },
    {
      key: 'since',
      word: 'attention.since',
      sort: 'first_at',
      cell: ({ first_at }) => <Moment at={first_at} />,
      phone: 'd',
    },
    {
      key: 'last',
      word: 'attention.last',
      sort: 'last_at',
      cell: ({ last_at }) => <Moment at={last_at} />,
      usual: false,
    },
    {
      key: 'tries',
      word: 'attention.tries',
      number: true,
      cell: ({ tries }) => tries,
      usual: false,
    },
    {
      key: 'owner',
      word: 'attention.owner',
      cell: ({ owner, outcome }) =>
        outcome ? (
          <StateMark kind={outcome === 'closed' ? 'off' : 'done'}>
            {say(`attention.outcome.${outcome}`)}
          </StateMark>
        ) : (
          (owner?.name ?? '–')
        ),
    },
    { key: 'channel', word: 'channel', cell: ({ channel }) => channel ?? '–', usual: false },
  ],
  filters: [
    {
      key: 'kind',
      word: 'attention.kind',
      kind: 'some',
      choices: attentionKindsOf(role).map((kind) => ({
        value: kind,
        name: say(`attention.of.${kind}`),
      })),
    },
    {
      key: 'owner',
      word: 'attention.owner',
      kind: 'one',
      choices: (['me', 'nobody', 'somebody'] as const).map((value) => ({
        value,
        name: say(`attention.owner.${value}`),
      })),
    },
    {
      key: 'state',
      word: 'attention.state',
      kind: 'one',
      choices: [{ value: 'closed', name: say('attention.closed') }],
    },
  ],
  usualSort: '-cases',
  ask: (asked) => fetchBackoffice('attention', asked as StaffInput<'attention'>),
  csv: (asked) => staffAddress('attention', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (cause) => `${say(`attention.of.${cause.kind}`)} ${causeWords(cause, say, euros)}`,
  hrefOf: ({ id }) => `/backoffice/attention/${id}`,
  empty: (
    <>
      <h2>{say('attention.empty')}</h2>
      <p>{say('attention.emptyHelp')}</p>
    </>
  ),
})
