import { useMemo } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Change = StaffResponse<'catalogueChanges'>['items'][number]

const KINDS = ['bulk', 'merge', 'word', 'undo', 'import'] as const
const ACTIONS = ['points', 'active', 'tags', 'category', 'delivery', 'delivery_info'] as const

/** Everything that was changed at once, found again with what it did and its way back. */
export function CatalogueChangesPage() {
  const t = useTranslate()
  const list = useMemo(() => changeList(t), [t])
  return (
    <ListPage
      list={list}
      title="changes.title"
      up={{ to: '/backoffice/gifts', word: t('gifts') }}
    />
  )
}

/** The action, file or attribute of a change, in a few words. */
export function whatItDid(t: Translate, { kind, about }: Pick<Change, 'kind' | 'about'>): string {
  const text = (name: string) => (typeof about[name] === 'string' ? about[name] : '')
  const action = ACTIONS.find((one) => one === about['field'])
  if (action) return t(`changes.action.${action}`)
  if (text('file') !== '') return text('file')
  if (text('into') !== '') return `${text('from')} → ${text('into')}`
  const word = text('name') || text('id') || text('parent')
  return word === '' ? t(`changeKind.${kind}`) : word
}

const changeList = (t: Translate): ListOf<Change> => ({
  name: 'catalogue-changes',
  counted: 'changes.counted',
  searchWord: 'changes.search',
  columns: [
    { key: 'what', word: 'changes.what', phone: 'a', cell: (change) => whatItDid(t, change) },
    { key: 'kind', word: 'kind', phone: 'c', cell: ({ kind }) => t(`changeKind.${kind}`) },
    { key: 'by', word: 'askedBy', cell: ({ by }) => by ?? '–' },
    { key: 'at', word: 'when', sort: 'at', phone: 'd', cell: ({ at }) => <Moment at={at} /> },
    { key: 'written', word: 'changes.fields', number: true, cell: ({ written }) => written },
    { key: 'reason', word: 'attribute.reason', cell: ({ reason }) => reason || '–' },
    {
      key: 'state',
      word: 'state',
      phone: 'b',
      cell: ({ undone, undo_until }) =>
        undone ? (
          <StatusMark kind="off">{t('isPutBack')}</StatusMark>
        ) : undo_until ? (
          <span>
            <StatusMark kind="wait">{t('changes.canGoBack')}</StatusMark> <Moment at={undo_until} />
          </span>
        ) : (
          <StatusMark kind="done">{t('changes.tooOld')}</StatusMark>
        ),
    },
  ],
  filters: [
    {
      key: 'kind',
      word: 'kind',
      kind: 'some',
      choices: KINDS.map((kind) => ({ value: kind, name: t(`changeKind.${kind}`) })),
    },
    {
      key: 'open',
      word: 'changes.open',
      kind: 'one',
      choices: [
        { value: 'yes', name: t('changes.isOpen') },
        { value: 'no', name: t('changes.isClosed') },
      ],
    },
  ],
  usualSort: '-at',
  ask: (asked) => fetchBackoffice('catalogueChanges', asked as StaffInput<'catalogueChanges'>),
  csv: (asked) => staffAddress('catalogueChanges', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (change) => whatItDid(t, change),
  hrefOf: ({ id }) => `/backoffice/gifts/changes/${id}`,
  empty: (
    <>
      <h2>{t('changes.none')}</h2>
      <p>{t('changes.noneHelp')}</p>
    </>
  ),
})
