import { useMemo } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { type BulkFact, isBulkFact } from '#domain/catalog/gift-facts.ts'

type Change = StaffResponse<'bulkChanges'>['items'][number]

type ActionField = StaffInput<'previewBulkChange'>['action']['field']
/** The fields of bulk changes that are not facts of a gift. */
const ACTION_FIELDS = {
  points: true,
  active: true,
  tags: true,
  category: true,
  delivery_info: true,
} as const satisfies Record<Exclude<ActionField, BulkFact>, true>
const isActionField = (field: unknown): field is ActionField =>
  typeof field === 'string' && (Object.hasOwn(ACTION_FIELDS, field) || isBulkFact(field))

/** All bulk changes with their results and their undo. */
export function BulkChangesPage() {
  const t = useTranslate()
  const list = useMemo(() => changeList(t), [t])
  return (
    <ListPage
      list={list}
      title="changes.title"
      parent={{ to: '/backoffice/gifts', label: t('gifts') }}
    />
  )
}

/** The action, file or attribute of a change, in a few words. */
export function bulkChangeText(
  t: Translate,
  { kind, about }: Pick<Change, 'kind' | 'about'>,
): string {
  const text = (name: string) => (typeof about[name] === 'string' ? about[name] : '')
  const { field } = about
  if (isActionField(field)) return t(`changes.action.${field}`)
  if (text('file') !== '') return text('file')
  if (text('into') !== '') return `${text('from')} → ${text('into')}`
  const label = text('name') || text('id') || text('parent')
  return label === '' ? t(`changeKind.${kind}`) : label
}

const changeList = (t: Translate): ListDefinition<Change> => ({
  name: 'catalogue-changes',
  countLabel: 'changes.counted',
  searchLabel: 'changes.search',
  columns: {
    what: {
      label: 'changes.what',
      phonePosition: 'a',
      cell: (change) => bulkChangeText(t, change),
    },
    kind: { label: 'kind', phonePosition: 'c', cell: ({ kind }) => t(`changeKind.${kind}`) },
    by: { label: 'askedBy', cell: ({ by }) => by ?? '–' },
    at: {
      label: 'when',
      sortKey: 'at',
      phonePosition: 'd',
      cell: ({ at }) => <DateTime at={at} />,
    },
    written: { label: 'changes.fields', numeric: true, cell: ({ written }) => written },
    reason: { label: 'attribute.reason', cell: ({ reason }) => reason || '–' },
    state: {
      label: 'state',
      phonePosition: 'b',
      cell: ({ undone, undo_until }) =>
        undone ? (
          <StatusMark kind="off">{t('isUndone')}</StatusMark>
        ) : undo_until ? (
          <StatusMark kind="wait">
            <span>
              {t('changes.canGoBackUntil')} <DateTime at={undo_until} />
            </span>
          </StatusMark>
        ) : (
          <StatusMark kind="done">{t('changes.tooOld')}</StatusMark>
        ),
    },
    ...noColumn('id', 'about', 'left_alone', 'undone', 'undo_until', 'release'),
  },
  filters: filterBar(t, 'bulkChanges', {
    kind: { name: (kind) => t(`changeKind.${kind}`) },
    open: {
      label: 'changes.open',
      name: (value) => t(value === 'yes' ? 'changes.isOpen' : 'changes.isClosed'),
    },
  }),
  defaultSort: defaultSorts.bulkChanges,
  fetchPage: (query) => fetchBackoffice('bulkChanges', query as StaffInput<'bulkChanges'>),
  csvHref: (query) => staffAddress('bulkChanges', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (change) => bulkChangeText(t, change),
  hrefOf: ({ id }) => `/backoffice/gifts/bulk-changes/${id}`,
  emptyText: t('changes.noneHelp'),
  emptyLink: { to: '/backoffice/gifts', label: 'toGifts' },
})
