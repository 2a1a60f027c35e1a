import { useState } from 'react'

import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { WaitingAge } from '#backoffice/modules/support/WaitingAge.tsx'
import { BreakableEmail } from '#backoffice/kit/display/BreakableEmail.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { inboxSort } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'
import type { InboxFolder } from '#domain/support/inbox-folders.ts'

import css from './inbox-list.module.css'

type Item = StaffResponse<'inbox'>['items'][number]

const EMPTY_TEXTS = {
  unassigned: 'inbox.emptyHelp',
  mine: 'inbox.noneMine',
  others: 'inbox.noneOthers',
  waiting: 'inbox.noneWaiting',
  done: 'inbox.noneDone',
  all: 'inbox.emptyHelp',
} as const satisfies Record<InboxFolder, MessageKey>

/** The threads of one folder. Each folder has its own saved views. */
export const inboxList = (t: Translate, folder: InboxFolder): ListDefinition<Item> => ({
  name: folder === 'unassigned' ? 'inbox' : `inbox-${folder}`,
  countLabel: 'inbox.counted',
  searchLabel: 'inbox.search',
  columns: inboxColumns(t, folder),
  filters: filterBar(t, 'inbox', { language: { name: (language) => t(`in.${language}`) } }),
  defaultSort: inboxSort(folder),
  fetchPage: (query) => fetchBackoffice('inbox', { ...query, folder }),
  csvHref: (query) => staffAddress('inbox', { ...query, folder, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name, subject }) => `${name}: ${subject}`,
  hrefOf: ({ id }) => `/backoffice/inbox/${id}?folder=${folder}`,
  emptyText: t(EMPTY_TEXTS[folder]),
  emptyPicture: 'done',
  emptyLink: { to: '/backoffice', label: 'toHome' },
})

const inboxColumns = (t: Translate, folder: InboxFolder): Columns<Item> => ({
  who: {
    label: 'inbox.who',
    cell: ({ name, language }) => (
      <span className={css.who}>
        <span className={css.language}>{language}</span>{' '}
        <bdi>
          <BreakableEmail text={name} />
        </bdi>
      </span>
    ),
    phonePosition: 'a',
  },
  line: {
    label: 'inbox.line',
    cell: ({ line, subject, language }) => (
      <bdi lang={language}>
        {subject}
        {line === '' ? null : <span className={css.soft}> – {line}</span>}
      </bdi>
    ),
    fillsWidth: true,
    phonePosition: 'c',
  },
  marks: {
    label: 'inbox.marks',
    cell: (item) => <Marks item={item} t={t} />,
    // Nobody has answered or snoozed these.
    defaultVisible: folder !== 'unassigned',
    phonePosition: 'd',
  },
  owner: {
    label: 'inbox.owner',
    cell: ({ owner }) => owner?.name ?? '–',
    defaultVisible: folder !== 'unassigned',
  },
  since: {
    label: 'inbox.since',
    sortKey: 'since',
    cell: (item) => (
      <span className={css.since}>
        <DateTime at={item.since} channel={item.channel} />
        <WaitingAge thread={item} />
      </span>
    ),
    phonePosition: 'g',
  },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel), defaultVisible: false },
  ...noColumn(
    'id',
    'subject',
    'name',
    'email',
    'language',
    'source',
    'state',
    'snoozed_until',
    'attachments',
    'refused',
  ),
})

/** Marks of a thread: mail bounced, snoozed, answered, attachments. */
function Marks({ item, t }: { item: Item; t: Translate }) {
  const [now] = useState(() => Date.now())
  const { state, refused, snoozed_until, attachments, channel } = item
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > now
  return (
    <span className={css.marks}>
      {refused ? <StatusMark kind="bad">{t('inbox.refused')}</StatusMark> : null}
      {isSnoozed ? (
        <StatusMark kind="wait">
          {t('inbox.snoozedUntil')} <DateTime at={snoozed_until} channel={channel} />
        </StatusMark>
      ) : null}
      {state === 'answered' ? (
        <StatusMark kind="half">{t('inbox.state.answered')}</StatusMark>
      ) : null}
      {attachments > 0 ? <span>{t('inbox.attached', { count: attachments })}</span> : null}
    </span>
  )
}
