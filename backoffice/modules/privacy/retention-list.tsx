import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Run = StaffResponse<'erasureRuns'>['items'][number]

const RUN_MARKS = {
  looked: 'off',
  asked: 'wait',
  refused: 'off',
  working: 'half',
  stopped: 'warn',
  rewriting: 'half',
  done: 'done',
} as const satisfies Record<Run['state'], string>

export const RunMark = ({ t, state }: { t: Translate; state: Run['state'] }) => (
  <StatusMark kind={RUN_MARKS[state]}>{t(`privacy.state.${state}`)}</StatusMark>
)

export const countHeld = ({ held }: Pick<Run, 'held'>) =>
  Object.values(held).reduce((sum, count) => sum + count, 0)

export const erasureRunList = (t: Translate): ListDefinition<Run> => ({
  // Not 'retentionPeriods': the parent page uses this query name with other data.
  name: 'retention-runs',
  countLabel: 'privacy.runs',
  searchLabel: 'privacy.searchRuns',
  columns: {
    channel: { label: 'channel', cell: ({ channel }) => channel.name, phonePosition: 'a' },
    state: {
      label: 'privacy.state',
      cell: ({ state }) => <RunMark t={t} state={state} />,
      phonePosition: 'b',
    },
    kind: { label: 'privacy.kind', cell: ({ kind }) => t(`privacy.kind.${kind}`) },
    made_at: {
      label: 'when',
      sortKey: 'made_at',
      cell: ({ made_at }) => <DateTime at={made_at} />,
      phonePosition: 'c',
    },
    by: { label: 'who', cell: ({ made_by }) => made_by.name },
    found: { label: 'privacy.found', numeric: true, cell: ({ counts }) => counts.vouchers },
    left: { label: 'privacy.left', numeric: true, cell: countHeld },
    erased: {
      label: 'privacy.erased',
      numeric: true,
      cell: ({ erased }) => erased,
      phonePosition: 'd',
    },
    ...noColumn(
      'id',
      'voucher',
      'as_of',
      'months',
      'counts',
      'held',
      'made_by',
      'approval',
      'work',
      'ended_at',
      'rewritten_at',
      'too_large',
      'wal_position',
    ),
  },
  filters: filterBar(t, 'erasureRuns', {}),
  defaultSort: defaultSorts.erasureRuns,
  fetchPage: (query) => fetchBackoffice('erasureRuns', query as StaffInput<'erasureRuns'>),
  csvHref: (query) => staffAddress('erasureRuns', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ id, channel }) => t('privacy.runTitle', { id, channel: channel.name }),
  hrefOf: ({ id }) => `/backoffice/privacy/erasure-runs/${id}`,
  emptyText: t('privacy.noRunsHelp'),
})
