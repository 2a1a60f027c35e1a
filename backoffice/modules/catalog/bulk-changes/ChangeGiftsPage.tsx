import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { navigate, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { BulkChangeFields } from '#backoffice/modules/catalog/bulk-changes/BulkChangeFields.tsx'
import {
  type Action,
  actionOf,
  type BulkDraft,
  emptyDraft,
  type Field,
} from '#backoffice/modules/catalog/bulk-changes/bulk-draft.ts'
import {
  BeforeAndAfter,
  FIRST_ROWS,
} from '#backoffice/modules/catalog/bulk-changes/BeforeAndAfter.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { FACT_LABELS } from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { BULK_FACTS } from '#domain/catalog/gift-facts.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

import css from './ChangeGiftsPage.module.css'

const FIELDS: readonly [Field, MessageKey][] = [
  ['points', 'points'],
  ['active', 'onSale'],
  ['tags', 'tags'],
  ['category', 'category'],
  ...BULK_FACTS.map((name): [Field, MessageKey] => [name, FACT_LABELS[name]]),
  ['delivery_info', 'deliveryText'],
]
const LEFT_OUT_LABELS: Record<string, MessageKey> = {
  same: 'why.same',
  least: 'why.least',
  'not-offered': 'why.not-offered',
  shared: 'why.shared',
}

/** One change of many gifts. A preview shows all effects before the change is saved. Until then its input is stored. */
export function ChangeGiftsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const count = Number(query.get('of') ?? 0)
  const selection = { ...readSelection(query), count }
  const onlyChannel = useOnlyChannel()
  const draft = useDraft<BulkDraft>(`${staff.id}.bulk-change.${query}`, {
    ...emptyDraft('points', onlyChannel),
    reason: '',
  })
  const action = actionOf(draft.values)
  const { preview, showRows } = usePreview(selection, action)
  const { data } = preview
  return (
    <>
      <PageHead
        title={t('changeGifts', { count })}
        parent={{ to: '/backoffice/gifts', label: t('gifts') }}
        besideTitle={<span className={css.soft}>{t('notDoneYet')}</span>}
      />
      <div className={css.body}>
        <div className={css.outcome}>
          {preview.error ? (
            <LoadError error={preview.error} onRetry={() => void preview.refetch()} />
          ) : null}
          {action ? null : <p className={css.soft}>{t('chooseWhatChanges')}</p>}
          {data && action ? <Outcome data={data} showRows={showRows} /> : null}
        </div>
        <ChangeForm
          selection={selection}
          draft={draft}
          preview={action && data ? data : undefined}
          isOutdated={preview.isPlaceholderData}
          onlyChannel={onlyChannel}
        />
      </div>
    </>
  )
}

type ChangeFormProps = {
  selection: GiftSelection
  draft: ReturnType<typeof useDraft<BulkDraft>>
  /** undefined: the change is not complete. */
  preview: StaffResponse<'previewBulkChange'> | undefined
  /** The preview is of older input. */
  isOutdated: boolean
  onlyChannel: string[]
}

function ChangeForm({ selection, draft, preview, isOutdated, onlyChannel }: ChangeFormProps) {
  const t = useTranslate()
  const { values, type, changed, clear } = draft
  const bulkChange = useAction('createBulkChange', {
    follows: ['seen'],
    done: ({ gifts }) => t('giftsChanged', { count: gifts }),
  })
  async function save() {
    const action = actionOf(values)
    if (!preview || !action) return
    const { seen } = preview
    const created = await bulkChange.run({ ...selection, action, seen, reason: values.reason })
    if (!created) return
    clear()
    navigate(`/backoffice/gifts/bulk-changes/${created.id}`)
  }
  return (
    <Form
      title={t('change')}
      submit={t('changeGifts', { count: preview?.gifts ?? selection.count })}
      note={t('undoSevenDays')}
      failure={bulkChange.failure}
      busy={bulkChange.busy}
      off={!preview || isOutdated || preview.gifts === 0}
      changed={changed}
      onDiscard={clear}
      onSubmit={save}
    >
      <FormSelect
        label={t('field')}
        value={values.action.field}
        onChange={({ target }) => type(emptyDraft(target.value as Field, onlyChannel))}
      >
        {FIELDS.map(([field, label]) => (
          <option key={field} value={field}>
            {t(label)}
          </option>
        ))}
      </FormSelect>
      <BulkChangeFields draft={values} type={type} />
      <FormField
        label={t('reason')}
        hint={t('reasonHelp')}
        maxLength={500}
        value={values.reason}
        onChange={({ target }) => type({ reason: target.value })}
      />
    </Form>
  )
}

/** The channel of a user who has one: there is nothing to choose. */
function useOnlyChannel(): string[] {
  const { data } = useQuery(staffQuery('channelNames', {}))
  const [only, ...others] = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  return only && others.length === 0 ? [only.id] : []
}

type GiftSelection = ReturnType<typeof readSelection> & { count: number }

/** Preview of the change to the chosen gifts, requested as soon as the form is complete. */
function usePreview(selection: GiftSelection, action: Action | null) {
  const [rowCount, showRows] = useState(FIRST_ROWS)
  const preview = useQuery({
    queryKey: ['previewBulkChange', selection, action, rowCount],
    queryFn: () =>
      action
        ? fetchBackoffice('previewBulkChange', { ...selection, action, shown: rowCount })
        : null,
    enabled: action !== null && selection.count > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { preview, showRows }
}

/** The gifts that were picked in the list, or its filters. */
function readSelection(query: URLSearchParams) {
  const ids = (query.get('ids') ?? '').split(',').filter(Boolean)
  if (ids.length > 0) return { ids }
  return {
    found: Object.fromEntries([...query].filter(([name]) => !['of', 'all', 'ids'].includes(name))),
  }
}

function Outcome({
  data,
  showRows,
}: {
  data: StaffResponse<'previewBulkChange'>
  showRows: (count: number) => void
}) {
  const t = useTranslate()
  return (
    <>
      <dl className={css.sums}>
        <dt>{t('giftsThatChange')}</dt>
        <dd>{data.gifts}</dd>
        <dt>{t('fieldsThatChange')}</dt>
        <dd>{data.fields}</dd>
        <dt>{t('cartsThatChange')}</dt>
        <dd>{data.carts}</dd>
        {data.left_out.map(({ why, count }) => (
          <Row key={why} label={t(LEFT_OUT_LABELS[why] ?? 'why.same')} count={count} />
        ))}
      </dl>
      {data.first.length > 0 ? (
        <BeforeAndAfter rows={data.first} total={data.fields} showRows={showRows} />
      ) : (
        <Notice kind="info">{t('nothingWouldChange')}</Notice>
      )}
    </>
  )
}

const Row = ({ label, count }: { label: ReactNode; count: number }) => (
  <>
    <dt className={css.soft}>{label}</dt>
    <dd className={css.soft}>{count}</dd>
  </>
)
