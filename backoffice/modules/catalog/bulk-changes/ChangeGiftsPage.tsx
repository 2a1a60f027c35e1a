import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { navigate, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import {
  type Action,
  type ActionProps,
  BulkChangeFields,
  isSomeShare,
} from '#backoffice/modules/catalog/bulk-changes/BulkChangeFields.tsx'
import { BeforeAndAfter } from '#backoffice/modules/catalog/bulk-changes/BeforeAndAfter.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { FACT_WORDS } from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { BULK_FACTS, firstFactValue } from '#domain/catalog/gift-facts.ts'

import css from './ChangeGiftsPage.module.css'

type Field = Action['field']

const FIELDS: readonly [Field, MessageKey][] = [
  ['points', 'points'],
  ['active', 'onSale'],
  ['tags', 'tags'],
  ['category', 'category'],
  ...BULK_FACTS.map((name): [Field, MessageKey] => [name, FACT_WORDS[name]]),
  ['delivery_info', 'deliveryWords'],
]
const WHY: Record<string, MessageKey> = {
  same: 'why.same',
  least: 'why.least',
  'not-offered': 'why.not-offered',
  shared: 'why.shared',
}

/** One change of many gifts. A preview shows all effects before anything is written. */
export function ChangeGiftsPage() {
  const t = useTranslate()
  const [action, setAction] = useState<Action>(emptyAction('points'))
  const [reason, setReason] = useState('')
  const { chosen, isReady, preview } = usePreview(action)
  const { count } = chosen
  const { data } = preview
  const run = useAction('createBulkChange', {
    follows: ['seen'],
    done: ({ gifts }) => t('giftsChanged', { count: gifts }),
  })
  const parent = { to: '/backoffice/gifts', label: t('gifts') }
  return (
    <>
      <PageHead
        title={t('changeGifts', { count })}
        parent={parent}
        besideTitle={<span className={css.soft}>{t('notDoneYet')}</span>}
      />
      <div className={css.body}>
        <div className={css.outcome}>
          {preview.error ? (
            <LoadError error={preview.error} again={() => void preview.refetch()} />
          ) : null}
          {!isReady ? <p className={css.soft}>{t('chooseWhatChanges')}</p> : null}
          {data && isReady ? <Outcome data={data} /> : null}
        </div>
        <Form
          title={t('change')}
          submit={t('changeGifts', { count: data?.gifts ?? 0 })}
          note={t('undoSevenDays')}
          wrong={run.wrong}
          busy={run.busy}
          off={!isReady || data?.gifts === 0}
          changed={false}
          onDiscard={() => {}}
          onSubmit={async () => {
            if (!data || !isReady) return
            const done = await run.run({ ...chosen, action, seen: data.seen, reason })
            if (done) navigate(`/backoffice/gifts/bulk-changes/${done.id}`)
          }}
        >
          <FieldSelect action={action} setAction={setAction} />
          <BulkChangeFields action={action} setAction={setAction} />
          <FormField
            label={t('reason')}
            hint={t('reasonHelp')}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form>
      </div>
    </>
  )
}

/** What the change would do to the chosen gifts, asked as soon as it is complete. */
function usePreview(action: Action) {
  const [asked] = useQueryParams()
  const count = Number(asked.get('of') ?? 0)
  const chosen = { ...chosenGifts(asked), count }
  const isReady = isComplete(action)
  const preview = useQuery({
    queryKey: ['previewBulkChange', chosen, action],
    queryFn: () => fetchBackoffice('previewBulkChange', { ...chosen, action }),
    enabled: isReady && count > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { chosen, isReady, preview }
}

function FieldSelect({ action, setAction }: ActionProps) {
  const t = useTranslate()
  return (
    <FormSelect
      label={t('field')}
      value={action.field}
      onChange={({ target }) => setAction(emptyAction(target.value as Field))}
    >
      {FIELDS.map(([field, label]) => (
        <option key={field} value={field}>
          {t(label)}
        </option>
      ))}
    </FormSelect>
  )
}

/** The gifts that were picked in the list, or its filters. */
function chosenGifts(asked: URLSearchParams) {
  const ids = (asked.get('ids') ?? '').split(',').filter(Boolean)
  if (ids.length > 0) return { ids }
  return {
    found: Object.fromEntries([...asked].filter(([name]) => !['of', 'all', 'ids'].includes(name))),
  }
}

const isComplete = (action: Action) =>
  isSomeShare(action) &&
  ('channels' in action ? action.channels.length > 0 : true) &&
  (action.field === 'tags' ? action.value.length > 0 : true) &&
  (action.field === 'category' ? action.value !== '' : true) &&
  (action.field === 'delivery_info' ? action.channel !== '' : true)

function emptyAction(field: Field): Action {
  if (field === 'points') return { field, how: 'add', value: -1, channels: [] }
  if (field === 'active') return { field, value: false, channels: [] }
  if (field === 'tags') return { field, how: 'add', value: [] }
  if (field === 'category') return { field, value: '', from: null }
  if (field === 'delivery_info') return { field, value: '', language: 'nl', channel: '' }
  return { field, value: firstFactValue(field) }
}

function Outcome({ data }: { data: StaffResponse<'previewBulkChange'> }) {
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
          <Row key={why} label={t(WHY[why] ?? 'why.same')} count={count} />
        ))}
      </dl>
      {data.first.length > 0 ? (
        <BeforeAndAfter rows={data.first} of={data.fields} />
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
