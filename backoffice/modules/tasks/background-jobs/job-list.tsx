import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { howFar, WORK_MARKS, workName } from '#backoffice/kit/jobs/job-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Work = StaffResponse<'backgroundJobs'>['items'][number]
export const workListOf = (t: Translate): ListDefinition<Work> => ({
  name: 'long-work',
  countLabel: 'piecesOfWork',
  searchLabel: 'askedBy',
  columns: {
    kind: { label: 'what', cell: ({ kind }) => workName(t, kind), phonePosition: 'a' },
    state: {
      label: 'state',
      cell: ({ state }) => (
        <StatusMark kind={WORK_MARKS[state]}>{t(`workState.${state}`)}</StatusMark>
      ),
      phonePosition: 'd',
    },
    done: { label: 'howFar', numeric: true, cell: (work) => howFar(t, work), phonePosition: 'c' },
    made_at: {
      label: 'since',
      sortKey: 'made_at',
      cell: ({ made_at }) => <Moment at={made_at} />,
      phonePosition: 'b',
    },
    ended_at: {
      label: 'endedAt',
      cell: ({ ended_at }) => (ended_at ? <Moment at={ended_at} /> : '–'),
    },
    staff: { label: 'askedBy', cell: ({ staff }) => staff.name },
    channel: {
      label: 'channel',
      cell: ({ channel }) => channelCell(channel),
      defaultVisible: false,
    },
    ...noColumn('id', 'total', 'result', 'problem', 'file'),
  },
  filters: filterBar(t, 'backgroundJobs', { state: { name: (state) => t(`workState.${state}`) } }),
  defaultSort: '-made_at',
  fetchPage: (asked) => fetchBackoffice('backgroundJobs', asked as StaffInput<'backgroundJobs'>),
  csvHref: (asked) => staffAddress('backgroundJobs', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ kind, id }) => `${workName(t, kind)} ${id}`,
  hrefOf: ({ id }) => `/backoffice/background-jobs/${id}`,
  emptyText: t('noWorkYetHelp'),
  emptyLink: { to: '/backoffice', label: 'toHome' },
})
