import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type Selection,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'
import { WEBHOOK_KINDS, WEBHOOK_TEST } from '#domain/webhooks/webhook-kinds.ts'

type Delivery = StaffResponse<'webhookDeliveries'>['items'][number]

export const DELIVERY_MARKS = { waiting: 'wait', delivered: 'done', 'given-up': 'warn' } as const
const KINDS = [...WEBHOOK_KINDS, WEBHOOK_TEST] as const
/** Kinds of an older version show their own name. */
export function kindText(t: Translate, kind: string): string {
  const known = KINDS.find((name) => name === kind)
  return known ? t(`webhook.kind.${known}`) : kind
}

/** The subject's number. The subject of a test is a long id, so its first characters are shown. */
export function subjectText({ kind, subject }: Pick<Delivery, 'kind' | 'subject'>): string {
  const name = subject.replace(/^\S+ /, '')
  return kind === WEBHOOK_TEST ? name.slice(0, 8) : name
}

/** Deliveries of a webhook, sent or waiting. */
export const deliveryList = (
  t: Translate,
  webhook: string,
  retry: (selection: Selection) => void,
): ListDefinition<Delivery> => ({
  name: 'webhook-log',
  countLabel: 'webhook.deliveries',
  searchLabel: 'webhook.searchLog',
  columns: deliveryColumns(t),
  filters: filterBar(t, 'webhookDeliveries', {
    state: { name: (state) => t(`webhook.of.${state}`) },
    kind: { label: 'webhook.kind', name: (kind) => t(`webhook.kind.${kind}`) },
  }),
  defaultSort: defaultSorts.webhookDeliveries,
  fetchPage: (query) => fetchBackoffice('webhookDeliveries', { ...query, webhook }),
  csvHref: (query) => staffAddress('webhookDeliveries', { ...query, webhook, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ kind, subject }) => `${kindText(t, kind)} ${subjectText({ kind, subject })}`,
  hrefOf: ({ id }) => `/backoffice/webhooks/${webhook}/log/${id}`,
  actions: [{ label: 'webhook.againOf', run: retry }],
  emptyText: t('webhook.logEmpty'),
})

const deliveryColumns = (t: Translate): Columns<Delivery> => ({
  kind: { label: 'webhook.kind', cell: ({ kind }) => kindText(t, kind), phonePosition: 'a' },
  subject: { label: 'webhook.about', cell: subjectText, phonePosition: 'c' },
  at: {
    label: 'webhook.when',
    sortKey: 'at',
    cell: ({ at }) => <DateTime at={at} />,
    phonePosition: 'd',
  },
  state: {
    label: 'state',
    cell: ({ state }) => (
      <StatusMark kind={DELIVERY_MARKS[state]}>{t(`webhook.of.${state}`)}</StatusMark>
    ),
    phonePosition: 'b',
  },
  tries: { label: 'webhook.tries', numeric: true, cell: ({ tries }) => tries },
  status: {
    label: 'webhook.answer',
    cell: ({ status, error, tries }) => (tries === 0 ? '–' : (status ?? error)),
    wraps: true,
  },
  message: { label: 'webhook.id', cell: ({ message }) => message, defaultVisible: false },
  ...noColumn('id', 'error', 'due_at'),
})
