import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { JOB_STATUS_MARKS } from '#backoffice/kit/jobs/job-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'
import type { StaffLanguage } from '#domain/language.ts'

type Simulation = StaffResponse<'simulations'>['items'][number]

/** The simulations of one channel. */
export const simulationList = (
  t: Translate,
  language: StaffLanguage,
  channel: string,
): ListDefinition<Simulation> => ({
  name: 'simulations',
  countLabel: 'simulation.counted',
  searchLabel: 'simulation.search',
  columns: simulationColumns(t, language),
  filters: filterBar(t, 'simulations', {}),
  defaultSort: defaultSorts.simulations,
  fetchPage: (query) => fetchBackoffice('simulations', { ...query, channel }),
  csvHref: (query) => staffAddress('simulations', { ...query, channel, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ id }) => `${t('simulation.one')} ${id}`,
  hrefOf: ({ id }) => `/backoffice/simulations/${id}`,
  emptyText: t('simulation.noneHelp'),
})

const simulationColumns = (t: Translate, language: StaffLanguage): Columns<Simulation> => ({
  first_day: {
    label: 'simulation.firstDay',
    cell: ({ asked }) => formatDay(language, asked.first_day),
    phonePosition: 'a',
  },
  days: {
    label: 'simulation.days',
    numeric: true,
    cell: ({ asked }) => asked.days,
    defaultVisible: false,
  },
  holders: {
    label: 'simulation.holders',
    numeric: true,
    cell: ({ asked }) => asked.holders,
    phonePosition: 'c',
  },
  state: { label: 'state', cell: (simulation) => stateOf(t, simulation), phonePosition: 'd' },
  ordered: { label: 'simulation.ordered', numeric: true, cell: ({ ordered }) => ordered ?? '–' },
  sold_out: { label: 'simulation.runsOut', numeric: true, cell: ({ sold_out }) => sold_out ?? '–' },
  staff: { label: 'askedBy', cell: ({ staff }) => staff.name },
  made_at: {
    label: 'since',
    sortKey: 'made_at',
    cell: ({ made_at }) => <DateTime at={made_at} />,
    phonePosition: 'b',
  },
  ...noColumn('id', 'channel', 'asked', 'work', 'played_at', 'went_well'),
})

/** For a completed simulation the result is more useful than the state. */
export function stateOf(
  t: Translate,
  { state, went_well }: Pick<Simulation, 'state' | 'went_well'>,
) {
  if (went_well === null)
    return <StatusMark kind={JOB_STATUS_MARKS[state]}>{t(`jobState.${state}`)}</StatusMark>
  return (
    <StatusMark kind={went_well ? 'done' : 'bad'}>
      {t(went_well ? 'simulation.went' : 'simulation.notWell')}
    </StatusMark>
  )
}
