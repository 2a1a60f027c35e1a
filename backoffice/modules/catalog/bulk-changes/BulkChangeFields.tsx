import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import {
  type Action,
  type BulkDraft,
  isAmount,
  isPointsMethod,
  MAX_POINTS,
  POINTS_METHODS,
} from '#backoffice/modules/catalog/bulk-changes/bulk-draft.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { GiftFactField } from '#backoffice/modules/catalog/gifts/GiftFactField.tsx'
import { type BulkFact, isBulkFact } from '#domain/catalog/gift-facts.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { allLanguages, type Language } from '#domain/language.ts'

import css from './ChangeGiftsPage.module.css'

type FieldsProps = { draft: BulkDraft; type: (part: Partial<BulkDraft>) => void }
type FieldActionProps<Field extends Action['field']> = {
  action: Extract<Action, { field: Field }>
  setAction: (action: Action) => void
}
const isFactAction = (action: Action): action is Extract<Action, { field: BulkFact }> =>
  isBulkFact(action.field)
type Names = StaffResponse<'attributeNames'>

/** The inputs of the field that changes. */
export function BulkChangeFields({ draft, type }: FieldsProps) {
  const { data } = useQuery(staffQuery('attributeNames', {}))
  const { action } = draft
  const setAction = (next: Action) => type({ action: next })
  if (isFactAction(action)) {
    return (
      <GiftFactField
        name={action.field}
        value={action.value}
        onValue={(value) => setAction({ field: action.field, value })}
      />
    )
  }
  switch (action.field) {
    case 'points':
      return <PointsFields draft={draft} type={type} action={action} setAction={setAction} />
    case 'active':
      return <OnSaleFields action={action} setAction={setAction} />
    case 'tags':
      return <TagFields action={action} setAction={setAction} groups={data?.groups ?? []} />
    case 'category':
      return (
        <CategoryFields action={action} setAction={setAction} categories={data?.categories ?? []} />
      )
    case 'delivery_info':
      return <DeliveryTexts action={action} setAction={setAction} />
  }
}

function PointsFields({
  draft,
  type,
  action,
  setAction,
}: FieldActionProps<'points'> & FieldsProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { how, amount } = draft
  return (
    <>
      <FormSelect
        label={t('how')}
        value={how}
        onChange={({ target }) => {
          if (isPointsMethod(target.value)) type({ how: target.value })
        }}
      >
        {POINTS_METHODS.map((method) => (
          <option key={method} value={method}>
            {t(`points.${method}`)}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t(how === 'percent' ? 'percent' : 'points')}
        inputMode="numeric"
        issue={
          amount === '' || isAmount(amount)
            ? null
            : t('amountWhole', { most: MAX_POINTS.toLocaleString(language) })
        }
        value={amount}
        onChange={({ target }) => type({ amount: target.value.trim() })}
      />
      <Channels
        channelIds={action.channels}
        onChange={(channels) => setAction({ ...action, channels })}
      />
    </>
  )
}

function OnSaleFields({ action, setAction }: FieldActionProps<'active'>) {
  const t = useTranslate()
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
        channelIds={action.channels}
        onChange={(channels) => setAction({ ...action, channels })}
      />
    </>
  )
}

function TagFields({
  action,
  setAction,
  groups,
}: FieldActionProps<'tags'> & Pick<Names, 'groups'>) {
  const t = useTranslate()
  const tags = groups.flatMap(({ name: group, tags }) =>
    tags.map(({ id, name }) => ({ id, name: `${group}: ${name}` })),
  )
  return (
    <>
      <FormSelect
        label={t('how')}
        value={action.how}
        onChange={({ target }) => setAction({ ...action, how: target.value as 'add' | 'remove' })}
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
}

function CategoryFields({
  action,
  setAction,
  categories,
}: FieldActionProps<'category'> & Pick<Names, 'categories'>) {
  const t = useTranslate()
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
}

function DeliveryTexts({ action, setAction }: FieldActionProps<'delivery_info'>) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  return (
    <>
      <FormField
        label={t('deliveryText')}
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
            {name}
          </option>
        ))}
      </FormSelect>
    </>
  )
}

type ChannelsProps = { channelIds: string[]; onChange: (channels: string[]) => void }

/** Channels, one by one or all at once. */
function Channels({ channelIds, onChange }: ChannelsProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  return (
    <fieldset className={css.channels}>
      <legend>{t('inChannels')}</legend>
      {channels.length > 1 ? (
        <FormCheckbox
          checked={channelIds.length === channels.length}
          onChange={({ target }) => onChange(target.checked ? channels.map(({ id }) => id) : [])}
        >
          {t('allMyChannels')}
        </FormCheckbox>
      ) : null}
      <div className={css.some}>
        {channels.map(({ id, name }) => (
          <FormCheckbox
            key={id}
            checked={channelIds.includes(id)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...channelIds, id] : channelIds.filter((other) => other !== id),
              )
            }
          >
            {name}
          </FormCheckbox>
        ))}
      </div>
    </fieldset>
  )
}
