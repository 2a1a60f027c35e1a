import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { approvalTitle, OutcomeMark } from '#backoffice/modules/approvals/approval-texts.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Item = StaffResponse<'approvals'>['items'][number]

/** Open requests and their decisions. */
export const approvalsList = (t: Translate): ListDefinition<Item> => ({
  name: 'approvals',
  countLabel: 'approval.counted',
  searchLabel: 'approval.search',
  columns: approvalColumns(t),
  filters: filterBar(t, 'approvals', {
    state: { name: (state) => t(`approval.state.${state}`) },
    whose: { label: 'approval.whose', name: (whose) => t(`approval.whose.${whose}`) },
  }),
  defaultSort: defaultSorts.approvals,
  fetchPage: (query) => fetchBackoffice('approvals', query as StaffInput<'approvals'>),
  csvHref: (query) => staffAddress('approvals', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (item) => approvalTitle(t, item),
  hrefOf: ({ id }) => `/backoffice/approvals/${id}`,
  emptyText: t('approval.empty'),
  emptyPicture: 'done',
  emptyLink: { to: '/backoffice', label: 'toHome' },
})

const approvalColumns = (t: Translate): Columns<Item> => ({
  what: { label: 'approval.what', cell: (item) => approvalTitle(t, item), phonePosition: 'a' },
  reason: { label: 'reason', wraps: true, cell: ({ reason }) => reason, phonePosition: 'c' },
  by: { label: 'approval.by', cell: ({ asked_by }) => asked_by.name },
  asked_at: {
    label: 'when',
    sortKey: 'asked_at',
    cell: ({ asked_at }) => <DateTime at={asked_at} />,
    phonePosition: 'b',
  },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
  state: {
    label: 'state',
    cell: ({ outcome }) => <OutcomeMark t={t} outcome={outcome} />,
    phonePosition: 'd',
  },
  decided_by: {
    label: 'approval.decidedBy',
    cell: ({ decided_by }) => decided_by?.name ?? '–',
    defaultVisible: false,
  },
  ...noColumn(
    'id',
    'kind',
    'subject_kind',
    'subject_id',
    'subject_name',
    'asked',
    'asked_by',
    'outcome',
    'decided_at',
    'note',
    'changes',
    'may_decide',
    'approve_from',
    'approve_never',
    'approve_alone',
    'alone',
    'mine',
  ),
})
