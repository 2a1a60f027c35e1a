import { useMemo } from 'react'

import { RecipientMail } from '#backoffice/modules/vouchers/batches/RecipientMail.tsx'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Columns,
  noColumn,
  type ListDefinition,
} from '#backoffice/kit/list/list-definition.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'

type Recipient = StaffResponse<'batchRecipients'>['items'][number]

const recipientList = (
  t: Translate,
  batch: string,
  canSearchNames: boolean,
): ListDefinition<Recipient> => ({
  name: 'batch-people',
  countLabel: 'recipientCount',
  searchLabel: canSearchNames ? 'recipientSearch' : 'recipientSearchMasked',
  columns: recipientColumns(t),
  filters: filterBar(t, 'batchRecipients', {
    mail: { label: 'recipientMailState', name: (state) => t(`mail.${state}`) },
  }),
  defaultSort: defaultSorts.batchRecipients,
  fetchPage: (query) => fetchBackoffice('batchRecipients', { ...query, id: batch }),
  csvHref: (query) => staffAddress('batchRecipients', { ...query, id: batch, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name || t('unnamedRecipient'),
  hrefOf: ({ id }) => `/backoffice/batches/${batch}/recipients?ids=${id}`,
  emptyText: t('noRecipientList'),
  emptyPicture: 'people',
})

const recipientColumns = (t: Translate): Columns<Recipient> => ({
  name: {
    label: 'name',
    sortKey: 'name',
    cell: ({ name }) => name || t('unnamedRecipient'),
    phonePosition: 'a',
  },
  department: {
    label: 'department',
    sortKey: 'department',
    cell: ({ department }) => department,
    phonePosition: 'c',
  },
  email: { label: 'mail', cell: ({ email }) => email },
  last3: {
    label: 'lastThree',
    cell: ({ last3 }) => (last3 ? `…${last3}` : '–'),
    phonePosition: 'b',
  },
  mail_state: {
    label: 'recipientMailState',
    cell: ({ mail_state }) => t(`mail.${mail_state}`),
    phonePosition: 'd',
  },
  added_reason: {
    label: 'reason',
    defaultVisible: false,
    cell: ({ added_reason }) => added_reason,
  },
  ...noColumn(
    'id',
    'voucher',
    'language',
    'kind',
    'words',
    'mailed_at',
    'bounced_at',
    'bounce',
    'stopped',
  ),
})

/** All recipients of the vouchers of a batch. */
export function BatchRecipientsPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const canSearchNames = staff.permissions.includes('personal-data.view')
  const list = useMemo(() => recipientList(t, id, canSearchNames), [t, id, canSearchNames])
  const [query] = useQueryParams()
  const selected = query.get('ids')
  // Only one selected recipient, not several.
  const showsMail =
    selected !== null && /^\d+$/.test(selected) && staff.permissions.includes('voucher.change')
  return (
    <>
      <ListPage
        list={list}
        title="batchRecipients"
        parent={{ to: `/backoffice/batches/${id}`, label: t('batchNumber', { id }) }}
      />
      {showsMail ? <RecipientMail key={selected} batch={id} id={selected} me={staff.id} /> : null}
    </>
  )
}
