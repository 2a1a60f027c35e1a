import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { goTo, useAsked } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { BeforeAndAfter } from '#backoffice/modules/catalog/bulk-changes/BeforeAndAfter.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

import css from './ChangeGiftsPage.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Action = StaffInput<'previewBulkChange'>['action']
type Field = Action['field']

const FIELDS: readonly [Field, MessageKey][] = [
  ['points', 'points'],
  ['active', 'onSale'],
  ['tags', 'tags'],
  ['category', 'category'],
  ['delivery', 'wayOfDelivery'],
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
  const [asked] = useAsked()
  const [action, setAction] = useState<Action>({
    field: 'points',
    how: 'add',
    value: -1,
    channels: [],
  })
  const [reason, setReason] = useState('')
  const count = Number(asked.get('of') ?? 0)
  const ids = (asked.get('ids') ?? '').split(',').filter(Boolean)
  const found = Object.fromEntries(
    [...asked].filter(([name]) => !['of', 'all', 'ids'].includes(name)),
  )
  const chosen = { ...(ids.length > 0 ? { ids } : { found }), count }
  const isReady =
    isSomeShare(action) &&
    ('channels' in action ? action.channels.length > 0 : true) &&
    (action.field === 'tags' ? action.value.length > 0 : true) &&
    (action.field === 'category' ? action.value !== '' : true) &&
    (action.field === 'delivery_info' ? action.channel !== '' : true)
  const preview = useQuery({
    queryKey: ['previewBulkChange', chosen, action],
    queryFn: () => fetchBackoffice('previewBulkChange', { ...chosen, action }),
    enabled: isReady && count > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data } = preview
  const run = useAction('createBulkChange', {
    follows: ['seen'],
    done: ({ gifts, fields }) => t('giftsChanged', { count: gifts, fields }),
  })
  const up = { to: '/backoffice/gifts', word: t('gifts') }
  return (
    <>
      <PageHead
        title={t('changeGifts', { count })}
        up={up}
        beside={<span className={css.soft}>{t('notDoneYet')}</span>}
      />
      <div className={css.body}>
        <div className={css.outcome}>
          {preview.error ? (
            <LoadFailure error={preview.error} again={() => void preview.refetch()} />
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
            if (done) goTo(`/backoffice/gifts/changes/${done.id}`)
          }}
        >
          <FormSelect
            label={t('field')}
            value={action.field}
            onChange={({ target }) => setAction(emptyAction(target.value as Field))}
          >
            {FIELDS.map(([field, word]) => (
              <option key={field} value={field}>
                {t(word)}
              </option>
            ))}
          </FormSelect>
          <ActionFields action={action} setAction={setAction} />
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

/** A hundredth of what it costs is the least share that leaves anything. */
const isSomeShare = (action: Action) =>
  action.field !== 'points' || action.how !== 'percent' || action.value >= 1

function emptyAction(field: Field): Action {
  if (field === 'points') return { field, how: 'add', value: -1, channels: [] }
  if (field === 'active') return { field, value: false, channels: [] }
  if (field === 'tags') return { field, how: 'add', value: [] }
  if (field === 'category') return { field, value: '', from: null }
  if (field === 'delivery') return { field, value: 'monta' }
  return { field, value: '', language: 'nl', channel: '' }
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
          <Row key={why} word={t(WHY[why] ?? 'why.same')} count={count} />
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

const Row = ({ word, count }: { word: ReactNode; count: number }) => (
  <>
    <dt className={css.soft}>{word}</dt>
    <dd className={css.soft}>{count}</dd>
  </>
)

function ActionFields({
  action,
  setAction,
}: {
  action: Action
  setAction: (action: Action) => void
}) {
  const t = useTranslate()
  const names = useQuery(staffQuery('catalogueNames', {}))
  const tags = (names.data?.groups ?? []).flatMap(({ name: group, tags }) =>
    tags.map(({ id, name }) => ({ id, name: `${group}: ${name}` })),
  )
  const categories = names.data?.categories ?? []
  switch (action.field) {
    case 'points':
      return (
        <>
          <FormSelect
            label={t('how')}
            value={action.how}
            onChange={({ target }) => {
              const how = target.value as 'set' | 'add' | 'percent'
              setAction({ ...action, how, value: how === 'percent' ? 100 : action.value })
            }}
          >
            <option value="add">{t('pointsMoreBy')}</option>
            <option value="set">{t('pointsSetTo')}</option>
            <option value="percent">{t('pointsPercent')}</option>
          </FormSelect>
          <FormField
            label={t(action.how === 'percent' ? 'percent' : 'points')}
            type="number"
            issue={isSomeShare(action) ? null : t('percentLeast')}
            value={action.value}
            onChange={({ target }) =>
              setAction({ ...action, value: Math.trunc(Number(target.value)) })
            }
          />
          <Channels
            picked={action.channels}
            pick={(channels) => setAction({ ...action, channels })}
          />
        </>
      )
    case 'active':
      return (
        <>
          <FormSelect
            label={t('onSale')}
            value={action.value ? 'yes' : 'no'}
            onChange={({ target }) => setAction({ ...action, value: target.value === 'yes' })}
          >
            <option value="no">{t('isNotOnSale')}</option>
            <option value="yes">{t('isOnSale')}</option>
          </FormSelect>
          <Channels
            picked={action.channels}
            pick={(channels) => setAction({ ...action, channels })}
          />
        </>
      )
    case 'tags':
      return (
        <>
          <FormSelect
            label={t('how')}
            value={action.how}
            onChange={({ target }) =>
              setAction({ ...action, how: target.value as 'add' | 'remove' })
            }
          >
            <option value="add">{t('tagsAdd')}</option>
            <option value="remove">{t('tagsRemove')}</option>
          </FormSelect>
          <FormSelect
            label={t('tag')}
            value={action.value[0] ?? ''}
            onChange={({ target }) =>
              setAction({ ...action, value: target.value === '' ? [] : [target.value] })
            }
          >
            <option value="">–</option>
            {tags.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FormSelect>
        </>
      )
    case 'category':
      return (
        <>
          <FormSelect
            label={t('intoCategory')}
            value={action.value}
            onChange={({ target }) => setAction({ ...action, value: target.value })}
          >
            <option value="">–</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FormSelect>
          <FormSelect
            label={t('outOfCategory')}
            value={action.from ?? ''}
            onChange={({ target }) =>
              setAction({ ...action, from: target.value === '' ? null : target.value })
            }
          >
            <option value="">{t('none')}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FormSelect>
        </>
      )
    case 'delivery':
      return (
        <FormSelect
          label={t('wayOfDelivery')}
          value={action.value}
          onChange={({ target }) =>
            setAction({ ...action, value: target.value as 'digital' | 'monta' | 'dropship' })
          }
        >
          {(['monta', 'dropship', 'digital'] as const).map((way) => (
            <option key={way} value={way}>
              {t(`way.${way}`)}
            </option>
          ))}
        </FormSelect>
      )
    case 'delivery_info':
      return <DeliveryTexts action={action} setAction={setAction} />
  }
}

function DeliveryTexts({
  action,
  setAction,
}: {
  action: Extract<Action, { field: 'delivery_info' }>
  setAction: (action: Action) => void
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  return (
    <>
      <FormField
        label={t('deliveryWords')}
        maxLength={500}
        value={action.value}
        onChange={({ target }) => setAction({ ...action, value: target.value })}
      />
      <FormSelect
        label={t('language')}
        value={action.language}
        onChange={({ target }) => setAction({ ...action, language: target.value as Language })}
      >
        {allLanguages.map((language) => (
          <option key={language} value={language}>
            {t(`in.${language}`)}
          </option>
        ))}
      </FormSelect>
      <FormSelect
        label={t('channel')}
        value={action.channel}
        onChange={({ target }) => setAction({ ...action, channel: target.value })}
      >
        <option value="">–</option>
        {(data?.items ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {id} {name}
          </option>
        ))}
      </FormSelect>
    </>
  )
}

/** A few are ticked; three hundred are ticked at once. */
function Channels({ picked, pick }: { picked: string[]; pick: (channels: string[]) => void }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const all = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  return (
    <fieldset className={css.channels}>
      <legend>{t('inChannels')}</legend>
      {all.length > 1 ? (
        <FormCheckbox
          checked={picked.length === all.length}
          onChange={({ target }) => pick(target.checked ? all.map(({ id }) => id) : [])}
        >
          {t('allMyChannels')}
        </FormCheckbox>
      ) : null}
      <div className={css.some}>
        {all.map(({ id, name }) => (
          <FormCheckbox
            key={id}
            checked={picked.includes(id)}
            onChange={({ target }) =>
              pick(target.checked ? [...picked, id] : picked.filter((other) => other !== id))
            }
          >
            {id} {name}
          </FormCheckbox>
        ))}
      </div>
    </fieldset>
  )
}
