import { approvalTexts, OutcomeMark } from '#backoffice/modules/approvals/approval-texts.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Item = StaffResponse<'approvals'>['items'][number]

/** Open requests and their decisions. */
export const approvalsList = (t: Translate): ListOf<Item> => ({
  name: 'approvals',
  counted: 'approval.counted',
  searchWord: 'approval.search',
  columns: approvalColumns(t),
  filters: [
    {
      key: 'state',
      word: 'state',
      kind: 'one',
      choices: [
        { value: 'waiting', name: t('approval.state.waiting') },
        { value: 'decided', name: t('approval.state.decided') },
      ],
    },
    {
      key: 'whose',
      word: 'approval.whose',
      kind: 'one',
      choices: [
        { value: 'to-decide', name: t('approval.whose.to-decide') },
        { value: 'asked', name: t('approval.whose.asked') },
      ],
    },
    { key: 'channel', word: 'channel', kind: 'text' },
  ],
  usualSort: '-asked_at',
  ask: (asked) => fetchBackoffice('approvals', asked as StaffInput<'approvals'>),
  csv: (asked) => staffAddress('approvals', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (item) => approvalTexts(t, item),
  hrefOf: ({ id }) => `/backoffice/approvals/${id}`,
  empty: <p>{t('approval.empty')}</p>,
})

const approvalColumns = (t: Translate): readonly Column<Item>[] => [
  {
    key: 'what',
    word: 'approval.what',
    cell: (item) => approvalTexts(t, item),
    phone: 'a',
  },
  { key: 'reason', word: 'reason', cell: ({ reason }) => reason, phone: 'c' },
  { key: 'by', word: 'approval.by', cell: ({ asked_by }) => asked_by.name },
  {
    key: 'asked_at',
    word: 'when',
    sort: 'asked_at',
    cell: ({ asked_at }) => <Moment at={asked_at} />,
    phone: 'b',
  },
  { key: 'channel', word: 'channel', cell: ({ channel }) => channel ?? '–' },
  {
    key: 'state',
    word: 'state',
    cell: ({ outcome }) => <OutcomeMark t={t} outcome={outcome} />,
    phone: 'd',
  },
  {
    key: 'decided_by',
    word: 'approval.decidedBy',
    cell: ({ decided_by }) => decided_by?.name ?? '–',
    usual: false,
  },
]
